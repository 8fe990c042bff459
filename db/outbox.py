"""The outbox: messages to send to Discord, claimed by one process at a time, sent once, retried after errors."""

from __future__ import annotations

from collections.abc import Sequence

from db.database import Database, Rows
from db.enqueue import (
    CARD_REST_SECONDS,
    CHANGE_ROW,
    ELSEWHERE,
    LET_CARD_REST,
    NEWEST_BOARD_ID,
    PENDING,
    REPLACING_UNTRIED,
    RETRY_LOBBY_NOW,
    RETRY_NOW,
    enqueue,
    enqueue_board,
    enqueue_card,
    enqueue_lobby,
    keep_former_place,
    overview_row,
    reserve_card,
)
from db.locks import lock_tables
from db.queries import SET_PLACE
from db.rows import OutboxRow
from db.statement import LOCK_FREE, Statement, Value

ROWS_PER_SERVER = 5  # claimed at once, so that a server with many tables does not keep the others waiting
MAX_DUE_ROWS = 100  # that one claim considers
CLAIM_SECONDS = 60.0  # after which a row can be claimed again: its sender is taken for dead
GIVEN_UP_SECONDS = 7 * 86_400.0  # for which rows of ended tables stay listed as given up
MAX_GIVEN_UP_ROWS = 50  # listed, the newest
KEPT_BOARDS = 12  # of a running table; an undo strikes through the stories of these only

ROW = ", ".join(f'"{name}"' for name in OutboxRow._fields)
ROW_BY_ID = f"SELECT {ROW} FROM outbox WHERE id = $1"
PENDING_IN_QUEUE = f"SELECT 1 FROM outbox WHERE queue = $1 AND {PENDING} LIMIT 1"
EDIT_IN_HAND = "SELECT 1 FROM outbox WHERE target = $1 AND message IS NULL AND claimed_until IS NOT NULL LIMIT 1"
NOTICE_OF_BALLOT = f"SELECT {ROW} FROM outbox WHERE ballot = $1 AND kind = 'notice'"
NEWEST_BOARD = f"SELECT {ROW} FROM outbox WHERE id = ({NEWEST_BOARD_ID})"
DOUBT_THREAD = "UPDATE outbox SET subject = $2 WHERE id = $1 AND message IS NULL"
OVERVIEWS = f"SELECT {ROW} FROM outbox WHERE guild = $1 AND kind = 'overview' AND message IS NOT NULL"
FORMER_BOARD = f"SELECT {ROW} FROM outbox WHERE id = ({NEWEST_BOARD_ID} AND outbox.message IS NOT NULL AND outbox.id < $2)"
IS_GIVEN_UP = "not_before IS NULL AND message IS NULL"
IS_OUTDATED = f"""{IS_GIVEN_UP} AND refused < $1
    AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = outbox."table" AND tables.status IN ('open', 'running'))"""
GIVEN_UP = f"""SELECT {ROW} FROM outbox WHERE guild = $2 AND {IS_GIVEN_UP} AND NOT ({IS_OUTDATED})
    ORDER BY id DESC LIMIT {MAX_GIVEN_UP_ROWS}"""
# Neither an older row of its queue is pending nor the message that it changes.
UNBLOCKED = """NOT EXISTS (SELECT 1 FROM outbox AS older WHERE older.queue = one.queue AND older.id < one.id
                          AND older.message IS NULL AND older.not_before IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM outbox AS target WHERE target.id = one.target
                          AND target.message IS NULL AND target.not_before IS NOT NULL)"""
ANY_DUE = f"""SELECT 1 FROM outbox AS one
    WHERE one.message IS NULL AND one.not_before <= $1 AND one.limited_until <= $1 AND {UNBLOCKED} LIMIT 1"""
_IS_DUE = """one.message IS NULL AND one.not_before <= $2 AND one.limited_until <= $2
          AND (one.claimed_until IS NULL OR one.claimed_until <= $2)"""
