"""The driver for PostgreSQL: asking the database, carrying out changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import random
from secrets import randbits
from typing import TYPE_CHECKING, Any

import asyncpg

from db.database import Row
from db.holding import KEEPALIVES, Holding
from db.jobs import LAST, NOTE
from db.running import RunningJobs
from db.server import MIGRATIONS, explained, prepare
from db.server_errors import REFUSED, Meaning, is_refusal, meaning_of, reason_of
from db.statement import Statement, Unsaved, Unsure, Value, reading

CONNECTIONS = 8
TIMEOUT = 15.0  # seconds; what takes longer is given up
TIMEOUT_WHILE_AWAY = 1.0  # seconds for a new connection while the server is known to be away: people wait for an answer
TRIES = 100  # of a job that others have got in the way of
PAUSE = 0.002  # seconds before the second try, on average; before each further one longer
UNCERTAIN = 60.0  # seconds in which it is asked whether a job was done, when the connection broke at its very end
ASK_AGAIN = 1.0  # seconds between two such questions

SETTINGS = {
    "application_name": "parterre",
    "plan_cache_mode": "force_generic_plan",  # no statement is planned twice
    "enable_seqscan": "off",  # each has an index, and jobs that walk through a table get in each other's way
    "jit": "off",
    "synchronous_commit": "on",  # whatever the server is set to: a move is told as played when it is on the disk
}
POOL_SETTINGS = {
    **SETTINGS,
    **KEEPALIVES,
    "idle_in_transaction_session_timeout": "20s",  # longer than any job pauses: only a connection that we lost is ended
}

BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"  # as good as one after another, as SQLite has it

if TYPE_CHECKING:
    Pool = asyncpg.Pool[asyncpg.Record]
    Connection = asyncpg.pool.PoolConnectionProxy[asyncpg.Record] | asyncpg.Connection[asyncpg.Record]

GIVEN = {
    name: f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_id_seq" for name in ("tables", "ballots", "outbox")
}
GIVE_AFTER = "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1), $2 > 0)"


class Unanswered(Exception):
    """The connection broke before the server answered COMMIT; the cause tells how."""


class Asked:
    """What is asked of a server's database by whatever connection there is."""

    def _connection(self) -> AbstractAsyncContextManager[Connection]:
        raise NotImplementedError

    async def all(self, sql: str, *values: Value) -> list[Row]:
        with reading():
            async with self._connection() as connection:
                return _tuples(await connection.fetch(sql, *values))

    async def one(self, sql: str, *values: Value) -> Row | None:
        return next(iter(await self.all(sql, *values)), None)

    async def newest_number(self, table: str) -> int:
        row = await self.one(GIVEN[table])
        return row[0] if row else 0

    async def continue_after(self, table: str, number: int) -> None:
        await self.all(GIVE_AFTER, table, number)


