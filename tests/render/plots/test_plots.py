"""Plots look as approved, can be read on a phone, and take any words and numbers."""

from __future__ import annotations

import io
from functools import cache, partial
from itertools import combinations
from math import inf, nan
from pathlib import Path

import pytest
from PIL import Image

from render.layout import font_sizes
from render.palette import LIGHT, THEMES, Theme
from render.plots import Axis, BarPlot, Bars, LinePlot, Lines, Look, Series, drawn, paint_plot
from render.plots.inks import SERIES_INKS, plot_colours
from render.plots.ticks import number, scale
from render.writing import TextRun, Words, literal, recorded_texts
from tests.render.approved import drawing_looks_as_approved
from tests.render.colour_vision import SIGHTS, contrast, difference, lab
from tests.render.plots.examples import PLOTS, by_week, ratings
from tests.render.test_colours import FAR, SEEN, off
from tests.render.test_contrast import APART, SIGN

GOLDEN = Path(__file__).parent / "golden"
LARGEST = 150_000  # bytes
WIDE = 1080
every_plot = pytest.mark.parametrize("name", PLOTS)


@cache
def texts(name: str) -> tuple[TextRun, ...]:
    with recorded_texts() as text_runs:
        paint_plot(PLOTS[name])
    return tuple(text_runs)


@every_plot
def test_looks_as_approved(name: str) -> None:
    drawing_looks_as_approved(partial(drawn, PLOTS[name]), GOLDEN / f"{name}.png", "plots")


def test_no_golden_plot_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PLOTS)


@every_plot
def test_file_is_small(name: str) -> None:
    png = drawn(PLOTS[name])
    assert len(png) <= LARGEST
    assert Image.open(io.BytesIO(png)).width == WIDE


def test_years_of_weeks_and_thousands_of_games_are_small() -> None:
    assert len(drawn(by_week(Look(), 520))) <= LARGEST
    assert len(drawn(ratings(Look(), 5000))) <= LARGEST


@every_plot
def test_texts_are_large_enough_and_inside(name: str) -> None:
    for text_run in texts(name):
        left, top, wide, high = text_run.box
        assert text_run.size >= font_sizes(WIDE).tiny
        assert 0 <= left <= left + wide <= text_run.ground[0], text_run
        assert 0 <= top <= top + high <= text_run.ground[1], text_run


@every_plot
def test_texts_do_not_overlap(name: str) -> None:
    for one, other in combinations([text_run for text_run in texts(name) if text_run.text], 2):
        (left, above, wide, high), (x, y, w, h) = one.box, other.box
        apart = min(left + wide, x + w) <= max(left, x) or min(above + high, y + h) <= max(above, y)
        assert apart, f"“{one.text}” and “{other.text}”"


@every_plot
def test_few_colours_fit(name: str) -> None:
    """The palette of plots is computed, not learned: no pixel may be off visibly."""
    picture = paint_plot(PLOTS[name]).convert("RGB")
    far = sum(off(picture, plot_colours(PLOTS[name].look.theme))[FAR:])
    assert far <= SEEN * picture.width * picture.height


def test_title_and_names_are_written() -> None:
    told = {text_run.text for text_run in texts("week")}
    assert {"Games on this server by week", "Turns", "Tables", "People", "1,500"} <= told


def test_last_tick_is_always_written() -> None:
    plot = by_week(Look())
    assert plot.ticks[-1].word in {text_run.text for text_run in texts("week")}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_background_is_that_of_the_theme(theme: Theme) -> None:
    assert paint_plot(by_week(Look(theme))).getpixel((2, 2)) == theme.ground


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_lines_stand_out_and_differ_for_every_sight(theme: Theme) -> None:
    inks = SERIES_INKS[theme.name]
    assert all(contrast(ink, theme.sheet) >= SIGN for ink in inks)
    for sight in SIGHTS:
        assert all(difference(lab(one, sight), lab(other, sight)) >= APART for one, other in combinations(inks, 2))


@pytest.mark.parametrize(
    ("low", "high", "axis", "expected"),
    [
        (0, 0, Axis(), (0, 1)),
        (3, 3, Axis(), (0, 1, 2, 3)),
        (7, 1430, Axis(), (0, 500, 1000, 1500)),
        (1, 4, Axis(from_zero=False), (1, 2, 3, 4)),
        (1480, 1530, Axis(from_zero=False), (1480, 1490, 1500, 1510, 1520, 1530)),
        (-4.5, 34.6, Axis(whole=False), (-10, 0, 10, 20, 30, 40)),
        (0, 0.9, Axis(whole=False), (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        (-3, -3, Axis(from_zero=False), (-3, -2, -1, 0)),
    ],
)
def test_axis_has_few_round_numbers(low: float, high: float, axis: Axis, expected: tuple[float, ...]) -> None:
    assert scale(low, high, axis, 5).numbers == pytest.approx(expected)


@pytest.mark.parametrize(
    ("value", "places", "look", "expected"),
    [
        (1234567, 0, Look(), "1,234,567"),
        (1234.5, 1, Look(LIGHT, ",", "."), "1.234,5"),
        (-0.04, 1, Look(), "0.0"),
        (-2.5, 1, Look(), "−2.5"),
    ],
)
def test_number_is_written_as_in_the_language(value: float, places: int, look: Look, expected: str) -> None:
    assert number(value, places, look) == expected


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_only_finite_numbers_are_shown(value: float) -> None:
    for make in (lambda: Series(literal(""), ((1, value),)), lambda: Bars(literal(""), (value,))):
        with pytest.raises(ValueError, match="finite"):
            make()


def test_plots_that_cannot_be_drawn_are_refused() -> None:
    many = tuple(Series(literal(""), ()) for _ in range(5))
    with pytest.raises(ValueError, match="too many"):
        Lines(many)
    with pytest.raises(ValueError, match="too many"):
        BarPlot(literal(""), (literal("a"),) * 33, (Bars(literal(""), (1.0,) * 33),))
    with pytest.raises(ValueError, match="values"):
        BarPlot(literal(""), (literal("a"),), (Bars(literal(""), ()),))
    with pytest.raises(ValueError, match="spread"):
        Series(literal(""), ((1, 1.0),), (1.0, 2.0))


def test_break_in_a_line_stays_empty() -> None:
    """A week without a value must not look like one."""
    whole, broken = (
        paint_plot(LinePlot(Words(""), (Lines((Series(literal(""), ((0, 5.0), (1, middle), (2, 5.0))),)),)))
        for middle in (5.0, None)
    )
    inks = [
        {ink for _, ink in picture.convert("RGB").crop((400, 100, 700, 560)).getcolors(1 << 20) or ()}
        for picture in (whole, broken)
    ]
    assert [SERIES_INKS["light"][0] in each for each in inks] == [True, False]


def test_axis_reaches_the_values_that_it_encloses() -> None:
    with recorded_texts() as text_runs:
        places = Series(literal(""), ((1, 1.0), (2, 1.0)))
        paint_plot(LinePlot(literal(""), (Lines((places,), Axis(from_zero=False, downwards=True, encloses=(1, 3))),)))
    assert [text_run.text for text_run in text_runs if text_run.text][:3] == ["1", "2", "3"]
