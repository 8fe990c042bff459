"""What Discord is owed: claimed by one process at a time, paid once, tried again later."""

from __future__ import annotations

from db.database import Database
from db.owing import (
    CARD_RESTS,
    CHANGE,
    ELSEWHERE,
    HURRY,
    HURRY_LOBBY,
    INSTEAD,
    LET_CARD_REST,
    NEWEST,
    OWED,
    leaving_place,
    owing_board,
    owing_card,
    owing_lobby,
    resting_card,
)
from db.queries import SET_PLACE
from db.rows import OutboxRow
from db.statement import Statement, Value

ROWS_PER_SERVER = 5  # claimed at once, so that one server with many tables does not keep the others waiting
LOOKED_AT = 100  # rows that are due, in one claim
CLAIM_LASTS = 60.0  # seconds; whoever has not paid by then is taken for dead
TOLD = 7 * 86_400.0  # seconds for which it is told what was given up of a table that is over
GIVEN_UP_TOLD = 50  # rows, the newest
KEPT = 12  # boards of a running table whose stories may still be struck through

ROW = ", ".join(f'"{name}"' for name in OutboxRow._fields)
GET = f"SELECT {ROW} FROM outbox WHERE id = $1"
IN_QUEUE = f"SELECT 1 FROM outbox WHERE queue = $1 AND {OWED} LIMIT 1"
OF_BALLOT = f"SELECT {ROW} FROM outbox WHERE ballot = $1 AND kind = 'notice'"
NEWEST_BOARD = f"SELECT {ROW} FROM outbox WHERE id = ({NEWEST})"
FORMER_BOARD = f"SELECT {ROW} FROM outbox WHERE id = ({NEWEST} AND outbox.message IS NOT NULL AND outbox.id < $2)"
LOST = "not_before IS NULL AND message IS NULL"  # given up
OUTDATED = f"""{LOST} AND refused < $1
    AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = outbox."table" AND tables.status IN ('open', 'running'))"""
GIVEN_UP = f"SELECT {ROW} FROM outbox WHERE guild = $2 AND {LOST} AND NOT ({OUTDATED}) ORDER BY id DESC LIMIT {GIVEN_UP_TOLD}"
# No older row of its queue waits, nor the message that it changes.
UNBLOCKED = """NOT EXISTS (SELECT 1 FROM outbox AS older WHERE older.queue = one.queue AND older.id < one.id
                          AND older.message IS NULL AND older.not_before IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM outbox AS target WHERE target.id = one.target
                          AND target.message IS NULL AND target.not_before IS NOT NULL)"""
DUE = f"""SELECT 1 FROM outbox AS one
    WHERE one.message IS NULL AND one.not_before <= $1 AND one.limited_until <= $1 AND {UNBLOCKED} LIMIT 1"""
# Materialized, as PostgreSQL would else look for all that is due once for each row that may be claimed. A server with more rows
# than are looked at hides those of others only until its share is in hand.
CLAIM = f"""WITH in_hand AS MATERIALIZED (
        SELECT guild, count(*) AS count FROM outbox WHERE claimed_until IS NOT NULL AND claimed_until > $2 GROUP BY guild),
    due AS MATERIALIZED (
        SELECT one.id, one.guild, one.not_before FROM outbox AS one
        WHERE one.message IS NULL AND one.not_before <= $2 AND one.limited_until <= $2
          AND (one.claimed_until IS NULL OR one.claimed_until <= $2)
          AND NOT EXISTS (SELECT 1 FROM in_hand WHERE in_hand.guild = one.guild AND in_hand.count >= {ROWS_PER_SERVER})
          AND {UNBLOCKED}
        ORDER BY one.not_before, one.id LIMIT {LOOKED_AT}),
    ranked AS (SELECT id, guild, not_before, row_number() OVER (PARTITION BY guild ORDER BY not_before, id) AS rank FROM due)
    UPDATE outbox SET claimed_by = $1, claimed_until = $3, tries = tries + 1, attempted = coalesce(attempted, $2)
    WHERE id IN (SELECT ranked.id FROM ranked LEFT JOIN in_hand ON in_hand.guild = ranked.guild
                 WHERE ranked.guild IS NULL OR ranked.rank + coalesce(in_hand.count, 0) <= {ROWS_PER_SERVER}
                 ORDER BY ranked.not_before, ranked.id LIMIT $4)
      AND message IS NULL AND (claimed_until IS NULL OR claimed_until <= $2) RETURNING {ROW}"""

