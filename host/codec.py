"""States, stories, sentences and settings as text, for the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from rules.game import AnyGame, Event
from rules.text import Text

T = TypeVar("T")

_stories = msgspec.json.Decoder(tuple[Event, ...])


def encode(value: Any) -> str:
    """Any frozen value of the rules or the house as JSON."""
    return msgspec.json.encode(value).decode()


def decode(text: str, kind: type[T]) -> T:
    """A stored value of this type; raises `msgspec.ValidationError` if it is none."""
    return msgspec.json.decode(text, type=kind)


def decode_state(game: AnyGame, text: str) -> Any:
    """A stored state; raises `msgspec.ValidationError` if it is none of this game's."""
    return decode(text, game.state_type)


def encode_story(events: Iterable[Event]) -> str:
    return encode(tuple(events))


def decode_story(text: str) -> tuple[Event, ...]:
    return _stories.decode(text)


def decode_text(text: str) -> Text:
    """A stored sentence."""
    return decode(text, Text)
