"""A decision as a conversation: a generator that yields prompts, is sent the answers, and returns a typed action.

A conversation is never left suspended. To get to a path, walk it from its start: functions here take a `Conversation`,
which begins it anew. This module has menus, legality, the dealer's draw and random play; `typed` reads typed moves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast, overload

from rules.text import Text, say, verbatim

T = TypeVar("T")
A = TypeVar("A")

Path = tuple[str, ...]
LISTED_KEYS = 12  # of a question, after a word that is none of them
LETTERS = "ABCDE"  # of complete turns on offer, on buttons and in pictures


class IllegalMove(ValueError):
    """The only exception that rules raise on purpose: one sentence for the person who caused it.

    ``understood`` are the answers before the word of a typed text that was refused.
    """

    def __init__(self, text: Text, understood: Path = ()) -> None:
        super().__init__(str(text))
        self.text = text
        self.understood = understood


class TooManyWords(IllegalMove):
    """The move is complete before this word."""

    def __init__(self, word: str, understood: Path = ()) -> None:
        super().__init__(say("“{word}” is one word too many: the move is complete without it.", word=word), understood)


class NotOffered(IllegalMove):
    """A typed word is no answer to this prompt, and no reason is known."""

    def __init__(self, prompt: Prompt[Any], word: str, understood: Path = ()) -> None:
        super().__init__(refusal(prompt, word), understood)
        self.prompt = prompt
        self.word = word


class Gain(NamedTuple):
    """Points that an answer brings at once to the seat that gives it, and to ``others`` (seat, points).

    ``up_to``: these are the points with the best of the answers that follow. ``parts``: how the seat's own points add up.
    """

    own: int
    others: tuple[tuple[int, int], ...] = ()
    up_to: bool = False
    parts: Text | None = None


def best_of(gains: Iterable[Gain]) -> Gain:
    """Return the gain with most points for the seat that answers, marked ``up_to``. A tie goes to the least for other seats."""
    best = max(gains, key=lambda each: (each.own, -sum(points for _, points in each.others)))
    return best._replace(up_to=True)


class Label(NamedTuple):
    """How people see an option: its name, the place on the board that it marks, and a few words beside that place.

    :param at: key of the place on the board, empty for none.
    :param note: a few words beside the place.
    :param gain: points, shown only at tables that show points in advance.
    :param star: the option completes something, such as a tower.
    :param ends: no question follows, so among tabs it stands apart.
    :param words: its name inside a sentence, if ``text`` relies on the picture beside it.
    """

    text: Text
    at: str = ""
    note: Text | None = None
    gain: Gain | None = None
    star: bool = False
    ends: bool = False
    words: Text | None = None


class Option(NamedTuple, Generic[T]):
    """An answer on offer.

    ``key`` is typed and stored: short, lower-case, without spaces or ``+``. ``label`` is called only when somebody looks.
    """

    key: str
    value: T
    label: Callable[[], Label] | None = None

    def shown(self) -> Label:
        return self.label() if self.label else Label(say("{key}", key=self.key), at=self.key)


@dataclass(frozen=True, slots=True)
class Options(Sequence[Option[T]]):
    """Similar answers on offer: an `Option` is made of a value only when it is read, so random play makes only those it draws."""

    values: Sequence[T]
    key: Callable[[T], str]
    label: Callable[[T], Label] | None = None

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Option[T]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Option[T]]: ...
    def __getitem__(self, place: int | slice) -> Option[T] | Sequence[Option[T]]:
        if isinstance(place, slice):
            return Options(self.values[place], self.key, self.label)
        return self._option(self.values[place])

    def __iter__(self) -> Iterator[Option[T]]:
        return map(self._option, self.values)

    def _option(self, value: T) -> Option[T]:
        return Option(self.key(value), value, partial(self.label, value) if self.label else None)

    def keys(self) -> list[str]:
        """Return all keys, without making an `Option` for each."""
        return list(map(self.key, self.values))


def keys_of(options: Sequence[Option[Any]]) -> list[str]:
    """Return the keys of the answers on offer."""
    return options.keys() if isinstance(options, Options) else [option.key for option in options]


Form = Literal["words", "places", "tabs"]
WhyNot = Callable[[str], Text | None]


def no_reason(answer: str) -> Text | None:
    """Return None: only the general sentence fits. The default of `Prompt.why_not`."""
    return None


class Prompt(NamedTuple, Generic[T]):
    """A question and the answers on offer. Each of them can be completed to a legal move.

    :param key: names the question; stable, as pictures, tests and computer players know it.
    :param question: the sentence shown.
    :param options: the answers on offer, in the order shown.
    :param board: the position as it would be after the answers so far, for the picture; a frozen value.
    :param form: how it is answered: by ``words`` on buttons; by the numbers of ``places`` in the picture (`numbers`), or by its
        word where an answer lies nowhere; by ``tabs`` over the next prompt, of which the first is taken until another is chosen.
    :param note: a sentence beside the question.
    :param weights: chances, one an option; only for the dealer. None: all alike.
    :param page: most answers shown at once, with buttons to the others; None: as many as a message holds.
    :param why_not: returns the reason against a typed answer, or None if only the general sentence (`refusal`) fits. It is called
        only for answers that are not on offer; an answer may be the beginning of one that is, and None lets it stand as that
        (`unless_begun`). For keys on offer it must return None, as the tests check.
    """

    key: str
    question: Text
    options: Sequence[Option[T]]
    board: Any = None
    form: Form = "words"
    note: Text | None = None
    weights: tuple[int, ...] | None = None
    why_not: WhyNot = no_reason
    page: int | None = None


Choices = Generator[Prompt[Any], Any, A]
Conversation = Callable[[], Choices[A]]


class Progress(NamedTuple, Generic[A]):
    """A point in a conversation: the next prompt or, when the path is complete, the action.

    ``answered`` are the prompts before, ``values`` the values of the options taken there.
    """

    path: Path
    prompt: Prompt[Any] | None
    action: A | None
    answered: tuple[Prompt[Any], ...] = ()
    values: tuple[Any, ...] = ()

    @property
    def tabs(self) -> tuple[int, ...]:
        """Return the depths of the answered prompts that are tabs over the present one."""
        found: list[int] = []
        for number in reversed(range(len(self.answered))):
            before = self.answered[number]
            if before.form != "tabs":
                break  # even an only answer was given: a prompt under tabs is always asked
            if len(before.options) > 1:
                found.append(number)
        return tuple(reversed(found)) if self.prompt is not None else ()

    @property
    def forced(self) -> str | None:
        """Return the answer that is taken without asking: the only one, or the first tab. A prompt under tabs is always asked."""
        if self.prompt is None:
            return None
        alone = len(self.prompt.options) == 1 and not self.tabs
        return self.prompt.options[0].key if alone or self.prompt.form == "tabs" else None


def pick(
    key: str,
    question: Text,
    options: Sequence[Option[T]],
    *,
    board: Any = None,
    form: Form = "words",
    note: Text | None = None,
    weights: tuple[int, ...] | None = None,
    why_not: WhyNot = no_reason,
    page: int | None = None,
) -> Generator[Prompt[T], T, T]:
    """Ask one question inside a conversation and return the value of the option taken; `Prompt` describes the parameters."""
    return (yield Prompt(key, question, options, board, form, note, weights, why_not, page))


def unless_begun(options: Sequence[Option[Any]], why_not: WhyNot) -> WhyNot:
    """Return ``why_not`` for questions where the beginning of an answer on offer goes before a reason.

    ``m2`` is then the beginning of ``m20``, and not a square off the board.
    """
    return lambda answer: None if any(key.startswith(answer) for key in keys_of(options)) else why_not(answer)


def numbers(prompt: Prompt[Any]) -> tuple[str, ...]:
    """Return the word for each option of a prompt for ``places``: its key if all keys are numbers, else its number from 1 on."""
    keys = tuple(keys_of(prompt.options))
    return keys if all(key.isdecimal() for key in keys) else tuple(str(n) for n in range(1, len(keys) + 1))


def name_answer(prompt: Prompt[Any], label: Label) -> Text:
    """Return an answer in words, else its place in the picture or the label of its button."""
    if label.words is not None:
        return label.words
    return verbatim(label.at) if prompt.form == "places" and label.at else label.text


def drive(choices: Choices[A], answer: Callable[[Prompt[Any]], Option[Any] | None]) -> Progress[A]:
    """Answer prompts until the conversation ends or ``answer`` returns None.

    Only this function sends answers to a conversation.
    """
    path: list[str] = []
    answered: list[Prompt[Any]] = []
    values: list[Any] = []
    value = None
    while True:
        try:
            prompt = choices.send(value)
        except StopIteration as end:
            return Progress(tuple(path), None, end.value, tuple(answered), tuple(values))
        option = answer(prompt)
        if option is None:
            return Progress(tuple(path), prompt, None, tuple(answered), tuple(values))
        key, value, _ = option
        path.append(key)
        answered.append(prompt)
        values.append(value)


def walk(conversation: Conversation[A], path: Path) -> Progress[A]:
    """Follow complete keys from the start.

    :raises IllegalMove: if a key is not on offer, or the path goes on after the move is complete.
    """
    at = follow(conversation, path)
    if len(at.path) < len(path):
        raise TooManyWords(path[len(at.path)])
    return at


def follow(conversation: Conversation[A], path: Path) -> Progress[A]:
    """Follow complete keys from the start until the move is complete; leave out the keys after that.

    :raises IllegalMove: if a key is not on offer.
    """
    keys = iter(path)

    def named(prompt: Prompt[Any]) -> Option[Any] | None:
        key = next(keys, None)
        return None if key is None else _offered(prompt, key)

    return drive(conversation(), named)


def _offered(prompt: Prompt[Any], key: str) -> Option[Any]:
    keys = keys_of(prompt.options)
    if key not in keys:
        raise NotOffered(prompt, key)
    return prompt.options[keys.index(key)]


def extend(conversation: Conversation[A], at: Progress[A], option: Option[Any]) -> Progress[A]:
    """Return the progress after one more answer; the answers before are not looked up again."""
    taken = iter((*map(Option[Any], at.path, at.values), option))
    return drive(conversation(), lambda prompt: next(taken, None))


def sample(choices: Choices[A], random: Random, start: Path = ()) -> tuple[Path, A]:
    """Return a random complete path that begins with these answers, and its action: random play, and the dealer's draw.

    :raises IllegalMove: if one of the answers to begin with is not on offer.
    """
    keys = iter(start)

    def begun(prompt: Prompt[Any]) -> Option[Any]:
        key = next(keys, None)
        return _draw(random, prompt) if key is None else _offered(prompt, key)

    at = drive(choices, begun if start else partial(_draw, random))
    return at.path, cast("A", at.action)


def _draw(random: Random, prompt: Prompt[Any]) -> Option[Any]:
    options = prompt.options
    count = len(options)
    assert count, f"a dead end: {prompt.question}"
    if count == 1:
        return options[0]
    if prompt.weights is None:
        return options[int(random.random() * count)]
    (place,) = random.choices(range(count), prompt.weights)
    return options[place]


def answer_forced(conversation: Conversation[A], path: Path) -> Progress[A]:
    """Return the progress after every forced answer is given (`Progress.forced`)."""
    at = walk(conversation, path)
    while (key := at.forced) is not None:
        at = walk(conversation, (*at.path, key))
    return at


def back(conversation: Conversation[A], path: Path) -> Path:
    """Return the path without its last answer that was a choice, and without the tabs over that."""
    answered = walk(conversation, path).answered
    chosen = (n for n in reversed(range(len(path))) if len(answered[n].options) > 1 and answered[n].form != "tabs")
    return path[: next(chosen, 0)]


def refusal(prompt: Prompt[Any], word: str, meant: list[str] | None = None) -> Text:
    """Return the general sentence against a word that is not on offer, or that could mean several keys."""
    if meant:
        return say("“{word}” could mean {keys}. Please type more of it.", word=word, keys=tuple(meant))
    keys = tuple(keys_of(prompt.options))
    if len(keys) > LISTED_KEYS:
        return say(
            "“{word}” is not possible here. {question} You can answer, among others: {keys}.",
            word=word,
            question=prompt.question,
            keys=keys[:LISTED_KEYS],
        )
    return say(
        "“{word}” is not possible here. {question} You can answer: {keys}.", word=word, question=prompt.question, keys=keys
    )
