"""The poster of every game is readable on a phone and small enough to share."""

from __future__ import annotations

import io
from functools import cache
from random import Random

import pytest
from PIL import Image

import render
from render.poster import WIDE, Line, Poster, drawn
from render.writing import TextRun, recorded_texts
from rules import GAMES
from rules.game import play_at_random
from rules.text import say, verbatim, who
from tests.render.approvals import unless_approved

NAMES = ("Wolfeschlegelsteinhausenbergerdo", "⚙ Acanthus", "משה", "Zoë")
NOTES = (None, None, say("stand-in"), None)
LARGEST = 250_000  # bytes
EVERY = [(key, seats) for key in GAMES if (render.FOLDER / key).is_dir() for seats in GAMES[key].seats]
BEST = "Best turn: Gül +12 · yellow 3, yellow 1 from 9: a dream tower on 14"


@cache
def poster(key: str, seats: int) -> Poster:
    """Return the poster of a game of random moves."""
    game = GAMES[key]
    *_, last = play_at_random(game, game.setup(seats, frozenset()), Random(5))
    scores = game.scores(last.step.state)
    kinds = [score.kinds or score.parts for score in scores]
    return Poster(
        render.Sketch(key, game.view(last.step.state, None), render.Teller(NAMES[:seats])),
        game.title,
        say("table {table}", table=1234567),
        True,
        tuple(kind for kind, _ in kinds[0]),
        tuple(
            Line(seat + 1, seat, who(seat), NOTES[seat], tuple(points for _, points in kinds[seat]), scores[seat].points)
            for seat in range(seats)
        ),
        verbatim("47 turns · 12 days"),
        verbatim(BEST),
    )


@cache
def made(key: str, seats: int) -> tuple[bytes, tuple[TextRun, ...]]:
    """Return the file, and the texts on it outside the board and the medals."""
    with recorded_texts() as text_runs:
        png = drawn(poster(key, seats))
    size = Image.open(io.BytesIO(png)).size
    return png, tuple(text_run for text_run in text_runs if text_run.ground == size)


@pytest.mark.parametrize(("key", "seats"), EVERY)
@unless_approved(poster)
def test_poster_is_small_and_between_square_and_four_to_five(key: str, seats: int) -> None:
    png, _ = made(key, seats)
    assert len(png) <= LARGEST
    picture = Image.open(io.BytesIO(png))
    assert picture.width == WIDE
    assert 0.8 <= picture.width / picture.height <= 1


@pytest.mark.parametrize(("key", "seats"), EVERY)
@unless_approved(poster)
def test_poster_is_readable_on_a_phone(key: str, seats: int) -> None:
    _, text_runs = made(key, seats)
    assert min(text_run.size for text_run in text_runs) * 340 / WIDE >= 9
    told = {text_run.text for text_run in text_runs}
    written = {*poster(key, seats).kinds, GAMES[key].title}
    assert {*map(str, written), "table 1234567", "47 turns · 12 days"} <= told
    assert BEST.split()[0] in " ".join(told)


@pytest.mark.parametrize(("key", "seats"), EVERY)
@unless_approved(poster)
def test_names_are_whole_and_of_one_size(key: str, seats: int) -> None:
    _, text_runs = made(key, seats)
    teller = poster(key, seats).board.teller
    sizes = [text_run.size for seat in range(seats) for text_run in text_runs if text_run.text == teller.name(seat)]
    assert len(sizes) == seats
    assert len(set(sizes)) == 1


@pytest.mark.parametrize(("key", "seats"), EVERY)
def test_kinds_of_points_are_equal_for_all_and_add_up(key: str, seats: int) -> None:
    game = GAMES[key]
    for move in play_at_random(game, game.setup(seats, frozenset()), Random(5)):
        scores = game.scores(move.step.state)
        kinds = [score.kinds or score.parts for score in scores]
        assert len({tuple(kind for kind, _ in each) for each in kinds}) == 1
        assert [sum(points for _, points in each) for each in kinds] == [score.points for score in scores]
    assert len(kinds[0]) <= 4
