"""What is on offer in the garden: squares with their keys and costs, pawns to move, sites; and where a figure could stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.canvas import Picture, Point, put
from render.palette import CREAM, GOLD, INK
from render.schlossgarten.pawns import ghost, put_pawn
from render.schlossgarten.places import GARDEN, LEAST
from render.schlossgarten.signs import dots, frame, leap, outline, pill, ring, star, trio
from render.schlossgarten.traces import draw_figure
from render.sketch import Mark
from rules.schlossgarten.board import site_of, square_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.movement import over
from rules.schlossgarten.parts import PAWNS, STEPS
from rules.schlossgarten.ready import Ready, ready
from rules.schlossgarten.state import NONE, Square, View
from rules.schlossgarten.tell import card_key

KEY = 34  # font size of a square's name
SIGN = 38  # pixels of a small sign
DOT = 17
LIFT = 34  # pixels from one pill on a square to another above it
GHOSTS = 2  # finishing positions shown while pawns are moved
WORK_ASKED = ("work", "dig", "after", "kind", "site")
SIZE = GARDEN.size


def draw_ghosts(picture: Picture, view: View, draft: Draft, asked: str) -> None:
    """Where a figure could stand that does not yet: of each card the cheapest, of the chosen card what the steps left allow."""
    if asked == "card":
        for card in view.hand:
            standing = draft._replace(card=card).figures()
            for figure in standing[:1]:
                draw_figure(picture, figure[:3])
            if not standing:
                _dream(picture, view, draft, ready(draft.here, draft.seat, card)[:1])
    elif asked == "pawn" and not draft.figures():
        _dream(picture, view, draft, apart(in_reach(draft)))


def in_reach(draft: Draft) -> tuple[Ready, ...]:
    """The figures that the steps left allow."""
    return tuple(each for each in ready(draft.here, draft.seat, draft.card) if each.cost <= draft.left)


def apart(found: Iterable[Ready]) -> list[Ready]:
    """A few figures, the cheapest first, of which no two send pawns to the same square."""
    shown: list[Ready] = []
    taken = set[Square]()
    for each in found:
        targets = {to for _, to in each.moves}
        if len(shown) < GHOSTS and not targets & taken:
            shown.append(each)
            taken |= targets
    return shown


def _dream(picture: Picture, view: View, draft: Draft, found: Sequence[Ready]) -> None:
    """Figures as thin lines, and whoever has to move for them as a ghost."""
    for each in found:
        draw_figure(picture, each.figure[:3], CREAM, 5)
    for which, to in dict.fromkeys(move for each in found for move in each.moves):
        put_pawn(picture, ghost(view.sides[draft.seat], which, SIZE), GARDEN.middle(to), SIZE)


def name_ghosts(picture: Picture, view: View, draft: Draft) -> None:
    """The keys of the cards beside the kings of their cheapest figures."""
    named: list[Square] = []
    for card in view.hand:
        standing = draft._replace(card=card).figures()
        figures = standing or [each.figure for each in ready(draft.here, draft.seat, card)]
        for figure in figures[:1]:
            x, y = GARDEN.middle(figure.king)
            put(picture, pill(card_key(card), LEAST, CREAM), (x, y + SIZE * 0.4 - LIFT * named.count(figure.king)))
            named.append(figure.king)


def draw_offers(picture: Picture, view: View, draft: Draft, asked: str, marks: tuple[Mark, ...]) -> None:
    """Whatever can be answered by a place in the garden."""
    own = [GARDEN.middle(square) for square in draft.here.pawns[draft.seat]]
    if asked == "card":
        name_ghosts(picture, view, draft)
    elif asked == "pawn":
        for which, key in enumerate(PAWNS):
            if any(mark.key == key for mark in marks):
                put(picture, pill(key, LEAST), (own[which][0], own[which][1] + SIZE * 0.42))
    elif asked == "where":
        put(picture, frame(SIZE, INK, 7), own[draft.pawn])
        for mark in marks:
            _destination(picture, draft, mark)
    elif asked == "hit":
        _hit(picture, draft, marks)
    elif asked in WORK_ASKED:
        _sites(picture, marks)


def ring_workers(picture: Picture, draft: Draft, asked: str, marks: tuple[Mark, ...]) -> None:
    """A ring under those who may move or work."""
    keys = {mark.key.removesuffix("-works") for mark in marks}
    chosen = {PAWNS[draft.worker]} if asked in WORK_ASKED else {PAWNS[draft.pawn]} if asked == "hit" else set[str]()
    for which, key in enumerate(PAWNS):
        if key in keys | chosen:
            put(picture, ring(SIZE - 4), GARDEN.middle(draft.here.pawns[draft.seat][which]))


def _destination(picture: Picture, draft: Draft, mark: Mark) -> None:
    """A square with its key, the steps it takes, and what happens on the way there."""
    to = square_of(mark.key)
    if to is None:
        return
    x, y = GARDEN.middle(to)
    hits = draft._replace(to=to).victim()[1] != NONE
    put(picture, frame(SIZE, GOLD, 8), (x, y))
    put(picture, pill(mark.key, KEY), (x, y + SIZE * (0.34 if hits else 0.08)))
    put(picture, dots(int(mark.note), DOT), (x, y + SIZE * (0.14 if hits else 0.34)))
    signs = [star(SIGN + 6)] if hits else []
    if over(draft.here, draft.seat, draft.pawn, to):
        signs.append(leap(SIGN))
    if not hits and draft._replace(here=draft.here.moved(draft.seat, draft.pawn, to)).figures():
        signs.append(trio(SIGN))
    across, down = (0, SIGN) if hits else (-SIGN, 0)
    for i, sign in enumerate(signs):
        put(picture, sign, (x + SIZE * 0.32 + across * i, y - SIZE * 0.32 + down * i))


def _hit(picture: Picture, draft: Draft, marks: tuple[Mark, ...]) -> None:
    """Who is hit, and where it may be put."""
    x, y = GARDEN.middle(draft.to)
    put(picture, star(SIGN + 14), (x + SIZE * 0.34, y - SIZE * 0.32))
    _sites(picture, marks)


def _sites(picture: Picture, marks: tuple[Mark, ...]) -> None:
    """Squares with their keys; and squares that belong together."""
    for mark in marks:
        site = site_of(mark.key)
        if site is None:
            continue
        if len(site) > 1:
            outline(picture, GARDEN, site)
            continue
        x, y = GARDEN.middle(min(site))
        put(picture, frame(SIZE, GOLD, 8), (x, y))
        put(picture, pill(mark.key, KEY), (x, y + SIZE * 0.08))
        if mark.note and not mark.note.isdecimal():
            put(picture, pill(mark.note, LEAST, CREAM), (x, y + SIZE * 0.36))


def badge(picture: Picture, at: Point, mark: Mark, room: int) -> None:
    """A key and the steps it takes, side by side around a point."""
    key, note = pill(mark.key, LEAST), dots(int(mark.note), 13)
    if key.width + 6 + dots(STEPS, 13).width > room:
        note = pill(mark.note, LEAST, CREAM)
    wide = key.width + 6 + note.width
    put(picture, key, (at[0] - wide / 2 + key.width / 2, at[1]))
    put(picture, note, (at[0] + wide / 2 - note.width / 2, at[1]))
