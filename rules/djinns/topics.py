"""The short rules: three pages about one position."""

from __future__ import annotations

from dataclasses import replace

from rules.djinns.parts import LAST_PLY, SPACES, Dome
from rules.djinns.repetition import counted
from rules.djinns.state import Stack, State, View, setup
from rules.game import Topic
from rules.text import say

MOVING = (
    say("On your turn lift domes from a stack whose top dome has a colour of yours: the top one, several, or all of them."),
    say("The strength of the top dome says onto the how-many-th other stack they go, either way round the lake."),
    say("Empty spaces are not counted. There must be at least as many other stacks as the strength says."),
    say("No stack may hold a colour twice."),
)
TOWERS = (
    say("Four domes, one of each colour, are a dream tower: it leaves the lake at once."),
    say("With two players it goes whole to whoever completed it."),
    say("With more, whoever completed it gets the upper half; the owner of the top colour of the lower half gets that."),
    say("With three players the fourth colour is neutral: anyone may move it, and it scores for nobody."),
)
SCORING = (
    say("Towers and halves are worth their floors times the strength of their top dome."),
    say("What you control around the lake at the end counts in the same way."),
    say("The game ends when somebody cannot move on his turn."),
    say(
        "It also ends when a position comes for the third time with the same player to move, and after {count} moves.",
        count=LAST_PLY,
    ),
    say("Most points win; equal points share the victory."),
)
RING = {
    2: "g3", 4: "y3 g2", 7: "y2 r4 g3", 11: "b2 g4 y4", 12: "y4 r2 b3", 13: "r2 b4", 14: "b1 y1",
    17: "r3 g4 b1", 20: "b2 r1", 26: "g2 b3", 27: "r1 y3", 28: "r3 y2", 31: "g1",
}  # fmt: skip
TOWER = "b4 y1 r4 g1"
COLOURS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}


def topics() -> tuple[Topic, ...]:
    """Moving, towers, points."""
    scene = _scene()
    return (
        Topic("moving", say("Moving domes"), MOVING, scene, 0),
        Topic("towers", say("Dream towers"), TOWERS, scene, 0, ("12",)),
        Topic("scoring", say("Points"), SCORING, scene),
    )


def topic_for(view: View) -> str:
    """Points at the end, towers while markers are chosen, else moving."""
    if view.state.ending:
        return "scoring"
    return "towers" if view.state.order else "moving"


def _scene() -> State:
    """A game of two in its thirty-first move."""
    ring = tuple(_stack(RING.get(space, "")) for space in range(1, SPACES + 1))
    return replace(
        setup(2, frozenset()),
        ring=ring,
        bag=(),
        colours=(("blue", "green"), ("red", "yellow")),
        first=1,
        turn=0,
        taken=((_stack(TOWER),), ()),
        seen=counted((), ring, 0),
        plies=30,
    )


def _stack(domes: str) -> Stack:
    """``b2 r1``: a blue dome of strength 2 under a red one of strength 1."""
    return tuple(Dome(COLOURS[dome[0]], int(dome[1])) for dome in domes.split())
