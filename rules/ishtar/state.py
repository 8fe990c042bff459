"""Ishtar: the state, what is seen of it, and the actions."""

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
    """A stack on the carpet: tiles face down, and the one face up on top of them."""

    shape: str
    hidden: int
    top: str | None

    @property
    def left(self) -> int:
        """All its tiles."""
        return self.hidden + (self.top is not None)


class Spot(NamedTuple):
    """Where cell 1 of a tile lies, and which way round (R1.8)."""

    anchor: Cell
    turned: int


class Laid(NamedTuple):
    """A tile as it lies."""

    tile: str
    anchor: Cell
    turned: int
    seat: Seat


class Token(NamedTuple):
    """A blooming token: ``flowers`` on each of its cells (R3.23, R3.24)."""

    cells: tuple[Cell, ...]
    flowers: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Garden:
    """The map and what lies on it, in the order laid; all else about the gardens follows from this."""

    layout: str = ""
    faces: tuple[tuple[str, int], ...] = ()
    fountains: tuple[str, ...] = ()
    laid: tuple[Laid, ...] = ()
    tokens: tuple[Token, ...] = ()
    pawns: tuple[Cell, ...] = ()
    assistants: tuple[tuple[Cell, Seat], ...] = ()


class Owned(NamedTuple):
    """A mastery with the two gems that lie on it."""

    mastery: str
    paid: Gems


class Player(NamedTuple):
    """What lies in front of a seat, but for its planted cards."""

    gems: Gems
    assistants: int
    carpet: int
    masteries: tuple[Owned, ...]
    reserved: int | None

    @property
    def owned(self) -> tuple[str, ...]:
        """The keys of its masteries."""
        return tuple(each.mastery for each in self.masteries)


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody may know; ``turns`` are those completed, ``stacks`` and ``can`` count from 0.

    Before the dealer has drawn who begins, ``first`` and ``turn`` are None.
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
    """Everything there is to know (R7.2): which cards each seat has planted as well."""

    planted: tuple[tuple[int, ...], ...]


class Points(NamedTuple):
    """What a seat would score (R4.4); ``trees`` and ``total`` are None where they are hidden."""

    trees: int | None
    flowers: int
    fountains: int
    masteries: tuple[tuple[str, int], ...]
    total: int | None

    @property
    def known(self) -> int:
        """All but the trees."""
        return self.flowers + self.fountains + sum(worth for _, worth in self.masteries)


@dataclass(frozen=True, slots=True, kw_only=True)
class View(PublicState):
    """What one seat, or with ``me`` None the public, may know (R7.3): all but other seats' planted cards, which are None.

    ``totals`` are the points to be shown by seat where that is not what they are: before a move is made.
    """

    me: Seat | None
    planted: tuple[tuple[int, ...] | None, ...]
    planted_count: tuple[int, ...]
    totals: tuple[Points, ...] | None = None


def planted_count(table: State | View, seat: Seat) -> int:
    """How many trees a seat has planted; everybody may know."""
    return table.planted_count[seat] if isinstance(table, View) else len(table.planted[seat])


class First(NamedTuple):
    """The dealer's draw of the seat that begins (R2.2)."""

    seat: Seat


class Map(NamedTuple):
    """The dealer's map: a layout, then a face and its turn for each slot (R2.3)."""

    layout: str
    faces: tuple[tuple[str, int], ...]


class Fountains(NamedTuple):
    """The dealer's fountains by slot (R2.4)."""

    colours: tuple[str, ...]


class Carpet(NamedTuple):
    """The dealer's cups, and the starting tile on each stack (R2.5)."""

    shapes: tuple[str, ...]
    tiles: tuple[str, ...]


class Row(NamedTuple):
    """The dealer's tree cards for the gaps of the row (R2.6, R3.43)."""

    trees: tuple[int, ...]


class Reveal(NamedTuple):
    """The dealer turns up the next tile of the stack that the can left (R3.5)."""

    tile: str


class Select(NamedTuple):
    """The can moves to a stack, and its tile is taken (R3.2–R3.5)."""

    stack: int
    pay: Gems


class Assist(NamedTuple):
    """An assistant on the symbol (R3.13)."""


class Unlock(NamedTuple):
    """A mastery, the gems put on it, and what its effect needs (R3.14, R3.17)."""

    mastery: str
    paid: Gems
    tree: int | None = None
    colour: str | None = None
    cells: tuple[Cell, ...] = ()


class Plant(NamedTuple):
    """A tree and where its pawn goes (R3.40)."""

    tree: int
    cell: Cell


class Place(NamedTuple):
    """The rest of a turn, from placing to planting (R6.4); without ``spot`` no tile is held (R3.7)."""

    spot: Spot | None
    special: Assist | Unlock | None = None
    plants: tuple[Plant, ...] = ()


Action = First | Map | Fountains | Carpet | Row | Reveal | Select | Place


def setup(seats: int, variants: frozenset[str]) -> State:
    """Before anything is dealt: everything is in the bags and the supply (section 2)."""
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
    """A stored state in today's shape: version 1 had −1 for a seat that is not known yet."""
    if version > 1:
        return data
    return data | {name: None for name in ("first", "turn") if data[name] == -1}
