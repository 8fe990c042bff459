"""What nobody decides at a table: the dealer deals at once, and the turns that no person plays are owed (`host/thinking.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from db.rows import SeatRow
from rules.game import DEALER, AnyGame, Event, Move, Step, deal

STAND_IN = 0  # the person who is none
STEADY = "steady"  # the level at which a stand-in plays


class Made(NamedTuple):
    """A move and the person who made it: a stand-in is 0, a computer below that, the dealer None."""

    move: Move[Any]
    person: int | None


def dealt(game: AnyGame, state: Any, random: Random) -> list[Made]:
    """The dealer's moves until a seat must act, or nobody."""
    return [Made(move, None) for move in deal(game, state, random)]


def level_of(seat: SeatRow) -> str:
    """How hard whoever plays this seat by itself thinks; '' if a person does."""
    return "" if seat.is_person else seat.level or STEADY


def opening(state: Any) -> Made:
    """The opening of a game without a dealer, so that the log holds its first state, too."""
    return Made(Move(DEALER, (), Step(state, ())), None)


def events(made: Iterable[Made]) -> list[Event]:
    """What happened in these moves."""
    return [event for one in made for event in one.move.step.events]
