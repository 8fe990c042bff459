"""Sums for whoever watches over the program."""

from __future__ import annotations

from db.store import Store
from db.tally import Owed
from tests.paying import NOW, moved, opened


async def test_of_an_empty_database(store: Store) -> None:
    assert await store.tally.tables() == {"open": 0, "running": 0}
    assert await store.tally.owed() == []
    assert await store.tally.given_up() == 0


async def test_what_is_owed_ages_from_when_it_was_due_or_first_tried_until_it_is_paid_or_given_up(store: Store) -> None:
    first, second = await opened(store), await opened(store)
    await moved(store, first)
    await moved(store, second)
    assert sum((await store.tally.tables()).values()) == 2
    one, other = await store.outbox.claim("me", NOW, 20)
    assert await store.tally.owed() == [Owed("board", 2, NOW)]
    await store.outbox.failed(one, NOW + 60, "503", surely_unsent=False)
    assert await store.tally.owed() == [Owed("board", 2, NOW)]
    await store.outbox.give_up(one, "403", NOW)
    await store.outbox.paid(other, 2, 501)
    assert await store.tally.given_up() == 1
    assert "board" not in [owed.kind for owed in await store.tally.owed()]


async def test_each_writing_changes_something(store: Store) -> None:
    found: list[str | None] = []
    for _ in range(3):
        await store.tally.write()
        found.append(await store.facts.get("written"))
    assert None not in found
    assert found[0] != found[1] != found[2]


async def test_it_is_told_how_long_a_step_took(store: Store) -> None:
    took: list[float] = []
    store.on_commit = took.append
    await moved(store, await opened(store))
    assert took
    assert all(seconds > 0 for seconds in took)
