"""People at tables: they sit down, move, and leave, on a real database."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

from db.rows import SeatRow
from db.store import Store
from host.codec import decode_story
from host.lobby import Terms, number_seats
from host.scheduler import run_due
from host.table import Table, changing
from host.tables import Tables
from host.thinking import claim_turns, play_claimed_turn, play_turn
from host.undo import undo
from host.workers import Workers
from rules.game import random_move
from tests.manual_clock import ManualClock

ADA, BEN, CLEO, DAN, EVE = PEOPLE = (11, 22, 33, 44, 55)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
clicks = count(1000)
MOVES_PLAYED = 12  # where games are under way
COMPUTER_LEVEL = "gentle"  # of the computers here


def reopened(tables: Tables) -> Tables:
    """Return the tables after a restart of the bot on the same database."""
    return Tables(tables.store, random=Random(2), now=tables.now)


async def start_table(
    tables: Tables, seats: int, game: str = "djinns", *, guild: int = 1, channel: int = 2, **terms: str
) -> Table:
    host = SeatRow(0, ADA, "Ada")
    agreed = Terms(size=seats, **{"pace": "daily", "lapse": "wait"} | terms)  # type: ignore[arg-type]
    table = await tables.open(game=game, terms=agreed, host=host, guild=guild, channel=channel)
    for n in range(1, seats):
        await tables.join(table.id, PEOPLE[n], NAMES[n])
    return await tables.start(table.id, ADA, next(clicks))


async def start_practice(tables: Tables, computers: int = 1, people: int = 1, game: str = "djinns", pace: str = "daily") -> Table:
    """Start a game of people against computers, the people first."""
    seats = [SeatRow(0, person, f"P{person}") for person in (ADA, BEN)[:people]]
    seats += [SeatRow(0, -1 - n, f"Computer {n}", level=COMPUTER_LEVEL) for n in range(computers)]
    terms = Terms(size=len(seats), pace=pace, lapse="stand-in")
    table = await tables.open(game=game, terms=terms, host=seats[0], guild=1, channel=2)

    @changing
    async def begin(table: Table) -> None:
        await table.begin(number_seats(seats), next(clicks))

    await begin(table)
    return table


async def play_until_turn_of(table: Table, person: int) -> None:
    """Let everybody move until it is this person's turn."""
    await play_computers(table)
    while table.position.to_act and not table.position.acts(person):
        await move(table)
        await play_computers(table)


def acting(table: Table) -> SeatRow:
    """Return the first seat that is to act; skip the test if the game is over already, as it is too short for that test."""
    if not table.position.to_act:
        pytest.skip(f"{table.position.game.title} was over after {table.position.seq} moves: it is too short for this test.")
    return table.position.to_act[0]


async def move(table: Table, seed: int = 3) -> int:
    """Let computers play, and then one person whose turn it is; return that person, 0 if the game is over."""
    await play_computers(table)
    if not table.position.to_act:
        return 0
    seat = table.position.to_act[0]
    path = random_move(table.position.game, table.position.state, seat.seat, Random(seed)).path
    await table.move(seat.person, table.position.seq, path, next(clicks))
    return seat.person


async def make_running_tables(address: Path | str, *games: str) -> None:
    """Make a database where a table of each of these games runs; once somebody took a move back."""
    tables = Tables(await Store.open(address), random=Random(1), now=ManualClock())
    for game in games:
        table = await start_table(tables, 3, game)
        for number in range(MOVES_PLAYED):
            last = await move(table, number)
        if table.position.last == last:
            await undo(table, last, next(clicks))
    await tables.store.close()


async def play_computers(table: Table) -> None:
    """Make all turns of computers and stand-ins that are due."""
    while owed := [clock.seat for clock in table.position.clocks.values() if clock.level and clock.wake is not None]:
        assert await play_turn(Workers(), table, owed[0])


async def run_all_due(tables: Tables) -> tuple[int, ...]:
    """Do everything that is due; return the tables at which something was done."""
    done = [*await run_due(tables)]
    while taken := await claim_turns(tables, 1):
        done += [claim.subject for claim in taken if await play_claimed_turn(tables, claim)]
    return tuple(dict.fromkeys(done))


async def outcome_of(table: Table, ballot: int) -> str:
    row = await table.store.ballots.get(ballot)
    assert row is not None
    return row.outcome


async def remark_kinds(table: Table) -> list[str]:
    return [event.kind for remark in await table.store.remarks(table.id) for event in decode_story(remark.events)]


def advance(tables: Tables, seconds: float) -> None:
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(seconds)
