"""Invariants of every state of Ishtar, and of every step (R8.1).

The map, beds and gardens are built here a second time, cell by cell and without the code of `rules.ishtar.garden`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from rules.game import DEALER, Seat
from rules.ishtar import GAME, score
from rules.ishtar.parts import FACES, LAYOUTS, TILES, TREES, Cell
from rules.ishtar.state import Garden, Points, State

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CELL_3_AFTER_CELL_2 = {"bar": 3, "vee": 2, "tri": 1}
FOUNTAIN_POINTS = {"p": 4, "r": 6, "w": 8}
TURNS_BY_SEATS = {2: (10, 26), 3: (12, 33), 4: (16, 40)}  # R4.2
TILES_LEFT_OUT_BY_SEATS = {2: 4, 3: 2, 4: 0}
SET_UP_PHASES = ("first", "map", "fountains", "carpet", "row")


class Board(NamedTuple):
    """Hold the board cell by cell: letters of the map, flowers on tiles and tokens, the seats of assistants by cell."""

    letters: dict[Cell, str]
    covered: dict[Cell, int]
    flowers: dict[Cell, int]
    symbols: dict[Cell, str]
    assistants: dict[Cell, Seat]
    pawns: frozenset[Cell]
    beds: list[tuple[Seat, set[Cell]]]  # the controlled ones
    gardens: list[set[Cell]]


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    return tuple((cell[0] + q, cell[1] + r) for q, r in DIRECTIONS)


@lru_cache(maxsize=64)
def letters_of(layout: str, faces: tuple[tuple[str, int], ...]) -> dict[Cell, str]:
    """Return the letters of a map by cell (R1.5, R1.7)."""
    found: dict[Cell, str] = {}
    for (x, y), (name, rotation) in zip(LAYOUTS[len(faces)][layout] if faces else (), faces, strict=True):
        for r, row in enumerate(FACES[name].split("/"), start=-3):
            for q, letter in enumerate(row, start=max(-3, -3 - r)):
                cell = (q, r)
                for _ in range(rotation):
                    cell = (-cell[1], cell[0] + cell[1])
                at = (cell[0] + x, cell[1] + y)
                assert at not in found
                found[at] = letter
    return found


def cells_under(tile: str, anchor: Cell, rotation: int) -> list[tuple[Cell, str]]:
    """Return the cells under a tile with their words in the table of tiles (R1.8)."""
    shape = tile.split("-")[0]
    ends = [DIRECTIONS[rotation], DIRECTIONS[(rotation + CELL_3_AFTER_CELL_2[shape]) % 6]]
    places = [anchor, *((anchor[0] + q, anchor[1] + r) for q, r in ends)]
    return list(zip(places, TILES[tile].split(), strict=True))


@lru_cache(maxsize=512)
def read_board(garden: Garden) -> Board:
    """Return the board; assert that things lie only where they may: no two tiles on a cell, pawns on grass (R8.1 5)."""
    letters = letters_of(garden.layout, garden.faces)
    covered: dict[Cell, int] = {}
    symbols: dict[Cell, str] = {}
    for tile, anchor, rotation, _ in garden.laid:
        for cell, shown in cells_under(tile, anchor, rotation):
            assert cell not in covered
            assert letters[cell] in ".prw"
            covered[cell] = 0 if shown == "g" else int(shown[0])
            symbols[cell] = shown[1:] if shown != "g" else ""
    flowers = {cell: number for cell, number in covered.items() if number}
    for token in garden.tokens:
        for cell in token.cells:
            assert covered[cell] == 0
            assert cell not in flowers
            flowers[cell] = token.flowers
    pawns = frozenset(garden.pawns)
    assert len(pawns) == len(garden.pawns)
    assert all(covered[cell] == 0 and cell not in flowers for cell in pawns)
    assistants = dict(garden.assistants)
    assert len(assistants) == len(garden.assistants)
    beds = [(assistants[cell], bed) for bed in groups(flowers) for cell in bed if cell in assistants]
    return Board(letters, covered, flowers, symbols, assistants, pawns, beds, groups(covered))


def groups(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Return the maximal groups of adjacent cells."""
    left, found = set(cells), list[set[Cell]]()
    while left:
        group, edge = set[Cell](), [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            beside = left.intersection(neighbours(cell))
            left -= beside
            edge += beside
        found.append(group)
    return found


def check(state: State) -> None:
    """Assert the invariants of a state."""
    board = read_board(state.garden)
    check_gems(state, board)
    check_tiles(state)
    check_trees(state)
    check_seats(state, board)
    check_gardens(board)
    check_stacks(state)
    check_points(state, board)
    acting = GAME.to_act(state)
    assert len(acting) == (state.phase != "over")
    assert (acting == {DEALER}) == (state.phase in (*SET_UP_PHASES, "reveal", "refill"))


def check_gems(state: State, board: Board) -> None:
    """Assert that no gem is lost or new (R8.1 1)."""
    held = [player.gems for player in state.players]
    spent = [each.paid for player in state.players for each in player.masteries]
    for place, (colour, every) in enumerate(zip("prw", (50, 38, 26), strict=True)):
        rocks = sum(letter == colour and cell not in board.covered for cell, letter in board.letters.items())
        counts = [state.supply[place], rocks, *(gems[place] for gems in (*held, *spent))]
        assert min(counts) >= 0
        assert sum(counts) == every


def check_tiles(state: State) -> None:
    """Assert that each tile is in one place, and that bags hold what is face down (R8.1 2)."""
    tops = [stack.top for stack in state.stacks if stack.top]
    laid = [each.tile for each in state.garden.laid]
    held = [state.held] if state.held else []
    assert sorted([*laid, *held, *state.lost, *tops, *chain(*state.tile_bags)]) == sorted(TILES)
    for shape, bag in zip(("bar", "vee", "tri"), state.tile_bags, strict=True):
        hidden = sum(stack.hidden for stack in state.stacks if stack.shape == shape)
        if state.stacks:
            assert len(bag) - hidden == TILES_LEFT_OUT_BY_SEATS[state.seats]
    assert (state.held is not None) <= (state.phase in ("reveal", "place"))  # R8.1 (11)


def check_trees(state: State) -> None:
    """Assert that each tree is in one place, with a pawn if planted (R8.1 3, 11)."""
    reserved = [player.reserved for player in state.players if player.reserved is not None]
    planted = list(chain(*state.planted))
    assert sorted([*state.row, *state.tree_bag, *reserved, *planted, *state.discarded]) == sorted(TREES)
    assert len(state.garden.pawns) == len(planted)
    assert len(planted) + len(reserved) <= 20
    if state.phase == "select":
        assert len(state.row) == 5 or not state.tree_bag


def check_seats(state: State, board: Board) -> None:
    """Assert that assistants, masteries and tokens of each seat add up (R8.1 4, 5, 7)."""
    for seat, player in enumerate(state.players):
        owned = list(player.owned)
        standing = list(board.assistants.values()).count(seat)
        assert player.assistants + player.carpet + standing == 4
        assert player.carpet == (0 if "m2" in owned else 2)
        assert len(owned) == len(set(owned))
        assert all(sum(each.paid) == 2 and min(each.paid) >= 0 for each in player.masteries)
        assert all(owned.index(lower) < owned.index(upper) for upper, lower in LOWER_OF_UPPER.items() if upper in owned)
        sizes = sorted((len(token.cells), token.flowers) for token in state.garden.tokens if token.seat == seat)
        assert sizes == [(1, 3)] * ("m4" in owned) + [(2, 1)] * ("m5" in owned)


LOWER_OF_UPPER = {"ma": "m1", "mb": "m2", "mc": "m3", "md": "m4", "me": "m5"}


def fountains_beside(board: Board, garden: set[Cell]) -> set[Cell]:
    """Return the fountains beside a garden."""
    return {cell for each in garden for cell in neighbours(each) if board.letters.get(cell) == "F"}


def check_gardens(board: Board) -> None:
    """Assert one fountain for each garden, at most one assistant in each bed (R8.1 6)."""
    assert all(len(fountains_beside(board, garden)) == 1 for garden in board.gardens)
    assert all(sum(cell in board.assistants for cell in bed) <= 1 for bed in groups(board.flowers))
    assert all(board.covered[cell] and board.symbols[cell] in ("A", "J") for cell in board.assistants)


def check_stacks(state: State) -> None:
    """Assert that tiles are face up except under the can and before a reveal (R8.1 8)."""
    under_can = state.can if state.phase != "reveal" else None
    unseen = {place for place, stack in enumerate(state.stacks) if stack.hidden and not stack.top}
    if state.phase == "reveal":
        assert state.left in unseen
        assert unseen <= {state.left, state.can}
    else:
        assert state.left is None
        assert unseen <= {under_can}
    empty = sum(not stack.left for stack in state.stacks)
    assert state.ending == (empty >= 2)


def check_points(state: State, board: Board) -> None:
    """Assert the points of each seat in each view by counting them anew (R4.4–R4.6, R8.1 13)."""
    expected = [points_of(state, board, seat) for seat in range(state.seats)]
    assert [each.points for each in GAME.scores(state)] == [points.total for points in expected]
    for viewer in (*range(state.seats), None):
        view = GAME.view(state, viewer)
        for seat, points in enumerate(score.points_of(view)):
            open_to = viewer == seat or state.open_trees or state.phase == "over" or not state.planted[seat]
            assert points == (expected[seat] if open_to else expected[seat]._replace(trees=None, total=None))
            assert view.planted[seat] == (state.planted[seat] if open_to else None)


def points_of(state: State, board: Board, seat: Seat) -> Points:
    own_beds = [bed for owner, bed in board.beds if owner == seat]
    flowers = sum(board.flowers[cell] for bed in own_beds for cell in bed)
    trees = sum(TREES[tree].points for tree in state.planted[seat])
    player = state.players[seat]
    uppers = tuple((each, upper_points(state, board, own_beds, seat, each)) for each in player.owned if each in LOWER_OF_UPPER)
    fountains = fountain_points(state, board, seat)
    return Points(trees, flowers, fountains, uppers, trees + flowers + fountains + sum(worth for _, worth in uppers))


def upper_points(state: State, board: Board, own_beds: list[set[Cell]], seat: Seat, mastery: str) -> int:
    beside = {cell for bed in own_beds for each in bed for cell in neighbours(each)}
    paid = [gems for _, gems in state.players[seat].masteries]
    return {
        "ma": sum(map(len, own_beds)),
        "mb": sum(board.letters.get(cell) == "S" for cell in beside),
        "mc": 3 * len(beside & board.pawns),
        "md": 2 * len(state.planted[seat]),
        "me": sum(gems.p + 2 * gems.r + 3 * gems.w for gems in paid),
    }[mastery]


def fountain_points(state: State, board: Board, seat: Seat) -> int:
    fountains = [cell for cell, letter in board.letters.items() if letter == "F"]
    found = 0
    for water, colour in zip(fountains, state.garden.fountains, strict=bool(state.garden.fountains)):
        counts = [0] * state.seats
        for owner, bed in board.beds:
            (garden,) = (each for each in board.gardens if bed <= each)
            counts[owner] += len(bed) * (fountains_beside(board, garden) == {water})
        found += FOUNTAIN_POINTS[colour] * (counts[seat] == max(counts) > 0)
    return found


def check_step(before: State, seat: Seat, after: State) -> None:
    """Assert that nothing shrinks (R8.1 10), and that a move changes only what it may."""
    old, new = read_board(before.garden), read_board(after.garden)
    assert old.covered.items() <= new.covered.items()
    assert old.flowers.items() <= new.flowers.items()
    assert after.lost[: len(before.lost)] == before.lost
    for each in range(before.seats):
        assert after.planted[each][: len(before.planted[each])] == before.planted[each]
        assert after.players[each].masteries[: len(before.players[each].masteries)] == before.players[each].masteries
        assert all(now >= then for now, then in zip(held(after, new, each), held(before, old, each), strict=True))
        if each != seat and after.phase != "over":
            assert after.players[each] == before.players[each]
            assert after.planted[each] == before.planted[each]
    if seat == DEALER:
        assert after.garden.laid == before.garden.laid
    assert after.turns - before.turns == (before.phase == "place")


def held(state: State, board: Board, seat: Seat) -> tuple[int, int, int, int]:
    """Return a seat's controlled flowers and cells, and the stones and pawns beside them."""
    own_beds = [bed for owner, bed in board.beds if owner == seat]
    beside = {cell for bed in own_beds for each in bed for cell in neighbours(each)}
    stones = sum(board.letters.get(cell) == "S" for cell in beside)
    flowers = sum(board.flowers[cell] for bed in own_beds for cell in bed)
    return flowers, sum(map(len, own_beds)), stones, len(beside & board.pawns)


def is_spot(garden: Garden, tile: str, anchor: Cell, rotation: int) -> bool:
    """Return whether a tile may lie there, by R3.8 and R3.9 read off the board cell by cell."""
    board, cells = read_board(garden), [cell for cell, _ in cells_under(tile, anchor, rotation)]
    if any(board.letters.get(cell, "F") not in ".prw" or cell in board.covered for cell in cells):
        return False
    grown = {**board.covered, **{cell: 0 if shown == "g" else 1 for cell, shown in cells_under(tile, anchor, rotation)}}
    (whole,) = (group for group in groups(grown) if cells[0] in group)
    if len(fountains_beside(board, whole)) != 1:
        return False
    flowers = [*board.flowers, *(cell for cell in cells if grown[cell])]
    return all(sum(cell in board.assistants for cell in bed) <= 1 for bed in groups(flowers))


def spots_of(garden: Garden, tile: str) -> set[tuple[Cell, int]]:
    """Return all spots of a tile as anchors with rotations (R8.1 12)."""
    _, second, third = TILES[tile].split()
    rotations = 3 if tile.startswith("bar") and second == third else 6
    board = read_board(garden)
    bare = [cell for cell, letter in board.letters.items() if letter in ".prw" and cell not in board.covered]
    return {(cell, rotation) for cell in bare for rotation in range(rotations) if is_spot(garden, tile, cell, rotation)}
