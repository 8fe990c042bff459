"""Heights of questions that `bench.phone` computes are those of the page."""

from __future__ import annotations

import shutil

import pytest
from playwright.async_api import Browser as Chromium

from bench.screens import TOLERANCE_PX, compared, screens
from rules import GAMES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.process,
    pytest.mark.skipif(shutil.which("fc-match") is None, reason="fontconfig is not installed"),
]


@pytest.mark.short("schlossgarten")
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_computed_heights_are_those_of_the_page(key: str, chromium: Chromium) -> None:
    found = await screens(GAMES[key], 3, 2, 1)
    far = [(each.screen.key, each.error) for each in await compared(found, chromium) if abs(each.error) > TOLERANCE_PX]
    assert far == []
