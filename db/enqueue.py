"""Statements that add rows to the outbox, to be carried out in the job of the change that causes them.

A row of the outbox is a message to send to Discord, or a change of one. Rows with the same ``queue`` are sent one after another.
In most queues a row that was not tried yet is replaced by a newer one. `db.outbox` claims rows and notes their results.
"""

from __future__ import annotations

from collections.abc import Iterable

from db.locks import lock_place, lock_tables
from db.rows import OutboxRow, TableRow
from db.statement import Later, Statement

ANSWER_GRACE_SECONDS = 3.0  # in which the answer to a click may show the change, so that no message is needed
OPENING_GRACE_SECONDS = 10.0  # the same for the answer that is the message of a new table
CARD_DELAY_SECONDS = 10.0  # after a turn: by then its board is most likely posted, and the card in the channel can link to it
CARD_REST_SECONDS = 60.0  # between two changes of a card, except for the end of the game
CHANNEL_CARDS = 5  # cards of one channel that are changed within `CARD_REST_SECONDS`

MAX_STORY_CHARACTERS = 100_000  # of JSON that waits to be told; a board shows only the end of its story

PENDING = "message IS NULL AND not_before IS NOT NULL"  # neither sent nor given up
UNTRIED = "message IS NULL AND attempted IS NULL"  # surely not sent, and not being sent now: another row may replace it
REPLACING_UNTRIED = f"ON CONFLICT (queue) WHERE {UNTRIED} DO UPDATE SET"
UNLESS_UNTRIED = f"ON CONFLICT (queue) WHERE {UNTRIED} DO NOTHING"
# The same for rows without a table: nobody claims the row that waits before this job has ended, which it is to show.
KEEPING_UNTRIED = f"{REPLACING_UNTRIED} queue = excluded.queue"

FIELDS = (
    *("table", "guild", "kind", "subject", "queue", "seq", "seat", "person", "ballot"),
    *("target", "payload", "not_before", "place"),
)
ENQUEUE = f"""INSERT INTO outbox ({", ".join(f'"{name}"' for name in FIELDS)})
    VALUES ($1, coalesce($2, (SELECT guild FROM tables WHERE id = $1)),
            {", ".join(f"${n}" for n in range(3, len(FIELDS) + 1))})"""
ENQUEUE_ONCE = f"{ENQUEUE} {KEEPING_UNTRIED}"
ENQUEUE_BOARD = f"""{ENQUEUE} {REPLACING_UNTRIED} seq = excluded.seq, not_before = excluded.not_before, payload = CASE
        WHEN outbox.payload = '[]' OR length(outbox.payload) > {MAX_STORY_CHARACTERS} THEN excluded.payload
        WHEN excluded.payload = '[]' THEN outbox.payload
        ELSE substr(outbox.payload, 1, length(outbox.payload) - 1) || ', ' || substr(excluded.payload, 2) END"""
RETRY_NOW = f"UPDATE outbox SET not_before = $2 WHERE queue = $1 AND {PENDING} AND claimed_until IS NULL AND not_before > $2"

_LOBBY_ROW = """INSERT INTO outbox ("table", guild, kind, queue, not_before)
    SELECT id, guild, 'lobby', 'lobby:' || id, CASE WHEN status != 'open' AND card > $2 THEN card ELSE $2 END
    FROM tables WHERE id = $1"""
_HAS_CARD = "place != channel AND lobby IS NOT NULL AND status IN ('running', 'over')"
ELSEWHERE = "elsewhere"  # subject of a board that is posted again because the thread of its table seems lost
END_SUBJECT = "'end'"  # subject of a change of a card that shows the end of the game, before the card has rested
ENQUEUE_LOBBY = f"""{_LOBBY_ROW} {REPLACING_UNTRIED}
    not_before = CASE WHEN outbox.subject = {END_SUBJECT} THEN outbox.not_before ELSE excluded.not_before END"""
ENQUEUE_CARD = f"{_LOBBY_ROW} AND {_HAS_CARD} {UNLESS_UNTRIED}"
ENQUEUE_END_CARD = f"""INSERT INTO outbox ("table", guild, kind, subject, queue, not_before)
    SELECT id, guild, 'lobby', {END_SUBJECT}, 'lobby:' || id, $2 FROM tables WHERE id = $1 AND {_HAS_CARD}
    {REPLACING_UNTRIED} subject = excluded.subject, not_before = excluded.not_before"""
RETRY_LOBBY_NOW = f"""{RETRY_NOW}
    AND NOT EXISTS (SELECT 1 FROM tables WHERE id = outbox."table" AND status != 'open' AND card > $2)"""
LET_CARD_REST = "UPDATE tables SET card = $2 WHERE id = $1 AND status != 'open'"
RESERVE_CARD = f"""{LET_CARD_REST} AND (
        SELECT count(*) FROM tables AS other WHERE other.channel = tables.channel AND other.status = 'running'
        AND other.card > $3 AND other.id != $1) < {CHANNEL_CARDS} RETURNING card"""
