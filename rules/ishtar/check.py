"""Check whether the components add up (R11.2–R11.4), for people who type in the tables of their own box."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rules.game import Finding
from rules.ishtar import check_map
from rules.ishtar.parts import (
    COLUMNS,
    FACES,
    FACES_OF_TILES,
    GRASS,
    MASTERIES,
    MASTERY,
    SHAPES,
    SOURCE,
    STARTERS,
    TREES,
    Gems,
    Mastery,
    Tree,
)
from rules.text import Text, say

Tiles = Mapping[str, Sequence[str]]

TILES_OF_A_SHAPE = 14  # tiles of a shape
TREE_CARDS = 26
NO_SYMBOL = "–"
CELL_PATTERN = re.compile(r"g|[1-4][AMJ]?")
BASIC_FLOWER_CELLS, STARTING_FLOWER_CELLS = {1: 8, 2: 3, 3: 1}, {1: 1, 2: 1}  # flower cells of ours, R11.3
BASIC_SYMBOLS = {"A": 11, "M": 11, "J": 4, "": 10}
EXAMPLE_POINTS: Counter[int] = Counter((4, 7, 8, 8, 11, 17))  # R11.4
EXAMPLE_COST = Gems(0, 2, 1)
LEAST_POINTS, MOST_POINTS = 4, 17
GEM_PRICES, PRICE_SLACK = (1.3, 2.2, 3.4), 0.8
NUMBERS_OF_EFFECT = {
    "reserve": 0, "recruit": 1, "gift": 1, "bloom": 2, "cells": 1, "stones": 1, "pawns": 1, "cards": 1, "treasure": 3,
}  # fmt: skip


def findings(
    faces: Mapping[str, str] = FACES,
    tiles: Tiles = FACES_OF_TILES,
    trees: Mapping[int, Tree] = TREES,
    masteries: Mapping[str, Mastery] = MASTERIES,
    source: str = SOURCE,
) -> Iterator[Finding]:
    """Yield inconsistencies in the components. In an owner's tables, unfair or unusual values are remarks, not faults."""
    broken = [*check_map.face_shapes(faces), *_shapes(tiles), *_cards(trees), *_effects(masteries)]
    yield from map(Finding, broken)
    if broken:
        return
    yield from map(Finding, (*check_map.layouts(), *check_map.supply(faces), *_same(tiles)))
    for text in (*check_map.fairness(faces), *_mixture(tiles), *_values(trees)):
        yield Finding(text, fault=source == "house")


def _shapes(tiles: Tiles) -> Iterator[Text]:
    """Yield shapes without 14 readable tiles (R11.3, a fault in any set)."""
    for shape in SHAPES:
        faces = tiles.get(shape, ())
        if len(faces) != TILES_OF_A_SHAPE:
            yield say("Tiles of {shape}: {count}, not {all}.", count=len(faces), shape=shape, all=TILES_OF_A_SHAPE)
        for number, face in enumerate(faces, start=1):
            yield from _tile(f"{shape}-{number}", face)


def _tile(tile: str, face: str) -> Iterator[Text]:
    words = face.split()
    if len(words) != 3 or not all(map(CELL_PATTERN.fullmatch, words)):
        yield say("{tile} is “{face}”; a tile is three of g, 1 to 4, with A, M or J after a digit.", tile=tile, face=face)
    elif set(words) == {GRASS}:
        yield say("{tile} has no flower.", tile=tile)
    elif sum(len(word) > 1 for word in words) > 1:
        yield say("{tile} has two letters.", tile=tile)
    elif tile.startswith("tri") and len(set(words)) == 1:
        yield say("{tile} has three identical cells.", tile=tile)


def _same(tiles: Tiles) -> Iterator[Text]:
    """Yield pairs of tiles of a shape that look the same after turning (R11.3)."""
    for shape, faces in tiles.items():
        for (one, face), (other, second) in combinations(enumerate(faces, start=1), 2):
            if second.split() in _looks(shape, face.split()):
                yield say("{one} and {other} are the same tile.", one=f"{shape}-{one}", other=f"{shape}-{other}")


