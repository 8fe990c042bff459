"""Counts for the metrics."""

from __future__ import annotations

from db.counts import PendingRows
from db.store import Store
from tests.sending import NOW, add_move, open_table


async def test_counts_of_an_empty_database_are_zero(store: Store) -> None:
    assert await store.counts.tables() == {"open": 0, "running": 0}
    assert await store.counts.pending() == []
    assert await store.counts.given_up() == 0


async def test_pending_rows_age_until_sent_or_given_up(store: Store) -> None:
    first, second = await open_table(store), await open_table(store)
    await add_move(store, first)
    await add_move(store, second)
    assert sum((await store.counts.tables()).values()) == 2
    one, other = await store.outbox.claim("me", NOW, 20)
    assert await store.counts.pending() == [PendingRows("board", 2, NOW)]
    await store.outbox.mark_failed(one, NOW + 60, "503", surely_unsent=False)
    assert await store.counts.pending() == [PendingRows("board", 2, NOW)]
    await store.outbox.give_up(one, "403", NOW)
    await store.outbox.mark_sent(other, 2, 501)
    assert await store.counts.given_up() == 1
    assert "board" not in [owed.kind for owed in await store.counts.pending()]


async def test_each_write_changes_a_fact(store: Store) -> None:
    found: list[str | None] = []
    for _ in range(3):
        await store.counts.check_writable()
        found.append(await store.facts.get("written"))
    assert None not in found
    assert found[0] != found[1] != found[2]


async def test_duration_of_each_step_is_reported(store: Store) -> None:
    took: list[float] = []
    store.on_commit = took.append
    await add_move(store, await open_table(store))
    assert took
    assert all(seconds > 0 for seconds in took)
