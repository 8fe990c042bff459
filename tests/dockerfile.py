"""A Dockerfile, read as far as ours needs it."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Step(NamedTuple):
    """An instruction, such as ``COPY``, and what follows it."""

    name: str
    rest: str


def steps() -> list[Step]:
    """All instructions, in their order."""
    text = re.sub(r"\\\n", "", (ROOT / "Dockerfile").read_text())
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [Step(*line.split(maxsplit=1)) for line in lines]


def rest_of(name: str) -> str:
    """What follows the only instruction of this name."""
    (rest,) = (step.rest for step in steps() if step.name == name)
    return rest


def words_of(name: str) -> list[str]:
    """A command that is written as a list; before it may come options."""
    rest = rest_of(name)
    words: list[str] = json.loads(rest[rest.index("[") :])
    return words


def copied() -> list[tuple[list[str], str]]:
    """What is copied, and where to."""
    return [(words[:-1], words[-1]) for step in steps() if step.name == "COPY" for words in [step.rest.split()]]


def settings() -> dict[str, str]:
    """What ENV sets."""
    return dict(word.split("=", 1) for word in rest_of("ENV").split())


def is_sent(path: str) -> bool:
    """Does .dockerignore let a builder have this? The last line that fits decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!")
            if fnmatch(path, pattern) or path.startswith(f"{pattern}/"):
                sent = line.startswith("!")
    return sent
