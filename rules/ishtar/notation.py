"""How stacks, trees, turns, gems and masteries are written in keys and sentences (R1.9, R1.10, R3.17)."""

from __future__ import annotations

import re
from functools import lru_cache

from rules.ishtar.parts import COLOURS, Gems
from rules.text import Text, joined, piece, say, term, verbatim

DONE = "done"
NO_GEMS = say("no gems")
MARKS = "🟣🔴⚪"
ARROWS = "→↘↙←↖↗"  # where cell 2 lies, by turn
WAYS = ("right", "down-right", "down-left", "left", "up-left", "up-right")
COLOUR_NAMES = {"p": "purple", "r": "red", "w": "white"}
SHAPE_NAMES = {"bar": "straight", "vee": "bent", "tri": "triangular"}


def stack_key(stack: int) -> str:
    """``stack-1`` for stack 0."""
    return f"stack-{stack + 1}"


def fountain_key(slot: int) -> str:
    """``a`` for the fountain of slot 0."""
    return chr(ord("a") + slot)


def fountain_name(slot: int) -> str:
    """``A``"""
    return fountain_key(slot).upper()


def tree_key(tree: int) -> str:
    """``tree-9``"""
    return f"tree-{tree}"


def turn_key(turned: int) -> str:
    """``down-left``: where cell 2 lies from cell 1."""
    return WAYS[turned]


def board_turn_key(turned: int) -> str:
    """``x2``, of a terrain board."""
    return f"x{turned}"


def number_in(word: str, prefix: str) -> int | None:
    """The number after a prefix: 9 in ``tree-9``."""
    found = re.fullmatch(f"{prefix}([0-9]{{1,2}})", word, re.ASCII)
    return int(found[1]) if found else None


def payment_key(gems: Gems) -> str:
    """``prw``: its letters in order."""
    return "".join(colour * count for colour, count in zip(COLOURS, gems, strict=True))


def colour_name(colour: str) -> Text:
    """``purple`` for ``p``, shown by its gem."""
    return piece(f"ishtar_{COLOUR_NAMES[colour]}", term(COLOUR_NAMES[colour]))


def shape_name(shape: str) -> Text:
    """``bent`` for ``vee``."""
    return term(SHAPE_NAMES[shape])


def fountain_sign(slot: int, colour: str) -> Text:
    """``A``, shown by its water."""
    return piece(f"ishtar_water_{colour}", verbatim(fountain_name(slot)))


def assistant(seat: int, word: Text) -> Text:
    """A word for an assistant, shown in the colour of a seat."""
    return piece(f"ishtar_seat_{seat + 1}", word)


@lru_cache(maxsize=1024)
def gems_words(gems: Gems) -> Text:
    """``2 purple, 1 white``"""
    held = [
        say("{count} {colour}", count=count, colour=colour_name(colour))
        for colour, count in zip(COLOURS, gems, strict=True)
        if count
    ]
    return joined(", ", *held) if held else NO_GEMS


@lru_cache(maxsize=1024)
def gems_marks(gems: Gems) -> Text:
    """``🟣🟣⚪``"""
    marks = zip(COLOURS, MARKS, gems, strict=True)
    shown = [piece(f"ishtar_{COLOUR_NAMES[c]}", verbatim(mark), alone=True) for c, mark, count in marks for _ in range(count)]
    return joined("", *shown)


def mastery_name(mastery: str) -> str:
    """``3`` for ``m3``, ``C`` for ``mc``."""
    return mastery[1:].upper()
