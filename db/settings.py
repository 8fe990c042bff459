"""What people and servers have chosen, as JSON."""

from __future__ import annotations

import asyncio
from typing import Literal

from db.change import add_notices
from db.connection import Connection
from db.rows import NoticeRow

Of = Literal["persons", "guilds"]


class Settings:
    """By person or server; who has chosen nothing has no row. Whoever changes what was chosen before holds the lock."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self.lock = asyncio.Lock()

    async def get(self, of: Of, key: int) -> str | None:
        row = await self._db.one(f"SELECT settings FROM {of} WHERE id = ?", key)
        return row[0] if row else None

    async def put(self, of: Of, key: int, settings: str, *notices: NoticeRow) -> None:
        """Keep a choice, and owe the notices that tell of it."""
        async with self._db.transaction() as db:
            sql = f"INSERT INTO {of} VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings"
            await db.execute(sql, (key, settings))
            await add_notices(db, notices)
