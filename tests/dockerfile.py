"""Read our Dockerfile and .dockerignore."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Step(NamedTuple):
    """Hold an instruction, such as ``COPY``, and its arguments."""

    name: str
    rest: str


def steps() -> list[Step]:
    """Return all instructions, in their order."""
    text = re.sub(r"\\\n", "", (ROOT / "Dockerfile").read_text())
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [Step(*line.split(maxsplit=1)) for line in lines]


def rest_of(name: str) -> str:
    """Return the arguments of the only instruction of this name."""
    (rest,) = (step.rest for step in steps() if step.name == name)
    return rest


def words_of(name: str) -> list[str]:
    """Return the words of a command that is written as a list, perhaps after options."""
    rest = rest_of(name)
    words: list[str] = json.loads(rest[rest.index("[") :])
    return words


def copied() -> list[tuple[list[str], str]]:
    """Return the sources and the target of each COPY."""
    return [(words[:-1], words[-1]) for step in steps() if step.name == "COPY" for words in [step.rest.split()]]


def settings() -> dict[str, str]:
    """Return the variables that ENV sets."""
    return dict(word.split("=", 1) for word in rest_of("ENV").split())


def is_sent(path: str) -> bool:
    """Return whether the build context has this path: the last line of .dockerignore that fits decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!")
            if fnmatch(path, pattern) or path.startswith(f"{pattern}/"):
                sent = line.startswith("!")
    return sent
