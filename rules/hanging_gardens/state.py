"""State, view and actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.game import Seat
from rules.hanging_gardens.parts import CARDS, OPEN_CARDS, PLACES, START, START_PLACE, TILES

Square = tuple[int, int]  # column, row, both from 1 (R1.8)
Group = frozenset[Square]
Tiles = tuple[str, ...]


def place_key(place: int) -> str:
    """Return ``tile-1`` for place 0 (R1.10)."""
    return f"tile-{place + 1}"


def slot_key(slot: int) -> str:
    """Return ``card-1`` for slot 0."""
    return f"card-{slot + 1}"


class Laid(NamedTuple):
    """A card as it lies: its name, its way up, and its top left square."""

    card: str
    turn: str
    column: int
    row: int


START_LAID = Laid(START, "up", *START_PLACE)  # R1.8


@dataclass(frozen=True, slots=True)
class Garden:
    """The cards in the order laid, and the squares with a temple, sorted; everything else follows from these."""

    laid: tuple[Laid, ...]
    temples: tuple[Square, ...]


class Pending(NamedTuple):
    """A temple on six or more brings a hidden tile, then an open one (R3.29); ``shown``: the hidden one is drawn."""

    size: int
    shown: bool


@dataclass(frozen=True, slots=True)
class Open:
    """The open part of a state, which everybody knows.

    :param first: the seat that begins; None until it is drawn.
    :param round: the round, counted from 1.
    :param done: turns completed in it.
    """

    seats: int
    open_tiles: bool
    first: Seat | None
    round: int
    done: int
    cards: tuple[str | None, ...]
    boxed: tuple[str, ...]
    tiles: tuple[str | None, ...]
    gardens: tuple[Garden, ...]
    fives: tuple[int, ...]
    pending: Pending | None


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Open):
    """The whole state (R7.2): the bags and the tiles of each seat as well."""

    card_bag: tuple[str, ...]
    tile_bag: Tiles
    taken: tuple[Tiles, ...]
    hidden: tuple[Tiles, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open):
    """The knowledge of one seat, or with ``me`` None of the public (R7.4).

    :param known: by seat, the tiles that this viewer may see, in tile order.
    :param hidden: the known tiles that were drawn hidden, in the order drawn.
    :param points: the points of the known tiles by seat; exact for ``me``, and for all seats at the end.
    :param winners: empty until the end.
    """

    me: Seat | None
    rounds: int
    holder: Seat | None
    active: Seat | None
    cards_left: int
    tiles_left: int
    counts: tuple[int, ...]
    known: tuple[Tiles, ...]
    hidden: tuple[Tiles, ...]
    points: tuple[int, ...]
    over: bool
    winners: tuple[Seat, ...]


class Start(NamedTuple):
    """The dealer draws the seat that begins (R2.6)."""

    seat: Seat


class OpenTiles(NamedTuple):
    """The dealer fills the empty places in ascending order (R2.7, R3.28)."""

    tiles: Tiles


class OpenCards(NamedTuple):
    """The dealer lays out the cards of a round (R3.1)."""

    cards: tuple[str, ...]


class HiddenTile(NamedTuple):
    """The dealer draws a tile for the seat that built on six or more (R3.29)."""

    tile: str


class Lay(NamedTuple):
    """A seat lays a card, and may build a temple and take a tile; slots and places count from 0 (R3.5)."""

    slot: int
    turn: str
    at: Square
    temple: Square | None = None
    source: Square | None = None
    tile: int | None = None


class Box(NamedTuple):
    """A card leaves the game because none can be laid (R3.7)."""

    slot: int


class TakeTile(NamedTuple):
    """A seat takes the open tile after a hidden one (R3.29)."""

    tile: int


Action = Start | OpenTiles | OpenCards | HiddenTile | Lay | Box | TakeTile


def setup(seats: int, variants: frozenset[str]) -> State:
    """Return a start card for every seat, and everything else in the bags (R2.1–R2.5)."""
    start = Garden((START_LAID,), ())
    nothing: tuple[Tiles, ...] = ((),) * seats
    return State(
        seats=seats,
        open_tiles="open-tiles" in variants,
        first=None,
        round=0,
        done=0,
        card_bag=tuple(sorted(CARDS)),
        cards=(None,) * OPEN_CARDS[seats],
        boxed=(),
        tile_bag=TILES,
        tiles=(None,) * PLACES,
        gardens=(start,) * seats,
        taken=nothing,
        hidden=nothing,
        fives=(0,) * seats,
        pending=None,
    )


FORMER_START = (65, 70)  # where the start card lay in the first two versions


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a stored state in today's shape: version 1 had −1 for an unknown seat, versions 1 and 2 other squares."""
    first = None if version == 1 and data["first"] == -1 else data["first"]
    gardens = list(map(_moved, data["gardens"])) if version < 3 else data["gardens"]
    return data | {"first": first, "gardens": gardens}


def _moved(garden: dict[str, Any]) -> dict[str, Any]:
    """Return a garden around today's place of the start card (R1.8)."""
    right, down = START_PLACE[0] - FORMER_START[0], START_PLACE[1] - FORMER_START[1]
    laid = [(card, turn, column + right, row + down) for card, turn, column, row in garden["laid"]]
    return {"laid": laid, "temples": [(column + right, row + down) for column, row in garden["temples"]]}
