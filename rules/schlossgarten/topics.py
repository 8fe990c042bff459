"""The short rules: aim, figures, moving, work, and signs; positions of one garden illustrate them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.game import Topic
from rules.schlossgarten.names import EMBLEMS, kind_name, pawn_name, side_name, terrain
from rules.schlossgarten.parts import CARDS, GOAL, KIND_KEYS, KINDS, LONG_GOAL, QUIET, SIDES, STEPS, TERRAIN
from rules.schlossgarten.state import Elements, Pawns, State, View, at, setup
from rules.text import joined, say
from rules.values import replace
from rules.wording import SIGNS

AIM = (
    say(
        "Lay out your part of the castle garden. The first player with {goal} points wins at once ({long} in the long game).",
        goal=GOAL,
        long=LONG_GOAL,
    ),
    say("A turn, step 1: play one of your two cards. It shows a pattern: how king, gardener and architect should stand."),
    say("Step 2: move your pawns, {steps} steps in all, to make the pattern.", steps=STEPS),
    say(
        "Step 3: once the pattern is complete, your gardener or architect in it digs up a tile beside him, builds, or does both."
    ),
    say(
        "Points: the tiles under the elements that you build (hedges, mazes, columns, pools, terraces), and a point for each "
        "of their squares. The game also ends if nobody digs or builds for {quiet} turns each.",
        quiet=QUIET,
    ),
)
FIGURES = (
    say("You have two cards and play one. It shows a pattern: how a king, a gardener and an architect should stand."),
    say("The pattern may be anywhere in the garden, turned but not mirrored. The king must be yours."),
    say(
        "Gardener and architect may be anybody's, but you move only your own pawns: {steps} steps in all.",
        steps=STEPS,
    ),
    say("“make the pattern”: each number is one way to do it. Or move king, gardener and architect one by one."),
    say("You may also play a card without making its pattern. Then nobody works, and the turn is over."),
)
MOVING = (
    say("A step leads to one of the eight squares around. You cannot enter pits or other players' elements."),
    say("Each of your own elements counts as one square: one step onto any part of it, one step off at any edge."),
    say("You may jump over a gardener or architect beside you, in a straight line: one step to the square behind him."),
    say("You may hit another player's gardener or architect on a tile: step there, and put him on one of his owner's elements."),
    say("He cannot be hit if his owner has no element with a free square. Kings can be neither jumped nor hit."),
)
WORK = (
    say(
        "Once the pattern is complete, one worker of yours in it may dig up a tile beside him, build an element, "
        "or dig and then build."
    ),
    say(
        "Gardeners build the hedge (1 square), long hedge (2) and maze (3); architects the column (1), pool (2) and terrace (3)."
    ),
    say("Build on pits (tiles dug up) or over smaller elements, even other players'. No pawn may stand there."),
    say("You take the tiles from the pits you cover: 1 to 3 points each. Each square of your elements is one point as well."),
    say(
        "If you build over an element, it goes back to its owner. It scores again when it is built again.",
    ),
)
LEGEND = (
    joined(" · ", *(say("{colour}: {emblem}", colour=side_name(n), emblem=EMBLEMS[side.emblem]) for n, side in enumerate(SIDES))),
    say("A crown is the king, a straw hat with a spade the gardener, a tall hat with compasses the architect."),
    joined(" · ", *(say("{terrain} {points}", terrain=terrain(value), points=value) for value in TERRAIN)),
    say("A tile shows its points; dark soil is a pit, with its points in brackets."),
    joined(
        " · ",
        *(say("{kind} of {size} ({pawn})", kind=kind_name(n), pawn=pawn_name(k.pawn), size=k.size) for n, k in enumerate(KINDS)),
    ),
    say("Under a name: the elements left to build, and how many tiles of 1, 2 and 3 points that player took."),
    say("A card shows its pattern in all four rotations. Letters and numbers at the edge name the squares."),
    say("A footprint: steps. A small trio: this completes the pattern. An arc: a jump. A red star: a hit."),
    *SIGNS,
)

Laid = Mapping[str, tuple[str, ...]]  # squares by kind of element

VALUES = "2131232" "1323121" "3212313" "2331122" "1213231" "3122313" "2312131"  # fmt: skip
MINE: Pawns = (at("d3"), at("c3"), at("e2"))
OTHER: Pawns = (at("e6"), at("d5"), at("g5"))
PITS = ("b4", "f4")
RED = {"hedge-2": ("c1", "d1"), "column": ("f2",)}
WHITE = {"pool": ("c5", "c6")}
BLUE = {"maze": ("a6", "a7", "b7")}
YELLOW = {"terrace": ("f7", "g6", "g7")}
HANDS = ((4, 17), (9,))
DISCARD = (7, 22, 13, 30, 1, 18)
PATH = ("card-17", "reach", "d4-c3-c2", "gardener-works", "dig")


@cache
def topics() -> tuple[Topic, ...]:
    """Return the pages of the short rules."""
    scene = _position((RED, WHITE), (MINE, OTHER), HANDS)
    cards = {"card": FIGURES[0], "pawn": FIGURES[2], "figure": FIGURES[3]}
    moving = {"where": MOVING[0], "hit": MOVING[3]}
    work = {"worker": WORK[0], "work": WORK[1], "dig": WORK[0], "after": WORK[1], "site": WORK[2]}
    return (
        Topic("aim", say("The aim"), AIM, scene),
        Topic("figures", say("Patterns"), FIGURES, scene, 0, PATH[:2], cards),
        Topic("moving", say("Moving"), MOVING, scene, 0, (PATH[0], "king"), moving),
        Topic("work", say("Working"), WORK, scene, 0, PATH, work),
        Topic("signs", say("Signs"), LEGEND, _four_players(), 0, ("card-4", "gardener")),
    )


def topic_for(view: View) -> str:
    """Return the page about work and points when the game is over, else the one about figures."""
    return "work" if view.ending else "figures"


def _four_players() -> State:
    """Return the garden with the elements and pawns of all four colours."""
    west, east = (at("a5"), at("b6"), at("a3")), (at("g3"), at("f6"), at("f1"))
    return _position((RED, BLUE, WHITE, YELLOW), (MINE, west, OTHER, east), (*HANDS, (2,), (3,)))


def _position(laid: tuple[Laid, ...], pawns: tuple[Pawns, ...], hands: tuple[tuple[int, ...], ...]) -> State:
    """Return the garden with these elements, pawns and hands by seat; the first seat is to move."""
    start = setup(len(laid), frozenset())
    elements = tuple(map(_elements, laid))
    used = {*DISCARD, *(card for hand in hands for card in hand)}
    values = tuple(map(int, VALUES))
    return replace(
        start,
        phase="turn",
        values=values,
        pits=tuple(sorted(map(at, PITS))),
        elements=elements,
        pawns=pawns,
        tiles=tuple(tuple(values[square] for site in own for square in site) for own in elements),
        bag=tuple(card for card in CARDS if card not in used),
        discard=DISCARD,
        hands=hands,
        first=0,
        turn=0,
        turns=len(DISCARD),
    )


def _elements(laid: Laid) -> Elements:
    return tuple(tuple(map(at, laid.get(kind, ()))) for kind in KIND_KEYS)
