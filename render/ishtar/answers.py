"""The answers on offer, above the map: stacks, rotations, payments, colours, masteries and trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.ishtar import carpet, trees
from render.ishtar.cells import flowers
from render.ishtar.emblems import gardener
from render.ishtar.gems import put_row
from render.ishtar.inks import ROTATION_RIM
from render.ishtar.masteries import PLATE_GAP_PX, PLATE_HEIGHT_PX, plate
from render.ishtar.places import QUESTION_ROOM_PX
from render.ishtar.places import QUESTION_SIZES as SIZES
from render.ishtar.signs import card
from render.ishtar.vegetation import tile
from render.layout import GAP
from render.palette import CREAM, GOLD, INK
from render.signs import pill
from render.sketch import Mark, PromptSketch
from render.teller import Teller
from render.writing import literal
from rules.ishtar.draft import Draft, gift_of
from rules.ishtar.hexes import rotations
from rules.ishtar.legality import ASSIST
from rules.ishtar.notation import ROTATION_ARROWS, mastery_name, number_in
from rules.ishtar.parts import COLOURS, MASTERIES, OPEN_TREES
from rules.ishtar.state import View
from rules.text import say

CARPET_COLUMNS, CARPET_CELL_PX = 3, 84  # stacks in a row, and a tile's cell on the carpet
OPTION_HEIGHT_PX = 104  # a card of a payment or a colour
ROTATIONS_HEIGHT_PX = 156  # the row of the tile's rotations
ROTATION_CELL_PX, ROTATION_SYMBOL_PX = 44, 40  # a tile's cell and its symbol in this row
USES_A_ROW = 4
TREES_A_ROW = 3  # where trees are the answers
TREE_HEIGHT_PX = 204  # a card there
TOKEN_HEIGHT_PX = 104  # the line of a blooming token
PRICED_PX, PAYMENTS_A_ROW = 346, 3  # the thing to pay for is as wide as this
STACK_NAME_WIDTH_PX = 170


class Part(NamedTuple):
    """A piece of the picture: its height in pixels, and a function that paints it from its upper left corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, asked: PromptSketch, teller: Teller) -> list[Part]:
    """Return the pieces above the map for a question."""
    match asked.key:
        case "stack":
            return [_carpet_part(view, asked.marks, teller), _open_trees_part(asked.board)]
        case "payment" | "mastery_payment" | "colour":
            return [_payments_part(view, asked, teller), _open_trees_part(asked.board)]
        case "fountain" | "turn" | "anchor":
            return [Part(ROTATIONS_HEIGHT_PX, partial(_paint_rotations, view, asked.board.rotation))]
        case "symbol":
            return [_uses_part(asked), _open_trees_part(asked.board, _offered_trees(asked))]
        case "reserve" | "tree":
            return [_trees_part(asked)]
        case "bloom" | "bloom_beside":
            return [Part(TOKEN_HEIGHT_PX, partial(_paint_token, asked.board))]
        case "pawn":
            return [Part(trees.LINE_PX, partial(_paint_tree, asked.board))]
        case _:
            return []


def _carpet_part(view: View, marks: tuple[Mark, ...], teller: Teller) -> Part:
    """Return the carpet with prices."""
    high = carpet.carpet_height(CARPET_CELL_PX, CARPET_COLUMNS, True)

    def paint(picture: Picture, left: int, top: int) -> None:
        box = (left, top, QUESTION_ROOM_PX, high)
        carpet.draw_carpet(picture, view, teller, box, CARPET_COLUMNS, CARPET_CELL_PX, marks=marks)

    return Part(high, paint)


