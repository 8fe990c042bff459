"""The drivers for PostgreSQL: a pool of connections that the bot uses, and one transaction for restoring and checking."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import count, groupby
from pathlib import Path
from random import random
from secrets import randbelow
from typing import TYPE_CHECKING, Any, Self

import asyncpg

from db.database import Row, Rows, RunningJobs
from db.postgres.errors import REFUSED, Meaning, is_refusal, meaning_of, reason_of
from db.postgres.jobs import INSERT_JOBS, LAST, NOTE, NOTED
from db.postgres.joining import join
from db.postgres.leader import KEEPALIVES, DatabaseLock, LeaderLock
from db.postgres.membership import ENDED, MOST_NUMBERS, Membership, connection_names
from db.postgres.migrating import MIGRATIONS, prepare
from db.postgres.opening import connect, explain_errors
from db.postgres.roles import ServerRoles
from db.roles import Roles, SoleProcess
from db.statement import Statement, Unsaved, Unsure, Value, unread_if_unsaved

MAX_CONNECTIONS = 8
TIMEOUT_SECONDS = 15.0  # of a connection and of a statement
TIMEOUT_WHILE_AWAY_SECONDS = 1.0  # of a connection while the server is known to be away: people wait for an answer
MAX_TRIES = 100  # of a job that collides with those of other processes
RETRY_SECONDS = 0.002  # before the second try, on average; before each further one longer
COMMIT_CHECK_SECONDS = 60.0  # in which the server is asked whether a job was carried out, when its COMMIT got no reply
COMMIT_CHECK_PAUSE_SECONDS = 1.0  # between two such questions

SETTINGS = {
    "application_name": "parterre",
    "plan_cache_mode": "force_generic_plan",  # no statement is planned twice
    "enable_seqscan": "off",  # each statement has an index
    "jit": "off",
    "synchronous_commit": "on",  # whatever the server's default: a move counts as played when it is on the disk
}
POOL_SETTINGS = {
    **SETTINGS,
    **KEEPALIVES,
    "idle_in_transaction_session_timeout": "20s",  # longer than any job pauses: this ends only connections that we lost
    "lock_timeout": "5s",  # of a job that waits for a process that hangs; the server finds deadlocks after one second
}

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"  # `db.locks` says what keeps jobs apart

if TYPE_CHECKING:
    Pool = asyncpg.Pool[asyncpg.Record]
    Connection = asyncpg.pool.PoolConnectionProxy[asyncpg.Record] | asyncpg.Connection[asyncpg.Record]

HIGHEST_GIVEN_ID = {
    name: f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_id_seq" for name in ("tables", "ballots", "outbox")
}
CONTINUE_IDS_AFTER = "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1), $2 > 0)"


class NoCommitReply(Exception):
    """The connection broke before the server replied to COMMIT; the message says how."""


class Queries:
    """The queries of both drivers, on any connection."""

    def _connection(self) -> AbstractAsyncContextManager[Connection]:
        raise NotImplementedError

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query."""
        with unread_if_unsaved():
            async with self._connection() as connection:
                return _tuples(await connection.fetch(sql, *values))

    async def one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query; None if it has none."""
        return next(iter(await self.all(sql, *values)), None)

    async def drop_deleted(self) -> None:
        """Do nothing: the server's autovacuum removes deleted rows."""

    async def highest_given_id(self, table: str) -> int:
        """Return the highest id that a table has ever given; 0 if none."""
        row = await self.one(HIGHEST_GIVEN_ID[table])
        return row[0] if row else 0

    async def continue_ids_after(self, table: str, number: int) -> None:
        """Let a table give ids above this one from now on."""
        await self.all(CONTINUE_IDS_AFTER, table, number)


class Transaction(Queries):
    """A database within the transaction of one connection, which the owner of the connection commits or rolls back.

    Each job is a savepoint of it.
    """

    def __init__(self, connection: Connection) -> None:
        self.roles: Roles = SoleProcess()
        self._only = connection

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        yield self._only

    async def read(self, queries: Sequence[Statement]) -> Rows:
        """Return the rows of several queries."""
        return [await self.all(query.sql, *query.known_values()) for query in queries]

    async def run(self, job: Sequence[Statement]) -> Rows:
        """Carry out all these statements, or none; return the rows of each."""
        async with self._only.transaction():
            return await _carry_out_all(self._only, job)

    async def until_taken_over(self) -> str:
        """Wait for ever: a transaction has no lock that another process could take over."""
        await asyncio.Event().wait()
        return ""

    async def close(self) -> None:
        """Do nothing: the owner of the connection ends the transaction."""


