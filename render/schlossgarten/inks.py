"""The colours of Schlossgarten, by the things that they paint."""

from __future__ import annotations

from render.palette import CREAM, DEEP, EARTH, GOLD, INK, PAPER, SEATS, STONE, Ink, mix

# Sides, from the south clockwise, and pawns and elements that belong to nobody
WHITE: Ink = (247, 243, 233)
SIDE_INKS = (SEATS["red"], SEATS["blue"], WHITE, SEATS["yellow"])
UNOWNED: Ink = (206, 190, 160)
OWNER_INKS = (*SIDE_INKS, UNOWNED)

# Grounds
GRAVEL: Ink = (232, 221, 196)
PAVING: Ink = (205, 195, 175)
SHRUBBERY: Ink = (186, 202, 143)
LAWN: Ink = (133, 178, 96)
TERRAIN_INKS: dict[int, Ink] = {0: mix(GRAVEL, PAPER, 0.3), 1: PAVING, 2: SHRUBBERY, 3: LAWN}  # by value; 0: not laid yet
SHRUB: Ink = (112, 146, 84)
FLOWER: Ink = (232, 182, 60)
SOIL: Ink = (108, 82, 60)
HOLE: Ink = (78, 59, 44)

# Elements
LEAF: Ink = (72, 112, 60)
LEAF_LIT: Ink = (132, 170, 92)
LEAF_SHADE = mix(LEAF, INK, 0.42)
WATER = mix(DEEP, (70, 140, 175), 0.55)
WATER_EDGE = mix(DEEP, (40, 90, 120), 0.6)
MARBLE = mix(STONE, CREAM, 0.6)
MARBLE_SHADE = mix(STONE, EARTH, 0.35)
FLAGSTONES: tuple[Ink, Ink] = ((214, 178, 142), (236, 214, 184))  # dark and light
POT: Ink = (184, 100, 64)
COLUMN_INKS = {"rim": mix(EARTH, INK, 0.35), "marble": MARBLE, "groove": MARBLE_SHADE}
TREE_INKS = {"pot": mix(POT, INK, 0.15), "brim": POT, "shade": LEAF_SHADE, "leaf": LEAF, "light": LEAF_LIT}

# Layers of the pawns that do not have the colour of a side
WOOD: Ink = (134, 88, 52)
PAWN_INKS: dict[str, Ink] = {
    "ink": INK,
    "collar": CREAM,
    "gold": GOLD,
    "straw": (226, 192, 122),
    "skin": (238, 206, 172),
    "steel": (205, 208, 206),
    "wood": WOOD,
    "band": mix(WOOD, INK, 0.3),
}

# Cards and signs
CARD = mix(CREAM, EARTH, 0.13)
CARD_LINE = mix(CREAM, EARTH, 0.42)
CARD_RIM = mix(EARTH, INK, 0.2)
CARD_BACK: Ink = (150, 172, 118)
KING_SQUARE: Ink = (248, 222, 150)
WORKER_SQUARE: Ink = (205, 220, 178)
FOOTPRINT: Ink = (112, 84, 58)
HIT_STAR: Ink = (214, 62, 44)
