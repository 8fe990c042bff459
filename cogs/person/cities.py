"""Time zones by the names of their cities, in all languages of the catalogues."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from cogs.shell.languages import ENGLISH, catalogues
from cogs.shell.reader import city_of
from host.settings import only_zone
from host.settings import read_zone as zone_named
from host.zones import fold, places, read_distance, zones


@cache
def cities() -> Mapping[str, tuple[str, ...]]:
    """Return the zones for each typed name, folded by `fold`; this reads files the first time.

    The names of cities in all languages complete those of `host.zones.places`, which take precedence.
    """
    found = defaultdict[str, set[str]](set)
    for language in (ENGLISH, *catalogues()):
        for name in zones().values():
            found[fold(city_of(name, language.replace("-", "_")))].add(name)
    return {**{typed: tuple(sorted(names)) for typed, names in found.items()}, **places()}


async def find_zone(typed: str) -> str:
    """Return the time zone for typed text, without reading files in the event loop.

    :raises Refused: if none or several fit.
    """

    def found() -> str:
        names = () if read_distance(typed) else cities().get(fold(typed), ())
        return only_zone(typed, names) if names else zone_named(typed)

    return await asyncio.to_thread(found)


async def offer_zones(typed: str, most: int = 25) -> list[str]:
    """Return the zones of places whose names hold the typed text, first those that begin so; none for a distance from UTC."""
    if read_distance(typed) not in (None, "UTC"):
        return []
    known, text = await asyncio.to_thread(cities), fold(typed)
    offered = frozenset(zones().values())
    matches = sorted((not called.startswith(text), called) for called in known if text in called)
    names = dict.fromkeys(name for _, called in matches for name in known[called] if name in offered)
    return list(names)[:most]
