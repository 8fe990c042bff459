"""States and stories as text, for the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rules.game import AnyGame, Event

_stories = msgspec.json.Decoder(tuple[Event, ...])


def encode(value: Any) -> str:
    """Any frozen value of the rules as JSON."""
    return msgspec.json.encode(value).decode()


def decode_state(game: AnyGame, text: str) -> Any:
    """A stored state; raises `msgspec.ValidationError` if it is none of this game's."""
    return msgspec.json.decode(text, type=game.state_type)


def encode_story(events: Iterable[Event]) -> str:
    return encode(tuple(events))


def decode_story(text: str) -> tuple[Event, ...]:
    return _stories.decode(text)
