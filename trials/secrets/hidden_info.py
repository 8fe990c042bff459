"""State the hidden information of each game by its rulebook, independently of `Game.view` and `Event.to`, which are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from rules.game import Seat
from rules.hanging_gardens import state as hanging
from rules.hanging_gardens.parts import TILES
from rules.ishtar import state as ishtar
from rules.schlossgarten import state as schloss
from rules.values import changed


class HiddenInfo(NamedTuple):
    """The hidden information of a game.

    :param own: returns the information of a state that only this seat knows.
    :param others: yields states that differ from this one in hidden information alone.
    :param secret: the dealer's actions that only the drawing seat may see.
    :param opened: whether everything is shown at the end.
    """

    own: Callable[[Any, Seat], Any]
    others: Callable[[Any], Iterator[Any]]
    secret: tuple[type, ...] = ()
    opened: bool = False

    def other(self, state: Any, random: Random) -> Any:
        """Return a random other state; the same state if there is none."""
        found = list(self.others(state))
        return random.choice(found) if found else state

    def knowers(self, one: Any, other: Any, seats: int) -> frozenset[Seat]:
        """Return the seats that can tell two states apart."""
        return frozenset(seat for seat in range(seats) if self.own(one, seat) != self.own(other, seat))


def exchanged(one: tuple[Any, ...], other: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Yield two sets with one thing of the first exchanged for a different one of the second, in every way."""
    for here, mine in enumerate(one):
        for there, theirs in enumerate(other):
            if mine != theirs:
                yield changed(one, here, theirs), changed(other, there, mine)


def between(piles: tuple[tuple[Any, ...], ...]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Yield the piles of all seats with one thing exchanged between two of them, in every way."""
    for first in range(len(piles)):
        for second in range(first + 1, len(piles)):
            for mine, theirs in exchanged(piles[first], piles[second]):
                yield changed(changed(piles, first, mine), second, theirs)


def _nothing(state: Any) -> Iterator[Any]:
    """Yield nothing, as nothing is hidden."""
    yield from ()


def _no_own(state: Any, seat: Seat) -> tuple[()]:
    return ()


def _tiles(state: hanging.State) -> Iterator[hanging.State]:
    """Exchange hidden tiles (R3.29) and, unless R9.2 opens them, tiles that lie face down (R3.27)."""
    for seat, tiles in enumerate(state.hidden):
        for mine, bag in exchanged(tiles, state.tile_bag):
            yield replace(state, hidden=changed(state.hidden, seat, mine), tile_bag=tuple(sorted(bag, key=TILES.index)))
    yield from (replace(state, hidden=piles) for piles in between(state.hidden))
    if not state.open_tiles:
        yield from (replace(state, taken=piles) for piles in between(state.taken))


def _own_tiles(state: hanging.State, seat: Seat) -> Any:
    return state.hidden[seat], state.taken[seat]


def _trees(state: ishtar.State) -> Iterator[ishtar.State]:
    """Exchange planted cards, which lie face down (R3.44) unless R9.1 opens them."""
    if not state.open_trees:
        yield from (replace(state, planted=piles) for piles in between(state.planted))


def _own_trees(state: ishtar.State, seat: Seat) -> Any:
    return state.planted[seat]


def _cards(state: schloss.State) -> Iterator[schloss.State]:
    """Exchange cards of hands and of the bag (section 5)."""
    for seat, hand in enumerate(state.hands):
        for mine, bag in exchanged(hand, state.bag):
            yield replace(state, hands=changed(state.hands, seat, tuple(sorted(mine))), bag=tuple(sorted(bag)))
    for hands in between(state.hands):
        yield replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands))


def _own_cards(state: schloss.State, seat: Seat) -> Any:
    return state.hands[seat]


HIDDEN_INFO: dict[str, HiddenInfo] = {
    "djinns": HiddenInfo(_no_own, _nothing),  # nothing is hidden (section 6)
    "hanging_gardens": HiddenInfo(_own_tiles, _tiles, (hanging.HiddenTile,), opened=True),
    "ishtar": HiddenInfo(_own_trees, _trees, opened=True),
    "schlossgarten": HiddenInfo(_own_cards, _cards, (schloss.Draw, schloss.Hands)),
}
