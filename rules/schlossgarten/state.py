"""State, view and actions (R7.1, R7.2)."""

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
    """A pawn that was hit: its owner, its kind, and the square where it was put."""

    owner: Seat
    pawn: int
    to: Square


class Moved(NamedTuple):
    """The movement of a pawn to one destination: it jumped the workers on the squares ``over``, and made ``hit``."""

    pawn: int
    start: Square
    to: Square
    steps: int
    over: Squares
    hit: Hit | None


class Last(NamedTuple):
    """The last turn; ``figure`` are the squares of king, gardener and architect if it stood, else empty.

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
class PublicState:
    """The public part of a state; the phases are lay, first, hands, draw, turn and over.

    ``first`` and ``turn`` are None until the first player is drawn.
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
class State(PublicState):
    """A whole state (R7.1): the public part, the bag and all hands."""

    bag: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(PublicState):
    """The view of one seat, or with ``me`` None of the public: of other hands and the bag only the numbers (R5.2).

    ``totals`` are the points to show instead of the real ones, in the preview of a move.
    """

    me: Seat | None
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    bag: int
    totals: tuple[int, ...] | None = None


class Lay(NamedTuple):
    """The dealer lays the tiles; their values from a1 to g7 (R2.5)."""

    values: tuple[int, ...]


class First(NamedTuple):
    """The dealer draws the first player (R2.6)."""

    seat: Seat


class Hands(NamedTuple):
    """The dealer gives a card to each seat, in turn order (R2.7)."""

    cards: tuple[int, ...]


class Draw(NamedTuple):
    """The dealer gives a card to the seat to move (R3.2)."""

    card: int


class Move(NamedTuple):
    """One destination of an own pawn; ``victim_to`` is the square for a pawn that is hit at the destination."""

    pawn: int
    to: Square
    victim_to: Square | None = None


class Turn(NamedTuple):
    """A whole turn (R3.3): card, movement, and the work of one worker; parts left out are None or empty (R7.2)."""

    card: int
    moves: tuple[Move, ...] = ()
    worker: int | None = None
    dig: Square | None = None
    kind: int | None = None
    site: Squares = ()


Action = Lay | First | Hands | Draw | Turn


def setup(seats: int, variants: frozenset[str]) -> State:
    """Return the state before anything is dealt: pawns on their squares, all else in supply or bag (R2.1)."""
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
    """Return the squares from which the pawns of a side start (R2.2)."""
    king, gardener, architect = SIDES[side].starts
    return at(king), at(gardener), at(architect)


def at(name: str) -> Square:
    """Return the square with this name: 3 for ``d1`` (R1.16)."""
    return SIZE * (int(name[1:]) - 1) + ord(name[0]) - ord("a")


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a stored state in today's shape: version 1 wrote −1 for None, and a hit as three numbers."""
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
