"""/profile and Profile in the menu of a person: one's own numbers, and what others show of theirs."""

from __future__ import annotations

from random import Random

import pytest

from db.due import ERASE
from db.rows import SeatRow
from host.leaving import resign
from host.tables import Tables
from sandbox.client import Person
from sandbox.sight import permit
from trials.journey import Journey, said
from trials.seeding import move_at_random, start_table

pytestmark = pytest.mark.own_bot(started=False)
HIDDEN = "There is no profile of Ben to see here."


async def begin(journey: Journey, *places: str, erasing: Person | None = None) -> None:
    """Start the bot with a game of Ada and Ben, which Ben has lost by leaving it, in each of these channels.

    :param erasing: somebody whose erasure has begun.
    """
    store = await journey.bot.open_store()
    tables = Tables(store, random=Random(3))
    people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:2])]
    for click, place in enumerate(places, start=1):
        where = {"guild": int(journey.home.guild.id), "channel": int(journey.home.channel_id(place))}
        await resign(await start_table(tables, "djinns", people, **where, click=10 * click), people[1].person, 10 * click + 1)
    if erasing is not None:
        await store.due.put(ERASE, int(erasing.id), tables.now() + 10**6)
    await store.close()
    await journey.bot.start()


async def finish(journey: Journey, count: int) -> None:
    """Start the bot with games of Ada, Ben and Cleo that were played to their end, in a channel that all see."""
    store = await journey.bot.open_store()
    tables, random, clicks = Tables(store, random=Random(3)), Random(3), iter(range(1, 10**6))
    people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:3])]
    for _ in range(count):
        where = {"guild": int(journey.home.guild.id), "channel": int(journey.home.channel_id("garden"))}
        table = await start_table(tables, "djinns", people, **where, click=next(clicks))
        while table.position.to_act:
            await move_at_random(table, random, next(clicks))
    await store.close()
    await journey.bot.start()


async def share(person: Person, choice: str) -> None:
    await person.slash("settings", profile=choice)


async def profile_of_ben(journey: Journey, asking: Person | None = None) -> str:
    return said(await (asking or journey.ada).slash("profile", person=journey.ben.id))


async def test_own_profile_shows_results_of_this_server_to_oneself(journey: Journey) -> None:
    await begin(journey, "garden", "garden", "terrace")
    shown = await journey.ada.slash("profile")
    assert shown.ephemeral
    for line in (
        "## Your profile",
        "Your games on this server",
        "**Djinns of the Lake · 2 players**",
        "3 games · 3 wins · mean place 1.0",
        "**Wins in a row** now 3, longest 3",
        "Others see nothing of your profile.",
    ):
        assert line in shown.text
    assert "points" not in shown.text  # the games were not played to their end
    direct = await journey.ada.go("dm").slash("profile")
    assert "Your games on all servers" in direct.text
    assert "3 wins" in direct.text


async def test_hidden_and_empty_profiles_read_the_same(journey: Journey) -> None:
    await begin(journey, "garden")
    assert await profile_of_ben(journey) == HIDDEN
    assert said(await journey.ada.on_person("Profile", journey.ben)) == HIDDEN
    assert said(await journey.ada.slash("profile", person=journey.cleo.id)) == HIDDEN.replace("Ben", "Cleo")
    await share(journey.cleo, "everything")
    assert said(await journey.ada.slash("profile", person=journey.cleo.id)) == HIDDEN.replace("Ben", "Cleo")


async def test_owner_chooses_how_much_others_see(journey: Journey) -> None:
    await begin(journey, "garden", "garden")
    await share(journey.ada, "results")
    shown = await journey.ben.on_person("Profile", journey.ada)
    assert shown.ephemeral
    for line in ("## Profile of Ada", "**With you** 2 games · better place: you 0, Ada 2", "2 games · 2 wins · mean place 1.0"):
        assert line in shown.text
    assert "in a row" not in shown.text
    assert "Your time" not in shown.text
    await share(journey.ada, "everything")
    told = said(await journey.cleo.slash("profile", person=journey.ada.id))
    assert "**Wins in a row** now 2, longest 2" in told
    assert "With you" not in told
    assert "Your time" not in told
    await share(journey.ada, "nothing")
    assert "no profile of Ada" in said(await journey.ben.on_person("Profile", journey.ada))


async def test_games_in_channels_hidden_from_the_reader_do_not_count(journey: Journey) -> None:
    await begin(journey, "garden", "terrace")
    await share(journey.ben, "everything")
    assert "2 games" in await profile_of_ben(journey, journey.cleo)
    permit(journey.sandbox.world, journey.home.place("garden"), journey.cleo.id, {"view_channel": False})
    cleo = journey.cleo.go("terrace")
    assert "1 game " in await profile_of_ben(journey, cleo)


