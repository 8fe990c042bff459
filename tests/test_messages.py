"""`make messages`: finds what is said, keeps what is translated, drops what nobody says, and writes nothing without need."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs import messages
from cogs.messages import collect_messages, main
from cogs.shell.languages import read_catalogue

SOURCE = """
from rules.text import joined, say, say_n
LINES = joined(" ", *(say("A line with {what}", what=say("something inside")) for _ in ()), say(1), say("{seat} · {points}"))
COUNT = [say_n("{count} dome", "{count} domes", 3), say(f"not {LINES}"), say("one" if COUNT else "other")]
NAME = word("command", "new")
"""
GERMAN = """# Our own words above it.
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "something inside"
msgstr "etwas darin"

msgid "nobody says this"
msgstr "das sagt niemand"

msgctxt "command"
msgid "new"
msgstr "neu"
"""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house with a source and a German catalogue."""
    (tmp_path / "cogs").mkdir()
    (tmp_path / "cogs" / "b.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "cogs" / "a.py").write_text('say("something inside")', encoding="utf-8")
    file = tmp_path / "locales" / "de" / "LC_MESSAGES" / "parterre.po"
    file.parent.mkdir(parents=True)
    file.write_text(GERMAN, encoding="utf-8")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr("cogs.shell.languages.FOLDER", tmp_path / "locales")
    return file


def test_nested_sentences_are_found(catalogue: Path) -> None:
    found = [(each.context, each.id, [file for file, _ in each.locations]) for each in collect_messages() if each.id]
    assert found == [
        (None, "something inside", ["cogs/a.py", "cogs/b.py"]),
        (None, "{seat} · {points}", ["cogs/b.py"]),
        (None, "A line with {what}", ["cogs/b.py"]),
        (None, ("{count} dome", "{count} domes"), ["cogs/b.py"]),
        ("command", "new", ["cogs/b.py"]),
    ]


def test_a_catalogue_is_brought_up_to_date_once(catalogue: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert capsys.readouterr().out == "de: 5 messages, 2 untranslated, 0 fuzzy; 1 obsolete removed\n"
    text, written = catalogue.read_text(encoding="utf-8"), catalogue.stat().st_mtime_ns
    assert text.startswith(GERMAN[: GERMAN.index("msgid", 40)])
    assert "nobody says" not in text
    assert "POT-Creation-Date" not in text
    assert text.index("#: cogs/a.py cogs/b.py") < text.index("#: cogs/b.py")
    german = read_catalogue(catalogue)
    assert {each.id: each.string for each in german if each.id} == {
        "something inside": "etwas darin",
        "A line with {what}": "",
        "{seat} · {points}": "{seat} · {points}",
        ("{count} dome", "{count} domes"): ("", ""),
        "new": "neu",
    }
    assert main() == 0
    assert catalogue.stat().st_mtime_ns == written


def test_a_language_begins_with_an_empty_file(catalogue: Path, capsys: pytest.CaptureFixture[str]) -> None:
    polish = catalogue.parents[2] / "pl" / "LC_MESSAGES" / "parterre.po"
    polish.parent.mkdir(parents=True)
    polish.touch()
    assert main() == 0
    assert "pl: 5 messages, 4 untranslated, 0 fuzzy; 0 obsolete removed\n" in capsys.readouterr().out
    assert polish.read_text(encoding="utf-8").startswith('# Parterre in Polish.\nmsgid ""\nmsgstr ""\n')
    assert read_catalogue(polish).num_plurals == 3


def test_a_catalogue_that_cannot_be_read_stays_as_it_is(catalogue: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue.write_text("Zurück = Back", encoding="utf-8")
    assert main() == 1
    assert "de: cannot be read, and stays as it is" in capsys.readouterr().out
    assert catalogue.read_text(encoding="utf-8") == "Zurück = Back"
