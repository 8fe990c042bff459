"""The short rules: aim, cards, temples, tiles and signs; with two positions of a game of two."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain

from rules.game import Topic
from rules.hanging_gardens.garden import square_of
from rules.hanging_gardens.labels import LEGEND as FACILITIES_LEGEND
from rules.hanging_gardens.names import tile_name
from rules.hanging_gardens.parts import CARDS_SOURCE, PERSONS, SERIES, TILES
from rules.hanging_gardens.state import START_LAID, Garden, Laid, Square, State, Tiles, View, setup
from rules.hanging_gardens.words import values
from rules.text import joined, say
from rules.values import replace
from rules.wording import SIGNS

(LONE,) = {person.without for person in PERSONS.values()}
AIM = (
    say("Only tiles score: most points on tiles at the end win."),
    say("A turn, step 1: take an open card and lay it on your garden, over squares that you already have."),
    say("Step 2: if it makes three or more identical squares side by side (parks, say), you may build a temple on them."),
    say("Step 3: for the temple take an open tile. The larger the group, the more tiles you choose from."),
    say("The game ends when the cards or the tiles run out. In a tie, the player with more tiles wins."),
)
PLACING = (
    say("Take an open card and lay it at once, turned as you like."),
    say("A card is six squares. Its facilities (terraces, parks, arcades, fountains) must lie on your garden, not on the table."),
    say("The arrows turn the card. Only its empty ground may lie beside your garden."),
    say("Only the topmost square counts, so empty ground clears a terrace or park. A temple must never be covered."),
    say("If none of the open cards fits in your garden, remove one of them from the game: that counts as your turn."),
    say("Each round offers four cards, or three with three players. With two players, each takes two."),
)
STRUCTURES = (
    say("Three or more identical facilities that touch side by side are a structure."),
    say("If your new card added a facility to a structure without a temple, you may build a temple on any of its squares."),
    say("One temple a turn, and one on each structure. You may wait and let a structure grow."),
    say("You have five temples. Once all five are built, you move one from your smallest group instead."),
    say("If a card splits a structure, you may build on a part without a temple if it got a new facility."),
)
SCORING = (
    say("A temple on a structure of 3 lets you take a tile from column 1, on 4 from column 1 or 2, on 5 or more any tile."),
    say("On six or more you first draw a hidden tile that only you see, then take an open one."),
    say(
        "Identical tiles are worth more together: each shows the points for 1, 2, 3 … of them. After a full set you start a "
        "new one."
    ),
    say("A person is worth {without} points, and more once you have a full set of the tiles it goes with.", without=LONE),
    say("The guard is worth {each} points for each of your gates.", each=PERSONS["guard"].with_set),
    say("After the last card, all hidden tiles are revealed. Most points win; in a tie, most tiles."),
)
LEGEND = (
    FACILITIES_LEGEND,
    say("A card in words reads row by row: T□ / □P / □□ has a terrace top left and a park in the middle on the right."),
    say("A temple has its owner's colour. ×4 on a dark plate: a group of four, ready for a temple."),
    say("When you lay a card, each numbered outline is a place for it. The number is on its upper left square."),
    say("“4 or more” above tiles: the size of group that lets you take one. ×6 on a tile: there are six in the game."),
    joined(" · ", *(say("{tile} {values}", tile=tile_name(tile), values=values(tile)) for tile in (*SERIES, *PERSONS))),
    joined(
        " · ",
        *(say("{person} goes with {tile}", person=tile_name(p), tile=tile_name(each.series)) for p, each in PERSONS.items()),
    ),
    say("The flower marks who begins the round."),
    *SIGNS,
)


# Cards are written with their way up and their top left square.
MINE = "d4 up m19, e4 up m21, d1 right m22, e3 left n19, j3 up o20"
OTHER = "g2 left m21, a2 left n20, o1 down o19, k1 down l20, i2 up l21, f2 left o21, e2 up p22"
MINE_LATER = f"{MINE}, i1 left o21, c3 up q21, o4 right p22, o3 left o22, i3 down o18, h2 right m18"
OTHER_LATER = f"{OTHER}, f1 left p23, j1 right n22, c1 right l23, n1 down l20, m4 left q23"
BOXED = ("o2",)
ANSWERS = ("card-2", "up", "p21", "o20")


@cache
def topics(source: str = CARDS_SOURCE) -> tuple[Topic, ...]:
    """Return the pages of the short rules.

    With an owner's own cards they have no positions, as the example positions use the house cards.
    """
    scene, later = (_fourth_round(), _seventh_round()) if source == "house" else (None, None)
    cards = {"card": PLACING[0], "box": PLACING[4], "turn": PLACING[1], "place": PLACING[2]}
    temples = {"temple": STRUCTURES[1], "source": STRUCTURES[3]}
    return (
        Topic("aim", say("The aim"), AIM, scene),
        Topic("placing", say("Cards"), PLACING, scene, 0, ANSWERS[:2], cards),
        Topic("structures", say("Temples"), STRUCTURES, scene, 0, ANSWERS[:3], temples),
        Topic("tiles", say("Tiles"), SCORING, scene, 0, ANSWERS, {"tile": SCORING[2]}),
        Topic("signs", say("Signs"), LEGEND, later),
    )


def topic_for(view: View) -> str:
    """Return tiles when one is to be chosen and at the end, else cards."""
    return "tiles" if view.over or view.pending else "placing"


def _fourth_round() -> State:
    """Return a position whose card can complete a group."""
    return _position(
        4,
        (_garden(MINE, "m20 n22"), _garden(OTHER, "n21 p21")),
        cards=(None, "c3", "f1", "i1"),
        tiles=("gate", "king", "tiger", "gate", "gate", "chalice"),
        taken=(("handler", "statue"), ("garden", "chalice")),
    )


def _seventh_round() -> State:
    """Return a position with most signs: a group of four without a temple, persons among the tiles."""
    return _position(
        7,
        (_garden(MINE_LATER, "m20 n20 n22"), _garden(OTHER_LATER, "l22 n21 p21 p24")),
        cards=("b1", "k2", "d3", "k3"),
        tiles=("priest", "sculptor", "tiger", "chalice", "gate", "chalice"),
        taken=(("handler", "statue", "king"), ("garden", "chalice", "gate", "gate")),
    )


def _position(
    number: int, gardens: tuple[Garden, ...], *, cards: tuple[str | None, ...], tiles: Tiles, taken: tuple[Tiles, ...]
) -> State:
    """Return a game of two in the round of this number; a turn is done for each card that is gone."""
    used = {laid.card for garden in gardens for laid in garden.laid} | {*cards, *BOXED}
    start = setup(2, frozenset())
    return replace(
        start,
        first=0,
        round=number,
        done=cards.count(None),
        card_bag=tuple(card for card in start.card_bag if card not in used),
        cards=cards,
        boxed=BOXED,
        tile_bag=_left((*tiles, *chain(*taken))),
        tiles=tiles,
        gardens=gardens,
        taken=taken,
    )


def _garden(cards: str, temples: str) -> Garden:
    laid = [_laid(*words.split()) for words in cards.split(", ")]
    return Garden((START_LAID, *laid), tuple(sorted(map(_square, temples.split()))))


def _laid(card: str, turn: str, at: str) -> Laid:
    return Laid(card, turn, *_square(at))


def _square(at: str) -> Square:
    square = square_of(at)
    assert square
    return square


def _left(drawn: Tiles) -> Tiles:
    """Return a bag without these."""
    return tuple((Counter(TILES) - Counter(drawn)).elements())
