"""Compute all ratings anew from the stored results, and compare them with the stored ones.

An erased person has another id at each table, so nothing tells which of these are the same person. Their part is taken from the
step that is stored for their seat: it holds the rating with which they came, and names nobody. So the others get the same ratings
as before.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import groupby
from math import isclose
from typing import NamedTuple

from db.personal import is_former
from db.ratings import RatedSeat, RatingRow
from db.rows import RatingStepRow
from db.store import Store
from host.rating_steps import rank_of
from standings.ratings import Rating, rate

SEATS_AT_ONCE = 40_000  # read and stored in one go; fewer take longer, as each transaction writes much of the indexes
EARLIEST = float("-inf")
BEGINNER = Rating()


class ComparedRatings(NamedTuple):
    """The ratings of a server and game: how many rated games and people there are, and how many steps and people differ."""

    guild: int
    game: str
    games: int
    people: int
    differing_steps: int
    differing_people: int


async def compare_ratings(store: Store, *, rebuild: bool = False) -> AsyncIterator[ComparedRatings]:
    """Compute the ratings of each server and game in the order in which games ended, and compare them with the stored ones.

    Yield those with rated games, or with stored ratings.

    :param rebuild: store the computed ratings in place of different ones.
    """
    guild, game = 0, ""
    while group := await store.ratings.group_after(guild, game):
        guild, game = group
        found = await _compare(store, guild, game, rebuild=rebuild)
        if found.games or found.differing_people:
            yield found


async def _compare(store: Store, guild: int, game: str, *, rebuild: bool) -> ComparedRatings:
    ratings, seen = dict[int, Rating](), dict[int, float]()
    games, differing, last = 0, 0, (EARLIEST, 0)
    while seats := await store.ratings.rated_seats(guild, game, *last, SEATS_AT_ONCE):
        changed: list[RatingStepRow] = []
        for played in _complete_games(seats):
            steps = _rate_game(guild, game, played, ratings)
            changed += [step for step, seat in steps if _differs(step, seat)]
            games += bool(steps)
            seen |= dict.fromkeys((step.person for step, _ in steps), played[0].ended)
            last = (played[0].ended, played[0].table)
        differing += len(changed)
        if rebuild and changed:
            await store.ratings.put_steps(changed)
    people = await _compare_people(
        store, guild, game, {who: RatingRow(guild, game, who, *one, seen[who]) for who, one in ratings.items()}, rebuild=rebuild
    )
    return ComparedRatings(guild, game, games, len(ratings), differing, people)


def _complete_games(seats: Sequence[RatedSeat]) -> Iterator[list[RatedSeat]]:
    """Yield the seats of each game. The last game of a full page may go on with the next page, so it is left for that."""
    games = [list(played) for _, played in groupby(seats, key=lambda seat: seat.table)]
    yield from games if len(seats) < SEATS_AT_ONCE else games[:-1]


def _rate_game(
    guild: int, game: str, played: Sequence[RatedSeat], ratings: dict[int, Rating]
) -> list[tuple[RatingStepRow, RatedSeat]]:
    """Rate the people of one game, and return the step of each; put the new ratings into ``ratings``."""
    part = [seat for seat in played if not is_former(seat.person) or seat.games is not None]
    if len(part) < 2:
        return []
    before = [_rating_before(seat, ratings) for seat in part]
    after = rate(before, [rank_of(seat.place, seat.seats, stayed=bool(seat.stayed)) for seat in part])
    ratings.update((seat.person, new) for seat, new in zip(part, after, strict=True) if not is_former(seat.person))
    return [
        (RatingStepRow(seat.table, seat.seat, seat.person, guild, game, seat.ended, old.mu, old.sigma, *new), seat)
        for seat, old, new in zip(part, before, after, strict=True)
    ]


def _rating_before(seat: RatedSeat, ratings: dict[int, Rating]) -> Rating:
    if is_former(seat.person) and seat.games is not None:
        return Rating(seat.mu_before, seat.sigma_before, seat.games - 1)
    return ratings.get(seat.person, BEGINNER)


def _differs(step: RatingStepRow, seat: RatedSeat) -> bool:
    return (step.games, step.person) != (seat.games, seat.stepped) or not (
        isclose(step.mu, seat.mu) and isclose(step.sigma, seat.sigma) and isclose(step.mu_before, seat.mu_before)
    )


async def _compare_people(store: Store, guild: int, game: str, found: dict[int, RatingRow], *, rebuild: bool) -> int:
    """Compare the ratings of people after all games with the stored ones; return how many differ."""
    gone, same, last = list[RatingRow](), set[int](), -1
    while stored := await store.ratings.of_game(guild, game, last, SEATS_AT_ONCE):
        for row in stored:
            if row.person not in found:
                gone.append(row)
            elif _is_same(found[row.person], row):
                same.add(row.person)
        last = stored[-1].person
    changed = [row for person, row in found.items() if person not in same]
    if rebuild and (changed or gone):
        await store.ratings.put(changed, gone)
    return len(changed) + len(gone)


def _is_same(one: RatingRow, other: RatingRow) -> bool:
    return one.games == other.games and isclose(one.mu, other.mu) and isclose(one.sigma, other.sigma)
