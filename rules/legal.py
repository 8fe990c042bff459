"""All complete moves of a conversation: for completions, tests, computer players and figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from rules.choice import Conversation, Path, Progress, Prompt, extend, walk

A = TypeVar("A")


def legal_moves(
    conversation: Conversation[A], start: Path = (), transposition: Callable[[Any], Hashable] | None = None
) -> Iterator[Progress[A]]:
    """Yield all complete legal paths that begin with these answers, with their actions, in the order of the options.

    :param transposition: returns the part of a prompt's board that decides which answers may follow; of several ways to the same
        part, only the first is followed. Without it all ways are.
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

    yield from _moves(conversation, at, is_new)


def legal_paths(conversation: Conversation[A], start: Path = ()) -> Iterator[Path]:
    """Yield the path of each complete legal move that begins with these answers, in the order of `legal_moves`."""
    return (at.path for at in legal_moves(conversation, start))


def few_moves(conversation: Conversation[A], most: int, starts: Sequence[Path] = ((),)) -> list[Progress[A]] | None:
    """Return all complete moves that begin with one of these paths, or None if there are more than ``most``.

    It usually stops before it has walked all of them.
    """
    if len(starts) > most:
        return None
    level = [walk(conversation, path) for path in starts]
    while any(at.prompt for at in level):
        if sum(len(at.prompt.options) if at.prompt else 1 for at in level) > most:
            return None
        level = list(chain.from_iterable(_longer(conversation, at) if at.prompt else (at,) for at in level))
    return level


def _moves(conversation: Conversation[A], at: Progress[A], is_new: Callable[[Prompt[Any]], bool]) -> Iterator[Progress[A]]:
    if at.prompt is None:
        yield at
    elif is_new(at.prompt):
        for longer in _longer(conversation, at):
            yield from _moves(conversation, longer, is_new)


def _longer(conversation: Conversation[A], at: Progress[A]) -> Iterator[Progress[A]]:
    """Give each answer to the present prompt."""
    assert at.prompt is not None
    return (extend(conversation, at, option) for option in at.prompt.options)
