"""Geometry of gardens: places for cards, groups, structures and temples (R3.8–R3.25).

A card has 2 × 3 squares; its place is its top left square as it lies. Here ``a2`` lies upright on ``m20``, and then another
card ``a2``, turned right, on ``k22``. `Bitboard`s hold a garden row by row (`Frame`)::

    up     right           k  l  m  n
    P □    □ □ P       20        P  □
    □ □    □ □ □       21        □  □      P, a facility, must lie on the garden (R3.10);
    □ □                22  □  □  P  □      □, ground, may lie beyond it (R3.11)
                       23  □  □  □
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, NamedTuple, overload

from rules.hanging_gardens.parts import (
    CARDS,
    COLUMNS,
    GROUND,
    HIGH,
    PLACES,
    START,
    START_CARD,
    STRUCTURE,
    TEMPLES,
    TURNS,
    WIDE,
)
from rules.hanging_gardens.state import Garden, Group, Laid, Square
from rules.values import Bitboard

Board = Mapping[Square, str]  # the letter on top of each square
Closed = Literal["small", "built", "untouched"]

LETTERS = 26
MARGIN = 2  # squares that a card may reach beyond the garden (R1.8)
LYING = ("right", "left")  # the ways up in which a card is 3 wide and 2 high
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@cache
def key(square: Square) -> str:
    """Return ``m20`` for column 13, row 20; left of ``a`` comes ``az``, right of ``z`` comes ``za`` (R1.8)."""
    column, row = square
    beyond, letter = divmod(column - 1, LETTERS)
    return f"{'z' * beyond or 'a' * -beyond}{chr(ord('a') + letter)}{row}"


def site_key(site: Square | None) -> str:
    """Return the key of a square for a temple, or ``no-temple``."""
    return key(site) if site else "no-temple"


def source_key(temple: Square) -> str:
    """Return ``from-m20`` for a temple that moves."""
    return f"from-{key(temple)}"


def square_of(text: str) -> Square | None:
    """Return the square with this key; None if it is no key."""
    found = re.fullmatch(r"(a*|z*)([a-z])(0|-?[1-9][0-9]{0,3})", text, re.ASCII)
    if not found:
        return None
    beyond, letter, row = found.groups()
    sheets = len(beyond) if beyond.startswith("z") else -len(beyond)
    return sheets * LETTERS + ord(letter) - ord("a") + 1, int(row)


def reading_order(square: Square) -> tuple[int, int]:
    """Sort squares from top to bottom, then from left to right."""
    column, row = square
    return row, column


def keys(squares: Iterable[Square]) -> tuple[str, ...]:
    """Return the keys of squares, sorted by column, then row."""
    return tuple(map(key, sorted(squares)))


@cache
def turned(card: str, turn: str) -> tuple[str, ...]:
    """Return the rows of a card's letters when it is turned this way (R3.8)."""
    squares = START_CARD if card == START else CARDS[card]
    rows = [squares[at : at + WIDE] for at in range(0, WIDE * HIGH, WIDE)]
    for _ in range(TURNS.index(turn)):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return tuple(rows)


@cache
def turns(card: str) -> tuple[str, ...]:
    """Return the rotations in which a card looks different (R3.8)."""
    first = {turned(card, turn): turn for turn in reversed(TURNS)}
    return tuple(turn for turn in TURNS if first[turned(card, turn)] == turn)


@cache
def _squares(card: str, turn: str) -> tuple[tuple[int, int, str], ...]:
    """Return each square of a card: columns and rows from its top left square, and its letter."""
    return tuple((right, down, letter) for down, row in enumerate(turned(card, turn)) for right, letter in enumerate(row))


@cache
def _facilities(card: str, turn: str) -> tuple[tuple[int, int], ...]:
    """Return the squares of a card that hold facilities: columns and rows from its top left square."""
    return tuple((right, down) for right, down, letter in _squares(card, turn) if letter != GROUND)


@cache
def _facility_bits(card: str, turn: str, wide: int) -> tuple[int, ...]:
    """Return the squares of a card that hold facilities, as bits counted from its top left square in a frame of this width."""
    return tuple(down * wide + right for right, down in _facilities(card, turn))


