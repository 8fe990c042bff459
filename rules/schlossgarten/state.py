"""Schlossgarten: the state, what is seen of it, and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.parts import CARDS, GOAL, KINDS, LONG_GOAL, SEATING, SIDES, SIZE

Square = int  # 0 is a1, 6 is g1, 48 is g7 (R1.16)
Squares = tuple[Square, ...]
Pawns = tuple[Square, Square, Square]  # king, gardener, architect
Elements = tuple[Squares, ...]  # of one seat, by kind: the squares covered; empty: in the supply

NONE = -1


class Moved(NamedTuple):
    """A way a pawn went: the pawns jumped stood on ``over``; who was hit there went to ``victim_to``."""

    pawn: int
    start: Square
    to: Square
    steps: int
    over: Squares
    victim: Seat
    victim_pawn: int
    victim_to: Square


class Last(NamedTuple):
    """What the last turn did; ``figure`` are the squares of king, gardener and architect when it stood, else empty."""

    seat: Seat
    card: int
    moves: tuple[Moved, ...]
    figure: Squares
    worker: int
    dig: Square
    kind: int
    site: Squares
    returned: tuple[tuple[Seat, int], ...]
    gained: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know (R7.1); the phases are lay, first, hands, draw, turn and over."""

    sides: tuple[int, ...]
    variants: tuple[str, ...]
    goal: int
    phase: str
    values: tuple[int, ...]
    pits: Squares
    elements: tuple[Elements, ...]
    pawns: tuple[Pawns, ...]
    tiles: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]
    discard: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    first: Seat
    turn: Seat
    turns: int
    quiet: int
    closing: bool
    last: Last | None
    ending: str


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or with ``me`` None the public, may know (section 5): of other hands and the bag the numbers."""

    me: Seat | None
    sides: tuple[int, ...]
    variants: tuple[str, ...]
    goal: int
    phase: str
    values: tuple[int, ...]
    pits: Squares
    elements: tuple[Elements, ...]
    pawns: tuple[Pawns, ...]
    tiles: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    bag: int
    discard: tuple[int, ...]
    first: Seat
    turn: Seat
    turns: int
    quiet: int
    closing: bool
    last: Last | None
    ending: str


class Lay(NamedTuple):
    """The dealer's tiles, from a1 to g7 (R2.5)."""

    values: tuple[int, ...]


class First(NamedTuple):
    """The dealer's draw of the seat that begins (R2.6)."""

    seat: Seat


class Hands(NamedTuple):
    """The dealer's first cards, in turn order (R2.7)."""

    cards: tuple[int, ...]


class Draw(NamedTuple):
    """The dealer's card for the seat whose turn it is (R3.2)."""

    card: int


class Move(NamedTuple):
    """One destination of an own pawn, and where the pawn hit there is put."""

    pawn: int
    to: Square
    victim_to: Square = NONE


class Turn(NamedTuple):
    """A whole turn (R3.3): the card, the movement, and what one worker did; absent parts are `NONE` or empty."""

    card: int
    moves: tuple[Move, ...] = ()
    worker: int = NONE
    dig: Square = NONE
    kind: int = NONE
    site: Squares = ()


Action = Lay | First | Hands | Draw | Turn


def setup(seats: int, variants: frozenset[str]) -> State:
    """The pawns on their squares, all else in supplies and bags (R2.1)."""
    sides = SEATING[seats]
    return State(
        sides=sides,
        variants=tuple(sorted(variants)),
        goal=LONG_GOAL if "long-game" in variants else GOAL,
        phase="lay",
        values=(0,) * SIZE**2,
        pits=(),
        elements=(((),) * len(KINDS),) * seats,
        pawns=tuple(start(side) for side in sides),
        tiles=((),) * seats,
        bag=tuple(sorted(CARDS)),
        discard=(),
        hands=((),) * seats,
        first=NONE,
        turn=NONE,
        turns=0,
        quiet=0,
        closing=False,
        last=None,
        ending="",
    )


def start(side: int) -> Pawns:
    """Where the pawns of a side begin (R2.2)."""
    king, gardener, architect = SIDES[side].starts
    return at(king), at(gardener), at(architect)


def at(name: str) -> Square:
    """``d1`` is 3 (R1.16)."""
    return SIZE * (int(name[1:]) - 1) + ord(name[0]) - ord("a")
