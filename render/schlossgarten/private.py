"""The private picture: the garden as it would be, what is on offer in it, and the own cards (R10.7)."""

from __future__ import annotations

from PIL import Image

from render.canvas import WIDE, Picture
from render.layout import EDGE, Box
from render.palette import PAPER
from render.schlossgarten import aside, minis
from render.schlossgarten.board import draw_ground, draw_pawns
from render.schlossgarten.heads import draw_head
from render.schlossgarten.offers import draw_ghosts, draw_offers, hit_on, in_reach, ring_workers
from render.schlossgarten.places import BESIDE, BOARD, COLUMN, HEAD, HIGH, TOP
from render.schlossgarten.traces import drafted, draw_figure, draw_heads, draw_ways, draw_work, made, ways
from render.sketch import Asked
from rules.game import Event, Seat
from rules.schlossgarten.board import ground
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.state import View


def draw(view: View, seat: Seat, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat sees; and while it chooses, what is on offer."""
    marks = asked.marks
    several = asked.key == "figure" or (asked.key == "site" and "-" in marks[0].key)
    if several and len(marks) > minis.BESIDE:
        return _gallery(view, seat, names, asked)
    picture = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    _garden(picture, view, asked, last if asked.key in ("", "card") else ())
    if several:
        _little(picture, view, asked, (COLUMN, TOP, BESIDE, BOARD), 1 if len(marks) < 4 else 2)
        return picture
    top = TOP
    for part in aside.parts(view, seat, names, asked):
        part.paint(picture, COLUMN, top)
        top += part.high
    return picture


def _gallery(view: View, seat: Seat, names: tuple[str, ...], asked: Asked) -> Picture:
    """Nothing but little gardens."""
    marks = asked.marks
    picture = Image.new("RGB", (WIDE, minis.high(len(marks))), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    _little(picture, view, asked, (EDGE, TOP, WIDE - 2 * EDGE, picture.height), minis.columns(len(marks)))
    return picture


def _little(picture: Picture, view: View, asked: Asked, box: Box, across: int) -> None:
    draft: Draft = asked.board
    if asked.key == "site":
        minis.draw_sites(picture, view, draft, asked.marks, box, across)
    else:
        found = {each.figure.key: each for each in in_reach(draft)}
        minis.draw_figures(picture, view, draft, found, asked.marks, box, across)


def _garden(picture: Picture, view: View, asked: Asked, last: tuple[Event, ...]) -> None:
    """The garden, what was done in it, and what can be done; while somebody chooses, only own figures are drawn."""
    draft: Draft | None = asked.board
    here = draft.here if draft else ground(view)
    draw_ground(picture, view, here)
    draw_work(picture, last)
    for squares in () if draft else made(last):
        draw_figure(picture, squares)
    moved = [*ways(last), *(drafted(view, draft) if draft else [])]
    draw_ways(picture, view, moved)
    if draft:
        _thought(picture, view, draft, asked)
    draw_pawns(picture, view, here, hit_on(draft, asked.marks) if draft and asked.key == "where" else ())
    draw_heads(picture, view, moved)
    if draft:
        draw_offers(picture, view, draft, asked)


def _thought(picture: Picture, view: View, draft: Draft, asked: Asked) -> None:
    """Below the pawns: the figure that stands, those that could, and who may move or work."""
    for figure in draft.figures()[:1]:
        draw_figure(picture, figure[:3])
    draw_ghosts(picture, view, draft, asked.key)
    ring_workers(picture, draft, asked)
