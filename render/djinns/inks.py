"""Colours of Djinns of the Lake alone; `render.palette` has those that all games share."""

from __future__ import annotations

from render.palette import Ink

LILY: Ink = (126, 172, 128)
BLOSSOM: Ink = (230, 150, 160)
STAMENS: Ink = (240, 200, 110)
