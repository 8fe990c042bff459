"""Moves that nobody decides: the dealer's, and the seats that a computer or a stand-in plays (`host/thinking.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from secrets import token_hex
from typing import Any, NamedTuple

from db.rows import SeatRow
from db.store import Store
from rules.game import DEALER, AnyGame, Event, Move, Step, deal

STAND_IN = 0  # in place of a person's id
STEADY = "steady"  # the playing strength of stand-ins

Seeds = Callable[[int, int], Random]
"""Returns what the dealer draws by, for a table's id and the number of its moves without undone ones."""


class MadeMove(NamedTuple):
    """A move, and who made it: a person's id, 0 for a stand-in, a negative number for a computer, None for the dealer."""

    move: Move[Any]
    person: int | None


def deal_moves(game: AnyGame, state: Any, random: Random) -> list[MadeMove]:
    """Return the dealer's moves from this state until a seat must act or the game ends."""
    return [MadeMove(move, None) for move in deal(game, state, random)]


def level_of(seat: SeatRow) -> str:
    """Return the playing strength of the computer or stand-in on this seat; empty if a person plays it."""
    return "" if seat.is_person else seat.level or STEADY


def opening_move(state: Any) -> MadeMove:
    """Return the first log entry of a game without a dealer, so that the log holds its first state."""
    return MadeMove(Move(DEALER, (), Step(state, ())), None)


def events_of(made: Iterable[MadeMove]) -> list[Event]:
    """Return the events of these moves, in order."""
    return [event for one in made for event in one.move.step.events]


async def load_seeds(store: Store) -> Seeds:
    """Return the seeds of this database. They never change.

    They depend on a secret, so nobody foresees a draw, and on the number of moves, so an undo changes no draw.
    """
    secret = await store.facts.first("seed", token_hex(32))
    return lambda table, moves: Random(f"{secret} {table} {moves}")
