"""Places of tables that are lost, as discord.py hears of them: the table goes on elsewhere, or stands still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from cogs.background.lost_places import LostPlaces, check_place, may_be_lost
from cogs.sender import sender
from cogs.shell.client import Parterre
from db.rows import SeatRow
from host.lobby import Terms
from host.tables import Tables
from tests.cached_guild import CachedGuild
from tests.people import ADA, BEN, start_table
from tests.sending import pending_board, pending_notices, send_all
from trials.waiting import WAIT_SECONDS

THREAD = "club"
OPEN = {"game": "djinns", "terms": Terms(size=2), "host": SeatRow(0, ADA, "Ada")}


class There:
    """A table of two in its own thread in the garden, whose board is posted."""

    def __init__(self, client: Parterre, tables: Tables) -> None:
        self.client, self.tables, self.home = client, tables, CachedGuild(client)

    async def begin(self) -> None:
        self.garden = int(self.home.channel("garden")["id"])
        self.table = await start_table(self.tables, 2, guild=self.home.id, channel=self.garden)
        await self.tables.move_to(self.table, self.home.open_thread(THREAD))
        await send_all(self.tables.store, self.tables.now())

    async def owes_board(self) -> bool:
        return await pending_board(self.tables.store, self.table.id) is not None

    async def stands_still(self) -> bool:
        await self.table.confirm()
        return self.table.position.row.paused is not None

    async def settled(self) -> None:
        """Wait until listeners have heard of it and have done their work."""
        for _ in range(10):
            await asyncio.sleep(0)
        while tasks := set(self.client._tasks):
            await asyncio.wait(tasks, timeout=WAIT_SECONDS)


@pytest_asyncio.fixture
async def there(tables: Tables) -> AsyncIterator[There]:
    async with Parterre(tables, emojis=False) as client:
        await sender.setup(client)
        await client.add_cog(LostPlaces(client))
        found = There(client, tables)
        await found.begin()
        yield found


LOST: dict[str, Callable[[CachedGuild], object]] = {
    "locked": lambda home: home.change_thread(THREAD, locked=True),
    "locked and archived": lambda home: home.change_thread(THREAD, locked=True, archived=True),
    "deleted": lambda home: home.delete_channel(THREAD),
}


@pytest.mark.parametrize("how", LOST)
async def test_lost_thread_has_the_board_posted_again(there: There, how: str) -> None:
    LOST[how](there.home)
    await there.settled()
    assert await there.owes_board()


async def test_archived_thread_changes_nothing(there: There) -> None:
    there.home.change_thread(THREAD, archived=True)
    await there.settled()
    assert not await there.owes_board()


async def test_deleted_channel_stops_clocks_and_tells_players(there: There) -> None:
    waiting = await there.tables.open(guild=there.home.id, channel=there.garden, **OPEN)
    there.home.delete_channel("garden")
    await there.settled()
    assert await there.stands_still()
    assert [clock.due for clock in there.table.position.clocks.values()] == [None]
    assert sorted(row.person or 0 for row in await pending_notices(there.tables.store, "homeless")) == [ADA, BEN]
    await waiting.confirm()
    assert waiting.position.row.status == "cancelled"


async def test_missed_lock_is_seen_without_asking_discord(there: There) -> None:
    row = there.table.position.row
    assert not may_be_lost(there.home.known, row)
    thread = there.home.known.get_thread(row.place)
    assert thread is not None
    thread.locked = True
    assert may_be_lost(there.home.known, row)
    assert not await check_place(there.client, there.home.known, there.table)
    assert await there.owes_board()
