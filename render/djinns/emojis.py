"""The pieces shown as emojis: the djinns, and a tower that leaves the lake."""

from __future__ import annotations

from functools import partial

from render.djinns.domes import medal
from render.djinns.signs import star
from render.emojis import ROOM, Pieces
from rules.djinns.parts import COLOURS

EMOJIS: Pieces = {f"djinns_{colour}": partial(medal, colour, ROOM) for colour in COLOURS} | {
    "djinns_tower": partial(star, ROOM),
}
