"""Read ratings: of a person, over time, and as the lines of a server's leaderboard."""

from __future__ import annotations

from typing import NamedTuple

from db.ratings import Listed, RatingRow
from db.store import Store
from host.deadlines import DAY
from host.rating_steps import rating_of_row
from host.settings import may_be_named, read_shown_choices
from standings.places import shared_places
from standings.ratings import HIDDEN_AFTER_DAYS, SHOWN_AFTER_GAMES, Rating


class RatingMoment(NamedTuple):
    """The rating of a person after the game at a table that ended then, in seconds since 1970."""

    table: int
    ended: float
    rating: Rating


class RatedLine(NamedTuple):
    """A line of a leaderboard. ``person`` is None for people who show no name; equal ratings share a ``place``."""

    place: int
    person: int | None
    rating: Rating


async def read_rating(store: Store, guild: int, game: str, person: int) -> Rating:
    """Return the rating of a person at a game on a server; that of a beginner if they have played no rated game."""
    found = await store.ratings.of(guild, game, [person])
    return rating_of_row(found[person]) if found else Rating()


async def read_ratings(store: Store, guild: int, person: int) -> dict[str, Rating]:
    """Return the ratings of a person on a server, by the key of the game; without games in which they have none."""
    return {row.game: rating_of_row(row) for row in await store.ratings.of_person(guild, person)}


async def read_history(store: Store, guild: int, game: str, person: int, most: int) -> list[RatingMoment]:
    """Return the newest ``most`` ratings of a person at a game on a server, oldest first."""
    steps = await store.ratings.history(guild, game, person, most)
    return [RatingMoment(step.table, step.ended, rating_of_row(step)) for step in steps]


async def read_lines(store: Store, guild: int, game: str, now: float, first: int, most: int) -> list[RatedLine]:
    """Return up to ``most`` lines of a leaderboard, best first, from number ``first`` on (counted from 0).

    People with fewer rated games than `SHOWN_AFTER_GAMES`, and those not seen for `HIDDEN_AFTER_DAYS`, have no line.

    :param now: seconds since 1970.
    """
    listed = _listed(guild, game, now)
    rows = await store.ratings.page(listed, first, most)
    chosen = await read_shown_choices(store, (row.person for row in rows))
    first_place = 1 + await store.ratings.better(listed, rows[0].mu) if rows else 1
    places = shared_places([row.mu for row in rows], first, first_place)
    return [
        RatedLine(place, row.person if may_be_named(chosen[row.person], rated=True) else None, rating_of_row(row))
        for place, row in zip(places, rows, strict=True)
    ]


async def count_lines(store: Store, guild: int, game: str, now: float) -> int:
    """Return the number of lines of a leaderboard."""
    return await store.ratings.count(_listed(guild, game, now))


async def read_own_line(store: Store, guild: int, game: str, now: float, person: int) -> RatedLine | None:
    """Return the line of a person, for themselves: with their name in any case; None before their rating is shown."""
    row: RatingRow | None = (await store.ratings.of(guild, game, [person])).get(person)
    if row is None or not rating_of_row(row).is_settled:
        return None
    place = 1 + await store.ratings.better(_listed(guild, game, now), row.mu)
    return RatedLine(place, person, rating_of_row(row))


def _listed(guild: int, game: str, now: float) -> Listed:
    return Listed(guild, game, SHOWN_AFTER_GAMES, now - HIDDEN_AFTER_DAYS * DAY)
