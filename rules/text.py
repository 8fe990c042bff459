"""Text for people: a sentence with named parameters, put in the reader's language only at the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import LiteralString

from rules.renamed import RENAMED

SEAT = "{seat}"
NAMED = "{named}"
PIECE = "{piece}"
JOINED = "{parts}"
LISTED = "{listed}"
SENTENCES = "{sentences}"
STOPS = (".", "!", "?", "…")  # how a sentence ends
FORMER_NAME = "\uffff"  # in place of an erased name; no name of a person holds this sign


@dataclass(frozen=True, slots=True)
class Text:
    """An English sentence with ``{named}`` parameters. The sentence is also its key in a catalogue of translations.

    A ``str`` parameter is data, such as a name: the writer makes it harmless. A sentence of one parameter alone may stand for a
    value that the writer knows, such as a seat (`who`). ``plural`` is the sentence for any ``count`` but one (`say_n`).
    """

    message: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str = ""

    @property
    def count(self) -> int:
        """Return the number that decides between singular and plural, without its sign; 0 if there is none."""
        number = dict(self.params).get("count")
        return abs(number) if isinstance(number, int) else 0

    def __str__(self) -> str:
        return tell(self, seat_name)


Word = int | str | Text
Param = Word | tuple[Word, ...]
Writer = Callable[[dict[str, Param]], str]
Translate = Callable[[Text], str]
"""The reader's sentence for a text, with the same ``{named}`` fields."""


def say(message: LiteralString, **params: Param) -> Text:
    """Make a `Text`; the one function whose first argument is collected for translation."""
    return Text(message, tuple(params.items()))


def say_n(one: LiteralString, many: LiteralString, count: int, **params: Param) -> Text:
    """Make a `Text` that depends on a number, ``{count}`` in it: one sentence for 1, another for any other number."""
    return Text(one, (("count", count), *params.items()), many)


def message(sentence: LiteralString) -> LiteralString:
    """Mark a sentence for translation where it is defined; it is said elsewhere."""
    return sentence


SEMICOLON = message("; ")
"""Between the parts of a list (`joined`): some languages set a space before it."""


@cache
def who(seat: int) -> Text:
    """Return a seat as a parameter: the writer, not the rules, knows the person's name."""
    return say(SEAT, seat=seat)


def named(person: int, seat: int | None = None) -> Text:
    """Return a person by the id of their account, as a parameter of a text that is stored.

    `host.people` fills in the name when the text is read, so that an erased name is nowhere.

    :param seat: the one that they had or would get, whose number tells them from players with the same name.
    """
    return say(NAMED, named=person) if seat is None else say(NAMED, named=person, of=seat)


def piece(name: str, word: Text, *, alone: bool = False) -> Text:
    """Return a piece of a game that may be shown as a small picture of this name, beside its word or ``alone`` in its place.

    A writer without such a picture writes the word.
    """
    return say(PIECE, piece=word, name=name, alone=int(alone))


def verbatim(data: str) -> Text:
    """Return a text that is the same in any language: a name, a key, a title."""
    return say("{data}", data=data)


def joined(separator: LiteralString, *parts: Text | None) -> Text:
    """Join texts to one; None and empty ones are left out.

    :param separator: signs and spaces; a `message` if other languages set it otherwise.
    """
    return say(JOINED, parts=tuple(part for part in parts if part is not None), separator=separator)


def sentences(*parts: Text) -> Text:
    """Join lines to one text, each with a full stop at its end."""
    return say(SENTENCES, sentences=parts)


def listed(*parts: Word) -> Text:
    """Return persons or things as a list that the writer joins in the reader's language: ``A, B and C``."""
    return say(LISTED, listed=parts)


def naming(text: Text, names: Mapping[int, str]) -> Text:
    """Return the text with these names filled in for seats; a reader may know other names."""

    def name(value: Text) -> Text:
        seat = value.params[0][1]
        return called(names[seat], seat) if isinstance(seat, int) and seat in names else value

    return with_values(text, SEAT, name)


def with_values(text: Text, kind: str, change: Callable[[Text], Text]) -> Text:
    """Return the text with each value of a kind in it changed, such as its seats for `SEAT`."""

    def changed(value: Param) -> Param:
        if isinstance(value, tuple):
            return tuple(with_values(each, kind, change) if isinstance(each, Text) else each for each in value)
        return with_values(value, kind, change) if isinstance(value, Text) else value

    if text.message == kind:
        return change(text)
    return replace(text, params=tuple((name, changed(value)) for name, value in text.params))


