"""Ratings of people by server and game, and the steps that led to them. The change that ends a rated game writes both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from db.database import Database
from db.rows import RatingStepRow
from db.statement import Statement, insertion

_STEP = ", ".join(f'"{name}"' for name in RatingStepRow._fields)
_RATING = "guild, game, person, mu, sigma, games, seen"
_LISTED = "guild = $1 AND game = $2 AND games >= $3 AND seen >= $4"

INSERT_STEP = insertion("rating_steps", RatingStepRow._fields)
FIRST = """INSERT INTO ratings (guild, game, person, mu, sigma, games, seen)
    SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT),
    CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION), 1,
    coalesce((SELECT seen FROM people WHERE id = $3), CAST($6 AS DOUBLE PRECISION))
    WHERE NOT EXISTS (SELECT 1 FROM ratings WHERE guild = $1 AND game = $2 AND person = $3)"""
NEXT = "UPDATE ratings SET mu = $4, sigma = $5, games = $6 WHERE guild = $1 AND game = $2 AND person = $3 AND games = $6 - 1"
OF = f"SELECT {_RATING} FROM ratings WHERE guild = $1 AND game = $2 AND person = $3"
OF_PERSON = f"SELECT {_RATING} FROM ratings WHERE guild = $1 AND person = $2 ORDER BY game"
HISTORY = f"""SELECT {_STEP} FROM rating_steps WHERE person = $1 AND guild = $2 AND game = $3
    ORDER BY ended DESC, "table" DESC LIMIT $4"""
OF_TABLE = f'SELECT {_STEP} FROM rating_steps WHERE "table" = $1 ORDER BY seat'
PAGE = f"SELECT {_RATING} FROM ratings WHERE {_LISTED} ORDER BY mu DESC, person DESC LIMIT $5 OFFSET $6"
COUNT = f"SELECT count(*) FROM ratings WHERE {_LISTED}"
BETTER = f"SELECT count(*) FROM ratings WHERE {_LISTED} AND mu > $5"


class RatingRow(NamedTuple):
    """The rating of a person at a game on a server. ``seen``: when they last acted, in seconds since 1970."""

    guild: int
    game: str
    person: int
    mu: float
    sigma: float
    games: int
    seen: float


class Listed(NamedTuple):
    """The people on a leaderboard: those with at least so many rated games who acted at that time or later."""

    guild: int
    game: str
    games: int
    seen: float


class Ratings:
    """Ratings by server, game and person."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, guild: int, game: str, people: Iterable[int]) -> dict[int, RatingRow]:
        """Return the ratings of these people at a game on a server, by person; those without a rated game are left out."""
        asked = [Statement(OF, (guild, game, person)) for person in dict.fromkeys(people)]
        found = await self._db.read(asked) if asked else []
        return {row.person: row for rows in found for row in (RatingRow(*values) for values in rows)}

    async def of_person(self, guild: int, person: int) -> list[RatingRow]:
        """Return the ratings of a person on a server, by the key of the game."""
        return [RatingRow(*row) for row in await self._db.all(OF_PERSON, guild, person)]

    async def history(self, guild: int, game: str, person: int, most: int) -> list[RatingStepRow]:
        """Return the newest ``most`` steps of a person's rating, oldest first."""
        return [RatingStepRow(*row) for row in await self._db.all(HISTORY, person, guild, game, most)][::-1]

    async def steps_of_table(self, table: int) -> list[RatingStepRow]:
        """Return the steps that a game brought, by seat; none for unrated games."""
        return [RatingStepRow(*row) for row in await self._db.all(OF_TABLE, table)]

    async def page(self, listed: Listed, first: int, most: int) -> list[RatingRow]:
        """Return up to ``most`` lines of a leaderboard, best first, from number ``first`` on (counted from 0)."""
        return [RatingRow(*row) for row in await self._db.all(PAGE, *listed, most, first)]

    async def count(self, listed: Listed) -> int:
        """Return the number of people on a leaderboard."""
        return (await self._db.all(COUNT, *listed))[0][0]

    async def better(self, listed: Listed, mu: float) -> int:
        """Return the number of people on a leaderboard with a higher rating than ``mu``."""
        return (await self._db.all(BETTER, *listed, mu))[0][0]


def apply_step(step: RatingStepRow) -> list[Statement]:
    """Return statements that store a step and the rating after it.

    The job raises `Stale` if the rating is not any more the one from which the step was computed.
    """
    key, after = (step.guild, step.game, step.person), (step.mu, step.sigma)
    rating = (
        Statement(FIRST, (*key, *after, step.ended), touches=1)
        if step.games == 1
        else Statement(NEXT, (*key, *after, step.games), touches=1)
    )
    return [rating, Statement(INSERT_STEP, step)]
