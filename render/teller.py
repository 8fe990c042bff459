"""Whoever looks at a picture: what its seats are called there, and the language in which its words are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category

from render.fonts import ELLIPSIS, clean, fit, width
from render.writing import Words
from rules.game import Seat
from rules.names import isolate, tell_apart
from rules.text import SEAT, Param, Text, Translate, english, numbered, tell, verbatim, write


def drawable(text: str) -> str:
    """Return data as it is written on pictures; it does not turn the line around it."""
    return isolate(clean(text))


@lru_cache(maxsize=256)
def drawn_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what can be drawn of the names of a table's seats, each otherwise than all others; empty where no name is left."""
    return tell_apart(_drawn(name, f" ({seat + 1})") for seat, name in enumerate(names))


def _drawn(name: str, number: str) -> str:
    """Return what can be drawn of a name, if letters, digits or all of it are left; the ``number`` of a seat is none of it."""
    drawn, own = clean(name), clean(name.removesuffix(number))
    lettered = any(category(sign)[0] in "LN" for sign in own)
    return drawn if lettered or own == " ".join(name.removesuffix(number).split()) else ""


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells texts in a picture; two that call the seats alike and speak the same language are equal.

    :param names: by seat; a seat without one, or with none that can be drawn, is called by its number.
    :param translate: into the language of whoever looks at the picture.
    """

    names: tuple[str, ...] = ()
    translate: Translate = english

    def told(self, text: Text) -> Words:
        """A text as it is written on a picture."""
        return Words(write(text, {SEAT: self._seat}, drawable, self.translate))

    def name(self, seat: Seat) -> Words:
        """Return a seat as it is written on a picture."""
        known = drawn_names(self.names)[seat] if seat < len(self.names) else ""
        return Words(isolate(known)) if known else self.told(numbered(seat))

    def about(self, seat: Seat, sentence: Callable[[Text], Text], room: int, size: int, least: int) -> tuple[Words, int]:
        """A sentence with a seat's name, and a size in which it fits into ``room`` pixels.

        It is smaller first, no smaller than ``least``; then the name is cut, and nothing else where that suffices.
        """
        name = self.name(seat)
        told, found = fit(self.told(sentence(verbatim(name))), room, size, least)
        if not told.endswith(ELLIPSIS):
            return told, found
        rest = width(self.told(sentence(verbatim(""))), least)
        return fit(self.told(sentence(verbatim(fit(name, round(room - rest), least, least)[0]))), room, least, least)

    def called(self, seat: Seat) -> str:
        """A seat as it is written where there are all letters."""
        return self.names[seat] if seat < len(self.names) else tell(numbered(seat), str, self.translate)

    def _seat(self, params: dict[str, Param]) -> str:
        seat = params["seat"]
        return self.name(seat) if isinstance(seat, int) else str(seat)
