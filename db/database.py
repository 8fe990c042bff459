"""What the store asks of a database, whichever engine it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from db.statement import Statement, Value

Row = tuple[Any, ...]


class Database(Protocol):
    """The verbs of both drivers; what has been carried out is seen by whatever is asked afterwards."""

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """The rows of a query."""
        ...

    async def one(self, sql: str, *values: Value) -> Row | None:
        """The first row of a query."""
        ...

    async def read(self, queries: Sequence[Statement]) -> list[list[Row]]:
        """The rows of several queries, all as they are at one moment."""
        ...

    async def run(self, job: Sequence[Statement]) -> list[list[Row]]:
        """Carry out all these statements or none of them, as if nothing else happened meanwhile; the rows that each returns.

        A cancelled caller can neither tear it nor stop it.

        :raises Miscounted: or what the statement names instead, if it does not touch as many rows as it must.
        :raises Unsaved: if the disk, the server or the way there hinders it; so do the other verbs.
        :raises Unsure: if the way broke at its very end, and the server cannot be asked whether it was done.
        """
        ...

    async def newest_number(self, table: str) -> int:
        """The highest id that a table has ever given; 0 if none."""
        ...

    async def continue_after(self, table: str, number: int) -> None:
        """Have a table whose rows were copied give higher ids than this one from now on."""
        ...

    async def taken_over(self) -> None:
        """Wait until another process has taken the database over, which only happens where the way to its server was broken."""
        ...

    async def close(self) -> None:
        """Finish what has been asked for, and let the database go."""
        ...
