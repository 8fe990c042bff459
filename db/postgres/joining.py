"""Join the processes that share a database: the first one brings it up to date, the others must be able to use it as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from db.errors import InUse
from db.migration import read_migrations
from db.postgres.leader import LOCK, connect_to_lock
from db.postgres.membership import JOIN, SHARE, Membership, connection_names
from db.postgres.migrating import find_missing, prepare
from db.postgres.opening import explain_errors, public_name

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record]


async def join(address: str, process: int, version: str, migrations: Path, *, ahead: bool) -> Membership:
    """Return the place of this process among those that share the database.

    :param ahead: migrate although others use the database.
    :raises InUse: when another one uses it alone, or others would have to stop before a migration: try again later.
    :raises Unusable: when it cannot be used; then it is as it was.
    """
    async with connect_to_lock(address, connection_names(process)[0]) as connection:
        if await connection.fetchval(LOCK):
            await prepare(address, migrations)
            await connection.fetchrow(SHARE)
        else:
            await _share(connection, address, migrations, ahead=ahead)
    async with explain_errors(address):
        try:
            return await Membership.begin(address, process, connection, version, read_migrations(migrations)[-1].number)
        except BaseException:
            connection.terminate()
            raise


async def _share(connection: Connection, address: str, migrations: Path, *, ahead: bool) -> None:
    """Share the lock with other processes that use the database now."""
    name = public_name(address)
    if not await connection.fetchval(JOIN):
        raise InUse(
            f"Another program uses {name} alone: one that updates, restores or recomputes it, which takes a while, "
            "or an older Parterre, which has to end first."
        )
    if not (missing := await find_missing(connection, name, migrations)):
        return
    if not ahead:
        raise InUse(
            f"{name} has to be brought up to date ({', '.join(script.stem for script in missing)}), and other processes use it. "
            "End them first, or start this one with --migrate-now."
        )
    await prepare(address, migrations)
