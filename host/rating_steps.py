"""Rate the people of a rated game when it ends: who is rated, in which order they finished, and their ratings after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from db.personal import is_former
from db.ratings import RatingRow
from db.rows import RatingStepRow, ResultRow, SeatRow
from db.store import Store
from host.season_points import RANKED_ENDINGS
from host.summary import TableSummary
from rules.game import Seat
from standings.ratings import Rating, rate

# Reasons that are stored in ``results.unrated_because``. An ending other than "alone" is a reason, too.
COMPUTERS = "computers"  # a computer played
REPLACED = "replaced"  # this person took over the seat
ERASED = "erased"  # the data of this person was deleted before the end
TOO_FEW = "too-few"  # fewer than two people could be rated


class Participant(NamedTuple):
    """A person whom a game rates: the one who had the seat first. A lower ``rank`` is better; equal ones are a tie."""

    seat: Seat
    person: int
    rank: int


async def rate_results(
    store: Store, at: TableSummary, results: Sequence[ResultRow]
) -> tuple[tuple[ResultRow, ...], tuple[RatingStepRow, ...]]:
    """Return the results of an ended game marked as rated, or why they are not, and the steps of the ratings.

    Results of a game that was not played for ratings stay as they are.
    """
    if not at.row.rated:
        return tuple(results), ()
    players = participants(results, {seat.seat: seat.predecessor for seat in at.seats})
    because = _why_unrated(at, players)
    if because:
        return tuple(row._replace(unrated_because=because) for row in results), ()
    rated = {(one.seat, one.person) for one in players}
    marked = tuple(
        row._replace(rated=1)
        if (row.seat, row.person) in rated
        else row._replace(unrated_because=_why_no_part(at.seats[row.seat]))
        for row in results
    )
    known = await store.ratings.of(at.row.guild, at.row.game, [one.person for one in players])
    before = [rating_of_row(known[one.person]) if one.person in known else Rating() for one in players]
    return marked, make_steps(results[0], players, before)


def changes_ratings(ending: str, seats: Iterable[SeatRow]) -> bool:
    """Return whether a rated game that ends this way is rated: an idle one only if somebody has left it, and somebody stayed."""
    played = {seat.is_person for seat in seats}
    return ending in RANKED_ENDINGS or (ending == "idle" and played == {True, False})


def _why_unrated(at: TableSummary, players: Sequence[Participant]) -> str:
    if any(seat.level for seat in at.seats):
        return COMPUTERS
    if not changes_ratings(at.row.ending, at.seats):
        return at.row.ending
    return TOO_FEW if len(players) < 2 else ""


def _why_no_part(seat: SeatRow) -> str:
    return REPLACED if seat.predecessor not in (0, seat.person) else ERASED


def participants(results: Iterable[ResultRow], predecessors: Mapping[Seat, int]) -> list[Participant]:
    """Return the people whom a game rates. People who resigned, lost their seat or were replaced come last together.

    :param predecessors: the person who had each seat first; 0 or nothing for the one who still had it at the end.
    """
    found: list[Participant] = []
    for row in results:
        first = predecessors.get(row.seat, 0) or row.person
        if is_former(first):
            continue
        stayed = first == row.person and bool(row.finished)
        found.append(Participant(row.seat, first, rank_of(row.place, row.seats, stayed=stayed)))
    return found


def rank_of(place: int, seats: int, *, stayed: bool) -> int:
    """Return the rank of a person in the game that rates them. Those who did not stay to the end share the last one."""
    return place if stayed else seats + 1


def make_steps(game: ResultRow, players: Sequence[Participant], before: Sequence[Rating]) -> tuple[RatingStepRow, ...]:
    """Return the steps of the ratings of a game's people.

    :param game: the result of any of its seats.
    """
    after = rate(before, [one.rank for one in players])
    return tuple(
        RatingStepRow(
            table=game.table,
            seat=one.seat,
            person=one.person,
            guild=game.guild,
            game=game.game,
            ended=game.ended,
            mu_before=old.mu,
            sigma_before=old.sigma,
            mu=new.mu,
            sigma=new.sigma,
            games=new.games,
        )
        for one, old, new in zip(players, before, after, strict=True)
    )


def rating_of_row(row: RatingRow | RatingStepRow) -> Rating:
    """Return a stored rating, or the one after a step."""
    return Rating(row.mu, row.sigma, row.games)
