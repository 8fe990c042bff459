"""Vegetation tiles: what they show, and where their cells lie (R1.8, R1.9)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.ishtar.hexes import DIRECTIONS, TURNS
from rules.ishtar.parts import GRASS, SHAPES, TILES, Cell
from rules.ishtar.state import Spot


class Face(NamedTuple):
    """The flowers on cells 1, 2 and 3, 0 for grass; the symbol, and which cell it stands on, from 0."""

    flowers: tuple[int, ...]
    symbol: str
    place: int


@cache
def face(tile: str) -> Face:
    """What a tile shows."""
    words = TILES[tile].split()
    flowers = tuple(0 if word == GRASS else int(word[0]) for word in words)
    place = next((place for place, word in enumerate(words) if word[1:]), 0)
    return Face(flowers, words[place][1:], place)


def shape(tile: str) -> str:
    """``bar``, ``vee`` or ``tri``."""
    return tile.partition("-")[0]


@cache
def turns(tile: str) -> range:
    """The ways round that differ: a bar with equal ends looks the same after half a turn (R1.8)."""
    _, second, third = TILES[tile].split()
    return range(TURNS // 2 if shape(tile) == "bar" and second == third else TURNS)


@cache
def offsets(tile: str, turned: int) -> tuple[Cell, Cell, Cell]:
    """Where cells 1, 2 and 3 lie from cell 1 (R1.8)."""
    return (0, 0), DIRECTIONS[turned], DIRECTIONS[(turned + SHAPES[shape(tile)]) % TURNS]


def cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """The cells under a tile: 1, 2, 3."""
    (q, r), turned = spot
    return tuple((q + right, r + down) for right, down in offsets(tile, turned))


def flower_cells(tile: str, spot: Spot) -> tuple[Cell, ...]:
    """Those of its cells that bear flowers."""
    return tuple(cell for cell, number in zip(cells(tile, spot), face(tile).flowers, strict=True) if number)


def symbol_cell(tile: str, spot: Spot) -> Cell:
    """Where its symbol lies."""
    right, down = offsets(tile, spot.turned)[face(tile).place]
    return spot.anchor[0] + right, spot.anchor[1] + down
