"""The plan of the house, stated in one table: who may import whom."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"bot", "cogs", "host", "players", "rules", "render", "standings", "db", "sandbox", "trials", "bench", "tests"}
STANDARD = set(sys.stdlib_module_names)

# room: (our rooms it may import, libraries it may import, standard modules it may not)
RULES: dict[str, tuple[set[str], set[str], set[str]]] = {
    "rules": (set(), set(), {"asyncio", "os", "socket", "sqlite3", "threading", "datetime"}),
    "render": ({"rules"}, {"PIL", "zlib_ng"}, {"asyncio", "sqlite3", "socket"}),
    "players": ({"rules"}, {"numpy"}, {"asyncio", "sqlite3", "socket"}),
    "standings": (set(), {"openskill"}, {"asyncio", "sqlite3", "socket"}),
    "db": (set(), {"aiosqlite", "asyncpg"}, {"socket"}),
    "host": ({"rules", "players", "standings", "db"}, {"msgspec"}, {"sqlite3", "socket"}),
    "cogs": (
        {"host", "render", "rules", "standings", "db"},
        {"discord", "aiohttp", "yarl", "babel", "prometheus_client"},
        {"sqlite3", "socket"},
    ),
    "sandbox": (set(), {"aiohttp"}, {"sqlite3"}),
}
# rooms of cogs/, lowest first: a module may import its own room and those that stand before it; the modules beside them may all
COGS = (
    *("operations", "discord_api", "shell", "monitoring", "board", "sender", "background"),
    *("lobby", "ballots", "person", "play", "server", "help"),
)
LINES = 400
FUNCTION = 40


MAY_ALSO = {
    "cogs/operations/systemd.py": {"socket"},  # systemd is told by datagrams
    "render/make_shapes.py": {"resvg_py"},  # a tool of development
}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@cache
def statements(path: Path) -> tuple[ast.stmt, ...]:
    """Return all statements of a module, however deep within others."""
    found: list[ast.stmt] = []
    waiting: list[ast.AST] = [ast.parse(path.read_text())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            found.append(node)
        if not isinstance(node, ast.expr):  # no expression holds a statement
            waiting += ast.iter_child_nodes(node)
    return tuple(found)


def source(path: Path, node: ast.ImportFrom) -> str:
    """Return the full name of the module from which an import takes names; it may be relative to the module at this path."""
    package = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
    return ".".join([*package, *([node.module] if node.module else [])])


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a module imports."""
    for node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield source(path, node)


@pytest.mark.parametrize("room", RULES)
def test_imports_run_one_way(room: str) -> None:
    rooms, libraries, forbidden = RULES[room]
    for path in modules(room):
        for name in imported(path):
            top, allowed = name.split(".")[0], MAY_ALSO.get(path.relative_to(ROOT).as_posix(), set())
            if top in OURS:
                assert top in rooms | {room}, f"{path.relative_to(ROOT)} imports {name}"
            elif top in STANDARD:
                assert top not in forbidden - allowed, f"{path.relative_to(ROOT)} imports {name}"
            else:
                assert top in libraries | allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_only_the_command_line_imports_the_shape_maker() -> None:
    """The running bot has not its library."""
    rooms = OURS - {"bot", "tests"}
    users = [path for room in rooms for path in modules(room) if "render.make_shapes" in needs(path, {"render.make_shapes"})]
    assert [path.relative_to(ROOT).as_posix() for path in users] == ["render/__main__.py"]


def room_in_cogs(name: str) -> str:
    """Return the room of ``cogs/`` that a module belongs to; empty for other rooms and for modules beside those of ``cogs/``."""
    top, _, rest = name.partition(".")
    return rest.partition(".")[0] if top == "cogs" and rest.partition(".")[0] in COGS else ""


def test_every_room_of_cogs_has_its_place() -> None:
    assert sorted(COGS) == sorted(path.name for path in (ROOT / "cogs").iterdir() if (path / "__init__.py").exists())