class PostgresDatabase(Queries):
    """A pool of connections to one database, for a process that holds its lock, alone or shared with others.

    :param process: the number of this process in `db.postgres.jobs`.
    """

    def __init__(self, pool: Pool, lock: DatabaseLock, process: int) -> None:
        self._pool = pool
        self._lock = lock
        self._process = process
        self.roles: Roles = ServerRoles(self, lock, process) if isinstance(lock, Membership) else SoleProcess()
        self._numbers = count(1)  # of its jobs
        self._one_at_a_time = asyncio.Lock()
        self._jobs = RunningJobs()

    @classmethod
    async def open(cls, address: str, migrations: Path = MIGRATIONS) -> Self:
        """Lock the database for this process alone, migrate it, and connect to it.

        :raises Unusable: with a sentence that says why. The database is as it was.
        """
        lock, process = await LeaderLock.acquire(address), randbelow(MOST_NUMBERS)
        try:
            await prepare(address, migrations)
            async with connect(address) as connection:
                await connection.execute(INSERT_JOBS, process)
            return await cls._connected(address, lock, process)
        except BaseException:
            await lock.release()
            raise

    @classmethod
    async def share(cls, address: str, version: str = "", *, ahead: bool = False, migrations: Path = MIGRATIONS) -> Self:
        """Join the processes that share the database, and connect to it. The first one migrates it.

        :param version: of the program, for people who list the processes.
        :param ahead: migrate although others use it.
        :raises Unusable: `InUse` when this has to wait for others; otherwise with a sentence that says why.
        """
        process = randbelow(MOST_NUMBERS)
        lock = await join(address, process, version, migrations, ahead=ahead)
        try:
            return await cls._connected(address, lock, process)
        except BaseException:
            await lock.leave()
            raise

    @classmethod
    async def _connected(cls, address: str, lock: DatabaseLock, process: int) -> Self:
        async with explain_errors(address):
            return cls(await _make_pool(address, connection_names(process)[1]), lock, process)

    async def read(self, queries: Sequence[Statement]) -> Rows:
        """Return the rows of several queries, all as of one moment."""
        with unread_if_unsaved():
            async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
                return [_tuples(await connection.fetch(query.sql, *query.known_values())) for query in queries]

    async def run(self, job: Sequence[Statement]) -> Rows:
        """Carry out a job as `Database.run` says; repeat it up to `MAX_TRIES` times when it collides with another process's."""
        return await self._jobs.finish(self._retry(job))

    async def close(self) -> None:
        """Finish all jobs, close all connections, and free the lock."""
        await self._jobs.wait()
        try:
            await asyncio.wait_for(self._pool.close(), TIMEOUT_SECONDS)
        except REFUSED:  # the server is away
            self._pool.terminate()
        await self._lock.leave()

    async def until_taken_over(self) -> str:
        """Wait until another process has taken the place of this one; return a sentence that says so."""
        return await self._lock.until_taken_over()

    async def _retry(self, job: Sequence[Statement]) -> Rows:
        """Carry out a job, again when it collides with one of another process.

        The jobs of this process run one after another, as each updates the row of this process in ``parterre_jobs``: they would
        only wait for each other on the server, with a connection each.
        """
        async with self._one_at_a_time:
            for tries in range(1, MAX_TRIES):
                try:
                    return await self._run_once(job)
                except asyncpg.TransactionRollbackError:
                    await asyncio.sleep(2 * random() * RETRY_SECONDS * tries)
                except asyncpg.UniqueViolationError:
                    if tries > 1:  # so no job that was carried out meanwhile has caused it
                        raise
            raise Unsaved(f"others got in the way of it {MAX_TRIES} times")

    async def _run_once(self, job: Sequence[Statement]) -> Rows:
        if not self._lock.held:
            raise Unsaved("the connection that holds the database is broken")
        number = next(self._numbers)
        async with self._connection() as connection:
            returned = await self._run_until_commit(connection, number, job)
            try:
                await _commit(connection)
            except NoCommitReply as error:
                broken = error
            else:
                return returned
        done = await self._was_committed(number)
        if not done:
            raise (Unsure if done is None else Unsaved)(str(broken)) from broken
        return returned

    async def _run_until_commit(self, connection: Connection, number: int, job: Sequence[Statement]) -> Rows:
        """Carry out a job without its COMMIT; return the rows of each statement."""
        await connection.execute(BEGIN)
        try:
            if await connection.execute(NOTE, self._process, number) != NOTED:
                self._lock.lose(ENDED)
                raise Unsaved("other processes have ended this one")
            return await _carry_out_all(connection, job)
        except BaseException as error:
            if meaning_of(error) is not Meaning.BROKEN:
                await connection.execute("ROLLBACK")
            raise

    async def _was_committed(self, number: int) -> bool | None:
        """Return whether the job with this number was carried out; None if the server does not tell within a minute."""
        end = asyncio.get_running_loop().time() + COMMIT_CHECK_SECONDS
        while asyncio.get_running_loop().time() < end:
            try:
                ((last,),) = await self.all(LAST, self._process)
            except (Unsaved, asyncpg.TransactionRollbackError):
                await asyncio.sleep(COMMIT_CHECK_PAUSE_SECONDS)
            else:
                return last == number
        return None

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        """Lend a connection of the pool; the pool replaces a broken one.

        :raises Unsaved: when the server cannot be reached, or cannot do this now.
        """
        try:
            connection = await self._pool.acquire(timeout=TIMEOUT_SECONDS if self._lock.held else TIMEOUT_WHILE_AWAY_SECONDS)
        except REFUSED as error:
            raise Unsaved(reason_of(error)) from error
        try:
            yield connection
        except Exception as error:
            meaning = meaning_of(error)
            if meaning is Meaning.BROKEN:
                _discard(connection)
            if meaning in (Meaning.BROKEN, Meaning.HINDERED):
                raise Unsaved(reason_of(error)) from error
            raise
        finally:
            await self._pool.release(connection)


