"""Write a database file as SQL for PostgreSQL: ``python -m tests.stored.dump FILE SQL.gz``.

The copy goes through a server of the tests' own. Nothing in the dump names that server, its database or its roles, so it can be
loaded into an empty database of any name. Run it with the code of the file's day, whose schema it then has.
"""

from __future__ import annotations

import asyncio
import gzip
import sys
from pathlib import Path

from db.copying import copy_database
from tests.server import Server

OPTIONS = ("--no-owner", "--no-privileges", "--no-comments", "--inserts", "--rows-per-insert=1000")
LEFT_OUT = ("--", "\\", "SET ", "SELECT pg_catalog.set_config(")  # remarks, words of psql, settings of a session


def plain(dump: str) -> str:
    """Return a dump without what depends on the server or on the program that reads it."""
    return "".join(line for line in dump.splitlines(keepends=True) if line.strip() and not line.startswith(LEFT_OUT))


def main(file: str, target: str) -> None:
    server = Server()
    try:
        server.start()
        name = server.new()
        asyncio.run(copy_database(Path(file), server.address(name)))
        dump = server.run("pg_dump", *OPTIONS, name)
    finally:
        server.remove()
    Path(target).write_bytes(gzip.compress(plain(dump).encode(), 9, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
