"""Read the results that a profile is made of: games of a person, times of turns, and points of a server."""

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
GAMES_FOR_ANOTHER = f"""SELECT own."table", tables.channel, {_GAME},
        (SELECT max(other.place) FROM results AS other WHERE other."table" = own."table" AND other.person = $4)
    FROM results AS own JOIN tables ON tables.id = own."table" WHERE {_OF_PERSON}"""
TURNS = """SELECT seat, person, began, made FROM moves
    WHERE "table" = $1 AND person = $2 AND undone_at IS NULL AND began IS NOT NULL ORDER BY seq"""
NEWEST = """SELECT own."table", tables.channel, own.person, own.seats, own.kinds, own.level, own.reason, own.finished
    FROM results AS own JOIN tables ON tables.id = own."table" WHERE own.guild = $1 AND own.game = $2
    ORDER BY own.ended DESC LIMIT $3"""


class PlayedGame(NamedTuple):
    """The result of a person in one ended game.

    ``winners`` seats share the first place, if this seat has it; ``computers`` are at the table. ``channel`` and the place of
    the ``reader`` are known if another person reads the results; the place is None in games without the reader.
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
    reader: int | None = None


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

    async def games(self, person: int, guild: int, most: int) -> list[PlayedGame]:
        """Return up to ``most`` ended games of a person on a server, the newest first."""
        return [PlayedGame(*row) for row in await self._db.all(GAMES, person, guild, most)]

    async def games_for(self, reader: int, person: int, guild: int, most: int) -> list[PlayedGame]:
        """Return them for another person, the ``reader``."""
        return [PlayedGame(*row) for row in await self._db.all(GAMES_FOR_ANOTHER, person, guild, most, reader)]

    async def turns(self, person: int, tables: Iterable[int]) -> list[list[ThoughtMove]]:
        """Return the moves of a person that stand, oldest first, for each of these tables."""
        asked = [Statement(TURNS, (table, person)) for table in tables]
        return [[ThoughtMove(*row) for row in rows] for rows in await self._db.read(asked)] if asked else []

    async def newest(self, guild: int, game: str, most: int) -> list[SampledResult]:
        """Return up to ``most`` results of a game on a server, the newest first."""
        return [SampledResult(*row) for row in await self._db.all(NEWEST, guild, game, most)]
