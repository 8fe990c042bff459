"""The bot's health and metrics port."""

from __future__ import annotations

import asyncio
import re
from math import isnan

import asyncpg
import pytest

from db.engines import Sharing
from db.roles import range_role
from db.store import Store
from tests.journeys.told import Told
from tests.server import Server
from trials.journey import Journey
from trials.process_bot import ProcessBot
from trials.waiting import WAIT_SECONDS, wait_until

pytestmark = [pytest.mark.own_bot(started=False), pytest.mark.process]
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
READY = (200, "ok\nshards connected: 1 of 1\n")
DISCONNECTED = (503, "no connection to Discord\nshards connected: 0 of 1\n")
UNWRITABLE = (503, "the database cannot be written\nshards connected: 1 of 1\n")
ID = re.compile(r"\d{15,}")


@pytest.mark.long
async def test_readyz_needs_discord_and_the_database(journey: Journey, told: Told) -> None:
    gateway = journey.sandbox.gateway_state
    gateway.away = True
    starting = asyncio.ensure_future(journey.bot.start())
    await told.until("/readyz", DISCONNECTED)
    assert await told.at("/livez") == (200, "ok\n")
    await wait_until(lambda: "no connection to Discord: retrying" in journey.bot.log)
    gateway.away = False
    await starting
    await told.until("/readyz", READY)
    assert await told.value("discord_connected") == 1

    gateway.away = True
    await journey.sandbox.disconnect()
    await told.until("/readyz", DISCONNECTED)
    assert await told.value("discord_connected") == 0
    gateway.away = False
    await told.until("/readyz", READY)

    assert isinstance(journey.bot, ProcessBot)
    with journey.bot.full_disk():
        await told.until("/readyz", UNWRITABLE)
        assert await told.at("/livez") == (200, "ok\n")
    await told.until("/readyz", READY)
    assert "Traceback" not in journey.bot.log
    journey.bot.clear_log()


async def test_readyz_does_not_wait_for_a_silent_database(journey: Journey, told: Told, server: Server) -> None:
    await journey.bot.start()
    await told.until("/readyz", READY)
    other = await asyncpg.connect(str(journey.bot.database))
    async with other.transaction():
        await other.execute("LOCK TABLE facts IN SHARE MODE")
        assert await told.at("/readyz") == UNWRITABLE
        assert await other.fetchval(WAITING) == 1
    await other.close()
    await told.until("/readyz", READY)
    assert "the database cannot be written: TimeoutError()" in journey.bot.log
    assert await told.value("parterre_outbox_given_up_rows") == 0
    with server.hanging():
        assert isnan(await told.value("parterre_outbox_given_up_rows"))
    await told.until("/readyz", READY)


async def test_standby_is_alive_and_not_ready_until_it_takes_over(journey: Journey, told: Told, server: Server) -> None:
    assert isinstance(journey.bot.database, str)
    other = await Store.open(journey.bot.database, shared=Sharing("other"))
    await wait_until(lambda: other.roles.take(range_role(0)))
    starting = asyncio.ensure_future(journey.bot.start())
    await told.until("/readyz", (503, "the program stands by for other processes\n"))
    assert await told.at("/livez") == (200, "ok\n")
    assert await told.value("parterre_role", role="stand-by") == 1
    await other.close()
    await starting
    await told.until("/readyz", READY)
    assert await told.value("parterre_role", role="range 0") == 1
    await wait_until(lambda: _is_clerk(told))


async def _is_clerk(told: Told) -> bool:
    return await told.value("parterre_role", role="clerk") == 1


@pytest.mark.long
async def test_discords_time_is_used_where_the_machines_is_wrong(journey: Journey, told: Told) -> None:
    (journey.bot.folder / "clock").write_text("7200\n", encoding="utf-8")  # the bot's machine alone is two hours ahead
    await journey.bot.start()
    await told.until("/readyz", (200, "ok\nshards connected: 1 of 1\nthe machine's clock is 7200 s ahead of Discord's\n"))
    assert journey.bot.log.count("7200 s ahead of Discord's, which is used instead") == 1
    await journey.begin(2, time_limit="daily")
    ((due,),) = journey.rows("SELECT due FROM clocks")
    assert due - journey.sandbox.world.now() < 24 * 3600 + 2  # `Date` is in seconds


async def test_metrics_count_moves_refusals_and_rate_limits(journey: Journey, told: Told) -> None:
    await journey.bot.start()
    await journey.begin(2)
    commits = await told.value("parterre_commit_seconds_count")
    journey.home.limit("POST", r"/channels/\d+/messages$")
    await journey.turn()
    assert "It is not your turn" in (await journey.waiting.click("Your move", on=journey.board)).text
    assert await told.value("parterre_commit_seconds_count") > commits
    assert await told.value("parterre_tables", state="running") == 1
    assert await told.value("parterre_picture_seconds_count") >= 2
    assert await told.value("parterre_discord_requests_total", status="429") == 1
    assert await told.value("parterre_answer_seconds_count", outcome="refused") == 1
    assert await told.value("parterre_answer_seconds_count", outcome="done") > 4
    assert await told.value("parterre_loop_lag_seconds_count") > 0
    assert await told.value("discord_event_on_interaction_total", command="game new", shard="0") == 1
    assert await told.value("discord_event_on_interaction_total", command="p1:confirm", interaction="component") == 1
    assert await told.value("discord_stat_total_guilds") == 1
    assert await told.value("logging_total", level="INFO") > 0


@pytest.mark.long
async def test_pending_messages_are_counted_with_their_age(journey: Journey, told: Told) -> None:
    await journey.bot.start()
    await journey.begin(2)
    held = journey.home.hold("POST", r"/channels/\d+/messages$")
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click_move(mover))
    await journey.until(lambda: held.hits == 1)
    assert await told.value("parterre_outbox_rows", kind="board") == 1
    assert await told.value("parterre_outbox_oldest_seconds", kind="board") < WAIT_SECONDS
    assert await told.value("parterre_outbox_given_up_rows") == 0
    journey.home.release(held)


async def test_no_label_holds_an_id_or_a_name(journey: Journey, told: Told) -> None:
    await journey.bot.start()
    await journey.begin(2)
    await journey.turn()
    await journey.ada.press("b1:" + "9" * 20, journey.board)
    labels = [value for sample in await told.metrics() for value in sample.labels.values()]
    assert "unknown" in labels
    names = {person.name for person in journey.people}
    assert not [label for label in labels if ID.search(label) or label in names]
