"""The short rules: aim, djinns, moving, towers, points and signs, each with a position of a game of two."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.djinns.parts import DOMES, EMBLEMS, MAX_MOVES, SPACES, STRENGTHS, Dome
from rules.djinns.state import Stack, State, View, setup, with_position
from rules.djinns.words import colour_name
from rules.game import Seat, Topic
from rules.text import joined, say
from rules.values import replace
from rules.wording import SIGNS

AIM = (
    say("Each player has a colour, or two in a two-player game. Stacks with your colour on top score for you. Most points win."),
    say("A turn, step 1: choose a stack with your colour on top."),
    say("Step 2: lift its top dome, several domes, or all of them."),
    say("Step 3: put them on another stack. The number on the top dome says which: the 1st, 2nd, 3rd or 4th, either way round."),
    say("Four colours in one stack are a dream tower: it leaves the lake and scores for the player who completed it."),
    say("The game ends when the player to move cannot move."),
)
CHOOSING = (
    say("A djinn is a colour: you may move the stacks with this colour on top, and they score for you."),
    say("All colours have the same domes; only their places differ. In a first game any choice is a good one."),
    say("The domes lie around the lake before anyone chooses. In the printed rules you choose first: that is a variant."),
    say("Two players choose two djinns each, in the order 1, 2, 2, 1. The player who chose last moves first."),
    say("Three players choose one each; the fourth colour is neutral. Four players choose one each."),
)
MOVING = (
    say("Lift domes off a stack with your colour on top. ★ can make a dream tower: all four colours."),
    say("The number on the top dome says how many stacks away the domes go, either way round."),
    say("Empty spaces are skipped, and the space you left does not count."),
    say("No stack may hold the same colour twice."),
    say("With three players anyone may move the neutral colour."),
)
TOWERS = (
    say("Four domes, one of each colour, are a dream tower: it leaves the lake at once."),
    say("With two players, the player who completes it takes all of it."),
    say(
        "With more players, the player who completes it takes the two upper domes; the two lower ones go to the owner of the "
        "colour on top of them."
    ),
    say("With three players, if that colour is neutral, the player who completes the tower takes the lower half, too."),
)
SCORING = (
    say("A tower, or half of one, is worth its number of domes times the strength of its top dome."),
    say("Stacks left around the lake count in the same way for the owner of the colour on top."),
    say("Halves and stacks topped by the neutral colour are worth nothing."),
    say("The game ends when the player to move cannot move."),
    say(
        "It also ends when the same position occurs for the third time with the same player to move, or after {count} moves.",
        count=MAX_MOVES,
    ),
    say("Most points win; players with equal points share the victory."),
)
EMBLEM_NAMES = {"flame": say("flame"), "wave": say("wave"), "leaf": say("leaf"), "sun": say("sun")}
LEGEND = (
    joined(" · ", *(say("{emblem}: {colour}", colour=colour_name(c), emblem=EMBLEM_NAMES[e]) for c, e in EMBLEMS.items())),
    say("The number on a dome is its strength, {least} to {most}.", least=min(STRENGTHS), most=max(STRENGTHS)),
    say("The numbers around the lake, 1 to {last}, name the spaces; 7 → 12 leads from space 7 to space 12.", last=SPACES),
    say("Next to each name are the points so far: for towers, and for the stacks with that player's colours on top."),
    say("Small stacks under a name are that player's dream towers."),
    *SIGNS,
)
PLAYED = {
    2: "g3", 4: "y3 g2", 7: "y2 r4 g3", 11: "b2 g4 y4", 12: "y4 r2 b3", 13: "r2 b4", 14: "b1",
    17: "y1 g1", 20: "b2 r1", 22: "r3 b1", 26: "g2 b3", 27: "r1 y3", 28: "r3 y2", 31: "g4",
}  # fmt: skip
FINISHED = {11: "b2", 12: "y4", 26: "g2 r2 b3", 27: "r1 y3 g3"}
TOWERS_PLAYED = (("b4 y1 r4 g1",), ())
TOWERS_FINISHED = (("b4 y1 r4 g1", "y3 g2 r2 b4", "b1 y2 r4 g3"), ("b2 r1 g4 y4", "r3 g4 b1 y1", "r3 g1 b3 y2"))
LAYOUT_STRIDE = 13  # mixes the domes for a picture of the beginning
COLOURS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}


@cache
def topics() -> tuple[Topic, ...]:
    """Return the pages of the short rules."""
    played = _position(PLAYED, TOWERS_PLAYED, plies=30, turn=0)
    finished = _position(FINISHED, TOWERS_FINISHED, plies=39, turn=1, ending="stuck")
    return (
        Topic("aim", say("The aim"), AIM, played),
        Topic("choosing", say("Djinns"), CHOOSING, _beginning(), 1, helps={"marker": CHOOSING[0]}),
        Topic("moving", say("Moving"), MOVING, played, 0, ("12",), {"stack": MOVING[0], "landing": MOVING[1]}),
        Topic("towers", say("Towers"), TOWERS, played, 0, ("13",)),
        Topic("scoring", say("Points"), SCORING, finished),
        Topic("signs", say("Signs"), LEGEND, played, 0),
    )


def topic_for(view: View) -> str:
    """Return points at the end, djinns while they are chosen, else moving."""
    if view.state.ending:
        return "scoring"
    return "choosing" if view.state.order else "moving"


def _beginning() -> State:
    """Return a game whose first player has chosen a djinn."""
    ring = tuple((DOMES[space * LAYOUT_STRIDE % SPACES],) for space in range(SPACES))
    return replace(setup(2, frozenset()), ring=ring, bag=(), colours=(("blue",), ()), first=0, order=(1, 1, 0))


def _position(stacks: Mapping[int, str], towers: tuple[tuple[str, ...], ...], plies: int, turn: Seat, ending: str = "") -> State:
    """Return a game with these stacks by space, and these towers by seat."""
    ring = tuple(_stack(stacks.get(space, "")) for space in range(1, SPACES + 1))
    return replace(
        setup(2, frozenset()),
        ring=ring,
        bag=(),
        colours=(("blue", "green"), ("red", "yellow")),
        first=1,
        turn=turn,
        taken=tuple(tuple(map(_stack, own)) for own in towers),
        seen=with_position((), ring, turn),
        plies=plies,
        ending=ending,
    )


def _stack(domes: str) -> Stack:
    """Read ``b2 r1``: a blue dome of strength 2 under a red one of strength 1."""
    return tuple(Dome(COLOURS[dome[0]], int(dome[1])) for dome in domes.split())
