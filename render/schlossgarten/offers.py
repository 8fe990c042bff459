"""What is on offer in the garden: squares with their keys and costs, pawns to move, sites; and where a figure could stand."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain

from render.canvas import Picture, Point, put
from render.layout import LEAST
from render.palette import CREAM, GOLD, INK
from render.schlossgarten.pawns import ghost, put_pawn
from render.schlossgarten.places import GARDEN
from render.schlossgarten.signs import Span, frame, leap, outline, put_free, star, trio
from render.schlossgarten.traces import BURST, HIT, draw_figure
from render.signs import pill, ring
from render.sketch import Asked, Mark
from rules.schlossgarten.board import site_of, square_of
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish, finishes
from rules.schlossgarten.movement import over
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import KING, PAWNS
from rules.schlossgarten.state import Square, View

KEY = 32  # font size of a square's name
SIGN = 36  # pixels of a small sign
SPOTS = ((0.32, -0.32), (0.02, -0.32))  # of signs on a free square, in squares from its middle
HIT_SPOTS = (HIT, (0.37, 0.04), (0.37, -0.34))  # and on a square with somebody to be hit
UNDER, ABOVE = 0.42, -0.5  # of keys beside a pawn
WORK_ASKED = ("work", "dig", "after", "site")
SIZE = GARDEN.size


def draw_ghosts(picture: Picture, view: View, draft: Draft, asked: str) -> None:
    """Where a figure could stand that does not yet: of each card, or of the chosen card what the steps left allow."""
    if asked == "card":
        for order, card in reversed(tuple(enumerate(view.hand))):
            standing = draft._replace(card=card).figures()
            for figure in standing[:1]:
                draw_figure(picture, figure[:3], dashed=order > 0)
            if not standing:
                _dream(picture, view, draft, finishes(draft.here, draft.seat, card)[:1], order > 0)
    elif asked == "pawn" and not draft.figures():
        _dream(picture, view, draft, in_reach(draft)[:1])


def in_reach(draft: Draft) -> tuple[Finish, ...]:
    """The figures that the steps left allow."""
    assert draft.card is not None
    return tuple(each for each in finishes(draft.here, draft.seat, draft.card) if each.cost <= draft.left)


def _dream(picture: Picture, view: View, draft: Draft, found: Sequence[Finish], dashed: bool = False) -> None:
    """A figure as a thin line, and whoever has to move for it as a ghost."""
    for each in found:
        draw_figure(picture, each.figure[:3], CREAM, dashed)
        for which, to in each.moves:
            put_pawn(picture, ghost(view.sides[draft.seat], which, SIZE), GARDEN.middle(to), SIZE)


def _name_ghosts(picture: Picture, view: View, draft: Draft) -> None:
    """The keys of the cards: beside a pawn that moves for its cheapest figure, or a worker where it stands."""
    x, y = GARDEN.middle(draft.here.pawns[draft.seat][KING])
    taken: list[Span] = [(x - SIZE * 0.4, y - SIZE * 0.4, x + SIZE * 0.4, y + SIZE * 0.4)]
    for card in view.hand:
        standing = draft._replace(card=card).figures()
        found = () if standing else finishes(draft.here, draft.seat, card)
        places = standing[0][1:3] if standing else tuple(to for _, to in found[0].moves) if found else ()
        put_free(picture, pill(card_key(card), LEAST, CREAM), _beside(places), taken)


def _beside(places: Sequence[Square]) -> list[Point]:
    """Where a key may stand: below who is on these squares, else above."""
    middles = [GARDEN.middle(square) for square in places]
    return [(x, y + SIZE * off) for off in (UNDER, ABOVE, UNDER + 0.28) for x, y in middles]


def draw_offers(picture: Picture, view: View, draft: Draft, asked: Asked) -> None:
    """Whatever can be answered by a place in the garden."""
    if asked.key == "card":
        _name_ghosts(picture, view, draft)
    elif asked.key == "pawn":
        _name_pawns(picture, draft, {mark.key for mark in asked.marks})
    elif asked.key == "where":
        _destinations(picture, draft, asked.marks)
    elif asked.key == "hit":
        _hit(picture, draft, asked.marks)
    elif asked.key in WORK_ASKED:
        _sites(picture, asked.marks)


def _name_pawns(picture: Picture, draft: Draft, keys: Container[str]) -> None:
    taken: list[Span] = []
    for key, square in zip(PAWNS, draft.here.pawns[draft.seat], strict=True):
        if key in keys:
            put_free(picture, pill(key, LEAST), _beside((square,)), taken)


def ring_workers(picture: Picture, draft: Draft, asked: Asked) -> None:
    """A ring under those who may move or work."""
    keys = {mark.key.removesuffix("-works") for mark in asked.marks}
    chosen = draft.worker if asked.key in WORK_ASKED else draft.pawn if asked.key == "hit" else None
    for which, key in enumerate(PAWNS):
        if key in keys or which == chosen:
            put(picture, ring(SIZE - 4), GARDEN.middle(draft.here.pawns[draft.seat][which]))


def hit_on(draft: Draft, marks: tuple[Mark, ...]) -> frozenset[Square]:
    """The squares on offer where somebody is hit."""
    found = (square_of(mark.key) for mark in marks)
    return frozenset(to for to in found if to is not None and draft._replace(to=to).victim())


def _destinations(picture: Picture, draft: Draft, marks: tuple[Mark, ...]) -> None:
    assert draft.pawn is not None
    put(picture, frame(SIZE, INK, 7), GARDEN.middle(draft.here.pawns[draft.seat][draft.pawn]))
    for mark in marks:
        _destination(picture, draft, draft.pawn, mark)


def _destination(picture: Picture, draft: Draft, pawn: int, mark: Mark) -> None:
    """A square with its key and the steps it takes, and what happens on the way there."""
    to = square_of(mark.key)
    if to is None:
        return
    x, y = GARDEN.middle(to)
    hits = to in hit_on(draft, (mark,))
    put(picture, frame(SIZE, GOLD, 8), (x, y))
    put(picture, pill(f"{mark.number} · {draft.reach().cost(to)}", KEY), (x, y + SIZE * (0.32 if hits else 0.12)))
    signs = [star(BURST)] if hits else []
    if any(draft.outcomes(to)):
        signs.append(trio(SIGN))
    if over(draft.here, draft.seat, pawn, to):
        signs.append(leap(SIGN))
    for sign, (right, down) in zip(signs, HIT_SPOTS if hits else SPOTS, strict=False):
        put(picture, sign, (x + SIZE * right, y + SIZE * down))


def _hit(picture: Picture, draft: Draft, marks: tuple[Mark, ...]) -> None:
    """Who is hit, and where it may be put."""
    assert draft.to is not None
    x, y = GARDEN.middle(draft.to)
    put(picture, star(BURST + 10), (x + SIZE * HIT[0], y + SIZE * HIT[1]))
    _sites(picture, marks)
    for mark in marks:
        refuge = square_of(mark.key)
        if refuge is not None and draft.makes_figure(draft.to, refuge):
            x, y = GARDEN.middle(refuge)
            put(picture, trio(SIGN), (x + SIZE * SPOTS[0][0], y + SIZE * SPOTS[0][1]))


def _sites(picture: Picture, marks: tuple[Mark, ...]) -> None:
    """Squares with their keys; and squares that belong together, with theirs where no other is."""
    sites = {mark: site_of(mark.key) or () for mark in marks}
    covered = list(chain.from_iterable(sites.values()))
    taken: list[Span] = []
    for mark, site in sites.items():
        if len(site) == 1:
            _tile(picture, mark, site[0])
        elif site:
            outline(picture, GARDEN, site)
    for mark, site in sites.items():
        alone = [GARDEN.middle(square) for square in site if covered.count(square) == 1]
        if len(site) > 1 and alone:
            middle = sum(x for x, _ in alone) / len(alone), sum(y for _, y in alone) / len(alone)
            put_free(picture, pill(f"{mark.number} {mark.note}", LEAST), (middle, *alone), taken)


def _tile(picture: Picture, mark: Mark, square: Square) -> None:
    """A square with its key, and what it brings."""
    x, y = GARDEN.middle(square)
    put(picture, frame(SIZE, GOLD, 8), (x, y))
    put(picture, pill(mark.number, KEY), (x, y + SIZE * 0.08))
    if mark.note and not mark.note.isdecimal():
        put(picture, pill(mark.note, LEAST, CREAM), (x, y + SIZE * 0.36))
