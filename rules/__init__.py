"""The games: pure functions over frozen values. They import the standard library only."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rules.game import AnyGame


def discover() -> dict[str, AnyGame]:
    """Return every game that has a folder here, by key; each package offers a ``GAME`` whose key is the folder's name.

    :raises ValueError: if the key of a game is not its folder's name.
    """
    found: dict[str, AnyGame] = {m.name: import_module(f"{__name__}.{m.name}").GAME for m in iter_modules(__path__) if m.ispkg}
    for folder, game in found.items():
        if game.key != folder:
            raise ValueError(f"rules/{folder} offers a GAME with the key “{game.key}”: it must be “{folder}”.")
    return found


GAMES = discover()
