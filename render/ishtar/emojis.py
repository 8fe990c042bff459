"""The pieces shown as emojis: gems, fountains, trees, assistants, and the symbol of masteries."""

from __future__ import annotations

from functools import partial

from render.emojis import PIECE_PX, Pieces
from render.ishtar.cells import fountain, symbol, tree
from render.ishtar.emblems import gardener
from render.ishtar.gems import gem
from render.ishtar.inks import SEAT_INKS
from rules.ishtar.notation import COLOUR_NAMES

EMOJIS: Pieces = {
    **{f"ishtar_{name}": partial(gem, colour, PIECE_PX) for colour, name in COLOUR_NAMES.items()},
    **{f"ishtar_water_{colour}": partial(fountain, colour, PIECE_PX) for colour in COLOUR_NAMES},
    "ishtar_tree": partial(tree, PIECE_PX),
    **{f"ishtar_seat_{seat + 1}": partial(gardener, seat, PIECE_PX) for seat in range(len(SEAT_INKS))},
    "ishtar_mastery": partial(symbol, "M", PIECE_PX),
}