# MATERIALIZED: otherwise PostgreSQL searches the due rows once for each row that it may claim. A server with more than
# MAX_DUE_ROWS hides the rows of others only until its share is claimed. Tables that a job is changing are passed by: a sender
# then shows a table that is as new as the row, and no row is claimed that the job is about to replace. Without "coalesce"
# PostgreSQL would walk through all rows that belong to no table.
CLAIM = f"""WITH in_hand AS MATERIALIZED (
        SELECT guild, count(*) AS count FROM outbox WHERE claimed_until IS NOT NULL AND claimed_until > $2 GROUP BY guild),
    due AS MATERIALIZED (
        SELECT one.id, one.guild, one.not_before FROM outbox AS one
        WHERE {_IS_DUE}
          AND NOT EXISTS (SELECT 1 FROM in_hand WHERE in_hand.guild = one.guild AND in_hand.count >= {ROWS_PER_SERVER})
          AND {UNBLOCKED}
        ORDER BY one.not_before, one.id LIMIT {MAX_DUE_ROWS}),
    ranked AS (SELECT id, guild, not_before, row_number() OVER (PARTITION BY guild ORDER BY not_before, id) AS rank FROM due),
    first AS MATERIALIZED (
        SELECT ranked.id FROM ranked LEFT JOIN in_hand ON in_hand.guild = ranked.guild
        WHERE ranked.guild IS NULL OR ranked.rank + coalesce(in_hand.count, 0) <= {ROWS_PER_SERVER}
        ORDER BY ranked.not_before, ranked.id LIMIT $4),
    of_tables AS MATERIALIZED (
        SELECT one.id FROM first JOIN outbox AS one ON one.id = first.id JOIN tables ON tables.id = one."table"
        WHERE {_IS_DUE} {LOCK_FREE}),
    of_servers AS MATERIALIZED (
        SELECT one.id FROM first JOIN outbox AS one ON one.id = first.id
        WHERE coalesce(one."table", 0) = 0 AND {_IS_DUE} {LOCK_FREE})
    UPDATE outbox SET claimed_by = $1, claimed_until = $3, tries = tries + 1, attempted = coalesce(attempted, $2)
    WHERE id IN (SELECT id FROM of_tables UNION ALL SELECT id FROM of_servers) RETURNING {ROW}"""

RETRY_REFUSED_NOW = f"""UPDATE outbox SET not_before = $2 WHERE id IN (
    SELECT id FROM outbox WHERE guild = $1 AND {PENDING}
    AND refused IS NOT NULL AND claimed_until IS NULL AND not_before > $2 {LOCK_FREE})"""
RELEASE = "UPDATE outbox SET claimed_until = NULL WHERE message IS NULL AND not_before IS NOT NULL AND claimed_until IS NOT NULL"
# The claim that failed was the first. Claims are not compared by time: another process may have another clock.
IS_FIRST_TRY = f"attempted + {CLAIM_SECONDS} = claimed_until"
NO_NEWER_WAITS = """NOT EXISTS (SELECT 1 FROM outbox AS newer
    WHERE newer.queue = outbox.queue AND newer.message IS NULL AND newer.attempted IS NULL)"""
MARK_FAILED = f"""UPDATE outbox SET claimed_until = NULL, not_before = $2, trouble = $3,
    refused = coalesce(refused, $4), limited_until = $7,
    attempted = CASE WHEN CAST($5 AS BIGINT) = 1 AND {IS_FIRST_TRY} AND {NO_NEWER_WAITS} THEN NULL ELSE attempted END
    WHERE id = $1 AND claimed_by = $6"""
POSTPONE = f"""UPDATE outbox SET claimed_until = NULL, not_before = $2,
    attempted = CASE WHEN {IS_FIRST_TRY} AND {NO_NEWER_WAITS} THEN NULL ELSE attempted END
    WHERE id = $1 AND claimed_by = $3"""
