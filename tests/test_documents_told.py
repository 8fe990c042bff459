"""Documents for players and managers name commands, options and buttons as those see them, in each language."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from datetime import date
from pathlib import Path

import pytest
import pytest_asyncio
from babel.messages.catalog import Catalog
from discord.app_commands import Command

from cogs.discord_api.permissions import NEEDED
from cogs.person.cities import find_zone
from cogs.server.settings import in_words
from cogs.shell.client import Parterre
from cogs.shell.languages import catalogues, read_catalogue
from db.store import Store
from host.deadlines import Rest
from host.quotas import QUOTAS
from host.servers import ServerSettings
from host.settings import add_trip, read_quiet_hours
from host.tables import Tables
from host.zones import is_known
from render.teller import Teller
from tests.test_catalogues import UNUSUAL
from tests.test_sentences import all_said
from trials.inline import open_inline
from trials.local_bot import known_languages

pytestmark = pytest.mark.virtual

DOCS = Path(__file__).parents[1] / "docs"
ENGLISH = ("PLAYING.md", "playing/*.md", "ADMINISTERING.md")
WORDS = 350  # of a page for players that is read
TYPED = re.compile(r"`/([^`]+)`|^## /(\w+)$", re.MULTILINE)
OPTION = re.compile(r"`(\w+):\w*`")
EXAMPLES = re.compile(r"^\| [^|`]+ \| ((?:`[^`]+`(?:, )?){3,}) \|$", re.MULTILINE)
NO_TEXT = re.compile(r"`[^`]*`|<[^>]+>|!\[|\]\([^)]*\)")
LABEL = re.compile(r"\*\*([^*]+)\*\*")
ITEM = re.compile(r"^- \*\*[^*]+\*\*", re.MULTILINE)  # begins with its heading
LANGUAGES = ("en", *(language for language in catalogues() if (DOCS / language.replace("-", "_")).exists()))


def _files(language: str) -> list[Path]:
    """Return the documents of this language."""
    if language == "en":
        return [file for pattern in ENGLISH for file in sorted(DOCS.glob(pattern))]
    return sorted((DOCS / language.replace("-", "_")).rglob("*.md"))


def _documents(language: str) -> str:
    """Return all documents of this language as one text."""
    return "\n".join(file.read_text() for file in _files(language))


def _words(language: str) -> Catalog:
    return all_said() if language == "en" else read_catalogue(catalogues()[language])


def _word(catalogue: Catalog, word: str, kind: str) -> str:
    found = catalogue.get(word, kind)
    return str(found.string) if found and found.string else word


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Parterre]:
    store = Store(await open_inline(tmp_path / "x.sqlite3"))
    bot = Parterre(Tables(store))
    await bot.load_cogs()
    yield bot
    await bot.close()
    await store.close()


def _commands(client: Parterre, catalogue: Catalog) -> Iterator[tuple[str, Command]]:
    for command in client.tree.walk_commands():
        if isinstance(command, Command):
            yield " ".join(_word(catalogue, word, "command") for word in command.qualified_name.split()), command


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_is_told_of_by_its_name_and_no_other(client: Parterre, language: str) -> None:
    told = {a or b for a, b in TYPED.findall(_documents(language))}
    names = {name for name, _ in _commands(client, _words(language))}
    assert told <= names
    assert {name.split()[-1] for name in names} <= set(re.findall(r"[\w-]+", _documents(language)))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_documents_name_options_correctly(client: Parterre, language: str) -> None:
    catalogue = _words(language)
    known = {
        _word(catalogue, p.display_name, "option") for _, command in _commands(client, catalogue) for p in command.parameters
    }
    assert set(OPTION.findall(_documents(language))) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_name_buttons_correctly(language: str) -> None:
    known = {str(each.id if language == "en" else each.string) for each in _words(language)}
    told = set(LABEL.findall(ITEM.sub("", _documents(language))))
    assert told
    assert told <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_invitation_asks_for_the_needed_permissions_only(language: str) -> None:
    assert f"permissions={NEEDED.value}`" in _documents(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_are_those_of_the_program(language: str) -> None:
    catalogue, told = _words(language), _documents(language)
    for quota in QUOTAS.values():
        title = catalogue.get(str(quota.title))
        assert title is not None
        assert f"| {title.id if language == 'en' else title.string} | {quota.default} |" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_tell_the_first_settings_of_a_server(language: str) -> None:
    teller = Teller(translate=known_languages().translate(language))
    cells = {cell.strip() for line in _documents(language).splitlines() for cell in line.split("|")}
    assert {str(teller.told(text)) for text in in_words(ServerSettings()).values()} <= cells


@pytest.mark.parametrize("language", LANGUAGES)
async def test_examples_of_times_are_understood(language: str) -> None:
    rows = [re.findall("`([^`]+)`", row) for row in EXAMPLES.findall(_documents(language))]
    hours, days, zones = rows
    assert all(map(read_quiet_hours, hours))
    assert all(add_trip(Rest(), typed, date(2027, 1, 1)).away for typed in days)
    assert all([is_known(await find_zone(typed)) for typed in zones])


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_players_are_short(language: str) -> None:
    texts = [text for text in (file.read_text() for file in _files(language)) if str(NEEDED.value) not in text]
    assert len(texts) > 1
    assert max(len(text.split()) for text in texts) <= WORDS


@pytest.mark.parametrize("language", sorted(UNUSUAL.keys() & set(LANGUAGES)))
def test_they_are_set_as_the_language_is_set(language: str) -> None:
    lines = NO_TEXT.sub("", _documents(language)).splitlines()
    assert [line for line in lines if UNUSUAL[language].search(line)] == []
