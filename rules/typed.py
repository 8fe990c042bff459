"""A conversation typed: moves as text, and what continues them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from rules.choice import Conversation, IllegalMove, Path, Progress, Prompt, TooManyWords, answer_forced, refusal, walk
from rules.text import Text

A = TypeVar("A")

WhyNot = Callable[[Progress[Any], str], Text | None]


def parse(conversation: Conversation[A], text: str, why_not: WhyNot | None = None) -> Progress[A]:
    """Read typed text: unique beginnings do, forced answers may be left out; an unfinished text leads to a prompt.

    :raises IllegalMove: with the game's own reason where it has one.
    """
    return _read(conversation, (), words_of(text), why_not)


def words_of(text: str) -> tuple[str, ...]:
    """Typed text as words; commas part them, too."""
    return tuple(text.lower().replace(",", " ").split())


class Completion(NamedTuple):
    """A line that continues what was typed, and what it would do."""

    line: str
    label: Text


def complete(conversation: Conversation[A], text: str, limit: int = 25) -> list[Completion]:
    """Legal continuations of typed text, word by word; none when what stands there already is illegal."""
    *words, start = *words_of(text), ""
    if words and not text.endswith((" ", ",")):
        start = words.pop()
    try:
        at = parse(conversation, " ".join(words))
        offered = at.prompt.options if at.prompt else ()
        if start and not any(o.key.startswith(start) for o in offered):
            at, start = parse(conversation, text), ""  # the word may name an answer that was forced
        while at.prompt is not None:
            fitting = [o for o in at.prompt.options if o.key.startswith(start)]
            if len(fitting) != 1:
                lines = (" ".join((*at.path, o.key)) for o in fitting[:limit])
                return [Completion(line, o.shown().text) for line, o in zip(lines, fitting, strict=False)]
            at, start = answer_forced(conversation, (*at.path, fitting[0].key)), ""
    except IllegalMove:
        return []
    return [Completion(" ".join(at.path), _last_label(conversation, at.path))] if at.path else []


def _last_label(conversation: Conversation[A], path: Path) -> Text:
    prompt = walk(conversation, path[:-1]).prompt
    assert prompt is not None
    return next(o for o in prompt.options if o.key == path[-1]).shown().text


def _read(conversation: Conversation[A], path: Path, words: tuple[str, ...], why_not: WhyNot | None) -> Progress[A]:
    at = walk(conversation, path)
    if at.prompt is None:
        if words:
            reason = why_not(at, words[0]) if why_not else None
            raise IllegalMove(reason) if reason else TooManyWords(words[0])
        return at
    if not words:
        return answer_forced(conversation, path)
    keys = _meant(at.prompt, words[0])
    if why_not and words[0] not in keys and (reason := why_not(at, words[0])):
        raise IllegalMove(reason)  # said of this very word, so it is no beginning, and not for one after a forced answer
    forced = len(at.prompt.options) == 1
    ways = [((*path, key), words[1:]) for key in keys] if len(keys) == 1 else []
    if forced:
        ways.append(((*path, at.prompt.options[0].key), words))
    if not ways:
        raise IllegalMove(refusal(at.prompt, words[0], keys))
    try:
        return _best(conversation, ways, why_not)
    except TooManyWords:
        if keys:
            raise
        raise IllegalMove(refusal(at.prompt, words[0])) from None


def _best(conversation: Conversation[A], ways: list[tuple[Path, tuple[str, ...]]], why_not: WhyNot | None) -> Progress[A]:
    """The first reading that is complete, else the first that stands, else the first one's refusal."""
    standing: list[Progress[A]] = []
    refusal: IllegalMove | None = None
    for path, words in ways:
        try:
            standing.append(_read(conversation, path, words, why_not))
        except IllegalMove as error:
            refusal = refusal or error
    if not standing:
        assert refusal is not None
        raise refusal
    return next((at for at in standing if at.prompt is None), standing[0])


def _meant(prompt: Prompt[Any], word: str) -> list[str]:
    keys = [o.key for o in prompt.options]
    return [word] if word in keys else [key for key in keys if key.startswith(word)]
