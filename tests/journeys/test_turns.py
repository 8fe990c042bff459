"""/turns in a direct message: Discord is asked whether somebody is still a member of the servers that they play on."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from db.rows import SeatRow
from host.lobby import Terms
from host.tables import Tables
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from trials.journey import Journey, said

pytestmark = pytest.mark.own_bot(started=False)


async def playing_on_two(journey: Journey) -> tuple[GuildHandle, GuildHandle]:
    """Ada and Ben have a table on two servers when the bot starts."""
    homes = journey.home, journey.sandbox.found("Other Club")
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(3))
    ada, ben = (SeatRow(0, int(person.id), person.name) for person in journey.people[:2])
    for number, home in enumerate(homes, 1):
        for person in journey.people[:2]:
            journey.sandbox.world.join(home.guild, person.id)
        place = int(home.channel_id("garden"))
        table = await tables.open(game="djinns", terms=Terms(size=2), host=ada, guild=int(home.guild.id), channel=place)
        await tables.join(table.id, ben.person, ben.name)
        await tables.start(table.id, ada.person, number)
    await store.close()
    await journey.bot.start()
    return homes


async def test_all_servers_are_asked_at_once(journey: Journey) -> None:
    homes = await playing_on_two(journey)
    held = [(home, home.hold("GET", rf"/members/{journey.ada.id}$", times=9)) for home in homes]
    asking = asyncio.create_task(journey.ada.go("dm").slash("turns"))
    await journey.until(lambda: all(fault.hits for _, fault in held))
    for home, fault in held:
        home.release(fault)
    assert "Running: 2" in (await asking).text


async def test_a_server_that_cannot_be_asked_hides_no_other(journey: Journey) -> None:
    _, other = await playing_on_two(journey)
    other.reset("GET", rf"/members/{journey.ada.id}$", times=9)
    assert "Running: 1" in said(await journey.ada.go("dm").slash("turns"))


@pytest.mark.own_bot
async def test_without_a_table_one_is_opened_from_the_list(journey: Journey) -> None:
    shown = await journey.dan.slash("turns")
    lobby = await journey.dan.submit(await journey.dan.click("Open a table", on=shown))
    assert not lobby.ephemeral
    assert "1. Dan (host)" in lobby.text
    assert "Open a table" not in [button.label for button in (await journey.dan.go("dm").slash("turns")).buttons]


async def test_user_install_lists_turns_anywhere(journey: Journey) -> None:
    await playing_on_two(journey)
    elsewhere = journey.sandbox.found("No Bot")
    elsewhere.remove_bot()
    journey.sandbox.world.join(elsewhere.guild, journey.ada.id)
    ada = Person(journey.sandbox.world, elsewhere.guild, "Ada")
    ada.id = journey.ada.id
    with pytest.raises(LookupError, match="only: nothing"):
        await ada.slash("turns")
    ada.install()
    told = await ada.slash("turns")
    assert told.ephemeral
    assert "Running: 2" in told.text
    with pytest.raises(LookupError, match="only: turns"):
        await ada.slash("help")
    assert "Running: 2" in (await ada.go("dm").slash("turns")).text
