"""The inks of Ishtar, by what they paint; `render.palette` has the shared ones."""

from __future__ import annotations

from render.palette import CREAM, GOLD, INK, Ink, mix

SEAT_INKS: tuple[Ink, ...] = ((242, 194, 48), (45, 111, 195), (206, 123, 164), (236, 86, 0))  # by seat
GEM_INKS: dict[str, Ink] = {"p": (126, 63, 160), "r": (200, 50, 43), "w": (250, 250, 252)}  # by colour

# the ground
BOARD_SIDE: Ink = (186, 154, 108)
GROUND: Ink = (236, 217, 172)
ROCK: Ink = (196, 176, 146)
STONE: Ink = (122, 113, 106)
WATER: Ink = (98, 180, 208)

# plants
GRASS: Ink = (172, 208, 112)
BLOOM: Ink = (86, 146, 72)
PETAL: Ink = (255, 252, 246)
BLUSH: Ink = (244, 206, 210)  # in the middle of petals
HEART: Ink = (238, 176, 34)
CROWN: Ink = (38, 94, 58)
TRUNK: Ink = (140, 94, 56)

# assistants
SKIN: Ink = (240, 208, 172)
STRAW: Ink = (236, 200, 112)

# the carpet and the watering can
WOOL: Ink = (178, 94, 72)
STEEL: Ink = (86, 132, 156)
DARK_STEEL: Ink = (44, 74, 94)
CROSS: Ink = (158, 60, 44)  # over an empty stack

# cards
TREE_CARD: Ink = (150, 188, 116)
OWNED: Ink = (212, 230, 188)
OWNED_RIM: Ink = (104, 146, 82)
ROTATION_RIM: Ink = (206, 192, 164)  # around a rotation that is not chosen

# the layers of trees, assistants and the watering can, which are SVG files
PIECE_INKS: dict[str, Ink] = {
    "ink": INK,
    "trunk": TRUNK,
    "crown": CROWN,
    "light": mix(CROWN, GRASS, 0.4),
    "fruit": GOLD,
    "skin": SKIN,
    "straw": STRAW,
    "hat": mix(STRAW, CREAM, 0.25),
    "steel": STEEL,
    "shine": mix(STEEL, CREAM, 0.5),
    "seam": DARK_STEEL,
}
