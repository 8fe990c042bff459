"""Read the leaderboard of a season: the people of a server by season points, for everybody and for the person who asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from db.rows import SeasonRow
from db.seasons import Board, Standing
from db.store import Store
from host.deadlines import DAY
from host.refusal import Refused
from host.settings import may_be_named, read_shown_choices
from host.summary import visible_person
from rules.text import say
from standings.places import shared_places
from standings.ratings import HIDDEN_AFTER_DAYS

PAGE_LINES = 10
ALL_TIMES = 0.0  # of a season that has ended: its final table keeps everybody


class SeasonLine(NamedTuple):
    """A person's line. ``name`` is empty for people who do not show it; equal people share a ``place``."""

    place: int
    person: int
    name: str
    half_points: int
    games: int
    wins: int


class SeasonPage(NamedTuple):
    """A page of a season's leaderboard, the number of all its lines, and the line of the person who asks."""

    season: SeasonRow
    page: int
    lines: tuple[SeasonLine, ...]
    total: int
    own: SeasonLine | None = None


async def read_season(store: Store, guild: int, number: int | None = None) -> SeasonRow:
    """Return a season of a server; by default the running one.

    :raises Refused: when there is no such season.
    """
    newest = next(iter(await store.seasons.of_guild(guild, 1)), SeasonRow(guild, 1))
    if number is None or number == newest.number:
        return newest
    found = await store.seasons.get(guild, number) if 0 < number < newest.number else None  # any number may be typed
    if found is None:
        raise Refused(
            say("There is no season {number} on this server. The newest one is {newest}.", number=number, newest=newest.number)
        )
    return found


async def read_page(store: Store, season: SeasonRow, game: str, now: float, page: int = 0, *, asker: int = 0) -> SeasonPage:
    """Return a page of a season's leaderboard, best first; the last page if there are fewer.

    :param game: its key; `db.seasons.ALL_GAMES` for all together.
    :param now: seconds since 1970.
    :param asker: the person who asks, and gets their own line, too.
    """
    seen = now - HIDDEN_AFTER_DAYS * DAY if season.ended is None else ALL_TIMES
    board = Board(season.guild, season.number, game, seen)
    own = await store.seasons.of_person(board, asker) if asker else None
    total, better = await store.seasons.count(board, own)
    page = min(page, last_page(total))
    first = page * PAGE_LINES
    lines = await _lines(store, board, await store.seasons.page(board, PAGE_LINES, first, total), first)
    return SeasonPage(season, page, lines, total, own and SeasonLine(1 + better, asker, "", *own[1:]))


def last_page(total: int) -> int:
    """Return the number of the last page, counted from 0, of a leaderboard with this number of lines."""
    return max(0, -(-total // PAGE_LINES) - 1)


async def _lines(store: Store, board: Board, standings: Sequence[Standing], first: int) -> tuple[SeasonLine, ...]:
    """Return the lines of people who follow each other on a leaderboard."""
    names = await _names(store, [one.person for one in standings])
    equal_before = await store.seasons.count_equal_before(board, standings[0]) if first and standings else 0
    places = shared_places([one[1:] for one in standings], first, first + 1 - equal_before)
    return tuple(
        SeasonLine(place, one.person, names.get(one.person, ""), *one[1:]) for place, one in zip(places, standings, strict=True)
    )


async def _names(store: Store, people: Sequence[int]) -> dict[int, str]:
    """Return the names of those people whom a leaderboard by points names, by person."""
    chosen = await read_shown_choices(store, people)
    names = await store.people.names([person for person in people if may_be_named(chosen[person], rated=False)])
    return {person: visible_person(name) for person, name in names.items()}
