"""State the hidden information of each game by its rulebook, independently of `Game.view` and `Event.to`, which are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from rules.game import Seat
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
        """Return a random state that differs only in hidden information; ``state`` itself if there is none."""
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


OPEN = HiddenInfo(_no_own, _nothing)  # of a game in which everybody knows everything, such as Djinns of the Lake


def hidden_info(key: str) -> HiddenInfo:
    """Return the hidden information of a game: ``HIDDEN`` of ``trials/secrets/hidden/KEY.py``, or `OPEN` without such a file."""
    name = f"trials.secrets.hidden.{key}"
    return import_module(name).HIDDEN if find_spec(name) else OPEN
