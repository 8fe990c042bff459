"""`bot.py restore`: an earlier database takes the place of a later one, of which people have seen messages and buttons.

On a server, pg_dump makes the copy, and pg_restore brings it to a database of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import time

import pytest

from cogs.operations.exits import Exit
from cogs.upkeep import restore, restore_on_server
from db.rows import SeatRow
from db.sqlite.copying import back_up
from db.store import Store
from host.codec import decode_story
from host.deadlines import DAY, HOUR
from host.history import read_log, read_page
from host.leaving import guild_lost
from host.lobby import Terms
from host.outbox import read_parts
from host.refusal import MovedOn
from host.replay import replay_states, without_undone
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from host.undo import undo
from rules import GAMES
from rules.game import random_move
from rules.text import tell
from tests.manual_clock import ManualClock
from tests.people import ADA, BEN, clicks, move, remark_kinds, start_table
from tests.sending import pending_board, pending_notices, send_all
from tests.server import ON_SERVER, TOOLS, Server

pytestmark = [pytest.mark.both, TOOLS]

BEFORE = 9  # moves before the copy is made
AFTER = 5  # moves after it
LATER = 30 * DAY  # after the copy
EACH = [pytest.param(game, marks=() if game == min(GAMES) else pytest.mark.sqlite) for game in GAMES]  # one will do on a server


class House:
    """A database, a copy of it made once, and a clock; one bot at a time."""

    database: Path | str

    def __init__(self, folder: Path) -> None:
        self.database, self.copy = folder / "parterre.sqlite3", folder / "copy.sqlite3"
        self.clock = ManualClock(time())

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Tables]:
        tables = Tables(await Store.open(self.database), random=Random(1), now=self.clock)
        try:
            yield tables
        finally:
            await tables.store.close()

    def back_up(self) -> None:
        back_up(Path(self.database), self.copy)

    async def restore(self) -> None:
        """As the sub-command does it, by the clock of the house."""
        assert await restore(self.copy, Path(self.database), self.clock) == Exit.OK


class HouseOnAServer(House):
    """A bot on a database server, where the backup is a dump."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.folder)
        self.server, self.database = server, server.address(server.new())
        self.dump = str(server.folder / f"dump-{next(clicks)}")

    def back_up(self) -> None:
        self.server.run("pg_dump", "-Fc", "-f", self.dump, "-d", str(self.database))

    def loaded(self) -> str:
        """A new database with what the copy holds."""
        address = self.server.address(self.server.new())
        self.server.run("pg_restore", "--no-owner", "-d", address, self.dump)
        return address

    async def restore(self) -> None:
        address = self.loaded()
        assert await restore_on_server(address, self.database, self.clock) == Exit.OK
        self.database = address


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> House:
    return HouseOnAServer(request.getfixturevalue("server")) if ON_SERVER else House(tmp_path)


async def play_on(table: Table, moves: int = 10**6) -> None:
    while table.position.to_act and moves > 0:
        moves -= 1
        await move(table, moves)


@pytest.mark.short("djinns", "ishtar")
@pytest.mark.parametrize("game", EACH)
async def test_a_table_goes_on_from_the_copy(house: House, game: str) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 3, game)
        await play_on(table, BEFORE)
        await send_all(table.store, house.clock())
        house.back_up()
        then = table.position
        await play_on(table, AFTER)
        shown = table.position.seq
    await house.restore()
    async with house.open() as tables:
        table = await tables.get(then.id)
        assert (table.position.state, table.position.seats) == (then.state, then.seats)
        assert table.position.seq > 1000 * shown
        for seq in range(shown + 2):
            with pytest.raises(MovedOn):
                await table.move(then.to_act[0].person, seq, ("1",), next(clicks))
        person = await move(table)
        if table.position.last == person:
            await undo(table, person, next(clicks))
            assert table.position.state == then.state
        await play_on(table)
        await assert_complete(table)


async def assert_complete(table: Table) -> None:
    """The game is over, can be played again, and its log has all of it, page by page."""
    assert table.position.row.status == "over"
    moves = without_undone(await table.store.moves(table.id))
    assert deque(replay_states(table.position, moves), maxlen=1).pop()[1] == table.position.state
    at = table.position
    newest = await read_page(table.store, at, None, at.seq)
    assert newest.pages < at.seq / 1000
    pages = [await read_page(table.store, at, None, at.seq, number) for number in range(newest.pages)]
    assert [entry for page in pages for entry in page.entries] == await read_log(table.store, at, None)


