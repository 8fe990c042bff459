"""What Discord is owed, as statements that belong to the change that causes it."""

from __future__ import annotations

from collections.abc import Iterable

from db.rows import OutboxRow, TableRow
from db.statement import Statement

GRACE = 3.0  # seconds in which the answer to a click may show by itself what the click has changed
OPENING = 10.0  # the same for the answer that is the message of a new table
SETTLED = 10.0  # after a turn its board is posted, most likely, and the card in the channel above can name it
CARD_RESTS = 600.0  # after each change of that card, but the one that shows the end of the game

LONGEST_STORY = 100_000  # characters of JSON that wait to be told; a board shows but the end of its story

OWED = "message IS NULL AND not_before IS NOT NULL"  # nor given up
WAITING = "message IS NULL AND attempted IS NULL"  # surely not sent, and by nobody now: another may take its place
INSTEAD = f"ON CONFLICT (queue) WHERE {WAITING} DO UPDATE SET"
UNLESS = f"ON CONFLICT (queue) WHERE {WAITING} DO NOTHING"

FIELDS = (
    *("table", "guild", "kind", "subject", "queue", "seq", "seat", "person", "ballot"),
    *("target", "payload", "not_before", "place"),
)
OWE = f"""INSERT INTO outbox ({", ".join(f'"{name}"' for name in FIELDS)})
    VALUES ($1, coalesce($2, (SELECT guild FROM tables WHERE id = $1)),
            {", ".join(f"${n}" for n in range(3, len(FIELDS) + 1))})"""
OWE_ONCE = f"{OWE} {UNLESS}"
OWE_BOARD = f"""{OWE} {INSTEAD} seq = excluded.seq, not_before = excluded.not_before, payload = CASE
        WHEN outbox.payload = '[]' OR length(outbox.payload) > {LONGEST_STORY} THEN excluded.payload
        WHEN excluded.payload = '[]' THEN outbox.payload
        ELSE substr(outbox.payload, 1, length(outbox.payload) - 1) || ', ' || substr(excluded.payload, 2) END"""
HURRY = f"UPDATE outbox SET not_before = $2 WHERE queue = $1 AND {OWED} AND claimed_until IS NULL AND not_before > $2"

_LOBBY_ROW = """INSERT INTO outbox ("table", guild, kind, queue, not_before)
    SELECT id, guild, 'lobby', 'lobby:' || id, CASE WHEN status != 'open' AND card > $2 THEN card ELSE $2 END
    FROM tables WHERE id = $1"""
_HAS_CARD = "place != channel AND lobby IS NOT NULL AND status IN ('running', 'over')"
ELSEWHERE = "elsewhere"  # subject of a board that is posted again as the thread of its table seems lost
END = "'end'"  # subject of a card's change that shows the end; it waits for no rest
OWE_LOBBY = f"""{_LOBBY_ROW} {INSTEAD}
    not_before = CASE WHEN outbox.subject = {END} THEN outbox.not_before ELSE excluded.not_before END"""
OWE_CARD = f"{_LOBBY_ROW} AND {_HAS_CARD} {UNLESS}"
OWE_END = f"""INSERT INTO outbox ("table", guild, kind, subject, queue, not_before)
    SELECT id, guild, 'lobby', {END}, 'lobby:' || id, $2 FROM tables WHERE id = $1 AND {_HAS_CARD}
    {INSTEAD} subject = excluded.subject, not_before = excluded.not_before"""
HURRY_LOBBY = f"""{HURRY}
    AND NOT EXISTS (SELECT 1 FROM tables WHERE id = outbox."table" AND status != 'open' AND card > $2)"""
LET_CARD_REST = "UPDATE tables SET card = $2 WHERE id = $1 AND status != 'open'"
LET_NEXT_CARD_WAIT = f"""UPDATE outbox SET not_before = $2
    WHERE queue = 'lobby:' || CAST($1 AS BIGINT) AND {WAITING} AND not_before < $2 AND subject != {END}
    AND (SELECT status FROM tables WHERE id = $1) != 'open'"""
OPEN_LOBBY = """INSERT INTO outbox ("table", guild, kind, queue, not_before, attempted)
    SELECT max(id), $1, 'lobby', 'lobby:' || max(id), $3, $4 FROM tables
    WHERE guild = $1 AND status = 'open' AND status IN ('open', 'running') AND host = $2"""

CHANGE = 'outbox ("table", guild, kind, queue, target, not_before)'
BOARD = "outbox.\"table\" = $1 AND outbox.kind = 'board'"
NEWEST = f"SELECT max(outbox.id) FROM outbox WHERE {BOARD}"

REFRESH_BOARD = f"""INSERT INTO {CHANGE} SELECT "table", guild, 'refresh', 'message:' || id, id, $2 FROM outbox
    WHERE id = ({NEWEST}) AND not_before IS NOT NULL AND (message IS NOT NULL OR attempted IS NOT NULL) {UNLESS}"""
STRIKE_OLDER = f"""INSERT INTO {CHANGE} SELECT "table", guild, 'retire', 'message:' || id, id, $3 FROM outbox
    WHERE {BOARD} AND seq >= $2 AND message IS NOT NULL AND id < ({NEWEST} AND outbox.message IS NOT NULL) {UNLESS}"""
