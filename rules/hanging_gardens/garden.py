"""Where cards may lie and what they make: squares, groups, structures, temples (R3.8–R3.25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

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
from rules.hanging_gardens.state import Garden, Laid, Square

Board = Mapping[Square, str]  # the letter on top of each square
Group = frozenset[Square]

LETTERS = 26
MARGIN = 2  # squares that a card may reach beyond the garden (R1.8)
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@cache
def key(square: Square) -> str:
    """``bm70`` for column 65, row 70 (R1.8)."""
    column, letters = square[0], ""
    while column:
        column, letter = divmod(column - 1, LETTERS)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{square[1]}"


def square_of(text: str) -> Square | None:
    """The square with this key; None if it is no key."""
    found = re.fullmatch(r"([a-z]{1,3})([1-9][0-9]{0,3})", text, re.ASCII)
    if not found:
        return None
    column = 0
    for letter in found[1]:
        column = column * LETTERS + ord(letter) - ord("a") + 1
    return column, int(found[2])


def keys(squares: Iterable[Square]) -> tuple[str, ...]:
    """Keys by column, then row."""
    return tuple(map(key, sorted(squares)))


@cache
def turned(card: str, turn: str) -> tuple[str, ...]:
    """The rows of a card as it lies (R3.8)."""
    squares = START_CARD if card == START else CARDS[card]
    rows = [squares[at : at + WIDE] for at in range(0, WIDE * HIGH, WIDE)]
    for _ in range(TURNS.index(turn)):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return tuple(rows)


@cache
def turns(card: str) -> tuple[str, ...]:
    """The ways up that differ (R3.8)."""
    first = {turned(card, turn): turn for turn in reversed(TURNS)}
    return tuple(turn for turn in TURNS if first[turned(card, turn)] == turn)


def covered(laid: Laid) -> Iterator[tuple[Square, str]]:
    """The squares a card lies on, with its letters."""
    for down, row in enumerate(turned(laid.card, laid.turn)):
        for right, letter in enumerate(row):
            yield (laid.column + right, laid.row + down), letter


def top(garden: Garden) -> Board:
    """The letter on top of every square of a garden (R3.13)."""
    return _top(garden.laid)


@lru_cache(maxsize=4096)
def _top(laid: tuple[Laid, ...]) -> Board:
    *below, last = laid
    return {**(_top(tuple(below)) if below else {}), **dict(covered(last))}


def lay(garden: Garden, laid: Laid) -> Garden:
    """The garden with one more card."""
    return Garden((*garden.laid, laid), garden.temples)


class Frame(NamedTuple):
    """A garden as bits, column by column; ``corner`` is the square of bit 0, ``high`` the rows of a column."""

    corner: Square
    high: int
    ground: int
    temples: int

    def squares(self, bits: int) -> Iterator[Square]:
        """The squares of the bits set, by column, then row."""
        while bits:
            right, down = divmod((bits & -bits).bit_length() - 1, self.high)
            yield self.corner[0] + right, self.corner[1] + down
            bits &= bits - 1


@lru_cache(maxsize=1024)
def _frame(garden: Garden) -> Frame:
    board = top(garden)
    left, above = (min(at) - MARGIN for at in zip(*board, strict=True))
    high = max(row for _, row in board) - above + MARGIN + 1

    def bits(squares: Iterable[Square]) -> int:
        return sum(1 << (column - left) * high + row - above for column, row in squares)

    return Frame((left, above), high, bits(board), bits(garden.temples))


def _places(frame: Frame, card: str, turn: str) -> int:
    """The top left squares, as bits, where facilities find garden beneath (R3.10) and nothing covers a temple (R3.12)."""
    places, blocked = -1, 0
    for right, column in enumerate(zip(*turned(card, turn), strict=True)):
        for down, letter in enumerate(column):
            shift = right * frame.high + down
            blocked |= frame.temples >> shift
            if letter != GROUND:
                places &= frame.ground >> shift
    return places & ~blocked


@lru_cache(maxsize=4096)
def placements(garden: Garden, card: str) -> Mapping[str, tuple[Square, ...]]:
    """Where a card may lie, by way up; ways without a place are left out."""
    frame = _frame(garden)
    found = {turn: tuple(frame.squares(_places(frame, card, turn))) for turn in turns(card)}
    return {turn: squares for turn, squares in found.items() if squares}


def fits(garden: Garden, card: str) -> bool:
    """Can the card be laid somewhere (R3.6)?"""
    frame = _frame(garden)
    return any(_places(frame, card, turn) for turn in turns(card))


def group(board: Board, square: Square) -> Group:
    """All squares of one facility that are joined by sides with this one (R1.3)."""
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
    """All groups of facilities with so many squares or more, by their first squares."""
    left = {square for square, letter in board.items() if letter != GROUND}
    found: list[Group] = []
    for square in sorted(left):
        if square in left:
            found.append(group(board, square))
            left -= found[-1]
    return [each for each in found if len(each) >= least]


def touched(garden: Garden) -> list[Group]:
    """The groups that hold a facility of the card laid last, by their first squares (R3.14c, R3.15)."""
    board = top(garden)
    new = [square for square, letter in covered(garden.laid[-1]) if letter != GROUND]
    return sorted({group(board, square) for square in new}, key=min)


def eligible(garden: Garden) -> list[Group]:
    """The structures open to building after the card laid last (R3.14)."""
    return [each for each in touched(garden) if len(each) >= STRUCTURE and each.isdisjoint(garden.temples)]


def movable(garden: Garden) -> tuple[Square, ...]:
    """With all temples placed, those on the smallest groups, one of which has to move (R3.24, R3.25); else none."""
    if len(garden.temples) < TEMPLES:
        return ()
    board = top(garden)
    sizes = {temple: len(group(board, temple)) for temple in garden.temples}
    return tuple(temple for temple, size in sizes.items() if size == min(sizes.values()))


def build(garden: Garden, temple: Square, source: Square | None) -> Garden:
    """The garden with a temple on a square, from the hand or from another square."""
    standing = (each for each in garden.temples if each != source)
    return Garden(garden.laid, tuple(sorted((*standing, temple))))


def columns(size: int) -> int:
    """How many columns of the display a structure opens (R3.26)."""
    return min(size - STRUCTURE + 1, COLUMNS)


def opened(size: int) -> range:
    """The places in those columns."""
    return range(columns(size) * PLACES // COLUMNS)


def allowed(tiles: tuple[str | None, ...], size: int) -> list[int]:
    """The places with a tile in the columns that a structure opens."""
    return [place for place in opened(size) if tiles[place]]
