"""Typed moves: read a text as answers of a conversation, and complete it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from rules.choice import (
    Conversation,
    IllegalMove,
    Label,
    NotOffered,
    Path,
    Progress,
    Prompt,
    TooManyWords,
    answer_forced,
    keys_of,
    numbers,
    refusal,
    walk,
)
from rules.legal import few_moves
from rules.text import Text, say

A = TypeVar("A")
Reason = Callable[[Progress[Any], str], Text | None]
Synonyms = Callable[[Text], str]
"""What somebody is shown for a text: where that is a single word, it may be typed as well."""
LABEL_END = "·"
"""Parts the label of a completion from the line after it, which may be typed on; no key holds it."""


def own_reason(at: Progress[Any], answer: str) -> Text | None:
    """Return the prompt's reason against an answer; None if it has none, or if the move is complete."""
    return at.prompt.why_not(answer) if at.prompt else None


def parse(conversation: Conversation[A], text: str, reason: Reason = own_reason, synonyms: Synonyms | None = None) -> Progress[A]:
    """Read typed text as answers. Unique beginnings of keys suffice; forced answers and first tabs may be left out.

    An unfinished text leads to a prompt.

    :param synonyms: the words that the typist sees; keys and their beginnings go before them.
    :raises IllegalMove: with the reason of the prompt, else with the general sentence.
    """
    return _read(conversation, (), words_of(text), Typist(reason, synonyms))


def words_of(text: str) -> tuple[str, ...]:
    """Return typed text as words, parted by spaces and commas, without the label that a completion has put before them."""
    return tuple(text.rpartition(LABEL_END)[2].lower().replace(",", " ").split())


class Typist(NamedTuple):
    """How to read a text: by which reasons, by which words that people see, and whether to give forced answers at its end."""

    reason: Reason = own_reason
    synonyms: Synonyms | None = None
    forces: bool = True

    def shown(self, prompt: Prompt[Any], word: str) -> list[str]:
        """Return the keys of answers with this single word as label, else with a one-word label that begins with it.

        Return none for answers by ``places`` in the picture.
        """
        if self.synonyms is None or prompt.form == "places":
            return []
        names = {option.key: _names(option.shown(), self.synonyms) for option in prompt.options}
        whole = [key for key, known in names.items() if word in known]
        return whole or [k for k, known in names.items() if any(n.startswith(word) and len(n.split()) == 1 for n in known)]


def _names(label: Label, synonyms: Synonyms) -> list[str]:
    """Return what an answer is called, on its button and inside a sentence."""
    texts = [text for text in (label.text, label.words) if text is not None]
    return [synonyms(text).partition(f" {LABEL_END} ")[0].lower() for text in texts]


def _begun(prompt: Prompt[Any], word: str) -> list[str]:
    return [key for key in keys_of(prompt.options) if key.startswith(word)]


class Completion(NamedTuple):
    """A line that continues typed text, and the label of its last answer."""

    line: str
    label: Label


def complete(conversation: Conversation[A], text: str, limit: int = 25, synonyms: Synonyms | None = None) -> list[Completion]:
    """Return legal continuations of typed text: whole moves if at most ``limit`` remain, else word by word.

    If tabs are left out, the room is shared among the answers under each of them. An illegal text has no continuations.
    """
    typist, (*words, start) = Typist(synonyms=synonyms), (*words_of(text), "")
    if words and not text.endswith((" ", ",", LABEL_END)):
        start = words.pop()
    try:
        groups = _under_tabs(conversation, tuple(words), start, typist)
        if start and not groups[0]:  # the word may name an answer that was forced, or be a number
            groups = _under_tabs(conversation, words_of(text), "", typist)
    except IllegalMove:
        return []
    begun = [path for group in groups for path in group]
    if whole := few_moves(conversation, limit, begun):
        return [_completion(at.answered[-1], at.path) for at in whole if at.path]
    lines = _spread([_on(conversation, group) for group in groups], limit)
    asked = {path: walk(conversation, path).prompt for path in {line[:-1] for line in lines}}
    return [_completion(prompt, line) for line in lines if (prompt := asked[line[:-1]])]


def _under_tabs(conversation: Conversation[A], words: tuple[str, ...], start: str, typist: Typist) -> list[list[Path]]:
    """Return the answers that begin so: those under the tabs that are taken, then those under each tab that was left out."""
    at = _read(conversation, (), words, typist)
    typed = len(_read(conversation, (), words, typist._replace(forces=False)).path) if at.tabs else 0
    tabs = [
        answer_forced(conversation, (*at.path[:depth], option.key))
        for depth in reversed(at.tabs)
        for option in at.answered[depth].options
        if depth >= typed and option.key != at.path[depth]
    ]
    return [_answers(each, start, typist) for each in (at, *tabs)]


