"""Schlossgarten: the state, what is seen of it, and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Seat
from rules.schlossgarten.parts import CARDS, GOAL, KINDS, LONG_GOAL, SEATING, SIDES, SIZE

Square = int  # 0 is a1, 6 is g1, 48 is g7 (R1.16)
Squares = tuple[Square, ...]
Pawns = tuple[Square, Square, Square]  # king, gardener, architect
Elements = tuple[Squares, ...]  # of one seat, by kind: the squares covered; empty: in the supply


class Hit(NamedTuple):
    """A pawn of a seat was hit, and put on a square."""

    owner: Seat
    pawn: int
    to: Square


class Moved(NamedTuple):
    """A way a pawn went: the pawns jumped stood on ``over``; ``hit`` is who stood where it went."""

    pawn: int
    start: Square
    to: Square
    steps: int
    over: Squares
    hit: Hit | None


class Last(NamedTuple):
    """What the last turn did; ``figure`` are the squares of king, gardener and architect when it stood, else empty.

    ``returned`` are the elements built over, by owner and kind; ``gained`` are points.
    """

    seat: Seat
    card: int
    moves: tuple[Moved, ...]
    figure: Squares
    worker: int | None
    dig: Square | None
    kind: int | None
    site: Squares
    returned: tuple[tuple[Seat, int], ...]
    gained: int


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know; the phases are lay, first, hands, draw, turn and over.

    Before it is known who begins, ``first`` and ``turn`` are None.
    """

    sides: tuple[int, ...]
    variants: tuple[str, ...]
    goal: int
    phase: str
    values: tuple[int, ...]
    pits: Squares
    elements: tuple[Elements, ...]
    pawns: tuple[Pawns, ...]
    tiles: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    first: Seat | None
    turn: Seat | None
    turns: int
    quiet: int
    closing: bool
    last: Last | None
    ending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Open):
    """Everything there is to know (R7.1): the bag and all hands as well."""

    bag: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open):
    """What one seat, or with ``me`` None the public, may know (section 5): of other hands and the bag the numbers.

    ``totals`` are the points to be shown by seat where that is not what they are: before a move is made.
    """

    me: Seat | None
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    bag: int
    totals: tuple[int, ...] | None = None


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
    victim_to: Square | None = None


class Turn(NamedTuple):
    """A whole turn (R3.3): the card, the movement, and what one worker did; what was not done is None or empty."""

    card: int
    moves: tuple[Move, ...] = ()
    worker: int | None = None
    dig: Square | None = None
    kind: int | None = None
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
        first=None,
        turn=None,
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


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """A stored state in today's shape: version 1 had −1 for what is unknown or was not done, and a hit in three parts."""
    if version > 1:
        return data
    last = data["last"]
    if last is not None:
        seat, card, moves, figure, *work, site, returned, gained = last
        last = [seat, card, [_upgraded(*moved) for moved in moves], figure, *map(_known, work), site, returned, gained]
    return data | {"first": _known(data["first"]), "turn": _known(data["turn"]), "last": last}


def _upgraded(pawn: int, start: Square, to: Square, steps: int, over: Any, *hit: int) -> list[Any]:
    return [pawn, start, to, steps, over, None if -1 in hit else list(hit)]


def _known(number: int) -> int | None:
    return None if number == -1 else number