DROP_BOARD = f"DELETE FROM outbox WHERE {BOARD} AND {WAITING}"
KEEP_FORMER_PLACE = """UPDATE outbox SET place = (SELECT place FROM tables WHERE id = $1)
    WHERE "table" = $1 AND kind IN ('board', 'notice') AND subject != 'moved' AND message IS NULL AND attempted IS NOT NULL"""
ARCHIVE = f"""INSERT INTO {CHANGE} SELECT id, guild, 'archive', 'archive:' || id, ({NEWEST}), $2 FROM tables
    WHERE id = $1 AND place != channel"""

DROP_QUESTIONS = f"""DELETE FROM outbox WHERE "table" = $1 AND kind = 'notice' AND {WAITING} AND ballot IS NOT NULL
    AND (SELECT outcome FROM ballots WHERE ballots.id = outbox.ballot) != ''"""
SETTLE_QUESTIONS = f"""INSERT INTO {CHANGE} SELECT put."table", put.guild, 'settle', 'message:' || put.id, put.id, $2
    FROM outbox AS put JOIN ballots ON ballots.id = put.ballot
    WHERE put."table" = $1 AND put.kind = 'notice' AND ballots.outcome != ''
      AND NOT EXISTS (SELECT 1 FROM outbox AS known WHERE known.target = put.id)"""


def dropping(which: str) -> tuple[str, str]:
    """Of notices that are pointless by now: what was not sent never is, what was sent is to be taken away."""
    delete = f"""INSERT INTO {CHANGE} SELECT "table", guild, 'delete', 'message:' || id, id, 0 FROM outbox
        WHERE {which} AND kind = 'notice' {INSTEAD} kind = excluded.kind, not_before = 0"""
    return f"DELETE FROM outbox WHERE {which} AND kind = 'notice' AND {WAITING}", delete


DROP_SAME = dropping('"table" = $1 AND seat = $2 AND person = $3')


def owing(*notices: OutboxRow) -> list[Statement]:
    """Owe them. What somebody was told before of the same turn is pointless from now on."""
    told = [(one.table, one.seat, one.person) for one in notices if None not in (one.table, one.seat, one.person)]
    owed = [_row(OWE_ONCE if one.queue else OWE, one) for one in notices]
    return [*(Statement(sql, values) for values in told for sql in DROP_SAME), *owed]


def owing_board(table: int, seq: int, story: str, now: float, wait: float = 0.0, subject: str = "") -> list[Statement]:
    """A board with this story; one that waits is replaced and its story told as well, one that failed is tried again first.

    :param wait: seconds in which one that tells more may take its place.
    """
    queue = f"board:{table}"
    due = now + wait if wait else 0.0
    board = OutboxRow(0, table, None, "board", subject, queue=queue, seq=seq, payload=story, not_before=due)
    return [Statement(HURRY, (queue, now)), _row(OWE_BOARD, board)]


def owing_lobby(table: int, now: float) -> list[Statement]:
    """The message of a table's lobby as it is now."""
    return [Statement(OWE_LOBBY, (table, now + GRACE))]


def owing_card(table: int, now: float) -> Statement:
    """What that message has become, where the table is played in a thread: a card, which is not changed often."""
    return Statement(OWE_CARD, (table, now + SETTLED))


def owing_end(table: int, now: float) -> Statement:
    """That card, to show that the game is over: this once soon, even while it rests."""
    return Statement(OWE_END, (table, now + SETTLED))


def resting_card(table: int | None, now: float) -> list[Statement]:
    """The card shows how the table stands now; what waits to be shown there waits longer."""
    values = (table, now + CARD_RESTS)
    return [Statement(LET_CARD_REST, values), Statement(LET_NEXT_CARD_WAIT, values)]


def opening_lobby(row: TableRow, *, answered: bool) -> Statement:
    """The first message of the table just opened; where a command is ``answered`` by it, somebody else sends it only later."""
    later, attempted = (OPENING, row.opened) if answered else (0.0, None)
    return Statement(OPEN_LOBBY, (row.guild, row.host, row.opened + later, attempted), touches=1)


def leaving_place(table: int) -> Statement:
    """The table is about to go on elsewhere: what was perhaps sent to its place is looked for there later, too."""
    return Statement(KEEP_FORMER_PLACE, (table,))


def settling_questions(table: int, now: float) -> list[Statement]:
    """The messages of questions that are settled say so; those not sent yet never are."""
    return [Statement(DROP_QUESTIONS, (table,)), Statement(SETTLE_QUESTIONS, (table, now + GRACE))]


def striking(table: int, undone: Iterable[int], now: float) -> list[Statement]:
    """Older boards that told of these moves show that they were undone; the newest will when the next one has been posted."""
    first = min(undone, default=None)
    return [] if first is None else [Statement(STRIKE_OLDER, (table, first, now))]


def _row(sql: str, row: OutboxRow) -> Statement:
    return Statement(sql, tuple(getattr(row, name) for name in FIELDS))
