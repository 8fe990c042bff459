"""A game in a terminal: the same prompts as everywhere, for all seats at one keyboard."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from rules.choice import IllegalMove, Path, Prompt, walk
from rules.game import AnyGame, Move, Seat, conversation, deal, play, read, visible_to
from rules.text import seat_name, story, tell

HELP = "Type a move or a part of it; ? lists what is on offer, undo takes back a move, quit ends."


class Terminal:
    """A game at one keyboard: reads lines from the standard input until the game is over, ``quit``, or the end of the input."""

    def __init__(self, game: AnyGame, state: Any, random: Random) -> None:
        self.game, self.state, self.random = game, state, random
        self.before: list[Any] = []
        self.path: Path = ()

    def run(self) -> None:
        """Play the game to its end."""
        _print(f"{self.game.title}\n{HELP}")
        self._deal()
        self._board()
        while acting := self.game.to_act(self.state):
            seat = min(acting)
            prompt = walk(conversation(self.game, self.state, seat), self.path).prompt
            assert prompt is not None
            sys.stdout.write(f"{seat_name(seat)}: {' '.join((*self.path, tell(prompt.question, seat_name)))} ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            word = line.strip().lower()
            if not line or word == "quit":
                _print()
                return
            self._answer(seat, prompt, word)

    def _answer(self, seat: Seat, prompt: Prompt[Any], word: str) -> None:
        if word == "?":
            _list(prompt)
        elif word == "undo":
            self._undo()
        elif word or len(prompt.options) == 1:
            self._type(seat, word)

    def _type(self, seat: Seat, words: str) -> None:
        try:
            at = read(self.game, self.state, seat, " ".join((*self.path, words)))
        except IllegalMove as error:
            _print(str(error))
            return
        self.path = at.path
        if at.prompt is None:
            self.before.append(self.state)
            self._made(Move(seat, at.path, play(self.game, self.state, seat, at.path)))
            self._deal()
            self._board()

    def _undo(self) -> None:
        if self.path:
            self.path = ()
        elif self.before:
            self.state = self.before.pop()
            self._board()
        else:
            _print("There is nothing to take back.")

    def _deal(self) -> None:
        for move in deal(self.game, self.state, self.random):
            self._made(move)

    def _made(self, move: Move[Any]) -> None:
        self.state, self.path = move.step.state, ()
        _print(story([event.text for event in visible_to(move.step.events, None)], seat_name))

    def _board(self) -> None:
        _print(f"\n{story(self.game.describe(self.game.view(self.state, None)), seat_name)}\n")


def _list(prompt: Prompt[Any]) -> None:
    for option in prompt.options:
        _print(f"  {option.key:12}  {tell(option.shown().text, seat_name)}")


def _print(text: str = "") -> None:
    sys.stdout.write(f"{text}\n")
