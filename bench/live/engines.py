"""Make databases to measure on: files, and databases of a PostgreSQL server that is as durable as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from bench.rows import NotMeasured

SQLITE, POSTGRES = "SQLite", "PostgreSQL"
CHOICES = {"sqlite": SQLITE, "postgres": POSTGRES}  # by what is typed
NO_SERVER = f"{POSTGRES}, as there is no server and none can be started"
DURABLE = ("listen_addresses=", "max_connections=100", "max_wal_size=4GB")  # other settings, such as fsync, keep their defaults


class Engine(NamedTuple):
    """``new`` makes an empty database and returns its address; ``server`` is the parent process of our own server, or 0."""

    name: str
    new: Callable[[], Path | str]
    server: int = 0


@contextmanager
def engines(wanted: Sequence[str], folder: Path, address: str | None) -> Generator[list[Engine]]:
    """Yield the wanted engines, by the keys of `CHOICES`; print which one is missing beside others.

    :param folder: of files.
    :param address: of a PostgreSQL server; None starts one.
    :raises NotMeasured: if the only wanted engine is missing.
    """
    missing = NotMeasured(NO_SERVER)
    with ExitStack() as open_:
        found = [sqlite(folder)] if "sqlite" in wanted else []
        if "postgres" in wanted:
            server = open_.enter_context(postgres(address))
            if server:
                found.append(server)
            elif not found:
                raise missing
            else:
                missing.tell()
        yield found


def sqlite(folder: Path) -> Engine:
    """Return an engine with files in a folder."""
    numbers = count(1)
    return Engine(SQLITE, lambda: folder / f"games{next(numbers)}.sqlite3")


@contextmanager
def postgres(address: str | None) -> Generator[Engine | None]:
    """Yield databases of the server at this address, or of our own server without one; None if there can be none.

    They are dropped at the end, outside of any event loop.
    """
    if address is not None:
        with _others(address) as new:
            yield Engine(POSTGRES, new)
        return
    with suppress(ModuleNotFoundError):  # development tools may be missing
        from tests.server import Server, program

        if program("initdb") is not None:
            server = Server(DURABLE)
            try:
                server.start()
                yield Engine(POSTGRES, lambda: server.address(server.new()), server.pid)
            finally:
                server.remove()
            return
    yield None


@contextmanager
def _others(address: str) -> Generator[Callable[[], str]]:
    names = [f"parterre_bench_{number}" for number in range(1, 10)]
    made: list[str] = []

    def new() -> str:
        asyncio.run(_do(address, f"CREATE DATABASE {names[len(made)]}"))
        made.append(names[len(made)])
        return urlunsplit(urlsplit(address)._replace(path=f"/{made[-1]}"))

    try:
        yield new
    finally:
        for name in made:
            asyncio.run(_do(address, f"DROP DATABASE {name} WITH (FORCE)"))


async def _do(address: str, sql: str) -> None:
    import asyncpg  # an optional library

    connection = await asyncpg.connect(address)
    await connection.execute(sql)
    await connection.close()
