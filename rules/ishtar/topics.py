"""The short rules: aim, tiles, letters, trees, and the signs. Positions of one game show them."""

from __future__ import annotations

from functools import cache

from rules.choice import walk
from rules.game import DEALER, Topic
from rules.ishtar.apply import apply, to_act
from rules.ishtar.choices import choices
from rules.ishtar.dealer import chance
from rules.ishtar.labels import mastery_text
from rules.ishtar.notation import GEM_MARKS, gem_name
from rules.ishtar.parts import COLOURS, COLUMNS, FOUNTAIN_POINTS, MASTERY_E_POINTS
from rules.ishtar.state import State, View, setup
from rules.ishtar.view import view
from rules.text import SEMICOLON, Text, joined, say, verbatim
from rules.wording import SIGNS

_START = setup(2, frozenset())


def _mastery(key: str) -> Text:
    """Return a mastery with its effect: ``1: reserve a tree``."""
    return say("{name}: {effect}", name=key[1:].upper(), effect=mastery_text(key, _START.players[0], _START.supply))


LOWER, UPPER = (joined(SEMICOLON, *map(_mastery, row)) for row in zip(*COLUMNS, strict=True))
WORTH = dict(zip(("purple", "red", "white"), FOUNTAIN_POINTS.values(), strict=True))
TREASURE = dict(zip(("purple", "red", "white"), MASTERY_E_POINTS, strict=True))

AIM = (
    say("Grow the best garden in the desert. Flowers, trees, fountains and masteries score points; most points win."),
    say("A turn, step 1: move the watering can on, and take the tile on top of the stack where it stops."),
    say("Step 2: lay the tile beside a fountain or a tile, take the gems under it, and use its letter if you like."),
    say("Step 3: pay gems to plant trees on free grass, as many as you can."),
    say("When two stacks are empty, play goes on until everybody has had the same number of turns; then the game is over."),
)
SELECTING = (
    say("Move the watering can clockwise. The next stack is free; each further stack costs one gem of any colour."),
    say("Empty stacks are skipped. The watering can must move on. Only in the very first turn may it go to any stack for free."),
    say("Take the top tile there. Then the next tile on the stack that the watering can left is turned up for all to see."),
    say("When a second stack is empty, everybody finishes the round; then the game is over."),
)
PLACING = (
    say("A tile covers three cells of sand or rock: no fountain, no engraved stone, no other tile."),
    say("It must touch a fountain or a tile already laid. It may never join the gardens of two fountains."),
    say("Flower cells that touch are a bed. A bed has at most one assistant, so no tile may join two that have one each."),
    say("Choose the fountain and the direction, then a number: the tile's cell with the golden rim goes there."),
    say("The gems on the rocks that you cover are yours. If a tile fits nowhere, it leaves the game."),
)
SYMBOLS = (
    say("The letter on the tile: A gives you an assistant, M a mastery for two gems, J either of them."),
    say("Letter A: put an assistant on it, if the bed has none. The flowers of this bed are yours from now on."),
    say(
        "Letter M: buy a mastery for two gems. Masteries in the lower row work once, right away; the upper row scores at the end."
    ),
    say("A mastery of the upper row needs the one below it first."),
    say("You can use a letter only in the turn in which you lay its tile."),
    say("The page with the letters and signs explains each mastery."),
)
TREES = (
    say("At the end of your turn you may plant as many trees as you can pay for. A tree goes on any free grass cell."),
    say("You score your trees, one point for each flower in your beds, and your masteries in the upper row."),
    say(
        "A fountain is worth {purple}, {red} or {white} points for the player with the most flower cells around it; in a tie, "
        "all of them score.",
        **WORTH,
    ),
    say("Most points win; in a tie, most gems left."),
    say("The boards, tiles, trees and masteries are a set of our own, not the published one."),
)
LEGEND = (
    joined(" · ", *(joined(" ", verbatim(mark), gem_name(colour)) for mark, colour in zip(GEM_MARKS, COLOURS, strict=True))),
    say("A, M and J on a tile: for an assistant, for a mastery, for either. The number on a fountain: its points."),
    say("A figure with a straw hat is an assistant; the line around a bed has the colour of its owner."),
    say("Light green is grass, where trees can stand; a dark green cell shows how many flowers it has."),
    say("A grey block is an engraved stone; the numbers and letters around the map name its cells: g4 is row g, column 4."),
    say("×3 on a stack: tiles left there. A tree card shows its points and the gems that it costs."),
    say("A + after points: planted trees are added at the end. Only their owner sees the sum before."),
    say("Masteries, lower row, at once: {effects}.", effects=LOWER),
    say("Upper row, at the end, for your beds and what lies beside them: {effects}.", effects=UPPER),
    say("E scores {purple} for each purple gem on your masteries, {red} for each red, {white} for each white.", **TREASURE),
    *SIGNS,
)

