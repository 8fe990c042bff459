"""Talk with a game in typed words, for tests of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.choice import Gain, IllegalMove, Prompt, answer_forced, walk
from rules.game import DEALER, AnyGame, Event, Step, Topic, conversation, play, read, refuser, visible_to
from rules.text import seat_name, tell


class Talk:
    """Ask one game about a position, always for the seat whose turn it is."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def do(self, state: Any, text: str) -> Step[Any]:
        """Type a move; for the dealer the answers are written in full."""
        seat = self._seat(state)
        if seat == DEALER:
            return play(self._game, state, seat, tuple(text.split()))
        stand = read(self._game, state, seat, text)
        assert stand.prompt is None, stand.prompt
        return play(self._game, state, seat, stand.path)

    def asked(self, state: Any, text: str = "") -> Prompt[object] | None:
        """Return the prompt after these answers, written in full; None if the move is complete."""
        return walk(conversation(self._game, state, self._seat(state)), tuple(text.split())).prompt

    def asks(self, state: Any, text: str = "") -> str:
        """Return the key of the prompt after these answers; empty if the move is complete."""
        prompt = self.asked(state, text)
        return prompt.key if prompt else ""

    def question(self, state: Any, text: str = "") -> str:
        prompt = self.asked(state, text)
        return str(prompt.question) if prompt else ""

    def offered(self, state: Any, text: str = "") -> list[str]:
        """Return the keys of the options after these answers; none if the move is complete."""
        prompt = self.asked(state, text)
        return [option.key for option in prompt.options] if prompt else []

    def labels(self, state: Any, text: str = "") -> dict[str, str]:
        """Return the labels of the options, by key."""
        prompt = self.asked(state, text)
        assert prompt
        return {option.key: str(option.shown().text) for option in prompt.options}

    def gains(self, state: Any, text: str = "") -> dict[str, Gain | None]:
        """Return the gains of the options, by key."""
        prompt = self.asked(state, text)
        assert prompt
        return {option.key: option.shown().gain for option in prompt.options}

    def weights(self, state: Any, text: str = "") -> dict[str, int]:
        """Return the weights with which the dealer draws the options, by key."""
        prompt = self.asked(state, text)
        assert prompt
        return dict(zip(self.offered(state, text), prompt.weights or (1,) * len(prompt.options), strict=True))

    def refusal(self, state: Any, text: str) -> str:
        """Return the sentence that refuses an illegal typed move."""
        with pytest.raises(IllegalMove) as refused:
            read(self._game, state, self._seat(state), text)
        return str(refused.value)

    def reason(self, state: Any, text: str) -> str:
        """Return the game's own reason against the last of these words; empty if it has none."""
        *path, answer = text.split()
        seat = self._seat(state)
        at = walk(conversation(self._game, state, seat), tuple(path))
        return str(refuser(self._game, state, seat)(at, answer) or "")

    def points(self, state: Any) -> list[int]:
        return [score.points for score in self._game.scores(state)]

    def board(self, state: Any, seat: int | None = None) -> list[str]:
        """Return the board in words, line by line."""
        return [tell(line, seat_name) for line in self._game.describe(self._game.view(state, seat))]

    def _seat(self, state: Any) -> int:
        (seat,) = self._game.to_act(state)
        return seat


def told(step: Step[Any]) -> list[str]:
    """Return the sentences of a step that everybody sees."""
    return [str(event.text) for event in visible_to(step.events, None)]


def kinds(step: Step[Any]) -> list[str]:
    return [event.kind for event in step.events]


def event(step: Step[Any], kind: str) -> Event:
    """Return the only event of this kind."""
    (found,) = [each for each in step.events if each.kind == kind]
    return found


def shown_prompt(game: AnyGame, key: str) -> tuple[Topic, Prompt[object]]:
    """Return a page of the short rules, and the prompt that its picture shows."""
    (topic,) = (topic for topic in game.topics() if topic.key == key)
    assert topic.seat is not None
    prompt = answer_forced(conversation(game, topic.state, topic.seat), topic.path).prompt
    assert prompt
    return topic, prompt


def shown_state(game: AnyGame, key: str) -> Any:
    """Return the state on a page of the short rules."""
    (state,) = (topic.state for topic in game.topics() if topic.key == key)
    return state
