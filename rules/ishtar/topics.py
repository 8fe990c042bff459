"""The short rules: four pages about one small game (R4.10)."""

from __future__ import annotations

from functools import cache

from rules.choice import walk
from rules.game import DEALER, Topic
from rules.ishtar.apply import apply, to_act
from rules.ishtar.choices import choices
from rules.ishtar.dealer import chance
from rules.ishtar.state import State, View, setup
from rules.ishtar.view import view
from rules.text import say

SELECTING = (
    say("Move the watering can clockwise to the next stack for nothing; each stack further costs one gem of your choice."),
    say("Empty stacks are skipped. The can must move on; only the very first player puts it on any stack."),
    say("Take the top tile there. Then the next tile of the stack that the can left is turned up for all to see."),
    say("When a second stack is empty, the round is completed, and that is the end."),
)
PLACING = (
    say("A tile covers three cells of sand or rock: no fountain, no engraved stone, no other tile."),
    say("It must touch a fountain or a tile already laid. It may never join the gardens of two fountains."),
    say("Flower cells that touch make a bed. No tile may bring two assistants into one bed."),
    say("The gems on the rocks that you cover are yours. If a tile has no room at all, it leaves the game."),
)
SYMBOLS = (
    say("A: put one of your assistants on the symbol. The bed is yours, if nobody has an assistant in it."),
    say("M: put two gems on a mastery. The lower row (1 to 5) works at once, the upper row (A to E) scores at the end."),
    say("An upper mastery needs the one below it first. J: use it as A or as M. A symbol not used now is lost."),
    say("1 reserves a tree, 2 brings two assistants, 3 three gems of a colour, 4 and 5 let grass bloom."),
    say("At the end: A flower cells in your beds, B stones and C trees beside them, D tree cards, E gems on masteries."),
)
TREES = (
    say("At the end of your turn plant as many trees as you can pay: the tree stands on any free grass."),
    say("At the end: the points of your trees, a point for each flower in your beds, and your upper masteries."),
    say("A fountain brings 4, 6 or 8 to who has most flower cells in beds of its gardens; equal players all score."),
    say("Most points win, then most gems left."),
    say("The boards, tiles, trees and masteries are a set of our own, not the published one."),
)

# The beginning of the worked game (R4.10): the set-up, three turns and the fourth as far as its reveal.
GAME = """
seat-1
layout-1 1a x0 2b x1 3a x2 4b x0
p r p w
bar vee tri bar vee tri bar-13 vee-13 tri-13 bar-14 vee-14 tri-14
tree-9 tree-13 tree-17 tree-21 tree-26
stack-3
a x0 g5 assistant done
stack-4
tri-3
b x3 e9 m3 pp w tree-21 e10 done
tree-3
stack-1 pp
bar-8
a x0 i5 assistant done
stack-2
bar-3
"""
LINES = tuple(GAME.strip().splitlines())
PLACING_2 = 9  # moves made when the second turn places its tile
SELECTING_3 = 11  # when the third selects
PLACING_4 = len(LINES)  # when the fourth places


@cache
def after(moves: int) -> State:
    """The game after so many of its moves."""
    if not moves:
        return setup(2, frozenset())
    state = after(moves - 1)
    (seat,) = to_act(state)
    at = walk(lambda: chance(state) if seat == DEALER else choices(view(state, seat)), tuple(LINES[moves - 1].split()))
    assert at.action
    return apply(state, seat, at.action).state


def topics() -> tuple[Topic, ...]:
    """Selecting, placing, symbols and masteries, trees and the end."""
    return (
        Topic("tiles", say("Taking a tile"), SELECTING, after(SELECTING_3), 0),
        Topic("placing", say("Placing it"), PLACING, after(PLACING_4), 1),
        Topic("symbols", say("Assistants and masteries"), SYMBOLS, after(PLACING_2), 1, ("b", "x3", "e9")),
        Topic("trees", say("Trees and points"), TREES, after(PLACING_2), 1, ("b", "x3", "e9", "m3", "pp", "w", "tree-21")),
    )


def topic_for(view: View) -> str:
    """The page that matters now."""
    if view.phase == "place":
        return "placing" if view.held else "trees"
    return "trees" if view.phase == "over" else "tiles"
