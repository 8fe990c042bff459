"""Pieces that are emojis, too: the djinns, and the star of a tower that leaves the lake."""

from __future__ import annotations

from functools import partial

from render.djinns.domes import medal
from render.djinns.signs import star
from render.emojis import PIECE_PX, Pieces
from rules.djinns.parts import COLOURS

EMOJIS: Pieces = {f"djinns_{colour}": partial(medal, colour, PIECE_PX) for colour in COLOURS} | {
    "djinns_tower": partial(star, PIECE_PX),
}