HURRY_REFUSED = f"""UPDATE outbox SET not_before = $2 WHERE guild = $1 AND {OWED}
    AND refused IS NOT NULL AND claimed_until IS NULL AND not_before > $2"""
RELEASE = "UPDATE outbox SET claimed_until = NULL WHERE message IS NULL AND not_before IS NOT NULL AND claimed_by = $1"
FIRST_TRY = f"attempted + {CLAIM_LASTS} >= claimed_until"  # that of this claim
FAILED = f"""UPDATE outbox SET claimed_until = NULL, not_before = $2, trouble = $3,
    refused = coalesce(refused, $4), limited_until = $7,
    attempted = CASE WHEN CAST($5 AS BIGINT) = 1 AND {FIRST_TRY} AND NOT EXISTS (
        SELECT 1 FROM outbox AS newer WHERE newer.queue = outbox.queue AND newer.message IS NULL AND newer.attempted IS NULL)
        THEN NULL ELSE attempted END
    WHERE id = $1 AND claimed_by = $6"""
POSTPONE = f"""UPDATE outbox SET claimed_until = NULL, not_before = $2,
    attempted = CASE WHEN {FIRST_TRY} THEN NULL ELSE attempted END
    WHERE id = $1 AND claimed_by = $3"""
GIVE_UP = "UPDATE outbox SET claimed_until = NULL, not_before = NULL, trouble = $2 WHERE id = $1 AND claimed_by = $3"
FORGET_GIVEN_UP = f"""DELETE FROM outbox WHERE guild = $1 AND {LOST}
    AND coalesce("table", 0) = coalesce(CAST($2 AS BIGINT), 0) AND kind = $3 AND id < $4"""
FORGET_ALL_GIVEN_UP = f"DELETE FROM outbox WHERE guild = $1 AND {LOST}"
FORGET_OUTDATED = f"DELETE FROM outbox WHERE {OUTDATED}"

PAY = """UPDATE outbox SET place = $2, message = $3, shown = $4, claimed_until = NULL, refused = NULL, trouble = ''
    WHERE id = $1"""
SHOW_BOARD = "UPDATE tables SET board = $2, revision = revision + 1 WHERE id = $1 RETURNING revision"
SHOW_LOBBY = """UPDATE tables SET lobby = $2, board = $2, revision = revision + 1
    WHERE id = $1 AND status = 'open' AND coalesce(lobby, 0) != $2 RETURNING revision"""
REST_IF_SHOWN = f"{LET_CARD_REST} AND revision = $3"
LOSE_LOBBY = "UPDATE tables SET lobby = NULL, revision = revision + 1 WHERE id = $1 RETURNING revision"
RETIRE_FORMER = f"""INSERT INTO {CHANGE} SELECT "table", guild, 'retire', 'message:' || id, id, 0 FROM outbox
    WHERE id = ({NEWEST} AND outbox.message IS NOT NULL AND outbox.id < $2)
    {INSTEAD} kind = excluded.kind, not_before = 0"""
FORGET_OLD_BOARDS = """DELETE FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL
    AND id <= (SELECT id FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL
               ORDER BY id DESC LIMIT 1 OFFSET $2)
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = outbox.id)"""
FORGET_UNCHANGING = """DELETE FROM outbox WHERE id = $1 AND seat IS NULL AND ballot IS NULL AND subject NOT IN ('invited', 'full')
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = $1)"""
FORGET_ENDED = """DELETE FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL AND id <= $2
    AND (SELECT status FROM tables WHERE id = $1) = 'over'
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = outbox.id)"""
FORGET = "DELETE FROM outbox WHERE id = $1"
FORGET_SENT = f"{FORGET} AND message IS NOT NULL"
FORGET_NEWEST_BOARD = f"DELETE FROM outbox WHERE id = $2 AND id = ({NEWEST})"
STILL_NEWEST_BOARD = f"UPDATE outbox SET seq = seq WHERE id = $2 AND id = ({NEWEST})"
FORGET_SHOWN = "DELETE FROM outbox WHERE queue = $1 AND message IS NULL AND claimed_until IS NULL"
FORGET_LOBBY = f"{FORGET_SHOWN} AND (SELECT revision FROM tables WHERE id = $2) = $3"

