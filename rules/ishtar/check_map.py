"""Check whether boards and layouts add up (R1.5, R1.7, R11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from rules.ishtar.hexes import ROTATIONS, board_cells, distance, grid_of, neighbours
from rules.ishtar.parts import (
    BOARD_RADIUS,
    BOARDS_BY_SEATS,
    COLOURS,
    FACES,
    FOUNTAIN,
    GEMS,
    LAYOUTS,
    SAND,
    START_GEMS,
    STONE,
    Cell,
)
from rules.text import Text, say

Face = dict[Cell, str]

ROW_LENGTHS = tuple(2 * BOARD_RADIUS + 1 - abs(row) for row in range(-BOARD_RADIUS, BOARD_RADIUS + 1))
BOARD_STEPS = ((7, -3), (3, 4), (-4, 7), (-7, 3), (-3, -4), (4, -7))  # to a neighbouring board, R1.5
LEAST_NEIGHBOURS = 2
MOST_ROWS, MOST_NUMBERS = 21, 23
STONES_A_FACE = (3, 5)
GEMS_A_FACE = {"p": (6, 7), "r": (4, 5), "w": (2, 3)}
FOUNTAIN_REACH_CELLS = 2  # of the fountain from the centre
MOST_GEMS_AT_FOUNTAIN = 2  # gems beside the fountain
WHITE_GEM_DISTANCE = 3  # white gems
MOST_ROCKS_TOGETHER = 4


def face_shapes(faces: Mapping[str, str]) -> Iterator[Text]:
    """Yield faces that cannot be read, and boards without two faces."""
    boards = sorted(name[:-1] for name in faces)
    if boards != sorted([*set(boards)] * 2) or len(faces) != len(FACES):
        yield say("There should be six boards of two faces; there are {faces}.", faces=tuple(sorted(faces)))
    for name, text in faces.items():
        if tuple(map(len, text.split("/"))) != ROW_LENGTHS or set(text) - {FOUNTAIN, STONE, SAND, "/", *COLOURS}:
            yield say("{face} is not seven rows of 4 to 7 letters out of F S . p r w.", face=name)
        elif text.count(FOUNTAIN) != 1:
            yield say("{face} should have one fountain; it has {count}.", face=name, count=text.count(FOUNTAIN))


def supply(faces: Mapping[str, str]) -> Iterator[Text]:
    """Yield colours with too few gems for the richest map and the gems that players start with (R11.2)."""
    boards, most = sorted({name[:-1] for name in faces}), max(BOARDS_BY_SEATS.values())
    for colour, limit, start in zip(COLOURS, GEMS, START_GEMS, strict=True):
        richer = (max(text.count(colour) for name, text in faces.items() if name[:-1] == board) for board in boards)
        need = sum(sorted(richer, reverse=True)[:most]) + start * max(BOARDS_BY_SEATS)
        if need > limit:
            yield say("Gems {colour}: {need} may be needed; there are {limit}.", need=need, colour=colour, limit=limit)


def layouts() -> Iterator[Text]:
    """Yield layouts with an overlap, a hole, or a board that touches fewer than two other boards (R1.5)."""
    for boards, named in LAYOUTS.items():
        for name, centres in named.items():
            params = {"layout": name, "boards": boards}
            if len(centres) != boards or len(set(grid_of(boards, name).cells)) != boards * len(board_cells()):
                yield say("{layout} for {boards} boards overlaps or lacks one.", **params)
                continue
            touching = [sum((q - x, r - y) in BOARD_STEPS for x, y in centres) for q, r in centres]
            if min(touching) < LEAST_NEIGHBOURS or len(_pieces(grid_of(boards, name).cells)) > 1:
                yield say("{layout} for {boards} boards is not solid.", **params)
            if _holes(grid_of(boards, name).cells):
                yield say("{layout} for {boards} boards has a hole.", **params)
            keys = grid_of(boards, name).named
            if len({key[0] for key in keys}) > MOST_ROWS or max(int(key[1:]) for key in keys) > MOST_NUMBERS:
                yield say("{layout} for {boards} boards is too large for its keys.", **params)


def _pieces(cells: Iterable[Cell]) -> list[int]:
    """Return the sizes of the groups of adjacent cells."""
    left, sizes = set(cells), list[int]()
    while left:
        edge, size = [left.pop()], 0
        while edge:
            near = left.intersection(neighbours(edge.pop()))
            left -= near
            edge += near
            size += 1
        sizes.append(size)
    return sizes


def _holes(cells: Iterable[Cell]) -> bool:
    """Return whether the cells enclose an empty cell."""
    inside = set(cells)
    (left, right), (above, below) = ((min(at) - 1, max(at) + 1) for at in zip(*inside, strict=True))
    around = {(q, r) for q in range(left, right + 1) for r in range(above, below + 1)} - inside
    return len(_pieces(around)) > 1


def fairness(faces: Mapping[str, str]) -> Iterator[Text]:
    """Yield unfair faces, and faces that look the same after turning (R11.2, promised by the house set)."""
    read = {name: dict(zip(board_cells(), text.replace("/", ""), strict=True)) for name, text in faces.items()}
    for name, face in read.items():
        for odd in (*_counts(face), *_fountain(face), *_reachable(face), *_gems(face)):
            yield say("{face}: {odd}.", face=name, odd=odd)
    for (one, face), (other, second) in combinations(read.items(), 2):
        if second in [dict(zip(board_cells(rotation), face.values(), strict=True)) for rotation in range(ROTATIONS)]:
            yield say("{one} and {other} are the same face.", one=one, other=other)


def _counts(face: Face) -> Iterator[Text]:
    letters = list(face.values())
    for letter, (least, most) in {STONE: STONES_A_FACE, **GEMS_A_FACE}.items():
        if not least <= letters.count(letter) <= most:
            count = letters.count(letter)
            yield say("{count} of {letter}; {least} to {most} would be fair", count=count, letter=letter, least=least, most=most)


def _fountain(face: Face) -> Iterator[Text]:
    (water,) = (cell for cell, letter in face.items() if letter == FOUNTAIN)
    near = [face[cell] for cell in neighbours(water) if cell in face]
    if distance(water, (0, 0)) > FOUNTAIN_REACH_CELLS:
        yield say("the fountain is too far from the centre")
    if STONE in near or "w" in near or sum(letter in COLOURS for letter in near) > MOST_GEMS_AT_FOUNTAIN:
        yield say("a stone, a white gem or more than two gems beside the fountain")


def _reachable(face: Face) -> Iterator[Text]:
    ground = {cell for cell, letter in face.items() if letter not in (FOUNTAIN, STONE)}
    if len(_pieces(ground)) > 1 or min(len(ground.intersection(neighbours(cell))) for cell in ground) < LEAST_NEIGHBOURS:
        yield say("some cells cannot be reached or covered")


def _gems(face: Face) -> Iterator[Text]:
    gems = {cell: letter for cell, letter in face.items() if letter in COLOURS}
    for (one, a), (other, b) in combinations(gems.items(), 2):
        apart, pair = distance(one, other), {a, b}
        if (pair == {"w"} and apart < WHITE_GEM_DISTANCE) or (apart == 1 and "r" in pair and pair <= {"r", "w"}):
            yield say("rare gems lie close together")
    if max(_pieces(gems), default=0) > MOST_ROCKS_TOGETHER:
        yield say("more than four rocks in a clump")
