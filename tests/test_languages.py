"""The words of commands are complete and valid in each language, and no catalogue can harm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from discord import Locale

from cogs.check import MENU_TYPES, NAME, exceeded_limits, served_locales, unnamed_languages
from cogs.shell.client import Parterre
from cogs.shell.languages import FOLDER, Language, Languages, catalogues, own_names, read_catalogue
from cogs.shell.reader import Reader, load_formats
from db.store import Store
from host.deadlines import HOUR
from host.mentions import duration
from host.tables import Tables
from render import cover
from rules.text import listed, say, say_n, who
from trials.inline import open_inline

pytestmark = pytest.mark.virtual

LANGUAGES = tuple(catalogues())
OWN_NAMES = {str(name) for name in own_names().values()}  # the same in all languages
LOCALES = {language: served_locales(Languages.load(), language)[0] for language in LANGUAGES}  # one of Discord's
ADDED = Path(__file__).parent / "locales"  # a Spanish catalogue, in part
SUBCOMMANDS = (1, 2)


@pytest_asyncio.fixture
async def told(tmp_path: Path) -> list[dict[str, Any]]:
    """Return the commands of the bot."""
    return await payloads(tmp_path, Languages.load())


async def payloads(folder: Path, languages: Languages) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord, in these languages."""
    store = Store(await open_inline(folder / "x.sqlite3"))
    async with Parterre(Tables(store), languages=languages) as client:
        await client.load_cogs()
        commands = await client.command_payloads()
    await store.close()
    return commands


def words(parts: list[dict[str, Any]], kind: str = "command") -> Iterator[tuple[str, str | None, str, str | None]]:
    """Language, context, English and translation of every name and description; the name of a choice is a sentence."""
    for part in parts:
        for key, context in (("name", kind), ("description", "description")):
            for language in LANGUAGES if key in part else ():
                yield language, context, part[key], part.get(f"{key}_localizations", {}).get(LOCALES[language])
        for option in part.get("options", []):
            yield from words([option], "command" if option["type"] in SUBCOMMANDS else "option")
        for choice in part.get("choices", []):
            for language in LANGUAGES if choice["name"] not in OWN_NAMES else ():
                yield language, None, choice["name"], choice.get("name_localizations", {}).get(LOCALES[language])


def test_folder_of_catalogues_is_found() -> None:
    assert len(LANGUAGES) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_translated(told: list[dict[str, Any]], language: str) -> None:
    lacking = {(context, english) for each, context, english, other in words(told) if each == language and not other}
    assert not lacking, f"{catalogues()[language].relative_to(FOLDER.parent)} lacks a translation"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_translated_that_nobody_says(told: list[dict[str, Any]], language: str) -> None:
    said = {(context, english) for _, context, english, _ in words(told)}
    kept = [(message.context, message.id) for message in read_catalogue(catalogues()[language]) if message.context]
    assert set(kept) <= said
    assert [entry for entry, count in Counter(kept).items() if count > 1] == []


def spoken(*entries: str) -> Language:
    """German with these entries."""
    return Language(read_po(StringIO("\n\n".join(entries)), locale="de"))


def test_a_sentence_is_told_in_the_language_or_in_english() -> None:
    german = spoken('msgid "{seat} passes."\nmsgstr "{seat} passt."', '#, fuzzy\nmsgid "Back"\nmsgstr "Rücken"')
    told = Reader(["Zoë"], translate=german.sentence)
    assert told.bare(say("{seat} passes.", seat=who(0))) == "Zoë passt."
    assert told.bare(say("Confirm")) == "Confirm"
    assert told.bare(say("Back")) == "Back"
    assert told.bare(say("{value}", value="")) == ""


def test_a_number_decides_between_one_and_many() -> None:
    german = spoken(
        'msgid "{count} step"\nmsgid_plural "{count} steps"\nmsgstr[0] "{count} Schritt"\nmsgstr[1] "{count} Schritte"'
    )
    for count, in_english, in_german in ((1, "1 step", "1 Schritt"), (2, "2 steps", "2 Schritte"), (0, "0 steps", "0 Schritte")):
        text = say_n("{count} step", "{count} steps", count)
        assert str(text) == in_english
        assert Reader(translate=german.sentence).bare(text) == in_german


