"""The last line of a test run names what it left out."""

from __future__ import annotations

import pytest

from tests import not_run


def test_commands_that_run_the_rest_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_run, "program", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(not_run, "CHROMIUM", "/usr/bin/chromium")
    monkeypatch.setattr(not_run, "ON_SERVER", False)
    assert not_run.left_out("not long and not trial") == [
        "long tests (make test-all)",
        "trials (make test-trials)",
        "tests on PostgreSQL (make test-postgres)",
    ]
    assert not_run.left_out("trial") == ["tests on PostgreSQL (make test-postgres)"]


def test_programs_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_run, "program", lambda name: None)
    monkeypatch.setattr(not_run, "CHROMIUM", None)
    monkeypatch.setattr(not_run, "ON_SERVER", False)
    assert not_run.left_out("") == [
        "tests on PostgreSQL (none is installed here)",
        "tests of the sandbox's page (no Chromium is installed here)",
    ]
