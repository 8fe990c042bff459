"""The colours of The Hanging Gardens, by the things that they paint."""

from __future__ import annotations

from render.palette import CREAM, EARTH, GOLD, INK, SEATS, STONE, Ink, mix
from rules.hanging_gardens.parts import GROUND

# Lightness differs as well as hue: colour-blind people can tell the facilities apart without their letters.
GROUND_INK: Ink = (238, 224, 194)
TERRACE_INK: Ink = (126, 33, 34)
PARK_INK: Ink = (81, 128, 35)
ARCADE_INK: Ink = (246, 186, 58)
FOUNTAIN_INK: Ink = (13, 81, 185)
SQUARE_INKS: dict[str, Ink] = {
    GROUND: GROUND_INK,
    "T": TERRACE_INK,
    "P": PARK_INK,
    "A": ARCADE_INK,
    "F": FOUNTAIN_INK,
}
LETTER_INKS: dict[str, Ink] = {"T": CREAM, "P": CREAM, "A": INK, "F": CREAM}  # on squares
SEAT_INKS = tuple(SEATS.values())  # of temples and medals

# Card squares
JOINT_INK = mix(GROUND_INK, EARTH, 0.2)  # between the slabs of the ground
MOSS_INK: Ink = (176, 186, 120)
BRICK_JOINT_INK = mix(TERRACE_INK, INK, 0.35)
LEAF_SHADE_INK = mix(PARK_INK, INK, 0.26)
BLOCK_JOINT_INK = mix(ARCADE_INK, EARTH, 0.42)
RIPPLE_INK = mix(FOUNTAIN_INK, CREAM, 0.22)
CARD_EDGE_INK: Ink = (74, 54, 38)
CARD_RIM_INK: Ink = (255, 250, 236)  # just inside the edge
SHADE_INK = mix(INK, FOUNTAIN_INK, 0.1)  # of the shadows that cards throw
PLACE_INKS: tuple[Ink, ...] = ((124, 46, 150), (24, 52, 176), (214, 36, 110))  # of outlines that cross each other

# The meadow on which cards lie
MEADOW_INK: Ink = (200, 219, 158)
MEADOW_MARK_INK = mix(MEADOW_INK, PARK_INK, 0.32)
TUFT_INK = mix(MEADOW_INK, PARK_INK, 0.5)
HEDGE_INK = mix(PARK_INK, INK, 0.16)
HEDGE_LIGHT_INK = mix(PARK_INK, CREAM, 0.12)

ROSE_INK: Ink = (214, 92, 122)
LEAF_INK: Ink = (92, 146, 84)
FUR_INK: Ink = (224, 138, 48)
WOOD_INK: Ink = (128, 82, 48)
SKIN_INK: Ink = (222, 178, 138)
STATUE_SHADE_INK: Ink = (150, 142, 134)
VIOLET_INK: Ink = (116, 84, 140)

# Layers of the shapes in render/hanging_gardens/shapes, by their names there
SHAPE_INKS: dict[str, Ink] = {
    "ink": INK,
    "cream": CREAM,
    "gold": GOLD,
    "marble": (250, 243, 226),
    "marble_shade": (214, 196, 164),
    "trunk": (92, 62, 40),
    "crown": (196, 222, 150),  # of a tree
    "crown_shade": (150, 190, 104),
    "vault": (112, 66, 26),
    "cornice": (190, 112, 40),
    "water": FOUNTAIN_INK,
    "jet": (176, 218, 240),
    "rose": ROSE_INK,
    "heart": (244, 206, 96),  # of a flower
    "leaf": LEAF_INK,
    "leaf_shade": mix(LEAF_INK, INK, 0.2),
    "fur": FUR_INK,
    "fur_shade": mix(FUR_INK, INK, 0.55),
    "nose": mix(ROSE_INK, INK, 0.25),
    "wood": WOOD_INK,
    "wood_shade": mix(WOOD_INK, INK, 0.6),
    "gold_shade": mix(GOLD, WOOD_INK, 0.45),
    "vase": mix(STONE, WOOD_INK, 0.35),
    "skin": SKIN_INK,
    "skin_shade": mix(SKIN_INK, WOOD_INK, 0.3),
    "hair": mix(STATUE_SHADE_INK, INK, 0.45),
    "straw": (232, 200, 120),
    "statue": (206, 200, 192),
    "statue_shade": STATUE_SHADE_INK,
    "statue_base": mix(STATUE_SHADE_INK, INK, 0.25),
    "velvet": (184, 60, 52),
    "violet": VIOLET_INK,
    "mitre": mix(VIOLET_INK, CREAM, 0.35),
    "chalice": (212, 160, 54),
    "chalice_shade": (146, 98, 30),
    "iris": (46, 106, 140),
    "back": (196, 132, 88),  # of a tile
}
