"""The private picture: the garden as it would be, what is on offer in it, and the own cards (R10.7)."""

from __future__ import annotations

from PIL import Image

from render.canvas import WIDE, Picture
from render.layout import EDGE
from render.palette import PAPER
from render.schlossgarten import aside, minis
from render.schlossgarten.board import draw_ground, draw_pawns
from render.schlossgarten.heads import draw_head
from render.schlossgarten.offers import draw_offers, hit_on, ring_worker
from render.schlossgarten.places import COLUMN, HEAD, HIGH, TOP
from render.schlossgarten.traces import drafted, draw_figure, draw_heads, draw_ways, draw_work, made, ways
from render.sketch import Asked
from rules.game import Event, Seat
from rules.schlossgarten.board import ground
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import finishes
from rules.schlossgarten.state import View


def draw(view: View, seat: Seat, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """What a seat sees; and while it chooses, what is on offer."""
    if asked.key == "figure" or (asked.key == "site" and "-" in asked.marks[0].key):
        return _gallery(view, seat, names, asked)
    picture = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    _garden(picture, view, asked, last if asked.key in ("", "card") else ())
    top = TOP
    for part in aside.parts(view, seat, names, asked):
        part.paint(picture, COLUMN, top)
        top += part.high
    return picture


def _gallery(view: View, seat: Seat, names: tuple[str, ...], asked: Asked) -> Picture:
    """Nothing but little gardens: answers that are several squares."""
    draft: Draft = asked.board
    picture = Image.new("RGB", (WIDE, minis.high(len(asked.marks))), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    if asked.key == "site":
        minis.draw_sites(picture, view, draft, asked.marks)
    else:
        assert draft.card is not None
        minis.draw_figures(picture, view, draft, finishes(draft.here, seat, draft.card), asked.marks)
    return picture


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
        _thought(picture, draft, asked)
    draw_pawns(picture, view, here, hit_on(draft, asked.marks) if draft and asked.key == "where" else ())
    draw_heads(picture, view, moved)
    if draft:
        draw_offers(picture, draft, asked)


def _thought(picture: Picture, draft: Draft, asked: Asked) -> None:
    """Below the pawns: the figure that stands, and who works."""
    for figure in draft.figures()[:1]:
        draw_figure(picture, figure[:3])
    ring_worker(picture, draft, asked)
