"""What the house says no to."""

from __future__ import annotations

from rules.text import Text, say


class Refused(ValueError):
    """One sentence for the person who asked; nothing was changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class MovedOn(Refused):
    """The click or text was meant for an earlier position."""

    def __init__(self) -> None:
        super().__init__(say("The board has moved on since then. Here is the present position."))
