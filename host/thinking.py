"""Turns of computers and stand-ins: they think in other processes, by what their seat may see, and move as people do.

A computer is a seat with a ``level`` (`db.rows.SeatRow`) and the standing ``seated``; its ``person`` is below 0 and unique at the
table. `TableSummary.players` has people and computers, `TableSummary.seated` only people. A stand-in plays a seat that was
given up (``gone``), and single turns of people whose time ran out. Stand-ins play at one level.

A turn to be played is a row of ``clocks`` with a level. A process claims the turns of a table by a row of ``due``, for a minute:
another process takes over if this one dies. A whole turn is decided without holding the table's lock. It is made if the table
has not changed meanwhile, else thrown away and decided again. So no turn is lost or made twice, whichever process is killed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from db.due import COMPUTER, DueRow
from db.rows import ClockRow, OutboxRow, SeatRow
from db.statement import Unsaved
from host.automatic import STAND_IN, MadeMove
from host.deadlines import MINUTE, RETRY_SECONDS
from host.leaving import with_seat, with_time_out
from host.notices import notice
from host.position import Position
from host.scheduler import find_due_table, run_or_postpone
from host.settings import read_person_settings
from host.table import Table, changing
from host.tables import Tables
from host.workers import Workers
from players.decision import decide
from players.evaluation import features_of, missing_weights
from players.forecast import missing_forecasts
from rules import GAMES
from rules.choice import Path, sample
from rules.game import Event, Move, Seat, Step, play
from rules.text import say, who

log = logging.getLogger(__name__)

THINKING_SECONDS = 2.0  # of processor time for one decision
CLAIM_SECONDS = 60.0  # after which another process may claim the turn
PLAYED = say("Your time for this move was up. A stand-in has played your turn.")


async def release_all_turns(tables: Tables) -> None:
    """Release turns that were claimed or postponed before. Only the process that plays such turns may do so, as it begins."""
    await tables.store.due.release_all(COMPUTER, tables.now())


async def claim_turns(tables: Tables, most: int) -> list[DueRow]:
    """Claim the due turns of at most ``most`` tables, for `play_claimed_turn`."""
    now, due = tables.now(), tables.store.due
    if not await due.by(now, COMPUTER, 1):  # a claim costs a transaction
        return []
    return await due.claim(COMPUTER, tables.store.roles.process, now, now + CLAIM_SECONDS, most)


async def play_claimed_turn(tables: Tables, claim: DueRow) -> bool:
    """Decide a turn of a claimed table and make it; return False if none is due any more, or the table has changed meanwhile.

    Further turns of the table are due again after it. An error is logged and the turn postponed. If the database failed, or
    another process was faster, the claim simply runs out.
    """
    due = tables.store.due

    async def played() -> bool:
        table = await find_due_table(tables, claim)
        seat = _seat_to_play(table.position)
        if seat is not None and await play_turn(tables.workers, table, seat):
            return True
        await due.correct(COMPUTER, table.id)
        return False

    try:
        return await run_or_postpone(claim.subject, played, lambda: due.postpone(claim, tables.now() + RETRY_SECONDS))
    except Unsaved as error:
        message = "table %d: the database failed for a turn of a computer or stand-in (%s); retrying in %d minutes"
        log.warning(message, claim.subject, error, CLAIM_SECONDS / MINUTE)
        return False


def _seat_to_play(at: Position) -> Seat | None:
    """Return the seat of the turn that a computer or stand-in has to play first, or None."""
    waiting = [clock for clock in at.clocks.values() if clock.level and clock.wake is not None]
    return min(waiting, key=lambda clock: clock.wake or 0.0).seat if waiting else None


async def play_turn(workers: Workers, table: Table, seat: Seat) -> bool:
    """Decide a turn and make it; return False if it is not due any more, or the table has changed meanwhile."""
    at = table.position
    clock = _clock_to_play(at, seat)
    return clock is not None and await _make_turn(table, at.seq, seat, await _think_turn(workers, table, at, clock))


def _clock_to_play(at: Position, seat: Seat) -> ClockRow | None:
    """Return the clock of a turn that a computer or stand-in is to play now, or None."""
    clock = at.clocks.get(seat)
    return clock if clock is not None and clock.level and at.row.status == "running" and at.row.paused is None else None


async def _think_turn(workers: Workers, table: Table, at: Position, clock: ClockRow) -> list[MadeMove]:
    """Return the whole turn of a seat, with the dealer's moves in it. Each move is decided by what the seat sees then."""
    game, seat, state, made = at.game, clock.seat, at.state, list[MadeMove]()
    person = at.seats[seat].person if at.seats[seat].level else STAND_IN
    if not has_weights(at):
        _warn(at.id, at.row.version)
    while not made or (seat in game.to_act(state) and game.mid_turn(state)):
        path, step = await _decide_move(workers, at, state, clock, f"{thinking_seed(at)} {len(made)}")
        made += [MadeMove(Move(seat, path, step), person), *table.deal(step.state, at.moves + len(made) + 1)]
        state = made[-1].move.step.state
    return made


