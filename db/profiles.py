"""Read the results that a profile is made of: games of one person, games of two, times of turns, and points of a server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from db.database import Database
from db.results import ThoughtMove
from db.statement import Statement

_HERE = "(own.guild = $2 OR $2 = 0)"  # in this order PostgreSQL takes $2 for a BIGINT
_GAME = """own.game, own.seats, own.place, own.points, own.kinds, own.ended, own.reason, own.finished,
    CASE own.place WHEN 1 THEN
        (SELECT count(*) FROM results AS other WHERE other."table" = own."table" AND other.place = 1) ELSE 0 END,
    (SELECT count(*) FROM results AS other WHERE other."table" = own."table" AND other.level != '')"""
_OF_PERSON = f'own.person = $1 AND {_HERE} ORDER BY own.ended DESC, own."table" DESC LIMIT $3'
GAMES = f'SELECT own."table", 0, {_GAME} FROM results AS own WHERE {_OF_PERSON}'
GAMES_WITH_CHANNELS = f"""SELECT own."table", tables.channel, {_GAME}
    FROM results AS own JOIN tables ON tables.id = own."table" WHERE {_OF_PERSON}"""
TOGETHER = f"""SELECT own.game, own.seats, count(*), count(CASE WHEN own.place < other.place THEN 1 END),
        count(CASE WHEN own.place > other.place THEN 1 END)
    FROM results AS own JOIN results AS other ON other."table" = own."table" AND other.person = $3
    WHERE own.person = $1 AND {_HERE} AND own.reason IN ('', 'alone') GROUP BY own.game, own.seats
    ORDER BY count(*) DESC, own.game, own.seats"""
TURNS = """SELECT seat, person, began, made FROM moves
    WHERE "table" = $1 AND person = $2 AND undone_at IS NULL AND began IS NOT NULL ORDER BY seq"""
NEWEST = """SELECT own."table", tables.channel, own.person, own.seats, own.kinds, own.level, own.reason, own.finished
    FROM results AS own JOIN tables ON tables.id = own."table" WHERE own.guild = $1 AND own.game = $2
    ORDER BY own.ended DESC LIMIT $3"""


class PlayedGame(NamedTuple):
    """The result of a person in one ended game.

    ``channel`` is 0 if it was not asked for. ``winners`` seats share the first place, if this seat has it; ``computers`` are at
    the table.
    """

    table: int
    channel: int
    game: str
    seats: int
    place: int
    points: int
    kinds: str
    ended: float
    reason: str
    finished: int
    winners: int
    computers: int


class Encounters(NamedTuple):
    """The games of one kind that two people played with each other: how often the one had a better or a worse place."""

    game: str
    seats: int
    games: int
    better: int
    worse: int


class SampledResult(NamedTuple):
    """The result of a seat in a game of a server; ``level`` is that of a computer, else empty."""

    table: int
    channel: int
    person: int
    seats: int
    kinds: str
    level: str
    reason: str
    finished: int


class Profiles:
    """Results by person and by server. A server of 0 stands for all servers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def games(self, person: int, guild: int, most: int, *, channels: bool) -> list[PlayedGame]:
        """Return up to ``most`` ended games of a person on a server, the newest first.

        :param channels: whether to read the channels, too, which takes longer.
        """
        rows = await self._db.all(GAMES_WITH_CHANNELS if channels else GAMES, person, guild, most)
        return [PlayedGame(*row) for row in rows]

    async def together(self, person: int, other: int, guild: int) -> list[Encounters]:
        """Return what two people played with each other on a server, by game and number of seats, most games first."""
        return [Encounters(*row) for row in await self._db.all(TOGETHER, person, guild, other)]

    async def turns(self, person: int, tables: Iterable[int]) -> list[list[ThoughtMove]]:
        """Return the moves of a person that stand, oldest first, for each of these tables."""
        asked = [Statement(TURNS, (table, person)) for table in tables]
        return [[ThoughtMove(*row) for row in rows] for rows in await self._db.read(asked)] if asked else []

    async def newest(self, guild: int, game: str, most: int) -> list[SampledResult]:
        """Return up to ``most`` results of a game on a server, the newest first."""
        return [SampledResult(*row) for row in await self._db.all(NEWEST, guild, game, most)]
