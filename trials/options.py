"""What the programs that try the bot are asked on the command line in the same words."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from rules import GAMES

ROOT = Path(__file__).parents[1]


def parser(program: str, told: str | None) -> argparse.ArgumentParser:
    """For a program whose chance has a seed, and that plays some of the games."""
    made = argparse.ArgumentParser(prog=f"python -m {program}", description=told)
    made.add_argument("--seed", type=int, default=1, metavar="S", help="of all that is drawn by chance (default: 1)")
    made.add_argument("--game", action="append", choices=sorted(GAMES), metavar="KEY", help="only this one; may be repeated")
    return made


def add_trial(made: argparse.ArgumentParser, held: str) -> None:
    """For one that tries a program in a folder; ``held`` says what the kept folder holds."""
    made.add_argument("--code", type=Path, default=ROOT, help="the folder of the program that is tried (default: this one)")
    made.add_argument("--keep", type=Path, help=f"a folder for {held}; else they go")


@contextmanager
def folder(keep: Path | None) -> Generator[Path]:
    """Where a trial works: the folder to be kept, made if need be, or one that goes."""
    with tempfile.TemporaryDirectory() as passing:
        kept = keep.resolve() if keep else Path(passing)
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
