"""The error that keeps the program from starting."""

from __future__ import annotations

from db.exits import Exit


class CannotStart(Exception):
    """The program cannot start; the message is a sentence for its operator, ``code`` the exit status."""

    def __init__(self, sentence: str, code: Exit = Exit.CONFIGURATION) -> None:
        super().__init__(sentence)
        self.code = code
