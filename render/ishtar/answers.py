"""What is asked, above the map: stacks, ways round, payments, colours, masteries and trees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, write
from render.ishtar import carpet, trees
from render.ishtar.cells import flowers
from render.ishtar.emblems import gardener
from render.ishtar.gems import put_row
from render.ishtar.masteries import PLATE, SPACE, plate
from render.ishtar.signs import card
from render.ishtar.table import ROOM
from render.ishtar.vegetation import tile
from render.layout import GAP, READABLE
from render.palette import CREAM, GOLD, INK, Ink
from render.signs import pill
from render.sketch import Asked, Mark
from render.teller import Teller
from render.writing import literal
from rules.ishtar.draft import Draft, gift_of
from rules.ishtar.hexes import turns
from rules.ishtar.legality import ASSIST
from rules.ishtar.notation import TURN_ARROWS, mastery_name, number_in
from rules.ishtar.parts import COLOURS, MASTERIES, OPEN_TREES
from rules.ishtar.state import View
from rules.text import say

CELL = 62  # pixels of a cell of a tile on the carpet
OPTION = 104  # pixels of the height of a payment or a colour
WAYS = 196  # pixels of the row of ways round
WAY = 60  # pixels of a cell of a tile there
ACROSS = 5  # masteries
TOKEN = 104  # pixels of the line of a blooming token
PAID, CHOICES = 424, 4  # pixels of what is paid for, and how many payments are side by side
STACK = 190  # pixels of the name of a stack
TAN: Ink = (206, 192, 164)


class Part(NamedTuple):
    """A piece of the picture: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, asked: Asked, teller: Teller) -> list[Part]:
    """What stands above the map."""
    match asked.key:
        case "stack":
            return [_carpeted(view, asked.marks, teller)]
        case "payment" | "mastery_payment" | "colour":
            return [_options(view, asked, teller), _open(asked.board)]
        case "fountain" | "turn" | "anchor":
            return [Part(WAYS, partial(_ways, view, asked.board.turned))]
        case "symbol":
            return [_uses(asked), _trees(asked)]
        case "reserve" | "tree":
            return [_trees(asked)]
        case "bloom" | "bloom_beside":
            return [Part(TOKEN, partial(_blooming, asked.board))]
        case "pawn":
            return [Part(trees.LINE, partial(_standing, asked.board))]
        case _:
            return []


def _carpeted(view: View, marks: tuple[Mark, ...], teller: Teller) -> Part:
    """The carpet in one row, with prices."""
    high = carpet.high(CELL, 6, True)

    def paint(picture: Picture, left: int, top: int) -> None:
        carpet.draw_carpet(picture, view, teller, (left, top, ROOM, high), 6, CELL, marks=marks)

    return Part(high, paint)


def _ways(view: View, taken: int | None, picture: Picture, left: int, top: int) -> None:
    """The tile in all its ways round, its first cell marked, the one taken golden."""
    assert view.held
    ways = turns(view.held)
    step = ROOM / len(ways)
    for i, turned in enumerate(ways):
        x = left + step * (i + 0.5)
        rim, thick = (GOLD, 9) if turned == taken else (TAN, 3)
        put(picture, card(round(step) - 10, WAYS, CREAM, rim, thick), (x, top + WAYS / 2))
        put(picture, tile(view.held, turned, WAY, True), (x + 8, top + WAYS / 2 + 4))
        write(ImageDraw.Draw(picture), (x - step / 2 + 20, top + 34), literal(TURN_ARROWS[turned]), 52, INK)


