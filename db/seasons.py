"""Seasons of servers, and the totals of people in each. The change that ends a game adds it to the totals.

A server that has no row yet has one season, which runs since its first game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from db.database import Database
from db.enqueue import enqueue
from db.locks import lock_people
from db.rows import FinishRow, OutboxRow, ResultRow, SeasonRow, TotalRow
from db.statement import Statement

MOST = 2**62  # above all half points
ALL_GAMES = ""  # in place of a game: the sums over all of them

_SEASON = ", ".join(SeasonRow._fields)
_RESULT = ", ".join(f'"{name}"' for name in ResultRow._fields)
_COUNTS_FOR = "guild = $1 AND started <= $2 AND (ended IS NULL OR ended > $2)"
_BOARD = "FROM season_totals WHERE guild = $1 AND season = $2 AND game = $3 AND seen >= $4"

OF_GUILD = f"SELECT {_SEASON} FROM seasons WHERE guild = $1 ORDER BY number DESC LIMIT $2"
BY_NUMBER = f"SELECT {_SEASON} FROM seasons WHERE guild = $1 AND number = $2"
ADD_FIRST = "INSERT INTO seasons (guild, number, started) VALUES ($1, 1, 0) ON CONFLICT (guild, number) DO NOTHING"
# Not before it started, whatever the clock says: each moment belongs to one season.
END = """UPDATE seasons SET ended = CASE WHEN started > $3 THEN started ELSE $3 END
    WHERE guild = $1 AND number = $2 AND ended IS NULL"""
BEGIN_NEXT = """INSERT INTO seasons (guild, number, started)
    SELECT guild, number + 1, ended FROM seasons WHERE guild = $1 AND number = $2"""

COUNT_GAME = f"UPDATE seasons SET games = games + 1 WHERE {_COUNTS_FOR}"
ADD_TOTAL = f"""INSERT INTO season_totals (guild, season, game, person, half_points, games, wins, seen)
    SELECT guild, number, CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), 1, CAST($6 AS BIGINT),
    coalesce((SELECT seen FROM people WHERE id = $4), $2)
    FROM seasons WHERE {_COUNTS_FOR} ON CONFLICT (guild, season, game, person) DO UPDATE SET
    half_points = season_totals.half_points + excluded.half_points, games = season_totals.games + excluded.games,
    wins = season_totals.wins + excluded.wins"""

PAGE = f"""SELECT person, half_points, games, wins {_BOARD}
    ORDER BY half_points DESC, wins DESC, games, person LIMIT $5 OFFSET $6"""
PAGE_FROM_END = f"""SELECT person, half_points, games, wins {_BOARD}
    ORDER BY half_points, wins, games DESC, person DESC LIMIT $5 OFFSET $6"""
COUNT = f"""SELECT count(*), count(CASE WHEN half_points > $5
        OR (half_points = $5 AND (wins > $6 OR (wins = $6 AND games < $7))) THEN 1 END) {_BOARD}"""
COUNT_EQUAL_BEFORE = f"SELECT count(*) {_BOARD} AND half_points = $5 AND wins = $6 AND games = $7 AND person < $8"
OF_PERSON = """SELECT person, half_points, games, wins FROM season_totals
    WHERE guild = $1 AND season = $2 AND game = $3 AND person = $4"""

RESULTS_AFTER = f"""SELECT {_RESULT} FROM results WHERE guild = $1 AND game = $2 AND (ended, "table") > ($3, $4)
    ORDER BY ended, "table", seat LIMIT $5"""
TOTALS = "SELECT guild, season, game, person, half_points, games, wins FROM season_totals WHERE guild = $1"
SET_GAMES = "UPDATE seasons SET games = $4 WHERE guild = $1 AND number = $2 AND games = $3"
DELETE_TOTALS = "DELETE FROM season_totals WHERE guild = $1 AND season = $2"
# Somebody who was erased since the results were read gets no total.
PUT_TOTAL = """INSERT INTO season_totals (guild, season, game, person, half_points, games, wins, seen)
    SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), id, CAST($5 AS BIGINT), CAST($6 AS BIGINT),
    CAST($7 AS BIGINT), seen FROM people WHERE id = $4"""


class Board(NamedTuple):
    """A leaderboard: a season of a server, and a game, or `ALL_GAMES`. People who were last seen before ``seen`` are left out."""

    guild: int
    season: int
    game: str
    seen: float


class Standing(NamedTuple):
    """The sums of a person on a leaderboard."""

    person: int
    half_points: int
    games: int
    wins: int


class Seasons:
    """Seasons by server, and totals by season, game and person."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_guild(self, guild: int, most: int) -> list[SeasonRow]:
        """Return the newest seasons of a server, newest first; none if no game has counted there."""
        return [SeasonRow(*row) for row in await self._db.all(OF_GUILD, guild, most)]

    async def get(self, guild: int, number: int) -> SeasonRow | None:
        """Return the season of a server with this number, or None."""
        row = await self._db.one(BY_NUMBER, guild, number)
        return SeasonRow(*row) if row else None

    async def change(self, guild: int, number: int, now: float, also: Sequence[Statement], *notices: OutboxRow) -> None:
        """End a season and begin the next one, and enqueue notices about it.

        :param also: statements of the same transaction.
        :raises db.statement.Stale: when that season has ended already.
        """
        change = [Statement(END, (guild, number, now), touches=1), Statement(BEGIN_NEXT, (guild, number))]
        await self._db.run([Statement(ADD_FIRST, (guild,)), *change, *also, *enqueue(*notices)])

    async def carry_out(self, also: Sequence[Statement]) -> None:
        """Carry out the statements that `change` would, but leave the season running."""
        await self._db.run(also)

    # Leaderboards

    async def page(self, board: Board, most: int, first: int, total: int) -> list[Standing]:
        """Return up to ``most`` people of a leaderboard from the ``first`` on, counted from 0, best first.

        :param total: how many there are; the lower half is read from its end, as the database passes all rows before a page.
        """
        if 2 * first <= total:
            return [Standing(*row) for row in await self._db.all(PAGE, *board, most, first)]
        last = min(total, first + most)
        rows = await self._db.all(PAGE_FROM_END, *board, last - first, total - last)
        return [Standing(*row) for row in reversed(rows)]

    async def count(self, board: Board, one: Standing | None = None) -> tuple[int, int]:
        """Return the number of people on a leaderboard, and of better people than this one; 0 for nobody."""
        than = (one.half_points, one.wins, one.games) if one else (MOST, 0, 0)
        total, better = (await self._db.all(COUNT, *board, *than))[0]
        return total, better

    async def count_equal_before(self, board: Board, one: Standing) -> int:
        """Return the number of people on a leaderboard who are equal to this one, and stand before them."""
        values = (*board, one.half_points, one.wins, one.games, one.person)
        return int((await self._db.all(COUNT_EQUAL_BEFORE, *values))[0][0])

    async def of_person(self, board: Board, person: int) -> Standing | None:
        """Return the sums of a person, seen or not, or None."""
        row = await self._db.one(OF_PERSON, board.guild, board.season, board.game, person)
        return Standing(*row) if row else None

    # Computing totals from results

    async def results_after(self, guild: int, game: str, ended: float, table: int, most: int) -> list[ResultRow]:
        """Return up to ``most`` results of a server and a game that come after this time and table, oldest first."""
        return [ResultRow(*row) for row in await self._db.all(RESULTS_AFTER, guild, game, ended, table, most)]

    async def totals(self, guild: int) -> list[TotalRow]:
        """Return all totals of a server."""
        return [TotalRow(*row) for row in await self._db.all(TOTALS, guild)]

    async def replace_totals(self, before: Iterable[SeasonRow], games: dict[int, int], totals: Sequence[TotalRow]) -> None:
        """Replace all totals of a server.

        :param before: its seasons when the results were read, with the numbers of games that counted.
        :param games: the right numbers, by the number of the season.
        :raises db.statement.Stale: when another game has counted since.
        """
        rows = tuple(before)
        job = [Statement(SET_GAMES, (row.guild, row.number, row.games, games.get(row.number, 0)), touches=1) for row in rows]
        job += [Statement(DELETE_TOTALS, (row.guild, row.number)) for row in rows]
        put = [Statement(PUT_TOTAL, row) for row in totals]
        await self._db.run([*lock_people(row.person for row in totals), *job, *put])

    async def add_first(self, guild: int) -> None:
        """Store the first season of a server, unless it is stored."""
        await self._db.run([Statement(ADD_FIRST, (guild,))])


def count_game(guild: int, game: str, ended: float, finishes: Sequence[FinishRow]) -> list[Statement]:
    """Return statements that add a game to the totals of its people; none if it does not count.

    The job raises `Stale` if the season ends meanwhile.

    :param ended: when it ended, in seconds since 1970.
    """
    if not finishes:
        return []
    totals = [
        Statement(ADD_TOTAL, (guild, ended, board, one.person, one.half_points, one.won))
        for one in finishes
        for board in (game, ALL_GAMES)
    ]
    return [Statement(ADD_FIRST, (guild,)), Statement(COUNT_GAME, (guild, ended), touches=1), *totals]