GIVE_UP = "UPDATE outbox SET claimed_until = NULL, not_before = NULL, trouble = $2 WHERE id = $1 AND claimed_by = $3"
DELETE_GIVEN_UP = f"""DELETE FROM outbox WHERE guild = $1 AND {IS_GIVEN_UP}
    AND coalesce("table", 0) = coalesce(CAST($2 AS BIGINT), 0) AND kind = $3 AND id < $4"""
DELETE_ALL_GIVEN_UP = f"DELETE FROM outbox WHERE guild = $1 AND {IS_GIVEN_UP}"
DELETE_OUTDATED = f"DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE {IS_OUTDATED} {LOCK_FREE})"

MARK_SENT = """UPDATE outbox SET place = $2, message = $3, shown = $4, claimed_until = NULL, refused = NULL, trouble = ''
    WHERE id = $1"""
IS_ERASED = 'NOT EXISTS (SELECT 1 FROM appearances WHERE person = $2 AND "table" = outbox."table")'
SHOW_WITHOUT_ERASED = f"UPDATE outbox SET shown = $3 WHERE id = $1 AND {IS_ERASED}"
SHOW_BOARD = "UPDATE tables SET board = $2, revision = revision + 1 WHERE id = $1 RETURNING revision"
SHOW_LOBBY = """UPDATE tables SET lobby = $2, board = $2, revision = revision + 1
    WHERE id = $1 AND status = 'open' AND coalesce(lobby, 0) != $2 RETURNING revision"""
REST_IF_SHOWN = f"{LET_CARD_REST} AND revision = $3"
FORGET_LOBBY = "UPDATE tables SET lobby = NULL, revision = revision + 1 WHERE id = $1 RETURNING revision"
RETIRE_FORMER = f"""INSERT INTO {CHANGE_ROW} SELECT "table", guild, 'retire', 'message:' || id, id, 0 FROM outbox
    WHERE id = ({NEWEST_BOARD_ID} AND outbox.message IS NOT NULL AND outbox.id < $2)
    {REPLACING_UNTRIED} kind = excluded.kind, not_before = 0"""
DELETE_OLD_BOARDS = """DELETE FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL
    AND id <= (SELECT id FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL
               ORDER BY id DESC LIMIT 1 OFFSET $2)
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = outbox.id)"""
DELETE_IF_FINAL = """DELETE FROM outbox WHERE id = $1 AND seat IS NULL AND ballot IS NULL AND subject NOT IN ('invited', 'full')
    AND kind != 'overview'
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = $1)"""
DELETE_BOARDS_OF_ENDED = """DELETE FROM outbox WHERE "table" = $1 AND kind = 'board' AND message IS NOT NULL AND id <= $2
    AND (SELECT status FROM tables WHERE id = $1) = 'over'
    AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = outbox.id)"""
DELETE = "DELETE FROM outbox WHERE id = $1"
DELETE_SENT = f"{DELETE} AND message IS NOT NULL"
DELETE_NEWEST_BOARD = f"DELETE FROM outbox WHERE id = $2 AND id = ({NEWEST_BOARD_ID}) AND payload = $3"
STILL_NEWEST_BOARD = f"UPDATE outbox SET seq = seq WHERE id = $2 AND id = ({NEWEST_BOARD_ID}) AND payload = $3"
DELETE_CHANGE_SHOWN = "DELETE FROM outbox WHERE queue = $1 AND message IS NULL AND claimed_until IS NULL"
DELETE_LOBBY_CHANGE = f"{DELETE_CHANGE_SHOWN} AND (SELECT revision FROM tables WHERE id = $2) = $3"

# What was read before somebody was erased must not be written back after it.
SET_SHOWN = "UPDATE outbox SET shown = $2 WHERE id = $1 AND shown = $3"
SET_STORY = "UPDATE outbox SET payload = $2 WHERE id = $1 AND payload = $3"
LAST_KINDS = ("delete", "settle")  # kinds of changes after which the message is not changed any more