def _options(view: View, asked: Asked, teller: Teller) -> Part:
    """What is paid for, and beside it a card for each payment or colour."""
    wide = (ROOM - PAID + SPACE) // CHOICES - SPACE
    rows = -(-len(asked.marks) // CHOICES)
    high = max(PLATE, rows * (OPTION + SPACE) - SPACE)

    def paint(picture: Picture, left: int, top: int) -> None:
        _paid_for(picture, view, asked.board, teller, (left, round(top + high / 2)))
        for i, mark in enumerate(asked.marks):
            down, right = divmod(i, CHOICES)
            x = left + PAID + right * (wide + SPACE) + wide / 2
            y = top + high / 2 + (down - (rows - 1) / 2) * (OPTION + SPACE)
            put(picture, card(wide, OPTION, CREAM, GOLD, 6), (x, y))
            put_row(picture, _gems(asked, mark), (x, y), 52)

    return Part(high, paint)


def _gems(asked: Asked, mark: Mark) -> tuple[int, ...]:
    """What is paid or given."""
    if asked.key == "colour":
        draft: Draft = asked.board
        return gift_of(draft.supply, mark.key, MASTERIES[draft.mastery].numbers[0])
    return tuple(mark.key.count(colour) for colour in COLOURS)


def _paid_for(picture: Picture, view: View, draft: Draft, teller: Teller, at: tuple[int, int]) -> None:
    """The tile or the mastery that is paid for."""
    left, y = at
    if draft.mastery:
        put(picture, plate(draft.mastery, draft.seat, PAID - 2 * GAP, owned=True), (left + PAID / 2 - GAP, y))
        return
    assert draft.stack is not None
    sign = pill(*fit(teller.told(say("stack {number}", number=draft.stack + 1)), STACK, 44, READABLE))
    put(picture, sign, (left + sign.width / 2, y))
    if top := view.stacks[draft.stack].top:
        put(picture, tile(top, 0, 60), (left + sign.width + (PAID - sign.width) / 2 - 8, y))


def _uses(asked: Asked) -> Part:
    """What the symbol can be used for, with what it brings: the assistant, and masteries."""
    draft: Draft = asked.board
    uses = [mark for mark in asked.marks if mark.key == ASSIST or mark.key in MASTERIES]
    wide = (ROOM + SPACE) // ACROSS - SPACE

    def paint(picture: Picture, left: int, top: int) -> None:
        for i, mark in enumerate(uses):
            down, right = divmod(i, ACROSS)
            x, y = left + right * (wide + SPACE), top + down * (PLATE + SPACE)
            if mark.key == ASSIST:
                put(picture, card(wide, PLATE, CREAM, GOLD, 7), (x + wide / 2, y + PLATE / 2))
                put(picture, gardener(draft.seat, 100), (x + wide / 2 - (40 if mark.gain else 0), y + PLATE / 2))
            else:
                put(picture, plate(mark.key, draft.seat, wide, offered=True), (x + wide / 2, y + PLATE / 2))
            write(ImageDraw.Draw(picture), (x + wide - 18, y + 36), literal(mark.gain), 46, INK, anchor="r")

    return Part(-(-len(uses) // ACROSS) * (PLATE + SPACE) - SPACE, paint)


def _trees(asked: Asked) -> Part:
    """The open trees and the own reserve; those on offer golden."""
    offered = frozenset(number for mark in asked.marks if (number := number_in(mark.key, "tree-")) is not None)
    return _open(asked.board, offered)


def _open(draft: Draft, offered: frozenset[int] | None = None) -> Part:
    """The open trees and the own reserve."""
    own = draft.player.reserved
    shown = [*draft.row, *([own] if own is not None else [])]

    def paint(picture: Picture, left: int, top: int) -> None:
        box, reserve = (left, top, ROOM, trees.CARD), (own, draft.seat)
        trees.draw_trees(picture, shown, box, max(OPEN_TREES, len(shown)), offered=offered, reserve=reserve)

    return Part(trees.CARD, paint)


def _blooming(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """The token that is to be placed."""
    sign = pill(literal(mastery_name(draft.mastery)), 48, CREAM)
    put(picture, sign, (left + sign.width / 2, top + TOKEN / 2))
    cells, number = MASTERIES[draft.mastery].numbers
    for i in range(cells):
        put(picture, flowers(90, number, False, True), (left + sign.width + 66 + 90 * i, top + TOKEN / 2))


def _standing(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """The tree that is paid for."""
    assert draft.tree is not None
    trees.draw_trees(picture, (draft.tree,), (left, top, ROOM, trees.LINE), OPEN_TREES, offered=frozenset({draft.tree}))
