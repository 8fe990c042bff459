"""Font files at a size, and which letters they have; those of the machine for what our own lack."""

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
KINDS = {".ttf", ".otf", ".ttc"}
MOST_FILES, MOST_FACES = 400, 16  # that are looked through, and that are kept, of the machine's
BLOCK = 7  # letters whose code points share all but so many bits are lacking together
PATIENCE = 3.0  # seconds for fontconfig
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts", "/Library/Fonts", "~/Library/Fonts",
           "/System/Library/Fonts", "C:/Windows/Fonts")  # fmt: skip


@lru_cache(maxsize=256)
def font(size: int, face: str = FACES[0]) -> ImageFont.FreeTypeFont:
    """A face at a size in pixels: our own by its file, the machine's as ``path#index``, and one of ours for a broken one."""
    path, mark, index = face.rpartition("#")
    if not mark:
        return ImageFont.truetype(FOLDER / face, size)
    try:
        return ImageFont.truetype(path, size, int(index))
    except OSError:
        return font(size, FACES[-1])


@lru_cache(maxsize=8192)
def has(face: str, letter: str) -> bool:
    """Whether a face has a letter."""
    # A face draws what it lacks like this code point, which is never assigned.
    return letter.isspace() or _drawn(face, letter) != _drawn(face, "\U0010fffe")


def _drawn(face: str, letter: str) -> bytes:
    mask: Any = font(24, face).getmask(letter)
    return bytes(mask)


class Installed:
    """The machine's fonts, found letter by letter; safe to use from several threads.

    :param wanted: ``off``, a folder to look in, or empty: wherever the machine keeps its fonts.
    """

    def __init__(self, wanted: str) -> None:
        self._wanted = wanted
        self._lacking = set[int]()
        self._lock = Lock()
        self.faces: tuple[str, ...] = ()

    def face_of(self, letter: str) -> str:
        """A face that has a letter; empty if none is found."""
        if self._wanted == "off":
            return ""
        with self._lock:
            known = next((face for face in self.faces if has(face, letter)), "")
            block = ord(letter) >> BLOCK
            if known or block in self._lacking or len(self.faces) >= MOST_FACES:
                return known
            found = self._search(letter)
            if found:
                self.faces += (found,)
            else:
                self._lacking.add(block)
            return found

    def _search(self, letter: str) -> str:
        match = None if self._wanted else shutil.which("fc-match")
        candidates = _by_fontconfig(match, letter) if match else _in_folders((self._wanted,) if self._wanted else FOLDERS)
        return next((face for face in candidates if _usable(face, letter)), "")


def _by_fontconfig(program: str, letter: str) -> tuple[str, ...]:
    """The font that the machine's own settings choose for a letter."""
    asked = [program, "--format=%{file}#%{index}", f":bold:charset={ord(letter):x}"]
    with suppress(OSError, subprocess.SubprocessError, UnicodeDecodeError):
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return (answer.stdout,) if answer.stdout.rpartition("#")[2].isdecimal() else ()
    return ()


@lru_cache(maxsize=4)
def _in_folders(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The fonts in these folders, bold ones first."""
    found = list[Path]()
    for folder in folders:
        for here, _, names in os.walk(Path(folder).expanduser()):
            found += [Path(here, name) for name in sorted(names) if Path(name).suffix.lower() in KINDS]
    found.sort(key=lambda path: "bold" not in path.stem.lower())
    return tuple(f"{path}#0" for path in found[:MOST_FILES])


def _usable(face: str, letter: str) -> bool:
    """Can it be drawn with? Some files are broken, or have coloured pictures of one size only."""
    path, _, index = face.rpartition("#")
    try:
        ImageFont.truetype(path, 24, int(index))
    except (OSError, ValueError):
        return False
    return has(face, letter)


installed = Installed(os.environ.get("PARTERRE_FONTS", ""))