@pytest.mark.parametrize(
    ("locale", "people", "time"),
    [
        ("en-US", "*Zoë*, Ada and Ben", "1 day, 3 hrs"),
        ("de", "*Zoë*, Ada und Ben", "1 Tg., 3 Std."),
        ("fr", "*Zoë*, Ada et Ben", "1\u202fj et 3\u202fh"),
        ("eo", "*Zoë*, Ada and Ben", "1 day, 3 hrs"),
    ],
)
def test_lists_and_durations_follow_the_customs_of_the_language(locale: str, people: str, time: str) -> None:
    told = Reader(["Ada"], locale, translate=Languages.load().translate(locale))
    assert told.markdown(listed(say("*{name}*", name="Zoë"), who(0), "Ben")) == people
    assert told.bare(duration(27 * HOUR - 30)) == time
    assert told.bare(listed("Ben")) == "Ben"


def test_damaged_catalogue_is_reported_and_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language, text in (
        ("de", 'msgid "{seat} passes."\nmsgstr "{sitz} passt."\n\nmsgid "Back"\nmsgstr "Zurück"'),
        ("fr", "Retour = Back"),
        ("pt_BR", 'msgid "Back"\nmsgstr "Voltar"'),
    ):
        file = tmp_path / language / "LC_MESSAGES" / "parterre.po"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr("cogs.shell.languages.FOLDER", tmp_path)
    found = Languages.load()
    assert [fault.split(":")[0].split(",")[0] for fault in found.faults] == [
        "The catalogue de has other fields in “{sitz} passt.”",
        "The catalogue fr cannot be read",
    ]
    told = {locale: Reader(["Zoë"], translate=found.translate(locale)) for locale in ("de", "fr", "pt-BR", "xx")}
    assert {locale: reader.bare(say("Back")) for locale, reader in told.items()} == {
        "de": "Zurück",
        "fr": "Back",
        "pt-BR": "Voltar",
        "xx": "Back",
    }
    assert told["de"].bare(say("{seat} passes.", seat=who(0))) == "Zoë passes."


@pytest.mark.parametrize(
    "content",
    [
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > \\n"\n',
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=klingon\\n"\n\nmsgid "Back"\nmsgstr "Back"\n',
        'msgid "Back"\nmsgstr "Zurück"\n'.encode("latin-1"),
        'msgid "Back"\nmsgstr "Zurück"\n'.encode("utf-16"),
    ],
)
def test_catalogue_that_cannot_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("cogs.shell.languages.FOLDER", tmp_path)
    file = tmp_path / "de" / "LC_MESSAGES" / "parterre.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    (fault,) = Languages.load().faults
    assert fault.startswith("The catalogue de cannot be read, so it is not spoken: ")


def test_catalogue_with_a_byte_order_mark_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.shell.languages.FOLDER", tmp_path)
    file = tmp_path / "de" / "LC_MESSAGES" / "parterre.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid "Back"\nmsgstr "Zurück"\n', encoding="utf-8-sig")
    found = Languages.load()
    assert found.faults == ()
    assert Reader([], translate=found.translate("de")).bare(say("Back")) == "Zurück"


@pytest.mark.parametrize(
    ("catalogues", "served"),
    [
        ("fr de pt-BR", "fr:fr fr-CA:fr de-AT:de pt-BR:pt-BR pt-PT:pt-BR en-US:en en-GB:en ja:en"),
        ("es", "es-ES:es es-419:es"),
        ("es-ES", "es-ES:es-ES es-419:es-ES"),
        ("es-ES es es-419", "es-ES:es-ES es-419:es-419 es-MX:es"),
        ("zh-TW", "zh-TW:zh-TW zh-CN:zh-TW"),
        ("sv", "sv-SE:sv"),
        ("sv-SE", "sv-SE:sv-SE"),
        ("en-GB", "en-GB:en-GB en-US:en"),
    ],
)
def test_each_locale_is_served_by_its_best_catalogue(catalogues: str, served: str) -> None:
    there = {name: Language(Catalog()) for name in catalogues.split()}
    found = Languages(there)
    for locale, language in (each.split(":") for each in served.split()):
        assert found.spoken(locale) == language
        assert found.get(locale) is there.get(language)


