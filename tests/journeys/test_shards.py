"""Several shards: servers of different shards play on, whatever happens to one of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

import pytest

from db.due import DIGEST, SERVER_REMOVED
from host.deadlines import DAY
from host.forgetting import note_removed
from sandbox.shards import Shard
from tests.journeys.clocks import Clocks
from tests.journeys.test_overview import choose, overviews, shows
from tests.journeys.told import Told
from trials.journey import Journey
from trials.local_bot import LocalBot

EXTENDED = "The time for this turn has been extended"


def paused(journey: Journey) -> bool:
    """Return whether the newest table of a server stands still."""
    return journey.of_tables("paused")[-1] is not None


async def two_servers(journey: Journey) -> tuple[LocalBot, Journey, Journey]:
    """Start a bot with two shards; return it with a journey on shard 0 and one on shard 1."""
    assert isinstance(journey.bot, LocalBot)
    journey.bot.shards = 2
    other = Journey(journey.bot, journey.sandbox.found("Orchard Club", Shard(0, 2)))
    await journey.bot.start()
    return journey.bot, other, journey


@pytest.mark.own_bot(started=False)
async def test_server_counts_as_lost_only_by_its_own_shard(journey: Journey) -> None:
    bot, other, home = await two_servers(journey)
    await other.begin(2)
    await home.begin(2)
    bot.disconnect_shard(1)
    home.home.remove_bot()
    bot.disconnect_shard(0)
    bot.connect_shard(0)
    await other.turn()  # it has looked at its own servers
    assert not paused(home)
    bot.connect_shard(1)
    await home.until(lambda: paused(home))
    assert not paused(other)
    await other.turn()


@pytest.mark.own_bot(started=False)
async def test_only_servers_of_a_lost_shard_get_their_time_back(journey: Journey) -> None:
    bot, other, home = await two_servers(journey)
    await other.begin(2, time_limit="daily")
    await home.begin(2, time_limit="daily")
    bot.disconnect_shard(1)
    there, here = Clocks(other), Clocks(home)
    there.pass_hours(13)
    await there.told("Half of your time")
    assert not here.reading("Half of your time")
    bot.connect_shard(1)
    await here.told("The bot was away for 13 hrs.")
    assert not here.reading("Half of your time")
    assert not there.reading(EXTENDED)


@pytest.mark.own_bot(started=False)
async def test_others_play_on_while_a_shard_cannot_connect(journey: Journey) -> None:
    bot, other, home = await two_servers(journey)
    await choose(home, "terrace")
    await shows(home, "No tables here.")
    for each in (other, home):
        await each.begin(2, time_limit="daily")
    waiting = home.mover
    await waiting.slash("settings", reminders="digest")
    await bot.stop()
    bot.late_shards = frozenset({1})
    guild, posted = int(home.home.guild.id), {message["id"] for message in home.home.all_messages}
    store, now = await bot.open_store(), home.sandbox.world.now()
    await note_removed(store, guild, now - 31 * DAY)  # the server came back during the stop
    await store.outbox.enqueue_overview(guild)
    await store.due.put(DIGEST, int(waiting.id), now)
    await store.close()
    await bot.start()
    await other.turn()
    assert "going on without shards that are not connected; connected: [0]" in bot.log
    there, here = Clocks(other), Clocks(home)
    digest = await here.told_directly(waiting, "Waiting for you")
    there.pass_hours(13)
    await there.told("Half of your time")
    assert {message["id"] for message in home.home.all_messages} == {*posted, digest.message["id"]}
    assert not paused(home)
    bot.connect_shard(1)
    await here.told("The bot was away for")
    await home.turn()
    await home.until(lambda: not home.rows("SELECT at FROM due WHERE kind = ?", SERVER_REMOVED))
    here.pass_hours(0.1)
    await home.until(lambda: [message["id"] in posted for message in overviews(home)] == [False])


@pytest.mark.own_bot(started=False)
async def test_direct_messages_are_answered_by_shard_0(journey: Journey) -> None:
    bot, _, home = await two_servers(journey)
    await home.begin(2)
    bot.disconnect_shard(1)
    ada = home.people[0]
    ada.go(str(home.sandbox.world.direct(ada.id)["id"]))
    assert "table 1" in (await ada.slash("turns")).text


@pytest.mark.own_bot(started=False)
async def test_lines_about_an_event_name_its_shard(journey: Journey) -> None:
    bot, other, home = await two_servers(journey)
    for shard, each in enumerate((other, home)):
        bot.clear_log()
        await each.begin(2)
        each.home.fail("POST", "/callback$", code=50035)
        with suppress(TimeoutError):
            await each.ada.click("Your move", on=each.board)
        await each.ada.slash("turns")
        lines = [line for line in bot.log.splitlines() if "table=" in line]
        assert lines
        assert all(line.endswith(f" shard={shard}") for line in lines), lines


@pytest.mark.process
@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.short("2")
async def test_servers_play_at_once_while_one_shard_reconnects(journey: Journey, told: Told, count: int) -> None:
    sandbox, last = journey.sandbox, count - 1
    starts, gateway = sandbox.world.session_starts, sandbox.gateway_state
    starts.recommended = starts.max_concurrency = count
    starts.strict = True
    ready = (200, f"ok\nshards connected: {count} of {count}\n")
    some = [Journey(journey.bot, sandbox.found(f"Club {shard}", Shard(shard, count))) for shard in (0, last)]
    await journey.bot.start()
    await told.until("/readyz", ready)
    await asyncio.gather(*(each.begin(2) for each in some))

    async def play(each: Journey, turns: int = 1) -> None:
        for _ in range(turns):
            await each.turn()

    await asyncio.gather(*(play(each, 2) for each in some))
    sandbox.reconnect(last)
    await asyncio.gather(*map(play, some))
    await sandbox.disconnect(4000, last)
    await asyncio.gather(*map(play, some))
    assert gateway.resumes == 2
    gateway.silent = {last}
    sandbox.invalidate(last)
    reason = "not all shards are connected" if last else "no connection to Discord"
    await told.until("/readyz", (503, f"{reason}\nshards connected: {last} of {count}\n"))
    assert await told.value("discord_connected", shard=str(last)) == 0
    if last:
        await play(some[0], 2)
    gateway.silent = set()
    sandbox.world.changes.notify()
    await told.until("/readyz", ready)
    assert await told.value("discord_connected") == count
    await asyncio.gather(*map(play, some))
    assert (gateway.identifies, starts.too_soon) == (count + 1, 0)
    for each in some:
        shown = Counter(board.text for board in each.boards)
        ((moves,),) = each.rows('SELECT count(DISTINCT seq) FROM moves WHERE "table" = ? AND seat >= 0', each.tables[-1])
        assert max(shown.values()) == 1
        assert len(each.boards) <= moves + 1
    assert f"in 3 servers; shards: {count}\n" in journey.bot.log
