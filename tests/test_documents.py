"""The documents tell the truth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs import COGS, VERSION
from cogs.discord_api.permissions import NEEDED
from cogs.operations.exits import Exit
from cogs.operations.metrics import REGISTRY
from cogs.shell.client import Parterre
from db.store import Store
from host.tables import Tables
from rules import GAMES
from trials.inline import open_inline

pytestmark = pytest.mark.virtual

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PLAYING, ADMINISTERING, RUNNING, OPERATIONS, ARCHITECTURE = (
    (ROOT / "docs" / f"{name}.md").read_text() for name in ("PLAYING", "ADMINISTERING", "RUNNING", "OPERATIONS", "ARCHITECTURE")
)
WORDS = {"README.md": 700, "docs/RUNNING.md": 1500, "docs/RELIABILITY.md": 1500, "docs/PLAYERS.md": 900}  # of a page that is read
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
TUTORIAL = "/beds/"  # in paths of the game that the tutorial makes
LINK = re.compile(r"\[[^\]]*\]\(([^)#]*)(#[^)]*)?\)")


def test_invitation_asks_for_the_needed_permissions_only() -> None:
    assert f"permissions={NEEDED.value}\n" in ADMINISTERING.replace("`", "\n")


def test_every_file_that_is_named_is_there() -> None:
    folders = [path for path in ROOT.iterdir() if path.name not in (".git", ".venv", "var")]
    files = [path.as_posix() for folder in folders for path in (folder, *folder.rglob("*"))]
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for name in re.findall(r"`([\w./]+\.(?:py|md|txt|toml))`", document.read_text()):
            assert TUTORIAL in name or any(file.endswith(f"/{name}") for file in files), f"{document.name} names {name}"


def test_glossaries_agree_on_players_words() -> None:
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in (ROOT / "docs/GLOSSARY.md").read_text().splitlines()]
    ideas = [row for row in rows if len(row) == 5 and row[0] not in ("Word", "---")]
    words = [row[0] for row in ideas]
    assert len(set(words)) == len(words) > 40
    for_players = {line.split("|")[1].strip() for line in (ROOT / "locales/GLOSSARY.md").read_text().splitlines() if "|" in line}
    assert not {row[4] for row in ideas if row[4]} - for_players


def test_version_is_the_newest_of_the_changelog() -> None:
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert released[0] == VERSION
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text()


def test_every_dependency_has_a_reason() -> None:
    needed = [(ROOT / name).read_text() for name in ("requirements.in", "requirements-postgres.in")]
    for line in "".join(needed).splitlines():
        name, _, version = line.partition("==")
        assert version, f"{line} is not pinned"
        assert name.lower() in ARCHITECTURE.lower(), f"ARCHITECTURE.md does not say why {name} is there"
    for line in (ROOT / "requirements-dev.in").read_text().splitlines()[2:]:
        assert line.split("==")[0].split("[")[0].lower() in ARCHITECTURE.lower(), line


@pytest.mark.parametrize("name", ["requirements", "requirements-postgres", "requirements-dev"])
def test_all_libraries_have_hashes(name: str) -> None:
    chosen = re.findall(r"^([\w.-]+==[\w.]+)$", (ROOT / f"{name}.in").read_text(), re.MULTILINE)
    pinned = re.split(r"\n(?=\w)", (ROOT / f"{name}.txt").read_text())[1:]  # after the comment
    assert all("--hash=sha256:" in library for library in pinned)
    assert {_plain(each) for each in chosen} <= {_plain(library.split()[0]) for library in pinned}


def _plain(library: str) -> str:
    """Return a pinned library with its name as package indexes compare names."""
    return library.lower().replace(".", "-").replace("_", "-")


def test_every_setting_is_documented() -> None:
    code = "".join(path.read_text() for path in (ROOT / "bot.py", *(ROOT / "cogs").rglob("*.py")))
    settings = set(re.findall(r'environ(?:\.get\(|\[)"(\w+)"', code))
    assert settings
    for name in settings:
        assert name in RUNNING
        assert name in (ROOT / ".env.example").read_text()


def test_every_exit_code_is_documented() -> None:
    rows = {(int(number), name) for number, name in re.findall(r"^\| (\d+) \| `(\w+)` \|", OPERATIONS, re.MULTILINE)}
    assert rows == {(each.value, each.name) for each in Exit}


def test_every_metric_is_documented_as_the_program_tells_it() -> None:
    own = [family for family in REGISTRY.collect() if not family.name.startswith("process_")]
    assert own
    for family in own:
        name = f"{family.name}_total" if family.type == "counter" else family.name
        assert f"| `{name}` | {family.type} | {family.documentation} |" in OPERATIONS
    named = set(re.findall(r"^\| `((?:discord|parterre|logging)_?\w*)` \|", OPERATIONS, re.MULTILINE))
    assert len(named) == len(own)


async def test_every_command_is_documented(tmp_path: Path) -> None:
    store = Store(await open_inline(tmp_path / "x.sqlite3"))
    client = Parterre(Tables(store))
    await client.load_cogs()
    for command in client.tree.walk_commands():
        assert command.name in PLAYING, command.qualified_name
    assert len(client.extensions) == len(COGS)
    await client.close()
    await store.close()


@pytest.mark.parametrize("name", WORDS)
def test_pages_are_short(name: str) -> None:
    assert len((ROOT / name).read_text().split()) <= WORDS[name]


def _anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    for document in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target, anchor in LINK.findall(CODE.sub("", document.read_text())):
            if target.startswith("https://"):
                continue
            page = document.parent / target if target else document
            assert page.exists(), f"{document.name}: {target}"
            assert not anchor or anchor in _anchors(page), f"{document.name}: {target}{anchor}"


def test_every_game_is_there() -> None:
    for game in GAMES.values():
        assert str(game.title) in README
        assert game.credits in README
    assert "unofficial" in README
