"""`python -m trials` ends with the status of its trials, and repeats no kept result."""

from __future__ import annotations

from pathlib import Path

import pytest

from trials import __main__ as trials


def test_kept_result_is_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "secrets-7.txt"
    words = ["--pairs", "0", "--game", "djinns"]
    assert trials.play("secrets", words, 7, kept) == 0
    assert kept.read_text().endswith("status 0\n")
    kept.write_text("view: a card [pair 1; seed 7]\nstatus 1\n")
    assert trials.play("secrets", words, 7, kept) == 1
    assert "view: a card" in capsys.readouterr().out


@pytest.mark.long
def test_unknown_options_are_a_failure() -> None:
    assert trials.play("fuzz", ["--pairs", "x"], 1) == 2
