"""Masteries: five columns of an upper over a lower one, each with a picture of its effect, and its gems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import ImageDraw

from render.cache import sprites
from render.canvas import Picture, put
from render.fonts import width, write
from render.ishtar import cells
from render.ishtar.emblems import gardener
from render.ishtar.gems import gem, put_row
from render.ishtar.inks import OWNED, OWNED_RIM
from render.ishtar.signs import card
from render.ishtar.trees import back
from render.layout import PALE, SIZES, Box
from render.palette import CREAM, EARTH, GOLD, INK, Ink, mix
from render.signs import pill
from render.writing import Words, literal
from rules.game import Seat
from rules.ishtar.notation import mastery_name
from rules.ishtar.parts import COLOURS, COLUMNS, MASTERIES
from rules.ishtar.state import Player, Points

PLATE_GAP_PX = 10
PLATE_HEIGHT_PX = 132
CHIP_HEIGHT_PX = 46  # a mastery in small


def signs(mastery: str, seat: Seat, size: int) -> list[Picture | Words]:
    """Return the effect of a mastery in pictures and numbers."""
    effect, numbers = MASTERIES[mastery]
    made: dict[str, Callable[[], list[Picture | Words]]] = {
        "reserve": lambda: [back(size), gardener(seat, round(size * 0.8))],
        "recruit": lambda: [gardener(seat, round(size * 0.9))] * numbers[0],
        "gift": lambda: [literal(f"{numbers[0]} ×"), *_either([gem(colour, round(size * 0.6)) for colour in COLOURS])],
        "bloom": lambda: [cells.flowers(round(size * 0.86), numbers[1], False, True)] * numbers[0],
        "cells": lambda: [literal(f"{numbers[0]} ×"), cells.flowers(round(size * 0.86), 2)],
        "stones": lambda: [literal(f"{numbers[0]} ×"), cells.land("S", round(size * 0.86))],
        "pawns": lambda: [literal(f"{numbers[0]} ×"), cells.tree(size)],
        "cards": lambda: [literal(f"{numbers[0]} ×"), back(size)],
        "treasure": lambda: [part for each in zip(COLOURS, numbers, strict=True) for part in _priced(*each, size)],
    }
    return made[effect]()


def _either(pictures: list[Picture]) -> list[Picture | Words]:
    return [part for picture in pictures for part in (literal("/"), picture)][1:]


def _priced(colour: str, number: int, size: int) -> list[Picture | Words]:
    return [gem(colour, round(size * 0.56)), literal(number)]


def put_signs(
    picture: Picture, parts: Sequence[Picture | Words], box: tuple[float, float, float], font: int, ink: Ink = INK
) -> None:
    """Draw pictures and numbers side by side in the middle of a line: its left end, its middle's y, its width."""
    left, y, wide = box
    spans = [width(part, font) if isinstance(part, str) else part.width for part in parts]
    x = left + (wide - sum(spans) - 4 * (len(parts) - 1)) / 2
    draw = ImageDraw.Draw(picture)
    for part, span in zip(parts, spans, strict=True):
        if isinstance(part, str):
            write(draw, (x, y), part, font, ink)
        else:
            put(picture, part, (x + span / 2, y))
        x += span + 4


def draw_plates(picture: Picture, player: Player, points: Points, seat: Seat, box: Box) -> None:
    """Draw all ten masteries over a box; owned ones green with their gems, and upper ones with their points now."""
    left, top, wide, _ = box
    paid = {each.mastery: each.paid for each in player.masteries}
    worth = dict(points.masteries)
    one = (wide + PLATE_GAP_PX) // len(COLUMNS) - PLATE_GAP_PX
    for column, pair in enumerate(COLUMNS):
        for down, mastery in enumerate(reversed(pair)):
            x, y = left + column * (one + PLATE_GAP_PX), top + down * (PLATE_HEIGHT_PX + PLATE_GAP_PX)
            owned = mastery in paid
            put(picture, plate(mastery, seat, one, False, owned), (x + one / 2, y + PLATE_HEIGHT_PX / 2))
            if owned:
                put_row(picture, paid[mastery], (x + 104, y + 32), 38)
            if mastery in worth:
                write(
                    ImageDraw.Draw(picture), (x + one - 16, y + 32), literal(f"= {worth[mastery]}"), SIZES.small, INK, anchor="r"
                )


@sprites.keep
def plate(mastery: str, seat: Seat, wide: int, offered: bool = False, owned: bool = False) -> Picture:
    """Return a mastery with its name and its effect: on offer, owned, or neither."""
    rim, thick = (GOLD, 7) if offered else (OWNED_RIM, 5) if owned else (mix(CREAM, EARTH, 0.4), 3)
    piece = card(wide, PLATE_HEIGHT_PX, OWNED if owned else CREAM, rim, thick).copy()
    sign = pill(literal(mastery_name(mastery)), SIZES.tiny + 4, GOLD if offered else CREAM, INK if offered or owned else PALE)
    put(piece, sign, (14 + sign.width / 2, 32))
    put_signs(piece, signs(mastery, seat, 58), (8, PLATE_HEIGHT_PX - 42, wide - 16), 38)
    return piece


@sprites.keep
def chip(mastery: str, seat: Seat, points: int | None) -> Picture:
    """Return a small label of an owned mastery: a sign of the things that it gave or scores, and its points, if it scores."""
    sign = next(part for part in signs(mastery, seat, 36) if isinstance(part, Picture))
    text = literal("" if points is None else f"+{points}")
    wide = sign.width + 14 + (round(width(text, SIZES.tiny)) + 6 if text else 0)
    piece = card(wide, CHIP_HEIGHT_PX, OWNED, OWNED_RIM, 3).copy()
    put(piece, sign, (7 + sign.width / 2, CHIP_HEIGHT_PX / 2))
    if text:
        write(ImageDraw.Draw(piece), (wide - 9, CHIP_HEIGHT_PX / 2), text, SIZES.tiny, INK, anchor="r")
    return piece
