"""The language of each message: a person's for private ones, a table's for public ones at a table, else a server's.

The theme of a picture is a person's for private ones, and a server's for public ones.

- A person's language is the one they have chosen, else that of their Discord. The bot remembers that of players
  for later messages.
- A table's language is agreed on before its start.
- A server's language is chosen in /setup, else that of its Discord if somebody has set it there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cogs.shell.client import Interaction, Parterre
from cogs.shell.languages import ENGLISH
from cogs.shell.reader import Reader
from db.rows import TableRow
from db.statement import Unsaved
from host.servers import read_server_settings
from host.settings import PersonSettings, read_person_settings, remember_locale, set_person_settings
from host.table import Table
from render.palette import LIGHT

log = logging.getLogger(__name__)

COMMUNITY = "COMMUNITY"  # a server with this feature has set its language; Discord reports English for all others
AMERICAN = "en-US"


async def find_language(i: Interaction) -> None:
    """Look up this person's language and theme, once for each interaction.

    While the database is unavailable, the language of their Discord and the default theme count.
    """
    if "language" in i.extras:
        return
    try:
        chosen = await read_person_settings(i.client.tables.store, i.user.id)
    except Unsaved as error:
        log.info("the language of interaction %d is not known: %s", i.id, error)
        return
    _know(i, chosen)
    if chosen.locale != i.locale.value:
        i.client.background(remember_locale(i.client.tables.store, i.user.id, i.locale.value))


def _know(i: Interaction, chosen: PersonSettings) -> None:
    i.extras["language"] = i.client.languages.spoken(chosen.language or i.locale.value)
    i.extras["theme"] = chosen.theme


async def choose_language(i: Interaction, language: str) -> None:
    """Store a person's language, which counts for this answer already; empty: that of their Discord."""
    _know(i, await set_person_settings(i.client.tables.store, i.user.id, language=language))


def language_of(i: Interaction, *, everybody: bool = False) -> str:
    """Return the language of an answer: the person's, or the table's if ``everybody`` reads it."""
    table: Table | None = i.extras.get("table")
    if everybody and table is not None and i.guild_id is not None:
        return table.position.row.language
    known: str | None = i.extras.get("language")
    return known or i.client.languages.spoken(i.locale.value)


def reader_of(i: Interaction, names: Sequence[str] = ()) -> Reader:
    """Return a reader of a private answer: in the person's language and theme, for seats with these names."""
    return i.client.reader(names, language_of(i), i.extras.get("theme", LIGHT.name))


async def public_reader(client: Parterre, table: TableRow, names: Sequence[str] = ()) -> Reader:
    """Return a reader of what everybody at a table sees: in its language and the server's theme, for seats with these names."""
    server = await read_server_settings(client.tables.store, table.guild)
    return client.reader(names, table.language, server.theme)


async def language_of_new(i: Interaction) -> str:
    """Return the default language of a new table: the server's, else that of the person who opens it."""
    return await language_of_server(i.client, i.guild_id or 0, language_of(i))


async def language_of_person(client: Parterre, person: int) -> str:
    """Return a person's language, for messages that they have not asked for."""
    chosen = await read_person_settings(client.tables.store, person)
    return client.languages.spoken(chosen.language or chosen.locale)


async def language_of_server(client: Parterre, guild: int, default: str = ENGLISH) -> str:
    """Return a server's language; ``default`` if it has set none, or one that the bot does not speak.

    :raises UNREACHABLE: as `cogs.discord_api.servers.Servers.find`.
    """
    if chosen := (await read_server_settings(client.tables.store, guild)).language:
        return client.languages.spoken(chosen)
    found = await client.servers.find(guild) if guild else None
    if found is None or (found.preferred_locale.value == AMERICAN and COMMUNITY not in found.features):
        return default
    return client.languages.spoken(found.preferred_locale.value, default)
