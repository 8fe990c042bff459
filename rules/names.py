"""Names of people: signs to leave out, names that look alike, and names that keep to their place in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional, category, normalize

from rules.lookalikes import PROTOTYPES
from rules.text import Text, called

LONGEST_NAME = 32  # characters
UNKNOWN = "?"  # kept in place of a name of which nothing can be seen
EMBLEM = "⚙"  # before the names of computers, in pictures, too
GEARS = f"{EMBLEM}\u26ed\u26ee\u26ef"  # the sign of computers, and others that show a gear
ISOLATE, END = "\u2068", "\u2069"  # first strong isolate, and pop directional isolate
JOINERS = "\u200c\u200d"  # join letters and emojis, or keep letters apart
SELECTORS = "\ufe0e\ufe0f"  # choose between the letter and the emoji of a sign
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159"  # leave no mark, although their kind does
UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"}  # kinds of characters that leave no mark, or nobody knows which
LEFTWARDS = {"R", "AL", "AN"}  # directions of letters and digits that turn a line

_UNSEEN_SPANS = ((0x180B, 0x180F), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0x16FE4, 0x16FE4), (0xE0000, 0xE0FFF))
_SIGNS = re.compile(f"[{ISOLATE}{END}]")


def is_visible(sign: str) -> bool:
    """Return whether a character leaves a mark."""
    point = ord(sign)
    unseen = category(sign) in UNSEEN or sign in BLANKS or point & 0xFFFE == 0xFFFE
    return not unseen and not any(first <= point <= last for first, last in _UNSEEN_SPANS)


@lru_cache(maxsize=4096)
def filter_name(name: str) -> str:
    """Return a person's name without the sign of computers and without invisible characters, in one line, not too long.

    Empty if nothing of it can be seen. Joiners and selectors stay where they have something to join or to select.
    """
    found = "".join(sign for sign in " ".join(name.split()) if _kept(sign))
    words = (_joined(word) for word in found.split())
    told = " ".join(filter(None, words))
    return told if len(told) <= LONGEST_NAME else _joined(told[: LONGEST_NAME - 1]).rstrip() + "…"


def _kept(sign: str) -> bool:
    return (is_visible(sign) and sign not in GEARS) or sign in JOINERS or sign in SELECTORS or sign == " "


def _joined(word: str) -> str:
    """Return the word without joiners and selectors that stand alone, and without marks that have nothing to stand on."""
    kept = ""
    parts = [(control, "".join(signs)) for control, signs in groupby(word, lambda sign: sign in JOINERS or sign in SELECTORS)]
    for number, (control, part) in enumerate(parts):
        if not control:
            kept += part if kept else part.lstrip("".join(sign for sign in part if category(sign).startswith("M")))
        elif kept:
            selector = next((sign for sign in part if sign in SELECTORS), "")
            joiner = next((sign for sign in part if sign in JOINERS), "") if number + 1 < len(parts) else ""
            kept += selector + joiner
    return kept


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look alike, whatever their case, width, and invisible characters."""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(maxsize=4096)
def _looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name by UTS #39, of its letters as they are and of small ones."""
    plain = normalize("NFKC", name)
    return frozenset(_skeleton(each).casefold() for each in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    seen = (sign if is_visible(sign) else " " for sign in normalize("NFD", text) if is_visible(sign) or sign.isspace())
    return " ".join(normalize("NFD", "".join(PROTOTYPES.get(ord(sign), sign) for sign in seen)).split())


@lru_cache(maxsize=4096)
def _tell_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    told, marked = names, frozenset[int]()
    while not (alike := frozenset(_mistaken(told))) <= marked:
        marked |= alike
        told = tuple(name + _number(seat) if seat in marked else name for seat, name in enumerate(names))
    return told


def tell_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a table's seats with the number of the seat behind those that look alike.

    An empty name stays empty: a person without a visible name is called by the seat's number.
    """
    return _tell_apart(tuple(names))


def _mistaken(names: Sequence[str]) -> Iterator[int]:
    """Yield the seats whose name looks like another's, or like what somebody without a name is called."""
    numbers = [str(seat + 1) for seat, name in enumerate(names) if not name]
    for seat, name in enumerate(names):
        others = (other for number, other in enumerate(names) if other and number != seat)
        words = () if name.endswith(_number(seat)) else name.split()
        numbered = any(look_alike(word, number) for word in words for number in numbers)
        if numbered or (name and any(look_alike(name, other) for other in others)):
            yield seat


def _number(seat: int) -> str:
    return f" ({seat + 1})"


def call(names: Sequence[str], seat: int) -> Text:
    """Return the name of a seat, for a text about several tables or a text that is stored."""
    return called(names[seat], seat)


def isolate(text: str) -> str:
    """Return a text that people wrote, so that it cannot change the order of the words around it.

    It stands between `ISOLATE` and `END` if it has letters from right to left. Isolates inside it are balanced.
    """
    balanced = balance(text)
    return f"{ISOLATE}{balanced}{END}" if any(bidirectional(sign) in LEFTWARDS for sign in _outside(balanced)) else balanced


def balance(text: str) -> str:
    """Return the text without each `ISOLATE` that has no `END`, and without each `END` that has no `ISOLATE`."""
    if not _SIGNS.search(text):
        return text
    kept, begun = list(text), list[int]()
    for place, sign in enumerate(text):
        if sign == ISOLATE:
            begun.append(place)
        elif sign == END and begun:
            begun.pop()
        elif sign == END:
            kept[place] = ""
    return "".join("" if place in begun else sign for place, sign in enumerate(kept))


def cut(text: str, limit: int) -> str:
    """Return the text, cut with an ellipsis to ``limit`` characters; an isolate that loses its `END` gets a new one."""
    if len(text) <= limit:
        return text
    for length in range(limit - 1, -1, -1):
        kept = close(text[:length] + "…")
        if len(kept) <= limit:
            return kept
    return ""


def close(text: str) -> str:
    """Return the beginning of a text, with an added `END` for each isolate that is still open."""
    return text + END * (text.count(ISOLATE) - text.count(END))


def _outside(text: str) -> Iterator[str]:
    """Yield the characters outside all isolates."""
    depth = 0
    for sign in text:
        depth += (sign == ISOLATE) - (sign == END)
        if depth == 0:
            yield sign
