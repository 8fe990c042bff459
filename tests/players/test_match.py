"""Matches and training start from the command line; weights that do not fit are reported."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from players import evaluation
from players.evaluation import Features, load_evaluator
from players.forecast import load_forecast
from players.former import former_player
from players.match import Result, make_player, match, mean_place
from players.train import train
from rules import GAMES
from tests.players.test_search import positions
from trials.options import ROOT

DJINNS, GARDENS = GAMES["djinns"], GAMES["hanging_gardens"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "players", *words], capture_output=True, text=True, check=False)


def test_match_prints_json() -> None:
    done = run("match", "djinns", "greedy", "random", "--games", "4", "--json")
    found = json.loads(done.stdout)
    assert found["games"] == 4
    assert found["from"] < found["wins"] <= found["to"]


def test_too_many_seats_are_refused_in_one_sentence() -> None:
    done = run("match", "djinns", "greedy", "random", "--seats", "5")
    assert done.stderr == "djinns is played by 2 to 4.\n"
    assert done.returncode == 1


def test_share_of_wins_has_wilsons_interval() -> None:
    """Worked example: 8 of 10 lie between 49 % and 94 %."""
    low, high = Result(10, 8).interval
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)


def test_mean_place_has_an_interval() -> None:
    """Worked example: places 2, 2, 3, 3 are spread by a standard deviation of 0.577, so their mean is 2.5 ± 0.57."""
    middle, low, high = mean_place((2, 2, 3, 3), 4)
    assert (middle, round(low, 2), round(high, 2)) == (2.5, 1.93, 3.07)
    assert mean_place((1, 1, 1), 4) == (1, 1, 1)


def test_mean_place_lies_between_first_and_last() -> None:
    middle, low, high = mean_place((1, 1, 2, 2), 2)
    assert (middle, low, high) == (1.5, 1, 2)


def test_share_of_wins_lies_between_none_and_all() -> None:
    for games in range(1, 200):
        for wins in (0, games):
            low, high = Result(games, wins).interval
            assert 0 <= low <= high <= 1


def test_match_ends_when_its_goal_is_decided() -> None:
    *_, last = match(DJINNS, "greedy", "random", 2, 200, 1, goal=0.3)
    assert last.games < 40
    assert last.interval[0] > 0.3


def test_zero_games_are_refused_in_one_sentence() -> None:
    assert run("match", "djinns", "greedy", "random", "--games", "0").stderr == "--games: a number from 1 is expected.\n"


def test_a_former_player_moves_as_its_checkout_does() -> None:
    """Here its checkout is this one."""
    *_, (state, seat) = islice(positions(DJINNS, 2, 7), 3)
    view = DJINNS.view(state, seat)
    with former_player(ROOT, "steady", DJINNS, 2) as former:
        told = former(view, seat, Random(1))
    assert told == make_player("steady", DJINNS, 2)(view, seat, Random(Random(1).getrandbits(64)))


def test_match_meets_players_of_another_checkout() -> None:
    done = run("match", "djinns", "greedy", "random", "--games", "2", "--against", str(ROOT), "--json")
    assert json.loads(done.stdout)["games"] == 2


def test_a_folder_without_players_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = run("match", "djinns", "greedy", "random", "--against", str(tmp_path))
    assert done.stderr == f"{tmp_path} is no checkout with players.\n"


def test_each_round_uses_every_seat_once() -> None:
    assert [result.games for result in match(DJINNS, "random", "random", 3, 6, 1)] == [3, 6]


@pytest.mark.parametrize(("games", "rounds"), [(1, [1]), (3, [3]), (5, [4, 5])])
def test_match_plays_no_more_games_than_asked(games: int, rounds: list[int]) -> None:
    assert [result.games for result in match(DJINNS, "random", "random", 4, games, 1)] == rounds


def test_weights_are_made_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one feature that is always 1, the weight is what a seat still wins on average."""
    one = Features(("chances at large",), lambda state, seat: (1.0,), lambda state: min(1.0, state.plies / 60))
    weights = train(evaluation.Evaluator(DJINNS, one), 2, 2, 1, 1).weights
    assert weights[0][0] > 0
    assert weights[0] != weights[1]
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    monkeypatch.setattr(evaluation, "features_of", lambda game: one)
    evaluation.store_weights("djinns", one, {2: weights}, "here")
    assert load_evaluator(DJINNS, 2).weights[0][0] == pytest.approx(weights[0][0], abs=1e-3)
    assert load_evaluator(DJINNS, 3).weights == evaluation.Evaluator(DJINNS).weights


