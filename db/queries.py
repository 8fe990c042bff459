"""The SQL of the store."""

from __future__ import annotations

from db.rows import ClockRow, MoveRow, SeatRow, TableRow
from db.statement import LOCK, insertion

_TABLE = ", ".join(TableRow._fields)
_READ_SEAT = ", ".join(f"seats.{name}" for name in SeatRow._fields).replace(  # whoever had it first has a name of today
    "seats.former",
    """CASE seats.predecessor WHEN 0 THEN seats.former
       ELSE coalesce((SELECT people.name FROM people WHERE people.id = seats.predecessor), '\uffff') END""",
)
_MOVE = ", ".join(f"moves.{name}" for name in MoveRow._fields).replace("moves.state", "NULL")
_MOVE_AND_STATE = _MOVE.replace("NULL", "states.state")
_STATES = """LEFT JOIN states ON states."table" = moves."table" AND states.seq = moves.seq"""
_CLOCK = ", ".join(f'clocks."{name}"' for name in ClockRow._fields)

MAX_TABLES_OF_PERSON = 300  # listed: running ones, and as many open ones

_LIVING = "status IN ('open', 'running')"  # SQLite uses the index of living tables only where these very words stand
_UNORDERED = "id + 0"  # keeps PostgreSQL from walking through all tables in the order of their ids until it has found enough

TABLE = f"SELECT {_TABLE} FROM tables WHERE id = $1"
LIVING_IN = f"SELECT {_TABLE} FROM tables WHERE (channel = $1 OR place = $1) AND {_LIVING} ORDER BY {_UNORDERED} DESC LIMIT $2"
LAST_OVER_IN = """SELECT max(id) FROM (SELECT max(id) AS id FROM tables WHERE channel = $1 AND status = 'over'
                                      UNION ALL SELECT max(id) FROM tables WHERE place = $1 AND status = 'over') AS newest"""
LIVING_IN_GUILD = (
    f"SELECT {_TABLE} FROM tables WHERE guild = $1 AND {_LIVING} AND {_UNORDERED} < $2 ORDER BY {_UNORDERED} DESC LIMIT $3"
)
TABLE_IDS = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2"
GAMES = f"SELECT DISTINCT game FROM tables WHERE {_LIVING} ORDER BY game"
COMPUTERS = f"""SELECT game, version, count(*) FROM tables WHERE {_LIVING} AND status = 'running'
               AND EXISTS (SELECT 1 FROM seats WHERE seats."table" = tables.id AND seats.level != '')
               GROUP BY game, version ORDER BY game, version"""
GUILDS = f"SELECT DISTINCT guild FROM tables WHERE {_LIVING}"
REMATCH = "SELECT id FROM tables WHERE rematch_of = $1 AND status != 'cancelled'"
OPEN_TABLE = f"""{insertion("tables", TableRow._fields[1:])}
                 ON CONFLICT (rematch_of) WHERE status != 'cancelled' DO NOTHING RETURNING id"""
REVISION = "SELECT revision FROM tables WHERE id = $1"
_RAISED = "revision = revision + 1 WHERE id = $1 RETURNING revision"
SET_PLACE = f"UPDATE tables SET place = $2, board = NULL, {_RAISED}"

# Two queries, as past and present seats have an index each.
_PLAYED = """FROM seats JOIN tables ON tables.id = seats."table"
             WHERE seats.person = $1 AND tables.game = $2 AND seats."table" < $3"""
HAS_PLAYED = f"""SELECT 1 {_PLAYED} AND seats.past = 0 AND tables.status = 'running'
                 UNION ALL SELECT 1 {_PLAYED} AND seats.past = 1 AND tables.status = 'over' LIMIT 1"""

SEATS = f'SELECT {_READ_SEAT} FROM seats WHERE "table" = $1 ORDER BY seat'

MOVES = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 ORDER BY seq'
SOME_MOVES = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 AND seq > $2 AND seq <= $3 ORDER BY seq'
STANDING_MOVES = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL ORDER BY seq'
MOVES_UNTIL = 'SELECT count(*) FROM moves WHERE "table" = $1 AND seq <= $2'
SEQS = 'SELECT seq FROM moves WHERE "table" = $1 AND seq <= $2 ORDER BY seq LIMIT $3 OFFSET $4'
VERSIONS = 'SELECT DISTINCT version FROM moves WHERE "table" = $1'
MOVES_AFTER = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL AND seq > $2 ORDER BY seq'
MOVES_SINCE = f"""SELECT {_MOVE_AND_STATE} FROM moves {_STATES}
                  WHERE moves."table" = $1 AND undone_at IS NULL AND moves.seq >= $2 ORDER BY moves.seq"""
