"""What cards, pawns and seats are called."""

from __future__ import annotations

from functools import cache

from rules.game import Seat
from rules.schlossgarten.figures import positions
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
    """``card-17`` (R6.2)."""
    return f"card-{card}"


def with_figure(text: Text) -> Text:
    """What is said of a figure, with its picture."""
    return piece("schloss_figure", text)


def with_pit(text: Text) -> Text:
    """What is said of a pit, with its picture."""
    return piece("schloss_pit", text)


@cache
def with_pawn(pawn: int, text: Text) -> Text:
    """What is said of a pawn, with its picture."""
    return piece(f"schloss_{PAWNS[pawn]}", text)


@cache
def with_kind(kind: int, text: Text) -> Text:
    """What is said of an element, with its picture."""
    return piece(f"schloss_{KINDS[kind].key.replace('-', '_')}", text)


@cache
def pawn_name(pawn: int) -> Text:
    """What a pawn is called where the word stands alone."""
    return with_pawn(pawn, PAWN_WORDS[pawn])


@cache
def pawn_first(pawn: int) -> Text:
    """The same at the beginning of a sentence."""
    return with_pawn(pawn, PAWN_WORDS_FIRST[pawn])


@cache
def your_pawn(pawn: int) -> Text:
    """A pawn of the reader's, as the subject with which a sentence begins."""
    return with_pawn(pawn, YOUR_PAWN_WORDS[pawn])


@cache
def card_name(card: int) -> Text:
    """What a card is called where the word stands alone."""
    return say("card {number}", number=card)


@cache
def kind_name(kind: int) -> Text:
    """What an element is called where the word stands alone."""
    return with_kind(kind, KIND_WORDS[kind])


@cache
def kind_first(kind: int) -> Text:
    """The same at the beginning of a sentence."""
    return with_kind(kind, KIND_WORDS_FIRST[kind])


def of_owner(owner: Text, what: Text) -> Text:
    """``Ben's gardener``, ``Red's pool``."""
    return say("{owner}'s {what}", owner=owner, what=what)


@cache
def side_name(side: int) -> Text:
    """A side by its colour."""
    name = SIDES[side].colour
    return piece(f"schloss_{name}", COLOURS[name])


@cache
def colour(sides: tuple[int, ...], seat: Seat) -> Text:
    """A seat by its colour, as it is known on the board."""
    return side_name(sides[seat])


@cache
def terrain(value: int) -> Text:
    """What a tile of this value is called."""
    return piece(f"schloss_{TERRAIN[value]}", TERRAINS[TERRAIN[value]])


@cache
def steps(count: int) -> Text:
    """A number of steps in words."""
    return say_n("{count} step", "{count} steps", count)


def figure_in_words(card: int) -> Text:
    """The printed card: ``gardener 1 east 1 north, architect 1 east 2 north``, seen from the king (R3.5)."""
    gardener, architect = positions(card)[0]
    return say("gardener {gardener}, architect {architect}", gardener=_way(gardener), architect=_way(architect))


def _way(place: Place) -> Text:
    x, y = place
    east = say("{squares} east", squares=x) if x > 0 else say("{squares} west", squares=-x)
    north = say("{squares} north", squares=y) if y > 0 else say("{squares} south", squares=-y)
    return say("{one} {other}", one=east, other=north) if x and y else east if x else north
