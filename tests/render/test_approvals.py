"""Tests skip approved pictures and draw those with a changed input or source."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

import render
from render.album import sketch
from rules import GAMES
from rules.text import english
from tests.render import sources
from tests.render.approvals import APPROVE, GOLDEN, approved, canonical, digest, if_not_approved
from tests.render.approved import looks_as_approved
from tests.render.djinns.positions import EARLY, position
from tests.render.sketches import named, with_marks
from trials.local_bot import known_languages

DRAWN = [key for key in GAMES if (render.FOLDER / key).is_dir()]
GAME = "djinns"
OWN = (
    "render/canvas.py",
    "render/djinns/domes.py",
    "render/djinns/colours.png",
    "render/fonts/Cabin-Bold.otf",
    "rules/text.py",
    "rules/djinns/parts.py",
    "tests/render/sketches.py",
    "tests/render/test_approvals.py",
)
OTHER = {"render/ishtar/board.py", "render/ishtar/colours.png", "rules/ishtar/parts.py"}  # of another game


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file for approvals, in a run that approves nothing."""
    monkeypatch.delenv(GOLDEN, raising=False)
    return tmp_path / "approvals.json"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a copy of the drawing sources that a test may change."""
    for room in ("render", "rules", "tests/render"):
        shutil.copytree(sources.ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "golden"))
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    sources.forget()
    yield tmp_path
    sources.forget()


def drawn(found: str, file: Path) -> bool:
    """Return whether a test with this digest draws."""
    seen: list[str] = []
    if_not_approved(found, lambda: seen.append(found), file)
    return bool(seen)


def approve(monkeypatch: pytest.MonkeyPatch, found: str, test: Callable[[], None], file: Path) -> None:
    with monkeypatch.context() as patch:
        patch.setenv(GOLDEN, "1")
        if_not_approved(found, test, file)


@contextmanager
def profile(name: str) -> Iterator[None]:
    """Run as with this profile of `tests/conftest.py`."""
    before = settings.get_current_profile_name()
    settings.load_profile(name)
    try:
        yield
    finally:
        settings.load_profile(before)


def test_approved_digest_skips_the_drawing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn("same", file)
    assert drawn("same", file), "a run that approves nothing keeps nothing"
    approve(monkeypatch, "same", lambda: None, file)
    with profile("dev"):
        assert not drawn("same", file)
        assert drawn("other", file)


def test_long_and_approving_runs_draw_everything(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    approve(monkeypatch, "same", lambda: None, file)
    with profile("long"):
        assert drawn("same", file)
    with profile("dev"):
        assert not drawn("same", file)
    monkeypatch.setenv(GOLDEN, "1")
    assert drawn("same", file)


def test_failing_test_is_not_approved(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AssertionError

    with pytest.raises(AssertionError):
        approve(monkeypatch, "same", fail, file)
    assert not approved(file)


def test_changed_inputs_are_drawn() -> None:
    shown = position(2, EARLY, ())
    french = replace(shown, teller=replace(shown.teller, translate=known_languages().translate("fr")))
    others = [
        position(2, EARLY + 2, ()),
        position(3, EARLY, ()),
        named(shown, "Zoë"),
        with_marks(shown, shown.asked.marks[1:]),
        with_marks(shown, [replace(mark, gain="+99") for mark in shown.asked.marks]),
        replace(shown, last=()),
        replace(shown, detail="a part"),
        sketch(GAMES[GAME], shown.view.state, 0),
    ]
    assert digest(GAME, Path(__file__), shown) == digest(GAME, Path(__file__), position(2, EARLY, ()))
    assert len({digest(GAME, Path(__file__), each) for each in (shown, *others)}) == 1 + len(others)
    with pytest.raises(TypeError, match="no canonical form"):
        digest(GAME, Path(__file__), french)


def test_digest_tells_types_apart() -> None:
    values = (
        1,
        True,
        1.0,
        "1",
        b"1",
        None,
        (1,),
        [1],
        {1},
        {1: 1},
        english,
        render.Mark("1"),
        render.Detail("1", GAMES[GAME].title),
    )
    assert len({canonical(value, {}) for value in values}) == len(values)
    assert canonical(frozenset("abc"), {}) == canonical(frozenset("cba"), {})


def test_changed_byte_of_a_source_is_drawn(tree: Path) -> None:
    module = tree / "tests" / "render" / "test_approvals.py"
    before = digest(GAME, module, ())
    assert read_anew(module) == before
    for changed in (*OWN, *OTHER):
        with (tree / changed).open("ab") as file:
            file.write(b"\n")
        now = read_anew(module)
        assert (now == before) == (changed in OTHER), changed
        before = now


def read_anew(module: Path) -> str:
    """Return a digest of sources that may have changed, but import the same as before."""
    sources.digest_of_sources.cache_clear()
    sources._digest_of_file.cache_clear()  # pyright: ignore[reportPrivateUsage]
    return digest(GAME, module, ())


@pytest.mark.parametrize("game", DRAWN)
def test_sources_hold_all_code_and_data_of_the_art(game: str) -> None:
    """Its own art and that of all games, and the parts of its rules that the art imports."""
    found = set(sources.sources(game, Path(looks_as_approved.__code__.co_filename)))
    drawn_with = {
        each
        for folder in (render.FOLDER, render.FOLDER / game, render.FOLDER / "fonts")
        for each in folder.iterdir()
        if each.is_file()
    }
    assert drawn_with <= found
    assert any(file.is_relative_to(sources.ROOT / "rules" / game) for file in found)


def test_every_approved_test_exists() -> None:
    kept = [re.match(r"(.*)\.py::(\w+)", name) for name in approved()]
    gone = [each[0] for each in kept if each and not hasattr(import_module(each[1].replace("/", ".")), each[2])]
    assert not gone, "They are left over in approvals.json."
    assert all(kept)


@pytest.mark.long
@pytest.mark.parametrize("game", [path.parent.name for path in Path(__file__).parent.glob("*/test_golden.py")])
def test_golden_pictures_have_current_approvals(game: str) -> None:
    """Otherwise every short run would draw all pictures again."""
    module = import_module(f"tests.render.{game}.test_golden")
    kept = approved()
    for name, shown in module.PICTURES.items():
        picture = module.GOLDEN / f"{name}.png"
        now = digest(game, Path(looks_as_approved.__code__.co_filename), (shown(), picture.read_bytes()))
        assert kept.get(f"tests/render/{game}/test_golden.py::test_looks_as_approved[{name}]") == now, f"Approve: {APPROVE}"