def _discard(connection: Connection) -> None:
    """Let the pool make a new connection in place of this one."""
    with suppress(asyncpg.InterfaceError):  # the pool knows already that it is gone
        connection.terminate()


async def _commit(connection: Connection) -> None:
    """Commit a transaction. An error by which the server refuses is raised as it is.

    :raises NoCommitReply: when there is no reply that says whether it was committed; the connection is discarded.
    """
    try:
        answer = await connection.execute("COMMIT")
    except BaseException as error:
        if is_refusal(error):
            raise
        _discard(connection)
        if not isinstance(error, Exception):
            raise
        raise NoCommitReply(reason_of(error)) from error
    if answer != "COMMIT":
        raise Unsaved(f"the server answered COMMIT by {answer}")


async def _make_pool(address: str, name: str) -> Pool:
    return await asyncpg.create_pool(
        address,
        min_size=0,
        max_size=MAX_CONNECTIONS,
        timeout=TIMEOUT_SECONDS,
        command_timeout=TIMEOUT_SECONDS,
        statement_cache_size=1000,
        max_cached_statement_lifetime=0,
        reset=_keep,
        server_settings={**POOL_SETTINGS, "application_name": name},
    )


async def _keep(connection: Any) -> None:
    """Reset nothing between two uses: no use changes a setting of its connection."""


def _tuples(records: Sequence[Any]) -> list[Row]:
    return [tuple(record) for record in records]


async def _carry_out_all(connection: Connection, job: Sequence[Statement]) -> Rows:
    """Carry out the statements of a job, and return the rows of each. Equal ones in a row travel to the server together."""
    returned: Rows = []
    for sql, group in groupby(job, key=lambda statement: statement.sql):
        equal = list(group)
        if len(equal) > 1 and not any(map(_answers, equal)):
            await connection.executemany(sql, [statement.known_values(returned) for statement in equal])
            returned += [[] for _ in equal]
            continue
        for statement in equal:
            returned.append(await _carry_out(connection, statement, returned))
    return returned


def _answers(statement: Statement) -> bool:
    """Return whether the job needs the rows of a statement, or their number."""
    return statement.touches is not None or "RETURNING" in statement.sql


async def _carry_out(connection: Connection, statement: Statement, returned: Rows) -> list[Row]:
    """Carry out one statement of a job, and check how many rows it touched."""
    values = statement.known_values(returned)
    if "RETURNING" in statement.sql:
        rows = _tuples(await connection.fetch(statement.sql, *values))
        touched = len(rows)
    else:
        rows, reply = [], await connection.execute(statement.sql, *values)
        touched = int(reply.rsplit(" ", 1)[-1])  # such as "INSERT 0 1"
    if statement.touches is not None and touched != statement.touches:
        raise statement.otherwise(f"{touched} rows instead of {statement.touches}: {statement.sql}")
    return rows
