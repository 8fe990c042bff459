"""Computer players at an open table: its host adds and removes them, and chooses their level."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from cogs.lobby.commands import lobby_of
from cogs.lobby.message import show_lobby
from cogs.shell.answer import Answer, Late
from cogs.shell.chosen import chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.routes import route
from host.computers import add_computer, choose_level, remove_computer
from host.table import Table
from rules.text import say


@route("l1:add:{table}", Late.CHANGE)
async def add_button(i: Interaction) -> Answer:
    return await _changed(i, add_computer)


@route("l1:remove:{table}", Late.CHANGE)
async def remove_button(i: Interaction) -> Answer:
    return await _changed(i, remove_computer)


@route("l1:level:{table}", Late.CHANGE)
async def level_of_computers(i: Interaction) -> Answer:
    return await _changed(i, partial(choose_level, level=chosen_value(i)))


async def _changed(i: Interaction, work: Callable[[Table, int], Awaitable[None]]) -> Answer:
    async with lobby_of(i) as found:
        await work(found, i.user.id)
    return await show_lobby(i, found, say("The message of table {table} shows who is playing.", table=found.id))


async def setup(_: Parterre) -> None:
    """Do nothing: importing this module has registered its routes."""
