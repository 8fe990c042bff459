"""Fonts of the machine write letters that our own fonts lack."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from render import Sketch, Teller, drawn, faces, fonts
from render.faces import FOLDER, InstalledFonts
from tests.render.test_names import opening

CYRILLIC = "Жанна"  # Open Sans has it, Cabin has not


@pytest.fixture
def cabin_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Leave Cabin as our only font, and empty the caches of written text."""
    monkeypatch.setattr(fonts, "FACES", ("Cabin-Bold.otf",))
    forget()
    yield monkeypatch
    monkeypatch.undo()
    forget()


def forget() -> None:
    for kept in (fonts.clean, fonts.runs, fonts.width, fonts.fit, faces.font, faces.has_glyph):
        kept.cache_clear()


def written(text: str) -> Image.Image:
    picture = Image.new("RGB", (400, 60), "white")
    fonts.write(ImageDraw.Draw(picture), (5, 30), text, 41, (0, 0, 0))
    return picture


def test_letters_without_a_font_are_left_out(cabin_alone: pytest.MonkeyPatch) -> None:
    cabin_alone.setattr(fonts, "installed_fonts", InstalledFonts("off"))
    assert fonts.clean(CYRILLIC) == ""
    assert fonts.clean(f"Ada {CYRILLIC}") == "Ada"


def test_letters_come_from_fonts_in_a_folder(cabin_alone: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copy(FOLDER / "OpenSans-Bold.ttf", tmp_path / "Other.ttf")
    cabin_alone.setattr(fonts, "installed_fonts", InstalledFonts(str(tmp_path)))
    assert fonts.clean(f"Ada {CYRILLIC}") == f"Ada {CYRILLIC}"
    assert fonts.face_of(CYRILLIC[0]) == f"{tmp_path / 'Other.ttf'}#0"
    darkest, _ = written(CYRILLIC).convert("L").getextrema()
    assert darkest < 50
    assert drawn(Sketch("djinns", opening("djinns"), Teller((CYRILLIC,)))) != drawn(Sketch("djinns", opening("djinns"), Teller()))


def test_broken_font_file_is_skipped(cabin_alone: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "Broken-Bold.ttf").write_bytes(b"no font at all")
    assert InstalledFonts(str(tmp_path)).face_of("Ж") == ""
    shutil.copy(FOLDER / "OpenSans-Bold.ttf", tmp_path / "Sound.ttf")
    faces._in_folders.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert InstalledFonts(str(tmp_path)).face_of("Ж") == f"{tmp_path / 'Sound.ttf'}#0"


def test_font_file_may_disappear_later(cabin_alone: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = Path(shutil.copy(FOLDER / "OpenSans-Bold.ttf", tmp_path / "Soon-gone.ttf"))
    cabin_alone.setattr(fonts, "installed_fonts", InstalledFonts(str(tmp_path)))
    assert fonts.clean(CYRILLIC) == CYRILLIC
    file.unlink()
    forget()
    assert written(CYRILLIC).size == (400, 60)


def test_missing_block_of_letters_is_searched_once(tmp_path: Path) -> None:
    found = InstalledFonts(str(tmp_path))
    assert found.face_of("日") == ""
    faces._in_folders.cache_clear()  # pyright: ignore[reportPrivateUsage]
    shutil.copy(FOLDER / "OpenSans-Bold.ttf", tmp_path / "Late.ttf")
    assert found.face_of("旧") == ""  # of the same block
    assert found.face_of("Ж") != ""


@pytest.mark.skipif(shutil.which("fc-match") is None, reason="no fontconfig on this machine")
def test_fontconfig_names_a_file() -> None:
    face = InstalledFonts("").face_of("A")
    assert face == "" or Path(face.rpartition("#")[0]).is_file()


@pytest.mark.parametrize("name", ["مرحبا", "שלום", "नमस्ते"])
def test_complex_scripts_need_a_shaping_library(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(fonts, "HAS_RAQM", False)
    fonts.clean.cache_clear()
    assert fonts.clean(name) == ""
    assert fonts.clean(f"Ada {name}") == "Ada"
    fonts.clean.cache_clear()


def test_marks_without_their_letter_are_left_out() -> None:
    assert fonts.clean("नमस्ते दोस्त") == ""


def test_marks_above_a_letter_are_limited() -> None:
    assert len(fonts.clean("م" + "َ" * 40)) <= 1 + fonts.MAX_MARKS
    assert fonts.clean("Z" + "͑" * 40) == "Z"
