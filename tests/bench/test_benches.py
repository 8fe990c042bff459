"""Every bench runs in a small size and reports its figures. A run over 3 s of processor time is marked ``long``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from bench.__main__ import main, modules
from host.quotas import QUOTAS
from tests.server import program
from tests.trials.planted import ROOT
from trials.page import CHROMIUM

Figures = Callable[[str], dict[str, float]]
pytestmark = pytest.mark.process
on_server = pytest.mark.skipif(program("initdb") is None, reason="PostgreSQL is not installed")


@pytest.fixture
def figures(capsys: pytest.CaptureFixture[str]) -> Figures:
    """Return a function that runs a bench by its words on the command line, and returns its figures."""

    def measure(words: str) -> dict[str, float]:
        name, *options = words.split()
        main([name, *options, "--json"])  # its status depends on the speed of the machine
        told = json.loads(capsys.readouterr().out)[name]
        found = {row["name"]: row["value"] for row in told}
        assert len(found) == len(told)
        assert found["the whole bench, wall time"] > 0
        assert found["the whole bench, processor time"] > 0
        return found

    return measure


def test_every_bench_has_a_test_here() -> None:
    assert [name for name in modules() if f"test_{name}" not in globals()] == []


def test_rules(figures: Figures) -> None:
    found = figures("rules --game djinns --games 5")
    assert found["djinns, 2 seats, random play"] > 0
    assert found["djinns, options with labels of the worst prompt of a move, p99"] > 0
    assert found["djinns, wrong answers refused"] > 100
    assert found["djinns, of these by the general sentence"] < 1
    assert 0 < found["djinns, 4 seats, state at the end, largest"] < 8


def test_render(figures: Figures) -> None:
    found = figures("render --game djinns --pictures 2 --rounds 1")
    assert found["djinns, all seats, early to late: picture, p99"] > 0
    assert found["djinns, 4 seats in the middle: picture ÷ encoding alone, p50"] > 1
    assert 10 < found["djinns, all seats, early to late: largest"] < 250


def test_taps(figures: Figures) -> None:
    assert figures("taps --game djinns --turns 1")["djinns, a move: p50 of 1 turns"] == 4


@pytest.mark.skipif(which("fc-match") is None, reason="fontconfig is not installed")
def test_screens(figures: Figures) -> None:
    found = figures("screens --game djinns --games 2")
    assert 300 < found["djinns: height, p50"] < 1500


def test_replay(figures: Figures) -> None:
    found = figures("replay --game djinns --turns 2 --alone 0.1")
    assert found["djinns, replay of 2 turns: in the background, processor time"] > 0
    assert found["djinns, replay of 2 turns: its file"] > 0
    assert 10 < found["djinns, poster of 4"] < 300


def test_drawing(figures: Figures) -> None:
    found = figures("drawing --boards 1 --rounds 1 --tables 0")
    for who in ("threads", "a process"):
        assert found[f"1 boards at once, {who} drawing: all of them, at best, wall time"] > 0


@pytest.mark.long
def test_drawing_under_load(figures: Figures) -> None:
    found = figures("drawing --boards 1 --rounds 1 --tables 1 --seconds 5")
    for who in ("threads", "a process"):
        assert found[f"1 tables, {who} drawing: processors for an answer"] > 0
    assert found["1 tables, a process drawing: memory of who draws"] > 10


def test_bot(figures: Figures) -> None:
    found = figures("bot --part file --moves 4")
    assert 0 < found["file, a move, mean of all games"] < 16


@pytest.mark.long
def test_bot_with_all_parts(figures: Figures) -> None:
    found = figures("bot --tables 1 --seconds 20 --moves 2 --rest 0 --many 30 --rounds 2 --owing 4 --starts 1")
    assert found["clicks a move"] >= 2  # open it, and confirm
    assert found["processors for an answer, all that the bot does included"] > 0
    assert found["memory meanwhile, at most"] >= found["memory after all four games"] > 10
    assert found["/turns with 30 tables, p50"] > 0
    assert found["from a start to the last of 4 boards owed, p50"] > 0


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_page(figures: Figures) -> None:
    found = figures("page --loads 1 --messages 3 --starts 1")
    assert found["first view, nothing written yet"] > 10
    assert found["bot.py --sandbox until the first answer is on the page, p50"] > 0


def test_players(figures: Figures) -> None:
    assert 0 < figures("players --game ishtar --part weights")["ishtar, weights"] < 20


def test_players_hints(figures: Figures) -> None:
    found = figures("players --game djinns --part hints --games 1")
    assert found["djinns, 4 seats, hinted moves"] > 0
    assert 0 < found["djinns, 4 seats, a hint, p99"] < 20


@pytest.mark.long
def test_players_reviews(figures: Figures) -> None:
    found = figures("players --game djinns --part reviews --games 1")
    assert found["djinns, a review, moves"] > 10
    assert 0 < found["djinns, a review, processor time"] < 60
    assert found["djinns, a review, turning points"] >= 0
    assert found["djinns, a review, memory of its process"] > 10


@pytest.mark.long
def test_players_at_play(figures: Figures) -> None:
    found = figures("players --game djinns --games 2")
    assert found["djinns, 2 seats, keen against random"] == 100
    assert found["memory of a process that thinks, at most"] > 10


@pytest.mark.long
@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=[pytest.mark.long, on_server])])
def test_rate(figures: Figures, engine: str) -> None:
    found = figures(f"rate --game djinns --tables 1 --people 2 --minutes 60 --moves 2 --clicking 1 --engine {engine}")
    assert found["clicks a move"] >= 2  # open it, and confirm
    assert found["processors for a move, the bot"] > 0
    assert (found["processors for a move, the database server"] > 0) == (engine == "postgres")
    assert found["requests that were refused as too many"] == 0


@pytest.mark.long
def test_rate_of_several_processes(figures: Figures) -> None:
    found = figures("rate --game djinns --tables 2 --people 4 --minutes 60 --moves 3 --clicking 1 --processes 2")
    assert found["processors for a move, the bot"] > 0
    assert found["requests that were refused as too many"] == 0


@pytest.mark.long
def test_settings(figures: Figures) -> None:
    found = figures("settings --people 2 --tables 1 --game djinns")
    assert found["inputs"] > 40
    assert found["tables"] == 1
    assert found["failures"] == 0
    assert found["files that the event loop opened"] == 0
    assert found["longest step of the event loop, processor time"] > 0


@pytest.mark.long
def test_quotas(figures: Figures) -> None:
    done = {name.partition(": of ")[0]: count for name, count in figures("quotas --times 8").items() if ": of " in name}
    assert done.keys() == {str(quota.title) for name, quota in QUOTAS.items() if name != "open_here"}
    assert done[str(QUOTAS["practice"].title)] == QUOTAS["practice"].default
    assert [name for name, quota in QUOTAS.items() if done.get(str(quota.title), 0) > quota.default] == []


@pytest.mark.long
def test_growth(figures: Figures) -> None:
    found = figures("growth --game djinns --patterns 1 --tables 6 --moves 100 --seated 2 --played 2 --starts 1")
    for engine in ("SQLite", "PostgreSQL") if program("initdb") else ("SQLite",):
        assert found[f"{engine}: running tables"] == 6
        assert found[f"{engine}: start until the first click is answered"] > 0
        assert found[f"{engine}: click to private answer, p99 ÷ with nothing else"] > 0
        assert found[f"{engine}: a move's transaction, p50"] > 0
    assert found["SQLite: a copy of it while people play"] > 0
    assert found["SQLite: clicks meanwhile"] > 0


@on_server
@pytest.mark.long
def test_standby(figures: Figures) -> None:
    found = figures("standby --kills 2")
    assert found["kills"] == 2
    assert found["moves made"] > 0
    for harm in ("moves lost, though told as played", "moves doubled", "boards sent twice", "findings of verify"):
        assert found[harm] == 0


@pytest.mark.long
def test_memory(figures: Figures) -> None:
    found = figures("memory --game djinns --games 1")
    assert found["after all games: the bot"] > 10
    assert found["meanwhile, at most: all processes"] >= found["after all games: all processes"] > 50


@on_server
def test_writers(figures: Figures) -> None:
    found = figures("writers --moves 20")
    assert found["2 processes: attempts rolled back"] == 0
    assert found["2 processes: processor time of a move"] > 0
    assert found["1 process: server, processor time of a move"] > 0


@pytest.mark.long
def test_start(figures: Figures) -> None:
    found = figures("start --starts 1")
    assert 0 < found["start until ready, processor, p50"] < 60
    assert found["start until ready, quickest"] > 0


@pytest.mark.long
@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgres", marks=on_server)])
def test_people(figures: Figures, engine: str) -> None:
    found = figures(f"people --people 20 --results 60 --busy 4 --new 6 --rounds 2 --kills 1 --engine {engine}")
    name = {"sqlite": "SQLite", "postgres": "PostgreSQL"}[engine]
    assert found[f"{name}: end of a game, processor time, p50"] > 0
    assert found[f"{name}: own /profile, many results ÷ 100, p99"] > 0
    assert found[f"{name}: /profile of another, processor time, p99"] > 0
    assert found[f"{name}: later /server stats, present week, processor time, p50"] > 0
    assert found[f"{name}: deletion of a person with 4 games"] > 0
    assert found[f"{name}: season totals computed from results and stored"] > 0
    assert found[f"{name}: /leaderboard, first page, many results ÷ 100, p99"] > 0
    assert found[f"{name}: ratings computed from results and stored"] > 0
    assert found[f"{name}: kills of deletions, all of which were finished"] >= 1


def test_against_compares_with_another_checkout(figures: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "djinns", "--games", "1", "--json", "--runs", "1", "--against", str(ROOT)]) == 0
    found = {row["name"]: row for row in json.loads(capsys.readouterr().out)["rules"]}
    assert found["djinns, 4 seats, state at the end, largest"]["ratios"] == [1]
    assert found["the whole bench, processor time"]["ratios"] > [0]


def test_checkout_without_benches_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--runs", "1", "--games", "1", "--game", "djinns", "--against", str(tmp_path)]) == 1
    assert f"NOT MEASURED: {tmp_path}, as its bench rules ended with status 1" in capsys.readouterr().err
