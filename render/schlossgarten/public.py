"""The public picture: head, garden, and a sheet for every seat (R10.1)."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.canvas import WIDE, Picture, put
from render.fonts import fit, width, write
from render.layout import EDGE, SIZES, Box, draw_sheet
from render.palette import Theme
from render.schlossgarten.board import draw_ground, draw_pawns
from render.schlossgarten.cards import draw_turns, stood
from render.schlossgarten.heads import card_played, draw_panel, draw_strip, panel_height
from render.schlossgarten.pawns import medal
from render.schlossgarten.places import BESIDE, BOARD, COLUMN, HEAD, HIGH, TOP
from render.schlossgarten.signs import card_back
from render.schlossgarten.traces import draw_figure, draw_heads, draw_ways, draw_work, made, ways
from render.teller import Teller
from rules.game import Event
from rules.schlossgarten.board import board_of
from rules.schlossgarten.names import card_name
from rules.schlossgarten.state import View
from rules.text import say

GAP = 16
LEAST = 64  # pixels of a square of the last card from which all its rotations show: its pawns are distinct on a phone
TITLE = 64  # pixels for the name of a card
TITLED, LOWEST = 300, 120  # pixels of height from which the last card has its name above it, and from which it shows


def draw(view: View, teller: Teller, last: tuple[Event, ...]) -> Picture:
    """Draw the public picture."""
    picture = Image.new("RGB", (WIDE, HIGH), teller.theme.ground)
    draw_strip(picture, view, teller, (EDGE + 8, EDGE, BOARD - 34, HEAD))  # clear of an arrow beside the first seat
    draw_garden(picture, view, last, teller.theme)
    top = EDGE
    for seat in range(len(view.sides)):
        name = teller.name(seat)
        draw_panel(picture, view, seat, name, (COLUMN, top), teller.theme)
        top += panel_height(name) + GAP
    _played(picture, view, teller, (COLUMN, top, BESIDE, TOP + BOARD - 8 - top))
    return picture


def draw_final(view: View, teller: Teller, shape: float) -> Picture:
    """Return the garden alone."""
    picture = Image.new("RGB", (WIDE, HIGH), teller.theme.ground)
    draw_garden(picture, view, (), teller.theme)
    return picture.crop((EDGE, TOP, EDGE + BOARD, TOP + BOARD))


def draw_garden(picture: Picture, view: View, last: tuple[Event, ...], theme: Theme) -> None:
    """Draw the garden with the last moves."""
    board = board_of(view)
    draw_ground(picture, view, board, theme)
    draw_work(picture, last)
    for squares in made(last):
        draw_figure(picture, squares)
    moved = ways(last)
    draw_ways(picture, view, moved)
    draw_pawns(picture, view, board)
    draw_heads(picture, view, moved)


def _played(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Draw the card of the last turn: all rotations where there is room, else the one that stood. Before it, the pile."""
    left, top, wide, high = box
    if high < LOWEST:
        return
    draw_sheet(picture, box, teller.theme)
    if not view.last:
        put(picture, card_back(min(240, high - 60)), (left + wide / 2, top + high / 2))
        return
    side, flat = view.sides[view.last.seat], high < TITLED
    texts = (card_name(view.last.card), say("played")) if flat else (card_played(view.last.card),)
    y = top + (high / 2 - 50 if flat else TITLE / 2 + 4)
    put(picture, medal(side, 44), (left + 44, y))
    x, down = (20, 56) if flat else (78, 0)
    words = [fit(teller.told(text), (wide // 2 if flat else wide) - x - 10, SIZES.tiny, SIZES.tiny) for text in texts]
    for i, (text, size) in enumerate(words):
        write(ImageDraw.Draw(picture), (left + x, y + down + 42 * i), text, size, teller.theme.text)
    taken = x + round(max(width(*each) for each in words))
    room = (left + taken, top, wide - taken - 4, high) if flat else (left, top + TITLE + 4, wide, high - TITLE - 16)
    draw_turns(picture, view.last.card, side, room, stood(view.last), LEAST)
