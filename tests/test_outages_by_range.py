"""Outages where several processes share the shards: each notes its own servers, and the clerk reads the notes of the others."""

from __future__ import annotations

from itertools import pairwise

import pytest

from host.deadlines import DAY, HOUR, MINUTE
from host.outages import BEAT_SECONDS, FRESH_SECONDS, Outages
from host.ranges import ShardRange, range_of_label
from host.table import Table
from host.tables import Tables
from tests.manual_clock import ManualClock
from tests.people import advance, start_table
from tests.sending import pending_notices

pytestmark = pytest.mark.virtual

SHARDS = 6
SERVERS = [shard << 22 for shard in range(SHARDS)]  # by shard


def part(number: int, ranges: int, shards: int = SHARDS) -> ShardRange:
    return ShardRange(number, ranges, shards)


def process(tables: Tables, of: ShardRange) -> Outages:
    return Outages(tables, ManualClock(), lambda: of)


def here(of: ShardRange, *away: int) -> frozenset[int]:
    """Return the servers of a range, without those that are away."""
    return frozenset(server for server in SERVERS if of.has(server)) - {*away}


async def tables_of(tables: Tables) -> list[Table]:
    """Start a table on the server of each shard."""
    return [await start_table(tables, 2, guild=server, channel=2 + server) for server in SERVERS]


def left(table: Table) -> float:
    """Return the seconds that the turn has left."""
    (clock,) = table.position.clocks.values()
    assert clock.due is not None
    return clock.due - table.now()


@pytest.mark.parametrize(("ranges", "shards"), [(1, 1), (1, 5), (2, 5), (3, 7), (7, 7)])
def test_each_server_belongs_to_one_range(ranges: int, shards: int) -> None:
    parts = [part(number, ranges, shards) for number in range(ranges)]
    assert [range_of_label(each.label) for each in parts] == (parts if ranges > 1 else [ShardRange()])
    assert all(one.own.stop == other.own.start for one, other in pairwise(parts))
    assert (parts[0].own.start, parts[-1].own.stop) == (0, shards)
    for server in range(40):
        assert [each.has(server << 22 | 5) for each in parts].count(True) == 1
    assert [other for each in parts for other in each.others].count(parts[0]) == ranges - 1


async def test_only_servers_of_the_lost_range_get_their_time_back(tables: Tables) -> None:
    games = await tables_of(tables)
    parts = [part(number, 3) for number in range(3)]
    one, *others = (process(tables, each) for each in parts)
    for outages, of in zip((one, *others), parts, strict=True):
        await outages.gateway_heard(here(of))
    for _ in range(3):
        advance(tables, 4 * MINUTE)
        for outages, of in zip(others, parts[1:], strict=True):
            await outages.gateway_heard(here(of))
    await process(tables, parts[0]).gateway_heard(here(parts[0]))  # another process takes the range over
    for table in games:
        await table.confirm()
    assert [left(table) for table in games] == [DAY] * 2 + [DAY - 12 * MINUTE] * 4
    assert len(await pending_notices(tables.store, "extended")) == 2


async def test_clerk_knows_servers_of_others_by_their_notes(tables: Tables) -> None:
    await tables_of(tables)
    clerk, other = process(tables, part(0, 2)), process(tables, part(1, 2))

    async def known() -> list[bool]:
        is_here = await clerk.find_servers_elsewhere()
        return [is_here(server) for server in SERVERS]

    assert await known() == [False] * SHARDS
    await other.gateway_heard(here(part(1, 2)))
    assert await known() == [False] * 3 + [True] * 3
    advance(tables, BEAT_SECONDS / 2)
    await other.gateway_heard(here(part(1, 2), SERVERS[4]))
    assert await known() == [False] * 3 + [True, False, True]
    advance(tables, FRESH_SECONDS + 1)
    assert await known() == [False] * SHARDS
    await other.gateway_heard(here(part(1, 2)))
    assert await known() == [False] * 3 + [True] * 3


@pytest.mark.parametrize(
    ("before", "after"),
    [((1, 1), (3, SHARDS)), ((3, SHARDS), (1, 1)), ((2, SHARDS), (3, SHARDS)), ((3, SHARDS), (2, SHARDS)), ((2, SHARDS), (2, 5))],
)
async def test_changed_ranges_neither_lose_nor_invent_an_outage(
    tables: Tables, before: tuple[int, int], after: tuple[int, int]
) -> None:
    games = await tables_of(tables)
    former, later = ([part(number, ranges, shards) for number in range(ranges)] for ranges, shards in (before, after))
    away = SERVERS[5]

    async def run(parts: list[ShardRange], *missing: int) -> None:
        for of in parts:
            await process(tables, of).gateway_heard(here(of, *missing))

    await run(later)
    advance(tables, HOUR)
    await run(later)  # notes of these ranges are older than those of the next
    advance(tables, MINUTE)
    await run(former)
    advance(tables, HOUR)
    await run(former, away)
    advance(tables, MINUTE)
    await run(later, away)
    advance(tables, MINUTE)
    await run(later)
    for table in games:
        await table.confirm()
    assert [left(table) for table in games] == [DAY - 3 * MINUTE] * 5 + [DAY - MINUTE]
