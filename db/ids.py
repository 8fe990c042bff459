"""The ids of rows: none is given twice, and after a restore none that was shown since the copy was made."""

from __future__ import annotations

from datetime import UTC, datetime

from db.database import Database
from db.due import FOLLOW_ALL
from db.statement import Statement

TABLES_WITH_IDS = ("tables", "ballots", "outbox")
EPOCH = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # steps are counted from here, in seconds
LEAST_STEP = 1_000_000  # where the machine's clock is wrong
SKIPPED_TABLE_IDS = 1000  # more than there can be tables that were opened after the copy was made

HIGHEST_ID = {name: f"SELECT coalesce(max(id), 0) FROM {name}" for name in TABLES_WITH_IDS}
NEWEST_MOMENT = """SELECT coalesce(max(at), 0) FROM (SELECT max(made) AS at FROM moves UNION ALL SELECT max(at) FROM remarks
    UNION ALL SELECT max(opened) FROM tables UNION ALL SELECT max(at) FROM answered) AS moments"""
RAISE_SEQS = "UPDATE tables SET seq = seq + $1, revision = revision + 1 WHERE status IN ('open', 'running')"
RAISE_SEQS_OF_DRAFTS = "UPDATE drafts SET seq = seq + $1"
STAY_OPEN = "UPDATE tables SET wake = $1 WHERE status = 'open' AND wake < $1"
CLOSE_BALLOTS = "UPDATE ballots SET outcome = 'void' WHERE outcome = ''"
FORGET_DIGESTS = "DELETE FROM outbox WHERE kind = 'notice' AND subject = 'digest' AND message IS NULL"
FORGET_DUE_DIGESTS = "DELETE FROM due WHERE kind = 'digest'"
RELEASE_CLAIMS = "UPDATE outbox SET claimed_until = NULL WHERE message IS NULL"
FORGET_COMMANDS = "DELETE FROM facts WHERE name = 'commands'"  # Discord may have others since
LAST_TABLE = """INSERT INTO tables (id, game, version, variants, size, status, host, guild, channel, place, opened)
    VALUES ($1, '', 0, '', 0, 'cancelled', 0, 0, 0, 0, $2)"""
LAST_BALLOT = """INSERT INTO ballots (id, "table", kind, subject, asker, expires, outcome)
    VALUES ($1, $2, '', '{}', 0, $3, 'void')"""


async def highest_id(database: Database, table: str) -> int:
    """Return the highest id that a row of a table has or ever had; 0 if there was none."""
    ((highest,),) = await database.all(HIGHEST_ID[table])
    return max(await database.highest_given_id(table), highest)


async def invalidate_ids(database: Database, former: int, now: float, expiry: float) -> float:
    """After a restore, raise all ids and seqs above those on buttons and messages that were sent after the copy was made.

    They rise by the seconds since 2026: no table makes a step a second, and a second restore of the same copy comes later.
    Statements may walk through all rows here, as no bot runs.

    :param former: the highest id of a table in the replaced database, 0 if unknown.
    :param expiry: the earliest time (seconds since 1970) at which an open table may close, as nobody saw it meanwhile.
    :return: the time of the newest change in the copy, in seconds since 1970.
    """
    step = max(int(now - EPOCH), LEAST_STEP)
    ((moment,),) = await database.all(NEWEST_MOMENT)
    table = max(await highest_id(database, "tables"), former) + SKIPPED_TABLE_IDS
    ballot = await highest_id(database, "ballots") + step
    outbox = await highest_id(database, "outbox") + step
    job = [
        Statement(RAISE_SEQS, (step,)),
        Statement(RAISE_SEQS_OF_DRAFTS, (step,)),
        Statement(STAY_OPEN, (expiry,)),
        *(Statement(sql) for sql in (CLOSE_BALLOTS, FORGET_DIGESTS, FORGET_DUE_DIGESTS, RELEASE_CLAIMS, FORGET_COMMANDS)),
        Statement(LAST_TABLE, (table, now)),
        Statement(LAST_BALLOT, (ballot, table, now)),
        *map(Statement, FOLLOW_ALL),
    ]
    await database.run(job)
    for name, number in (("tables", table), ("ballots", ballot), ("outbox", outbox)):
        await database.continue_ids_after(name, number)
    return float(moment)
