"""Words and signs stand out from what they lie on in both themes; colours that mean something differ for all kinds of sight."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.hanging_gardens.inks import LETTER_INKS, SQUARE_INKS
from render.ishtar.inks import GEM_INKS
from render.ishtar.inks import SEAT_INKS as ISHTAR_SEATS
from render.palette import CREAM, DEEP, GOLD, INK, LEAF, SEATS, THEMES, Ink, Theme, mix, on
from render.schlossgarten.inks import SIDE_INKS
from tests.render.colour_vision import SIGHTS, contrast, difference, lab

TEXT, SIGN = 4.5, 3.0  # the least contrasts by WCAG 2.2, 1.4.3 and 1.4.11
APART = 15.0  # the least CIEDE2000
SETS: dict[str, tuple[Ink, ...]] = {
    "seats": tuple(SEATS.values()),
    "facilities": tuple(SQUARE_INKS.values()),
    "gems": tuple(GEM_INKS.values()),
    "seats of ishtar": ISHTAR_SEATS,
    "sides": SIDE_INKS,
}
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_is_that_of_the_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)
    assert difference(other, one) == pytest.approx(expected, abs=1e-4)


def test_contrast_is_that_of_known_pairs() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (118, 118, 118)) == pytest.approx(4.54, abs=0.01)


@every_theme
def test_words_stand_out_from_the_background(theme: Theme) -> None:
    for ground in (theme.ground, theme.sheet):
        assert contrast(theme.text, ground) >= TEXT
        assert contrast(theme.pale, ground) >= TEXT
    for ground in (mix(theme.ground, GOLD, 0.45), mix(DEEP, theme.ground, 0.62)):  # a tile just taken, a card in the lake
        assert contrast(theme.text, ground) >= TEXT


def test_words_stand_out_from_pieces() -> None:
    for ground in SEATS.values():
        assert contrast(on(ground), ground) >= TEXT
    for letter, ink in LETTER_INKS.items():
        assert contrast(ink, SQUARE_INKS[letter]) >= TEXT, letter
    for ground in (CREAM, GOLD):
        assert contrast(INK, ground) >= TEXT


@every_theme
def test_signs_stand_out_from_the_background(theme: Theme) -> None:
    for ground in (theme.ground, theme.sheet):
        assert max(contrast(GOLD, ground), contrast(INK, ground)) >= SIGN  # an arrow has an edge of ink
        assert contrast(LEAF, ground) >= SIGN


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", SETS)
def test_colours_differ_for_this_sight(name: str, sight: str) -> None:
    near = {
        (one, other): round(measured, 1)
        for one, other in combinations(SETS[name], 2)
        if (measured := difference(lab(one, sight), lab(other, sight))) < APART
    }
    assert not near
