"""The choices of a server's managers. Each has a default that needs no change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from db.enqueue import overview_row
from db.statement import Stale, Statement
from db.store import Store
from host.codec import decode, encode
from host.mentions import place, role
from host.notices import notice
from host.refusal import Refused
from rules.text import Text, say

BY_HAND, MONTHLY = "by-hand", "monthly"  # when seasons end


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The choices for a server. Its field names are stored.

    ``channels`` and ``roles`` that may open tables; none means all. ``pace`` and ``lapse`` of new tables: their time for a turn,
    and the action when it is over. ``most``: tables that run at once. ``log``: the channel where changes are announced.
    ``overview``: the channel with a message that lists the tables.
    ``threads``: each table gets a thread where possible. ``language`` of new tables; empty means that of its Discord. ``limits``
    of `host.quotas` that differ from their defaults. ``theme``: the background of pictures that everybody sees. ``ratings``:
    new tables may be rated. ``seasons``: when they end, `BY_HAND` or `MONTHLY`. ``finals``: the channel for their final tables.
    """

    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = "daily"
    lapse: str = "stand-in"
    threads: bool = True
    most: int = 50
    log: int | None = None
    language: str = ""
    theme: str = "light"
    uploads_told: float = 0.0  # when a notice said that Discord takes no files there, in seconds since 1970
    overview: int | None = None
    limits: dict[str, int] = field(default_factory=dict[str, int])
    ratings: bool = False
    seasons: str = BY_HAND
    finals: int | None = None


async def read_server_settings(store: Store, guild: int) -> ServerSettings:
    """Return the choices for a server."""
    text = await store.settings.get("guilds", guild)
    return decode(text, ServerSettings) if text else ServerSettings()


async def set_server_settings(
    store: Store, guild: int, told: Text | None, people: Sequence[Statement] = (), **chosen: Any
) -> ServerSettings:
    """Change choices for a server; return all of them.

    :param told: the announcement, for the channel that is or was chosen for it.
    :param people: statements of `db.people.add_people` for people whom it names, and others of the same transaction.
    """
    return await update_server_settings(store, guild, told, lambda before: replace(before, **chosen), people)


async def update_server_settings(
    store: Store,
    guild: int,
    told: Text | None,
    work: Callable[[ServerSettings], ServerSettings],
    people: Sequence[Statement] = (),
) -> ServerSettings:
    """Change choices for a server by a function of the present ones, which may run again; return all of them.

    :param told: the announcement; ``told`` and ``people`` are as in `set_server_settings`.
    """
    while True:
        text = await store.settings.get("guilds", guild)
        before = decode(text, ServerSettings) if text else ServerSettings()
        changed = work(before)
        log = changed.log or before.log
        notices = [notice(None, "setup", told)._replace(guild=guild, place=log)] if log and told else []
        if changed.overview != before.overview:
            notices.append(overview_row(guild))
        with suppress(Stale):  # another choice was stored meanwhile: change that
            await store.settings.put("guilds", guild, encode(changed), text, *notices, people=people)
            return changed


def may_open(server: ServerSettings, channel: int, roles: Collection[int]) -> None:
    """Require that a person with these roles may open a table in this channel.

    :raises Refused: when they may not.
    """
    if server.channels and channel not in server.channels:
        places = tuple(place(each) for each in server.channels)
        raise Refused(say("On this server, games are played in {places}. Please open your table there.", places=places))
    if server.roles and not set(server.roles) & set(roles):
        allowed = tuple(role(each) for each in server.roles)
        raise Refused(say("You need one of these roles to open a table here: {roles}.", roles=allowed))
