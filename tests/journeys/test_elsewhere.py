"""A process that runs shard 0 of two sends messages to a server of shard 1: it knows that server from Discord's answers alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest

from cogs.discord_api.servers import KEPT_SECONDS
from cogs.sender.reposting import repost_board
from db.due import SERVER_REMOVED
from db.rows import SeatRow
from host.deadlines import DAY
from host.forgetting import note_removed
from host.leaving import resign
from host.lobby import Terms
from host.nudge import nudge
from host.seasons import end_season
from host.servers import set_server_settings
from host.settings import set_person_settings
from host.table import Table
from host.tables import Tables
from rules.text import say
from sandbox.kinds import PUBLIC_THREAD
from sandbox.objects import make_text_channel
from sandbox.shards import Shard
from sandbox.sight import permit
from tests.journeys.clocks import Clocks
from tests.journeys.test_overview import overviews, shows
from tests.people import clicks, move
from trials.journey import Journey, said
from trials.local_bot import LocalBot
from trials.player import answer_at_random, confirm, press
from trials.screen import is_preview

pytestmark = pytest.mark.own_bot(started=False)
LOOKING = (  # custom_ids of buttons of table 1 that work in direct messages, and change nothing
    *("b1:view:1", "b1:text:1", "b1:more:1", "b1:undo:1:1", "b1:move:1", "t1:turns:0:first", "t1:finished:0:first"),
    *("g1:log:1", "g1:copy:1:1", "g1:replay:1", "r1:table:1", "v1:ending:1", "v1:leave:1", "v1:terms:1"),
)
LOCKED = "The thread of this table is locked, so the game continues here."


def bot_of(journey: Journey) -> LocalBot:
    """Return the bot, which is to run the first of two shards."""
    assert isinstance(journey.bot, LocalBot)
    journey.bot.shards = journey.bot.ranges = 2
    assert Shard(1, 2).hears_of(journey.home.guild.id)
    return journey.bot


async def seed(journey: Journey, *, started: bool = True, thread: bool = False, **chosen: Any) -> None:
    """Open or start a table of Ada and Ben on the server.

    :param thread: it is played in a thread of its own.
    :param chosen: settings of the server.
    """
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(3), now=journey.sandbox.world.now)
    ada, ben = (SeatRow(0, int(person.id), person.name) for person in journey.people[:2])
    guild, place = int(journey.home.guild.id), journey.home.channel_id("garden")
    table = await tables.open(game="djinns", terms=Terms(size=2, pace="untimed"), host=ada, guild=guild, channel=int(place))
    await tables.join(table.id, ben.person, ben.name)
    if thread:
        made = journey.sandbox.world.new_thread(journey.home.place("garden"), "own", PUBLIC_THREAD, 1440)
        await tables.move_to(table, int(made["id"]))
        journey.look_at(str(made["id"]))
    if started:
        await tables.start(table.id, ada.person, next(clicks))
    for person in journey.people[:2]:
        await set_person_settings(store, int(person.id), direct=True)
    await set_server_settings(store, guild, None, **chosen)
    await store.close()


async def table_of(journey: Journey) -> Table:
    assert isinstance(journey.bot, LocalBot)
    return await journey.bot.tables.get(journey.tables[0])


async def played(journey: Journey, turns: int) -> Counter[str]:
    """Let another process play turns, one after the other is posted; return the requests about the server, by method."""
    journey.sandbox.requests.clear()
    for _ in range(turns):
        former, table = len(journey.boards), await table_of(journey)
        await move(table)
        while table.position.game.mid_turn(table.position.state):
            await move(table)
        await journey.next_board(former)
    await Clocks(journey).all_sent()
    return Counter(f"{r['method']} {r['path'].split('/')[3]}" for r in journey.sandbox.requests)


def asked_of(journey: Journey) -> list[str]:
    """Return the paths of requests that ask about the server itself."""
    return [r["path"].split(journey.home.guild.id)[1] for r in journey.requests("GET", f"/guilds/{journey.home.guild.id}")]


async def test_board_is_posted_on_a_server_of_another_process(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    await bot.start()
    board = await journey.next_board(0)
    assert board.images
    await played(journey, 2)
    assert [bool(each.buttons) for each in journey.boards] == [False, False, True]


@pytest.mark.parametrize("overview", [False, True])
async def test_turn_elsewhere_costs_one_request_more_at_most(journey: Journey, *, overview: bool) -> None:
    """A board costs none more, and an overview two in three minutes."""
    bot, turns, counts = bot_of(journey), 5, list[Counter[str]]()
    place = int(journey.home.channel_id("terrace")) if overview else None
    await seed(journey, thread=not overview, overview=place)
    for bot.ranges in (1, 2):
        former = len(journey.boards)
        await bot.start()
        await journey.next_board(max(0, former - 1))
        await journey.until(lambda: not overview or overviews(journey))
        counts.append(await played(journey, turns))
        await bot.stop()
    here, elsewhere = counts
    assert not elsewhere - here - Counter({"GET guilds": 2} if overview else {})


async def test_turn_is_played_by_direct_message(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    await bot.start()
    await journey.next_board(0)
    mover, other = journey.mover, journey.waiting
    await nudge(await table_of(journey), int(other.id), next(clicks))
    told = await Clocks(journey).told_directly(mover, f"{other.name} is waiting for your move.")
    panel = await press(mover.go("dm"), "b1:move", told)
    while not is_preview(panel):
        panel = await answer_at_random(mover, panel, Random(1))
    assert "Played" in (await confirm(mover, panel)).text
    await journey.next_board(1)


async def test_buttons_in_direct_messages_answer_alike_elsewhere(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    answers = list[list[str]]()
    for bot.ranges in (1, 2):
        await bot.start()
        await journey.next_board(0)
        answers.append([])
        for person in (journey.mover, journey.waiting):
            shown = await person.go("dm").slash("turns")
            for target in LOOKING:
                answer = await person.press(target, shown)
                answers[-1].append(f"{target} {answer.text}")
        await bot.stop()
    assert answers[0] == answers[1]


async def test_turns_elsewhere_are_listed_in_a_direct_message(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    await bot.start()
    await journey.next_board(0)
    await journey.until(lambda: asked_of(journey))  # whether the person to move has left
    ada = journey.ada.go("dm")
    ada.install()  # they can ask without a server in common, too
    journey.sandbox.requests.clear()
    assert "Running: 1" in said(await ada.slash("turns"))
    assert len(asked_of(journey)) == 3
    assert "Running: 1" in said(await ada.slash("turns"))
    assert len(asked_of(journey)) == 4
    await asyncio.sleep(KEPT_SECONDS)
    assert "Running: 1" in said(await ada.slash("turns"))
    assert len(asked_of(journey)) == 7
    journey.home.remove_bot()
    assert "no tables" in said(await ada.slash("turns"))
    journey.home.invite_bot()
    ada.leave()
    assert "no tables" in said(await ada.slash("turns"))


async def test_server_that_cannot_be_asked_hides_its_tables_alone(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    await bot.start()
    await journey.next_board(0)
    journey.home.fail("GET", rf"/guilds/{journey.home.guild.id}$", status=502, times=9)
    assert "no tables" in said(await journey.ada.go("dm").slash("turns"))


async def test_lost_player_elsewhere_gives_up_the_seat(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    for person in journey.people[:2]:
        person.leave()
    await bot.start()
    await journey.until(lambda: journey.of_tables("status") == ["over"])


async def test_overview_speaks_the_language_of_a_server_elsewhere(journey: Journey) -> None:
    bot = bot_of(journey)
    journey.home.locale = "de"
    await seed(journey, overview=int(journey.home.channel_id("terrace")))
    await bot.start()
    await journey.home.wait_for(lambda m: "Tische dieses Servers" in str(m["components"]) and "am Zug" in str(m["components"]))


async def test_overview_moves_to_a_channel_made_a_moment_ago(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey, overview=int(journey.home.channel_id("terrace")))
    await bot.start()
    await shows(journey, "to move")
    world, guild = journey.sandbox.world, journey.home.guild
    made = make_text_channel(world.ids.next(), guild.id, "new", 2)
    world.channels[made["id"]], world.messages[made["id"]] = made, {}
    await set_server_settings(bot.tables.store, int(guild.id), None, overview=int(made["id"]))
    await shows(journey, "to move", "new")
    await journey.until(lambda: not overviews(journey))


async def test_overview_elsewhere_hides_tables_of_narrower_channels(journey: Journey) -> None:
    bot = bot_of(journey)
    permit(journey.sandbox.world, journey.home.place("garden"), journey.home.guild.id, {"view_channel": False})
    journey.home.permit("garden", view_channel=True)
    await seed(journey, overview=int(journey.home.channel_id("terrace")))
    await bot.start()
    await shows(journey, "No tables here.")


async def test_table_leaves_a_locked_thread_elsewhere(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey, thread=True)
    await bot.start()
    await journey.next_board(0)
    journey.home.archive(journey.place, archived=False, locked=True)
    journey.look_at(journey.home.channel_id("garden"))
    await move(await table_of(journey))
    assert LOCKED in (await journey.next_board(0)).text


@pytest.mark.parametrize("posted", [False, True])
async def test_table_leaves_a_locked_thread_it_could_write_in(journey: Journey, *, posted: bool) -> None:
    """The process that hears of the lock, which is not the one here, queues the board again."""
    bot = bot_of(journey)
    await seed(journey, thread=True)
    await bot.start()
    await journey.next_board(0)
    await journey.until(lambda: journey.rows("SELECT 1 FROM outbox WHERE kind = 'board' AND message IS NOT NULL"))
    journey.home.permit("garden", manage_threads=True)
    if not posted:
        failed = journey.home.fail("POST", "/messages$", status=502, times=99)
        await move(await table_of(journey))
        await journey.until(lambda: "retrying later" in bot.log)
        failed.times = 0
    journey.home.archive(journey.place, archived=False, locked=True)
    assert bot._client is not None  # pyright: ignore[reportPrivateUsage]
    await repost_board(bot._client, await table_of(journey))  # pyright: ignore[reportPrivateUsage]
    journey.look_at(journey.home.channel_id("garden"))
    assert LOCKED in (await journey.next_board(0)).text


async def test_deleted_channel_elsewhere_stops_its_table(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    await bot.start()
    await journey.next_board(0)
    journey.home.delete_channel("garden")
    await move(await table_of(journey))
    await journey.until(lambda: journey.of_tables("paused")[0] is not None)
    await Clocks(journey).told_directly(journey.ada, "was deleted")


async def test_ended_table_elsewhere_counts_and_its_thread_is_archived(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey, thread=True, finals=int(journey.home.channel_id("terrace")))
    await bot.start()
    await journey.next_board(0)
    thread = journey.home.place(journey.place)["thread_metadata"]
    await resign(await table_of(journey), int(journey.ada.id), next(clicks))
    await journey.until(lambda: not journey.boards[0].buttons)
    Clocks(journey).pass_hours(1)
    await journey.until(lambda: thread["archived"])
    store, guild = bot.tables.store, int(journey.home.guild.id)
    await end_season(store, guild, 1, bot.tables.now(), say("Season 1 is over."), ())
    final = await journey.home.wait_for(lambda m: "Season 1 has ended" in str(m["components"]))
    assert journey.ada.read(final).images


async def test_board_in_doubt_elsewhere_is_posted_once(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey)
    failed = journey.home.fail_after("POST", "/messages$", status=503)
    failed.done = lambda: journey.sandbox.advance(600)  # later than Discord remembers a nonce
    await bot.start()
    await journey.until(lambda: "was already sent as message" in bot.log)
    assert len(journey.boards) == 1


async def test_server_elsewhere_is_not_gone_though_discord_refuses_it(journey: Journey) -> None:
    bot = bot_of(journey)
    await seed(journey, overview=int(journey.home.channel_id("terrace")))
    await bot.start()
    await journey.next_board(0)
    journey.home.remove_bot()
    await move(await table_of(journey))
    await journey.until(lambda: "retrying later" in bot.log)
    assert journey.of_tables("paused") == [None]
    journey.home.invite_bot()
    Clocks(journey).pass_hours(1)
    await journey.next_board(1)


@pytest.mark.parametrize("back", [False, True])
async def test_data_of_a_server_elsewhere_is_deleted_unless_it_is_back(journey: Journey, *, back: bool) -> None:
    bot = bot_of(journey)
    await seed(journey, started=False)
    if not back:
        journey.home.remove_bot()
    store = await bot.open_store()
    await note_removed(store, int(journey.home.guild.id), journey.sandbox.world.now() - 31 * DAY)
    await store.close()
    await bot.start()
    await journey.until(lambda: not journey.rows("SELECT at FROM due WHERE kind = ?", SERVER_REMOVED))
    assert bool(journey.tables) is back
