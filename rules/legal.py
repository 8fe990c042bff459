"""All complete moves of a conversation, for whoever looks at every one of them: tests, players, figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

from rules.choice import Choices, Conversation, Path, Progress, Prompt, walk

A = TypeVar("A")


class _Given(NamedTuple, Generic[A]):
    """A progress, and the values of its answers, so that none is looked up again."""

    at: Progress[A]
    values: tuple[Any, ...]


def legal_moves(
    conversation: Conversation[A], start: Path = (), transposition: Callable[[Any], Hashable] | None = None
) -> Iterator[Progress[A]]:
    """All complete legal paths that begin with these answers, with their actions, in the order of the options.

    :param transposition: what of the board of a prompt decides how it may go on; of the ways that lead to the same, only the
        first is followed. Without it all are.
    """
    at = walk(conversation, start)
    met = set[Hashable]()

    def is_new(prompt: Prompt[Any]) -> bool:
        if transposition is None:
            return True
        key = prompt.key, transposition(prompt.board)
        if key in met:
            return False
        met.add(key)
        return True

    asked = zip(at.answered, start, strict=True)
    values = tuple(next(option.value for option in prompt.options if option.key == key) for prompt, key in asked)
    yield from _moves(conversation, _Given(at, values), is_new)


def legal_paths(conversation: Conversation[A], start: Path = ()) -> Iterator[Path]:
    """The same, without the actions."""
    return (at.path for at in legal_moves(conversation, start))


def few_moves(conversation: Conversation[A], most: int) -> list[Progress[A]] | None:
    """The same, from the beginning; None where there are more than so many, which is often seen without looking at each."""
    level = [_Given(walk(conversation, ()), ())]
    while any(given.at.prompt for given in level):
        if sum(len(given.at.prompt.options) if given.at.prompt else 1 for given in level) > most:
            return None
        level = list(chain.from_iterable(_longer(conversation, given) if given.at.prompt else (given,) for given in level))
    return [given.at for given in level]


def _moves(conversation: Conversation[A], given: _Given[A], is_new: Callable[[Prompt[Any]], bool]) -> Iterator[Progress[A]]:
    if given.at.prompt is None:
        yield given.at
    elif is_new(given.at.prompt):
        for longer in _longer(conversation, given):
            yield from _moves(conversation, longer, is_new)


def _longer(conversation: Conversation[A], given: _Given[A]) -> Iterator[_Given[A]]:
    """With each answer to the present prompt."""
    at = given.at
    assert at.prompt is not None
    answered = (*at.answered, at.prompt)
    for option in at.prompt.options:
        values = (*given.values, option.value)
        prompt, action = _sent(conversation(), values)
        yield _Given(Progress((*at.path, option.key), prompt, action, answered), values)


def _sent(choices: Choices[A], values: tuple[Any, ...]) -> tuple[Prompt[Any] | None, A | None]:
    """The prompt after these answers, or the action."""
    try:
        prompt = next(choices)
        for value in values:
            prompt = choices.send(value)
    except StopIteration as end:
        return None, end.value
    return prompt, None
