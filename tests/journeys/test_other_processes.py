"""Another process that shares the database changes a table, while this one shows it."""

from __future__ import annotations

import asyncio

from host.table import Table
from host.tables import Tables
from tests.journeys.test_answers import CALLBACK
from trials.journey import Journey


async def in_another_process(journey: Journey) -> tuple[Tables, Table]:
    """Return the newest table, as another process knows it."""
    tables = journey.bot._client.tables
    others = Tables(tables.store, now=tables.now)
    return others, await others.get(journey.tables[-1])


async def cleo_joins_elsewhere(journey: Journey, message: int) -> None:
    """Let Cleo join in another process, which has shown that in the lobby message."""
    others, table = await in_another_process(journey)
    await others.join(table.id, int(journey.cleo.id), "Cleo")
    await others.set_lobby(table, message, table.position.row.revision)


async def test_lobby_edit_keeps_a_seat_taken_in_another_process(journey: Journey) -> None:
    lobby = await journey.open(2)
    message = lobby.message["id"]
    held = journey.home.hold("PATCH", f"/messages/{message}$")
    panel = await journey.ada.click("Seats…", on=lobby)
    await journey.ada.choose("l1:size:1", "4", on=panel)
    await journey.until(lambda: held.hits == 1)
    await cleo_joins_elsewhere(journey, int(message))
    journey.home.release(held)
    await journey.until(lambda: "3. Cleo" in lobby.text)


async def test_lobby_answer_keeps_a_seat_taken_in_another_process(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game=journey.game, seats=4)
    held = journey.home.hold("POST", CALLBACK)
    joining = asyncio.create_task(journey.ben.click("Join", on=lobby))
    await journey.until(lambda: held.hits == 1)
    await cleo_joins_elsewhere(journey, int(lobby.message["id"]))
    journey.home.release(held)
    await joining
    await journey.until(lambda: "3. Cleo" in lobby.text)