LAST_MOVES = f"""SELECT {_MOVE_AND_STATE} FROM moves {_STATES}
                 WHERE moves."table" = $1 AND undone_at IS NULL ORDER BY moves.seq DESC LIMIT $2"""
STATE = 'SELECT state FROM states WHERE "table" = $1 AND seq = $2'
STATES = 'SELECT seq, state FROM states WHERE "table" = $1'
KEPT = 'SELECT seq FROM states WHERE "table" = $1 AND seq > $2 AND seq <= $3'
NEWEST_BY = 'SELECT coalesce(max(seq), 0) FROM moves WHERE "table" = $1 AND person = $2 AND undone_at IS NULL'
STANDING = """SELECT count(*), count(CASE WHEN person >= 0 THEN 1 END) FROM moves
              WHERE "table" = $1 AND undone_at IS NULL"""
UNTOLD = f"""SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL
             AND seq > (SELECT coalesce(max(seq), 0) FROM outbox
                        WHERE "table" = $1 AND kind = 'board' AND not_before IS NOT NULL) ORDER BY seq"""
REMARKS = """SELECT "table", seq, at, events FROM remarks WHERE "table" = $1 AND seq > $2 AND seq <= $3
             ORDER BY seq DESC, at DESC LIMIT $4"""
REMARKS_WITH = """SELECT "table", seq, at, events FROM remarks WHERE "table" = $1 AND seq > $2
                  AND events LIKE '%"' || CAST($3 AS TEXT) || '"%' ORDER BY seq DESC, at DESC LIMIT $4"""

CLOCKS = f'SELECT {_CLOCK} FROM clocks WHERE "table" = $1 ORDER BY seat'
CLOCKS_OF = f"""SELECT {_CLOCK} FROM clocks JOIN seats USING ("table", seat)
                WHERE person = $1 AND past = 0 AND standing = 'seated' ORDER BY began"""
_AT = 'seats AS own JOIN tables ON tables.id = own."table" WHERE own.person = $1 AND own.past = 0'
_NEWEST = f"ORDER BY tables.{_UNORDERED} DESC LIMIT {MAX_TABLES_OF_PERSON}"
_OWN = f"{_AT} AND own.standing = 'seated' AND tables.status = 'running' {_NEWEST}"
_OWN_OPEN = f"{_AT} AND tables.status = 'open' {_NEWEST}"  # also where a seat is reserved for the person
_COLUMNS = ", ".join(f"tables.{name}" for name in TableRow._fields)
_SEATS = f"""seats."table", {_READ_SEAT} FROM seats WHERE seats."table" IN"""
TABLES_OF = f"SELECT {_COLUMNS} FROM {_OWN}"
OPEN_TABLES_OF = f"SELECT {_COLUMNS} FROM {_OWN_OPEN}"
SEATS_OF = f'SELECT {_SEATS} (SELECT tables.id FROM {_OWN}) ORDER BY seats."table", seats.seat'
OPEN_SEATS_OF = f'SELECT {_SEATS} (SELECT tables.id FROM {_OWN_OPEN}) ORDER BY seats."table", seats.seat'
ALL_CLOCKS_OF = f'SELECT {_CLOCK} FROM clocks WHERE clocks."table" IN (SELECT tables.id FROM {_OWN})'
STILL_AT = "UPDATE tables SET revision = revision WHERE id = $1 AND revision = $2"
RAISE = f"UPDATE tables SET {_RAISED}"
POSTPONE = 'UPDATE clocks SET wake = $3 WHERE "table" = $1 AND seat = $2'

DRAFT = 'SELECT seq, path FROM drafts WHERE "table" = $1 AND person = $2'
PUT_DRAFT = f"""INSERT INTO drafts ("table", person, seq, path)
               SELECT id, CAST($2 AS BIGINT), seq, CAST($4 AS TEXT) FROM tables WHERE id = $1 AND seq = $3 {LOCK}
               ON CONFLICT ("table", person) DO UPDATE SET seq = excluded.seq, path = excluded.path RETURNING seq"""
