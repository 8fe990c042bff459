"""What those who manage a server have chosen; the defaults are right without ever choosing."""

from __future__ import annotations

from dataclasses import dataclass

from db.store import Store
from host.codec import decode


@dataclass(frozen=True, slots=True)
class Server:
    """``channels`` and ``roles`` that may open tables (none: all); ``most`` tables run at once; changes are told in ``log``."""

    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = "daily"
    lapse: str = "stand-in"
    language: str = ""
    threads: bool = True
    most: int = 50
    log: int | None = None


async def server_of(store: Store, guild: int) -> Server:
    """What this server has chosen."""
    text = await store.settings.get("guilds", guild)
    return decode(text, Server) if text else Server()
