"""Ratings follow results: winners rise, uncertainty falls, and equal games give equal numbers."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from standings.ratings import SHOWN_AFTER_GAMES, SHOWN_START, Rating, rate


def test_a_win_moves_both_ratings_by_the_same() -> None:
    winner, loser = rate([Rating(), Rating()], [1, 2])
    assert winner.shown - SHOWN_START == SHOWN_START - loser.shown > 0
    assert winner.games == loser.games == 1
    assert winner.sigma == loser.sigma < Rating().sigma


def test_the_order_of_the_seats_does_not_matter() -> None:
    before = [Rating(20, 5), Rating(25, 3), Rating(31, 8)]
    expected = dict(zip(before, rate(before, [1, 2, 2]), strict=True))
    places = dict(zip(before, [1, 2, 2], strict=True))
    for order in permutations(before):
        for one, after in zip(order, rate(order, [places[one] for one in order]), strict=True):
            assert after == pytest.approx(expected[one])


def test_only_the_order_of_places_counts() -> None:
    before = [Rating(), Rating(), Rating()]
    assert rate(before, [1, 2, 3]) == rate(before, [1, 5, 9])


def test_a_tie_between_equals_changes_no_rating() -> None:
    for after in rate([Rating(), Rating()], [1, 1]):
        assert after.mu == pytest.approx(Rating().mu)


def test_better_players_end_up_above_others() -> None:
    random, skills = Random(3), [0.0, 1.0, 2.0, 3.0]
    ratings = [Rating()] * 4
    for _ in range(200):
        scores = [skill + random.gauss(0, 1.5) for skill in skills]
        order = sorted(scores, reverse=True)
        ratings = rate(ratings, [1 + order.index(score) for score in scores])
    assert ratings == sorted(ratings)
    assert all(one.is_settled for one in ratings)
    assert not Rating(games=SHOWN_AFTER_GAMES - 1).is_settled


def test_one_person_has_no_rating_game() -> None:
    with pytest.raises(ValueError, match="1 ratings"):
        rate([Rating()], [1])
