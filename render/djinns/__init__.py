"""Djinns of the Lake: the ring of stones, the domes on it, and the seats' cards inside the lake."""

from __future__ import annotations

from itertools import product

from render.canvas import Picture, put
from render.djinns.base import base
from render.djinns.cards import draw_cards, panel, trophy
from render.djinns.domes import medal, put_pile
from render.djinns.places import BASE, SPOTS
from render.djinns.signs import draw_offers, draw_rings, draw_trail, number_spaces, offer, place, ring_spaces, star
from render.signs import wreath
from render.sketch import Asked
from rules.djinns.parts import COLOURS, STRENGTHS, Dome
from rules.djinns.state import View
from rules.game import Event

MOVING = ("stack", "count", "way")  # questions about a move


def draw(view: View, *, names: tuple[str, ...], asked: Asked, last: tuple[Event, ...]) -> Picture:
    """The board, 1400 × 1080 pixels; `names` are clean, at least one for each seat."""
    state = view.state
    picture = base().copy()
    spaces = frozenset(space for mark in asked.marks if (space := place(mark.at)) is not None)
    origin = asked.board.space if asked.key in MOVING else None
    draw_cards(picture, state, names, frozenset(mark.key for mark in asked.marks))
    draw_rings(picture, last)
    ring_spaces(picture, spaces, origin)
    for space in sorted(range(len(SPOTS)), key=lambda space: SPOTS[space][1]):
        if state.ring[space]:
            put_pile(picture, state.ring[space], (SPOTS[space][0], SPOTS[space][1] + BASE))
    number_spaces(picture, state, spaces, origin)
    draw_trail(picture, state, last)
    draw_offers(picture, state, asked.marks, origin)
    return picture


def swatch() -> Picture:
    """Every colour of this game's pictures: the board with all pieces laid on it."""
    picture = base().copy()
    for i, (colour, strength) in enumerate(product(COLOURS, STRENGTHS)):
        for high in (0, 1):
            at = (250 + 120 * (i % 8), 400 + 170 * (i // 8) + 300 * high)
            put_pile(picture, (*(Dome(c, 5 - strength) for c in COLOURS if c != colour), Dome(colour, strength)), at)
    for i, colour in enumerate(COLOURS):
        put(picture, medal(colour, 104), (390 + 170 * i, 300))
        put(picture, trophy((Dome(colour, 4),), 4), (475 + 170 * i, 300))
    extras = (panel(160, 120, True), panel(160, 120, False), star(), wreath(84), offer("clockwise", "+8"))
    for i, piece in enumerate(extras):
        put(picture, piece, (300 + 200 * i, 760))
    return picture
