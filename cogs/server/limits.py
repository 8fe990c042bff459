"""Limits…: managers choose how much of the server one person may use."""

from __future__ import annotations

from dataclasses import replace

from cogs.lobby.terms import term_menu
from cogs.shell.acting import known_person
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, rows
from cogs.shell.routes import route
from host.lobby import require_one_of
from host.quotas import QUOTAS
from host.servers import ServerSettings, read_server_settings, update_server_settings
from rules.text import Text, named, say, verbatim

STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 50, 100, 200)  # the numbers on offer
CHOICES: dict[str, Text] = {"0": say("any number"), **{str(most): verbatim(str(most)) for most in STEPS}}
HEAD = say("""## Limits
Limits keep one person from using up the server.
-# Managers of this server are exempt from the limits on tables. An invitation keeps a seat for somebody and pings them.""")


def limits_page(server: ServerSettings) -> Layout:
    """Return a menu for each limit, with its present value."""
    menus = (
        term_menu(quota.title, f"s1:limits:{name}", CHOICES, str(server.limits.get(name, quota.default)))
        for name, quota in QUOTAS.items()
    )
    return layout(HEAD, *menus, *rows([button(say("Back"), "s1:back")]))


@route("s1:quotas")
async def show_limits(i: Interaction) -> Answer:
    """Show the page with the limits of a server."""
    assert i.guild_id is not None
    return private(limits_page(await read_server_settings(i.client.tables.store, i.guild_id)))


@route("s1:limits:{name:w}")
async def choose_limit(i: Interaction, name: str) -> Answer:
    """Store another limit, and announce it in the channel for changes."""
    assert i.guild_id is not None
    require_one_of(name, tuple(QUOTAS))
    chosen = chosen_value(i)
    require_one_of(chosen, tuple(CHOICES))
    store = i.client.tables.store
    server = await read_server_settings(store, i.guild_id)
    if int(chosen) != server.limits.get(name, QUOTAS[name].default):
        told = say("{who} set a limit: {limit} · {most}.", who=named(i.user.id), limit=QUOTAS[name].title, most=CHOICES[chosen])
        most = int(chosen)
        server = await update_server_settings(
            store, i.guild_id, told, lambda now: replace(now, limits={**now.limits, name: most}), known_person(i)
        )
        i.client.sender.wake()
    return private(limits_page(server))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