LET_NEXT_CARD_WAIT = f"""UPDATE outbox SET not_before = $2
    WHERE queue = 'lobby:' || CAST($1 AS BIGINT) AND {UNTRIED} AND not_before < $2 AND subject != {END_SUBJECT}
    AND (SELECT status FROM tables WHERE id = $1) != 'open'"""
OPEN_LOBBY = """INSERT INTO outbox ("table", guild, kind, queue, not_before, attempted)
    VALUES ($1, $2, 'lobby', 'lobby:' || CAST($1 AS BIGINT), $3, $4)"""

OVERVIEW_EDIT_SECONDS = 60.0  # the message that lists the tables of a server is changed at most so often

CHANGE_ROW = 'outbox ("table", guild, kind, queue, target, not_before)'
IS_BOARD = "outbox.\"table\" = $1 AND outbox.kind = 'board'"
NEWEST_BOARD_ID = f"SELECT max(outbox.id) FROM outbox WHERE {IS_BOARD}"

REFRESH_BOARD = f"""INSERT INTO {CHANGE_ROW} SELECT "table", guild, 'refresh', 'message:' || id, id, $2 FROM outbox
    WHERE id = ({NEWEST_BOARD_ID}) AND not_before IS NOT NULL AND (message IS NOT NULL OR attempted IS NOT NULL)
    {UNLESS_UNTRIED}"""
STRIKE_OLDER = f"""INSERT INTO {CHANGE_ROW} SELECT "table", guild, 'retire', 'message:' || id, id, $3 FROM outbox
    WHERE {IS_BOARD} AND seq >= $2 AND message IS NOT NULL
      AND id < ({NEWEST_BOARD_ID} AND outbox.message IS NOT NULL) {UNLESS_UNTRIED}"""
UPDATE_OVERVIEW = f"""INSERT INTO {CHANGE_ROW} SELECT "table", guild, 'overview-update', 'message:' || id, id, $2 FROM outbox
    WHERE guild = $1 AND kind = 'overview' AND not_before IS NOT NULL {KEEPING_UNTRIED}"""
DROP_BOARD = f"DELETE FROM outbox WHERE {IS_BOARD} AND {UNTRIED}"
KEEP_FORMER_PLACE = """UPDATE outbox SET place = (SELECT place FROM tables WHERE id = $1)
    WHERE "table" = $1 AND kind IN ('board', 'notice') AND subject != 'moved' AND message IS NULL AND attempted IS NOT NULL"""
ARCHIVE = f"""INSERT INTO {CHANGE_ROW} SELECT id, guild, 'archive', 'archive:' || id, ({NEWEST_BOARD_ID}), $2 FROM tables
    WHERE id = $1 AND place != channel"""

DROP_QUESTIONS = f"""DELETE FROM outbox WHERE "table" = $1 AND kind = 'notice' AND {UNTRIED} AND ballot IS NOT NULL
    AND (SELECT outcome FROM ballots WHERE ballots.id = outbox.ballot) != ''"""
SETTLE_QUESTIONS = f"""INSERT INTO {CHANGE_ROW} SELECT put."table", put.guild, 'settle', 'message:' || put.id, put.id, $2
    FROM outbox AS put JOIN ballots ON ballots.id = put.ballot
    WHERE put."table" = $1 AND put.kind = 'notice' AND ballots.outcome != ''
      AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = put.id AND known.kind != 'question-update')
    {REPLACING_UNTRIED} kind = excluded.kind, not_before = excluded.not_before"""
UPDATE_QUESTIONS = f"""INSERT INTO {CHANGE_ROW}
    SELECT put."table", put.guild, 'question-update', 'message:' || put.id, put.id, $2
    FROM outbox AS put JOIN ballots ON ballots.id = put.ballot
    WHERE put."table" = $1 AND put.kind = 'notice' AND ballots.outcome = ''
      AND put.not_before IS NOT NULL AND (put.message IS NOT NULL OR put.attempted IS NOT NULL)
    {UNLESS_UNTRIED}"""

# Such an edit may have read the question before its last vote, and reach Discord after the answer to that vote.
UPDATE_EDITED_QUESTION = f"""INSERT INTO {CHANGE_ROW}
    SELECT put."table", put.guild, 'question-update', 'message:' || put.id, put.id, $2 FROM outbox AS put
    WHERE put.ballot = $1 AND put.kind = 'notice' AND EXISTS (
        SELECT 1 FROM outbox AS edit WHERE edit.target = put.id AND edit.message IS NULL AND edit.claimed_until IS NOT NULL)
    {UNLESS_UNTRIED}"""


def drop_notices(which: str) -> tuple[str, str]:
    """Return SQL that cancels the notices matching ``which``: rows that were not tried are deleted, messages taken away."""
    delete = f"""INSERT INTO {CHANGE_ROW} SELECT "table", guild, 'delete', 'message:' || id, id, 0 FROM outbox
        WHERE {which} AND kind = 'notice' {REPLACING_UNTRIED} kind = excluded.kind, not_before = 0"""
    return f"DELETE FROM outbox WHERE {which} AND kind = 'notice' AND {UNTRIED}", delete


DROP_SAME = drop_notices('"table" = $1 AND seat = $2 AND person = $3')


