"""R1 and R11: the box, the cells, and their names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.ishtar import GAME
from rules.ishtar.garden import land_of
from rules.ishtar.hexes import (
    DIRECTIONS,
    board_cells,
    distance,
    face,
    grid_of,
    neighbours,
    offsets,
    rotations,
    shape,
    shifted,
    tile_cells,
)
from rules.ishtar.parts import (
    BASIC_TILES_BY_SEATS,
    BOARDS_BY_SEATS,
    FACES,
    FOUNTAIN_POINTS,
    FOUNTAINS,
    GEMS,
    LAYOUTS,
    PAWNS,
    STARTERS,
    TILES,
    TREES,
    Gems,
)
from rules.ishtar.state import Garden, Spot
from tests.ishtar.invariants import groups
from tests.ishtar.positions import anchors, at
from tests.ishtar.reference_game import END, SET_UP, moment

CORNERS = {  # Appendix A: rows, numbers, keys of the centres
    (4, "layout-1"): ("n", 17, "g4 d9 k9 h14"),
    (4, "layout-2"): ("q", 13, "g5 d10 n4 k10"),
    (4, "layout-3"): ("r", 13, "d5 h10 k4 o9"),
    (5, "layout-1"): ("o", 18, "h10 e15 l15 k4 d5"),
    (5, "layout-2"): ("r", 17, "g4 d9 k9 h14 o14"),
    (5, "layout-3"): ("q", 18, "j4 g9 d15 n9 k14"),
    (6, "layout-1"): ("q", 23, "j4 g9 d15 n9 k14 h20"),
    (6, "layout-2"): ("r", 18, "h10 e15 l15 o9 k4 d5"),
    (6, "layout-3"): ("u", 18, "j4 g9 d15 n9 k14 r14"),
}
COUNTS = {  # Appendix B: stones, gems, the fountain
    "1a": (3, "752", (0, 0)), "1b": (3, "743", (2, 0)), "2a": (4, "742", (0, 1)), "2b": (3, "653", (0, 0)),
    "3a": (3, "743", (0, -1)), "3b": (5, "652", (1, -2)), "4a": (3, "653", (1, -1)), "4b": (4, "742", (0, -1)),
    "5a": (3, "743", (0, 0)), "5b": (3, "652", (1, 0)), "6a": (4, "653", (0, 2)), "6b": (3, "742", (-1, 0)),
}  # fmt: skip

every_layout = pytest.mark.parametrize(("boards", "layout"), list(CORNERS))


def is_starter(tile: str) -> bool:
    return int(tile.partition("-")[2]) in STARTERS


def keys_of(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def test_r1_1_seats_and_minutes() -> None:
    assert (GAME.key, GAME.version, list(GAME.seats), GAME.minutes) == ("ishtar", 4, [2, 3, 4], 45)
    assert [variant.key for variant in GAME.variants] == ["open-trees"]


def test_r1_2_the_box() -> None:
    assert (len(FACES), len(TILES), len(TREES), PAWNS, GEMS) == (12, 42, 26, 20, Gems(50, 38, 26))
    assert Counter(map(shape, TILES)) == {"bar": 14, "vee": 14, "tri": 14}
    assert (FOUNTAINS, FOUNTAIN_POINTS) == ({"p": 3, "r": 2, "w": 1}, {"p": 4, "r": 6, "w": 8})
    assert sum(map(is_starter, TILES)) == 6


def test_r1_3_adjacent_cells_share_an_edge_also_across_a_seam() -> None:
    assert set(neighbours((0, 0))) == set(DIRECTIONS)
    garden = moment(END).garden
    first = set(board_cells())
    across = [
        spot
        for anchor, ways in anchors(garden, "bar-1").items()
        for spot in (Spot(anchor, rotation) for rotation in ways)
        if 0 < len(first.intersection(tile_cells("bar-1", spot))) < 3
    ]
    assert across


def test_r1_4_directions_and_distance() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    assert [distance((0, 0), cell) for cell in ((3, 0), (2, 1), (-2, 3), (3, -1))] == [3, 3, 3, 3]


@every_layout
def test_r1_5_ru1_t2_layouts_are_solid(boards: int, layout: str) -> None:
    found = grid_of(boards, layout).cells
    centres = LAYOUTS[boards][layout]
    assert len(set(found)) == 37 * boards
    assert len(groups(found)) == 1
    steps = {(7, -3), (3, 4), (-4, 7), (-7, 3), (-3, -4), (4, -7)}
    assert all(sum((x - q, y - r) in steps for x, y in centres) >= 2 for q, r in centres)


def test_r1_5_seven_pairs_of_cells_meet_at_a_seam() -> None:
    other = set(shifted(board_cells(), (7, -3)))
    assert sum(cell in other for each in board_cells() for cell in neighbours(each)) == 7


@every_layout
def test_r1_6_t1_keys(boards: int, layout: str) -> None:
    last, numbers, centres = CORNERS[boards, layout]
    grid = grid_of(boards, layout)
    keys = list(grid.keys.values())
    assert " ".join(grid.keys[centre] for centre in LAYOUTS[boards][layout]) == centres
    assert (min(keys)[0], max(keys)[0], max(int(key[1:]) for key in keys)) == ("a", last, numbers)
    assert len(set(keys)) == len(keys)
    assert keys == sorted(keys, key=lambda key: (key[0], int(key[1:])))
    assert {key: cell for cell, key in grid.keys.items()} == grid.named


@every_layout
def test_r1_6_t1_neighbours_by_their_numbers(boards: int, layout: str) -> None:
    grid = grid_of(boards, layout)
    for cell, key in grid.keys.items():
        row, number, shifted = ord(key[0]), int(key[1:]), cell[1] % 2
        expected = {(row, number - 1), (row, number + 1)}
        expected |= {(row + step, number - 1 + shifted + more) for step in (-1, 1) for more in (0, 1)}
        told = {grid.keys[each] for each in neighbours(cell) if each in grid.keys}
        assert told <= {f"{chr(r)}{n}" for r, n in expected}


def test_r1_6_keys_on_the_map_of_the_reference_game() -> None:
    named = grid_of(4, "layout-1").named
    assert {"a8", "n10", "g4"} <= named.keys()
    assert len(named) == 148


@pytest.mark.parametrize("name", list(FACES))
def test_r1_7_faces(name: str) -> None:
    letters = FACES[name].replace("/", "")
    stones, gems, fountain = COUNTS[name]
    assert len(letters) == 37
    assert letters.count("S") == stones
    assert "".join(str(letters.count(colour)) for colour in "prw") == gems
    assert board_cells()[letters.index("F")] == fountain


def test_r1_7_t3_the_board_2b_turned_once() -> None:
    where = land_of(moment(SET_UP).garden)
    second = where.grid.bits(shifted(board_cells(), LAYOUTS[4]["layout-1"][1]))
    assert where.grid.keys_of(where.stones & second) == ("a10", "d6", "f11")
    assert [len(where.grid.keys_of(bits & second)) for bits in where.gems] == [6, 5, 3]
    assert where.grid.keys_of(where.stones) == keys_of("a10 d5 d6 e2 f11 g12 h11 h17 i8 i17 j3 k6 n9")
    assert [bits.bit_count() for bits in where.gems] == [27, 18, 10]


def test_r1_7_a_turn_is_60_degrees_clockwise() -> None:
    assert board_cells(1)[board_cells().index((3, 0))] == (0, 3)
    assert board_cells(2)[board_cells().index((3, 0))] == (-3, 3)


@pytest.mark.parametrize(
    ("tile", "rotation", "expected"),
    [("bar-1", 0, "g5 g6 g4"), ("vee-1", 0, "g5 g6 h4"), ("tri-1", 0, "g5 g6 h5"), ("vee-1", 3, "g5 g4 f5")],
)
def test_r1_8_cells_of_a_tile(tile: str, rotation: int, expected: str) -> None:
    garden = moment(SET_UP).garden
    assert " ".join(land_of(garden).grid.keys[cell] for cell in tile_cells(tile, Spot(at("g5"), rotation))) == expected


@pytest.mark.parametrize("tile", list(TILES))
def test_r1_8_t4_no_two_ways_round_look_alike(tile: str) -> None:
    flowers, symbol, place = face(tile)
    looks = set[frozenset[tuple[tuple[int, int], int, str]]]()
    for rotation in rotations(tile):
        shown = ((n, symbol if nth == place else "") for nth, n in enumerate(flowers))
        looks.add(frozenset((cell, *each) for cell, each in zip(offsets(tile, rotation), shown, strict=True)))
    equal = TILES[tile].split()[1] == TILES[tile].split()[2]
    assert len(looks) == len(rotations(tile)) == (3 if shape(tile) == "bar" and equal else 6)


def test_r1_8_ru2_t4_a_mirror_image_never_comes_up() -> None:
    """The symbol of vee-2, ``g 1A g``, always lies on the arm that comes first clockwise from the elbow."""
    seen = {(offsets("vee-2", rotation)[1], offsets("vee-2", rotation)[2]) for rotation in rotations("vee-2")}
    assert not seen & {(third, second) for second, third in seen}


def test_r1_8_no_anchor_is_offered_twice_for_the_same_cover() -> None:
    found = anchors(moment(SET_UP).garden, "bar-2")
    spots = [Spot(cell, rotation) for cell, each in found.items() for rotation in each]
    covers = [frozenset(tile_cells("bar-2", spot)) for spot in spots]
    assert len(covers) == len(set(covers)) == 102


def test_r1_9_symbols_stand_on_flowers_and_no_tile_is_all_grass() -> None:
    for tile in TILES:
        flowers, symbol, place = face(tile)
        assert any(flowers)
        assert not symbol or flowers[place]


def test_r1_10_trees() -> None:
    assert TREES[15].cost == Gems(0, 2, 1)
    assert max(TREES.values(), key=lambda tree: tree.points) == TREES[26] == (Gems(2, 2, 3), 17)
    assert len({tree.cost for tree in TREES.values()}) == 26
    assert sum(tree.points for tree in TREES.values()) == 200


def test_r1_11_seats_go_clockwise() -> None:
    state = moment(SET_UP + 2)
    assert (state.turn, moment(SET_UP).turn) == (1, 0)


def test_r2_1_boards_and_basics() -> None:
    assert (BOARDS_BY_SEATS, BASIC_TILES_BY_SEATS) == ({2: 4, 3: 5, 4: 6}, {2: 4, 3: 5, 4: 6})


def test_r11_3_totals_of_the_tiles() -> None:
    flowers = Counter(number for tile in TILES for number in face(tile).flowers)
    assert flowers == {0: 66, 1: 35, 2: 18, 3: 4, 4: 3}
    symbols = Counter((is_starter(tile), face(tile).symbol) for tile in TILES)
    basics = {(False, "A"): 11, (False, "M"): 11, (False, "J"): 4, (False, ""): 10}
    assert symbols == {**basics, (True, "A"): 3, (True, "M"): 3}


def test_r11_3_some_flowers_of_a_tile_do_not_touch() -> None:
    apart = [tile for tile in TILES if [bool(number) for number in face(tile).flowers] == [False, True, True]]
    assert [shape(tile) for tile in apart if shape(tile) != "tri"] == ["bar", "bar", "vee", "vee", "vee"]


def test_r11_2_the_richest_map_leaves_gems() -> None:
    most = [sum(sorted((face_.count(colour) for face_ in FACES.values()), reverse=True)[:6]) for colour in "prw"]
    assert most == [42, 30, 18]


def test_r1_5_fountains_are_at_least_three_apart() -> None:
    for boards, layouts in LAYOUTS.items():
        for layout in layouts:
            faces = tuple((name, 0) for name in list(FACES)[:boards])
            where = land_of(Garden(layout, faces))
            waters = [where.grid.cells_of(bit)[0] for bit in where.fountains]
            assert all(distance(one, other) >= 3 for one, other in combinations(waters, 2))
