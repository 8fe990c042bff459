"""Places on a leaderboard: equal people share a place, and the next place is left out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def shared_places(ranks: Sequence[Hashable], first: int, first_place: int) -> list[int]:
    """Return the places of people who follow each other on a leaderboard, best first.

    :param ranks: of each of them; those with the same one are equal.
    :param first: how many stand above them.
    :param first_place: of the first of them, who may share it with people above.
    """
    places: list[int] = []
    for number, rank in enumerate(ranks):
        if number == 0:
            places.append(first_place)
        elif rank == ranks[number - 1]:
            places.append(places[-1])
        else:
            places.append(first + number + 1)
    return places
