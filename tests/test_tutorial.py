"""The tutorial's code, put together, is a game that can be played and drawn."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from render.teller import Teller
from rules.game import Game, play_at_random, read
from rules.new import begin

ROOT = Path(__file__).parents[1]
TUTORIAL = (ROOT / "docs/ADDING_A_GAME.md").read_text(encoding="utf-8")


def blocks(label: str) -> str:
    """Return the code of the tutorial with this label."""
    return "\n".join(re.findall(rf"^```{re.escape(label)}\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE))


def module(name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    made = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, made)
    exec(compile(source, name, "exec"), made.__dict__)
    return made


@pytest.fixture
def beds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The copy that the tutorial begins with, and its blocks after it, which replace what has the same names."""
    for folder in ("rules", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tests/toy.py").write_bytes((ROOT / "tests/toy.py").read_bytes())
    copy = begin("beds", tmp_path)[0].read_text(encoding="utf-8")
    copy = copy.replace("import Choices, Label", "import Choices, Gain, Label")
    return module("rules.beds", copy + blocks("python"), monkeypatch)


def test_tutorials_game_is_played_to_its_end(beds: ModuleType) -> None:
    game: Game[object, object, object] = beds.GAME
    for seats in game.seats:
        *_, last = play_at_random(game, game.setup(seats, frozenset()), Random(seats))
        assert game.ending(last.step.state) == "full"
        assert 3 <= sum(score.points for score in game.scores(last.step.state)) <= 18


def test_tutorials_rule_scores_a_full_row(beds: ModuleType) -> None:
    game = beds.GAME
    state = beds.State((0, 1, None, None, beds.ROCK, None, None, None, None), (0, 0))
    action = read(game, state, 0, "c1").action
    assert [score.points for score in game.scores(game.apply(state, 0, action).state)] == [3, 0]


def test_tutorials_picture_shows_the_last_flower(beds: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    from render.sketch import NO_PROMPT

    art, game = module("render.beds", blocks("python render"), monkeypatch), beds.GAME
    moves = play_at_random(game, game.setup(2, frozenset()), Random(1))
    step = [next(moves).step for _ in range(4)][-1]
    view, teller = game.view(step.state, None), Teller(("Ada", "Ben"))
    with_last, without = (art.draw(view, teller=teller, asked=NO_PROMPT, last=last) for last in (step.events, ()))
    assert with_last.size == (1400, 1120)
    assert with_last.tobytes() != without.tobytes()
