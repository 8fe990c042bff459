"""Read files at the start that the event loop would otherwise read later, while people wait."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable

from cogs.shell.reader import load_formats
from host.zones import load_zones
from render import load_art

YOUNG_OBJECTS = 10_000  # before Python searches them for garbage; most are freed without a search


async def load_files(languages: Iterable[str]) -> None:
    """Read time zones, the art of all games, and the formats of these languages, in a thread."""
    await asyncio.to_thread(_load, tuple(languages))


def _load(languages: tuple[str, ...]) -> None:
    load_zones()
    load_art()
    load_formats(languages)


async def keep_loaded() -> None:
    """Exempt all present objects from garbage collection, and collect others less often.

    They stay, and each full collection took 100 ms.
    """
    gc.unfreeze()  # objects of a former connection
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)