def _paint_rotations(view: View, taken: int | None, picture: Picture, left: int, top: int) -> None:
    """Paint the tile in all its rotations, its first cell marked, the chosen rotation golden."""
    assert view.held
    ways = rotations(view.held)
    step = QUESTION_ROOM_PX / len(ways)
    for i, rotation in enumerate(ways):
        x, y = left + step * (i + 0.5), top + ROTATIONS_HEIGHT_PX / 2
        rim, thick = (GOLD, 9) if rotation == taken else (ROTATION_RIM, 3)
        put(picture, card(round(step) - 8, ROTATIONS_HEIGHT_PX, CREAM, rim, thick), (x, y))
        piece = tile(view.held, rotation, ROTATION_CELL_PX, True, ROTATION_SYMBOL_PX)
        put(picture, piece, (x, y))
        side = 1 if _covers_corner(piece) else -1
        arrow, at = literal(ROTATION_ARROWS[rotation]), (x + side * (step / 2 - 16), top + 30)
        write(ImageDraw.Draw(picture), at, arrow, SIZES.large, INK, anchor="r" if side == 1 else "l")


def _covers_corner(tile: Picture) -> bool:
    """Return whether something of a tile is in the upper left corner of its picture, but not in the upper right one."""
    alpha, (wide, high) = tile.getchannel("A"), (tile.width // 3, tile.height // 3)
    left, right = (alpha.crop((x, 0, x + wide, high)).getbbox() for x in (0, tile.width - wide))
    return bool(left) and not right


def _payments_part(view: View, asked: PromptSketch, teller: Teller) -> Part:
    """Return a card for each payment or colour, beside the thing that it pays for."""
    wide = (QUESTION_ROOM_PX - PRICED_PX + PLATE_GAP_PX) // PAYMENTS_A_ROW - PLATE_GAP_PX
    rows = -(-len(asked.marks) // PAYMENTS_A_ROW)
    high = max(PLATE_HEIGHT_PX, rows * (OPTION_HEIGHT_PX + PLATE_GAP_PX) - PLATE_GAP_PX)

    def paint(picture: Picture, left: int, top: int) -> None:
        _paint_priced(picture, view, asked.board, teller, (left, round(top + high / 2)))
        for i, mark in enumerate(asked.marks):
            down, right = divmod(i, PAYMENTS_A_ROW)
            x = left + PRICED_PX + right * (wide + PLATE_GAP_PX) + wide / 2
            y = top + high / 2 + (down - (rows - 1) / 2) * (OPTION_HEIGHT_PX + PLATE_GAP_PX)
            put(picture, card(wide, OPTION_HEIGHT_PX, CREAM, GOLD, 6), (x, y))
            put_row(picture, _gems(asked, mark), (x, y), 52)

    return Part(high, paint)


def _gems(asked: PromptSketch, mark: Mark) -> tuple[int, ...]:
    """Return the gems that an answer pays or takes, by colour."""
    if asked.key == "colour":
        draft: Draft = asked.board
        return gift_of(draft.supply, mark.key, MASTERIES[draft.mastery].numbers[0])
    return tuple(mark.key.count(colour) for colour in COLOURS)


def _paint_priced(picture: Picture, view: View, draft: Draft, teller: Teller, at: tuple[int, int]) -> None:
    """Paint the tile or the mastery to pay for."""
    left, y = at
    if draft.mastery:
        put(
            picture,
            plate(draft.mastery, draft.seat, PRICED_PX - 2 * GAP, owned=True),
            (left + PRICED_PX / 2 - GAP, y),
        )
        return
    assert draft.stack is not None
    sign = pill(*fit(teller.told(say("stack {number}", number=draft.stack + 1)), STACK_NAME_WIDTH_PX, SIZES.text, SIZES.tiny))
    put(picture, sign, (left + sign.width / 2, y))
    if top := view.stacks[draft.stack].top:
        put(picture, tile(top, 0, 48, least=ROTATION_SYMBOL_PX), (left + sign.width + (PRICED_PX - sign.width) / 2 - 8, y))


def _uses_part(asked: PromptSketch) -> Part:
    """Return the uses of the symbol with their points: the assistant, and masteries."""
    draft: Draft = asked.board
    uses = [mark for mark in asked.marks if mark.key == ASSIST or mark.key in MASTERIES]
    wide = (QUESTION_ROOM_PX + PLATE_GAP_PX) // USES_A_ROW - PLATE_GAP_PX

    def paint(picture: Picture, left: int, top: int) -> None:
        for i, mark in enumerate(uses):
            down, right = divmod(i, USES_A_ROW)
            x, y = left + right * (wide + PLATE_GAP_PX), top + down * (PLATE_HEIGHT_PX + PLATE_GAP_PX)
            if mark.key == ASSIST:
                put(picture, card(wide, PLATE_HEIGHT_PX, CREAM, GOLD, 7), (x + wide / 2, y + PLATE_HEIGHT_PX / 2))
                put(picture, gardener(draft.seat, 100), (x + wide / 2 - (40 if mark.gain else 0), y + PLATE_HEIGHT_PX / 2))
            else:
                put(picture, plate(mark.key, draft.seat, wide, offered=True), (x + wide / 2, y + PLATE_HEIGHT_PX / 2))
            write(ImageDraw.Draw(picture), (x + wide - 18, y + 36), literal(mark.gain), SIZES.large, INK, anchor="r")

    return Part(-(-len(uses) // USES_A_ROW) * (PLATE_HEIGHT_PX + PLATE_GAP_PX) - PLATE_GAP_PX, paint)


def _offered_trees(asked: PromptSketch) -> frozenset[int]:
    return frozenset(number for mark in asked.marks if (number := number_in(mark.key, "tree-")) is not None)


def _trees_part(asked: PromptSketch) -> Part:
    """Return large cards of the open trees and the own reserve; those on offer are golden."""
    shown, offered = _trees_shown(asked.board), _offered_trees(asked)

    def paint(picture: Picture, left: int, top: int) -> None:
        box, reserve = (left, top, QUESTION_ROOM_PX, TREE_HEIGHT_PX), (asked.board.player.reserved, asked.board.seat)
        trees.draw_trees(picture, shown, box, TREES_A_ROW, offered=offered, reserve=reserve, widest=QUESTION_ROOM_PX)

    return Part(trees.rows_height(len(shown), TREES_A_ROW, TREE_HEIGHT_PX), paint)


def _trees_shown(draft: Draft) -> Sequence[int]:
    """Return the open trees and the own reserve."""
    own = draft.player.reserved
    return [*draft.row, *([own] if own is not None else [])]


def _open_trees_part(draft: Draft, offered: frozenset[int] | None = None) -> Part:
    """Return the open trees and the own reserve in a row."""
    shown = _trees_shown(draft)

    def paint(picture: Picture, left: int, top: int) -> None:
        box, reserve = (left, top, QUESTION_ROOM_PX, trees.CARD_HEIGHT_PX), (draft.player.reserved, draft.seat)
        trees.draw_trees(picture, shown, box, max(OPEN_TREES, len(shown)), offered=offered, reserve=reserve)

    return Part(trees.CARD_HEIGHT_PX, paint)


def _paint_token(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """Paint the token to be placed."""
    sign = pill(literal(mastery_name(draft.mastery)), SIZES.large, CREAM)
    put(picture, sign, (left + sign.width / 2, top + TOKEN_HEIGHT_PX / 2))
    cells, number = MASTERIES[draft.mastery].numbers
    for i in range(cells):
        put(picture, flowers(90, number, False, True), (left + sign.width + 66 + 90 * i, top + TOKEN_HEIGHT_PX / 2))


def _paint_tree(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """Paint the tree whose pawn is to be placed."""
    assert draft.tree is not None
    box = (left, top, QUESTION_ROOM_PX, trees.LINE_PX)
    trees.draw_trees(picture, (draft.tree,), box, TREES_A_ROW, offered=frozenset({draft.tree}))
