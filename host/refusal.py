"""Refusals: errors whose sentence is shown to the person who asked."""

from __future__ import annotations

from rules.text import Text, say


class Refused(ValueError):
    """Work was refused, and nothing was changed. ``text`` says why, and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NoTable(Refused):
    """There is no such table: there never was, or it was deleted."""

    def __init__(self) -> None:
        super().__init__(say("There is no such table."))


class MovedOn(Refused):
    """A click or a typed move was meant for an earlier position."""

    def __init__(self) -> None:
        super().__init__(say("The game has moved on since then. Here is the current position."))
