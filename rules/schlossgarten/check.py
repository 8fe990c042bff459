"""Check the components (R11.4): for owners who type in the lists of their own box (R11.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.game import Finding
from rules.schlossgarten.board import board_of
from rules.schlossgarten.figures import Card, rotations_of
from rules.schlossgarten.finishes import finishes_of
from rules.schlossgarten.parts import CARDS, SEATING, SIDES, SIZE, SOURCE, STEPS, TILES, Place
from rules.schlossgarten.state import setup, start
from rules.text import Text, say

Cards = Mapping[int, Card]

COUNT = 32
BOX = 4  # squares a side that hold every figure (C3)
SMALL, SMALL_CARDS = 3, 16  # squares a side, and the cards that should fit into them (C4)
EVEN = 1.05  # ratio of the largest to the smallest sum of distances, at most (C6)
MAKEABLE = 24  # cards with a finishing position from the start (C7)


def findings(cards: Cards = CARDS, tiles: Mapping[int, int] = TILES, source: str = SOURCE) -> Iterator[Finding]:
    """Yield mistakes in the components; in an owner's list only those of form are faults, the rest are remarks."""
    yield from _tiles(tiles)
    yield from _starts()
    broken = [*_shapes(cards)]
    yield from broken
    if not broken:
        for text in (*_equal(cards), *_boxes(cards), *_closed(cards), *_distances(cards), *_makeable(cards)):
            yield Finding(text, fault=source == "house")


def _tiles(tiles: Mapping[int, int]) -> Iterator[Finding]:
    """Check number and values of the tiles (R1.2)."""
    count = sum(tiles.values())
    if count != SIZE**2:
        yield Finding(say("There are {tiles} tiles, not {all}.", tiles=count, all=SIZE**2))
    if set(tiles) != {1, 2, 3} or min(tiles.values()) < 0:
        yield Finding(say("Tiles are worth 1, 2 or 3 points, not {values}.", values=tuple(tiles)))


def _starts() -> Iterator[Finding]:
    """Check that all pawns start on different squares (R2.2)."""
    squares = [square for side in range(len(SIDES)) for square in start(side)]
    if len(set(squares)) < len(squares):
        yield Finding(say("Two pawns start on the same square."))


def _shapes(cards: Cards) -> Iterator[Finding]:
    """Check that the cards are 1 to 32, of three squares that fit into the garden (R11.4, C1)."""
    if list(cards) != list(range(1, COUNT + 1)):
        yield Finding(say("The cards are not numbered from 1 to {cards}.", cards=COUNT))
    for number, card in cards.items():
        if len({(0, 0), *card}) < 3:
            yield Finding(say("card-{card} needs three different squares.", card=number))
        elif max(_box(card)) > SIZE:
            yield Finding(say("card-{card} does not fit into the garden.", card=number))


def _box(card: Card) -> tuple[int, int]:
    """Return columns and rows of a figure."""
    (gx, gy), (ax, ay) = card
    return max(0, gx, ax) - min(0, gx, ax) + 1, max(0, gy, ay) - min(0, gy, ay) + 1


def _equal(cards: Cards) -> Iterator[Text]:
    """Check that all cards differ (R11.4, C2)."""
    for (one, card), (other, also) in combinations(cards.items(), 2):
        if rotations_of(card)[0] == rotations_of(also)[0]:
            yield say("card-{one} and card-{other} are the same.", one=one, other=other)


def _boxes(cards: Cards) -> Iterator[Text]:
    """Check the size of the cards (R11.4, C3 and C4)."""
    for number, card in cards.items():
        if max(_box(card)) > BOX:
            yield say("card-{card} is larger than {box} squares a side.", card=number, box=BOX)
    small = sum(max(_box(card)) <= SMALL for card in cards.values())
    if small < SMALL_CARDS:
        yield say("{cards} cards fit into 3 × 3 squares; {wanted} would be fair.", cards=small, wanted=SMALL_CARDS)


def _closed(cards: Cards) -> Iterator[Text]:
    """Check that mirrored cards and cards with exchanged workers are on the list, too (R11.4, C5)."""
    known = {rotations_of(card)[0] for card in cards.values()}
    for number, (gardener, architect) in cards.items():
        if rotations_of((architect, gardener))[0] not in known:
            yield say("card-{card} with gardener and architect swapped is missing.", card=number)
        if rotations_of((_mirrored(gardener), _mirrored(architect)))[0] not in known:
            yield say("card-{card} has no mirror image.", card=number)


def _mirrored(place: Place) -> Place:
    x, y = place
    return -x, y


def _distances(cards: Cards) -> Iterator[Text]:
    """Check that the three distances are even over all cards (R11.4, C6)."""
    king = sum(_distance((0, 0), gardener) for gardener, _ in cards.values())
    other = sum(_distance((0, 0), architect) for _, architect in cards.values())
    between = sum(_distance(*card) for card in cards.values())
    if max(king, other, between) > EVEN * min(king, other, between):
        yield say(
            "The distances are uneven: king to gardener {king}, king to architect {other}, between these {between}.",
            king=king, other=other, between=between,
        )  # fmt: skip


def _distance(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _makeable(cards: Cards) -> Iterator[Text]:
    """Check that most cards can be made from the start (R11.4, C7)."""
    for seats in SEATING:
        board = board_of(setup(seats, frozenset()))
        for seat in range(seats):
            count = sum(bool(finishes_of(board, seat, card)) for card in cards.values())
            if count < MAKEABLE:
                yield say(
                    "With {seats} players seat {seat} can make {made} patterns within {steps} steps; {wanted} would be fair.",
                    seats=seats, seat=seat + 1, made=count, steps=STEPS, wanted=MAKEABLE,
                )  # fmt: skip
