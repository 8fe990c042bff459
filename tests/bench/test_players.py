"""The bench of computer players measures matches, decisions and thinking processes."""

from __future__ import annotations

from random import Random

import pytest

from bench.players import PARTS, Decision, measured, processes, watched
from bench.rows import Row
from players.match import make_player
from rules import GAMES
from tests import toy

GAMES_PLAYED = 4


@pytest.mark.long
def test_figures_of_a_game_are_plausible() -> None:
    """Keen ones play the toy better than chance does, and each share lies in its interval."""
    parts = [part for part in PARTS if part != "hints"]  # hints know only the games of the house
    rows = {row.name: row for row in measured([toy.GAME], GAMES_PLAYED, 1, parts)}
    little = 1e-6
    for pair in ("keen against random", "keen against greedy", "keen against steady", "steady against gentle"):
        name = f"toy, 2 seats, {pair}"
        assert rows[f"{name}, the interval begins"].value <= rows[name].value <= rows[f"{name}, the interval ends"].value + little
        assert 2 <= rows[f"{name}, games"].value <= GAMES_PLAYED
    assert rows["toy, 2 seats, keen against random"].value > 50
    assert 0 < rows["toy, a keen decision, p50"].value <= rows["toy, a keen decision, p99"].value
    assert 0 <= rows["toy, keen among themselves, won by who began"].value <= 100


def test_share_of_wins_has_a_lower_target() -> None:
    few, many = Row("few", 40.0, "% won", 60), Row("many", 80.0, "% won", 60)
    assert not few.met
    assert many.met
    assert few.line.endswith("target 60: missed")


def test_watched_player_moves_the_same() -> None:
    state, random, decisions = toy.State((3, 2, 0), (0, 0)), make_player("random", toy.GAME, 2), list[Decision]()
    view = toy.GAME.view(state, 0)
    assert watched(random, decisions)(view, 0, Random(4)) == random(view, 0, Random(4))
    assert [each.seat for each in decisions] == [0]


@pytest.mark.long
def test_thinking_processes_are_measured() -> None:
    lag, memory = processes([GAMES["djinns"]])
    assert lag.value > -1
    assert 10 < memory.value < 500
