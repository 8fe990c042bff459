"""Write texts for the viewer of a picture: in their language, with the names of the seats, in the colours of their theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category

from render.fonts import ELLIPSIS, clean, fit, width
from render.palette import LIGHT, Theme
from render.writing import Words
from rules.game import Seat
from rules.names import isolate, tell_apart
from rules.text import SEAT, Param, Text, Translate, english, numbered, tell, verbatim, write


def drawable(text: str) -> str:
    """Return a text that people wrote, such as a name, as it is written on pictures.

    Letters that no font has are left out (`clean`). A text from right to left is isolated: the words around it keep their order.
    """
    return isolate(clean(text))


@lru_cache(maxsize=256)
def drawn_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the drawable part of each seat's name, all different; '' for a name of which nothing is left."""
    return tell_apart(_drawn(name, f" ({seat + 1})") for seat, name in enumerate(names))


def _drawn(name: str, number: str) -> str:
    """Return the drawable part of a name, if letters, digits or the whole name are left; else ''.

    :param number: what `tell_apart` may have appended; it does not count as part of the name.
    """
    drawn, own = clean(name), clean(name.removesuffix(number))
    lettered = any(category(sign)[0] in "LN" for sign in own)
    return drawn if lettered or own == " ".join(name.removesuffix(number).split()) else ""


@dataclass(frozen=True, slots=True)
class Teller:
    """Translates texts, names seats and has the theme of a picture. Tellers with equal names, language and theme are equal.

    :param names: by seat; seats without a drawable name are called by their number, from 1.
    :param translate: translates into the language of the viewer.
    :param theme: the colours of the background and of the words on it.
    """

    names: tuple[str, ...] = ()
    translate: Translate = english
    theme: Theme = LIGHT

    def told(self, text: Text) -> Words:
        """Return a text, translated and with drawable names, as it is written on a picture."""
        return Words(write(text, {SEAT: self._seat}, drawable, self.translate))

    def name(self, seat: Seat) -> Words:
        """Return a seat's name as it is written on a picture; one like ``Seat 3`` if it has none that can be drawn."""
        known = drawn_names(self.names)[seat] if seat < len(self.names) else ""
        return Words(isolate(known)) if known else self.told(numbered(seat))

    def about(self, seat: Seat, sentence: Callable[[Text], Text], room: int, size: int, least: int) -> tuple[Words, int]:
        """Return a sentence about a seat and a font size with which it fits into ``room`` pixels.

        Shrink from ``size`` to ``least`` first, then cut the name, and cut the sentence only if that does not suffice.

        :param sentence: makes the sentence from the seat's name.
        """
        name = self.name(seat)
        told, found = fit(self.told(sentence(verbatim(name))), room, size, least)
        if not told.endswith(ELLIPSIS):
            return told, found
        rest = width(self.told(sentence(verbatim(""))), least)
        return fit(self.told(sentence(verbatim(fit(name, round(room - rest), least, least)[0]))), room, least, least)

    def called(self, seat: Seat) -> str:
        """Return a seat's full name, for messages, which can show all letters; one like ``Seat 3`` if it has none."""
        return self.names[seat] if seat < len(self.names) else tell(numbered(seat), str, self.translate)

    def _seat(self, params: dict[str, Param]) -> str:
        seat = params["seat"]
        return self.name(seat) if isinstance(seat, int) else str(seat)