async def test_restore_is_announced_in_the_tables_language(house: House) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 2, language="de")
        await send_all(table.store, house.clock())
        house.back_up()
        await move(table)
    house.clock.forward(LATER)
    await house.restore()
    async with house.open() as tables:
        table = await tables.get(table.id)
        assert table.position.row.language == "de"
        assert (await remark_kinds(table))[-1:] == ["restored"]
        board = await pending_board(table.store, table.id)
        assert board is not None
        (told,) = [event for part in await read_parts(tables.store, board) for event in part.events if event.kind == "restored"]
        assert tell(told.text, table.position.names.__getitem__).startswith(
            "The bot was restored from a backup: this table is as it was on "
        )
        assert [decode_story(remark.events)[0].text for remark in await table.store.remarks(table.id)][-1] == told.text


async def test_nobody_is_timed_out_and_old_reminders_are_gone(house: House) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 2, lapse="stand-in")
        house.clock.forward(13 * HOUR)
        assert await run_due(tables) == (table.id,)
        assert [row.subject for row in await pending_notices(table.store)]
        house.back_up()
        then = table.position
    house.clock.forward(LATER)
    await house.restore()
    async with house.open() as tables:
        assert await run_due(tables) == ()
        table = await tables.get(table.id)
        assert await pending_notices(table.store) == []
        (clock,) = table.position.clocks.values()
        assert (clock.began, clock.due, clock.rung) == (house.clock(), house.clock() + DAY, 0)
        assert table.position.to_act == then.to_act
        house.clock.forward(13 * HOUR)
        assert await run_due(tables) == (table.id,)
        assert len(await pending_notices(table.store)) == 1


async def test_paused_tables_stay_paused(house: House) -> None:
    async with house.open() as tables:
        unreachable = await start_table(tables, 2)
        await guild_lost(unreachable)
        await send_all(tables.store, house.clock())
        house.back_up()
    house.clock.forward(LATER)
    await house.restore()
    async with house.open() as tables:
        assert await run_due(tables) == ()
        found = await tables.get(unreachable.id)
        assert (found.position.row.paused is None, found.position.row.wake) == (False, None)
        assert [clock.due for clock in found.position.clocks.values()] == [None]
        assert await pending_board(tables.store, found.id) is None
        assert (await remark_kinds(found))[-1:] == ["restored"]


async def test_an_open_table_stays_open_and_shows_its_seats(house: House) -> None:
    async with house.open() as tables:
        table = await opened(tables)
        await send_all(tables.store, house.clock())
        house.back_up()
        await tables.join(table.id, BEN, "Ben")
        await tables.start(table.id, ADA, next(clicks))
        shown = table.position.seq
    house.clock.forward(LATER)
    await house.restore()
    async with house.open() as tables:
        assert await run_due(tables) == ()
        assert [row.kind for row in await send_all(tables.store, house.clock() + HOUR)] == ["lobby"]
        await tables.join(table.id, BEN, "Ben")
        table = await tables.start(table.id, ADA, next(clicks))
        assert table.position.seq > 1000 * shown


async def opened(tables: Tables) -> Table:
    return await tables.open(game="djinns", terms=Terms(size=2), host=SeatRow(0, ADA, "Ada"), guild=1, channel=2)


async def test_no_id_is_given_twice(house: House) -> None:
    """Messages may show ids of tables and rows that the backup lacks, and Discord remembers nonces for a while."""
    async with house.open() as tables:
        await start_table(tables, 2)
        house.back_up()
        newer = await opened(tables)
        await send_all(tables.store, house.clock())
        owed = await tables.store._db.highest_given_id("outbox")
    for _ in range(2):
        house.clock.forward(60)
        await house.restore()
        async with house.open() as tables:
            table = await opened(tables)
            assert table.id > newer.id
            newer = table
            ((lifted,),) = await tables.store._db.all("SELECT max(id) FROM outbox")
            assert lifted > owed
            owed = lifted


async def test_restoring_a_copy_twice_skips_all_shown_ids(house: House) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 2)
        house.back_up()
    shown = 0
    for _ in range(3):
        house.clock.forward(60)
        await house.restore()
        async with house.open() as tables:
            table = await tables.get(table.id)
            assert table.position.seq > shown
            await play_on(table, AFTER)
            shown = table.position.seq


async def test_draft_is_kept(house: House) -> None:
    async with house.open() as tables:
        table = await start_table(tables, 2, "djinns")
        person = table.position.to_act[0].person
        path = random_move(table.position.game, table.position.state, table.position.to_act[0].seat, Random(1)).path
        await tables.store.put_draft(table.id, person, table.position.seq, path[0])
        house.back_up()
        await move(table)
    await house.restore()
    async with house.open() as tables:
        table = await tables.get(table.id)
        draft = await tables.store.draft(table.id, person)
        assert draft is not None
        assert (draft.seq, draft.path) == (table.position.seq, path[0])
