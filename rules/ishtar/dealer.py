"""The conversation of the dealer, with weights (R2.2–R2.6, R6.3)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.choice import Choices, Options, pick
from rules.dealing import draw, seat_options
from rules.ishtar.hexes import ROTATIONS
from rules.ishtar.notation import board_rotation_key, tree_key
from rules.ishtar.parts import (
    BAG_OF_SHAPE,
    BOARDS_BY_SEATS,
    CUPS_OF_A_SHAPE,
    FACES,
    FOUNTAINS,
    LAYOUTS,
    OPEN_TREES,
    SHAPES,
    STACKS,
    STARTERS,
)
from rules.ishtar.state import Action, Carpet, First, Map, Reveal, State
from rules.ishtar.state import Fountains as FountainsAction
from rules.ishtar.state import Row as RowAction
from rules.text import say

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
    """Return the conversation in which the dealer draws what this phase needs."""
    if state.phase == "first":
        return First((yield from pick("seat", WHO_BEGINS, seat_options(state.seats))))
    if state.phase == "map":
        return (yield from _map(BOARDS_BY_SEATS[state.seats]))
    if state.phase == "fountains":
        boards = len(state.garden.faces)
        return FountainsAction((yield from draw("fountain", lambda _: WHICH_FOUNTAIN, FOUNTAINS, boards, str)))
    if state.phase == "carpet":
        return (yield from _carpet())
    if state.phase == "reveal":
        assert state.left is not None
        bag = state.tile_bags[BAG_OF_SHAPE[state.stacks[state.left].shape]]
        return Reveal((yield from pick("tile", WHICH_TILE, _options(bag))))
    count = min(OPEN_TREES - len(state.row), len(state.tree_bag))
    return RowAction((yield from draw("card", lambda _: WHICH_TREE, dict.fromkeys(state.tree_bag, 1), count, tree_key)))


def _map(boards: int) -> Choices[Map]:
    """Draw a layout, and for each slot a face of an unused board and its rotation (R2.3)."""
    layout = yield from pick("layout", WHICH_LAYOUT, _options(LAYOUTS[boards]))
    left, faces = list(FACES), list[tuple[str, int]]()
    for _ in range(boards):
        name = yield from pick("board", WHICH_BOARD, _options(left))
        rotation = yield from pick("board_turn", WHICH_WAY, Options(range(ROTATIONS), board_rotation_key))
        left = [each for each in left if each[:-1] != name[:-1]]
        faces.append((name, rotation))
    return Map(layout, tuple(faces))


def _carpet() -> Choices[Carpet]:
    """Draw six cups, then a starting tile for each stack (R2.5)."""
    shapes = yield from draw("cup", lambda _: WHICH_CUP, dict.fromkeys(SHAPES, CUPS_OF_A_SHAPE), STACKS, str)
    tiles = list[str]()
    for shape in shapes:
        starters = (f"{shape}-{number}" for number in STARTERS)
        tiles.append((yield from pick("starter", WHICH_STARTER, _options(tile for tile in starters if tile not in tiles))))
    return Carpet(shapes, tuple(tiles))


def _options(keys: Iterable[str]) -> Options[str]:
    return Options(tuple(keys), str)
