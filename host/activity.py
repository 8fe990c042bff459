"""Count what happens on a server by week: games, turns, people, and the median time of a turn.

A week begins on Monday, 0:00 UTC. The counts of a week that is over are kept, so that only the present one is counted again.
They name nobody. A turn counts for the week in which it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import groupby
from statistics import median

from db.activity import TABLES_AT_ONCE, MadeMove, WeekRow
from db.personal import is_former
from db.store import Store
from host.codec import decode, encode
from host.deadlines import HOUR
from host.profile import SAMPLE_PEOPLE
from host.results import ends_of_turns

WEEKS = 26  # counted: half a year
WEEK = 7 * 24 * 3600  # seconds
FIRST_MONDAY = 4 * 24 * 3600  # 5 January 1970, in seconds since 1970
SETTLED = HOUR  # after the end of a week, until its last changes are surely stored


def week_of(at: float) -> int:
    """Return the Monday, 0:00 UTC, of the week that a moment belongs to; both in seconds since 1970."""
    return int((at - FIRST_MONDAY) // WEEK * WEEK + FIRST_MONDAY)


def monday_of(week: WeekRow) -> date:
    """Return the first day of a week."""
    return datetime.fromtimestamp(week.week, UTC).date()


def games_of(week: WeekRow) -> dict[str, int]:
    """Return how many games of each kind began in a week, by their keys."""
    return decode(week.games, dict[str, int])


async def read_weeks(store: Store, guild: int, now: float) -> list[WeekRow]:
    """Return the last `WEEKS` weeks on a server with the present one, oldest first, from the first with a game on.

    It is empty if there was none. Weeks that were never counted are counted newest first, some tables at a time.

    :param now: seconds since 1970.
    """
    present = week_of(now)
    wanted = range(present, present - WEEKS * WEEK, -WEEK)
    found = {row.week: row for row in await store.activity.weeks(guild, wanted[-1])}
    for week in wanted:
        if week not in found:
            found[week] = await _count(store, guild, week)
            if week + WEEK + SETTLED <= now:
                await store.activity.add(found[week])
    oldest_first = [found[week] for week in reversed(wanted)]
    begun = next((place for place, row in enumerate(oldest_first) if row.started or row.people), WEEKS)
    return oldest_first[begun:]


async def _count(store: Store, guild: int, week: int) -> WeekRow:
    """Count a week by the moves and results of the tables that were played in it."""
    tables = await store.activity.played(guild, week, week + WEEK)
    people, thinkers, times = set[int](), set[int](), list[float]()
    for first in range(0, len(tables), TABLES_AT_ONCE):
        page = tables[first : first + TABLES_AT_ONCE]
        moves, participants = await store.activity.of_tables([table.id for table in page])
        ended = {table.id for table in page if _within(table.ended, week)}
        people |= {each.person for each in participants if each.table in ended}
        people |= {move.person for move in moves if _within(move.made, week)}
        turns = [turn for turn in _turns(moves) if _within(turn.made, week)]
        thinkers |= {turn.person for turn in turns}
        times += [turn.made - turn.began for turn in turns]
    started = Counter(table.game for table in tables if _within(table.started, week))
    return WeekRow(
        guild,
        week,
        started.total(),
        sum(_within(table.ended, week) for table in tables),
        len(times),
        _count_people(people),
        median(times) if _count_people(thinkers) >= SAMPLE_PEOPLE else None,  # of fewer it would tell how single people play
        encode(dict(started)),
    )


def _count_people(found: Iterable[int]) -> int:
    """Return the number of people without erased ones, who have another id at each table."""
    return sum(not is_former(person) for person in found)


def _within(at: float | None, week: int) -> bool:
    return at is not None and week <= at < week + WEEK


def _turns(moves: Iterable[MadeMove]) -> Iterator[MadeMove]:
    """Yield the last move of each turn.

    :param moves: of several tables, oldest first for each.
    """
    by_player = sorted(moves, key=_player)  # stable: each player's stay in order
    for _, own in groupby(by_player, _player):
        yield from ends_of_turns(own)


def _player(move: MadeMove) -> tuple[int, int, int]:
    return move.table, move.seat, move.person