def values_in(text: Text, kind: str) -> Iterator[Text]:
    """Yield the values of a kind in a text."""
    if text.message == kind:
        yield text
    for _, param in text.params:
        for each in param if isinstance(param, tuple) else (param,):
            if isinstance(each, Text):
                yield from values_in(each, kind)


FORMER_PLAYER = say("a former player")


def called(name: str, seat: int) -> Text:
    """Return the displayed name of a seat as a text: also for a person whose name is not visible, or was erased."""
    if name.startswith(FORMER_NAME):
        number = name.removeprefix(FORMER_NAME).strip()
        return joined(" ", FORMER_PLAYER, verbatim(number)) if number else FORMER_PLAYER
    return verbatim(name) if name else nameless(seat)


@cache
def numbered(seat: int) -> Text:
    """Return a seat without a name: ``Seat 1`` for seat 0."""
    return say("Seat {number}", number=seat + 1)


@cache
def nameless(seat: int) -> Text:
    """Return a name for a person without a visible name: ``Player 1`` on seat 0."""
    return say("Player {number}", number=seat + 1)


def seat_name(seat: int) -> str:
    """Return an English name for a seat where no names are known."""
    return f"Seat {seat + 1}"


def english(text: Text) -> str:
    """Return the sentence as it was written."""
    return text.plural if text.plural and text.count != 1 else text.message


def renamed(text: Text) -> Text:
    """Return a text with the wording of today, for one that an earlier version stored."""
    if text.message not in RENAMED:
        return text
    return replace(text, message=RENAMED[text.message], plural=RENAMED.get(text.plural, text.plural))


def write(text: Text, writers: Mapping[str, Writer], data: Callable[[str], str] = str, translate: Translate = english) -> str:
    """Return the sentence with all parameters filled in.

    :param writers: by the message of a value's kind, the function that writes such a value from its parameters.
    :param data: makes a name or another piece of data harmless in this form.
    """
    return _Writing(writers, data, translate).told(text)


class _Writing:
    """The arguments of `write`. Two functions inside it would refer to each other, and be garbage that Python must search for."""

    __slots__ = ("_data", "_translate", "_writers")

    def __init__(self, writers: Mapping[str, Writer], data: Callable[[str], str], translate: Translate) -> None:
        self._writers, self._data, self._translate = writers, data, translate

    def _word(self, value: Param) -> str:
        if isinstance(value, Text):
            return self.told(value)
        if isinstance(value, tuple):
            return ", ".join(map(self._word, value))
        return self._data(value) if isinstance(value, str) else str(value)

    def told(self, text: Text) -> str:
        params = dict(text.params)
        if (writer := self._writers.get(text.message)) is not None:
            return writer(params)
        if text.message == NAMED:
            return self._translate(FORMER_PLAYER)  # nobody filled in a name
        if text.message == JOINED:
            parts, separator = params["parts"], params["separator"]
            words = filter(None, map(self._word, parts if isinstance(parts, tuple) else (parts,)))
            return self._translate(Text(str(separator))).join(words)
        if text.message == SENTENCES:
            lines = params["sentences"]
            ends = filter(None, map(self._word, lines if isinstance(lines, tuple) else (lines,)))
            return " ".join(self._begun(line) if line.endswith(STOPS) else f"{self._begun(line)}." for line in ends)
        sentence = self._translate(renamed(text))
        told = sentence.format(**{name: self._word(value) for name, value in params.items()})
        return self._begun(told) if sentence.startswith("{") and sentence.endswith(STOPS) else told

    def _begun(self, sentence: str) -> str:
        """Return a sentence with a capital letter if it begins with the words for an erased name."""
        return f"{sentence[0].upper()}{sentence[1:]}" if sentence.startswith(self._translate(FORMER_PLAYER)) else sentence


def tell(text: Text, names: Callable[[int], str], translate: Translate = english) -> str:
    """Return the sentence for places where no sign has a meaning, such as a terminal.

    :param names: returns the name of a seat.
    """

    def seat(params: dict[str, Param]) -> str:
        number = params["seat"]
        return names(number) if isinstance(number, int) else str(number)

    return write(text, {SEAT: seat}, translate=translate)


def story(texts: Sequence[Text], names: Callable[[int], str], translate: Translate = english) -> str:
    """Return several sentences, a line each."""
    return "\n".join(tell(text, names, translate) for text in texts)
