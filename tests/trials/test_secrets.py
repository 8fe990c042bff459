"""Games side by side with other secrets show no difference, and each planted leak is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rules import GAMES
from tests.trials.planted import ROOT, Change, Planted, copy_with
from trials.findings import Finding
from trials.secrets import KINDS, last_line
from trials.secrets.hidden_info import OPEN, exchanged, hidden_info
from trials.secrets.pair import Counts
from trials.secrets.replay import Replay

PLANTED = (
    Planted(
        "a view that holds what others took",
        "view",
        "may see",
        (Change("rules/hanging_gardens/view.py", "if state.open_tiles else ()", "if state.taken else ()"),),
    ),
    Planted(
        "an event that is not for one seat alone",
        "public",
        "You drew",
        (Change("rules/schlossgarten/story.py", "card=card), to=seat)", "card=card))"),),
    ),
    Planted(
        "an alternative text that tells a hand",
        "public",
        "card ",
        (Change("cogs/board/message.py", "alt(at.game, view,", "alt(at.game, at.game.view(at.state, 0),"),),
    ),
    Planted(
        "a picture of what one seat sees",
        "public",
        "",
        (Change("cogs/board/message.py", "Sketch(at.row.game, view,", "Sketch(at.row.game, at.game.view(at.state, 0),"),),
    ),
    Planted(
        "a log that shows everybody's answers",
        "private",
        "card-",
        (Change("host/history.py", 'move.path if move.seat == seat or _is_public(at, move) else ""', "move.path"),),
    ),
    Planted(
        "an exported summary with what one seat was told",
        "private",
        "",
        (Change("host/records.py", "read_log(store, at, None,", "read_log(store, at, 0,"),),
    ),
    Planted(
        "an exported summary with the board of one seat",
        "private",
        "",
        (Change("host/records.py", "game.describe(at.view(None))", "game.describe(game.view(at.state, 0))"),),
    ),
    Planted(
        "a line for whoever runs the bot",
        "log",
        "",
        (
            Change(
                "cogs/play/confirm.py",
                "    i.client.sender.wake()\n",
                '    i.client.sender.wake()\n    log.info("%s", table.position.state)\n',
            ),
        ),
    ),
)
GAME = {"a view that holds what others took": "hanging_gardens"}
LOOK = {"a log that shows everybody's answers": ("--look", "log")}  # else it is looked at too seldom in six pairs
MORE = ("bench", "sandbox", "tests", "trials")


def run(folder: Path, game: str, pairs: int, *options: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "bench", "secrets", "--pairs", str(pairs), "--seed", "1", "--game", game, *options]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_planted_leak_is_found(planted: Planted, tmp_path: Path) -> None:
    code = copy_with(planted, tmp_path, *MORE)
    done = run(code, GAME.get(planted.name, "schlossgarten"), 6, *LOOK.get(planted.name, ()))
    found = [line for line in done.stdout.splitlines() if line.startswith(f"{planted.kind}: ")]
    assert any(planted.words in line for line in found), done.stdout + done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_each_leak_can_be_planted(planted: Planted) -> None:
    for change in planted.changes:
        assert change.old in (ROOT / change.file).read_text()


@pytest.mark.parametrize("game", GAMES)
def test_other_secrets_belong_to_the_same_seats(game: str) -> None:
    rules, held, met = GAMES[game], hidden_info(game), 0
    course = Replay(rules, 2, frozenset(), Random(5))
    while not course.over:
        turn = course.next()
        for other in list(held.others(course.one))[:20]:
            met += 1
            assert held.knowers(course.one, other, 2)
            assert rules.to_act(other) == rules.to_act(course.one)
        assert turn.anew is None or rules.to_act(turn.anew)
    assert (met > 0) == (held is not OPEN)


def test_exchanged_yields_every_exchange() -> None:
    assert list(exchanged((1, 2), (2, 3))) == [((2, 2), (1, 3)), ((3, 2), (2, 1)), ((1, 3), (2, 2))]
    assert list(exchanged((1, 1), (1,))) == []


def test_summary_counts_pairs_and_findings() -> None:
    counted = Counts(30, 20, 100, 50).plus(Counts(1, 1, 1, 1))
    findings = [Finding(KINDS[1], "a card", "pair 3")]
    held = "31 turns, 21 of them with other secrets, 51 messages, 101 answers"
    assert last_line(8, counted, findings) == f"secrets: 8 pairs, {held}: 0 view, 1 public, 0 private, 0 log, 0 broken"
