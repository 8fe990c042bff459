"""Names of cards, pawns, elements, tiles and seats, as people read them; and the keys of cards."""

from __future__ import annotations

from functools import cache

from rules.game import Seat
from rules.schlossgarten.figures import rotations
from rules.schlossgarten.parts import KINDS, PAWNS, SIDES, TERRAIN, Place
from rules.text import Text, piece, say, say_n

PAWN_WORDS = (say("king"), say("gardener"), say("architect"))
PAWN_WORDS_FIRST = (say("King"), say("Gardener"), say("Architect"))
YOUR_PAWN_WORDS = (say("Your king"), say("Your gardener"), say("Your architect"))
KIND_WORDS = (say("hedge"), say("long hedge"), say("maze"), say("column"), say("pool"), say("terrace"))
KIND_WORDS_FIRST = (say("Hedge"), say("Long hedge"), say("Maze"), say("Column"), say("Pool"), say("Terrace"))
COLOURS = {"red": say("Red"), "blue": say("Blue"), "white": say("White"), "yellow": say("Yellow")}
EMBLEMS = {"circle": say("circle"), "square": say("square"), "triangle": say("triangle"), "diamond": say("diamond")}
EDGES = {"south": say("south"), "west": say("west"), "north": say("north"), "east": say("east")}
TERRAINS = {"stones": say("stones"), "shrubs": say("shrubs"), "lawn": say("lawn")}


@cache
def card_key(card: int) -> str:
    """Return the key of a card as an answer: ``card-17`` (R6.2)."""
    return f"card-{card}"


def with_figure(text: Text) -> Text:
    """Return a text with the emoji of a figure."""
    return piece("schloss_figure", text)


def with_pit(text: Text) -> Text:
    """Return a text with the emoji of a pit."""
    return piece("schloss_pit", text)


@cache
def with_pawn(pawn: int, text: Text) -> Text:
    """Return a text with the emoji of a pawn."""
    return piece(f"schloss_{PAWNS[pawn]}", text)


@cache
def with_kind(kind: int, text: Text) -> Text:
    """Return a text with the emoji of an element."""
    return piece(f"schloss_{KINDS[kind].key.replace('-', '_')}", text)


@cache
def pawn_name(pawn: int) -> Text:
    """Return the name of a pawn: ``gardener``."""
    return with_pawn(pawn, PAWN_WORDS[pawn])


@cache
def pawn_name_capital(pawn: int) -> Text:
    """Return the name of a pawn for the beginning of a sentence: ``Gardener``."""
    return with_pawn(pawn, PAWN_WORDS_FIRST[pawn])


@cache
def your_pawn(pawn: int) -> Text:
    """Return ``Your gardener``, for the beginning of a sentence."""
    return with_pawn(pawn, YOUR_PAWN_WORDS[pawn])


@cache
def card_name(card: int) -> Text:
    """Return the name of a card: ``card 17``."""
    return say("card {number}", number=card)


@cache
def kind_name(kind: int) -> Text:
    """Return the name of an element: ``long hedge``."""
    return with_kind(kind, KIND_WORDS[kind])


@cache
def kind_name_capital(kind: int) -> Text:
    """Return the name of an element for the beginning of a sentence: ``Long hedge``."""
    return with_kind(kind, KIND_WORDS_FIRST[kind])


def of_owner(owner: Text, what: Text) -> Text:
    """Return a piece with its owner, such as ``Ben's gardener`` or ``Red's pool``."""
    return say("{owner}'s {what}", owner=owner, what=what)


@cache
def side_name(side: int) -> Text:
    """Return the name of the colour of a side."""
    name = SIDES[side].colour
    return piece(f"schloss_{name}", COLOURS[name])


@cache
def colour(sides: tuple[int, ...], seat: Seat) -> Text:
    """Return the name of the colour of a seat."""
    return side_name(sides[seat])


@cache
def terrain(value: int) -> Text:
    """Return the name of the tiles of a value: ``lawn``."""
    return piece(f"schloss_{TERRAIN[value]}", TERRAINS[TERRAIN[value]])


@cache
def steps(count: int) -> Text:
    """Return a number of steps in words: ``3 steps``."""
    return say_n("{count} step", "{count} steps", count)


def figure_in_words(card: int) -> Text:
    """Return a card as printed, seen from the king: ``gardener 1 east 1 north, architect 1 east 2 north`` (R3.5)."""
    gardener, architect = rotations(card)[0]
    return say("gardener {gardener}, architect {architect}", gardener=_way(gardener), architect=_way(architect))


def _way(place: Place) -> Text:
    x, y = place
    east = say("{squares} east", squares=x) if x > 0 else say("{squares} west", squares=-x)
    north = say("{squares} north", squares=y) if y > 0 else say("{squares} south", squares=-y)
    return say("{one} {other}", one=east, other=north) if x and y else east if x else north
