"""Taps are counted as the panel takes them, and every kind of turn that has a goal is met with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bench.taps import KINDS, counted
from db.rows import SeatRow, TableRow
from host.position import Position
from rules import GAMES
from rules.choice import Form, Label, Option, pick
from rules.game import Turn
from rules.text import say
from tests import toy
from trials.clicks import ready, taps

ADA = 1


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", sorted({kind.game for kind in KINDS}))
def test_every_kind_of_turn_is_found(key: str) -> None:
    """A kind of turn is recognized by the events of its story; if it is not found any more, its events have changed."""
    found = counted(GAMES[key], wanted=1)
    assert [kind.name for kind, counts in found.items() if not counts] == []
    assert all(counts >= [3] for counts in found.values())  # Your move, an answer, Confirm


def asking(monkeypatch: pytest.MonkeyPatch, form: Form, count: int, **more: Any) -> Position:
    """Return a table with a question of ``count`` answers under two tabs, and another question after it."""

    def choices(view: toy.View) -> Any:
        yield from pick("way", say("Which way?"), [Option("up", 0), Option("down", 1)], form="tabs")
        yield from pick("where", say("Where?"), [Option(f"a{n}", n) for n in range(count)], form=form)
        yield from pick("sure", say("Sure?"), [Option("yes", True), Option("no", False)])
        return toy.Take(0, 1)

    monkeypatch.setitem(GAMES, "toy", replace(toy.GAME, choices=choices, **more))
    row = TableRow(1, "toy", 1, "", 2, "running", ADA, 1, 2, 2, 7, None, 0.0)
    return Position(row, (SeatRow(0, ADA, "Ada"), SeatRow(1, 2, "Ben")), {}, toy.State((3, 3, 3), (0, 0)), None)


@pytest.mark.parametrize(
    ("form", "count", "path", "expected"),
    [
        ("places", 12, "up a11 yes", 2),
        ("places", 12, "down a11 yes", 3),  # a tab
        ("places", 16, "up a12 yes", 3),  # another page
        ("places", 16, "down a12 no", 4),
        ("places", 200, "up a199 yes", 18),  # page by page
        ("words", 12, "up a11 yes", 2),
        ("words", 25, "up a3 yes", 3),  # a menu is opened first
        ("words", 26, "down a25 yes", 5),
    ],
)
def test_tabs_pages_and_menus_are_counted(
    monkeypatch: pytest.MonkeyPatch, form: Form, count: int, path: str, expected: int
) -> None:
    assert taps(asking(monkeypatch, form, count), ADA, tuple(path.split())) == expected


def test_offered_complete_turn_is_one_tap_away(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = Turn(("up", "a1", "yes"), Label(say("the best")))
    assert ready(asking(monkeypatch, "words", 5, best_turns=lambda view, path: (offered,)), ADA)
    assert not ready(asking(monkeypatch, "words", 5), ADA)
