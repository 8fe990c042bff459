"""Tell people once that this machine does not know their time zone any more; until they choose another, UTC holds for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from db.statement import Stale
from db.store import Store
from host.codec import decode, encode
from host.mentions import command
from host.notices import notice
from host.settings import Person
from host.zones import is_known
from rules.text import message, say

PAGE = 500  # people that are looked at together
LOST = message(
    "The bot does not know your time zone {zone} any more, so UTC holds for your quiet hours and days away. "
    "Please choose a time zone again with {settings}."
)


async def tell_owners(store: Store) -> int:
    """Queue a message to each person whose zone is not known and who had no such message; return the number of messages."""
    told, last = 0, 0
    while rows := await store.settings.of_people(last, PAGE):
        last = rows[-1][0]
        for person, settings, chosen in await asyncio.to_thread(_lost, rows):
            lost = replace(chosen, unknown_zone=chosen.rest.zone)
            text = say(LOST, zone=chosen.rest.zone, settings=command("settings"))
            with suppress(Stale):  # they have just chosen something, and the next start looks again
                await store.settings.put(
                    "persons", person, encode(lost), settings, notice(None, "zone", text, person=person, direct=True)
                )
                told += 1
    return told


def _lost(rows: Sequence[tuple[int, str]]) -> list[tuple[int, str, Person]]:
    """Return the people whose zone is not known and who had no message about it; reads the files of zones."""
    found = [(person, settings, decode(settings, Person)) for person, settings in rows]
    return [each for each in found if not is_known(each[2].rest.zone) and each[2].unknown_zone != each[2].rest.zone]
