"""Any actions in any order: memory and database agree, and the player whose turn it is has a clock."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.store import Store
from host.ballots import ask_end, ask_pause, ask_replace, ask_terms, ask_undo, review, vote, voters
from host.deadlines import HOUR
from host.history import read_log
from host.leaving import come_back, guild_back, guild_lost, member_left, resign, resume
from host.nudge import mute_reminders, nudge
from host.questions import question_of
from host.refusal import Refused
from host.scheduler import keep_open
from host.table import Table, load
from host.tables import Tables
from host.undo import undo
from tests.examples import examples
from tests.manual_clock import ManualClock
from tests.people import PEOPLE, clicks, move, reopened, run_all_due, start_table

NEWCOMERS = (66, 77)
Deed = Callable[[Table, int, Random], Awaitable[object]]


async def play(table: Table, person: int, random: Random) -> None:
    for _ in range(random.randrange(1, 5)):
        if table.position.to_act:
            await move(table, random.randrange(99))


async def answer(table: Table, person: int, random: Random) -> None:
    for ballot in await table.store.ballots.open(table.id):
        await vote(table, ballot.id, person, yes=random.random() < 0.9)


async def all_agree(table: Table, person: int, random: Random) -> None:
    for ballot in await table.store.ballots.open(table.id):
        for voter in voters(table.position, ballot):
            row = await table.store.ballots.get(ballot.id)
            if row and not row.outcome:
                await vote(table, ballot.id, voter, yes=True)


async def propose(table: Table, person: int, random: Random) -> None:
    newcomer = random.choice((*NEWCOMERS, *PEOPLE[:4]))
    await ask_replace(table, person, random.randrange(len(table.position.seats)), newcomer, f"N{newcomer}")


async def back_to_last(table: Table, person: int, random: Random) -> None:
    await ask_undo(table, person, table.position.seq)


DEEDS: dict[str, Deed] = {
    "play": play,
    "answer": answer,
    "all agree": all_agree,
    "propose": propose,
    "ask undo": back_to_last,
    "undo": lambda table, person, random: undo(table, person, next(clicks)),
    "pause": lambda table, person, random: ask_pause(table, person),
    "resume": lambda table, person, random: resume(table, person, next(clicks)),
    "terms": lambda table, person, random: ask_terms(table, person, random.choice(("live", "quick", "untimed")), "give-up"),
    "end": lambda table, person, random: ask_end(table, person) if random.random() < 0.1 else play(table, person, random),
    "resign": lambda table, person, random: resign(table, person, next(clicks)),
    "gone": lambda table, person, random: member_left(table, person),
    "come back": lambda table, person, random: come_back(table, person, next(clicks)),
    "nudge": lambda table, person, random: nudge(table, person, next(clicks)),
    "mute": lambda table, person, random: mute_reminders(table, person, next(clicks)),
    "keep": lambda table, person, random: keep_open(table, person, next(clicks)),
    "guild_lost": lambda table, person, random: guild_lost(table),
    "find again": lambda table, person, random: guild_back(table),
    "review": lambda table, person, random: review(table),
}


deeds = st.tuples(st.sampled_from(list(DEEDS)), st.integers(0, 5))


async def sound(table: Table) -> None:
    """Check what must hold at any time."""
    assert table.position == await load(table.store, table.id)
    row = table.position.row
    assert sorted(table.position.clocks) == [seat.seat for seat in table.position.to_act]
    for clock in table.position.clocks.values():
        if clock.level:
            assert (clock.wake is None) == (row.paused is not None), "a turn that nobody plays is owed"
            continue
        assert table.position.seats[clock.seat].is_person, "a stand-in is waited for"
        assert (clock.due is None) == (row.paused is not None or row.pace == "untimed")
    open_ones = await table.store.ballots.open(table.id)
    assert row.status == "running" or not open_ones
    assert all(question_of(ballot) for ballot in open_ones)
    assert len(table.position.seated) > 1 or row.status == "over"
    due = table.store.due
    assert sorted(await due.of_table(table.id)) == await due.derived(table.id)


async def lives(game: str, course: list[tuple[str, int]], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, now, random = await Store.open(Path(folder) / "x.sqlite3"), ManualClock(), Random(seed)
        tables = Tables(store, random=Random(seed), now=now)
        number = (await start_table(tables, 4, game, lapse="give-up")).id
        for deed, who in course:
            table = await tables.get(number)
            with suppress(Refused):
                await DEEDS[deed](table, (*PEOPLE[:4], *NEWCOMERS)[who], random)
            await sound(table)
            now.forward(random.choice((60, HOUR, 13 * HOUR)))
            await run_all_due(tables)
            await sound(table)
            if random.random() < 0.2:
                tables = reopened(tables)
        assert await read_log(store, (await tables.get(number)).position, None)
        await store.close()


@pytest.mark.parametrize("game", ["djinns", "hanging_gardens", "ishtar"])
@settings(examples(10), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(course=st.lists(deeds, min_size=5, max_size=25), seed=st.integers(0, 99))
def test_invariants_hold_after_any_actions(
    game: str, course: list[tuple[str, int]], seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(lives(game, course, seed))
    assert "due work failed" not in caplog.text
