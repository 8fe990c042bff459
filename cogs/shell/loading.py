"""Reads at the start any file that the event loop would otherwise read later, while people wait."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable

from cogs.shell.reader import load_customs
from host.zones import load_zones
from render import load_art


async def load_files(languages: Iterable[str]) -> None:
    """Read time zones, the art of all games, and how these languages put lists and numbers; in a thread."""
    await asyncio.to_thread(_load, tuple(languages))


def _load(languages: tuple[str, ...]) -> None:
    load_zones()
    load_art()
    load_customs(languages)


async def keep_loaded() -> None:
    """Exempt the objects made so far from garbage collection: they stay, and each look at all of them took 100 ms."""
    gc.unfreeze()  # what a former connection has left
    gc.collect()
    gc.freeze()
