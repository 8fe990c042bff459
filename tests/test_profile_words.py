"""Profiles in words and pictures."""

from __future__ import annotations

import pytest

from cogs.person.profile import HEAD_OF, SEEN
from cogs.person.profile_picture import (
    MAX_POINTS,
    Choice,
    Subject,
    choices_of,
    kinds_plot,
    picture_alt,
    picture_menu,
    place_plot,
    rating_plot,
)
from cogs.person.profile_words import MAX_GROUPS, rating_lines, streak_line, tally_lines, time_line, together_line
from cogs.shell.languages import catalogues
from cogs.shell.message import MESSAGE_CHARACTERS
from cogs.shell.reader import Reader
from host.deadlines import HOUR, MINUTE
from host.profile import Encounters, Group, Streaks, Tally, tallies_of
from host.ratings import RatingMoment
from render.plots import BarPlot, LinePlot
from rules import GAMES
from rules.text import Text, say, verbatim
from standings.ratings import SHOWN_AFTER_GAMES, Rating
from tests.test_profile import game
from trials.local_bot import known_languages

TWO = Group("djinns", 2)
SETTLED = Rating(26.0, 2.0, SHOWN_AFTER_GAMES)
reader = Reader()


def in_language(language: str) -> Reader:
    return Reader(locale=language, translate=known_languages().translate(language))


def told(texts: list[Text]) -> list[str]:
    return [reader.bare(text) for text in texts]


def test_shared_wins_and_missing_points_are_told() -> None:
    won = Tally(TWO, 12, 5, 1, 1.75, None, None)
    assert told(tally_lines([won])) == ["**Djinns of the Lake · 2 players**\n12 games · 5 wins (shared: 1) · mean place 1.8"]
    practice = Tally(Group("djinns", 0), 1, 1, 0, None, 21.25, 30)
    assert told(tally_lines([practice])) == [
        "**Djinns of the Lake · with computer players**\n1 game · 1 win\npoints: mean 21.2, best 30"
    ]


def test_list_of_very_many_groups_says_that_it_is_cut() -> None:
    lines = tally_lines([Tally(Group("djinns", seats), 1, 0, 0, 2, None, None) for seats in range(2, 20)])
    assert len(lines) == MAX_GROUPS + 1
    assert "not listed" in str(lines[-1])


def test_one_win_is_no_streak() -> None:
    assert streak_line(Streaks(1, 1)) is None
    assert str(streak_line(Streaks(0, 2))) == "**Wins in a row** now 0, longest 2"


def test_quick_turns_take_up_to_a_minute() -> None:
    assert time_line(None) is None
    line = time_line(0.2)
    assert line is not None
    assert "less than 1 min." in reader.bare(line)


def test_games_with_another_are_summed_up() -> None:
    assert together_line([], "Ben") is None
    two, three = Encounters(TWO, 4, 1, 2), Encounters(Group("djinns", 3), 1, 1, 0)
    assert str(together_line([two, three], "Ben")) == "**With you** 5 games · better place: you 2, Ben 2 · same place 1"
    shown = told(tally_lines([Tally(TWO, 12, 0, 0, 2, None, None)], [two, three], "Ben"))
    assert [line.splitlines()[-1] for line in shown] == ["-# with you: 4 games · better place: you 1, Ben 2 · same place 1"]


def test_rating_is_told_after_enough_games() -> None:
    ratings = {"djinns": SETTLED, "ishtar": Rating(games=SHOWN_AFTER_GAMES - 1), "chess": SETTLED}
    assert told(rating_lines(ratings, own=True)) == [
        "**Rating** 1540 ± 80 · Djinns of the Lake",
        "**Rating** after 1 more rated game · Ishtar: Gardens of Babylon",
    ]
    assert len(rating_lines(ratings, own=False)) == 1


def test_pictures_are_offered_where_there_is_something_to_see() -> None:
    games = [game(1), game(2, reason="alone"), game(1, computers=1), game(1, seats=3, reason="managed")]
    groups = [tally.group for tally in tallies_of(games)]
    subject = Subject(1, say("you"), 5, games, {"djinns": SETTLED})
    found = choices_of(subject, groups)
    assert [choice.key for choice in found] == ["rating-djinns-0", "places-djinns-2", "kinds-djinns-2", "kinds-djinns-0"]
    assert next(choice.key for choice in choices_of(subject._replace(ratings={}), groups)) == "places-djinns-2"
    assert picture_menu(found[:1], found[0], 1) is None
    assert choices_of(subject._replace(games=[game(1)], ratings={}), [Group("djinns", 3)]) == []