def _answers(at: Progress[Any], start: str, typist: Typist) -> list[Path]:
    if at.prompt is None:
        return [] if start else [at.path]
    keys = _begun(at.prompt, start) or typist.shown(at.prompt, start)
    return [(*at.path, key) for key in keys]


def _spread(groups: list[list[Path]], most: int) -> list[Path]:
    """Return at most ``most`` paths, taken evenly from all groups, in their order."""
    turns = sorted((place, n) for n, group in enumerate(groups) for place in range(len(group)))[:most]
    return [groups[n][place] for n, place in sorted((n, place) for place, n in turns)]


def _on(conversation: Conversation[A], begun: list[Path]) -> list[Path]:
    """While there is one way to go on, follow it and return the ways after it."""
    if len(begun) != 1:
        return begun
    at = answer_forced(conversation, begun[0])
    return _on(conversation, [(*at.path, o.key) for o in at.prompt.options]) if at.prompt else [at.path]


def _completion(prompt: Prompt[Any], path: Path) -> Completion:
    return Completion(" ".join(path), next(o for o in prompt.options if o.key == path[-1]).shown())


def _read(conversation: Conversation[A], path: Path, words: tuple[str, ...], typist: Typist) -> Progress[A]:
    at = walk(conversation, path)
    if at.prompt is None:
        if words:
            reason = typist.reason(at, words[0])
            raise IllegalMove(reason, path) if reason else TooManyWords(words[0], path)
        return at
    if not words:
        return answer_forced(conversation, path) if typist.forces else at
    named = _named(at.prompt, words[0])
    keys = [named] if named else _begun(at.prompt, words[0])
    shown = [] if keys else typist.shown(at.prompt, words[0])
    if not named and not shown and (reason := _no_number(at.prompt, words[0]) or typist.reason(at, words[0])):
        raise IllegalMove(reason, path)  # said of this very word, so it is no beginning, and not for one after a forced answer
    ways = [((*path, key), words[1:]) for key in keys] if len(keys) == 1 else []
    if len(at.prompt.options) == 1 or at.prompt.form == "tabs":
        ways.append(((*path, at.prompt.options[0].key), words))
    if len(shown) == 1:
        ways.append(((*path, shown[0]), words[1:]))  # last, so that a later key goes before it
    if not ways:
        if keys or shown:
            raise IllegalMove(refusal(at.prompt, words[0], keys or shown), path)
        raise NotOffered(at.prompt, words[0], path)
    try:
        return _best(conversation, ways, typist)
    except IllegalMove as error:
        if keys or shown or len(error.understood) > len(path) + 1:
            raise
        if isinstance(error, TooManyWords):
            raise NotOffered(at.prompt, words[0], path) from None
        error.understood = path  # nothing of the word was understood, only what may be left out
        raise


def _best(conversation: Conversation[A], ways: list[tuple[Path, tuple[str, ...]]], typist: Typist) -> Progress[A]:
    """Return the first reading that is complete, else the first that is legal.

    :raises IllegalMove: with the first reading's refusal, if none is legal.
    """
    standing: list[Progress[A]] = []
    refusal: IllegalMove | None = None
    for path, words in ways:
        try:
            standing.append(_read(conversation, path, words, typist))
        except IllegalMove as error:
            refusal = refusal or error
    if not standing:
        assert refusal is not None
        raise refusal
    return next((at for at in standing if at.prompt is None), standing[0])


def _named(prompt: Prompt[Any], word: str) -> str | None:
    """Return the key that a word names, as a key or as a number in the picture."""
    if word in keys_of(prompt.options):
        return word
    numbered = numbers(prompt) if prompt.form == "places" else ()
    return prompt.options[numbered.index(word)].key if word in numbered else None


def _no_number(prompt: Prompt[Any], word: str) -> Text | None:
    """Return why a number is not in the picture; None if keys are numbers, or if it may be meant for a later prompt."""
    last = len(prompt.options)
    if prompt.form != "places" or last == 1 or not word.isdecimal() or prompt.options[0].key.isdecimal():
        return None
    return say("There is no {number} in the picture now: its numbers go from 1 to {last}.", number=word, last=last)
