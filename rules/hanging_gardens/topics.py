"""The short rules: three pages about one garden."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

from rules.game import Topic
from rules.hanging_gardens.garden import square_of
from rules.hanging_gardens.parts import CARDS_SOURCE, TILES
from rules.hanging_gardens.state import START_LAID, Garden, Laid, Square, State, Tiles, View, setup
from rules.text import say

PLACING = (
    say("Each round four cards lie open (three with three players). On your turn take one and lay it at once."),
    say("A card is six squares. Terraces, parks, arcades and fountains must come upon your garden, never upon the table."),
    say("Empty ground may come anywhere: upon the table it makes your garden larger, upon a facility it clears it."),
    say("Turn the card as you like. Only the topmost square counts. A temple must never be covered."),
    say("If none of the open cards can be laid, one of your choice leaves the game."),
)
STRUCTURES = (
    say("Three or more equal facilities joined by their sides are a structure."),
    say("If your new card added a facility to a structure without a temple, you may build one there and take a tile."),
    say("One temple a turn, one temple a structure. You may wait, hoping for more squares."),
    say("When all five temples stand, the one on your smallest group moves to the new place."),
    say("A card may cut a structure: a part without a temple that holds a new facility can be built on again."),
)
SCORING = (
    say("A structure of 3 opens column 1 of the tiles, 4 columns 1 and 2, 5 or more all three."),
    say("Six or more: you first draw a hidden tile that only you see, then choose an open one."),
    say("Equal tiles belong together: the numbers on a tile are the points for 1, 2, 3 … of them; then a new set begins."),
    say("Persons bring more beside a full set of their series; the guard brings 3 for each of your gates."),
    say("After the last card all tiles are shown. Most points win, then most tiles."),
)


# A game of two in its fourth round, each card with its way up and its top left square.
MINE = "d4 up m19, e4 up m21, d1 right m22, e3 left n19, j3 up o20"
OTHER = "g2 left m21, a2 left n20, o1 down o19, k1 down l20, i2 up l21, f2 left o21, e2 up p22"
TEMPLES = (("m20", "n22"), ("n21", "p21"))
OPEN = (None, "c3", "f1", "i1")
BOXED = ("o2",)
DISPLAY = ("gate", "king", "tiger", "gate", "gate", "chalice")
TAKEN = (("handler", "statue"), ("garden", "chalice"))
ANSWERS = ("card-2", "up", "p21", "o20")


def topics(source: str = CARDS_SOURCE) -> tuple[Topic, ...]:
    """Laying a card, structures and temples, tiles; without positions for an owner's cards, which the scene does not know."""
    scene = _scene() if source == "house" else None
    return (
        Topic("placing", say("Laying a card"), PLACING, scene, 0, ANSWERS[:2]),
        Topic("structures", say("Structures and temples"), STRUCTURES, scene, 0, ANSWERS[:3]),
        Topic("tiles", say("Tiles and points"), SCORING, scene, 0, ANSWERS),
    )


def topic_for(view: View) -> str:
    """Tiles when one is to be chosen, and at the end; else laying a card."""
    return "tiles" if view.over or view.pending else "placing"


def _scene() -> State:
    gardens = (_garden(MINE, TEMPLES[0]), _garden(OTHER, TEMPLES[1]))
    used = {laid.card for garden in gardens for laid in garden.laid} | {*OPEN, *BOXED}
    start = setup(2, frozenset())
    return replace(
        start,
        first=0,
        round=4,
        done=1,
        card_bag=tuple(card for card in start.card_bag if card not in used),
        cards=OPEN,
        boxed=BOXED,
        tile_bag=_left((*DISPLAY, *chain(*TAKEN))),
        tiles=DISPLAY,
        gardens=gardens,
        taken=TAKEN,
    )


def _garden(cards: str, temples: tuple[str, ...]) -> Garden:
    laid = [_laid(*words.split()) for words in cards.split(", ")]
    return Garden((START_LAID, *laid), tuple(sorted(map(_square, temples))))


def _laid(card: str, turn: str, at: str) -> Laid:
    return Laid(card, turn, *_square(at))


def _square(at: str) -> Square:
    square = square_of(at)
    assert square
    return square


def _left(drawn: Tiles) -> Tiles:
    """What is in the bag after these have been drawn."""
    return tuple((Counter(TILES) - Counter(drawn)).elements())
