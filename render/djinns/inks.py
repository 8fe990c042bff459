"""Colours of Djinns of the Lake alone; `render.palette` has those that all games share."""

from __future__ import annotations

from render.palette import Ink

LILY: Ink = (126, 172, 128)
BLOSSOM: Ink = (248, 221, 217)
STAMENS: Ink = (240, 200, 110)