def _looks(shape: str, words: list[str]) -> list[list[str]]:
    first, second, third = words
    if shape == "vee":
        return [words]
    return [words, [first, third, second]] if shape == "bar" else [words, [second, third, first], [third, first, second]]


def _mixture(tiles: Tiles) -> Iterator[Text]:
    """Yield differences from the flowers and symbols of the house set (R11.3)."""
    symbols = Counter[str]()
    for shape, faces in tiles.items():
        basics, starting = faces[: STARTERS[0] - 1], faces[STARTERS[0] - 1 :]
        if Counter(map(_flowers, basics)) != BASIC_FLOWER_CELLS:
            yield say("The basic tiles of {shape} do not have the same numbers of flower cells as ours.", shape=shape)
        if Counter(map(_flowers, starting)) != STARTING_FLOWER_CELLS:
            yield say("The starting tiles of {shape} do not have the same numbers of flower cells as ours.", shape=shape)
        if sorted(_symbol(face) for face in starting) != sorted(("A", MASTERY)):
            yield say("The starting tiles of {shape} should be one A and one M.", shape=shape)
        symbols.update(map(_symbol, basics))
    if symbols != BASIC_SYMBOLS:
        counts = tuple(f"{symbol or NO_SYMBOL} {count}" for symbol, count in sorted(symbols.items()))
        yield say("The letters of the basic tiles are {counts}; ours are 11 A, 11 M, 4 J.", counts=counts)


def _flowers(face: str) -> int:
    return sum(word != GRASS for word in face.split())


def _symbol(face: str) -> str:
    return "".join(word[1:] for word in face.split())


def _cards(trees: Mapping[int, Tree]) -> Iterator[Text]:
    """Yield missing trees, and trees with equal costs (R11.4, a fault in any set)."""
    if sorted(trees) != list(range(1, TREE_CARDS + 1)):
        yield say("Trees: {count}, not {all} with the numbers from 1.", count=len(trees), all=TREE_CARDS)
    for (one, (cost, _)), (other, (second, _)) in combinations(trees.items(), 2):
        if cost == second:
            yield say("Trees {one} and {other} cost the same.", one=one, other=other)


def _values(trees: Mapping[int, Tree]) -> Iterator[Text]:
    """Yield trees whose points differ from the house set or do not match their cost (R11.4)."""
    points = Counter(tree.points for tree in trees.values())
    if min(points) != LEAST_POINTS or max(points) != MOST_POINTS or points[MOST_POINTS] > 1 or EXAMPLE_POINTS - points:
        yield say("The points of the trees should be 4 to 17, with 4, 7, 8, 8, 11 among them and one 17.")
    if EXAMPLE_COST not in [tree.cost for tree in trees.values()]:
        yield say("No tree costs 2r 1w, as in the example.")
    for number, (cost, worth) in trees.items():
        fair = sum(price * count for price, count in zip(GEM_PRICES, cost, strict=True))
        if abs(fair - worth) > PRICE_SLACK:
            yield say("Tree {tree} brings {points} points; {fair} would be fair.", tree=number, points=worth, fair=f"{fair:.1f}")
    for (one, (cost, worth)), (other, (second, more)) in combinations(trees.items(), 2):
        if (cost.holds(second) and worth <= more) or (second.holds(cost) and more <= worth):
            yield say("Trees {one} and {other}: the more expensive one is not worth more.", one=one, other=other)


def _effects(masteries: Mapping[str, Mastery]) -> Iterator[Text]:
    """Yield masteries without a known effect and its numbers (R3.17)."""
    if sorted(masteries) != sorted(key for column in COLUMNS for key in column):
        yield say("The masteries are not those of the columns.")
    for key, (effect, numbers) in masteries.items():
        if len(numbers) != NUMBERS_OF_EFFECT.get(effect, -1):
            yield say("Mastery {mastery}: {effect} {numbers} is not an effect.", mastery=key, effect=effect, numbers=numbers)
