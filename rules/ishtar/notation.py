"""Stacks, trees, rotations, gems and masteries in keys and sentences (R1.9, R1.10, R3.17)."""

from __future__ import annotations

import re
from functools import lru_cache

from rules.ishtar.parts import COLOURS, Gems
from rules.text import Text, joined, piece, say, say_n, verbatim

DONE = "done"
NO_GEMS = say("no gems")
GEM_MARKS = "🟣🔴⚪"
ROTATION_ARROWS = "→↘↙←↖↗"  # from cell 1 to cell 2, by rotation
ROTATION_KEYS = ("right", "down-right", "down-left", "left", "up-left", "up-right")
COLOUR_NAMES = {"p": "purple", "r": "red", "w": "white"}
GEM_NAMES = {"p": say("purple gem"), "r": say("red gem"), "w": say("white gem")}
SHAPE_NAMES = {"bar": say("straight"), "vee": say("bent"), "tri": say("triangular")}


def stack_key(stack: int) -> str:
    """Return ``stack-1`` for stack 0."""
    return f"stack-{stack + 1}"


def fountain_key(slot: int) -> str:
    """Return ``a`` for the fountain of slot 0."""
    return chr(ord("a") + slot)


def fountain_name(slot: int) -> str:
    """Return ``A`` for the fountain of slot 0."""
    return fountain_key(slot).upper()


def tree_key(tree: int) -> str:
    """Return ``tree-9`` for tree 9."""
    return f"tree-{tree}"


def rotation_key(rotation: int) -> str:
    """Return the direction from cell 1 of a tile to its cell 2, such as ``down-left``."""
    return ROTATION_KEYS[rotation]


def board_rotation_key(rotation: int) -> str:
    """Return ``x2`` for a terrain board rotated by two sixths."""
    return f"x{rotation}"


def number_in(word: str, prefix: str) -> int | None:
    """Return the number after a prefix: 9 in ``tree-9``; None if the word is not of this form."""
    found = re.fullmatch(f"{prefix}([0-9]{{1,2}})", word, re.ASCII)
    return int(found[1]) if found else None


def payment_key(gems: Gems) -> str:
    """Return gems as letters in order: ``prw``."""
    return "".join(colour * count for colour, count in zip(COLOURS, gems, strict=True))


def gem_name(colour: str) -> Text:
    """Return ``purple gem`` for ``p``, shown with its emoji."""
    return _gem(colour, GEM_NAMES[colour])


def shape_name(shape: str) -> Text:
    """Return the name of a tile's shape for people, such as ``bent`` for ``vee``."""
    return SHAPE_NAMES[shape]


def fountain_sign(slot: int, colour: str) -> Text:
    """Return the letter of a fountain, shown with the emoji of its water."""
    return piece(f"ishtar_water_{colour}", verbatim(fountain_name(slot)))


def assistant(seat: int, word: Text) -> Text:
    """Return a word for an assistant, shown with the emoji of the seat."""
    return piece(f"ishtar_seat_{seat + 1}", word)


@lru_cache(maxsize=1024)
def gems_words(gems: Gems) -> Text:
    """Return gems in words: ``2 purple, 1 white``."""
    counts = (
        say_n("{count} purple", "{count} purple", gems.p),
        say_n("{count} red", "{count} red", gems.r),
        say_n("{count} white", "{count} white", gems.w),
    )
    held = [_gem(colour, told) for colour, told in zip(COLOURS, counts, strict=True) if told.count]
    return joined(", ", *held) if held else NO_GEMS


def _gem(colour: str, word: Text) -> Text:
    return piece(f"ishtar_{COLOUR_NAMES[colour]}", word)


def mastery_name(mastery: str) -> str:
    """Return ``3`` for ``m3``, ``C`` for ``mc``."""
    return mastery[1:].upper()
