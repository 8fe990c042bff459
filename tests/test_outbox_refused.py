"""Messages that fail: they are retried by one schedule, given up if refused for long, and reported for a while."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from aiohttp import ClientResponse
from discord import HTTPException

from cogs.discord_api.errors import classify, reason_text
from db.rows import OutboxRow
from db.store import Store
from host.codec import NOT_UNDERSTOOD
from host.deadlines import DAY
from host.outbox import RETRY_PAUSES_SECONDS, is_hopeless, next_try_at
from host.refusal import Refused
from tests.sending import NOW, add_move, open_table, send_all, send_one


async def test_retries_follow_one_schedule() -> None:
    pauses = RETRY_PAUSES_SECONDS
    assert [next_try_at(tries, 0.0, 0.5) for tries in range(1, 8)] == [*pauses, pauses[-1], pauses[-1]]
    assert [next_try_at(3, 0.0, chance) for chance in (0.0, 1.0)] == pytest.approx([0.8 * 60, 1.2 * 60])
    assert next_try_at(1, 100.0, 0.5, after=45.0) >= 145.0
    forbidden = OutboxRow(1, 1, 1, "board", refused=NOW)
    assert not is_hopeless(forbidden, NOW + 86_399)
    assert is_hopeless(forbidden, NOW + 86_400)
    assert not is_hopeless(forbidden._replace(refused=None), NOW + 86_400)


async def test_a_day_of_refusals_begins_with_the_first_one(store: Store) -> None:
    await add_move(store, await open_table(store))
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(row, NOW + DAY, "502", surely_unsent=False)
    (row,) = await store.outbox.claim("me", NOW + DAY, 20)
    assert not is_hopeless(row, NOW + DAY)
    await store.outbox.mark_failed(row, NOW + DAY, "403", surely_unsent=True, refused=NOW + DAY)
    for day in (1, 2):
        (row,) = await store.outbox.claim("me", NOW + day * DAY, 20)
        assert is_hopeless(row, NOW + day * DAY) == (day == 2)
        await store.outbox.mark_failed(row, NOW + (day + 1) * DAY, "403", surely_unsent=True, refused=NOW + day * DAY)


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (403, 50001, "I am missing permissions there"),
        (403, 50013, "I am missing permissions there"),
        (404, 10003, "that place was deleted"),
        (400, 160005, "that thread is locked"),
        (400, 50083, "that thread is locked"),
        (400, 160006, "as many active threads as Discord allows"),
        (400, 160007, "as many active threads as Discord allows"),
        (400, 200000, "a filter of Discord or of this server"),
        (400, 240000, "a filter of Discord or of this server"),
        (403, 400001, "Discord does not accept files on this server"),
        (400, 50035, "the reason is in the bot’s log"),
    ],
)
def test_reason_of_a_refusal_is_told_in_our_words(status: int, code: int, told: str) -> None:
    answer = cast("ClientResponse", SimpleNamespace(status=status, reason="Raw"))
    error = HTTPException(answer, {"code": code, "message": "Raw Words"})
    assert told in str(reason_text(classify(error).reason))
    assert "Raw" not in str(reason_text(classify(error).reason))


def test_raw_reasons_and_own_refusals_are_only_logged() -> None:
    for kept in ("403 Forbidden (error code: 50013): Missing Permissions", classify(Refused(NOT_UNDERSTOOD)).reason):
        assert str(reason_text(kept)) == "the reason is in the bot’s log"


def test_own_refusals_are_given_up_too() -> None:
    assert classify(Refused(NOT_UNDERSTOOD)).refused


async def test_given_up_message_is_told_once_and_blocks_nothing(store: Store) -> None:
    table = await open_table(store)
    await add_move(store, table)
    (row,) = await store.outbox.claim("me", NOW, 20)
    await store.outbox.give_up(row, "Missing Permissions", NOW)
    assert [(one.kind, one.trouble) for one in await store.outbox.given_up(1, NOW)] == [("board", "Missing Permissions")]
    assert [move.seq for move in await store.untold_moves(table)] == [1]
    await add_move(store, table)
    assert [(one.kind, one.seq) for one in await send_all(store, NOW)] == [("board", 2)]
    assert await store.outbox.given_up(1, NOW) == []


@pytest.mark.parametrize("unsent", [True, False])
async def test_rate_limit_outranks_an_urgent_request(store: Store, unsent: bool) -> None:
    table = await open_table(store)
    await add_move(store, table)
    await store.outbox.enqueue_lobby(table, NOW)
    for row in await store.outbox.claim("me", NOW, 20):
        await store.outbox.mark_failed(row, NOW + 310, "429", surely_unsent=unsent, limited_until=NOW + 300)
    await add_move(store, table)
    await store.outbox.enqueue_lobby(table, NOW)
    await store.outbox.retry_now(f"board:{table}", NOW)
    assert await store.outbox.claim("me", NOW + 299, 20) == []
    assert sorted(row.kind for row in await store.outbox.claim("me", NOW + 300, 20)) == ["board", "lobby"]


async def test_only_the_repaired_server_is_retried_at_once(store: Store) -> None:
    table, other = await open_table(store), await open_table(store)
    for each in (table, other):
        await add_move(store, each)
    refused, away = await store.outbox.claim("me", NOW, 20)
    await store.outbox.mark_failed(refused, NOW + 3600, "403", surely_unsent=True, refused=NOW)
    await store.outbox.mark_failed(away, NOW + 3600, "502", surely_unsent=True)
    await store.outbox.retry_refused_now(2, NOW + 5)
    assert await store.outbox.claim("me", NOW + 5, 20) == []
    await store.outbox.retry_refused_now(1, NOW + 5)
    assert [row.id for row in await store.outbox.claim("me", NOW + 5, 20)] == [refused.id]


async def given_up(store: Store, table: int) -> OutboxRow:
    """An old board that could not be retired for a day."""
    for _ in range(2):
        await add_move(store, table)
        for row in await store.outbox.claim("me", NOW, 20):
            await send_one(store, row)
    (row,) = await store.outbox.claim("me", NOW, 20)
    assert row.kind == "retire"
    await store.outbox.mark_failed(row, NOW, "403", surely_unsent=True, refused=NOW)
    await store.outbox.give_up(row, "403", NOW + DAY)
    return row


async def test_given_up_message_of_an_ended_table_is_forgotten(store: Store) -> None:
    table = await open_table(store)
    row = await given_up(store, table)
    later = NOW + 8 * DAY
    assert [one.id for one in await store.outbox.given_up(1, later)] == [row.id]
    await add_move(store, table, status="over")
    assert [one.id for one in await store.outbox.given_up(1, later - 2 * DAY)] == [row.id]
    assert await store.outbox.given_up(1, later) == []
    await store.outbox.release_claims(later)
    assert await store.outbox.get(row.id) is None
