"""State, view and actions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from rules.djinns.parts import DOMES, SPACES, Dome
from rules.game import Seat
from rules.values import replace

Stack = tuple[Dome, ...]  # bottom to top
Ring = tuple[Stack, ...]  # by space, clockwise; () where it is empty
Seen = tuple[tuple[str, int], ...]  # positions with how often they came, the present one last


DOME_LETTERS = {dome: chr(ord("a") + place) for place, dome in enumerate(dict.fromkeys(DOMES))}


def space_key(space: int) -> str:
    """Return the number that players see for a space: ``1`` for space 0 (R1.2)."""
    return str(space + 1)


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a game.

    :param blind: markers are chosen before the domes are laid.
    :param ring: the stacks by space, clockwise, () for an empty space.
    :param colours: the markers of each seat.
    :param first: the seat that chooses a marker first; None until it is drawn.
    :param order: the seats still to choose a marker.
    :param turn: the seat to move; None until all markers are chosen.
    :param taken: towers, and halves of towers, by seat.
    :param seen: positions since the last capture and how often they came (R5.2).
    :param plies: moves made.
    :param ending: why the game is over, empty while it runs.
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
    """The view of a seat: the whole state, as nothing is hidden (section 6).

    :param stopped: the game ended early, and nobody is to act.
    :param totals: for previews, points by seat to show instead of the real ones.
    """

    state: State
    seat: Seat | None
    stopped: bool = False
    totals: tuple[int, ...] | None = None


class Draft(NamedTuple):
    """The answers so far: the space to move from, counted from 0."""

    space: int | None = None


class Layout(NamedTuple):
    """The dealer lays 32 domes, space 1 first (R2.1)."""

    domes: tuple[Dome, ...]


class First(NamedTuple):
    """The dealer draws the seat that chooses first (R2.3)."""

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
    """Return the key of a move by its height and target, such as ``2-12`` for two domes to space 12."""
    return f"{lift.height}-{space_key(lift.target)}"


Action = Layout | First | Choose | Lift


def setup(seats: int, variants: frozenset[str]) -> State:
    """Return an empty ring with all domes in the bag; it is nobody's turn."""
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
    """Return the count of each position after counting the present position, which becomes the last entry (R5.2)."""
    times = dict(seen)
    position = digest(ring, turn)
    now = times.pop(position, 0) + 1
    return (*times.items(), (position, now))


def upgrade(data: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a stored state in today's shape: version 1 had −1 for a seat that is not known yet."""
    if version > 1:
        return data
    return data | {name: None for name in ("first", "turn") if data[name] == -1}
