"""SIGTERM: the bot finishes its work, leaves late messages pending, and notifies systemd."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.operations.exits import Exit
from db.engines import Sharing
from db.roles import range_role
from db.store import Store
from sandbox.faults import Fault
from tests.journeys.told import Told
from tests.server import Server
from trials.journey import Journey

pytestmark = [pytest.mark.own_bot(started=False), pytest.mark.process]
OWED = "SELECT count(*) FROM outbox WHERE kind = 'board' AND message IS NULL"
ENDS = (503, "the program ends\nshards connected: 1 of 1\n")


async def confirmed_and_asked_to_end(journey: Journey, told: Told) -> tuple[Fault, asyncio.Task[None]]:
    """A move is confirmed, its board is on the way, and the bot is asked to end."""
    held = journey.home.hold("POST", r"/channels/\d+/messages$")
    mover = journey.mover
    assert "Played" in (await mover.click("Confirm", on=await journey.click_move(mover))).text
    await journey.until(lambda: held.hits == 1)
    ending = asyncio.ensure_future(journey.bot.stop())
    await told.until("/readyz", ENDS)
    assert journey.bot.running
    return held, ending


@pytest.mark.own_bot(started=False, fresh=True)
async def test_the_board_of_a_move_confirmed_just_before_is_posted(journey: Journey, told: Told) -> None:
    await journey.bot.start()
    await journey.begin(2)
    former = len(journey.boards)
    held, ending = await confirmed_and_asked_to_end(journey, told)
    journey.home.release(held)
    await ending
    assert journey.bot.status == Exit.OK
    assert len(journey.boards) == former + 1
    assert journey.rows(OWED) == [(0,)]


@pytest.mark.long
async def test_board_not_posted_in_time_stays_pending(journey: Journey, told: Told) -> None:
    await journey.bot.start()
    await journey.begin(2)
    former = len(journey.boards)
    _, ending = await confirmed_and_asked_to_end(journey, told)
    await ending
    assert journey.bot.status == Exit.OK
    assert len(journey.boards) == former
    assert journey.rows(OWED) == [(1,)]
    await journey.bot.start()
    await journey.next_board(former)
    await journey.turn()
    assert len(journey.boards) == former + 2


@pytest.mark.long
@pytest.mark.own_bot(started=False, fresh=True)
async def test_bot_ends_cleanly_while_discord_is_away(journey: Journey, told: Told) -> None:
    journey.sandbox.gateway_state.away = True
    starting = asyncio.ensure_future(journey.bot.start())
    await told.until("/readyz", (503, "no connection to Discord\nshards connected: 0 of 1\n"))
    starting.cancel()
    await journey.bot.stop()
    assert journey.bot.status == Exit.OK
    assert "Traceback" not in journey.bot.log
    journey.bot.clear_log()


async def test_unknown_token_stops_the_bot_with_advice(journey: Journey) -> None:
    journey.bot.settings["DISCORD_TOKEN"] = "x"
    starting = asyncio.ensure_future(journey.bot.start())
    await journey.until(lambda: journey.bot.status is not None)
    starting.cancel()
    assert journey.bot.status == Exit.CONFIGURATION
    assert journey.bot.log.endswith("Discord does not know this DISCORD_TOKEN. Copy it again from the developer portal.\n")


async def test_refused_number_of_shards_stops_the_bot_with_advice(journey: Journey) -> None:
    journey.bot.settings["PARTERRE_SHARDS"] = "3"
    journey.sandbox.gateway_state.guild_limit = 0
    journey.sandbox.world.session_starts.recommended = 7
    starting = asyncio.ensure_future(journey.bot.start())
    await journey.until(lambda: journey.bot.status is not None)
    starting.cancel()
    assert journey.bot.status == Exit.CONFIGURATION
    assert journey.bot.log.endswith(
        "PARTERRE_SHARDS: Discord does not accept 3 shards for this bot. Leave it empty to have the recommended number, 7.\n"
    )


async def test_bot_that_grew_asks_again_for_the_number_of_shards(journey: Journey) -> None:
    starts, gateway = journey.sandbox.world.session_starts, journey.sandbox.gateway_state
    starts.max_concurrency, gateway.guild_limit = 2, 0
    starting = asyncio.ensure_future(journey.bot.start())
    await journey.until(lambda: "Discord does not accept 1 shards any more" in journey.bot.log)
    starts.recommended, gateway.guild_limit = 2, 1
    await starting
    assert gateway.ready
    assert len(gateway.open_shards) == 2


class Systemd:
    """A socket such as systemd listens on."""

    def __init__(self, listening: socket.socket, path: Path) -> None:
        listening.bind(str(path))
        self.path = path
        self._socket = listening
        self._heard: list[str] = []

    @property
    def heard(self) -> list[str]:
        """Return the notifications received so far."""
        try:
            while True:
                self._heard.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            return self._heard


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as listening:
        yield Systemd(listening, tmp_path / "notify")


@pytest.mark.parametrize("watched", [True, False])
async def test_systemd_hears_of_the_start_of_life_and_of_the_end(journey: Journey, systemd: Systemd, watched: bool) -> None:
    journey.bot.settings |= {"NOTIFY_SOCKET": str(systemd.path)} | ({"WATCHDOG_USEC": "3000000"} if watched else {})
    await journey.bot.start()
    await journey.until(lambda: "READY=1" in systemd.heard)
    if watched:
        beats = systemd.heard.count("WATCHDOG=1")
        await journey.until(lambda: systemd.heard.count("WATCHDOG=1") > beats + 1)
    await journey.bot.stop()
    assert journey.bot.status == Exit.OK
    assert [each for each in systemd.heard if each != "WATCHDOG=1"] == ["READY=1", "STOPPING=1"]
    assert ("WATCHDOG=1" in systemd.heard) is watched


async def test_systemd_hears_of_a_standby_as_ready(journey: Journey, systemd: Systemd, server: Server) -> None:
    assert isinstance(journey.bot.database, str)
    other = await Store.open(journey.bot.database, shared=Sharing("other"))
    await journey.until(lambda: other.roles.take(range_role(0)))
    journey.bot.settings |= {"NOTIFY_SOCKET": str(systemd.path)}
    starting = asyncio.ensure_future(journey.bot.start())
    await journey.until(lambda: "READY=1" in systemd.heard)
    assert "standing by: other processes hold all ranges of shards" in journey.bot.log
    assert not starting.done()
    await other.close()
    await starting
