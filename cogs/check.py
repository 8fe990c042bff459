"""``bot.py --check``: check settings, catalogues, commands, database and pictures, without a token or network."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from discord import Locale, app_commands

from cogs.messages import outdated_catalogues
from cogs.monitoring.health import Health
from cogs.operations.exits import CannotStart, Exit
from cogs.operations.settings import Address, metrics_address, setting_problems
from cogs.processes import check_processes
from cogs.shell.client import Parterre
from cogs.shell.languages import Languages
from cogs.upkeep import next_start
from db.store import Store
from host.tables import Tables
from host.thinking import find_missing_weights
from render import Teller, cover
from rules import GAMES

NAME = re.compile(r"^[-_'\w]{1,32}$")
COMMAND_CHARACTERS = 8000
MENU_TYPES = (2, 3)  # types of commands in the context menu of a person or message


async def check_everything(database: Path | str, *, as_json: bool) -> int:
    """Load, open and draw everything once, foresee what the next start does to the database, and print the findings.

    :param as_json: print one JSON object instead of lines.
    :return: the exit status.
    """
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "check.sqlite3")
        client = Parterre(Tables(store))
        try:
            await client.load_cogs()
            commands = await client.command_payloads()
            names = sorted(c.qualified_name for c in client.tree.walk_commands() if not isinstance(c, app_commands.Group))
            hindrances = [*setting_problems(database), *await address_problems()]
            start, processes = await next_start(database), await check_processes(database)
            warnings = [*find_missing_weights(), *start.warnings, *unnamed_languages(client.languages, commands)]
            findings = [
                *map(str, hindrances),
                *start.findings,
                *processes.findings,
                *exceeded_limits(commands),
                *client.languages.faults,
                *outdated_catalogues(),
                *_pictures(),
            ]
        finally:
            await client.close()
            await store.close()
    _write(names, " ".join(filter(None, (start.told, processes.told))), warnings, findings, as_json=as_json)
    if hindrances:
        return hindrances[0].code
    return Exit.FAILED if findings else Exit.OK


def _write(names: list[str], database: str, warnings: list[str], findings: list[str], *, as_json: bool) -> None:
    if as_json:
        found = {"commands": names, "games": sorted(GAMES), "database": database, "warnings": warnings, "findings": findings}
        sys.stdout.write(json.dumps(found) + "\n")
        return
    lines = [
        f"{len(names)} commands: {', '.join('/' + name for name in names)}",
        f"{len(GAMES)} games: {', '.join(sorted(GAMES))}",
        *([database] if database else []),
        *warnings,
        *(findings or ["Everything is in place."]),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


async def address_problems() -> list[CannotStart]:
    """Return why health and metrics cannot be served at their address; empty if they can."""
    with suppress(CannotStart):  # a wrong setting is reported with the others
        address = metrics_address()
        return [] if address is None else await _tried(address)
    return []


async def _tried(address: Address) -> list[CannotStart]:
    try:
        await (await Health.start(address)).close()
    except CannotStart as hindrance:
        return [hindrance]
    return []


def served_locales(languages: Languages, language: str) -> list[str]:
    """Return the locales of Discord that a language serves best."""
    return [locale.value for locale in Locale if languages.spoken(locale.value) == language]


def unnamed_languages(languages: Languages, commands: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each catalogue in which Discord shows no command name."""
    named = {locale for command in commands for locale in command.get("name_localizations") or ()}
    for language in languages.names:
        locales = served_locales(languages, language)
        if not locales:
            yield f"The catalogue {language} serves no language of Discord. Name its folder as Discord names the language."
        elif named.isdisjoint(locales):
            yield f"The catalogue {language} has no command names, so Discord shows them in English."


def exceeded_limits(commands: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each of Discord's limits that a command exceeds, in any language."""
    if len(commands) > 100:
        yield f"{len(commands)} commands; Discord allows 100"
    yield from _names(commands, "commands")
    for command in commands:
        if command.get("type") in MENU_TYPES:
            yield from _menu_names(command)
            continue
        if _size(command) > COMMAND_CHARACTERS:
            yield f"/{command['name']} has {_size(command)} characters; Discord allows {COMMAND_CHARACTERS}"
        yield from _texts(command, f"/{command['name']}")


def _menu_names(command: dict[str, Any]) -> Iterator[str]:
    """Check a command in a context menu, which has only a name."""
    for language, name in _said(command, "name").items():
        if not 1 <= len(name) <= 32:
            yield f"{command['name']} ({language}): the name “{name}” must have 1 to 32 characters"


def _texts(part: dict[str, Any], where: str) -> Iterator[str]:
    for language, name in _said(part, "name").items():
        if not NAME.match(name) or name != name.lower():
            yield f"{where} ({language}): the name “{name}” must be 1 to 32 lower-case letters, digits, - or _"
    for language, text in _said(part, "description").items():
        if not 1 <= len(text) <= 100:
            yield f"{where} ({language}): the description must have 1 to 100 characters"
    for choice in part.get("choices", []):
        for language, name in _said(choice, "name").items():
            if not 1 <= len(name) <= 100:
                yield f"{where} ({language}): the choice “{name}” must have 1 to 100 characters"
    options = part.get("options", [])
    yield from _names(options, where)
    if len(options) > 25:
        yield f"{where}: {len(options)} options; Discord allows 25"
    required = [option.get("required", False) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: required options come first"
    for option in options:
        yield from _texts(option, f"{where} {option['name']}")


def _said(part: dict[str, Any], key: str) -> dict[str, str]:
    """Return a name or description by language."""
    return {"en": part[key], **part.get(f"{key}_localizations", {})}


def _names(parts: list[dict[str, Any]], where: str) -> Iterator[str]:
    """Check that siblings have different names, in each language."""
    for language in {language for part in parts for language in _said(part, "name")}:
        names = [str(_said(part, "name").get(language, part["name"])) for part in parts]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{where} ({language}): more than one is called “{name}”"


def _size(part: dict[str, Any]) -> int:
    longest = [max(map(len, _said(part, key).values())) for key in ("name", "description")]
    return sum(longest) + sum(map(_size, part.get("options", [])))


def _pictures() -> Iterator[str]:
    for game in GAMES:
        size = len(cover(game, max(GAMES[game].seats), Teller()))
        if size > 250_000:
            yield f"{game}.png: {size} bytes; a picture has at most 250,000"
