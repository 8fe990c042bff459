"""Djinns of the Lake: the state, what is seen of it, and the actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from rules.djinns.parts import DOMES, SPACES, Dome
from rules.game import Seat

Stack = tuple[Dome, ...]  # bottom to top
Ring = tuple[Stack, ...]  # by space, clockwise; () where it is empty
Seen = tuple[tuple[str, int], ...]  # positions with how often they came, the present one last


DOME_LETTERS = {dome: chr(ord("a") + place) for place, dome in enumerate(dict.fromkeys(DOMES))}


def space_key(space: int) -> str:
    """Return ``1`` for space 0 (R1.2)."""
    return str(space + 1)


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know; ``first`` chose first, ``order`` are the seats still to choose a marker.

    Before it is known who begins, ``first`` and ``turn`` are None.
    """

    seats: int
    blind: bool
    ring: Ring
    bag: tuple[Dome, ...]
    colours: tuple[tuple[str, ...], ...]
    neutral: str
    first: Seat | None
    order: tuple[Seat, ...]
    turn: Seat | None
    taken: tuple[tuple[Stack, ...], ...]
    seen: Seen
    plies: int
    ending: str


@dataclass(frozen=True, slots=True)
class View:
    """Nothing is hidden in this game (section 6): a seat sees the whole state; nobody is to act where it was ``stopped``.

    ``totals`` are the points to be shown by seat where that is not what they are: before a move is made.
    """

    state: State
    seat: Seat | None
    stopped: bool = False
    totals: tuple[int, ...] | None = None


class Draft(NamedTuple):
    """What has been answered of a move: from which space, counted from 0."""

    space: int | None = None


class Layout(NamedTuple):
    """The dealer's 32 draws, space 1 first (R2.1)."""

    domes: tuple[Dome, ...]


class First(NamedTuple):
    """The dealer's draw of the seat that chooses first (R2.3)."""

    seat: Seat


class Choose(NamedTuple):
    """A seat takes a djinn marker (R2.4)."""

    colour: str


class Lift(NamedTuple):
    """The top ``height`` domes of a stack go to another (R3); spaces count from 0."""

    space: int
    height: int
    way: str
    target: int


def landing_key(lift: Lift) -> str:
    """``2-12``: two domes to space 12."""
    return f"{lift.height}-{space_key(lift.target)}"


Action = Layout | First | Choose | Lift


def setup(seats: int, variants: frozenset[str]) -> State:
    """An empty ring, all domes in the bag, nobody's turn."""
    nobody: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        seats=seats,
        blind="blind-markers" in variants,
        ring=((),) * SPACES,
        bag=DOMES,
        colours=nobody,
        neutral="",
        first=None,
        order=(),
        turn=None,
        taken=((),) * seats,
        seen=(),
        plies=0,
        ending="",
    )


def stopped(view: View) -> View:
    """Return the view of a game that ended early: nobody is to act."""
    return replace(view, stopped=True)


def possible(view: View, random: Random) -> State:
    """Return the state itself, as nothing is hidden."""
    return view.state


@cache
def _letters(stack: Stack) -> str:
    return "".join(DOME_LETTERS[dome] for dome in stack)


def digest(ring: Ring, turn: Seat) -> str:
    """Return a position and the player to move as a short string, such as ``0:a//bc/…``: a letter is a kind of dome (R5.2)."""
    return f"{turn}:{'/'.join(map(_letters, ring))}"


def with_position(seen: Seen, ring: Ring, turn: Seat) -> Seen:
    """Return the positions seen and how often, with the present one counted and last (R5.2)."""
    times = dict(seen)
    position = digest(ring, turn)
    now = times.pop(position, 0) + 1
    return (*times.items(), (position, now))


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """A stored state in today's shape: version 1 had −1 for a seat that is not known yet."""
    if version > 1:
        return data
    return data | {name: None for name in ("first", "turn") if data[name] == -1}