def test_weights_for_one_number_of_seats_leave_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    features = evaluation.features_of(GARDENS)
    width = len(features.names)
    ones, twos = ([[float(weight)] * width] * 3 for weight in (1, 2))
    evaluation.store_weights("hanging_gardens", features, {2: ones, 3: ones}, "here")
    evaluation.store_weights("hanging_gardens", features, {3: twos}, "there")
    assert [load_evaluator(GARDENS, seats).weights for seats in (2, 3)] == [ones, twos]
    assert json.loads((tmp_path / "hanging_gardens.json").read_text())["made"] == {"2": "here", "3": "there"}
    evaluation.store_weights("hanging_gardens", Features(("luck",)), {3: [[3.0]] * 3}, "anew")
    assert json.loads((tmp_path / "hanging_gardens.json").read_text())["made"] == {"3": "anew"}


@pytest.mark.parametrize("before", ["", "[]", {"made": "once", "weights": {"2": []}}, {"made": {}, "weights": []}])
def test_weights_replace_a_damaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: Any) -> None:
    """It may be damaged, or older: it then said once for all numbers of seats how weights were made."""
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    features = evaluation.features_of(DJINNS)
    named = json.dumps({"features": list(features.names), **before}) if isinstance(before, dict) else before
    (tmp_path / "djinns.json").write_text(named)
    evaluation.store_weights("djinns", features, {4: [[]] * 3, 3: [[]] * 3}, "here")
    kept = json.loads((tmp_path / "djinns.json").read_text())
    assert list(kept["made"].items()) == [("3", "here"), ("4", "here")]


def test_training_begins_with_the_guess_of_a_game() -> None:
    """Without a round the guess stays, and a feature that is always 0 teaches nothing."""
    features = Features(("chances at large",), lambda state, seat: (0.0,), guess=(2.5,))
    blank = evaluation.Evaluator(DJINNS, features)
    assert train(blank, 2, 1, 0, 1).weights == ((2.5,),) * 3
    assert train(blank, 2, 1, 1, 1).weights == [[2.5]] * 3


@pytest.mark.long
def test_training_repeats_with_the_same_seed() -> None:
    """Earlier training has no influence."""
    blank = evaluation.Evaluator(GARDENS, evaluation.features_of(GARDENS))
    one, other, another = (train(blank, 2, 1, 1, seed).weights for seed in (5, 5, 6))
    assert one == other
    assert one != another


@pytest.mark.parametrize("key", sorted(path.stem for path in evaluation.WEIGHTS.glob("*.json")))
def test_weights_that_are_shipped_fit(key: str) -> None:
    path = evaluation.WEIGHTS / f"{key}.json"
    assert path.stat().st_size <= 20_000
    made = json.loads(path.read_text())["made"]
    game = GAMES[key.removesuffix("_forecast")]
    load, command = (load_evaluator, "train") if game.key == key else (load_forecast, "forecast")
    assert [*made] == [str(seats) for seats in game.seats]
    assert all(each.startswith(f"python -m players {command} {game.key} ") for each in made.values())
    assert all(any(load(game, seats).weights) for seats in game.seats)


def changed(**parts: object) -> str:
    """Return the weights of The Hanging Gardens with some parts replaced."""
    return json.dumps({**json.loads((evaluation.WEIGHTS / "hanging_gardens.json").read_text()), **parts})


def rows(weight: object) -> object:
    return {seats: [[weight] * len(evaluation.features_of(GARDENS).names)] * 3 for seats in ("2", "3", "4")}


UNFIT = {
    "empty": "",
    "a list": "[]",
    "no rows": changed(weights={"2": [[1.0, 2.0]], "3": 5, "4": None}),
    "too few weights": changed(weights={seats: [[1], [1], [1]] for seats in ("2", "3", "4")}),
    "a number": changed(weights=dict.fromkeys(("2", "3", "4"), 5)),
    "nothing": changed(weights=dict.fromkeys(("2", "3", "4"), [None] * 3)),
    "words": changed(weights=rows("many")),
    "numbers in words": changed(weights=rows("1")),
    "truths": changed(weights=rows(True)),
    "a number beyond all": changed(weights=rows(10**400)),
    "no finite numbers": changed(weights=rows(float("nan"))),
    "other features": changed(features=["luck"]),
}


@pytest.mark.parametrize("stored", UNFIT.values(), ids=UNFIT)
def test_weights_that_do_not_fit_are_reported(stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(load_evaluator(GARDENS, 2).weights)
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    (tmp_path / "hanging_gardens.json").write_text(stored)
    assert not any(load_evaluator(GAMES["hanging_gardens"], 2).weights)
    told = "Computers judge {} for 2, 3, 4 seats by points alone: no weights fit."
    assert told.format("hanging_gardens") in evaluation.missing_weights()
    assert told.format("toy") not in evaluation.missing_weights()
