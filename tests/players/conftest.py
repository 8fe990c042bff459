"""Add the toy to the games of these tests."""

from __future__ import annotations

import pytest

from rules import GAMES
from tests import toy


@pytest.fixture(autouse=True)
def toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, toy.GAME.key, toy.GAME)
