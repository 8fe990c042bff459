"""Text for people: a sentence with named parameters, told in the reader's language only at the edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

SEAT = "{seat}"


@dataclass(frozen=True, slots=True)
class Text:
    """An English sentence with ``{named}`` parameters; the sentence is also its key in a catalogue of translations."""

    message: str
    params: tuple[tuple[str, Param], ...] = ()

    def __str__(self) -> str:
        return tell(self, seat_name)


Word = int | str | Text
Param = Word | tuple[Word, ...]


def say(message: str, **params: Param) -> Text:
    """Make a `Text`; the one function whose first argument is collected for translation."""
    return Text(message, tuple(params.items()))


def who(seat: int) -> Text:
    """A seat as a parameter: the teller, not the rules, knows the person's name."""
    return say(SEAT, seat=seat)


def seat_name(seat: int) -> str:
    """What a seat is called where no names are known: ``Seat 1`` for seat 0."""
    return f"Seat {seat + 1}"


def tell(text: Text, names: Callable[[int], str], translate: Callable[[str], str] = str) -> str:
    """The sentence with everything filled in.

    :param names: what the seat with this number is called.
    :param translate: from the English message to the reader's; must keep the ``{named}`` fields.
    """

    def word(value: Param) -> str:
        if isinstance(value, Text):
            return tell(value, names, translate)
        return ", ".join(map(word, value)) if isinstance(value, tuple) else str(value)

    if text.message == SEAT:
        seat = dict(text.params)["seat"]
        return names(seat) if isinstance(seat, int) else word(seat)
    return translate(text.message).format(**{name: word(value) for name, value in text.params})


def story(texts: Sequence[Text], names: Callable[[int], str], translate: Callable[[str], str] = str) -> str:
    """Several sentences, a line each."""
    return "\n".join(tell(text, names, translate) for text in texts)
