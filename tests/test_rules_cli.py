"""``python -m rules``: simulate, play, show, topics, check."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from rules.__main__ import main
from rules.hanging_gardens.parts import CARDS
from rules.record import read_record, split_lines

HERE = ", ".join(GAMES)
OPTIONS = [variant.key for variant in GAMES["djinns"].variants]
KEYS = [
    "games",
    "seats",
    "moves_mean",
    "moves_median",
    "moves_max",
    "scores_mean",
    "winner_mean",
    "ties",
    "moves_per_second",
    "endings",
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: object, typed: str = "") -> str:
        monkeypatch.setattr(sys, "argv", ["rules", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        main()
        return capsys.readouterr().out

    return run


@pytest.fixture
def record(run: Any, tmp_path: Path) -> Path:
    run("simulate", "djinns", "--seats", 3, "--games", 2, "--seed", 1, "--record", tmp_path / "new")
    first, _ = sorted((tmp_path / "new").iterdir())
    return first


def test_simulate_counts(run: Any) -> None:
    found = json.loads(run("simulate", "djinns", "--seats", 4, "--games", 5, "--seed", 1, "--json"))
    assert list(found) == KEYS
    assert (found["games"], found["seats"], len(found["scores_mean"])) == (5, 4, 4)
    assert sum(found["endings"].values()) == 5
    assert found["moves_mean"] <= found["moves_max"]


def test_the_same_seed_is_the_same_play(run: Any) -> None:
    once, again = (json.loads(run("simulate", "djinns", "--games", 3, "--seed", 7, "--json")) for _ in range(2))
    assert {**once, "moves_per_second": 0} == {**again, "moves_per_second": 0}
    assert "moves_mean" in run("simulate", "djinns", "--games", 1, "--variants", "blind-markers")


def test_a_record_has_a_header_moves_and_a_result(record: Path) -> None:
    header, *moves, end = map(json.loads, record.read_text().splitlines())
    assert header == {"format": 2, "game": "djinns", "version": GAMES["djinns"].version, "seats": 3, "variants": []}
    assert [list(move) for move in moves] == [["seq", "seat", "path", "events", "state"]] * len(moves)
    assert moves[0]["seat"] == -1
    assert moves[0]["path"].count(" ") == 31
    assert list(moves[1]["events"][0]) == ["kind", "text", "data", "to"]
    assert moves[1]["events"][0]["text"]["params"]["seat"]["message"] == "{seat}"
    assert list(end) == ["scores", "winners"]


def test_show_replays_and_prints_the_board(run: Any, record: Path) -> None:
    last = run("show", record)
    assert "all as recorded" in last
    assert "Seat 1 (" in last
    assert "Move 1, dealer" in run("show", record, "--move", 1)
    assert "Seat 1: 0 points" in run("show", record, "--move", 0)


def changed(lines: list[str], at: int, **fields: Any) -> list[str]:
    return [*lines[:at], json.dumps({**json.loads(lines[at]), **fields}), *lines[at:][1:]]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda lines: [], "The record is empty."),
        (
            lambda lines: ["nonsense"],
            "Line 1 is not a JSON object. Each line of a record is one; its file has a name that ends in .jsonl.",
        ),
        (lambda lines: lines[1:], "Line 1 is not the header of a record."),
        (lambda lines: [lines[0], *lines[2:]], "Line 2 is not move 1 of a record."),
        (lambda lines: changed(lines, 0, game="go"), f"There is no game go; there are: {HERE}."),
        (lambda lines: changed(lines, 0, version=99), "This is a game of version 99; the rules here are of version 3."),
        (lambda lines: changed(lines, 0, seats=9), "Djinns of the Lake is for 2 to 4 seats, not for 9."),
        (
            lambda lines: changed(lines, 3, path="pink"),
            "Line 4 is wrong: the move pink is not legal. “pink” is not possible here.",
        ),
        (lambda lines: changed(lines, 3, path=""), "Line 4 is wrong: its path is empty. The move is not finished."),
        (
            lambda lines: changed(lines, 0, variants=["nope"]),
            f"“nope” is not an option of Djinns of the Lake. Options: {', '.join(OPTIONS)}.",
        ),
        (lambda lines: changed(lines, 2, state={}), "Line 3 is wrong: its state is not what the move leads to."),
        (lambda lines: changed(lines, 2, events=[]), "Line 3 is wrong: its events are not what the move leads to."),
        (lambda lines: changed(lines, -1, scores=[1, 2, 3]), "Line {last} is wrong: the result is not what the moves lead to."),
        (lambda lines: lines[:-1], "The last line is missing: the game is over, but the record does not say how it ended."),
        (lambda lines: [*lines[:5], lines[-1]], "Line 6 is wrong: the result is not what the moves lead to."),
        (lambda lines: [*lines, lines[-2]], "Line {before} is not move"),
        (lambda lines: [*lines[:-1], changed(lines, -2, seq=len(lines) - 1)[-2], lines[-1]], "Line {before} is wrong: the move"),
        (lambda lines: changed(lines, 0, format=3), "Line 1 names the format 3, but only formats 1 to 2 are known."),
        (lambda lines: changed(lines, 0, format="2"), "Line 1 names the format 2, but only formats 1 to 2 are known."),
        (lambda lines: changed(lines, 0, names=["Ada"]), "Line 1 does not have one name for each seat."),
        (lambda lines: changed(lines, 0, names=["Ada", "Ben", 3]), "Line 1 does not have one name for each seat."),
        (lambda lines: changed(lines, 0, seats=True), "Line 1 is not the header of a record."),
        (lambda lines: changed(lines, 0, game="\ud800" * 100), f"There is no game {'?' * 59}…; there are: {HERE}."),
        (lambda lines: changed(lines, 3, path="x" * 1001), "Line 4 is not move 3 of a record."),
        (lambda lines: [*changed(lines, 2, state={}), "nonsense"], "Line 3 is wrong: its state is not what the move leads to."),
        (lambda lines: ["[" * 100_000], "Line 1 is not a JSON object."),
        (lambda lines: [f'{{"game": {"1" * 5000}}}'], "Line 1 is not a JSON object."),
    ],
)
def test_a_spoilt_record_is_found_out(run: Any, record: Path, spoil: Any, sentence: str, capsys: Any) -> None:
    spoilt = spoil(record.read_text().splitlines())
    record.write_text("\n".join(spoilt))
    with pytest.raises(SystemExit) as left:
        run("show", record)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(sentence.format(last=len(spoilt), before=len(spoilt) - 1))


def test_blank_lines_after_a_record_are_ignored(run: Any, record: Path) -> None:
    record.write_text(record.read_text() + "\n \r\n")
    assert "all as recorded" in run("show", record)


def test_names_of_a_record_are_shown_without_invisible_signs(run: Any, record: Path) -> None:
    lines = changed(record.read_text().splitlines(), 0, names=["Ada\u2028\u202e\x1b[2J", "", "Cleo"])
    record.write_text("\n".join([json.dumps(json.loads(lines[0]), ensure_ascii=False), *lines[1:]]), encoding="utf-8-sig")
    shown = run("show", record)
    assert "Ada [2J (" in shown
    assert "Seat 2 (" in shown


def test_the_example_of_the_documents_is_a_record() -> None:
    text = (Path(__file__).parents[1] / "docs/RECORDS.md").read_text()
    record = read_record(GAMES, split_lines(text.partition("```jsonl\n")[2].partition("```")[0]))
    (move,) = record.moves
    assert record.header.names == ("Ada", "Ben")
    assert GAMES[record.header.game].to_act(move.step.state)


def test_a_record_of_the_first_format_is_read(run: Any, record: Path) -> None:
    header, *lines = record.read_text().splitlines()
    first = {name: value for name, value in json.loads(header).items() if name != "format"}
    record.write_text("\n".join([json.dumps(first), *lines]))
    assert "all as recorded" in run("show", record)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("simulate chess", f"There is no game chess; there are: {HERE}."),
        ("simulate djinns --seats 1", "Djinns of the Lake is for 2 to 4 seats, not for 1."),
        ("simulate djinns --variants open", "“open” is not an option of Djinns of the Lake. Options: blind-markers."),
        ("simulate djinns --games 0", "At least one game must be played."),
        ("play djinns --seats 5", "Djinns of the Lake is for 2 to 4 seats, not for 5."),
        ("show nowhere.jsonl", "nowhere.jsonl: No such file or directory."),
    ],
)
def test_bad_input_is_one_sentence(run: Any, words: str, sentence: str, capsys: Any) -> None:
    with pytest.raises(SystemExit) as left:
        run(*words.split())
    assert left.value.code == 2
    assert capsys.readouterr().err == f"{sentence}\n"


def test_show_knows_how_many_moves_there_are(run: Any, record: Path, capsys: Any) -> None:
    with pytest.raises(SystemExit):
        run("show", record, "--move", 9999)
    assert "The record has the moves 1 to" in capsys.readouterr().err


def test_play_in_the_terminal(run: Any) -> None:
    out = run("play", "djinns", "--seats", 2, "--seed", 3, typed="?\npink\nred\nundo\nundo\nred\nblue\ng\n\n1\n?\nundo\nquit\n")
    assert "  red           red" in out
    assert "“pink” is not possible here." in out
    assert "There is nothing to take back." in out
    assert "plays yellow, the last djinn." in out
    assert "plays first." in out
    assert "1 How many domes do you move, and where to?" in out
    assert "  1-29          1 dome to 29" in out


def test_the_end_of_the_input_ends_the_game(run: Any) -> None:
    assert run("play", "djinns", "--seats", 4).startswith("Djinns of the Lake\n")


def test_topics_reads_out_the_short_rules(run: Any) -> None:
    read_out = run("topics", "hanging_gardens")
    assert [line for line in read_out.splitlines() if line and not line.startswith("-")] == [
        "The aim",
        "Cards",
        "Temples",
        "Tiles",
        "Signs",
    ]


def test_check_says_that_the_components_add_up(run: Any) -> None:
    for game in ("djinns", "hanging_gardens"):
        assert "add up" in run("check", game)


def test_check_names_faults_and_fails(run: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(CARDS, "a1", "......")
    with pytest.raises(SystemExit) as end:
        run("check", "hanging_gardens")
    assert end.value.code == 1
    assert capsys.readouterr().out == "wrong: a1 has no facility.\n"
