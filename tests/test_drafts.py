"""Test that a position keeps its newest drafts, and that their options make each label once."""

from __future__ import annotations

import pytest

from host.position import KEPT_DRAFTS, Position
from rules import GAMES
from tests.call_counts import count_calls
from trials.seeding import started_position

ALL_GAMES = pytest.mark.parametrize("game", sorted(GAMES))


async def position(game: str) -> tuple[Position, int]:
    """Return a position and the person who is to move."""
    at = await started_position(game, ["Ada", "Ben"])
    return at, at.to_act[0].person


@ALL_GAMES
async def test_draft_is_walked_once(game: str) -> None:
    at, person = await position(game)
    path = at.drafted(person, ()).path
    first = at.drafted(person, path)
    with count_calls() as calls:
        assert at.drafted(person, path) is at.answers(person, path) is first
    assert not calls.of(Position.conversation)


@ALL_GAMES
async def test_few_drafts_are_kept(game: str) -> None:
    at, person = await position(game)
    prompt = at.drafted(person, ()).prompt
    assert prompt is not None
    for option in prompt.options:
        at.drafted(person, (*at.drafted(person, ()).path, option.key))
    assert len(at._resumed) <= KEPT_DRAFTS


@ALL_GAMES
async def test_label_is_made_once(game: str) -> None:
    at, person = await position(game)
    prompt = at.drafted(person, ()).prompt
    assert prompt is not None
    assert all(option.shown() is option.shown() for option in prompt.options if option.label)
