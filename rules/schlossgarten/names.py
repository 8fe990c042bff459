"""What cards, pawns and seats are called."""

from __future__ import annotations

from functools import cache

from rules.game import Seat
from rules.schlossgarten.figures import positions
from rules.schlossgarten.parts import KINDS, PAWNS, SIDES, TERRAIN, Place
from rules.text import Text, piece, say, term

FIGURE = piece("schloss_figure", say("figure"))


@cache
def card_key(card: int) -> str:
    """``card-17`` (R6.2)."""
    return f"card-{card}"


@cache
def pawn_name(pawn: int) -> Text:
    """What a pawn is called."""
    return piece(f"schloss_{PAWNS[pawn]}", say(PAWNS[pawn]))


@cache
def pawn_first(pawn: int) -> Text:
    """The same at the beginning of a sentence."""
    return piece(f"schloss_{PAWNS[pawn]}", say(PAWNS[pawn].capitalize()))


@cache
def card_name(card: int) -> Text:
    """What a card is called."""
    return say("card {number}", number=card)


@cache
def kind_name(kind: int) -> Text:
    """What an element is called."""
    return piece(f"schloss_{KINDS[kind].key.replace('-', '_')}", term(KINDS[kind].name))


@cache
def colour(sides: tuple[int, ...], seat: Seat) -> Text:
    """A seat by its colour, as it is known on the board."""
    name = SIDES[sides[seat]].colour
    return piece(f"schloss_{name}", term(name.capitalize()))


def side_name(side: int) -> Text:
    """A side by its colour."""
    name = SIDES[side].colour
    return piece(f"schloss_{name}", term(name))


@cache
def terrain(value: int) -> Text:
    """What a tile of this value is called."""
    return piece(f"schloss_{TERRAIN[value]}", term(TERRAIN[value]))


@cache
def steps(count: int) -> Text:
    """A number of steps in words."""
    return say("1 step") if count == 1 else say("{count} steps", count=count)


def figure_in_words(card: int) -> Text:
    """The printed card: ``gardener 1 east 1 north, architect 1 east 2 north``, seen from the king (R3.5)."""
    gardener, architect = positions(card)[0]
    return say("gardener {gardener}, architect {architect}", gardener=_way(gardener), architect=_way(architect))


def _way(place: Place) -> Text:
    x, y = place
    east = say("{count} east", count=x) if x > 0 else say("{count} west", count=-x)
    north = say("{count} north", count=y) if y > 0 else say("{count} south", count=-y)
    return say("{one} {other}", one=east, other=north) if x and y else east if x else north
