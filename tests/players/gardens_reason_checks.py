"""Check the reasons of The Hanging Gardens by counting squares and tiles anew."""

from __future__ import annotations

from collections.abc import Callable

from players.reasons import Change, Fact
from rules.hanging_gardens.garden import Board, covered, framed, group, lay, placements, top
from rules.hanging_gardens.parts import PERSONS, SERIES, TEMPLES
from rules.hanging_gardens.score import in_order, worth
from rules.hanging_gardens.state import Garden, Laid, View


def tiles(view: View, change: Change) -> list[str]:
    return list(view.known[change.seat])


def gained(change: Change, more: tuple[str, ...]) -> int:
    """Return the points that these tiles add to those before the turn."""
    had = tiles(change.before, change)
    return worth(in_order([*had, *more]), 0) - worth(in_order(had), 0)


def free_groups(garden: Garden) -> set[frozenset[tuple[int, int]]]:
    """Return the groups of two squares or more without a temple."""
    board: Board = top(garden)
    found = {group(board, at) for at, letter in board.items() if letter != "."}
    return {each for each in found if len(each) > 1 and not each & set(garden.temples)}


def buildable(garden: Garden, card: str) -> int:
    """Return the largest group of three or more with a new facility and no temple that this card could make."""
    best = 0
    for turn, places in placements(framed(garden), card).items():
        for at in places:
            laid = Laid(card, turn, *at)
            after = lay(garden, laid)
            fresh = {square for square, letter in covered(laid) if letter != "."}
            best = max([best, *(len(each) for each in free_groups(after) if each & fresh and len(each) > 2)])
    return best


def _tile(fact: Fact, change: Change) -> bool:
    tile, gain = fact.subject[:2]
    took = tiles(change.after, change).count(tile) == tiles(change.before, change).count(tile) + 1
    return took and gain == gained(change, (tile,))


def _set(fact: Fact, change: Change) -> bool:
    tile = fact.subject[0]
    return _tile(fact, change) and tiles(change.after, change).count(tile) % SERIES[tile].full == 0


def _next(fact: Fact, change: Change) -> bool:
    tile, points = fact.subject
    now = tiles(change.after, change)
    return points == worth(in_order([*now, tile]), 0) - worth(in_order(now), 0) and now.count(tile) < SERIES[tile].copies


def _grows(fact: Fact, change: Change) -> bool:
    letter, count = fact.subject
    was, now = (free_groups(view.gardens[change.seat]) for view in (change.before, change.after))
    board = top(change.after.gardens[change.seat])
    new = [each for each in now if len(each) == count and {board[square] for square in each} == {letter}]
    return any(len(each) > max((len(old) for old in was if old & each), default=0) for each in new)


def _shrinks(fact: Fact, change: Change) -> bool:
    letter, count = fact.subject
    was, now = (free_groups(view.gardens[change.seat]) for view in (change.before, change.after))
    board = top(change.before.gardens[change.seat])
    old = [each for each in was if len(each) == count and {board[square] for square in each} == {letter}]
    return any(max((len(new) for new in now if new & each), default=0) < count for each in old)


def _denies(fact: Fact, change: Change) -> bool:
    other, card, size = fact.subject
    garden = change.before.gardens[other]
    left = [each for each in change.after.cards if each]
    used = change.after.gardens[change.seat].laid[-1].card == card
    return used and buildable(garden, card) == size > max((buildable(garden, each) for each in left), default=0)


CHECKS: dict[str, Callable[[Fact, Change], bool]] = {
    "tile": lambda f, c: _tile(f, c) and f.subject[2] == tiles(c.after, c).count(f.subject[0]),
    "set": _set,
    "person": lambda f, c: _tile(f, c) and f.subject[0] in PERSONS,
    "five": lambda f, c: c.after.fives[c.seat] == c.before.fives[c.seat] + 1,
    "next": _next,
    "hidden": lambda f, c: c.after.pending is not None and c.after.pending.size == f.subject[0] >= 6,
    "grows": _grows,
    "also": _grows,
    "covers": _shrinks,
    "absorbs": _shrinks,
    "last_temple": lambda f, c: len(c.after.gardens[c.seat].temples) == TEMPLES > len(c.before.gardens[c.seat].temples),
    "denies": _denies,
    "denies_tile": lambda f, c: f.subject[1] in c.before.tiles and f.subject[1] not in c.after.tiles,
}
