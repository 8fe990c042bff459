"""A player who tries all placements (R8.14): random play hardly ever builds on six or moves a temple, this one does.

The same random numbers give the same game. `greedy_move` plays for one seat, `play_greedily` a whole game with its dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from rules.choice import Path
from rules.game import Move
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import (
    Board,
    allowed,
    covered,
    eligible,
    framed,
    groups,
    key,
    lay,
    movable,
    placements,
    top,
)
from rules.hanging_gardens.parts import GROUND, SIX, STRUCTURE
from rules.hanging_gardens.score import in_order, worth
from rules.hanging_gardens.state import Garden, Group, Laid, Square, State, View
from tests.playing import play_out

POT = (0.0, 0.1, 0.8, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0)  # of a free group, by size
PRIZE = (3.0, 4.5, 6.0, 9.0)  # of building on 3, 4, 5, 6 and more
SQUARE = 0.03
WHIM = 0.3
BOLD = 0.7  # how often it builds on less than six

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Ground(NamedTuple):
    """Describe a garden before a card is laid: the group of each facility, and what the free groups promise."""

    board: Board
    member: Mapping[Square, Group]
    free: frozenset[Group]
    promise: float


def greedy_move(view: View, random: Random) -> Path:
    """Return a complete move for the seat whose view it is."""
    assert view.me is not None
    if view.pending:
        return (_tile(view, view.pending.size),)
    garden = view.gardens[view.me]
    cards = {slot: card for slot, card in enumerate(view.cards) if card}
    tried = [
        (_value(garden, laid := Laid(card, turn, *at)) + random.random() * WHIM, slot, laid)
        for slot, card in cards.items()
        for turn, squares in placements(framed(garden), card).items()
        for at in squares
    ]
    if not tried:
        return (f"card-{random.choice(list(cards)) + 1}",)
    _, slot, laid = max(tried)
    path = (f"card-{slot + 1}", laid.turn, key((laid.column, laid.row)))
    return path + _temple(view, lay(garden, laid), random)


def play_greedily(seats: int, variants: frozenset[str], random: Random) -> Iterator[Move[State]]:
    """Yield all moves of a game in which everybody plays keenly, the dealer's included."""
    return play_out(GAME, greedy_move, seats, variants, random)


@lru_cache(maxsize=256)
def _ground(garden: Garden) -> Ground:
    board = top(garden)
    found = groups(board)
    free = frozenset(each for each in found if each.isdisjoint(garden.temples))
    return Ground(board, {square: each for each in found for square in each}, free, sum(map(_pot, free)))


def _pot(each: Group) -> float:
    return POT[min(len(each), len(POT) - 1)]


def _value(garden: Garden, laid: Laid) -> float:
    """Return the worth of the garden with the card and of the best open structure; only groups near the card change."""
    ground = _ground(garden)
    card = dict(covered(laid))
    near = {each for square in _around(card) if (each := ground.member.get(square))}
    left = {square for each in near for square in each if square not in card}
    new = {square for square, letter in card.items() if letter != GROUND}
    board = {square: ground.board[square] for square in left} | {square: card[square] for square in new}
    value = ground.promise - sum(_pot(each) for each in near & ground.free)
    value += SQUARE * (len(ground.board) + sum(square not in ground.board for square in card))
    best = 0.0
    for each in groups(board):
        if each.isdisjoint(garden.temples):
            value += _pot(each)
            if len(each) >= STRUCTURE and not each.isdisjoint(new):
                best = max(best, PRIZE[min(len(each) - STRUCTURE, len(PRIZE) - 1)] - _pot(each))
    return value + best


def _around(card: Mapping[Square, str]) -> set[Square]:
    return {*card, *((column + right, row + down) for column, row in card for right, down in SIDES)}


def _temple(view: View, garden: Garden, random: Random) -> Path:
    """Build on the largest structure, or not; which of the temples moves is left to chance."""
    open_to = eligible(garden)
    if not open_to:
        return ()
    site = max(open_to, key=len)
    size = len(site)
    if size < SIX and random.random() >= BOLD:
        return ("no-temple",)
    path: Path = (key(random.choice(sorted(site))),)
    if sources := movable(garden):
        path += (f"from-{key(random.choice(sources))}",)
    if (size >= SIX and view.tiles_left) or not allowed(view.tiles, size):
        return path
    return (*path, _tile(view, size))


def _tile(view: View, size: int) -> str:
    """Return the open tile that brings most points at once."""
    assert view.me is not None
    mine = view.known[view.me]

    def gain(place: int) -> int:
        tile = view.tiles[place]
        assert tile
        return worth(in_order((*mine, tile)), 0)

    return f"tile-{max(allowed(view.tiles, size), key=gain) + 1}"
