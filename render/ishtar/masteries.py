"""Masteries: five columns of an upper over a lower one, each with a picture of what it does, and the gems on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Brush, Picture, put, sprite
from render.fonts import width, write
from render.ishtar import cells
from render.ishtar.emblems import gardener
from render.ishtar.gems import gem, put_row
from render.ishtar.signs import card
from render.ishtar.trees import back
from render.layout import LEAST, PALE, Box
from render.palette import CREAM, EARTH, GOLD, INK, mix
from render.signs import pill
from rules.game import Seat
from rules.ishtar.notation import mastery_name
from rules.ishtar.parts import COLOURS, COLUMNS, MASTERIES
from rules.ishtar.state import Player, Points

SPACE = 10


def signs(mastery: str, seat: Seat, size: int) -> list[Picture | str]:
    """What a mastery does, in pictures and numbers."""
    effect, numbers = MASTERIES[mastery]
    made: dict[str, Callable[[], list[Picture | str]]] = {
        "reserve": lambda: [back(size), gardener(seat, round(size * 0.8))],
        "recruit": lambda: [gardener(seat, round(size * 0.9))] * numbers[0],
        "gift": lambda: [f"{numbers[0]} ×", *_either([gem(colour, round(size * 0.56)) for colour in COLOURS])],
        "bloom": lambda: [cells.flowers(round(size * 0.86), numbers[1], False, True)] * numbers[0],
        "cells": lambda: [f"{numbers[0]} ×", cells.flowers(round(size * 0.86), 2)],
        "stones": lambda: [f"{numbers[0]} ×", cells.land("S", round(size * 0.86))],
        "pawns": lambda: [f"{numbers[0]} ×", cells.tree(size)],
        "cards": lambda: [f"{numbers[0]} ×", back(size)],
        "treasure": lambda: [part for each in zip(COLOURS, numbers, strict=True) for part in _priced(*each, size)],
    }
    return made[effect]()


def _either(pictures: list[Picture]) -> list[Picture | str]:
    return [part for picture in pictures for part in ("/", picture)][1:]


def _priced(colour: str, number: int, size: int) -> list[Picture | str]:
    return [gem(colour, round(size * 0.56)), str(number)]


def put_signs(picture: Picture, parts: list[Picture | str], box: tuple[float, float, float], font: int) -> None:
    """Pictures and numbers side by side in the middle of a line: its left end, its middle's y, its width."""
    left, y, wide = box
    spans = [width(part, font) if isinstance(part, str) else part.width for part in parts]
    x = left + (wide - sum(spans) - 4 * (len(parts) - 1)) / 2
    draw = ImageDraw.Draw(picture)
    for part, span in zip(parts, spans, strict=True):
        if isinstance(part, str):
            write(draw, (x, y), part, font, INK)
        else:
            put(picture, part, (x + span / 2, y))
        x += span + 4


def draw_plates(
    picture: Picture, player: Player, points: Points, seat: Seat, box: Box, *, marks: Mapping[str, str] | None = None
) -> None:
    """All ten over a box: owned ones green with their gems; while one may be unlocked, those on offer golden with their key.

    :param marks: keys on offer with their notes.
    """
    left, top, wide, high = box
    paid = {each.mastery: each.paid for each in player.masteries}
    worth = dict(points.masteries)
    one = ((wide + SPACE) // len(COLUMNS) - SPACE, (high - SPACE) // 2)
    for column, pair in enumerate(COLUMNS):
        for down, mastery in enumerate(reversed(pair)):
            corner = left + column * (one[0] + SPACE), top + down * (one[1] + SPACE)
            offered = marks is not None and mastery in marks
            state = 2 if offered else 1 if mastery in paid else 0
            put(picture, _plate(mastery, seat, one, state, marks is not None), (corner[0] + one[0] / 2, corner[1] + one[1] / 2))
            if mastery in paid:
                put_row(picture, paid[mastery], (corner[0] + one[0] - 40, corner[1] + 24), 28)
            note = (marks or {}).get(mastery) or (f"{worth[mastery]}" if mastery in worth else "")
            if note:
                write(
                    ImageDraw.Draw(picture), (corner[0] + one[0] - 14, corner[1] + one[1] - 26), f"= {note}", 30, INK, anchor="r"
                )


def mastery_plate(mastery: str, seat: Seat, size: tuple[int, int]) -> Picture:
    """The mastery that was chosen."""
    return _plate(mastery, seat, size, 1, False)


@sprites.keep
def _plate(mastery: str, seat: Seat, size: tuple[int, int], state: int, asked: bool) -> Picture:
    """A mastery; state 0 is to come, 1 owned, 2 on offer."""
    wide, high = size
    fill = (mix(CREAM, EARTH, 0.16) if asked else CREAM, (212, 230, 188), CREAM)[state]
    rims = (mix(CREAM, EARTH, 0.4), (104, 146, 82), GOLD)
    piece = card(wide, high, fill, rims[state], (3, 5, 7)[state]).copy()
    sign = pill(mastery_name(mastery), LEAST, GOLD if state == 2 else CREAM, INK if state else PALE)
    put(piece, sign, (12 + sign.width / 2, 26))
    upper = mastery[1].isalpha()
    put_signs(piece, signs(mastery, seat, 46), (10, high - 38, wide - (74 if upper else 20)), 30)
    return piece


@sprites.keep
def slot(mastery: str, owned: bool, size: tuple[int, int]) -> Picture:
    """A small place for a mastery: its name while it is missing."""
    wide, high = size

    def paint(brush: Brush) -> None:
        rim = (104, 146, 82) if owned else mix(CREAM, EARTH, 0.3)
        brush.block((0, 0, wide - 1, high - 1), 9, rim)
        brush.block((2, 2, wide - 3, high - 3), 7, (212, 230, 188) if owned else CREAM)

    piece = sprite(wide, high, paint)
    ink, x = (INK, 5 + width("E", 26) / 2) if owned else (mix(CREAM, EARTH, 0.75), wide / 2)
    write(ImageDraw.Draw(piece), (x, high / 2), mastery_name(mastery), 26, ink, anchor="m")
    return piece


def draw_slots(picture: Picture, player: Player, box: Box) -> None:
    """All ten, small, over a box: an owned one with its two gems."""
    left, top, wide, high = box
    one = ((wide + 6) // len(COLUMNS) - 6, (high - 6) // 2)
    paid = {each.mastery: each.paid for each in player.masteries}
    for column, pair in enumerate(COLUMNS):
        for down, mastery in enumerate(reversed(pair)):
            x, y = left + column * (one[0] + 6) + one[0] / 2, top + down * (one[1] + 6) + one[1] / 2
            put(picture, slot(mastery, mastery in paid, one), (x, y))
            if mastery in paid:
                size = min(28, (one[0] - 24) // 2)
                put_row(picture, paid[mastery], (x + one[0] / 2 - 4 - size, y), size)
