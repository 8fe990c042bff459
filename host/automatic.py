"""What happens at a table by itself: the dealer deals, stand-ins play the seats that nobody has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from db.rows import SeatRow
from host.codec import encode
from rules.game import DEALER, AnyGame, Event, Move, Seat, Step, random_move

STAND_IN = 0  # the person who is none
TRIES = 12


class Made(NamedTuple):
    """A move and the person who made it: a stand-in is 0, the dealer None."""

    move: Move[Any]
    person: int | None


def automatic_moves(game: AnyGame, state: Any, seats: Sequence[SeatRow], random: Random) -> Iterator[Made]:
    """The moves until a person must act, or nobody."""
    while acting := game.to_act(state):
        gone = [seat.seat for seat in seats if seat.seat in acting and seat.standing == "gone"]
        if acting == frozenset({DEALER}):
            made = Made(random_move(game, state, DEALER, random), None)
        elif gone:
            made = stand_in(game, state, gone[0])
        else:
            return
        yield made
        state = made.move.step.state


def play_turn(game: AnyGame, state: Any, seat: Seat, seats: Sequence[SeatRow], random: Random) -> Iterator[Made]:
    """A stand-in plays the whole turn of a seat, and what follows."""
    again = True
    while again:
        made = stand_in(game, state, seat)
        for one in (made, *automatic_moves(game, made.move.step.state, seats, random)):
            yield one
            state = one.move.step.state
        again = seat in game.to_act(state) and game.mid_turn(state)


def stand_in(game: AnyGame, state: Any, seat: Seat) -> Made:
    """The move, of a few drawn at random, after which this seat has most points: the same modest policy for every game.

    The draw is seeded by the position, so that a stand-in always answers it with the same move.
    """
    random = Random(encode(state))
    tried = [random_move(game, state, seat, random) for _ in range(TRIES)]
    return Made(max(tried, key=lambda move: game.scores(move.step.state)[seat].points), STAND_IN)


def opening(state: Any) -> Made:
    """The opening of a game without a dealer, so that the log holds its first state, too."""
    return Made(Move(DEALER, (), Step(state, ())), None)


def events(made: Iterable[Made]) -> list[Event]:
    """What happened in these moves."""
    return [event for one in made for event in one.move.step.events]
