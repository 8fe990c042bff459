"""In whose language something is told: a person's where they alone read it, a table's where all do, else a server's.

A person's is the one they have chosen, else that of their Discord, which is remembered for what is told to them later. A table's
is agreed on before its start. A server's is chosen in its setup, else that of its Discord, where it is known to be meant.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from cogs.shell.client import Interaction, Parterre
from cogs.shell.languages import ENGLISH
from cogs.shell.reader import Reader
from db.statement import Unsaved
from host.servers import server_of
from host.settings import Person, choose, person_of
from host.table import Table

log = logging.getLogger(__name__)

CHOSEN = "COMMUNITY"  # a server with this feature has chosen its language; Discord takes English for all others
AMERICAN = "en-US"


async def find_language(i: Interaction) -> None:
    """Look up the language that somebody has chosen, once, before they are answered.

    While the database is away it is that of their Discord, so that they are answered all the same.
    """
    if "language" in i.extras:
        return
    try:
        chosen = await person_of(i.client.tables.store, i.user.id)
    except Unsaved as error:
        log.info("the language of interaction %d is not known: %s", i.id, error)
        return
    _know(i, chosen)
    if chosen.locale != i.locale.value:
        i.client.background(_remember(i))


async def _remember(i: Interaction) -> None:
    await choose(i.client.tables.store, i.user.id, locale=i.locale.value)


def _know(i: Interaction, chosen: Person) -> None:
    i.extras["language"] = i.client.languages.spoken(chosen.language or i.locale.value)


async def choose_language(i: Interaction, language: str) -> None:
    """From now on, this answer included, somebody is told all in this language; with none, in that of their Discord."""
    _know(i, await choose(i.client.tables.store, i.user.id, language=language))


def language_of(i: Interaction, *, everybody: bool = False) -> str:
    """Of who asks; of the table that it is about where ``everybody`` reads the answer."""
    table: Table | None = i.extras.get("table")
    if everybody and table is not None and i.guild_id is not None:
        return table.position.row.language
    known: str | None = i.extras.get("language")
    return known or i.client.languages.spoken(i.locale.value)


def reader_of(i: Interaction, names: Sequence[str] = (), *, everybody: bool = False) -> Reader:
    """Who reads the answer, about seats with these names."""
    return i.client.reader(names, language_of(i, everybody=everybody))


async def language_of_new(i: Interaction) -> str:
    """Of a table that somebody opens, where none is named: the server's, else theirs."""
    return await language_of_server(i.client, i.guild_id or 0, language_of(i))


async def language_of_person(client: Parterre, person: int) -> str:
    """For what they are told without having asked."""
    chosen = await person_of(client.tables.store, person)
    return client.languages.spoken(chosen.language or chosen.locale)


async def language_of_server(client: Parterre, guild: int, default: str = ENGLISH) -> str:
    """What it has chosen, else what its Discord says; where that says nothing that is spoken here, the ``default``."""
    if chosen := (await server_of(client.tables.store, guild)).language:
        return client.languages.spoken(chosen)
    found = client.get_guild(guild)
    if found is None or (found.preferred_locale.value == AMERICAN and CHOSEN not in found.features):
        return default
    return client.languages.spoken(found.preferred_locale.value, default)
