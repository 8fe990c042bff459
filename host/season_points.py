"""Season points of a game: which games count, and what each adds to the totals of its people."""

from __future__ import annotations

from collections.abc import Sequence

from db.personal import is_former
from db.rows import FinishRow, ResultRow
from standings.seasons import POINTS_BY_SEATS, season_points

RANKED_ENDINGS = ("", "alone")  # of games with places: by the rules, or all others left; the others are agreed, idle and managed


def finishes_of(results: Sequence[ResultRow]) -> tuple[FinishRow, ...]:
    """Return what a game adds to the season of its people; nothing if it does not count.

    Only people are ranked, so that computers neither give nor take points. People who did not play to the end get none. Erased
    people keep their place, and get no line.

    :param results: those of all seats.
    """
    people = [row for row in results if not row.level]
    if len(people) not in POINTS_BY_SEATS or people[0].reason not in RANKED_ENDINGS:
        return ()
    places = [1 + sum(other.place < row.place for other in people) for row in people]
    shares = [int(2 * points) for points in season_points(places)]
    return tuple(
        FinishRow(row.person, share if row.finished else 0, int(bool(row.finished) and place == 1))
        for row, place, share in zip(people, places, shares, strict=True)
        if not is_former(row.person)
    )