def enqueue(*notices: OutboxRow) -> list[Statement]:
    """Return statements that enqueue notices. A notice replaces earlier ones to the same person about the same turn.

    A notice with a ``queue`` is dropped if another one of that queue waits untried.
    """
    replaced = [(one.table, one.seat, one.person) for one in notices if None not in (one.table, one.seat, one.person)]
    rows = [_row(ENQUEUE_ONCE if one.queue else ENQUEUE, one) for one in notices]
    return [*(Statement(sql, values) for values in replaced for sql in DROP_SAME), *rows]


def board_queue(table: int) -> str:
    """Return the queue of a table's boards."""
    return f"board:{table}"


def enqueue_board(table: int, seq: int, story: str, now: float, wait: float = 0.0, subject: str = "") -> list[Statement]:
    """Enqueue a board with this story. It replaces a board that was not tried yet, and begins with its story.

    A board that failed before is retried at once.

    :param story: a JSON list of events.
    :param wait: seconds in which a newer board may replace this one; 0 sends it at once.
    """
    queue = board_queue(table)
    due = now + wait if wait else 0.0
    board = OutboxRow(0, table, None, "board", subject, queue=queue, seq=seq, payload=story, not_before=due)
    return [Statement(RETRY_NOW, (queue, now)), _row(ENQUEUE_BOARD, board)]


def enqueue_lobby(table: int, now: float) -> list[Statement]:
    """Enqueue a change of the lobby message, which shows the table as of when it is sent."""
    return [Statement(ENQUEUE_LOBBY, (table, now + ANSWER_GRACE_SECONDS))]


def enqueue_card(table: int, now: float) -> Statement:
    """Enqueue a change of the card, the lobby message above the thread of a started table; it waits until the card has rested."""
    return Statement(ENQUEUE_CARD, (table, now + CARD_DELAY_SECONDS))


def enqueue_end_card(table: int, now: float) -> Statement:
    """Enqueue the change of the card that shows the end of the game. It does not wait until the card has rested."""
    return Statement(ENQUEUE_END_CARD, (table, now + CARD_DELAY_SECONDS))


def reserve_card(table: int, channel: int, now: float) -> list[Statement]:
    """Begin a change of a card in this channel, and let its next one wait for `CARD_REST_SECONDS`.

    No statement returns a row if `CHANNEL_CARDS` other cards of the channel were changed lately.
    """
    until = now + CARD_REST_SECONDS
    reserve = Statement(RESERVE_CARD, (table, until, now))
    return [*lock_tables(table), lock_place(channel), reserve, Statement(LET_NEXT_CARD_WAIT, (table, until))]


def enqueue_first_lobby(row: TableRow, *, answered: bool) -> Statement:
    """Enqueue the lobby message of a table that the same job has opened.

    :param answered: the answer to a command is to be the message; it is sent only if that fails, after `OPENING_GRACE_SECONDS`.
    """
    later, attempted = (OPENING_GRACE_SECONDS, row.opened) if answered else (0.0, None)
    return Statement(OPEN_LOBBY, (Later.RETURNED_ID, row.guild, row.opened + later, attempted))


def overview_row(guild: int) -> OutboxRow:
    """Return a row to enqueue, which posts the message that lists the tables of a server, where the server wants it."""
    return OutboxRow(0, None, guild, "overview", queue=f"overview:{guild}")


def update_overview(guild: int, now: float) -> Statement:
    """Enqueue a change of the message that lists the tables of a server, if it has one.

    Such changes are due at full minutes, so there is at most one a minute.
    """
    return Statement(UPDATE_OVERVIEW, (guild, (now // OVERVIEW_EDIT_SECONDS + 1) * OVERVIEW_EDIT_SECONDS))


def keep_former_place(table: int) -> Statement:
    """Keep the present place of a table in rows that may have been sent there, before the table moves to another place."""
    return Statement(KEEP_FORMER_PLACE, (table,))


def settle_questions(table: int, now: float) -> list[Statement]:
    """Enqueue changes of the messages of closed ballots, which then show the outcome; delete those that were not tried."""
    return [Statement(DROP_QUESTIONS, (table,)), Statement(SETTLE_QUESTIONS, (table, now + ANSWER_GRACE_SECONDS))]


def update_questions(table: int, now: float) -> Statement:
    """Enqueue changes of the messages of open ballots, as other people have seats or names now."""
    return Statement(UPDATE_QUESTIONS, (table, now + ANSWER_GRACE_SECONDS))


def update_edited_question(ballot: int, now: float) -> Statement:
    """Enqueue a change of the message of a ballot if a claimed row is changing it now."""
    return Statement(UPDATE_EDITED_QUESTION, (ballot, now + ANSWER_GRACE_SECONDS))


def strike_boards(table: int, undone: Iterable[int], now: float) -> list[Statement]:
    """Enqueue changes of older boards that told of these moves, to strike their stories through.

    The newest board is changed when the next one has been posted.
    """
    first = min(undone, default=None)
    return [] if first is None else [Statement(STRIKE_OLDER, (table, first, now))]


def _row(sql: str, row: OutboxRow) -> Statement:
    return Statement(sql, tuple(getattr(row, name) for name in FIELDS))