def covered(laid: Laid) -> list[tuple[Square, str]]:
    """Return the squares that a card covers, with its letters."""
    _, _, column, row = laid
    return [((column + right, row + down), letter) for right, down, letter in _squares(laid.card, laid.turn)]


def top(garden: Garden) -> Board:
    """Return the letter on top of every square of a garden (R3.13)."""
    return _top(garden.laid)


@lru_cache(maxsize=4096)
def _top(laid: tuple[Laid, ...]) -> Board:
    below, (card, turn, column, row) = laid[:-1], laid[-1]
    board = dict(_top(below)) if below else {}
    for right, down, letter in _squares(card, turn):
        board[column + right, row + down] = letter
    return board


def lay(garden: Garden, laid: Laid) -> Garden:
    """Return the garden with one more card."""
    return Garden((*garden.laid, laid), garden.temples)


class Frame(NamedTuple):
    """A garden as bits, row by row: bit 0 is the square ``corner``, a row has ``wide`` columns.

    ``blocked``: top left squares of upright and of lying cards that would cover a temple (R3.12).
    """

    corner: Square
    wide: int
    ground: Bitboard
    blocked: tuple[Bitboard, Bitboard]


@lru_cache(maxsize=4096)
def framed(garden: Garden) -> Frame:
    """Return the garden as bits, with a margin around it."""
    _, _, columns, rows = zip(*garden.laid, strict=True)
    left, above = min(columns) - MARGIN, min(rows) - MARGIN
    wide = max(columns) - left + HIGH + MARGIN
    upright, lying = _rectangle(WIDE, HIGH, wide), _rectangle(HIGH, WIDE, wide)
    origin = above * wide + left
    ground = standing = flat = 0
    for _, turn, column, row in garden.laid:
        ground |= (lying if turn in LYING else upright) << row * wide + column - origin
    for column, row in garden.temples:  # what covers a temple has its top left square in a rectangle that ends there
        standing |= upright << (row - HIGH + 1) * wide + column - WIDE + 1 - origin
        flat |= lying << (row - WIDE + 1) * wide + column - HIGH + 1 - origin
    return Frame((left, above), wide, ground, (standing, flat))


@cache
def _rectangle(across: int, tall: int, wide: int) -> Bitboard:
    """Return the squares of a rectangle at the top left."""
    return sum(((1 << across) - 1) << down * wide for down in range(tall))


@dataclass(frozen=True, slots=True)
class Places(Sequence[Square]):
    """The top left squares where a card may lie, in reading order."""

    frame: Frame
    bits: Bitboard

    def __len__(self) -> int:
        return self.bits.bit_count()

    @overload
    def __getitem__(self, place: int) -> Square: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Square]: ...
    def __getitem__(self, place: int | slice) -> Square | Sequence[Square]:
        if isinstance(place, slice):
            return tuple(self)[place]
        bits = self.bits
        for _ in range(range(len(self))[place]):
            bits &= bits - 1
        return self._first(bits)

    def __iter__(self) -> Iterator[Square]:
        bits = self.bits
        while bits:
            yield self._first(bits)
            bits &= bits - 1

    def _first(self, bits: Bitboard) -> Square:
        """Return the square of the lowest bit; ``bits & bits - 1`` is the set without it."""
        (left, above), (down, right) = self.frame.corner, divmod((bits & -bits).bit_length() - 1, self.frame.wide)
        return left + right, above + down


def _places(frame: Frame, card: str, turn: str) -> Bitboard:
    """Return the top left squares where facilities find garden beneath (R3.10) and nothing covers a temple (R3.12)."""
    ground, places = frame.ground, ~frame.blocked[turn in LYING]
    for bit in _facility_bits(card, turn, frame.wide):
        places &= ground >> bit
    return places


@lru_cache(maxsize=4096)
def placements(frame: Frame, card: str) -> Mapping[str, Places]:
    """Return the places of a card by way up; ways without a place are left out."""
    return {turn: Places(frame, places) for turn in turns(card) if (places := _places(frame, card, turn))}


