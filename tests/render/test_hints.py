"""Pictures of hints: places that reasons name are outlined, and moves that do not hide each other share a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from players.evaluation import load_evaluator
from players.hint import HintGroup, hints
from players.levels import Level
from render import Sketch, Teller, drawn, shows_together
from render.sketch import HINTS, sketch_hint, sketch_hints
from rules import GAMES
from rules.game import Event, Seat, visible_to
from rules.turn import split_turn
from tests.players.test_search import positions

LEVEL = Level(budget=40, compared_turns=6)
NAMES = Teller(("Ada", "Ben"))


class Hinted(NamedTuple):
    """A hint of several moves whose reasons name places: the view, the views after the moves, and their stories."""

    view: Any
    group: HintGroup
    after: tuple[Any, ...]
    stories: tuple[tuple[Event, ...], ...]


@lru_cache(maxsize=4)
def hinted(key: str) -> Hinted:
    game = GAMES[key]
    for state, seat in positions(game, 2, 3):
        for group in hints(game.view(state, seat), seat, load_evaluator(game, 2), "1", level=LEVEL)[:1]:
            if len(group.moves) > 1 and any(hint.places for hint in group.moves):
                return _looked(key, state, seat, group)
    raise AssertionError(f"{key}: no hint of several moves")


def _looked(key: str, state: Any, seat: Seat, group: HintGroup) -> Hinted:
    game = GAMES[key]
    turns = [split_turn(game, state, seat, hint.path) for hint in group.moves]
    after = tuple(game.view(moves[-1].step.state, seat) for moves in turns)
    stories = tuple(tuple(event for move in moves for event in visible_to(move.step.events, seat)) for moves in turns)
    return Hinted(game.view(state, seat), group, after, stories)


@pytest.mark.short("djinns")
@pytest.mark.parametrize("key", GAMES)
def test_places_of_reasons_are_outlined(key: str) -> None:
    found = hinted(key)
    shown = next(n for n, hint in enumerate(found.group.moves) if hint.places)
    detail = "board-1" if key == "ishtar" else ""  # the whole picture has no room for outlines
    plain, outlined = (
        Sketch(key, found.after[shown], NAMES, asked, found.stories[shown], detail) for asked in asked_of(key, found, shown)
    )
    assert drawn(plain) != drawn(outlined)


def asked_of(key: str, found: Hinted, shown: int) -> tuple[Any, Any]:
    """Return the sketch of a move without outlines, and with them."""
    return sketch_hint(()), sketch_hint(found.group.moves[shown].places)


@pytest.mark.parametrize("key", ["djinns", "schlossgarten"])
def test_moves_are_shown_together(key: str) -> None:
    found = hinted(key)
    asked = sketch_hints([(hint.path, story) for hint, story in zip(found.group.moves, found.stories, strict=True)])
    assert asked.key == HINTS
    assert [mark.number for mark in asked.turns] == ["1", "2", "3"][: len(found.stories)]
    assert len(drawn(Sketch(key, found.view, NAMES, asked))) > len(drawn(Sketch(key, found.view, NAMES))) // 4


def test_moves_that_hide_each_other_are_not_shown_together() -> None:
    story = hinted("djinns").stories[0]
    assert shows_together("djinns", (story,))
    assert not shows_together("djinns", (story, story))
    assert not shows_together("hanging_gardens", hinted("hanging_gardens").stories)
