"""A hidden profile leaks nowhere: others see the same whether its owner has played or not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from db.rows import SeatRow
from host.tables import Tables
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.commands import list_leaves
from sandbox.kinds import dicts
from trials.journey import Journey, said
from trials.local_bot import LocalBot, unstarted_bot
from trials.seeding import move_at_random, start_table
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

ID = re.compile(r"\d{15,}")
PICTURES = ("places-djinns-2", "kinds-djinns-2", "rating-djinns-0", "?")


async def prepare(journey: Journey, games_of_ben: int) -> None:
    """Play two games of Ada and Cleo, and then some of Ben and Dan in another channel; all see both. Then start the bot."""
    store = await journey.bot.open_store()
    tables, clicks = Tables(store, random=Random(3)), iter(range(1, 10**6))
    ada, ben, cleo, dan = (SeatRow(0, int(person.id), person.name) for person in journey.people)
    games = [("garden", ada, cleo)] * 2 + [("terrace", ben, dan)] * games_of_ben
    for place, one, other in games:
        where = {"guild": int(journey.home.guild.id), "channel": int(journey.home.channel_id(place))}
        table = await start_table(tables, "djinns", [one, other._replace(seat=1)], **where, click=next(clicks))
        while table.position.to_act:
            await move_at_random(table, Random(7), next(clicks))
    await store.close()
    await journey.bot.start()


async def told_of_ben(journey: Journey, asking: Person) -> AsyncIterator[object]:
    """Yield everything that a person is shown about profiles: of themselves, of Ada, and all ways to ask for that of Ben."""
    own = await asking.slash("profile")
    for answer in (own, await asking.slash("profile", person=journey.ada.id)):
        yield seen(answer)
    yield said(await asking.slash("profile", person=journey.ben.id))
    yield said(await asking.on_person("Profile", journey.ben))
    for key in PICTURES:
        yield said(await asking.press(f"o1:picture:{journey.ben.id}", own, values=[key]))
    yield said(await asking.choose("Profile of somebody else", journey.ben.id, on=await asking.slash("profile")))
    for command in journey.sandbox.world.commands[""]:
        for name, leaf in list_leaves(command):
            for option in dicts(leaf.get("options")):
                if option.get("autocomplete"):
                    yield name, option["name"], await asking.complete(name, option["name"], "")


def seen(answer: Answer) -> tuple[str, list[str], list[bytes], object]:
    """Return what a person sees of an answer: texts, descriptions, pictures and menus."""
    return answer.text, answer.alt, answer.images, answer.selects


async def shown(folder: Path, games_of_ben: int, share: str) -> list[str]:
    """Return everything that Ada and Cleo see, for a number of games of Ben and his choice in /settings.

    :param folder: of the bot's database; it is made.
    """
    await asyncio.to_thread(folder.mkdir)
    async with unstarted_bot(folder, timeout_factor=SANDBOX_TIMEOUT_FACTOR) as bot:
        return await _shown(bot, games_of_ben, share)


async def _shown(bot: LocalBot, games_of_ben: int, share: str) -> list[str]:
    journey = Journey(bot, bot.sandbox.home)
    await prepare(journey, games_of_ben)
    await journey.ada.slash("settings", profile="everything")
    await journey.ben.slash("settings", profile=share)
    people = {person.id: person.name for person in journey.people}
    found = [each for person in (journey.ada, journey.cleo) async for each in told_of_ben(journey, person)]
    return [ID.sub(lambda number: people.get(number[0], "an id"), str(each)) for each in found]


@pytest.mark.long
async def test_hidden_profile_looks_the_same_with_and_without_games(tmp_path: Path) -> None:
    without = await shown(tmp_path / "without", 0, "nothing")
    assert any("PNG" in each for each in without)
    assert await shown(tmp_path / "hidden", 3, "nothing") == without
    assert await shown(tmp_path / "willing", 0, "everything") == without
    assert await shown(tmp_path / "open", 3, "everything") != without  # else it compares nothing
