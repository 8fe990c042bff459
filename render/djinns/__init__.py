"""Draw Djinns of the Lake: the ring of stones, the domes on it, and the seats' cards inside the lake."""

from __future__ import annotations

from PIL import Image

from render.canvas import Picture, put
from render.djinns.base import base
from render.djinns.cards import draw_cards, room_for_cards
from render.djinns.domes import medal, put_pile
from render.djinns.offers import plates
from render.djinns.places import BASE_DROP_PX, SPOTS
from render.djinns.signs import draw_moves, draw_rings, draw_trail, lifts_in, number_spaces, ring_spaces, space_of
from render.palette import CREAM
from render.sketch import HINTS, NO_PROMPT, PromptSketch
from render.teller import Teller
from rules.djinns.state import View
from rules.game import Event, Seat

MOVE_QUESTIONS = ("stack", "landing")


def size(view: View, *, teller: Teller, asked: PromptSketch) -> tuple[int, int]:
    """Return the width and height of a question's picture in pixels."""
    return base(teller.theme).size


def draw_final(view: View, teller: Teller, shape: float) -> Picture:
    """Return the board with the seats' towers in the lake, without names and points."""
    return draw(view, teller=teller, asked=NO_PROMPT, last=(), bare=True)


def medal_of(view: View, seat: Seat, size: int) -> Picture:
    """Return the medals of a seat's colours, side by side."""
    colours = view.state.colours[seat]
    piece = Image.new("RGBA", (max(1, len(colours) * (size + 4) - 4), size), (*CREAM, 0))
    for i, colour in enumerate(colours):
        put(piece, medal(colour, size), (size / 2 + i * (size + 4), size / 2))
    return piece


def shows_together(stories: tuple[tuple[Event, ...], ...]) -> bool:
    """Return whether these moves begin and end on different spaces."""
    ends = [space for story in stories for lift in lifts_in(story) for space in (lift.space, lift.target)]
    return len(ends) == len(set(ends)) == 2 * len(stories)


def draw(view: View, *, teller: Teller, asked: PromptSketch, last: tuple[Event, ...], bare: bool = False) -> Picture:
    """Return the board as a seat or everybody sees it; while a landing is chosen, plates show the options.

    :param bare: write no names and points of seats.
    """
    state = view.state
    picture = base(teller.theme).copy()
    spaces = tuple(dict.fromkeys(space for mark in asked.marks if (space := space_of(mark.at)) is not None))
    origin = asked.board.space if asked.key == "landing" else None
    asking = asked.key in MOVE_QUESTIONS
    draw_cards(picture, view, teller, offered=frozenset(mark.key for mark in asked.marks), asking=asking, bare=bare)
    draw_rings(picture, last)
    ring_spaces(picture, spaces, origin)
    for space in sorted(range(len(SPOTS)), key=lambda space: SPOTS[space][1]):
        if state.ring[space]:
            put_pile(picture, state.ring[space], (SPOTS[space][0], SPOTS[space][1] + BASE_DROP_PX))
    number_spaces(picture, asked.marks, origin)
    draw_trail(picture, state, last)
    if asked.key == HINTS:
        draw_moves(picture, state, asked.board)
    if origin is not None:
        for plate in plates(state, origin, asked.marks, room_for_cards(state, asking=True).box(state.seats)):
            put(picture, plate.piece, plate.at)
    return picture
