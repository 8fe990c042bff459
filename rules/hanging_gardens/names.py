"""What facilities, tiles and cards are called, each by the name of its picture."""

from __future__ import annotations

from functools import cache

from rules.hanging_gardens.garden import turned
from rules.hanging_gardens.parts import FACILITIES, GROUND, PERSONS
from rules.text import Text, piece, say, term, verbatim

TEMPLE = piece("gardens_temple", say("a temple"))
FLOWER = piece("gardens_flower", say("the flower"))
UP = "up"
BARE = "□"  # a square of ground among letters


@cache
def facility_name(letter: str) -> Text:
    """What a facility is called, by its letter."""
    return piece(f"gardens_{FACILITIES[letter]}", term(FACILITIES[letter]))


def square_name(letter: str) -> Text:
    """A facility's letter on a card, or the square itself."""
    return piece(f"gardens_{FACILITIES[letter]}", verbatim(letter), alone=True)


@cache
def tile_name(tile: str) -> Text:
    """What a kind of tile is called."""
    return piece(f"gardens_{tile}", term(tile))


@cache
def one_tile(tile: str) -> Text:
    """``a queen``, ``the guard``, of whom there is but one."""
    return say("the {tile}" if tile in PERSONS else "a {tile}", tile=tile_name(tile))


@cache
def rows(card: str, turn: str) -> Text:
    """A card as it lies, row by row: ``T□ / □P / □□``; upright, as printed, it is one picture."""
    letters = verbatim(" / ".join(turned(card, turn)).replace(GROUND, BARE))
    return piece(f"gardens_{card}", letters, alone=True) if turn == UP else letters
