"""The file `.env` with settings, beside the program or above it."""

from __future__ import annotations

import os
from pathlib import Path

from cogs.operations.exits import CannotStart

NAME = ".env"


def settings_text(folder: Path) -> str:
    """Return the text of the nearest file `.env`, in this folder or above it; empty if there is none.

    :raises CannotStart: when that file cannot be read.
    """
    if (path := _nearest(folder)) is None:
        return ""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a byte-order mark
    except OSError as error:
        raise CannotStart(
            f"The settings in {path} cannot be read ({error.strerror}). Make it a file that may be read."
        ) from error
    except UnicodeDecodeError as error:
        raise CannotStart(_not_text(path)) from error
    if "\0" in text:  # UTF-16 without a mark
        raise CannotStart(_not_text(path))
    return text


def _nearest(folder: Path) -> Path | None:
    """Return the path of the settings; a folder of this name above ours is something else."""
    if os.path.lexists(folder / NAME):
        return folder / NAME
    above = [each / NAME for each in folder.parents]
    return next((path for path in above if os.path.isfile(path)), None)  # noqa: PTH113 - a folder above may be closed to us


def _not_text(path: Path) -> str:
    return f"The settings in {path} are not written in UTF-8. Save the file again in this encoding."
