"""The words of the commands in French and German: complete and valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cogs.check import NAME, limits
from cogs.shell.client import Parterre
from cogs.shell.translator import FOLDER, catalogues
from db.store import Store
from host.tables import Tables

LANGUAGES = ("de", "fr")
SUBCOMMANDS = (1, 2)
MISSING = 'msgctxt "{}"\nmsgid "{}"\nmsgstr ""\n'


@pytest_asyncio.fixture
async def told(tmp_path: Path) -> list[dict[str, Any]]:
    """The commands as Discord is told them."""
    store = await Store.open(tmp_path / "x.sqlite3")
    async with Parterre(Tables(store)) as client:
        await client.load_cogs()
        commands = await client.told_commands()
    await store.close()
    return commands


def words(parts: list[dict[str, Any]], kind: str = "command") -> Iterator[tuple[str, str, str, str | None]]:
    """Language, context, English and translation of every name and description."""
    for part in parts:
        for key, context in (("name", kind), ("description", "description")):
            for language in LANGUAGES:
                yield language, context, part[key], part.get(f"{key}_localizations", {}).get(language)
        for option in part.get("options", []):
            yield from words([option], "command" if option["type"] in SUBCOMMANDS else "option")
        for choice in part.get("choices", []):
            for language in LANGUAGES:
                yield language, "choice", choice["name"], choice.get("name_localizations", {}).get(language)


def test_both_languages_are_there() -> None:
    assert tuple(catalogues()) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_translated(told: list[dict[str, Any]], language: str) -> None:
    lacking = {(context, english) for each, context, english, other in words(told) if each == language and not other}
    entries = "\n".join(MISSING.format(*entry) for entry in sorted(lacking))
    assert not lacking, f"{FOLDER.name}/{language}.po lacks:\n\n{entries}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_translated_that_nobody_says(told: list[dict[str, Any]], language: str) -> None:
    said = {(context, english) for _, context, english, _ in words(told)}
    kept = [(message.context, message.id) for message in catalogues()[language] if message.id]
    assert set(kept) <= said
    assert [entry for entry, count in Counter(kept).items() if count > 1] == []


def test_names_are_valid(told: list[dict[str, Any]]) -> None:
    names = [other for _, context, _, other in words(told) if context in ("command", "option") and other]
    assert all(NAME.match(name) and name == name.lower() for name in names)
    assert list(limits(told)) == []


def test_the_check_finds_what_discord_would_refuse() -> None:
    def command(name: str, french: str, description: str = "x") -> dict[str, Any]:
        text = {"description": "x", "description_localizations": {"fr": description}}
        return {"name": name, "name_localizations": {"fr": french}, **text}

    assert "lower-case" in "".join(limits([command("a", "Été")]))
    assert "lower-case" in "".join(limits([command("a", "deux mots")]))
    assert "1 to 100" in "".join(limits([command("a", "été", "x" * 101)]))
    assert "more than one is called “été”" in "".join(limits([command("a", "été"), command("b", "été")]))
    options = [{**command("c", "un"), "type": 4}, {**command("d", "un"), "type": 4}]
    assert "more than one is called “un”" in "".join(limits([{**command("a", "été"), "options": options}]))
