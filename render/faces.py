"""Load font files, and find a face for each letter: our own first, then fonts installed on the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from PIL import ImageFont

FOLDER = Path(__file__).parent / "fonts"
FACES = ("Cabin-Bold.otf", "OpenSans-Bold.ttf", "DejaVuSans-Bold.ttf")
FONT_SUFFIXES = {".ttf", ".otf", ".ttc"}
MAX_FILES, MAX_FACES = 400, 16  # of the machine: searched, and kept
BLOCK_BITS = 7  # if a letter is missing, all 128 letters of its block count as missing
FONTCONFIG_SECONDS = 3.0  # timeout
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts", "/Library/Fonts",
                "~/Library/Fonts", "/System/Library/Fonts", "C:/Windows/Fonts")  # fmt: skip


@lru_cache(maxsize=256)
def font(size: int, face: str = FACES[0]) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels.

    :param face: the file name of one of ours, or ``path#index`` of an installed one. The last of ours replaces a broken one.
    """
    path, mark, index = face.rpartition("#")
    if not mark:
        return ImageFont.truetype(FOLDER / face, size)
    try:
        return ImageFont.truetype(path, size, int(index))
    except OSError:
        return font(size, FACES[-1])


@lru_cache(maxsize=8192)
def has_glyph(face: str, letter: str) -> bool:
    """Return whether a face has a glyph for a letter; every face has white space."""
    # A face draws missing letters like this code point, which is never assigned.
    return letter.isspace() or _glyph_bitmap(face, letter) != _glyph_bitmap(face, "\U0010fffe")


def _glyph_bitmap(face: str, letter: str) -> bytes:
    mask: Any = font(24, face).getmask(letter)
    return bytes(mask)


class InstalledFonts:
    """The machine's fonts, found letter by letter; safe to use from several threads.

    :param wanted: ``off``, a folder to search, or empty for the usual places of the machine.
    """

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted
        self._lacking = set[int]()
        self._lock = Lock()
        self.faces: tuple[str, ...] = ()

    def face_of(self, letter: str) -> str:
        """Return a face that has the letter, or ''. A search that fails is remembered for the whole block of letters."""
        if self._wanted == "off":
            return ""
        with self._lock:
            known = next((face for face in self.faces if has_glyph(face, letter)), "")
            block = ord(letter) >> BLOCK_BITS
            if known or block in self._lacking or len(self.faces) >= MAX_FACES:
                return known
            found = self._search(letter)
            if found:
                self.faces += (found,)
            else:
                self._lacking.add(block)
            return found

    def _search(self, letter: str) -> str:
        match = None if self._wanted else shutil.which("fc-match")
        candidates = _by_fontconfig(match, letter) if match else _in_folders((self._wanted,) if self._wanted else FONT_FOLDERS)
        return next((face for face in candidates if _usable(face, letter)), "")


def _by_fontconfig(program: str, letter: str) -> tuple[str, ...]:
    """Return the font that fontconfig chooses for a letter, or nothing if it fails or takes too long."""
    asked = [program, "--format=%{file}#%{index}", f":bold:charset={ord(letter):x}"]
    with suppress(OSError, subprocess.SubprocessError, UnicodeDecodeError):
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=FONTCONFIG_SECONDS, check=True)
        return (answer.stdout,) if answer.stdout.rpartition("#")[2].isdecimal() else ()
    return ()


@lru_cache(maxsize=4)
def _in_folders(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Return at most `MAX_FILES` fonts in these folders, bold ones first."""
    found = list[Path]()
    for folder in folders:
        for here, _, names in os.walk(Path(folder).expanduser()):
            found += [Path(here, name) for name in sorted(names) if Path(name).suffix.lower() in FONT_SUFFIXES]
    found.sort(key=lambda path: "bold" not in path.stem.lower())
    return tuple(f"{path}#0" for path in found[:MAX_FILES])


def _usable(face: str, letter: str) -> bool:
    """Return whether the face loads and has the letter; some files are broken or hold bitmaps of one size only."""
    path, _, index = face.rpartition("#")
    try:
        ImageFont.truetype(path, 24, int(index))
    except (OSError, ValueError):
        return False
    return has_glyph(face, letter)


installed_fonts = InstalledFonts(os.environ.get("PARTERRE_FONTS", ""))