TELL = "UPDATE outbox SET payload = $2 WHERE id = $1"
ENDS = ("delete", "settle")  # kinds after which nothing more is known of the message


class Outbox:
    """Whoever claims a row says afterwards what became of it: paid, done, failed (and tried again), postponed, or given up."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # Asking

    async def get(self, row: int) -> OutboxRow | None:
        return await self._one(GET, row)

    async def owes(self, queue: str) -> bool:
        """Does anything wait there?"""
        return await self._db.one(IN_QUEUE, queue) is not None

    async def due(self, now: float) -> bool:
        """Return whether anything can be paid by now: a row that waits behind another one cannot."""
        return await self._db.one(DUE, now) is not None

    async def of_ballot(self, ballot: int) -> OutboxRow | None:
        """The notice that puts a question."""
        return await self._one(OF_BALLOT, ballot)

    async def newest_board(self, table: int) -> OutboxRow | None:
        """The newest board of a table, posted or owed."""
        return await self._one(NEWEST_BOARD, table)

    async def former_board(self, board: OutboxRow) -> OutboxRow | None:
        """Return the board that was posted last before this one."""
        return await self._one(FORMER_BOARD, board.table, board.id)

    async def given_up(self, guild: int, now: float) -> list[OutboxRow]:
        """Return the newest rows that a server could not be sent; of tables that are over, not for ever."""
        return [OutboxRow(*row) for row in await self._db.all(GIVEN_UP, now - TOLD, guild)][::-1]

    # Paying

    async def claim(self, who: str, now: float, most: int) -> list[OutboxRow]:
        """Claim rows that are due, for a minute, and return them: of each queue only its oldest, of each server only a few."""
        if not await self.due(now):
            return []
        ((*rows,),) = await self._db.run([Statement(CLAIM, (who, now, now + CLAIM_LASTS, most))])
        return sorted(OutboxRow(*row) for row in rows)

    async def release(self, who: str, now: float) -> None:
        """Whoever bears this name has been started anew: what was claimed before is tried again at once."""
        await self._db.run([Statement(RELEASE, (who,)), _forget_outdated(now)])

    async def paid(self, row: OutboxRow, place: int, message: int, shown: str = "") -> int | None:
        """Its message is there; the revision of its table, if that is another one after it."""
        job = [Statement(PAY, (row.id, place, message, shown))]
        if row.kind == "board":
            job = [
                Statement(SHOW_BOARD, (row.table, message)),
                *job,
                Statement(RETIRE_FORMER, (row.table, row.id)),
                Statement(FORGET_OLD_BOARDS, (row.table, KEPT)),
                owing_card(row.table or 0, (row.claimed_until or 0.0) - CLAIM_LASTS),
            ]
        elif row.kind == "lobby":
            job = [Statement(SHOW_LOBBY, (row.table, message)), Statement(FORGET, (row.id,))]
        else:
            job.append(Statement(FORGET_UNCHANGING, (row.id,)))
        first, *_ = await self._db.run([*job, _forget_given_up(row)])
        return first[0][0] if first else None

    async def done(self, row: OutboxRow) -> None:
        """There is nothing more to do for it."""
        job = [Statement(FORGET, (row.id,))]
        if row.kind == "lobby":
            job += resting_card(row.table, row.claimed_until or 0.0)  # its change came before that
        elif row.kind in ENDS and row.target is not None:
            job.append(Statement(FORGET, (row.target,)))
        elif row.kind == "retire":
            job.append(Statement(FORGET_ENDED, (row.table, row.target)))
        await self._db.run(job)

    async def failed(
        self,
        row: OutboxRow,
        not_before: float,
        trouble: str,
        *,
        surely_unsent: bool,
        refused: float | None = None,
        limited_until: float = 0.0,
    ) -> None:
        """It could not be paid now; ``surely_unsent``: no message has come of this try; ``refused``: the time, if it was.

        Before ``limited_until`` it is not tried even if somebody asks for it.
        """
        values = (row.id, not_before, trouble, refused, int(surely_unsent), row.claimed_by, limited_until)
        await self._db.run([Statement(FAILED, values)])

    async def postpone(self, row: OutboxRow, not_before: float) -> None:
        """It is not to be paid yet; nothing was tried."""
        await self._db.run([Statement(POSTPONE, (row.id, not_before, row.claimed_by))])

    async def give_up(self, row: OutboxRow, trouble: str, now: float) -> None:
        """It is not tried again; the newest of its kind is kept, with its ``trouble``, to be told of."""
        give_up = Statement(GIVE_UP, (row.id, trouble, row.claimed_by))
        await self._db.run([give_up, _forget_given_up(row), _forget_outdated(now)])

    async def forget_given_up(self, guild: int) -> None:
        """Nobody is left on this server to be told of it."""
        await self._db.run([Statement(FORGET_ALL_GIVEN_UP, (guild,))])

    # Changing what is owed

    async def owe_lobby(self, table: int, now: float) -> None:
        """The message of a table's lobby is to show it as it is now, at once; the card that it has become, when it may change."""
        await self._db.run([*owing_lobby(table, now), Statement(HURRY_LOBBY, (f"lobby:{table}", now))])

    async def forget_lobby(self, table: int) -> int:
        """The message of a started table is gone, so there is no card any more; the revision of the table after it."""
        (((revision,),),) = await self._db.run([Statement(LOSE_LOBBY, (table,), touches=1)])
        return revision

    async def hurry(self, queue: str, now: float) -> None:
        """Try now what waits there, whatever has hindered it so far; but no sooner than Discord allows."""
        await self._db.run([Statement(HURRY, (queue, now))])

    async def hurry_refused(self, guild: int, now: float) -> None:
        """Try now what a server has refused."""
        await self._db.run([Statement(HURRY_REFUSED, (guild, now))])

    async def post_again(self, board: OutboxRow, now: float, *, elsewhere: bool = False) -> None:
        """Queue a board once more, as its message is gone.

        :param elsewhere: the message is still there, but its thread seems lost; take its buttons off when the new one is posted.
        :raises db.statement.Stale: if there is a newer board, or this one is queued again already.
        """
        assert board.table is not None
        assert board.seq is not None
        again = owing_board(board.table, board.seq, board.payload, now, subject=ELSEWHERE if elsewhere else "")
        newest = STILL_NEWEST_BOARD if elsewhere else FORGET_NEWEST_BOARD
        await self._db.run([Statement(newest, (board.table, board.id), touches=1), *again])

    async def move(self, board: OutboxRow, place: int, payload: str, now: float) -> int:
        """The table goes on elsewhere, and this board says so; the revision of the table after it."""
        moved = Statement(SET_PLACE, (board.table, place), touches=1)
        before = [owing_card(board.table or 0, now), leaving_place(board.table or 0)]
        *_, ((revision,),), _ = await self._db.run([*before, moved, Statement(TELL, (board.id, payload))])
        return revision

    async def tell(self, board: OutboxRow, payload: str) -> None:
        """Let a board that is not posted yet tell this story instead."""
        await self._db.run([Statement(TELL, (board.id, payload))])

    async def lobby_shown(self, table: int, message: int, revision: int | None, now: float) -> int | None:
        """This message shows the table as at this revision, if that is known; the revision after it, if this message was not."""
        forget = Statement(FORGET_LOBBY, (f"lobby:{table}", table, revision))
        rest = Statement(REST_IF_SHOWN, (table, now + CARD_RESTS, revision))
        _, _, shown = await self._db.run([forget, rest, Statement(SHOW_LOBBY, (table, message))])
        return shown[0][0] if shown else None

    async def question_shown(self, ballot: int) -> None:
        """The message of a settled question says so already."""
        put = await self.of_ballot(ballot)
        if put is not None:
            settle = Statement(FORGET_SHOWN, (f"message:{put.id}",))
            await self._db.run([settle, Statement(FORGET_SENT, (put.id,))])

    async def _one(self, sql: str, *values: Value) -> OutboxRow | None:
        row = await self._db.one(sql, *values)
        return OutboxRow(*row) if row else None


def _forget_given_up(row: OutboxRow) -> Statement:
    """Of what is given up, nobody needs to know more than the newest; and nothing of what works again."""
    return Statement(FORGET_GIVEN_UP, (row.guild, row.table, row.kind, row.id))


def _forget_outdated(now: float) -> Statement:
    return Statement(FORGET_OUTDATED, (now - TOLD,))