class Outbox:
    """Rows of the outbox. A process claims one and reports the result: sent, done, failed (retried later), postponed, given up.

    After another process has taken over a claim, only "sent" and "done" of the former one count. Times are seconds since 1970.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    # Queries

    async def get(self, row: int) -> OutboxRow | None:
        """Return the outbox row with this id, or None."""
        return await self._one(ROW_BY_ID, row)

    async def has_pending(self, queue: str) -> bool:
        """Return whether a row of this queue waits to be sent."""
        return await self._db.one(PENDING_IN_QUEUE, queue) is not None

    async def has_due(self, now: float) -> bool:
        """Return whether a row can be sent now. A row behind another one of its queue cannot."""
        return await self._db.one(ANY_DUE, now) is not None

    async def of_ballot(self, ballot: int) -> OutboxRow | None:
        """Return the notice that puts the question of a ballot."""
        return await self._one(NOTICE_OF_BALLOT, ballot)

    async def is_edited(self, row: OutboxRow) -> bool:
        """Return whether a process has claimed a row that changes the message of this one."""
        return await self._db.one(EDIT_IN_HAND, row.id) is not None

    async def newest_board(self, table: int) -> OutboxRow | None:
        """Return the newest board of a table, sent or not."""
        return await self._one(NEWEST_BOARD, table)

    async def former_board(self, board: OutboxRow) -> OutboxRow | None:
        """Return the newest board that was sent before this one."""
        return await self._one(FORMER_BOARD, board.table, board.id)

    async def overviews(self, guild: int) -> list[OutboxRow]:
        """Return the messages that list the tables of a server: none or one, and two for a moment when it moves."""
        return [OutboxRow(*row) for row in await self._db.all(OVERVIEWS, guild)]

    async def given_up(self, guild: int, now: float) -> list[OutboxRow]:
        """Return the newest rows of a server that were given up, oldest first; of ended tables, only those of the last week."""
        return [OutboxRow(*row) for row in await self._db.all(GIVEN_UP, now - GIVEN_UP_SECONDS, guild)][::-1]

    # Claims and their results

    async def claim(self, who: str, now: float, most: int) -> list[OutboxRow]:
        """Claim up to ``most`` due rows for `CLAIM_SECONDS`, and return them, oldest first.

        Of each queue only the oldest row can be claimed, of each server `ROWS_PER_SERVER` at once.

        :param who: the name of the process.
        """
        if not await self.has_due(now):
            return []
        ((*rows,),) = await self._db.run([Statement(CLAIM, (who, now, now + CLAIM_SECONDS, most))])
        return sorted(OutboxRow(*row) for row in rows)

    async def release_claims(self, now: float) -> None:
        """End all claims, and delete outdated rows, when a process begins to send: former senders send nothing any more."""
        await self._db.run([Statement(RELEASE, ()), _delete_outdated(now)])

    async def mark_sent(
        self, row: OutboxRow, place: int, message: int, shown: str = "", *, people: Sequence[int] = (), unnamed: str = ""
    ) -> int | None:
        """Note the message of a sent row; return the new revision of its table, or None if the revision is unchanged.

        A sent board becomes the board of its table, and the former one loses its buttons.

        :param place: the channel or thread of the message.
        :param shown: JSON of its contents, for later changes of it.
        :param people: the people whom ``shown`` names.
        :param unnamed: is stored instead if one of them has been erased while the message was sent.
        """
        job = [Statement(MARK_SENT, (row.id, place, message, shown))]
        job += [Statement(SHOW_WITHOUT_ERASED, (row.id, person, unnamed)) for person in people]
        if row.kind == "board":
            job = [
                Statement(SHOW_BOARD, (row.table, message)),
                *job,
                Statement(RETIRE_FORMER, (row.table, row.id)),
                Statement(DELETE_OLD_BOARDS, (row.table, KEPT_BOARDS)),
                enqueue_card(row.table or 0, (row.claimed_until or 0.0) - CLAIM_SECONDS),
            ]
        elif row.kind == "lobby":
            job = [Statement(SHOW_LOBBY, (row.table, message)), Statement(DELETE, (row.id,))]
        else:
            job.append(Statement(DELETE_IF_FINAL, (row.id,)))
        returned = await self._run_about(row, *job, _delete_given_up(row))
        return next((rows[0][0] for rows in returned if rows), None)

    async def mark_done(self, row: OutboxRow, shown: str | None = None, before: str = "") -> None:
        """Delete a row that has changed a message, or that needs no message any more.

        :param shown: replaces what is stored of the changed message, if that is still ``before``; None leaves it.
        """
        job = [Statement(DELETE, (row.id,))]
        if shown is not None:
            job.append(Statement(SET_SHOWN, (row.target, shown, before)))
        if row.kind in LAST_KINDS and row.target is not None:
            job.append(Statement(DELETE, (row.target,)))
        elif row.kind == "retire":
            job.append(Statement(DELETE_BOARDS_OF_ENDED, (row.table, row.target)))
        await self._run_about(row, *job)

    async def mark_failed(
        self,
        row: OutboxRow,
        not_before: float,
        trouble: str,
        *,
        surely_unsent: bool,
        refused: float | None = None,
        limited_until: float = 0.0,
    ) -> None:
        """Retry a row at ``not_before``.

        :param trouble: why it failed, for people who administer the server.
        :param surely_unsent: Discord has made no message of this try.
        :param refused: when Discord refused it, for lack of permissions; None if it did not.
        :param limited_until: the end of a rate limit; the row is not retried earlier, even if somebody asks for it.
        """
        values = (row.id, not_before, trouble, refused, int(surely_unsent), row.claimed_by, limited_until)
        await self._run_about(row, Statement(MARK_FAILED, values))

    async def postpone(self, row: OutboxRow, not_before: float) -> None:
        """Send a row not before this time; this try does not count."""
        await self._run_about(row, Statement(POSTPONE, (row.id, not_before, row.claimed_by)))

    async def give_up(self, row: OutboxRow, trouble: str, now: float) -> None:
        """Stop retrying a row. Keep the newest row of its kind and table with its ``trouble``, so that it can be listed."""
        give_up = Statement(GIVE_UP, (row.id, trouble, row.claimed_by))
        await self._run_about(row, give_up, _delete_given_up(row), _delete_outdated(now))

    async def forget_given_up(self, guild: int) -> None:
        """Delete all rows of a server that were given up, when the bot has left it."""
        await self._db.run([Statement(DELETE_ALL_GIVEN_UP, (guild,))])

    # Changes of rows

    async def enqueue_lobby(self, table: int, now: float) -> None:
        """Change the lobby message of a table at once; the card that it has become, as soon as that has rested."""
        retry = Statement(RETRY_LOBBY_NOW, (f"lobby:{table}", now))
        await self._db.run([*lock_tables(table), *enqueue_lobby(table, now), retry])

    async def reserve_card(self, table: int, channel: int, now: float) -> bool:
        """Begin a change of a card, unless too many cards of its channel were changed lately; return whether it may begin."""
        return any(await self._db.run(reserve_card(table, channel, now)))

    async def forget_lobby(self, table: int) -> int:
        """Note that somebody deleted the card of a started table; return the new revision of the table."""
        (((revision,),),) = await self._db.run([Statement(FORGET_LOBBY, (table,), touches=1)])
        return revision

    async def retry_now(self, queue: str, now: float) -> None:
        """Let the pending rows of a queue be retried now; a rate limit still holds."""
        await self._db.run([Statement(RETRY_NOW, (queue, now))])

    async def doubt_thread(self, board: OutboxRow, now: float) -> None:
        """Let a board that is not posted yet be retried now, as one whose thread seems lost."""
        await self._db.run([Statement(DOUBT_THREAD, (board.id, ELSEWHERE)), Statement(RETRY_NOW, (board.queue, now))])

    async def retry_refused_now(self, guild: int, now: float) -> None:
        """Retry now the pending rows that a server has refused."""
        await self._db.run([Statement(RETRY_REFUSED_NOW, (guild, now))])

    async def post_again(self, board: OutboxRow, now: float, *, elsewhere: bool = False) -> None:
        """Enqueue a board once more, as its message is gone.

        :param elsewhere: the message still exists, but its thread seems lost; the new board takes its buttons off.
        :raises db.statement.Stale: when there is a newer board, this one is enqueued again already, or its story has changed.
        """
        assert board.table is not None
        assert board.seq is not None
        again = enqueue_board(board.table, board.seq, board.payload, now, subject=ELSEWHERE if elsewhere else "")
        newest = STILL_NEWEST_BOARD if elsewhere else DELETE_NEWEST_BOARD
        await self._run_about(board, Statement(newest, (board.table, board.id, board.payload), touches=1), *again)

    async def move_board(self, board: OutboxRow, place: int, payload: str, now: float) -> int:
        """Let a table go on at another place, with a story of the board that says so; return the new revision of the table.

        :raises db.statement.Stale: when the story has changed since the board was read.
        """
        moved = Statement(SET_PLACE, (board.table, place), touches=1)
        before = [enqueue_card(board.table or 0, now), keep_former_place(board.table or 0)]
        *_, ((revision,),), _ = await self._run_about(board, *before, moved, _set_story(board, payload))
        return revision

    async def enqueue_overview(self, guild: int) -> None:
        """Post the message that lists the tables of a server anew, where the server wants it; the former one goes."""
        await self._db.run(enqueue(overview_row(guild)))

    async def set_story(self, board: OutboxRow, payload: str) -> None:
        """Replace the story of a board that is not posted yet.

        :raises db.statement.Stale: when the story has changed since the board was read.
        """
        await self._run_about(board, _set_story(board, payload))

    async def mark_lobby_shown(self, table: int, message: int, revision: int | None, now: float) -> int | None:
        """Note that this message is the lobby message, and shows the table at this revision (None: unknown).

        :return: the new revision of the table, if another message was its lobby message; else None.
        """
        forget = Statement(DELETE_LOBBY_CHANGE, (f"lobby:{table}", table, revision))
        rest = Statement(REST_IF_SHOWN, (table, now + CARD_REST_SECONDS, revision))
        *_, shown = await self._db.run([*lock_tables(table), forget, rest, Statement(SHOW_LOBBY, (table, message))])
        return shown[0][0] if shown else None

    async def mark_question_shown(self, ballot: int) -> None:
        """Note that the message of a closed ballot shows the outcome already."""
        put = await self.of_ballot(ballot)
        if put is not None:
            settle = Statement(DELETE_CHANGE_SHOWN, (f"message:{put.id}",))
            await self._run_about(put, settle, Statement(DELETE_SENT, (put.id,)))

    async def _run_about(self, row: OutboxRow, *job: Statement) -> Rows:
        """Carry out a job about a row; its table is locked first."""
        return await self._db.run([*(() if row.table is None else lock_tables(row.table)), *job])

    async def _one(self, sql: str, *values: Value) -> OutboxRow | None:
        row = await self._db.one(sql, *values)
        return OutboxRow(*row) if row else None


def _set_story(board: OutboxRow, payload: str) -> Statement:
    return Statement(SET_STORY, (board.id, payload, board.payload), touches=1)


def _delete_given_up(row: OutboxRow) -> Statement:
    """Delete older rows of the same kind and table that were given up: only the newest is listed, and none once sending works."""
    return Statement(DELETE_GIVEN_UP, (row.guild, row.table, row.kind, row.id))


def _delete_outdated(now: float) -> Statement:
    return Statement(DELETE_OUTDATED, (now - GIVEN_UP_SECONDS,))
