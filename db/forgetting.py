"""Delete everything that is stored about a server."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from db.database import Database
from db.due import FOLLOW, REVIEW
from db.locks import lock_place
from db.settings import Settings
from db.statement import LOCK, Statement

TABLES_AT_ONCE = 100  # ids read at once

NEXT_TABLES = "SELECT id FROM tables WHERE guild = $1 ORDER BY id + 0 LIMIT $2"  # + 0: see `db.queries`
_OF_TABLE = 'WHERE "table" = $1'
LOCK_ALL = (
    f"SELECT 1 FROM tables WHERE id = $1 OR rematch_of = $1 ORDER BY id {LOCK}",
    f"SELECT 1 FROM people WHERE id IN (SELECT person FROM appearances {_OF_TABLE}) ORDER BY id {LOCK}",
)
# A row with the highest id stays as an empty one: SQLite would give its id again, and old buttons would then mean something new.
DELETE_TABLE = (
    f"""DELETE FROM people WHERE id IN (SELECT person FROM appearances {_OF_TABLE})
        AND NOT EXISTS (SELECT 1 FROM appearances AS other WHERE other.person = people.id AND other."table" != $1)""",
    f"DELETE FROM hints {_OF_TABLE}",
    f"DELETE FROM reviews {_OF_TABLE}",
    f"DELETE FROM due WHERE subject = $1 AND kind = '{REVIEW}'",
    f"DELETE FROM rating_steps {_OF_TABLE}",
    f"DELETE FROM results {_OF_TABLE}",
    f"DELETE FROM appearances {_OF_TABLE}",
    f"DELETE FROM drafts {_OF_TABLE}",
    f"DELETE FROM clocks {_OF_TABLE}",
    f"DELETE FROM remarks {_OF_TABLE}",
    f"DELETE FROM states {_OF_TABLE}",
    f"DELETE FROM moves {_OF_TABLE}",
    f"DELETE FROM seats {_OF_TABLE}",
    f"DELETE FROM outbox {_OF_TABLE}",
    f"DELETE FROM votes WHERE ballot IN (SELECT id FROM ballots {_OF_TABLE})",
    f"DELETE FROM ballots {_OF_TABLE} AND id != (SELECT max(id) FROM ballots)",
    f"UPDATE ballots SET kind = '', subject = '{{}}', asker = 0, outcome = 'void' {_OF_TABLE}",
    "UPDATE tables SET rematch_of = NULL WHERE rematch_of = $1",
    """UPDATE tables SET game = '', variants = '', status = 'cancelled', host = 0, guild = 0, channel = 0, place = 0,
        board = NULL, lobby = NULL, wake = NULL, rematch_of = NULL, revision = revision + 1 WHERE id = $1""",
    f"""DELETE FROM tables WHERE id = $1 AND id != (SELECT max(id) FROM tables)
        AND NOT EXISTS (SELECT 1 FROM ballots {_OF_TABLE})""",
    *FOLLOW,
)
DELETE_SERVER = (
    "DELETE FROM uses WHERE guild = $1",
    "DELETE FROM ratings WHERE guild = $1",
    "DELETE FROM outbox WHERE guild = $1 AND message IS NULL",
    "DELETE FROM outbox WHERE guild = $1 AND kind = 'overview'",
    "DELETE FROM season_totals WHERE guild = $1",
    "DELETE FROM seasons WHERE guild = $1",
    "DELETE FROM activity WHERE guild = $1",
    "DELETE FROM guilds WHERE id = $1",
)
# Each step jumps to the next server, so that the tables of one are not read.
SERVERS = """WITH RECURSIVE known(guild) AS (
        SELECT min(guild) FROM tables WHERE guild > 0
        UNION ALL SELECT (SELECT min(guild) FROM tables WHERE guild > known.guild) FROM known WHERE known.guild IS NOT NULL)
    SELECT guild FROM known WHERE guild IS NOT NULL UNION SELECT id FROM guilds"""


class Forgetting:
    """Deletes what is stored about servers."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._db = database
        self._settings = settings

    async def servers(self) -> list[int]:
        """Return all servers about which something lasting is stored."""
        return [row[0] for row in await self._db.all(SERVERS)]

    async def delete_tables(self, guild: int) -> AsyncGenerator[int]:
        """Delete the tables of a server, each in a transaction of its own; yield the id of each after it."""
        while rows := await self._db.all(NEXT_TABLES, guild, TABLES_AT_ONCE):
            for (table,) in rows:
                await self._db.run([Statement(sql, (table,)) for sql in (*LOCK_ALL, *DELETE_TABLE)])
                yield table

    async def delete_server(self, guild: int) -> None:
        """Delete what is stored about a server besides its tables."""
        with self._settings.changing("guilds", guild):
            await self._db.run([lock_place(guild), *(Statement(sql, (guild,)) for sql in DELETE_SERVER)])
