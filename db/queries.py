"""What the store asks and does, as SQL."""

from __future__ import annotations

from db.rows import ClockRow, MoveRow, SeatRow, TableRow
from db.statement import insertion

_TABLE = ", ".join(TableRow._fields)
_SEAT = ", ".join(SeatRow._fields)
_MOVE = ", ".join(MoveRow._fields)
_CLOCK = ", ".join(f'clocks."{name}"' for name in ClockRow._fields)

TABLE = f"SELECT {_TABLE} FROM tables WHERE id = $1"
TABLES_IN = f"SELECT {_TABLE} FROM tables WHERE (channel = $1 OR place = $1) AND status IN ($2, $3, $4) ORDER BY id"
TABLES_IN_GUILD = f"SELECT {_TABLE} FROM tables WHERE guild = $1 AND status IN ($2, $3, $4) ORDER BY id"
TABLES_OF = f"""SELECT {", ".join(f"tables.{name}" for name in TableRow._fields)}
                FROM tables JOIN seats ON seats."table" = tables.id
                WHERE seats.person = $1 AND tables.status IN ($2, $3, $4) ORDER BY tables.id"""
TABLES_TO_WAKE = "SELECT id FROM tables WHERE wake <= $1 ORDER BY wake"
GAMES = "SELECT DISTINCT game FROM tables WHERE status IN ($1, $2, $3) ORDER BY game"
GUILDS = "SELECT DISTINCT guild FROM tables WHERE status IN ($1, $2, $3)"
REMATCH = "SELECT id FROM tables WHERE rematch_of = $1 AND status != 'cancelled'"
OPEN_TABLE = f"{insertion('tables', TableRow._fields[1:])} RETURNING id"
REVISION = "SELECT revision FROM tables WHERE id = $1"
_RAISED = "revision = revision + 1 WHERE id = $1 RETURNING revision"
SET_PLACE = f"UPDATE tables SET place = $2, board = NULL, {_RAISED}"
SET_BOARD = f"UPDATE tables SET board = $2, {_RAISED}"
SET_LOBBY = f"UPDATE tables SET lobby = $2, board = $2, {_RAISED}"
SET_WAKE = f"UPDATE tables SET wake = $2, {_RAISED}"

SEATS = f'SELECT {_SEAT} FROM seats WHERE "table" = $1 ORDER BY seat'
FIRST_SEAT = f"""INSERT INTO seats ("table", {_SEAT})
                 SELECT max(id), {", ".join(f"${n}" for n in range(1, len(SeatRow._fields) + 1))} FROM tables"""

MOVES = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 ORDER BY seq'
LAST_MOVES = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL ORDER BY seq DESC LIMIT $2'
MOVES_AFTER = f'SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL AND seq > $2 ORDER BY seq'
NEWEST_BY = 'SELECT coalesce(max(seq), 0) FROM moves WHERE "table" = $1 AND person = $2 AND undone_at IS NULL'
UNTOLD = f"""SELECT {_MOVE} FROM moves WHERE "table" = $1 AND undone_at IS NULL
             AND seq > (SELECT coalesce(max(seq), 0) FROM posts WHERE "table" = $1) ORDER BY seq"""
REMARKS = 'SELECT "table", seq, at, events FROM remarks WHERE "table" = $1 ORDER BY at, seq'

CLOCKS = f'SELECT {_CLOCK} FROM clocks WHERE "table" = $1 ORDER BY seat'
CLOCKS_OF = f"""SELECT {_CLOCK} FROM clocks JOIN seats USING ("table", seat)
                WHERE person = $1 AND standing = 'seated' ORDER BY began"""
CLOCKS_TO_WAKE = f"SELECT {_CLOCK} FROM clocks WHERE wake <= $1 ORDER BY wake"
RAISE = f"UPDATE tables SET {_RAISED}"
PUT_OFF = 'UPDATE clocks SET wake = $3 WHERE "table" = $1 AND seat = $2'

DRAFT = 'SELECT seq, path FROM drafts WHERE "table" = $1 AND person = $2'
PUT_DRAFT = """INSERT INTO drafts ("table", person, seq, path) VALUES ($1, $2, $3, $4)
               ON CONFLICT ("table", person) DO UPDATE SET seq = excluded.seq, path = excluded.path"""

OWED = 'SELECT "table", seq, story, trouble FROM posts WHERE "table" = $1 AND message IS NULL'
TABLES_OWED = 'SELECT "table" FROM posts WHERE message IS NULL'
LAST_STORY = 'SELECT story FROM posts WHERE "table" = $1 ORDER BY seq DESC LIMIT 1'
PAY_POST = "UPDATE posts SET message = $3, trouble = '' WHERE \"table\" = $1 AND seq = $2"
DROP_OLDER = 'DELETE FROM posts WHERE "table" = $1 AND seq < $2'
OWE_AGAIN = """UPDATE posts SET message = NULL
               WHERE "table" = $1 AND seq = (SELECT max(seq) FROM posts WHERE "table" = $1)"""
SET_TROUBLE = 'UPDATE posts SET trouble = $3 WHERE "table" = $1 AND seq = $2'