def test_only_the_newest_places_are_shown_with_their_numbers() -> None:
    shown = place_plot(Choice("places", TWO), [2, *[1] * MAX_POINTS], reader)
    assert isinstance(shown.plot, LinePlot)
    (series,) = shown.plot.lines[0].series
    assert series.points[0] == (2, 1)
    assert len(series.points) == MAX_POINTS
    assert reader.bare(shown.words).startswith("Places in the newest games: 1, 1, 1")


def test_rating_has_its_uncertainty() -> None:
    shown = rating_plot(Choice("rating", TWO), [RatingMoment(1, 1.0, SETTLED)], reader)
    assert isinstance(shown.plot, LinePlot)
    assert shown.plot.lines[0].series[0].spread == (80,)
    assert reader.bare(shown.words) == "Rating after each game: 1540. The newest is the last."


def test_points_by_kind_stand_beside_the_mean_of_the_server() -> None:
    domes, towers = verbatim("domes"), verbatim("towers")
    alone = kinds_plot(Choice("kinds", TWO), say("you"), {domes: 3.5}, {}, reader)
    assert reader.bare(alone.words) == "Mean points: domes 3.5."
    shown = kinds_plot(Choice("kinds", TWO), say("you"), {domes: 3.5, towers: 1}, {domes: 2}, reader)
    assert reader.bare(shown.words) == "Mean points: domes 3.5 (server 2.0), towers 1.0 (server 0.0)."
    assert isinstance(shown.plot, BarPlot)
    assert [bars.values for bars in shown.plot.bars] == [(3.5, 1), (2, None)]


@pytest.mark.parametrize("language", ["en", *catalogues()])
def test_longest_profile_fits_a_message(language: str) -> None:
    writer, name = in_language(language), "*" * 32
    groups = [Group(key, seats) for key in GAMES for seats in range(5)]
    lines = [
        say(HEAD_OF, name=name),
        SEEN,
        together_line([Encounters(groups[0], 12_345, 5000, 4000)], name),
        *tally_lines(
            [Tally(group, 12_345, 9999, 8888, 12.34, 123.4, 234) for group in groups],
            [Encounters(group, 1234, 500, 400) for group in groups],
            name,
        ),
        *rating_lines(dict.fromkeys(GAMES, SETTLED), own=False),
        streak_line(Streaks(123, 456)),
        rating_plot(Choice("rating", TWO), [RatingMoment(1, 1.0, SETTLED)] * MAX_POINTS, writer).words,
    ]
    assert sum(len(writer.markdown(line)) for line in lines if line is not None) < MESSAGE_CHARACTERS - 200


@pytest.mark.parametrize(
    ("language", "alt"), [("en", "Rating · Ishtar: + 1"), ("fr", "Cote · Ishtar\u00a0: + 1"), ("de", "Wertung · Ishtar: + 1")]
)
def test_alternative_text_has_the_colon_of_the_language(language: str, alt: str) -> None:
    text = picture_alt(say("Rating · {game}", game=verbatim("Ishtar")), verbatim("+ 1"))
    assert in_language(language).bare(text) == alt


@pytest.mark.parametrize("language", ["en", *catalogues()])
@pytest.mark.parametrize("seconds", [30, 90 * MINUTE, 30 * HOUR])
def test_abbreviated_time_is_not_followed_by_a_second_dot(language: str, seconds: float) -> None:
    line = time_line(seconds)
    assert line is not None
    assert ".." not in in_language(language).bare(line)


@pytest.mark.parametrize(
    ("language", "streak", "points"),
    [
        ("en", "**Wins in a row** now 0, longest 2", "points: mean 49.0, best 73"),
        ("fr", "**Victoires d’affilée** 0 en ce moment, 2 au mieux", "points\u00a0: moyenne 49,0, record 73"),
        ("de", "**Siege in Folge** gerade 0, längste Serie 2", "Punkte: im Mittel 49,0, bestes Ergebnis 73"),
    ],
)
def test_best_of_a_profile_is_called_best_not_at_most(language: str, streak: str, points: str) -> None:
    line = streak_line(Streaks(0, 2))
    assert line is not None
    assert in_language(language).bare(line) == streak
    assert in_language(language).bare(tally_lines([Tally(TWO, 2, 1, 0, 1.5, 49.0, 73)])[0]).splitlines()[-1] == points