async def test_profile_of_somebody_else_is_chosen_in_a_menu(journey: Journey) -> None:
    await begin(journey, "garden")
    await share(journey.ben, "results")
    own = await journey.ada.slash("profile")
    shown = await journey.ada.choose("Profile of somebody else", journey.ben.id, on=own)
    assert "better place: you 1, Ben 0" in shown.text
    own = await journey.ada.click("Your profile", on=shown)
    assert "## Your profile" in own.text
    assert "## Your profile" in (await journey.ada.choose("Profile of somebody else", journey.ada.id, on=own)).text


async def test_pictures_are_chosen_in_a_menu_and_told_in_words(journey: Journey) -> None:
    await finish(journey, 2)
    own = await journey.ada.slash("profile")
    assert "Places in the newest games: " in own.text
    assert own.alt[0].startswith("Places · Djinns of the Lake · 3 players: Places in the newest games: ")
    assert "points: mean " in own.text
    (places,) = own.images
    assert places.startswith(b"\x89PNG")
    shown = await journey.ada.choose("Picture", "Points by kind · Djinns of the Lake · 3 players", on=own)
    assert "Mean points: dream towers " in shown.alt[0]
    assert "server" not in shown.alt[0]  # too few people have played
    assert shown.images != [places]
    await share(journey.ben, "everything")
    other = await journey.ada.slash("profile", person=journey.ben.id)
    other = await journey.ada.choose("Picture", "Points by kind", on=other)
    assert "Mean points: dream towers " in other.alt[0]
    menu = next(each for each in other.selects if each.placeholder == "Picture")
    await share(journey.ben, "results")
    shown = await journey.ada.press(menu.custom_id, other, values=[menu.options[0][1]])
    assert "## Profile of Ben" in shown.text
    assert not shown.alt
    assert "in a row" not in shown.text
    journey.ben.leave()
    told = said(await journey.ada.press(menu.custom_id, other, values=["?"]))
    assert "on this server" in told


async def test_bots_strangers_and_former_members_have_no_profile(journey: Journey) -> None:
    await begin(journey, "garden")
    await share(journey.ben, "everything")
    ada = journey.ada
    bot = journey.sandbox.world.bot["id"]
    assert "Bots have no profile" in said(await ada.slash("profile", person=bot))
    assert "Bots have no profile" in said(await ada.choose("Profile of somebody", bot, on=await ada.slash("profile")))
    journey.ben.leave()
    assert "on this server" in await profile_of_ben(journey)
    assert "You have no finished games on this server" in said(await journey.dan.slash("profile"))
    assert said(await journey.dan.go("dm").slash("profile")) == "You have no finished games yet."
    assert "## Your profile" in (await ada.slash("profile", person=ada.id)).text


async def test_profile_of_another_person_is_for_servers(journey: Journey) -> None:
    await begin(journey, "garden")
    await share(journey.ben, "everything")
    told = said(await journey.ada.go("dm").slash("profile", person=journey.ben.id))
    assert told == "Profiles of other people are shown on a server only. Please do this there."


async def test_profile_is_hidden_while_its_owner_is_erased(journey: Journey) -> None:
    await begin(journey, "garden", erasing=journey.ben)
    await share(journey.ben, "everything")
    assert await profile_of_ben(journey) == HIDDEN


async def test_erased_person_has_no_profile(journey: Journey) -> None:
    await begin(journey, "garden")
    await share(journey.ben, "everything")
    shown = await journey.ada.slash("profile", person=journey.ben.id)
    assert "1 game" in shown.text
    await journey.ben.click("Delete my data", on=await journey.ben.slash("data delete"))
    assert await profile_of_ben(journey) == HIDDEN
    assert "1 win" in (await journey.ada.slash("profile")).text


async def test_user_install_shows_only_the_own_profile_elsewhere(journey: Journey) -> None:
    await begin(journey, "garden")
    await share(journey.ben, "everything")
    elsewhere = journey.sandbox.found("No Bot")
    elsewhere.remove_bot()
    journey.sandbox.world.join(elsewhere.guild, journey.ada.id)
    ada = Person(journey.sandbox.world, elsewhere.guild, "Ada")
    ada.id = journey.ada.id
    ada.install()
    own = await ada.slash("profile")
    assert own.ephemeral
    assert "Your games on all servers" in own.text
    other = elsewhere.person("Ben")
    assert "on a server only" in said(await ada.slash("profile", person=other.id))
    assert "on a server only" in said(await ada.on_person("Profile", other))
