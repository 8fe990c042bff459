"""What those who manage a server have chosen; the defaults are right without ever choosing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from db.statement import Stale
from db.store import Store
from host.codec import decode, encode
from host.mentions import place, role
from host.notices import notice
from host.refusal import Refused
from rules.text import Text, say


@dataclass(frozen=True, slots=True)
class Server:
    """``channels`` and ``roles`` that may open tables (none: all); ``most`` tables run at once; changes are told in ``log``.

    With ``threads`` each table has a thread of its own where the bot may make one. New tables are held in this ``language``;
    without one, in that of its Discord. ``limits`` are those of `host.quotas` that were changed.
    """

    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = "daily"
    lapse: str = "stand-in"
    threads: bool = True
    most: int = 50
    log: int | None = None
    language: str = ""
    uploads_told: float = 0.0  # when it was told last that Discord takes no files there
    limits: dict[str, int] = field(default_factory=dict[str, int])


async def server_of(store: Store, guild: int) -> Server:
    """What this server has chosen."""
    text = await store.settings.get("guilds", guild)
    return decode(text, Server) if text else Server()


async def choose(store: Store, guild: int, told: Text | None, **chosen: Any) -> Server:
    """Change some of a server's choices; ``told`` goes to the channel where changes are told, or were until now."""
    return await change(store, guild, told, lambda before: replace(before, **chosen))


async def change(store: Store, guild: int, told: Text | None, work: Callable[[Server], Server]) -> Server:
    """Change a server's present choices; ``told`` goes to the channel where `choose` sends it."""
    while True:
        text = await store.settings.get("guilds", guild)
        before = decode(text, Server) if text else Server()
        changed = work(before)
        log = changed.log or before.log
        notices = (notice(None, "setup", told)._replace(guild=guild, place=log),) if log and told else ()
        with suppress(Stale):  # something else was chosen meanwhile, and is changed, too
            await store.settings.put("guilds", guild, encode(changed), text, *notices)
            return changed


def may_open(server: Server, channel: int, roles: Collection[int]) -> None:
    """May a person with these roles open a table in this channel? Raises `Refused`."""
    if server.channels and channel not in server.channels:
        places = tuple(place(each) for each in server.channels)
        raise Refused(say("Tables of this server are held in {places}. Please open yours there.", places=places))
    if server.roles and not set(server.roles) & set(roles):
        allowed = tuple(role(each) for each in server.roles)
        raise Refused(say("Here tables are opened by people with one of these roles: {roles}.", roles=allowed))
