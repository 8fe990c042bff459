"""The state of a game of Ishtar, the view of a seat, and the actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Seat
from rules.ishtar.parts import (
    CARPET_ASSISTANTS,
    GEMS,
    SHAPES,
    START_ASSISTANTS,
    START_GEMS,
    TILES,
    TREES,
    Cell,
    Gems,
)


class Stack(NamedTuple):
    """A stack on the carpet: the number of tiles face down, and the tile face up on top of them."""

    shape: str
    hidden: int
    top: str | None

    @property
    def left(self) -> int:
        """Return the number of tiles left on it, the one turned up included."""
        return self.hidden + (self.top is not None)


class Spot(NamedTuple):
    """A place for a tile: the map cell under its cell 1 (``anchor``), and its rotation (R1.8)."""

    anchor: Cell
    rotation: int


class Laid(NamedTuple):
    """A tile on the map, and the seat that laid it."""

    tile: str
    anchor: Cell
    rotation: int
    seat: Seat


class Token(NamedTuple):
    """A blooming token: ``flowers`` on each of its cells (R3.23, R3.24)."""

    cells: tuple[Cell, ...]
    flowers: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Garden:
    """The map and everything on it, in the order laid; beds, gardens and control follow from this (R7.2)."""

    layout: str = ""
    faces: tuple[tuple[str, int], ...] = ()
    fountains: tuple[str, ...] = ()
    laid: tuple[Laid, ...] = ()
    tokens: tuple[Token, ...] = ()
    pawns: tuple[Cell, ...] = ()
    assistants: tuple[tuple[Cell, Seat], ...] = ()

    def __hash__(self) -> int:
        """Return a hash of the latest things alone: gardens differ in them, and to hash all things takes long."""
        return hash((self.laid[-1:], self.tokens[-1:], self.pawns[-1:], self.assistants[-1:]))


class Owned(NamedTuple):
    """An unlocked mastery, and the two gems paid for it, which stay on it (R3.14)."""

    mastery: str
    paid: Gems


class Player(NamedTuple):
    """The things in front of a seat, except its planted cards; ``carpet`` are its assistants on the carpet."""

    gems: Gems
    assistants: int
    carpet: int
    masteries: tuple[Owned, ...]
    reserved: int | None

    @property
    def owned(self) -> tuple[str, ...]:
        """Return the keys of its masteries, in the order unlocked."""
        return tuple(each.mastery for each in self.masteries)


@dataclass(frozen=True, slots=True)
class PublicState:
    """Everything that all may know; ``turns`` counts completed turns, ``stacks`` and ``can`` count from 0.

    Until the dealer has drawn who begins, ``first`` and ``turn`` are None. ``left`` is the stack that the can left, while its
    next tile is still to be turned up. ``held`` is the tile to be placed. ``lost`` are tiles that had no room. ``latest`` are the
    cells that the last turn changed.
    """

    seats: int
    open_trees: bool
    phase: str
    first: Seat | None
    turn: Seat | None
    turns: int
    garden: Garden
    stacks: tuple[Stack, ...]
    tile_bags: tuple[tuple[str, ...], ...]
    can: int | None
    left: int | None
    held: str | None
    lost: tuple[str, ...]
    row: tuple[int, ...]
    tree_bag: tuple[int, ...]
    discarded: tuple[int, ...]
    supply: Gems
    players: tuple[Player, ...]
    ending: bool
    latest: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class State(PublicState):
    """The whole state (R7.2): the planted cards of each seat as well."""

    planted: tuple[tuple[int, ...], ...]


class Points(NamedTuple):
    """The points of a seat (R4.4); ``trees`` and ``total`` are None where they are hidden."""

    trees: int | None
    flowers: int
    fountains: int
    masteries: tuple[tuple[str, int], ...]
    total: int | None

    @property
    def known(self) -> int:
        """Return the sum of all points except the points of trees."""
        return self.flowers + self.fountains + sum([worth for _, worth in self.masteries])


@dataclass(frozen=True, slots=True, kw_only=True)
class View(PublicState):
    """The view of one seat, or of the public if ``me`` is None (R7.3): the planted cards of other seats are None.

    ``totals`` replace the points by seat where a preview must not show the points of a move.
    """

    me: Seat | None
    planted: tuple[tuple[int, ...] | None, ...]
    planted_count: tuple[int, ...]
    totals: tuple[Points, ...] | None = None


def planted_count(table: State | View, seat: Seat) -> int:
    """Return how many trees a seat has planted, which is public."""
    return table.planted_count[seat] if isinstance(table, View) else len(table.planted[seat])


class First(NamedTuple):
    """Action of the dealer: draw the seat that begins (R2.2)."""

    seat: Seat


class Map(NamedTuple):
    """Action of the dealer: draw a layout of boards, then a board's face and its rotation for each slot of it (R2.3)."""

    layout: str
    faces: tuple[tuple[str, int], ...]


class Fountains(NamedTuple):
    """Action of the dealer: draw the colour of the fountain for each slot of the layout (R2.4)."""

    colours: tuple[str, ...]


class Carpet(NamedTuple):
    """Action of the dealer: draw the shape of each stack, and the tile turned up on it (R2.5)."""

    shapes: tuple[str, ...]
    tiles: tuple[str, ...]


class Row(NamedTuple):
    """Action of the dealer: draw tree cards for the gaps of the row (R2.6, R3.43)."""

    trees: tuple[int, ...]


class Reveal(NamedTuple):
    """Action of the dealer: turn up the next tile of the stack that the watering can left (R3.5)."""

    tile: str


class Select(NamedTuple):
    """A seat moves the can to a stack, pays, and takes the top tile (R3.2–R3.5)."""

    stack: int
    pay: Gems


class Assist(NamedTuple):
    """A seat puts an assistant on the symbol (R3.13)."""


class Unlock(NamedTuple):
    """A seat puts gems on a mastery; the other fields are what its effect needs (R3.14, R3.17)."""

    mastery: str
    paid: Gems
    tree: int | None = None
    colour: str | None = None
    cells: tuple[Cell, ...] = ()


class Plant(NamedTuple):
    """A seat plants a tree and puts its pawn on a cell (R3.40)."""

    tree: int
    cell: Cell


class Place(NamedTuple):
    """A seat completes its turn, from placing to planting (R6.4); without a tile in hand ``spot`` is None (R3.7)."""

    spot: Spot | None
    special: Assist | Unlock | None = None
    plants: tuple[Plant, ...] = ()


Action = First | Map | Fountains | Carpet | Row | Reveal | Select | Place


def setup(seats: int, variants: frozenset[str]) -> State:
    """Return the state before anything is dealt: everything is in the bags and the supply (section 2)."""
    player = Player(START_GEMS, START_ASSISTANTS, CARPET_ASSISTANTS, (), None)
    given = (start * seats for start in START_GEMS)
    return State(
        seats=seats,
        open_trees="open-trees" in variants,
        phase="first",
        first=None,
        turn=None,
        turns=0,
        garden=Garden(),
        stacks=(),
        tile_bags=tuple(tuple(tile for tile in TILES if tile.startswith(shape)) for shape in SHAPES),
        can=None,
        left=None,
        held=None,
        lost=(),
        row=(),
        tree_bag=tuple(TREES),
        discarded=(),
        supply=Gems(*(all_ - some for all_, some in zip(GEMS, given, strict=True))),
        players=(player,) * seats,
        planted=((),) * seats,
        ending=False,
        latest=(),
    )


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a stored state in today's shape: version 1 had −1 for a seat that is not known yet."""
    if version > 1:
        return data
    return data | {name: None for name in ("first", "turn") if data[name] == -1}
