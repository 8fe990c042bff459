"""Convert states, events, texts and settings to JSON and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from host.refusal import Refused
from rules.game import AnyGame, Event
from rules.text import say

T = TypeVar("T")

SHAPE_ERRORS = (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError)  # of data that today's types do not fit
NOT_UNDERSTOOD = say("This game was saved under older rules and can no longer be read.")

_stories = msgspec.json.Decoder(tuple[Event, ...])


def encode(value: Any) -> str:
    """Return a frozen value as JSON."""
    return msgspec.json.encode(value).decode()


def decode(text: str, kind: type[T]) -> T:
    """Return a stored value of this type.

    :raises msgspec.ValidationError: when the text holds something else.
    """
    return msgspec.json.decode(text, type=kind)


def decode_state(game: AnyGame, text: str, version: int) -> Any:
    """Return a state as today's rules have it, from one that this version of the rules stored.

    :raises Refused: when today's rules do not understand it.
    """
    try:
        if version != game.version:
            text = encode(game.upgrade(msgspec.json.decode(text), version))
        return decode(text, game.state_type)
    except SHAPE_ERRORS as error:
        raise Refused(NOT_UNDERSTOOD) from error


def encode_story(events: Iterable[Event]) -> str:
    return encode(tuple(events))


def decode_story(text: str) -> tuple[Event, ...]:
    """Return stored events. Their data is still raw JSON; `with_data` converts it."""
    return _stories.decode(text)


def with_data(game: AnyGame, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events with their data as today's rules have it; None where it was not stored, or is not understood."""
    return tuple(replace(event, data=_data(game, event)) for event in events)


def _data(game: AnyGame, event: Event) -> Any:
    kind: Any = game.events.get(event.kind)
    if kind is None or event.data is None or isinstance(event.data, kind):
        return event.data if kind else None
    try:
        return msgspec.convert(event.data, kind)
    except SHAPE_ERRORS:
        return None