class PostgresDatabase(Asked):
    """A pool of connections to one database. What one job changes, another one sees whole or not at all."""

    def __init__(self, pool: Pool, holding: Holding) -> None:
        self._pool = pool
        self._holding = holding
        self._process = randbits(63)  # as the server knows this one
        self._numbers = count(1)  # of its jobs
        self._turn = asyncio.Lock()
        self._jobs = RunningJobs()

    @classmethod
    async def open(cls, address: str, migrations: Path = MIGRATIONS) -> PostgresDatabase:
        """Connect, and bring the database up to date; nobody else can open it until it is closed.

        :raises Unusable: with a sentence that says why; the database is left as it is.
        """
        holding = await Holding.begin(address)
        try:
            await prepare(address, migrations)
            async with explained(address):
                return cls(await _pool(address), holding)
        except BaseException:
            await holding.end()
            raise

    async def read(self, queries: Sequence[Statement]) -> list[list[Row]]:
        with reading():
            async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
                return [_tuples(await connection.fetch(query.sql, *query.values)) for query in queries]

    async def run(self, job: Sequence[Statement]) -> list[list[Row]]:
        return await self._jobs.finish(self._carry_out(job))

    async def close(self) -> None:
        await self._jobs.wait()
        try:
            await asyncio.wait_for(self._pool.close(), TIMEOUT)
        except REFUSED:  # the server is away
            self._pool.terminate()
        await self._holding.end()

    async def taken_over(self) -> None:
        await self._holding.taken_over()

    async def _carry_out(self, job: Sequence[Statement]) -> list[list[Row]]:
        """One after another here, so that they wait for no deadlock to be found.

        Those of another process may get in its way; then the whole job is done again, as it is nothing but data.
        """
        async with self._turn:
            for tries in range(1, TRIES):
                try:
                    return await self._whole(job)
                except asyncpg.TransactionRollbackError:
                    await asyncio.sleep(2 * random() * PAUSE * tries)
                except asyncpg.UniqueViolationError:
                    if tries > 1:  # by no other one that was carried out meanwhile
                        raise
            raise Unsaved(f"others got in the way of it {TRIES} times")

    async def _whole(self, job: Sequence[Statement]) -> list[list[Row]]:
        if not self._holding.lasts:
            raise Unsaved("the connection that holds the database is broken")
        number = next(self._numbers)
        async with self._connection() as connection:
            returned = await self._begun(connection, number, job)
            try:
                await _commit(connection)
            except Unanswered as error:
                broken = error
            else:
                return returned
        done = await self._is_done(number)
        if not done:
            raise (Unsure if done is None else Unsaved)(str(broken)) from broken
        return returned

    async def _begun(self, connection: Connection, number: int, job: Sequence[Statement]) -> list[list[Row]]:
        """Carry out all of a job but its COMMIT; return the rows of each statement."""
        await connection.execute(BEGIN)
        try:
            await connection.execute(NOTE, self._process, number)
            return [await do(connection, statement) for statement in job]
        except BaseException as error:
            if meaning_of(error) is not Meaning.BROKEN:
                await connection.execute("ROLLBACK")
            raise

    async def _is_done(self, number: int) -> bool | None:
        """Return whether the job with this number was carried out; None if the server cannot be asked for long."""
        end = asyncio.get_running_loop().time() + UNCERTAIN
        while asyncio.get_running_loop().time() < end:
            try:
                ((last,),) = await self.all(LAST, self._process)
            except (Unsaved, asyncpg.TransactionRollbackError):
                await asyncio.sleep(ASK_AGAIN)
            else:
                return last == number
        return None

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection]:
        """Lend a connection of the pool; a broken one is thrown away.

        :raises Unsaved: if the server cannot be reached, or can do nothing.
        """
        try:
            connection = await self._pool.acquire(timeout=TIMEOUT if self._holding.lasts else TIMEOUT_WHILE_AWAY)
        except REFUSED as error:
            raise Unsaved(reason_of(error)) from error
        try:
            yield connection
        except Exception as error:
            meaning = meaning_of(error)
            if meaning is Meaning.BROKEN:
                _throw_away(connection)
            if meaning in (Meaning.BROKEN, Meaning.HINDERED):
                raise Unsaved(reason_of(error)) from error
            raise
        finally:
            await self._pool.release(connection)


def _throw_away(connection: Connection) -> None:
    """Have the pool make a new connection in place of this one."""
    with suppress(asyncpg.InterfaceError):  # the pool knows already that it is gone
        connection.terminate()


async def _commit(connection: Connection) -> None:
    """Finish a transaction; what the server refuses by its answer is raised as it is.

    :raises Unanswered: if nobody can tell from the answer; the connection is thrown away.
    """
    try:
        answer = await connection.execute("COMMIT")
    except BaseException as error:
        if is_refusal(error):
            raise
        _throw_away(connection)
        if not isinstance(error, Exception):
            raise
        raise Unanswered(reason_of(error)) from error
    if answer != "COMMIT":
        raise Unsaved(f"the server answered COMMIT by {answer}")


async def _pool(address: str) -> Pool:
    return await asyncpg.create_pool(
        address,
        min_size=0,
        max_size=CONNECTIONS,
        timeout=TIMEOUT,
        command_timeout=TIMEOUT,
        statement_cache_size=1000,
        max_cached_statement_lifetime=0,
        reset=_as_it_is,
        server_settings=POOL_SETTINGS,
    )


async def _as_it_is(connection: Any) -> None:
    """Nothing of a connection is changed that would have to be undone before its next use."""


def _tuples(records: Sequence[Any]) -> list[Row]:
    return [tuple(record) for record in records]


async def do(connection: Connection, statement: Statement) -> list[Row]:
    """Carry out a statement within the transaction of whoever asks; raises what it names if it touches not as many as it must."""
    if "RETURNING" in statement.sql:
        rows = _tuples(await connection.fetch(statement.sql, *statement.values))
        touched = len(rows)
    else:
        rows, told = [], await connection.execute(statement.sql, *statement.values)
        touched = int(told.rsplit(" ", 1)[-1])  # such as "INSERT 0 1"
    if statement.touches is not None and touched != statement.touches:
        raise statement.otherwise(f"{touched} rows instead of {statement.touches}: {statement.sql}")
    return rows
