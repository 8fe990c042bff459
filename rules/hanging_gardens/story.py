"""What is told of an action (R7.6): events with their sentences, and with their data for pictures and computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rules.game import Event, Seat
from rules.hanging_gardens.garden import key
from rules.hanging_gardens.parts import FACILITIES
from rules.hanging_gardens.score import Line, in_order, lines
from rules.hanging_gardens.state import Laid, Square, Tiles, place_key
from rules.text import Text, say, term, who
from rules.wording import ALONE, victory

BY_TILES = "{winners} wins with {points} points, by number of tiles."
SHARED = "{winners} share the victory: {points} points and {tiles} tiles each."


class CardsOpened(NamedTuple):
    """The cards of a round, counted from 1, and who has the flower."""

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
    """A temple stands on a structure of so many squares; it came from the hand (None), or from another square."""

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
    """Who won, with how many points and tiles."""

    seats: tuple[Seat, ...]
    points: int
    tiles: int


DATA = {
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
    """R2.6"""
    return Event("begins", say("{seat} receives the flower and begins.", seat=who(seat)))


def tiles_opened(tiles: Tiles) -> Event:
    """R2.7"""
    return Event("tiles_opened", say("The first six tiles: {tiles}.", tiles=tuple(map(term, tiles))))


def cards_opened(number: int, rounds: int, cards: tuple[str, ...], holder: Seat) -> Event:
    """R3.1"""
    sentence = "Round {round} of {rounds}: {cards}. {seat} has the flower."
    text = say(sentence, round=number, rounds=rounds, seat=who(holder), cards=cards)
    return Event("cards_opened", text, CardsOpened(number, cards, holder))


def laid(seat: Seat, laid: Laid) -> Event:
    """R3.9"""
    square = key((laid.column, laid.row))
    text = say("{seat} lays {card} ({turn}) at {square}.", seat=who(seat), card=laid.card, turn=term(laid.turn), square=square)
    return Event("laid", text, CardLaid(seat, laid))


def boxed(seat: Seat, card: str) -> Event:
    """R3.7"""
    return Event(
        "boxed", say("{seat} cannot lay any card; {card} leaves the game.", seat=who(seat), card=card), CardBoxed(seat, card)
    )


def built(seat: Seat, square: Square, letter: str, size: int, source: Square | None) -> Event:
    """R3.17, R3.24"""
    where = key(square)
    facility = term(FACILITIES[letter])
    data = Built(seat, square, size, source)
    if source is None:
        sentence = "{seat} builds a temple on {square} ({facility}, {size} squares)."
        return Event("temple_built", say(sentence, seat=who(seat), square=where, facility=facility, size=size), data)
    sentence = "{seat} moves a temple from {source} to {square} ({facility}, {size} squares)."
    text = say(sentence, source=key(source), seat=who(seat), square=where, facility=facility, size=size)
    return Event("temple_moved", text, data)


def hidden_drawn(seat: Seat) -> Event:
    """R3.29, for all."""
    return Event("hidden_drawn", say("{seat} draws a hidden tile.", seat=who(seat)))


def hidden_seen(seat: Seat, tile: str) -> Event:
    """R3.29, for who drew it alone."""
    return Event("hidden_seen", say("You drew {tile}.", tile=term(tile)), to=seat)


def tile_taken(seat: Seat, tile: str, place: int) -> Event:
    """R3.27"""
    text = say("{seat} takes {tile} from {place}.", seat=who(seat), tile=term(tile), place=place_key(place))
    return Event("tile_taken", text, TileTaken(seat, tile, place))


def tile_opened(tile: str, place: int) -> Event:
    """R3.28"""
    return Event(
        "tile_opened", say("{tile} comes up at {place}.", place=place_key(place), tile=term(tile)), TileOpened(tile, place)
    )


def five(seat: Seat, reason: str) -> Event:
    """R3.31, R3.32"""
    return Event("five", say("No tile for {seat}: 5 points instead.", seat=who(seat)), Five(seat, reason))


def stacks_empty(number: int) -> Event:
    """R3.30"""
    return Event("stacks_empty", say("The stacks are empty: round {round} is the last.", round=number))


def tiles_shown(seat: Seat, tiles: Tiles, points: int) -> Event:
    """R4.2"""
    text = say("{seat} shows {tiles}: {points} points.", seat=who(seat), tiles=tuple(_counted(tiles)), points=points)
    return Event("tiles_shown", text, TilesShown(seat, lines(tiles), points))


def _counted(tiles: Tiles) -> Iterable[Text]:
    if not tiles:
        yield say("no tiles")
    for tile, count in Counter(in_order(tiles)).items():
        yield say("{count} × {tile}", count=count, tile=term(tile)) if count > 1 else term(tile)


def won(seats: tuple[Seat, ...], points: int, tiles: int, tied: bool) -> Event:
    """R4.6; ``tied``: others have as many points."""
    text = victory(seats, points, BY_TILES if tied else ALONE, SHARED, tiles=tiles)
    return Event("won", text, Won(seats, points, tiles))
