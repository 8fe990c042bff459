"""What to draw: everything a picture depends on, frozen, so that equal sketches are drawn once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.choice import Prompt
from rules.game import Event


@dataclass(frozen=True, slots=True)
class Mark:
    """An answer on offer, shown on the board.

    ``key`` is what to answer; ``at`` is the place on the board, empty for none; ``note`` is a short word such as "+8".
    """

    key: str
    at: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A game's key, a frozen view of it, the seats' names; and while somebody chooses: marks and the keys ``chosen``.

    ``last`` are the events of the last move, which is outlined.
    """

    game: str
    view: Any
    names: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    chosen: tuple[str, ...] = ()
    last: tuple[Event, ...] = ()


def marks(prompt: Prompt[Any]) -> tuple[Mark, ...]:
    """A prompt's options as marks."""
    shown = ((option.key, option.shown()) for option in prompt.options)
    return tuple(Mark(key, about.at, about.note) for key, about in shown)
