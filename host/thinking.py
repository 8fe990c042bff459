"""What computers and stand-ins do: they think in other processes, by what their seat may see, and move as people do.

A computer is a seat with a ``level`` (`db.rows.SeatRow`), standing ``seated``, whose ``person`` is below 0, and like anybody's
only once at the table: -1, -2 …. `Outline.players` has people and computers, `Outline.seated` people alone. A seat that was
given up (``gone``) is played by a stand-in, and so is one turn of a person whose time was over; both play steadily.

A turn that no person plays is owed by us: its row in ``clocks`` has a level. A process that takes it moves its ``wake`` on, so
that another takes it when that one has died. A whole turn is thought of without holding the table, and made if the table is still
where it was; else it is thrown away, and thought of again. So nothing is lost, and nothing made twice, whoever is killed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from db.rows import ClockRow, OutboxRow, SeatRow
from db.statement import Unsaved
from host.automatic import STAND_IN, Made
from host.deadlines import MINUTE, POSTPONED
from host.leaving import with_seat
from host.notices import notice
from host.position import Position
from host.postponing import or_postponed
from host.settings import person_of
from host.table import Table, changing
from host.tables import Tables
from host.workers import Workers
from players.decision import decide
from players.estimate import faults as lacking
from players.estimate import features_of
from rules import GAMES
from rules.choice import Path, sample
from rules.game import Event, Move, Seat, Step, play
from rules.text import say, who

log = logging.getLogger(__name__)

SECONDS = 2.0  # of a processor for one decision; then thinking is cut short
TAKEN = 60.0  # seconds, after which a turn that was taken is taken by others
PLAYED = say("Your time for this move was over. A stand-in has played your turn.")


async def begin_anew(tables: Tables) -> None:
    """Whatever was taken before this process began, or was postponed, can be taken at once: it alone holds the database."""
    await tables.store.release_turns(tables.now())


async def take_owed(tables: Tables, most: int) -> list[ClockRow]:
    """Take at most so many turns that are owed, to `play_owed` each of them soon."""
    now = tables.now()
    return await tables.store.claim_turns(now, now + TAKEN, most)


async def play_owed(tables: Tables, taken: ClockRow) -> bool:
    """Think about a turn that was taken, and make it; False if it is not owed any more, or was thrown away.

    What fails is logged and postponed; what the database hinders, or others were faster at, stays taken until that is over.
    """

    async def played() -> bool:
        if await play_turn(tables.workers, await tables.get(taken.table), taken.seat):
            return True
        await tables.store.release_turn(taken, tables.now())
        return False

    try:
        return await or_postponed(taken.table, played, lambda: tables.store.release_turn(taken, tables.now() + POSTPONED))
    except Unsaved as error:
        log.warning("table %d: a turn that is owed cannot be saved (%s); again in %d minutes", taken.table, error, TAKEN / MINUTE)
        return False


async def play_turn(workers: Workers, table: Table, seat: Seat) -> bool:
    """Think about a turn that is owed, and make it; False if it is not owed, or something has happened meanwhile."""
    at = table.position
    clock = _owed(at, seat)
    return clock is not None and await _make(table, at.seq, seat, await _turn(workers, table, at, clock))


def _owed(at: Position, seat: Seat) -> ClockRow | None:
    clock = at.clocks.get(seat)
    return clock if clock is not None and clock.level and at.row.status == "running" and at.row.paused is None else None


async def _turn(workers: Workers, table: Table, at: Position, clock: ClockRow) -> list[Made]:
    """The whole turn of a seat with what the dealer deals in it, thought of step by step from what the seat sees then."""
    game, seat, state, made = at.game, clock.seat, at.state, list[Made]()
    person = at.seats[seat].person if at.seats[seat].level else STAND_IN
    if not trained(at):
        _warn(at.id, at.row.version)
    while not made or (seat in game.to_act(state) and game.mid_turn(state)):
        path, step = await _decided(workers, at, state, clock, f"{seed(at)} {len(made)}")
        made += [Made(Move(seat, path, step), person), *table.deal(step.state, at.moves + len(made) + 1)]
        state = made[-1].move.step.state
    return made


@lru_cache(1000)  # once
def _warn(table: int, version: int) -> None:
    log.warning("table %d: computers judge by points alone, as it began by version %d of the rules", table, version)


async def _decided(workers: Workers, at: Position, state: Any, clock: ClockRow, course: str) -> tuple[Path, Step[Any]]:
    """A move and what comes of it; where thinking fails, or finds what is none, any: nobody shall wait for ever."""
    game, seat = at.game, clock.seat
    view = game.view(state, seat)
    asked = (at.row.game, len(at.seats), view, seat, clock.level, course, SECONDS)
    try:
        path = await workers.run_later(decide, *asked, trained=trained(at))
        return path, play(game, state, seat, path)
    except Exception:
        log.exception("table %d seq %d: thinking has failed, any move is made", at.id, at.seq)
        path = sample(game.choices(view), Random(course))[0]
        return path, play(game, state, seat, path)


@changing
async def _make(table: Table, seq: int, seat: Seat, made: list[Made]) -> bool:
    """Make a turn that was thought of when the table had this seq; False if something has happened there since."""
    at = table.position
    if at.seq != seq or _owed(at, seat) is None:
        return False
    if at.seats[seat].is_person:
        await table.make(made, *await _late(table, at.seats[seat]))
    else:
        await table.make(made, at.seats, (), ())
    return True


async def _late(table: Table, seat: SeatRow) -> tuple[tuple[SeatRow, ...], tuple[Event, ...], tuple[OutboxRow, ...]]:
    """A stand-in plays the turn of a person whose time was over: the seats from now on, and what is told."""
    event = Event("late", say("The time of {seat} is over. A stand-in plays this turn.", seat=who(seat.seat)))
    direct = (await person_of(table.store, seat.person)).direct
    told = notice(table.id, "played", PLAYED, seat=seat.seat, person=seat.person, direct=direct)
    return with_seat(table.position, seat._replace(strikes=seat.strikes + 1)), (event,), (told,)


def seed(at: Position) -> str:
    """What makes thinking about a position the same each time, also after an undo; nothing in it is secret."""
    return f"{at.id} {at.moves}"


def trained(at: Position) -> bool:
    """Were the weights made for the rules that this table is played by?"""
    return at.row.version == at.game.version


def of_other_rules(tables: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    """What hinders computers at tables that began by other rules than today's: game, version, how many tables there are."""
    for game, version, count in tables:
        if game in GAMES and version != GAMES[game].version and features_of(GAMES[game]).names:
            yield (
                f"{count} running table{'' if count == 1 else 's'} of {game} with computers began by version {version} "
                "of the rules: these computers judge by points alone."
            )


def faults() -> tuple[str, ...]:
    """What hinders computers from playing as well as they could, in a line for each game."""
    return lacking()
