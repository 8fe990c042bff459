"""The frozen databases, and how a test gets a copy of one on the engine that is tried."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from math import inf
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, NamedTuple

import asyncpg

from db.copying import copy_database
from db.sqlite.copying import read_only_uri
from host.table import Table
from host.thinking import play_turn
from rules.game import random_move
from sandbox.kinds import Json
from tests.people import clicks
from tests.stored.driver import Dice

HERE = Path(__file__).parent


class Frozen(NamedTuple):
    """A database of an earlier day: a file, and where there is one, the dump of a PostgreSQL server of that day."""

    name: str
    digests: dict[str, str]  # of all its files, by their names
    tables: int
    away: tuple[tuple[str, str], ...]  # the days away that a person had announced
    owed: tuple[str, ...]  # kinds of rows that its outbox holds unpaid
    notices: tuple[str, ...]  # and kinds of notices among them
    given_up: int = 0  # rows of the first server that were given up
    other_rules: bool = False  # was it played by other rules than today's?

    @property
    def file(self) -> Path:
        return HERE / f"{self.name}.sqlite3"

    @property
    def messages(self) -> list[Json]:
        """The messages that the bot of that day posted for this database."""
        return json.loads(gzip.decompress((HERE / f"{self.name}_messages.json.gz").read_bytes()))

    @property
    def dump(self) -> Path:
        return HERE / f"{self.name}.sql.gz"

    def asked(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what the file itself says, in the schema of its day."""
        with closing(sqlite3.connect(read_only_uri(self.file), uri=True)) as db:
            return db.execute(sql, values).fetchall()

    def ids(self, game: str, which: str) -> list[int]:
        """Return the tables of a game to which this applies."""
        return [row[0] for row in self.asked(f"SELECT id FROM tables WHERE game = ? AND {which} ORDER BY id", game)]

    def told(self, game: str) -> dict[int, set[int]]:
        """Return by table the moves with public events."""
        told: dict[int, set[int]] = {}
        sql = 'SELECT "table", moves.seq, events FROM moves JOIN tables ON id = "table" WHERE game = ?'
        for table, seq, events in self.asked(sql, game):
            told.setdefault(table, set()).update([seq] if any(event["to"] is None for event in json.loads(events)) else [])
        return told

    def found(self) -> dict[str, str]:
        """Return the digests of its files as they are now."""
        return {path.name: sha256(path.read_bytes()).hexdigest() for path in HERE.glob(f"{self.name}[._]*")}

    async def load(self, address: Path | str, folder: Path) -> None:
        """Bring it to a new file or an empty database of a server.

        A server is given the dump in the schema of its day, or where there is none, a copy in today's.
        """
        if isinstance(address, Path):
            copy(self.file, address)
            return
        if not self.dump.exists():
            await copy_database(Path(copy(self.file, folder)), address)
            return
        connection = await asyncpg.connect(address)
        await connection.execute(gzip.decompress(self.dump.read_bytes()).decode())
        await connection.close()


FIRST = Frozen(
    "first",
    {"first.sqlite3": "4cfb7b0e907b69a0b3350a75719aae7b67406ac111b156ba0a28f197e6b2e726"},
    92,
    (("2030-04-15", "2030-05-02"),),
    ("board", "delete", "notice", "settle"),
    ("answer", "late", "nudge", "reminder"),
    other_rules=True,
)
SECOND = Frozen(
    "second",
    {
        "second.sqlite3": "6452e1af115393fcab17422d06f864faeef78d4a685555fe22191012ae42c5b1",
        "second.sql.gz": "06b1e40cd5b8d59248b42f0186ea85f145807787a82a8d08fb029a1ac279753b",
        "second_messages.json.gz": "926b548e125ba27b1c9ab1c139334534301ec7a377d8b246694098002189a5c3",
    },
    155,
    (("2033-06-15", "2033-07-02"), ("2034-01-01", "2034-01-01")),
    ("board", "delete", "notice", "settle", "archive", "lobby", "refresh", "retire"),
    ("answer", "asked", "ballot", "closed", "digest", "full", "invited", "late", "moved", "nudge", "played", "reminder", "setup"),
    given_up=1,
)
FROZEN = (FIRST, SECOND)


async def act(table: Table, moves: float = inf) -> None:
    """Make that many random moves, or all until the game is over."""
    random = Random(table.id)
    await play_owed(table)
    while table.position.to_act and moves > 0:
        moves -= 1
        seat = table.position.to_act[0]
        path = random_move(table.position.game, table.position.state, seat.seat, random).path
        await table.move(seat.person, table.position.seq, path, next(clicks))
        await play_owed(table)


async def play_owed(table: Table) -> None:
    """Make the turns of computers and stand-ins by any move: how well they play is tried elsewhere."""
    while owed := [clock.seat for clock in table.position.clocks.values() if clock.level and clock.wake is not None]:
        assert await play_turn(Dice(), table, owed[0])
