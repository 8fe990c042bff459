"""The games: pure functions over frozen values. Standard library only."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rules.game import AnyGame


def discover() -> dict[str, AnyGame]:
    """Every game that has a folder here, by key: each package offers a ``GAME``."""
    found = (import_module(f"{__name__}.{m.name}").GAME for m in iter_modules(__path__) if m.ispkg)
    return {game.key: game for game in found}


GAMES = discover()
