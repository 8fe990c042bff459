"""States, stories, sentences and settings as text, for the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from host.refusal import Refused
from rules.game import AnyGame, Event
from rules.text import say

T = TypeVar("T")

MISFIT = (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError)  # what comes of data in another shape
NOT_UNDERSTOOD = say("This game was stored by other rules than today's, and its position is not understood any more.")

_stories = msgspec.json.Decoder(tuple[Event, ...])


def encode(value: Any) -> str:
    """Any frozen value of the rules or the house as JSON."""
    return msgspec.json.encode(value).decode()


def decode(text: str, kind: type[T]) -> T:
    """A stored value of this type; raises `msgspec.ValidationError` if it is none."""
    return msgspec.json.decode(text, type=kind)


def decode_state(game: AnyGame, text: str, version: int) -> Any:
    """A state stored by this version of a game's rules, as today's have it; raises `Refused` if it is not understood."""
    try:
        if version != game.version:
            text = encode(game.upgrade(msgspec.json.decode(text), version))
        return decode(text, game.state_type)
    except MISFIT as error:
        raise Refused(NOT_UNDERSTOOD) from error


def encode_story(events: Iterable[Event]) -> str:
    return encode(tuple(events))


def decode_story(text: str) -> tuple[Event, ...]:
    """The events as they were told; their data is still as it is stored (`with_data`)."""
    return _stories.decode(text)


def with_data(game: AnyGame, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events with their data as today's rules have it; None where it is not understood, or was never stored."""
    return tuple(replace(event, data=_data(game, event)) for event in events)


def _data(game: AnyGame, event: Event) -> Any:
    kind: Any = game.events.get(event.kind)
    if kind is None or event.data is None or isinstance(event.data, kind):
        return event.data if kind else None
    try:
        return msgspec.convert(event.data, kind)
    except MISFIT:
        return None
