"""The private picture: the garden as it would be, what is on offer in it, and the own cards (R10.7)."""

from __future__ import annotations

from PIL import Image

from render.canvas import WIDE, Picture
from render.palette import PAPER
from render.schlossgarten import aside, minis
from render.schlossgarten.board import draw_ground, draw_pawns
from render.schlossgarten.heads import draw_head
from render.schlossgarten.offers import draw_ghosts, draw_offers, hit_on, ring_workers
from render.schlossgarten.places import BESIDE, BOARD, COLUMN, EDGE, HEAD, HIGH, TOP
from render.schlossgarten.traces import drafted, draw_figure, draw_heads, draw_ways, draw_work, made, ways
from render.sketch import Mark
from rules.game import Event, Seat
from rules.schlossgarten.board import ground
from rules.schlossgarten.choices import follow, listed
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.state import View


def draw(
    view: View, seat: Seat, names: tuple[str, ...], marks: tuple[Mark, ...], chosen: tuple[str, ...], last: tuple[Event, ...]
) -> Picture:
    """What a seat sees; and while it chooses, what is on offer."""
    draft, asked = follow(view, chosen) if marks else (None, "")
    several = asked == "figure" or (asked == "site" and "-" in marks[0].key)
    if draft and several and len(marks) > minis.BESIDE:
        return _gallery(view, seat, names, draft, asked, marks)
    picture = Image.new("RGB", (WIDE, HIGH), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    _garden(picture, view, draft, asked, marks, () if chosen and draft else last)
    if draft and several:
        _little(picture, view, draft, asked, marks, (COLUMN, TOP, BESIDE, BOARD), 1 if len(marks) < 4 else 2)
        return picture
    top = TOP
    for part in aside.parts(view, seat, names, draft, asked, marks):
        part.paint(picture, COLUMN, top)
        top += part.high
    return picture


def _gallery(view: View, seat: Seat, names: tuple[str, ...], draft: Draft, asked: str, marks: tuple[Mark, ...]) -> Picture:
    """Nothing but little gardens."""
    picture = Image.new("RGB", (WIDE, minis.high(len(marks))), PAPER)
    draw_head(picture, view, seat, names, (EDGE, EDGE, WIDE - 2 * EDGE, HEAD))
    _little(picture, view, draft, asked, marks, (EDGE, TOP, WIDE - 2 * EDGE, picture.height), minis.columns(len(marks)))
    return picture


def _little(
    picture: Picture, view: View, draft: Draft, asked: str, marks: tuple[Mark, ...], box: tuple[int, int, int, int], across: int
) -> None:
    if asked == "site":
        minis.draw_sites(picture, view, draft, marks, box, across)
    else:
        found = {each.figure.key: each for each in listed(draft)}
        minis.draw_figures(picture, view, draft, found, marks, box, across)


def _garden(
    picture: Picture, view: View, draft: Draft | None, asked: str, marks: tuple[Mark, ...], last: tuple[Event, ...]
) -> None:
    """The garden, what was done in it, and what can be done; while somebody chooses, only own figures are drawn."""
    here = draft.here if draft else ground(view)
    draw_ground(picture, view, here)
    draw_work(picture, last)
    for squares in () if draft else made(last):
        draw_figure(picture, squares)
    moved = [*ways(last), *(drafted(view, draft) if draft else [])]
    draw_ways(picture, view, moved)
    if draft:
        _thought(picture, view, draft, asked, marks)
    draw_pawns(picture, view, here, hit_on(draft, marks) if draft and asked == "where" else ())
    draw_heads(picture, view, moved)
    if draft:
        draw_offers(picture, view, draft, asked, marks)


def _thought(picture: Picture, view: View, draft: Draft, asked: str, marks: tuple[Mark, ...]) -> None:
    """Below the pawns: the figure that stands, those that could, and who may move or work."""
    for figure in draft.figures()[:1] if draft.card >= 0 else ():
        draw_figure(picture, figure[:3])
    draw_ghosts(picture, view, draft, asked)
    ring_workers(picture, draft, asked, marks)
