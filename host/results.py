"""Results of ended games: places, points, time-outs and time thought of each seat. All of it can be computed from the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from db.activity import MadeMove
from db.results import ThoughtMove
from db.rows import MoveRow, ResultRow, SeatRow
from db.store import Store
from host.codec import decode, encode
from host.position import Position
from host.rating_steps import rate_results
from host.step import TableStep
from rules.game import Score, places
from rules.text import Text, renamed

Timed = TypeVar("Timed", ThoughtMove, MadeMove)


def results_of(at: Position, thinking: Sequence[ThoughtMove]) -> tuple[ResultRow, ...]:
    """Return the result of each seat of an ended game.

    :param thinking: the moves of people that stand, oldest first.
    """
    assert at.row.ended is not None
    scores, ranked = at.game.scores(at.state), result_places(at)
    return tuple(
        ResultRow(
            table=at.id,
            seat=seat.seat,
            person=seat.person,
            level=seat.level,
            game=at.row.game,
            guild=at.row.guild,
            seats=len(at.seats),
            place=ranked[seat.seat],
            points=scores[seat.seat].points,
            kinds=_kinds(scores[seat.seat]),
            ended=at.row.ended,
            reason=at.row.ending,
            missed=seat.missed,
            finished=int(seat.standing == "seated"),
            seconds=seconds_thought(seat, thinking),
        )
        for seat in at.seats
    )


def result_places(at: Position) -> tuple[int, ...]:
    """Return the place of each seat of an ended game, by seat. People who left or lost their seat come last."""
    return places(at.game.scores(at.state), {seat.seat for seat in at.seats if seat.standing == "gone"})


def seconds_thought(seat: SeatRow, moves: Iterable[ThoughtMove]) -> float:
    """Return for how many seconds the person on a seat thought in the turns that they ended."""
    return sum(turns_thought(move for move in moves if (move.seat, move.person) == (seat.seat, seat.person)))


def turns_thought(moves: Iterable[ThoughtMove]) -> Iterator[float]:
    """Yield the seconds of each turn of a person.

    :param moves: of one person, oldest first.
    """
    return (turn.made - turn.began for turn in ends_of_turns(moves))


def ends_of_turns(moves: Iterable[Timed]) -> Iterator[Timed]:
    """Yield the last move of each turn of a person: the moves of one turn share its clock.

    :param moves: of one person at one table, oldest first.
    """
    turn = None
    for move in moves:
        if turn is not None and move.began >= turn.made:
            yield turn
        turn = move
    if turn is not None:
        yield turn


def kinds_of(result: ResultRow) -> tuple[tuple[Text, int], ...]:
    """Return the points of a result by kind."""
    return tuple(read_kinds(result.kinds).items())


def read_kinds(stored: str) -> dict[Text, int]:
    """Return the points by kind of a stored result, in the wording of today."""
    return {renamed(Text(kind)): points for kind, points in decode(stored, dict[str, int]).items()}


def _kinds(score: Score) -> str:
    return encode({str(kind): points for kind, points in score.kinds or score.parts})


async def with_results(store: Store, at: Position, step: TableStep, now: float) -> TableStep:
    """Return the step that ends a game with the results of all seats and, of a rated game, the new ratings.

    :param at: the position from which the step was decided.
    :param now: seconds since 1970.
    """
    step = replace(step, row=step.row_after(at)._replace(ended=now))
    thinking = [*await store.results.thinking(at.id), *_thinking_of(step.moves)]
    after = step.position_after(at)
    results, ratings = await rate_results(store, after, results_of(after, thinking))
    return replace(step, results=results, ratings=ratings)


def _thinking_of(moves: Iterable[MoveRow]) -> Iterable[ThoughtMove]:
    for move in moves:
        if move.person is not None and move.began is not None:
            yield ThoughtMove(move.seat, move.person, move.began, move.made)
