"""What is asked, above the map: stacks, ways round, payments, colours, masteries and trees, each with its key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PIL import ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import write
from render.ishtar import carpet, trees
from render.ishtar.carpet import lay_rug
from render.ishtar.cells import flowers
from render.ishtar.emblems import gardener
from render.ishtar.gems import gem, put_row
from render.ishtar.masteries import draw_plates, mastery_plate
from render.ishtar.signs import card
from render.ishtar.vegetation import tile
from render.layout import EDGE, LEAST, PALE
from render.palette import CREAM, GOLD, INK, Ink
from render.signs import pill
from render.sketch import Asked, Mark
from rules.game import Seat
from rules.ishtar.draft import Draft, gift_of
from rules.ishtar.legality import ASSIST
from rules.ishtar.notation import ARROWS, number_in
from rules.ishtar.parts import COLOURS, MASTERIES
from rules.ishtar.score import points_of
from rules.ishtar.state import View
from rules.ishtar.tiles import turns

ROOM = WIDE - 2 * EDGE
STACK = 206  # pixels of a stack's height
CELL = 52  # pixels of a cell of a tile on the carpet
OPTION = (158, 96)  # pixels of a payment or a colour
WAYS = 188  # pixels of the row of ways round
PLATES = 226
TAN: Ink = (206, 192, 164)


class Part(NamedTuple):
    """A piece of the picture: its height in pixels, and what paints it at a left upper corner."""

    high: int
    paint: Callable[[Picture, int, int], None]


def parts(view: View, asked: Asked, fresh: int | None) -> list[Part]:
    """What stands above the map; ``fresh`` is the stack just turned up."""
    match asked.key:
        case "stack":
            return [carpeted(view, asked.marks)]
        case "payment" | "mastery_payment" | "colour":
            return [_options(view, asked)]
        case "fountain" | "turn" | "anchor":
            return [Part(WAYS, partial(_ways, view, asked.board.turned, fresh))]
        case "symbol":
            return [Part(PLATES, partial(_uses, view, asked)), Part(trees.CARD[1] + 8, partial(_trees, asked))]
        case "reserve" | "tree":
            return [Part(trees.CARD[1] + 8, partial(_trees, asked))]
        case "bloom" | "bloom_beside":
            return [Part(112, partial(_blooming, asked.board))]
        case "pawn":
            return [Part(trees.CARD[1] + 8, partial(_standing, asked.board))]
        case _:
            return []


def carpeted(view: View, marks: tuple[Mark, ...], fresh: int | None = None) -> Part:
    """The carpet in one row."""
    high = carpet.high(STACK, 6)

    def paint(picture: Picture, left: int, top: int) -> None:
        carpet.draw_carpet(picture, view, (left, top, ROOM, high), 6, CELL, marks=marks, fresh=fresh)

    return Part(high, paint)


def _ways(view: View, taken: int | None, fresh: int | None, picture: Picture, left: int, top: int) -> None:
    """The tile in all its ways round, its first cell marked, the one taken golden; then the tile that just came up."""
    assert view.held
    ways = turns(view.held)
    step = ROOM / 7
    for i, turned in enumerate(ways):
        x = left + step * (i + 0.5)
        rim, thick = (GOLD, 8) if turned == taken else (TAN, 3)
        put(picture, card(round(step) - 8, WAYS - 4, CREAM, rim, thick), (x, top + WAYS / 2))
        put(picture, tile(view.held, turned, 56, True), (x + 6, top + WAYS / 2 + 6))
        write(ImageDraw.Draw(picture), (x - step / 2 + 18, top + 32), ARROWS[turned], 44, INK)
    if fresh is not None and (new := view.stacks[fresh].top):
        x = left + step * 6.5
        lay_rug(picture, (round(x - step / 2) + 14, top + 2, round(step) - 18, WAYS - 4))
        x += 5
        put(picture, card(round(step) - 46, WAYS - 46, CREAM, TAN, 3), (x, top + WAYS / 2))
        put(picture, tile(new, 0, 38), (x, top + WAYS / 2 + 14))
        put(picture, pill(f"stack {fresh + 1}", LEAST, CREAM), (x, top + 34))


def _options(view: View, asked: Asked) -> Part:
    """A card for each payment or colour; before them what is paid for."""
    first = 1 if asked.key != "colour" else 0
    across = ROOM // (OPTION[0] + 10)
    rows = -(-(len(asked.marks) + 2 * first) // across)

    def paint(picture: Picture, left: int, top: int) -> None:
        if first:
            _paid_for(picture, view, asked.board, (left, top))
        for i, mark in enumerate(asked.marks):
            down, right = divmod(i + 2 * first, across)
            middle = left + right * (OPTION[0] + 10) + OPTION[0] / 2, top + down * (OPTION[1] + 10) + OPTION[1] / 2
            put(picture, card(*OPTION, CREAM, GOLD, 6), middle)
            _option(picture, asked, mark, middle)

    return Part(rows * (OPTION[1] + 10), paint)


def _option(picture: Picture, asked: Asked, mark: Mark, middle: tuple[float, float]) -> None:
    x, y = middle
    if asked.key == "colour":
        draft: Draft = asked.board
        count = sum(gift_of(draft.supply, mark.key, MASTERIES[draft.mastery].numbers[0]))
        for i in range(count):
            put(picture, gem(mark.key, 34), (x + (i - (count - 1) / 2) * 38, y - 20))
    else:
        put_row(picture, [mark.key.count(colour) for colour in COLOURS], (x, y - 20), 34)
    put(picture, pill(mark.key, LEAST), (x, y + 24))


def _paid_for(picture: Picture, view: View, draft: Draft, at: tuple[int, int]) -> None:
    """The tile or the mastery that is to be paid for."""
    wide = 2 * OPTION[0] - 10
    middle = at[0] + wide / 2 + 5, at[1] + OPTION[1] / 2
    if draft.mastery:
        put(picture, mastery_plate(draft.mastery, draft.seat, (wide - 60, OPTION[1])), middle)
        return
    assert draft.stack is not None
    sign = pill(f"stack {draft.stack + 1}", LEAST)
    put(picture, sign, (at[0] + sign.width / 2, middle[1]))
    if top := view.stacks[draft.stack].top:
        put(picture, tile(top, 0, 44), (at[0] + sign.width + 96, middle[1]))


def _uses(view: View, asked: Asked, picture: Picture, left: int, top: int) -> None:
    """The assistant on the left, the masteries on the right."""
    draft: Draft = asked.board
    notes = {mark.key: mark.note for mark in asked.marks}
    wide = 196
    draw_assistant(picture, draft.seat, notes.get(ASSIST), (left, top, wide, (PLATES - 18) // 2))
    points = points_of(view)[draft.seat]
    box = (left + wide + 12, top, ROOM - wide - 12, PLATES - 8)
    draw_plates(picture, draft.player, points, draft.seat, box, marks=notes)


def draw_assistant(picture: Picture, seat: Seat, note: str | None, box: tuple[int, int, int, int]) -> None:
    """The card for an assistant, golden with the points it brings, or pale."""
    left, top, wide, high = box
    rim = GOLD if note is not None else TAN
    put(picture, card(wide, high, CREAM, rim, 7 if note is not None else 3), (left + wide / 2, top + high / 2))
    put(picture, gardener(seat, 48), (left + 52, top + 34))
    if note is None:
        write(ImageDraw.Draw(picture), (left + wide / 2 + 24, top + 36), "–", 34, PALE, anchor="m")
        write(ImageDraw.Draw(picture), (left + wide / 2, top + high - 26), ASSIST, LEAST, PALE, anchor="m")
        return
    write(ImageDraw.Draw(picture), (left + 88, top + 36), note, 44, INK)
    put(picture, pill(ASSIST, LEAST), (left + wide / 2, top + high - 26))


def _trees(asked: Asked, picture: Picture, left: int, top: int) -> None:
    """The open trees and the own reserve; those on offer golden."""
    draft: Draft = asked.board
    offered = frozenset(number for mark in asked.marks if (number := number_in(mark.key, "tree-")) is not None)
    own = draft.player.reserved
    shown = [*draft.row, *([own] if own is not None else [])]
    reserve = {own: draft.seat} if own is not None else {}
    trees.draw_row(picture, shown, (left, top), len(shown), offered=offered, reserve=reserve)


def _blooming(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """The token that is to be placed."""
    put(picture, mastery_plate(draft.mastery, draft.seat, (230, 104)), (left + 115, top + 54))
    cells, number = MASTERIES[draft.mastery].numbers
    for i in range(cells):
        put(picture, flowers(84, number, False, True), (left + 310 + 84 * i, top + 54))


def _standing(draft: Draft, picture: Picture, left: int, top: int) -> None:
    """The card that is paid for, among the others."""
    assert draft.tree is not None
    shown = draft.row if draft.tree in draft.row else (*draft.row, draft.tree)
    trees.draw_row(picture, shown, (left, top), len(shown), offered=frozenset({draft.tree}))
