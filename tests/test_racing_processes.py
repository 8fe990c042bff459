"""Several processes at work at once on one database of a server, in any order."""

from __future__ import annotations

from asyncio import gather
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from random import Random

import pytest
import pytest_asyncio

from db.due import COMPUTER, ERASE
from db.enqueue import enqueue
from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Stale
from db.store import Store
from host.ballots import ask_pause, vote
from host.erasure import erase_person
from host.leaving import resign
from host.lobby import Terms
from host.personal_export import is_known
from host.refusal import MovedOn, Refused
from host.season_totals import compare_totals
from host.servers import set_server_settings
from host.stored_ratings import compare_ratings
from host.table import Table
from host.tables import Tables
from tests import erasing
from tests.erasing import ADA, BEN, CLEO, NAMES
from tests.manual_clock import ManualClock
from tests.people import clicks, move, start_table
from tests.server import Server
from tests.several_processes import driver_of, empty_address, open_stores
from tests.test_quotas import open_one, status_counts

PROCESSES = 3
GAME, GUILD, CHANNEL = "djinns", 1, 2


@pytest_asyncio.fixture
async def stores(server: Server) -> AsyncIterator[list[Store]]:
    async with open_stores(empty_address(server), PROCESSES) as opened:
        yield opened


@pytest.fixture
def processes(stores: list[Store]) -> list[Tables]:
    return [Tables(store, random=Random(1), now=ManualClock()) for store in stores]


async def outcome(work: Awaitable[object]) -> object:
    """Return the result of some work, or its refusal."""
    try:
        return await work
    except (Refused, Stale) as error:
        return error


async def test_moves_at_different_tables_are_never_rolled_back(processes: list[Tables]) -> None:
    tables = [await start_table(each, 2) for each in processes]

    async def play(table: Table) -> None:
        for seed in range(20):
            await move(table, seed)

    before = [driver_of(each.store).attempts - driver_of(each.store).jobs for each in processes]
    await gather(*map(play, tables))
    assert [driver_of(each.store).attempts - driver_of(each.store).jobs for each in processes] == before == [0] * PROCESSES
    assert min(driver_of(each.store).jobs for each in processes) >= 20


async def test_one_of_several_moves_at_the_same_position_is_made(processes: list[Tables]) -> None:
    table = await start_table(processes[0], 2)
    for _ in range(5):
        views = [await each.get(table.id) for each in processes]
        for view in views:
            await view.confirm()
        seq = views[0].position.seq
        outcomes = await gather(*(outcome(move(view)) for view in views))
        made = [one for one in outcomes if not isinstance(one, Exception)]
        assert len(made) >= 1
        assert all(isinstance(one, MovedOn) for one in outcomes if isinstance(one, Exception))
        await views[0].reload()
        moves = await views[0].store.moves_after(table.id, seq)
        assert len(moves) == views[0].position.seq - seq
        assert len({one.seq for one in moves}) == len(moves)


async def test_openers_never_exceed_the_limit_together(processes: list[Tables]) -> None:
    outcomes = await gather(*(outcome(open_one(each)) for each in processes for _ in range(4)))
    assert sum(isinstance(one, Table) for one in outcomes) == 3
    assert await status_counts(processes[0], "open") == 3


async def test_games_that_end_together_are_rated_and_counted_once_each(processes: list[Tables]) -> None:
    await set_server_settings(processes[0].store, GUILD, None, ratings=True)
    games = list[int]()
    for number in range(2 * PROCESSES):
        terms = Terms(size=2, pace="daily", lapse="wait", rated=1)
        host, other = (ADA, BEN) if number % 2 else (BEN, ADA)
        table = await processes[0].open(game=GAME, terms=terms, host=SeatRow(0, host, "H"), guild=GUILD, channel=CHANNEL)
        await processes[0].join(table.id, other, "O")
        games.append((await processes[0].start(table.id, host, next(clicks))).id)

    async def end(process: Tables, table: int) -> None:
        await resign(await process.get(table), ADA, next(clicks))

    await gather(*(end(processes[number % PROCESSES], table) for number, table in enumerate(games)))
    store = processes[0].store
    ratings = await store.ratings.of(GUILD, GAME, [ADA, BEN])
    assert [row.games for row in ratings.values()] == [len(games)] * 2
    steps = await store.ratings.history(GUILD, GAME, ADA, 99)
    assert sorted(step.games for step in steps) == list(range(1, len(games) + 1))
    assert {(total.games, total.game) for total in await store.seasons.totals(GUILD)} == {(len(games), GAME), (len(games), "")}
    assert not [guild async for guild in compare_totals(store)]
    assert sum([one.differing_people async for one in compare_ratings(store)]) == 0


async def test_votes_at_the_same_moment_settle_a_question_once(processes: list[Tables]) -> None:
    for _ in range(5):
        table = await erasing.started(processes[0], ADA, BEN, CLEO)
        ballot = await ask_pause(table, ADA)
        voters = [(processes[1], BEN), (processes[2], CLEO)]
        views = [(await each.get(table.id), person) for each, person in voters]
        await gather(*(outcome(vote(view, ballot, person, yes=True)) for view, person in views))  # the later may find it closed
        await table.reload()
        assert table.position.row.paused is not None
        settled = await table.store.ballots.get(ballot)
        assert settled is not None
        assert settled.outcome == "agreed"


async def test_each_message_and_turn_is_claimed_by_one_process(stores: list[Store]) -> None:
    row = TableRow(0, GAME, 1, "", 2, "open", ADA, GUILD, CHANNEL, CHANNEL, 0, None, 0.0)
    tables = [await stores[0].open_table(row._replace(guild=number), []) for number in range(30)]
    await stores[0]._db.run([*enqueue(*(OutboxRow(0, table, None, "notice", "news") for table in tables))])
    for table in tables:
        await stores[0].due.put(COMPUTER, table, 1.0)
    rows, turns = list[int](), list[int]()

    async def claim(store: Store, name: str) -> None:
        while found := await store.outbox.claim(name, 10.0, 7):
            rows.extend(one.id for one in found)
        while taken := await store.due.claim(COMPUTER, name, 10.0, 70.0, 4):
            turns.extend(one.subject for one in taken)

    await gather(*(claim(store, str(number)) for number, store in enumerate(stores)))
    assert Counter(rows) == Counter(range(1, 61))
    assert Counter(turns) == Counter(tables)


async def test_nothing_stays_of_a_person_acting_during_the_erasure(processes: list[Tables]) -> None:
    for number in range(4):
        running = await erasing.started(processes[0], ADA, BEN, CLEO)
        free = await erasing.opened(processes[0], CLEO, size=3)
        here, there = await processes[1].get(running.id), await processes[2].get(free.id)
        asked = await ask_pause(running, ADA)
        acts = [
            outcome(vote(here, asked, BEN, yes=True)),
            outcome(here.store.put_draft(running.id, BEN, here.position.seq, "7")),
            outcome(move(here, number)),
            outcome(processes[2].join(there.id, BEN, NAMES[BEN])),
            outcome(erase_person(processes[0], BEN)),
        ]
        await gather(*Random(number).sample(acts, len(acts)))
        await erase_person(processes[0], BEN)
        assert await processes[0].store.due.at(ERASE, BEN) is None
        assert not await is_known(processes[0].store, BEN)
        assert str(BEN) not in await erasing.stored(processes[0])
