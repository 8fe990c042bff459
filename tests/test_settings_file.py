"""A file `.env` that cannot be read is named in one sentence."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import bot
from cogs.operations.exits import Exit

TEXT = "# clé du bot\nPARTERRE_LOG=loud\n"
NAMED = "PARTERRE_LOG: one of DEBUG, INFO, WARNING, ERROR is expected, and not “loud”."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the program, with an environment that lacks the setting and gets it back afterwards."""
    monkeypatch.setenv("PARTERRE_LOG", "")
    monkeypatch.delenv("PARTERRE_LOG")
    monkeypatch.setattr(bot, "ROOT", tmp_path / "program")
    monkeypatch.setattr(sys, "argv", ["bot.py", "--discord"])
    (tmp_path / "program").mkdir()
    return tmp_path / "program"


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the sentence with which the program ends."""
    assert bot.main() == Exit.CONFIGURATION
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told.strip()


@pytest.mark.parametrize(
    "content",
    [TEXT.encode("latin-1"), TEXT.encode("utf-16"), TEXT.encode("utf-16-le"), TEXT.encode("utf-32"), bytes(range(256))],
)
def test_settings_in_another_encoding(folder: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_bytes(content)
    expected = f"The settings in {folder / '.env'} are not written in UTF-8. Save the file again in this encoding."
    assert said(capsys) == expected
    assert "PARTERRE_LOG" not in os.environ


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_settings_in_utf_8_are_read(folder: Path, encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text(TEXT.partition("\n")[2], encoding=encoding)
    assert said(capsys) == NAMED


def test_settings_above_the_program_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder.parent / ".env").write_text(TEXT, encoding="utf-8")
    assert said(capsys) == NAMED


@pytest.mark.parametrize("kind", ["folder", "broken link"])
def test_settings_that_are_no_file(folder: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / ".env"
    path.mkdir() if kind == "folder" else path.symlink_to(folder / "nowhere")
    assert said(capsys).startswith(f"The settings in {path} cannot be read (")