@pytest.mark.parametrize("room", COGS)
def test_rooms_of_cogs_import_lower_ones(room: str) -> None:
    for path in modules(f"cogs/{room}"):
        for name in imported(path):
            found = room_in_cogs(name)
            assert not found or COGS.index(found) <= COGS.index(room), f"{path.relative_to(ROOT)} imports {name}"


def test_kinds_of_rows_import_no_sender() -> None:
    assert not [name for name in imported(ROOT / "cogs/sender/kinds.py") if name.startswith("cogs.sender")]


def needs(path: Path, names: set[str]) -> set[str]:
    """Which of these modules a module imports, wherever it says so, for the type checker alone as well."""
    found: set[str] = set()
    for node in statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = source(path, node)
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= inner & names or {module}
    return found & names


def scripts() -> dict[str, set[str]]:
    """The modules of the sandbox's page, with what each imports."""
    pages = {path.name: path.read_text() for path in (ROOT / "sandbox" / "page").glob("*.js")}
    return {name: set(re.findall(r"""(?:from|import)\s*\(?\s*["']\./([\w-]+\.js)["']""", text)) for name, text in pages.items()}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a ring, if there are any."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_nothing_imports_itself_by_way_of_others() -> None:
    paths = [ROOT / "bot.py", *(path for room in OURS - {"bot"} for path in modules(room))]
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    assert circle({name: needs(path, set(named)) - {name} for name, path in named.items()}) == []


def test_the_page_imports_nothing_by_way_of_others() -> None:
    found = scripts()
    assert any(found.values())
    assert circle(found) == []


@pytest.mark.parametrize("room", ["rules", "render"])
def test_no_game_imports_another(room: str) -> None:
    games = {path.name for path in (ROOT / "rules").iterdir() if (path / "__init__.py").exists()}
    for game in games:
        for path in modules(f"{room}/{game}"):
            others = {name for name in imported(path) for part in name.split(".")[1:2] if part in games - {game}}
            assert not others, f"{path.relative_to(ROOT)} imports {others}"


def test_no_shared_file_knows_a_game() -> None:
    games = {path.name for path in (ROOT / "rules").iterdir() if (path / "__init__.py").exists()}
    shared = [p for room in ("cogs", "host", "db") for p in modules(room)]
    shared += [p for room in ("rules", "render") for p in (ROOT / room).glob("*.py")]
    for path in [*shared, ROOT / "bot.py"]:
        imports = {part for name in imported(path) for part in name.split(".")}
        assert not imports & games, f"{path.relative_to(ROOT)} knows {imports & games}"


def test_the_clock_is_the_houses_and_not_the_rules() -> None:
    for path in modules("rules"):
        if path.name != "__main__.py":
            assert "time" not in set(imported(path)), path


@pytest.mark.parametrize("room", sorted(OURS - {"bot"}))
def test_files_and_functions_stay_small(room: str) -> None:
    for path in modules(room):
        lines = path.read_text().count("\n")
        assert lines <= LINES, f"{path.relative_to(ROOT)} has {lines} lines"
        for node in statements(path):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = (node.end_lineno or 0) - node.lineno + 1
                assert length <= FUNCTION, f"{path.relative_to(ROOT)}:{node.lineno} {node.name} has {length} lines"


def test_the_page_keeps_the_same_size() -> None:
    long = {path.name for path in (ROOT / "sandbox" / "page").glob("*.*s") if path.read_text().count("\n") > LINES}
    assert not long


REQUIRED = ["parts", "state", "choices", "apply", "score", "story", "words", "topics"]
SHAPED = sorted({path.parent.name for path in ROOT.glob("rules/*/*.py") if path.stem != "__init__"})


@pytest.mark.parametrize("game", SHAPED)
def test_games_have_the_same_modules(game: str) -> None:
    found = {path.stem for path in (ROOT / "rules" / game).glob("*.py")}
    missing = [f"rules/{game}/{name}.py" for name in REQUIRED if name not in found]
    assert not missing, f"{', '.join(missing)}: missing; docs/ADDING_A_GAME.md says what each module of a game holds."