def fitting(frame: Frame, cards: Iterable[str]) -> list[str]:
    """Return the cards that have at least one legal place in the garden (R3.6)."""
    return [card for card in cards if any(_places(frame, card, turn) for turn in turns(card))]


def group(board: Board, square: Square) -> Group:
    """Return all squares of one facility that are joined to this square by sides (R1.3)."""
    letter, found, edge = board[square], {square}, [square]
    while edge:
        column, row = edge.pop()
        for right, down in SIDES:
            beside = column + right, row + down
            if beside not in found and board.get(beside) == letter:
                found.add(beside)
                edge.append(beside)
    return frozenset(found)


def groups(board: Board, least: int = 1) -> list[Group]:
    """Return all groups of facilities with ``least`` squares or more, in the order of their first squares."""
    left = {square for square, letter in board.items() if letter != GROUND}
    found: list[Group] = []
    for square in sorted(left):
        if square in left:
            found.append(group(board, square))
            left -= found[-1]
    return [each for each in found if len(each) >= least]


def joined(garden: Garden) -> tuple[Group, ...]:
    """Return the groups of a garden, in the order of their first squares."""
    return _joined(garden.laid)


@lru_cache(maxsize=4096)
def _joined(laid: tuple[Laid, ...]) -> tuple[Group, ...]:
    """Return the groups; only those that the last card covers or lies beside are searched anew."""
    *below, last = laid
    card, before = dict(covered(last)), _joined(tuple(below)) if below else ()
    near = {(column + right, row + down) for column, row in card for right, down in ((0, 0), *SIDES)}
    again = set(card).union(*(each for each in before if not each.isdisjoint(near)))
    board = _top(laid)
    fresh = groups({square: board[square] for square in again})
    return tuple(sorted((*fresh, *(each for each in before if each.isdisjoint(near))), key=min))


def find_touched_groups(garden: Garden) -> list[Group]:
    """Return the groups that hold a facility of the last card, in the order of their first squares (R3.14c, R3.15)."""
    board, found = top(garden), list[Group]()
    for square in _new(garden):
        if not any(square in each for each in found):
            found.append(group(board, square))
    return sorted(found, key=min)


def _new(garden: Garden) -> list[Square]:
    """Return the squares of the facilities of the last card."""
    card, turn, column, row = garden.laid[-1]
    return [(column + right, row + down) for right, down in _facilities(card, turn)]


def closed(garden: Garden, each: Group) -> Closed | None:
    """Return why no temple may be built on a group now; None for a structure open to building (R3.14)."""
    if len(each) < STRUCTURE:
        return "small"
    if not each.isdisjoint(garden.temples):
        return "built"
    return "untouched" if each.isdisjoint(_new(garden)) else None


def eligible(garden: Garden) -> list[Group]:
    """Return the structures on which a temple may be built after the card that was just laid (R3.14)."""
    return [each for each in find_touched_groups(garden) if not closed(garden, each)]


def movable(garden: Garden) -> tuple[Square, ...]:
    """Return the temples on the smallest groups, one of which has to move, if all are placed (R3.24, R3.25); else none."""
    if len(garden.temples) < TEMPLES:
        return ()
    board = top(garden)
    sizes = {temple: len(group(board, temple)) for temple in garden.temples}
    return tuple(temple for temple, size in sizes.items() if size == min(sizes.values()))


def build(garden: Garden, temple: Square, source: Square | None) -> Garden:
    """Return the garden with a temple on a square, taken from the hand or from another square."""
    standing = (each for each in garden.temples if each != source)
    return Garden(garden.laid, tuple(sorted((*standing, temple))))


def columns(size: int) -> int:
    """Return the number of columns of the display that a structure opens (R3.26)."""
    return min(size - STRUCTURE + 1, COLUMNS)


def opened(size: int) -> range:
    """Return the places in the columns that a structure opens."""
    return range(columns(size) * PLACES // COLUMNS)


def allowed(tiles: tuple[str | None, ...], size: int) -> list[int]:
    """Return the places with a tile in the columns that a structure opens."""
    return [place for place in opened(size) if tiles[place]]
