"""``bot.py --check``: is everything in place? Needs no token and no network."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from cogs.board import cover
from cogs.house import House
from db.store import Store
from host.tables import Tables
from rules import GAMES

NAME = re.compile(r"^[-_'\w]{1,32}$")
SIZE = 8000


async def report(*, as_json: bool) -> int:
    """Load, open and draw everything once, and say what was found; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "check.sqlite3")
        house = House(Tables(store))
        try:
            await house.load_cogs()
            commands = [command.to_dict(house.tree) for command in house.tree.get_commands()]
            names = sorted(c.qualified_name for c in house.tree.walk_commands() if not isinstance(c, app_commands.Group))
            findings = [*_limits(commands), *_pictures()]
        finally:
            await house.close()
            await store.close()
    if as_json:
        sys.stdout.write(json.dumps({"commands": names, "games": sorted(GAMES), "findings": findings}) + "\n")
    else:
        lines = [
            f"{len(names)} commands: {', '.join('/' + name for name in names)}",
            f"{len(GAMES)} games: {', '.join(sorted(GAMES))}",
            *(findings or ["Everything is in place."]),
        ]
        sys.stdout.write("\n".join(lines) + "\n")
    return 1 if findings else 0


def _limits(commands: list[dict[str, Any]]) -> Iterator[str]:
    if len(commands) > 100:
        yield f"{len(commands)} commands; Discord allows 100"
    for command in commands:
        if _size(command) > SIZE:
            yield f"/{command['name']} has {_size(command)} characters; Discord allows {SIZE}"
        yield from _texts(command, f"/{command['name']}")


def _texts(part: dict[str, Any], where: str) -> Iterator[str]:
    if not NAME.match(part["name"]) or part["name"] != part["name"].lower():
        yield f"{where}: the name must be 1 to 32 lower-case letters, digits, - or _"
    if not 1 <= len(part["description"]) <= 100:
        yield f"{where}: the description must have 1 to 100 characters"
    options = part.get("options", [])
    if len(options) > 25:
        yield f"{where}: {len(options)} options; Discord allows 25"
    required = [option.get("required", False) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: required options come first"
    for option in options:
        yield from _texts(option, f"{where} {option['name']}")


def _size(part: dict[str, Any]) -> int:
    return len(part["name"]) + len(part["description"]) + sum(map(_size, part.get("options", [])))


def _pictures() -> Iterator[str]:
    for game in GAMES:
        name, png, _ = cover(game, max(GAMES[game].seats))
        if len(png) > 250_000:
            yield f"{name}: {len(png)} bytes; a picture has at most 250,000"