@lru_cache(1000)  # so that each table is logged once
def _warn(table: int, version: int) -> None:
    log.warning("table %d: computers judge by points alone, as it began by version %d of the rules", table, version)


async def _decide_move(workers: Workers, at: Position, state: Any, clock: ClockRow, course: str) -> tuple[Path, Step[Any]]:
    """Return a move and the step that it leads to. If thinking fails, any legal move is made, so that nobody waits for ever."""
    game, seat = at.game, clock.seat
    view = game.view(state, seat)
    asked = (at.row.game, len(at.seats), view, seat, clock.level, course, THINKING_SECONDS)
    try:
        path = await workers.run_later(decide, *asked, trained=has_weights(at))
        return path, play(game, state, seat, path)
    except Exception:
        log.exception("table %d seq %d: thinking failed, so a random move is made", at.id, at.seq)
        path = sample(game.choices(view), Random(course))[0]
        return path, play(game, state, seat, path)


@changing
async def _make_turn(table: Table, seq: int, seat: Seat, made: list[MadeMove]) -> bool:
    """Make a turn that was decided at this seq; return False if the table has changed since."""
    at = table.position
    if at.seq != seq or _clock_to_play(at, seat) is None:
        return False
    if at.seats[seat].is_person:
        await table.make(made, *await _stand_in_for_late(table, at.seats[seat]))
    else:
        await table.make(made, at.seats, (), ())
    return True


async def _stand_in_for_late(table: Table, seat: SeatRow) -> tuple[tuple[SeatRow, ...], tuple[Event, ...], tuple[OutboxRow, ...]]:
    """Return the seats, events and notices of a turn that a stand-in plays for a person whose time ran out."""
    event = Event("late", say("{seat} ran out of time. A stand-in plays this turn.", seat=who(seat.seat)))
    direct = (await read_person_settings(table.store, seat.person)).direct
    told = notice(table.id, "played", PLAYED, seat=seat.seat, person=seat.person, direct=direct)
    return with_seat(table.position, with_time_out(seat)), (event,), (told,)


def thinking_seed(at: Position) -> str:
    """Return the seed for thinking about a position: the same each time, also after an undo. It is no secret."""
    return f"{at.id} {at.moves}"


def has_weights(at: Position) -> bool:
    """Return whether the weights of computers were made for the rules by which this table is played."""
    return at.row.version == at.game.version


def find_older_rules(tables: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    """Yield a warning for each game with computers at tables that began by older rules.

    :param tables: game, version of its rules, number of tables.
    """
    for game, version, count in tables:
        if game in GAMES and version != GAMES[game].version and features_of(GAMES[game]).names:
            yield (
                f"{count} running table{'' if count == 1 else 's'} of {game} with computers began by version {version} "
                "of the rules: these computers judge by points alone."
            )


def find_missing_weights() -> tuple[str, ...]:
    """Return a warning for each game whose computers play worse than they could."""
    return (*missing_weights(), *missing_forecasts())