def test_language_that_is_not_spoken_falls_back_to_the_default() -> None:
    found = Languages({"fr": Language(Catalog())})
    assert found.spoken("ja", "fr") == "fr"
    assert found.spoken("en-GB", "fr") == "en"


@pytest.mark.parametrize("locale", [each.value for each in Locale])
def test_times_are_told_in_all_of_discords_languages(locale: str) -> None:
    load_formats([locale])
    told = Reader([], locale, translate=spoken().sentence)
    assert "3" in told.bare(duration(27 * HOUR))


def test_languages_are_offered_by_their_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(own_names()) == ["en", *LANGUAGES]
    monkeypatch.setattr("cogs.shell.languages.FOLDER", tmp_path)
    for language in ("es_419", "fr", "zh_TW"):
        file = tmp_path / language / "LC_MESSAGES" / "parterre.po"
        file.parent.mkdir(parents=True)
        file.touch()
    assert list(map(str, own_names().values())) == ["English", "Español (Latinoamérica)", "Français", "中文 (繁體, 台灣)"]


async def test_commands_have_names_in_each_locale_of_a_catalogue(tmp_path: Path) -> None:
    (game,) = [each for each in await payloads(tmp_path, Languages.load(ADDED)) if each["name"] == "game"]
    assert game["name_localizations"] == {"es-ES": "partida", "es-419": "partida"}


async def test_check_names_catalogues_without_command_names(tmp_path: Path) -> None:
    spanish = Languages.load(ADDED).get("es")
    assert spanish is not None
    found = Languages({"es": spanish, "it": Language(Catalog()), "nb": spanish})
    assert list(unnamed_languages(found, await payloads(tmp_path, found))) == [
        "The catalogue it has no command names, so Discord shows them in English.",
        "The catalogue nb serves no language of Discord. Name its folder as Discord names the language.",
    ]
    assert list(unnamed_languages(Languages.load(), await payloads(tmp_path, Languages.load()))) == []


def test_the_catalogues_here_are_sound() -> None:
    assert Languages.load().faults == ()


def test_names_are_valid(told: list[dict[str, Any]]) -> None:
    typed = [command for command in told if command["type"] not in MENU_TYPES]
    names = [other for _, context, _, other in words(typed) if context in ("command", "option") and other]
    assert all(NAME.match(name) and name == name.lower() for name in names)
    assert list(exceeded_limits(told)) == []


def test_check_finds_names_that_discord_refuses() -> None:
    def command(name: str, french: str, description: str = "x") -> dict[str, Any]:
        text = {"description": "x", "description_localizations": {"fr": description}}
        return {"name": name, "name_localizations": {"fr": french}, **text}

    assert "lower-case" in "".join(exceeded_limits([command("a", "Été")]))
    assert "lower-case" in "".join(exceeded_limits([command("a", "deux mots")]))
    assert "1 to 100" in "".join(exceeded_limits([command("a", "été", "x" * 101)]))
    assert "more than one is called “été”" in "".join(exceeded_limits([command("a", "été"), command("b", "été")]))
    assert "1 to 32" in "".join(exceeded_limits([{"name": "x" * 33, "type": 2}]))
    long = {**command("c", "un"), "type": 3, "choices": [{"name": "x", "name_localizations": {"de": "y" * 101}}]}
    assert "(de): the choice" in "".join(exceeded_limits([{**command("a", "été"), "options": [long]}]))
    options = [{**command("c", "un"), "type": 4}, {**command("d", "un"), "type": 4}]
    assert "more than one is called “un”" in "".join(exceeded_limits([{**command("a", "été"), "options": options}]))


def test_the_picture_of_an_open_table_is_drawn_for_its_language() -> None:
    found = Languages.load()
    drawn = {cover("djinns", 2, Reader((), each, translate=found.translate(each)).teller) for each in ("en", *LANGUAGES)}
    assert len(drawn) == 1 + len(LANGUAGES)
