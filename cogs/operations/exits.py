"""What hinders a start, in a sentence."""

from __future__ import annotations

from db.exits import Exit


class CannotStart(Exception):
    """The message is a sentence for whoever runs the program, ``code`` what it ends with."""

    def __init__(self, sentence: str, code: Exit = Exit.CONFIGURATION) -> None:
        super().__init__(sentence)
        self.code = code
