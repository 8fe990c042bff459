"""After a database was restored: nothing that was shown since its copy was made may be taken for what is true now.

No bot runs meanwhile, so what is done here may walk through all rows.
"""

from __future__ import annotations

from datetime import UTC, datetime

from db.database import Database
from db.numbers import last_number
from db.statement import Statement

FIRST_YEAR = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
LEAST = 1_000_000  # where a machine's clock is wrong
TABLES = 1000  # numbers that are left out, as tables may have had them that the copy does not know

NEWEST = """SELECT coalesce(max(at), 0) FROM (SELECT max(made) AS at FROM moves UNION ALL SELECT max(at) FROM remarks
    UNION ALL SELECT max(opened) FROM tables UNION ALL SELECT max(at) FROM answered) AS moments"""
LIFT_TABLES = "UPDATE tables SET seq = seq + $1, revision = revision + 1 WHERE status IN ('open', 'running')"
LIFT_DRAFTS = "UPDATE drafts SET seq = seq + $1"
STAY_OPEN = "UPDATE tables SET wake = $1 WHERE status = 'open' AND wake < $1"
CLOSE_BALLOTS = "UPDATE ballots SET outcome = 'void' WHERE outcome = ''"
FORGET_DIGESTS = "DELETE FROM outbox WHERE kind = 'notice' AND subject = 'digest' AND message IS NULL"
RELEASE = "UPDATE outbox SET claimed_until = NULL WHERE message IS NULL"
FORGET_COMMANDS = "DELETE FROM facts WHERE name = 'commands'"  # Discord may have been told others
LAST_TABLE = """INSERT INTO tables (id, game, version, variants, size, status, host, guild, channel, place, opened)
    VALUES ($1, '', 0, '', 0, 'cancelled', 0, 0, 0, 0, $2)"""
LAST_BALLOT = """INSERT INTO ballots (id, "table", kind, subject, asker, expires, outcome)
    VALUES ($1, $2, '', '{}', 0, $3, 'void')"""


async def lift(database: Database, former: int, now: float, expiry: float) -> float:
    """Raise every number that a button or a message may carry beyond all that were ever shown.

    By seconds since 2026: no table makes a step a second, and no second comes again, however often the same copy is restored.

    :param former: the newest table that is known to have been there, 0 if none is.
    :param expiry: when a table that nobody starts is closed at the earliest.
    :return: the time of what happened last before the copy was made.
    """
    step = max(int(now - FIRST_YEAR), LEAST)
    ((moment,),) = await database.all(NEWEST)
    table = max(await last_number(database, "tables"), former) + TABLES
    ballot = await last_number(database, "ballots") + step
    outbox = await last_number(database, "outbox") + step
    job = [
        Statement(LIFT_TABLES, (step,)),
        Statement(LIFT_DRAFTS, (step,)),
        Statement(STAY_OPEN, (expiry,)),
        *(Statement(sql) for sql in (CLOSE_BALLOTS, FORGET_DIGESTS, RELEASE, FORGET_COMMANDS)),
        Statement(LAST_TABLE, (table, now)),
        Statement(LAST_BALLOT, (ballot, table, now)),
    ]
    await database.run(job)
    for name, number in (("tables", table), ("ballots", ballot), ("outbox", outbox)):
        await database.continue_after(name, number)
    return float(moment)
