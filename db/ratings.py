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
    WHERE NOT EXISTS (SELECT 1 FROM ratings WHERE guild = $1 AND game = $2 AND person = $3)
    ON CONFLICT (guild, game, person) DO NOTHING"""
NEXT = "UPDATE ratings SET mu = $4, sigma = $5, games = $6 WHERE guild = $1 AND game = $2 AND person = $3 AND games + 1 = $6"
OF = f"SELECT {_RATING} FROM ratings WHERE guild = $1 AND game = $2 AND person = $3"
OF_PERSON = f"SELECT {_RATING} FROM ratings WHERE guild = $1 AND person = $2 ORDER BY game"
HISTORY = f"""SELECT {_STEP} FROM rating_steps WHERE person = $1 AND guild = $2 AND game = $3
    ORDER BY ended DESC, "table" DESC LIMIT $4"""
OF_TABLE = f'SELECT {_STEP} FROM rating_steps WHERE "table" = $1 ORDER BY seat'
PAGE = f"SELECT {_RATING} FROM ratings WHERE {_LISTED} ORDER BY mu DESC, person DESC LIMIT $5 OFFSET $6"
COUNT = f"SELECT count(*) FROM ratings WHERE {_LISTED}"
BETTER = f"SELECT count(*) FROM ratings WHERE {_LISTED} AND mu > $5"

NEXT_GROUP = "SELECT guild, game FROM results WHERE (guild, game) > ($1, $2) ORDER BY guild, game LIMIT 1"
# The seats that a game rated. The person is the one who had the seat first. The page is found before the joins, as a server that
# takes one of their tables for empty would read all of it for each seat of the server.
RATED_SEATS = """WITH page AS MATERIALIZED (
    SELECT "table", seat, person, place, seats, rated, finished, ended FROM results
    WHERE guild = $1 AND game = $2 AND (ended, "table") > ($3, $4) AND (rated = 1 OR unrated_because = 'replaced')
    ORDER BY ended, "table", seat LIMIT $5)
    SELECT page."table", page.seat, CASE rated WHEN 1 THEN page.person ELSE seats.predecessor END,
    place, page.seats, rated * finished, page.ended,
    rating_steps.person, mu_before, sigma_before, mu, sigma, rating_steps.games
    FROM page LEFT JOIN rating_steps ON rating_steps."table" = page."table" AND rating_steps.seat = page.seat
    LEFT JOIN seats ON rated = 0 AND seats."table" = page."table" AND seats.seat = page.seat
    ORDER BY page.ended, page."table", page.seat"""
OF_GAME = f"SELECT {_RATING} FROM ratings WHERE guild = $1 AND game = $2 AND person > $3 ORDER BY person LIMIT $4"
PUT_STEP = f"""{INSERT_STEP} ON CONFLICT ("table", seat) DO UPDATE SET person = excluded.person, ended = excluded.ended,
    mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma,
    games = excluded.games"""
PUT_RATING = """INSERT INTO ratings (guild, game, person, mu, sigma, games, seen)
    SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), CAST($3 AS BIGINT),
    CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION), CAST($6 AS BIGINT),
    coalesce((SELECT seen FROM people WHERE id = $3), CAST($7 AS DOUBLE PRECISION)) WHERE true
    ON CONFLICT (guild, game, person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""
DELETE = "DELETE FROM ratings WHERE guild = $1 AND game = $2 AND person = $3"


class RatedSeat(NamedTuple):
    """A seat that a game rated, with the step that is stored for it.

    ``person`` had the seat first, and ``stayed`` to the end. Without a step, ``games`` is None.
    """

    table: int
    seat: int
    person: int
    place: int
    seats: int
    stayed: int
    ended: float
    stepped: int | None
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int | None


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
    """The people on a leaderboard: they have at least ``games`` rated games, and the bot saw them at ``seen`` or later."""

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

    # To compute all of them anew

    async def group_after(self, guild: int, game: str) -> tuple[int, str] | None:
        """Return the next server and game with results, ordered by both; None after the last."""
        return await self._db.one(NEXT_GROUP, guild, game)

    async def rated_seats(self, guild: int, game: str, ended: float, table: int, most: int) -> list[RatedSeat]:
        """Return up to ``most`` seats of rated games that come after this time and table, oldest first."""
        return [RatedSeat(*row) for row in await self._db.all(RATED_SEATS, guild, game, ended, table, most)]

    async def of_game(self, guild: int, game: str, after: int, most: int) -> list[RatingRow]:
        """Return up to ``most`` ratings of people with ids above ``after``, ascending."""
        return [RatingRow(*row) for row in await self._db.all(OF_GAME, guild, game, after, most)]

    async def put_steps(self, steps: Iterable[RatingStepRow]) -> None:
        """Store steps in place of other ones on the same seats."""
        await self._db.run([Statement(PUT_STEP, step) for step in steps])

    async def put(self, ratings: Iterable[RatingRow], gone: Iterable[RatingRow]) -> None:
        """Store ratings, and delete those that are ``gone``. ``seen`` counts only for people who are not known otherwise."""
        deleted = [Statement(DELETE, (row.guild, row.game, row.person)) for row in gone]
        await self._db.run([*deleted, *(Statement(PUT_RATING, row) for row in ratings)])


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
