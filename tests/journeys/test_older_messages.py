"""Messages that an older version of the bot posted: their buttons and menus act, or explain themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from host.tables import Tables
from host.thinking import claim_turns, play_claimed_turn
from sandbox.client import Person
from sandbox.kinds import Json, walk
from tests.stored.driver import CHANNEL, EVE, GUILD, PEOPLE, Dice
from tests.stored.frozen import SECOND
from tests.stored.scene import DIRECT, build, put
from trials.journey import Journey
from trials.process_bot import ProcessBot

pytestmark = [pytest.mark.own_bot(started=False), pytest.mark.both]

USERS, ROLES, CHANNELS = 5, 6, 8  # types of menus whose options Discord fills in
TOGETHER = 8  # clicks at a time
MOST_OWED = 100  # turns of computers
SEATS = 'SELECT person FROM seats LEFT JOIN clocks USING ("table", seat) WHERE "table" = ? AND person > 0 ORDER BY began IS NULL'
HOSTED = "SELECT host FROM tables WHERE id = ? AND status = 'open'"


class Press(NamedTuple):
    """A click on a recorded message."""

    kept: Json
    part: Json

    @property
    def target(self) -> str:
        return str(self.part["custom_id"])

    @property
    def kind(self) -> tuple[object, ...]:
        """Return what clicks have in common of which the short journey takes only one."""
        return (*self.target.split(":")[:2], bool(self.kept["reader"]), self.kept["channel_id"] == DIRECT)

    @property
    def table(self) -> int:
        """Return the table that the button is about, or 0."""
        number = (*self.target.split(":"), "")[2]
        return int(number) if number.isdecimal() else 0


def presses() -> Iterator[Press]:
    """Yield a click for each button and menu."""
    for kept in SECOND.messages:
        yield from (Press(kept, part) for part in walk(kept["components"]) if part.get("custom_id") and not part.get("disabled"))


def of_every_kind() -> list[Press]:
    """Return the first click of each kind."""
    found: dict[tuple[object, ...], Press] = {}
    for press in presses():
        found.setdefault(press.kind, press)
    return list(found.values())


async def restored(journey: Journey, folder: Path) -> dict[int, Person]:
    """Start today's bot on the database of that day; return its people by their ids."""
    await SECOND.load(journey.bot.database, folder)
    home, *_ = build(journey.sandbox, SECOND)
    await play_owed_turns(journey)
    if isinstance(journey.bot, ProcessBot):
        journey.bot.settings["PARTERRE_WORKERS"] = "0"  # a table that is started here may owe turns of its own
    await journey.bot.start()
    return {int(person.id): person for person in home.people.values()}


async def play_owed_turns(journey: Journey) -> None:
    """Make the turns of computers before the bot starts: thinking about them would take the time of the clicks."""
    store = await journey.bot.open_store()
    tables = Tables(store, now=journey.sandbox.world.now, workers=Dice())
    for taken in await claim_turns(tables, MOST_OWED):
        await play_claimed_turn(tables, taken)
    await store.close()


def pressing(press: Press, people: dict[int, Person]) -> list[Person]:
    """Return a stranger and somebody whom the message is for; of a private one, only its reader."""
    if only := press.kept["reader"] or press.kept["to"]:
        return [people[int(only)]]
    at_table = [person for sql in (HOSTED, SEATS) for (person,) in SECOND.asked(sql, press.table)]
    strangers = [people[one.person] for one in PEOPLE if one.person not in at_table]
    return [strangers[0], people[at_table[0]] if at_table else strangers[-1]]


def values(press: Press) -> list[str] | None:
    """Return what is chosen in a menu."""
    filled = {USERS: str(EVE.person), ROLES: str(GUILD), CHANNELS: str(CHANNEL)}  # the role of everybody has the server's id
    if options := press.part.get("options"):
        return [options[-1]["value"]]
    return [filled[press.part["type"]]] if press.part["type"] in filled else None


async def click(journey: Journey, press: Press, people: dict[int, Person]) -> list[str]:
    """Return for each person who clicks what went wrong."""
    wrong: list[str] = []
    for person in pressing(press, people):
        message = put(journey.sandbox.world, press.kept)
        answer = await person.press(press.target, message, values=values(press))
        shown = answer.text + "".join(note.text for note in answer.followups)
        if not (shown or answer.modal or not answer.exists) or "Something went wrong" in shown:
            wrong.append(f"{person} {press.target}: {shown}")
    return wrong


async def click_all(journey: Journey, folder: Path, clicks: list[Press]) -> None:
    people = await restored(journey, folder)
    wrong: list[str] = []
    waiting = iter(clicks)
    while some := list(islice(waiting, TOGETHER)):
        wrong += [each for found in await asyncio.gather(*(click(journey, press, people) for press in some)) for each in found]
    assert wrong == []
    assert " ERROR " not in journey.bot.log, journey.bot.log


async def test_older_buttons_act_or_explain(journey: Journey, tmp_path: Path) -> None:
    await click_all(journey, tmp_path, of_every_kind())


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_every_older_button_acts_or_explains(journey: Journey, tmp_path: Path) -> None:
    await click_all(journey, tmp_path, list(presses()))
