"""Names of facilities, tiles and cards, each with its picture."""

from __future__ import annotations

from collections import Counter
from functools import cache

from rules.hanging_gardens.garden import turned
from rules.hanging_gardens.parts import CARDS, FACILITIES, GROUND
from rules.text import Text, piece, say, verbatim

TEMPLE = piece("gardens_temple", say("a temple"))
FLOWER = piece("gardens_flower", say("the flower"))
UP = "up"
BARE = "□"  # a square of ground among letters
FACILITY_NAMES = {"T": say("terrace"), "P": say("park"), "A": say("arcade"), "F": say("fountain")}
TILE_NAMES = {
    "queen": say("queen"),
    "king": say("king"),
    "tiger": say("tiger"),
    "garden": say("garden"),
    "statue": say("statue"),
    "chalice": say("chalice"),
    "gate": say("gate"),
    "handler": say("handler"),
    "gardener": say("gardener"),
    "sculptor": say("sculptor"),
    "priest": say("priest"),
    "guard": say("guard"),
}
TURN_WORDS = {"up": say("up"), "right": say("right"), "down": say("down"), "left": say("left")}
TURN_NAMES = {turn: piece(f"gardens_{turn}", word) for turn, word in TURN_WORDS.items()}
TURN_SIGNS = {turn: piece(f"gardens_{turn}", word, alone=True) for turn, word in TURN_WORDS.items()}


@cache
def facility_name(letter: str) -> Text:
    """Return the name of a facility by its letter."""
    return piece(f"gardens_{FACILITIES[letter]}", FACILITY_NAMES[letter])


@cache
def printed(card: str) -> tuple[Text, ...]:
    """Return the facilities on a card: ``2 × arcade``, ``park``."""
    letters = Counter(letter for letter in CARDS[card] if letter != GROUND)
    return tuple(so_many(facility_name(letter), count) for letter, count in letters.items())


def so_many(name: Text, count: int) -> Text:
    """Return ``2 × arcade``, or the name alone for one."""
    return say("{count} × {name}", count=count, name=name) if count > 1 else name


def square_name(letter: str) -> Text:
    """Return a facility's letter on a card, or its picture."""
    return piece(f"gardens_{FACILITIES[letter]}", verbatim(letter), alone=True)


@cache
def tile_name(tile: str) -> Text:
    """Return the name of a kind of tile."""
    return piece(f"gardens_{tile}", TILE_NAMES[tile])


def hidden(tile: str) -> Text:
    """Return the sentence about a hidden tile for the seat that drew it."""
    return say("Your hidden tile: {tile}.", tile=tile_name(tile))


@cache
def rows(card: str) -> Text:
    """Return a card as it is printed, as one picture or row by row: ``T□ / □P / □□``."""
    return piece(f"gardens_{card}", verbatim(" / ".join(turned(card, UP)).replace(GROUND, BARE)), alone=True)
