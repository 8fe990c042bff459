"""Options of several benches and trials on the command line."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from rules import GAMES
from rules.game import AnyGame

ROOT = Path(__file__).parents[1]


def parser(program: str, told: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options of a trial: its seed and its games."""
    made = argparse.ArgumentParser(prog=f"python -m {program}", description=told)
    add_seed(made)
    add_games(made)
    return made


def add_seed(asked: argparse.ArgumentParser) -> None:
    """Add an option for the seed of chance."""
    asked.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all random draws (default: 1)")


def add_games(asked: argparse.ArgumentParser) -> None:
    """Add an option for the games; `games` returns them."""
    asked.add_argument("--game", action="append", choices=sorted(GAMES), metavar="KEY", help="only this game; may be repeated")


def games(given: argparse.Namespace) -> list[AnyGame]:
    """Return the games of the command line, or all."""
    return [GAMES[key] for key in given.game or GAMES]


def add_number(asked: argparse.ArgumentParser, name: str, default: int, told: str) -> None:
    """Add an option for a number of something."""
    asked.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{told} (default: {default})")


def add_postgres(asked: argparse.ArgumentParser) -> None:
    """Add an option for a PostgreSQL server."""
    asked.add_argument("--postgres", metavar="ADDRESS", help="PostgreSQL server for the databases (default: start one)")


def add_keep(asked: argparse.ArgumentParser, held: str) -> None:
    """Add an option for a folder that is kept; ``held`` describes its files."""
    asked.add_argument("--keep", type=Path, help=f"folder that keeps {held} (default: delete them)")


def add_trial(asked: argparse.ArgumentParser, held: str) -> None:
    """Add options for the program that is tested, and for a folder that is kept; ``held`` describes its files."""
    asked.add_argument("--code", type=Path, default=ROOT, help="folder of the program to test (default: this one)")
    add_keep(asked, held)


@contextmanager
def folder(keep: Path | None) -> Generator[Path]:
    """Yield the folder of a trial: the one to be kept, made if need be, or one that goes."""
    with tempfile.TemporaryDirectory() as passing:
        kept = keep.resolve() if keep else Path(passing)
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
