"""A check that the component lists add up (R11.2, R11.6), for people who type in the lists of their own box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from rules.game import Finding
from rules.hanging_gardens.garden import group
from rules.hanging_gardens.names import FACILITY_NAMES, tile_name
from rules.hanging_gardens.parts import CARDS, CARDS_SOURCE, CYCLE, FACILITIES, GROUND, HIGH, PERSONS, SERIES, WIDE
from rules.text import Text, say, say_n

Cards = dict[str, str]
Place = tuple[int, int]  # right and down on a card

COUNT = 60
BY_FACILITIES = {1: 8, 2: 24, 3: 20, 4: 8}  # R11.2 (3)
EACH = 37  # squares of every facility, R11.2 (4)
GROUP = 3
PAIRS = 12  # R11.2 (7)
UNEVEN = 1.5  # R11.2 (8)
TILES = 44  # of series, R1.5


def findings(cards: Cards = CARDS, source: str = CARDS_SOURCE) -> Iterator[Finding]:
    """Yield findings; in an owner's list only (1), (2) and blank cards are faults, the rest is information."""
    broken = [*_shapes(cards), *_keys(cards)]
    yield from broken
    if broken:
        return
    yield from _equal_cards(cards)
    for text in (*_facilities(cards), *_balance(cards), *_pairs(cards), *_cycle(cards)):
        yield Finding(text, fault=source == "house")
    yield from _tiles()
    if source != "house":
        yield Finding(say("The short rules have no pictures here: those were made for our own cards."), fault=False)


def _shapes(cards: Cards) -> Iterator[Finding]:
    """Check the shapes of cards, R11.2 (1)."""
    if len(cards) != COUNT:
        yield Finding(say("There are {count} cards, not {all}.", count=len(cards), all=COUNT))
    for card, squares in cards.items():
        if len(squares) != WIDE * HIGH or set(squares) - {GROUND, *FACILITIES}:
            odd = say("{card} is “{squares}”; a card is six letters out of . T P A F, row by row.", card=card, squares=squares)
            yield Finding(odd)
        elif squares == GROUND * len(squares):
            yield Finding(say("{card} has no facility.", card=card))


def _keys(cards: Cards) -> Iterator[Finding]:
    for card in cards:
        if not re.fullmatch(r"[a-z0-9]+", card):
            yield Finding(say("“{card}” is not a card name: use only small letters and digits.", card=card))


def _equal_cards(cards: Cards) -> Iterator[Finding]:
    """Check for equal cards, R11.2 (2)."""
    for (one, squares), (other, others) in combinations(cards.items(), 2):
        if others in (squares, squares[::-1]):
            yield Finding(say("{one} and {other} are the same card.", one=one, other=other))


def _facilities(cards: Cards) -> Iterator[Text]:
    """Check the facilities on cards, R11.2 (3), (4)."""
    numbers = Counter(len(squares) - squares.count(GROUND) for squares in cards.values())
    for number in sorted({*numbers, *BY_FACILITIES}):
        wanted = BY_FACILITIES.get(number, 0)
        if numbers[number] != wanted:
            yield say_n(
                "Cards with {count} facility: {found}; {wanted} would be fair.",
                "Cards with {count} facilities: {found}; {wanted} would be fair.",
                number,
                found=numbers[number],
                wanted=wanted,
            )
    letters = Counter("".join(cards.values()))
    for letter, name in FACILITY_NAMES.items():
        if letters[letter] != EACH:
            yield say(
                "Squares of {facility}: {found}; {wanted} would be fair.", facility=name, found=letters[letter], wanted=EACH
            )


def _balance(cards: Cards) -> Iterator[Text]:
    """Check the balance of facilities, R11.2 (5)."""
    for card, squares in cards.items():
        board = _board(squares)
        if any(letter != GROUND and len(group(board, at)) >= GROUP for at, letter in board.items()):
            yield say("{card} already contains a structure.", card=card)


def _pairs(cards: Cards) -> Iterator[Text]:
    """Check pairs of facilities, R11.2 (7), (8)."""
    told = [_pairs_of(squares) for squares in cards.values()]
    beside = [[letters for letters, apart in pairs if apart == (0, 1)] for pairs in told]
    diagonal = [[letters for letters, apart in pairs if apart == (1, 1)] for pairs in told]
    kinds = (
        (say("identical facilities side by side"), [[a for a in pairs if len(set(a)) == 1] for pairs in beside]),
        (say("different facilities side by side"), [[a for a in pairs if len(set(a)) == 2] for pairs in beside]),
        (say("a diagonal pair of facilities"), diagonal),
    )
    for kind, by_card in kinds:
        found = sum(map(bool, by_card))
        if found < PAIRS:
            yield say("Cards with {kind}: {found}; {wanted} would be fair.", kind=kind, found=found, wanted=PAIRS)
    for by_card in ([[letters for letters, _ in pairs] for pairs in told], beside):
        mixed = Counter(pair for pairs in by_card for pair in pairs if len(set(pair)) == 2)
        counts = [mixed["".join(sorted(pair))] for pair in combinations(FACILITIES, 2)]
        if max(counts) > UNEVEN * min(counts):
            yield say("Mixed pairs are uneven: {least} to {most} of a kind.", least=min(counts), most=max(counts))


def _pairs_of(squares: str) -> list[tuple[str, tuple[int, int]]]:
    """Return all pairs of facilities on a card: both letters in order, and their distance, the smaller one first."""
    built = [(at, letter) for at, letter in _board(squares).items() if letter != GROUND]
    return [("".join(sorted(a + b)), _apart(one, other)) for (one, a), (other, b) in combinations(built, 2)]


def _apart(one: Place, other: Place) -> tuple[int, int]:
    less, more = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    return less, more


def _board(squares: str) -> dict[Place, str]:
    return {(at % WIDE, at // WIDE): letter for at, letter in enumerate(squares)}


def _cycle(cards: Cards) -> Iterator[Text]:
    """Check the cycle of steps, R11.2 (6)."""
    known = {*cards.values(), *(squares[::-1] for squares in cards.values())}
    for card, squares in cards.items():
        if squares.translate(CYCLE) not in known:
            yield say(
                "{squares} is missing from the list: it follows {card} in the cycle.", card=card, squares=squares.translate(CYCLE)
            )


def _tiles() -> Iterator[Finding]:
    """Check series and persons (R1.5, R1.6)."""
    count = sum(series.copies for series in SERIES.values())
    if count != TILES:
        yield Finding(say("There are {count} tiles of series, not {all}.", count=count, all=TILES))
    for tile, series in SERIES.items():
        if list(series.values) != sorted(series.values) or not series.values:
            yield Finding(say("The values of {tile} do not rise: {values}.", tile=tile_name(tile), values=series.values))
        elif series.copies % series.full:
            yield Finding(
                say("{tile}: {copies} copies do not make full sets.", tile=tile_name(tile), copies=series.copies),
                fault=False,
            )
    for tile, person in PERSONS.items():
        if person.series not in SERIES:
            yield Finding(say("{tile} belongs to {series}, which is not a series.", tile=tile_name(tile), series=person.series))
