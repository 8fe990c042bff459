"""The short rules: three pages about one garden."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Topic
from rules.schlossgarten.parts import CARDS, KIND_KEYS
from rules.schlossgarten.state import Elements, Pawns, State, View, at, setup
from rules.text import say

FIGURES = (
    say("Draw a card, so that you hold two, and play one of them. It shows a king, a gardener and an architect."),
    say("The figure may stand anywhere in the garden, turned but not mirrored. The king must be yours."),
    say("Gardener and architect may be anybody's, but only your own pawns are moved: five steps in all, in any order."),
    say("“Figure” lists what your steps allow; or move the pawns one by one."),
    say("You may also play a card without making its figure. Then nobody works, and the turn is over."),
)
MOVING = (
    say("A step leads to one of the eight squares around. Pits and other players' elements cannot be entered."),
    say("Each of your own elements counts as one square: one step onto any part of it, one step off at any edge."),
    say("A gardener or architect beside you may be jumped in a straight line: one step to the square behind it."),
    say("A foreign worker on a tile may be hit: step onto it and put it on a free square of its owner's elements."),
    say("Nobody is hit whose owner has no element, or only full ones. Kings are neither jumped nor hit."),
)
WORK = (
    say("If the figure stands, one of your own workers in it may dig a tile beside him, build an element, or do both."),
    say("The gardener builds hedges of 1 and 2 squares and the maze of 3, the architect column, pool and terrace."),
    say("Every square under an element must be a pit or a smaller element that is covered completely; no pawn may stand there."),
    say("You take the tiles from the pits you cover: 1 to 3 points each. Each square of your elements is one point as well."),
    say("What is built over goes back to its owner, who loses its points until it is built again. With 21 points you win."),
)

VALUES = "2131232" "1323121" "3212313" "2331122" "1213231" "3122313" "2312131"  # fmt: skip
MINE: Pawns = (at("d3"), at("c3"), at("e2"))
OTHER: Pawns = (at("e6"), at("d5"), at("g5"))
PITS = ("b4", "f4")
RED = {"hedge-2": ("c1", "d1"), "column": ("f2",)}
WHITE = {"pool": ("c5", "c6")}
HANDS = ((4, 17), (9,))
DISCARD = (7, 22, 13, 30, 1, 18)
PATH = ("card-17", "reach", "d4-c3-c2", "gardener-works", "dig")


def topics() -> tuple[Topic, ...]:
    """Cards and figures, moving, working."""
    scene = _scene()
    return (
        Topic("figures", say("Cards and figures"), FIGURES, scene, 0, PATH[:2]),
        Topic("moving", say("Moving, jumping, hitting"), MOVING, scene, 0, (PATH[0], "king")),
        Topic(
            "work",
            say("Digging, building, points"),
            WORK,
            scene,
            0,
            PATH,
        ),
    )


def topic_for(view: View) -> str:
    """Work and points at the end, else figures."""
    return "work" if view.ending else "figures"


def _scene() -> State:
    start = setup(2, frozenset())
    elements = (_elements(RED), _elements(WHITE))
    used = {*DISCARD, *(card for hand in HANDS for card in hand)}
    values = tuple(map(int, VALUES))
    return replace(
        start,
        phase="turn",
        values=values,
        pits=tuple(sorted(map(at, PITS))),
        elements=elements,
        pawns=(MINE, OTHER),
        tiles=tuple(tuple(values[square] for site in own for square in site) for own in elements),
        bag=tuple(card for card in CARDS if card not in used),
        discard=DISCARD,
        hands=HANDS,
        first=0,
        turn=0,
        turns=len(DISCARD),
    )


def _elements(laid: dict[str, tuple[str, ...]]) -> Elements:
    return tuple(tuple(map(at, laid.get(kind, ()))) for kind in KIND_KEYS)
