"""The events of actions (R7.6): their sentences, and their data for pictures and computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rules.game import Event, Seat
from rules.hanging_gardens.names import FLOWER, TEMPLE, facility_name, hidden, printed, so_many, tile_name
from rules.hanging_gardens.score import Line, in_order, lines
from rules.hanging_gardens.state import Laid, Square, Tiles
from rules.text import Param, Text, say, say_n, who
from rules.wording import headline, victory


class CardsOpened(NamedTuple):
    """The cards of a round, counted from 1, and the seat with the flower."""

    round: int
    cards: tuple[str, ...]
    holder: Seat


class CardLaid(NamedTuple):
    """A seat laid a card."""

    seat: Seat
    laid: Laid


class CardBoxed(NamedTuple):
    """A card left the game."""

    seat: Seat
    card: str


class Built(NamedTuple):
    """A temple stands on a structure of ``size`` squares, from the hand (None) or from another square."""

    seat: Seat
    square: Square
    size: int
    source: Square | None


class TileTaken(NamedTuple):
    """A seat took the tile of a place, counted from 0."""

    seat: Seat
    tile: str
    place: int


class TileOpened(NamedTuple):
    """A tile came up at a place, counted from 0."""

    tile: str
    place: int


class Five(NamedTuple):
    """Points instead of a tile: the display had none in its columns, or the stacks had none."""

    seat: Seat
    reason: str


class TilesShown(NamedTuple):
    """All tiles of a seat, and what they bring."""

    seat: Seat
    lines: tuple[Line, ...]
    points: int


class Won(NamedTuple):
    """The winning seats, with their points and tiles."""

    seats: tuple[Seat, ...]
    points: int
    tiles: int


EVENT_DATA = {
    "cards_opened": CardsOpened,
    "laid": CardLaid,
    "boxed": CardBoxed,
    "temple_built": Built,
    "temple_moved": Built,
    "tile_taken": TileTaken,
    "tile_opened": TileOpened,
    "five": Five,
    "tiles_shown": TilesShown,
    "won": Won,
}


def begins(seat: Seat) -> Event:
    """Tell which seat begins (R2.6)."""
    return Event("begins", say("{seat} has {flower} and begins.", seat=who(seat), flower=FLOWER))


def cards_opened(number: int, rounds: int, cards: tuple[str, ...], holder: Seat) -> Event:
    """Tell the cards of a round (R3.1), and from the second on the flower."""
    count: dict[str, Param] = {"round": number, "rounds": rounds}
    later = say("Round {round} of {rounds}. {seat} has {flower}.", seat=who(holder), flower=FLOWER, **count)
    text = later if number > 1 else say("Round {round} of {rounds}.", **count)
    return Event("cards_opened", text, CardsOpened(number, cards, holder))


@cache
def _named(card: str) -> Text:
    """Return a card by the facilities on it."""
    return say("a card ({facilities})", facilities=printed(card))


def laid(seat: Seat, laid: Laid, *, builds: bool) -> Event:
    """Tell a card laid (R3.9): the headline of a turn that ``builds`` no temple."""
    return Event("laid", headline(seat, 0, _named(laid.card), 0), CardLaid(seat, laid), headline=not builds)


def boxed(seat: Seat, card: str) -> Event:
    """Tell a card that leaves the game (R3.7)."""
    text = headline(seat, 0, say("no open card fits, so one leaves the game"), 0)
    return Event("boxed", text, CardBoxed(seat, card), headline=True)


def built(seat: Seat, square: Square, letter: str, size: int, source: Square | None) -> Event:
    """Tell a temple built or moved (R3.17, R3.24)."""
    there: dict[str, Param] = {"temple": TEMPLE, "facility": facility_name(letter), "size": size}
    data = Built(seat, square, size, source)
    if source is None:
        new = say("{temple} on the {facility} of {size}", **there)
        return Event("temple_built", headline(seat, 0, new, 0), data, headline=True)
    moved = say("{temple} moved to the {facility} of {size}", **there)
    return Event("temple_moved", headline(seat, 0, moved, 0), data, headline=True)


def hidden_drawn(seat: Seat) -> Event:
    """Tell everybody that a hidden tile was drawn (R3.29)."""
    return Event("hidden_drawn", say("{seat} draws a hidden tile.", seat=who(seat)))


def hidden_seen(seat: Seat, tile: str) -> Event:
    """Tell the hidden tile to the seat that drew it (R3.29)."""
    return Event("hidden_seen", hidden(tile), to=seat)


def tile_taken(seat: Seat, tile: str, place: int) -> Event:
    """Tell a tile taken from the display (R3.27)."""
    text = say("{seat} takes a tile: {tile}.", seat=who(seat), tile=tile_name(tile))
    return Event("tile_taken", text, TileTaken(seat, tile, place))


def tile_opened(tile: str, place: int) -> Event:
    """Tell a tile that fills the display (R3.28)."""
    return Event("tile_opened", say("New tile: {tile}.", tile=tile_name(tile)), TileOpened(tile, place))


def five(seat: Seat, reason: str) -> Event:
    """Tell five points instead of a tile (R3.31, R3.32)."""
    return Event("five", say("No tile for {seat}: 5 points instead.", seat=who(seat)), Five(seat, reason))


def stacks_empty(number: int) -> Event:
    """Tell that the stacks are empty (R3.30)."""
    return Event("stacks_empty", say("The stacks are empty: round {round} is the last.", round=number))


def tiles_shown(seat: Seat, tiles: Tiles, points: int) -> Event:
    """Tell which tiles a seat has at the end, and their points (R4.2)."""
    held = tuple(_counted(tiles))
    text = say_n(
        "{seat} shows {tiles}: {count} point.", "{seat} shows {tiles}: {count} points.", points, seat=who(seat), tiles=held
    )
    return Event("tiles_shown", text, TilesShown(seat, lines(tiles), points))


def _counted(tiles: Tiles) -> Iterable[Text]:
    if not tiles:
        yield say("no tiles")
    for tile, count in Counter(in_order(tiles)).items():
        yield so_many(tile_name(tile), count)


def over() -> Event:
    """Tell that the game is over (R4.1)."""
    return Event("over", say("The game is over."))


def won(seats: tuple[Seat, ...], points: int, tiles: int, tied: bool) -> Event:
    """Tell the winners (R4.6); ``tied``: another seat has as many points."""
    tie = say("The tie was broken by the number of tiles.") if tied else None
    if len(seats) > 1:
        tie = say_n("{count} tile each.", "{count} tiles each.", tiles)
    return Event("won", victory(seats, points, tie), Won(seats, points, tiles))
