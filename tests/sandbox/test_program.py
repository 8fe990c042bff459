"""`python -m sandbox` reports a failed start in one sentence."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from sandbox.__main__ import main


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    """Return the status and the sentence with which the program ends."""
    monkeypatch.setattr(sys, "argv", ["sandbox", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, capsys.readouterr().err


def test_token_file_in_another_encoding_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token"
    file.write_text("token", encoding="utf-16")
    found = refused(monkeypatch, capsys, "--token-file", str(file))
    assert found == (78, f"The token file {file} is not written in UTF-8. Name another one by --token-file.\n")


def test_folder_as_token_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = refused(monkeypatch, capsys, "--token-file", str(tmp_path))
    assert found == (78, f"The token file {tmp_path} cannot be used (Is a directory). Name another one by --token-file.\n")


def test_port_in_use_is_refused_before_files_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = tmp_path / "clock"
    clock.write_text("7")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ["--port", str(port), "--token-file", str(tmp_path / "new" / "token"), "--clock", str(clock)]
        status, told = refused(monkeypatch, capsys, *words)
    assert status == 69
    assert told.startswith(f"Port {port} is not free (")
    assert told.endswith("). Choose another one by --port.\n")
    assert told.count("\n") == 1
    assert clock.read_text() == "7"
