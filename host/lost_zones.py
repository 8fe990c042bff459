"""Tell people once that this machine does not know their time zone any more; UTC holds until they choose another one."""

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
from host.settings import PersonSettings
from host.zones import is_known
from rules.text import message, say

PAGE_SIZE = 500  # people
LOST = message(
    "The bot no longer knows your time zone {zone}, so your quiet hours and days away now use UTC. Please choose a time zone "
    "again with {settings}."
)


async def notify_of_lost_zones(store: Store) -> int:
    """Queue a message to each person whose zone is unknown and who was not told; return the number of messages."""
    told, last = 0, 0
    while rows := await store.settings.of_people(last, PAGE_SIZE):
        last = rows[-1][0]
        for person, settings, chosen in await asyncio.to_thread(_find_lost, rows):
            lost = replace(chosen, unknown_zone=chosen.rest.zone)
            text = say(LOST, zone=chosen.rest.zone, settings=command("settings"))
            with suppress(Stale):  # they changed their settings meanwhile; the next start tries again
                await store.settings.put(
                    "persons", person, encode(lost), settings, notice(None, "zone", text, person=person, direct=True)
                )
                told += 1
    return told


def _find_lost(rows: Sequence[tuple[int, str]]) -> list[tuple[int, str, PersonSettings]]:
    """Return people whose zone is unknown and who were not told. Reads zone files, so it runs in a thread."""
    found = [(person, settings, decode(settings, PersonSettings)) for person, settings in rows]
    return [each for each in found if not is_known(each[2].rest.zone) and each[2].unknown_zone != each[2].rest.zone]