# The reference game (R4.10): the set-up and four turns. We go on with the fifth as far as its reveal.
GAME = """
seat-1
layout-1 1a x0 2b x1 3a x2 4b x0
p r p w
bar vee tri bar vee tri bar-13 vee-13 tri-13 bar-14 vee-14 tri-14
tree-9 tree-13 tree-17 tree-21 tree-26
stack-3
a right g5 assistant done
stack-4
tri-3
b left e9 m3 pp w tree-21 e10 done
tree-3
stack-1 pp
bar-8
a right i5 assistant done
stack-2
bar-3
a left h7 assistant done
stack-3
vee-5
"""
MOVE_LINES = tuple(GAME.strip().splitlines())
MOVES_TO_PLACING_2 = 9  # moves made when the second turn places its tile
MOVES_TO_SELECTING_3 = 11  # when the third selects
MOVES_TO_PLACING_4 = 16  # when the fourth places
MOVES_IN_REFERENCE = 17  # when the fourth is complete
MOVES_TO_PLACING_5 = len(MOVE_LINES)  # when the fifth places


@cache
def state_after(moves: int) -> State:
    """Return the state of the reference game after this number of moves."""
    if not moves:
        return setup(2, frozenset())
    state = state_after(moves - 1)
    (seat,) = to_act(state)
    at = walk(lambda: chance(state) if seat == DEALER else choices(view(state, seat)), tuple(MOVE_LINES[moves - 1].split()))
    assert at.action
    return apply(state, seat, at.action).state


def topics() -> tuple[Topic, ...]:
    """Return the pages: the aim, selecting, placing, symbols and masteries, trees and the end, signs."""
    second, fourth, fifth = map(state_after, (MOVES_TO_PLACING_2, MOVES_TO_PLACING_4, MOVES_TO_PLACING_5))
    taking = {"stack": SELECTING[0], "payment": SELECTING[0]}
    placing = {"fountain": PLACING[3], "turn": PLACING[3], "anchor": PLACING[1]}
    letters = dict.fromkeys(("mastery_payment", "reserve", "colour", "bloom", "bloom_beside"), SYMBOLS[2])
    planting = {"tree": TREES[0], "pawn": TREES[0]}
    return (
        Topic("aim", say("The aim"), AIM, fifth),
        Topic("tiles", say("Taking"), SELECTING, state_after(MOVES_TO_SELECTING_3), 0, helps=taking),
        Topic("placing", say("Laying"), PLACING, fourth, 1, helps=placing),
        Topic("symbols", say("Letters"), SYMBOLS, second, 1, ("b", "left", "e9"), {"symbol": SYMBOLS[0], **letters}),
        Topic("trees", say("Trees, points"), TREES, fifth, 0, ("a", "down-right", "e5", "tree-9"), planting),
        Topic("signs", say("Signs"), LEGEND, fourth),
    )


def topic_for(view: View) -> str:
    """Return the key of the page that matters now."""
    if view.phase == "place":
        return "placing" if view.held else "trees"
    return "trees" if view.phase == "over" else "tiles"
