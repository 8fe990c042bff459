"""The dealer's conversation, with weights (R2.2–R2.6, R6.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from rules.choice import Choices, Option, pick
from rules.ishtar.hexes import TURNS
from rules.ishtar.names import tree_key, turn_key
from rules.ishtar.parts import BOARDS, CUPS, FACES, FOUNTAINS, LAYOUTS, ROW, SHAPES, STACKS, STARTERS
from rules.ishtar.state import Action, Carpet, First, Map, Reveal, State
from rules.ishtar.state import Fountains as FountainsAction
from rules.ishtar.state import Row as RowAction
from rules.text import Text, say

WHO_BEGINS = say("Who begins?")
WHICH_LAYOUT = say("Which layout?")
WHICH_BOARD = say("Which board comes next?")
WHICH_WAY = say("Turned how?")
WHICH_FOUNTAIN = say("Which fountain comes next?")
WHICH_CUP = say("Which cup comes next?")
WHICH_STARTER = say("Which starting tile comes next?")
WHICH_TILE = say("Which tile is turned up?")
WHICH_TREE = say("Which tree comes up?")


def chance(state: State) -> Choices[Action]:
    """What the dealer draws in this phase."""
    if state.phase == "first":
        return First((yield from pick("first", WHO_BEGINS, [Option(f"seat-{seat + 1}", seat) for seat in range(state.seats)])))
    if state.phase == "map":
        return (yield from _map(BOARDS[state.seats]))
    if state.phase == "fountains":
        colours = yield from _drawn(WHICH_FOUNTAIN, FOUNTAINS, len(state.garden.faces))
        return FountainsAction(colours)
    if state.phase == "carpet":
        return (yield from _carpet())
    if state.phase == "reveal":
        assert state.left is not None
        bag = state.tile_bags[list(SHAPES).index(state.stacks[state.left].shape)]
        return Reveal((yield from pick("tile", WHICH_TILE, _options(bag))))
    return (yield from _row(state))


def _map(boards: int) -> Choices[Map]:
    """R2.3"""
    layout = yield from pick("layout", WHICH_LAYOUT, _options(LAYOUTS[boards]))
    left, faces = list(FACES), list[tuple[str, int]]()
    for _ in range(boards):
        name = yield from pick("board", WHICH_BOARD, _options(left))
        turned = yield from pick("turn", WHICH_WAY, [Option(turn_key(turned), turned) for turned in range(TURNS)])
        left = [each for each in left if each[:-1] != name[:-1]]
        faces.append((name, turned))
    return Map(layout, tuple(faces))


def _drawn(question: Text, pieces: Mapping[str, int], count: int) -> Choices[tuple[str, ...]]:
    """So many out of a bag of pieces."""
    left, drawn = Counter(pieces), list[str]()
    for _ in range(count):
        drawn.append((yield from pick("piece", question, [Option(piece, piece, weight=n) for piece, n in left.items() if n])))
        left[drawn[-1]] -= 1
    return tuple(drawn)


def _carpet() -> Choices[Carpet]:
    """R2.5"""
    shapes = yield from _drawn(WHICH_CUP, dict.fromkeys(SHAPES, CUPS), STACKS)
    tiles = list[str]()
    for shape in shapes:
        starters = (f"{shape}-{number}" for number in STARTERS)
        tiles.append((yield from pick("starter", WHICH_STARTER, _options(tile for tile in starters if tile not in tiles))))
    return Carpet(shapes, tuple(tiles))


def _row(state: State) -> Choices[RowAction]:
    """R2.6, R3.43"""
    left, drawn = dict.fromkeys(state.tree_bag), list[int]()
    for _ in range(min(ROW - len(state.row), len(left))):
        drawn.append((yield from pick("tree", WHICH_TREE, map(_tree, left))))
        del left[drawn[-1]]
    return RowAction(tuple(drawn))


def _options(keys: Iterable[str]) -> list[Option[str]]:
    return list(map(_option, keys))


@cache
def _option(key: str) -> Option[str]:
    return Option(key, key)


@cache
def _tree(tree: int) -> Option[int]:
    return Option(tree_key(tree), tree)
