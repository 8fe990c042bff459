"""A bench of this checkout beside the same bench of another one, in turns, so that both meet the same machine."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.rows import NotMeasured
from bench.stopwatch import WHOLE, Stopwatch
from trials.options import ROOT

OURS = ("--against", "--runs")  # options that have a value, and are not for the bench itself
Figures = dict[str, tuple[float, str]]  # of one run: value and unit by name


@dataclass
class Side:
    """A checkout, and the figures of each run of its bench."""

    code: Path
    runs: list[Figures] = field(default_factory=list[Figures])


class Compared(NamedTuple):
    """A figure of each run of both checkouts; an empty list for a checkout that does not measure it."""

    name: str
    unit: str
    this: list[float]
    other: list[float]

    @property
    def ratios(self) -> list[float]:
        """Return the figure of this checkout divided by the other's for each pair of runs, the lowest ratio first."""
        return sorted(one / other for one, other in zip(self.this, self.other, strict=False) if other)

    def line(self, wide: int) -> str:
        """Return the figure as it is printed; ``wide`` are the characters for its name."""
        sides = "".join(f"{median(side):>12,.2f}" if side else f"{'–':>12}" for side in (self.this, self.other))
        ratios = self.ratios
        told = f"{median(ratios):.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})" if ratios else "–"
        return f"{self.name:{wide}}{sides} {self.unit:10} {told}"


def compare(name: str, words: Sequence[str], given: argparse.Namespace) -> int:
    """Run the bench of both checkouts in turns, and print each figure with its ratio; return the status to end with.

    :raises NotMeasured: if one of them ends without figures.
    """
    options = list(without_ours(words))
    this, other = Side(ROOT), Side(given.against.resolve())
    for number in range(given.runs):
        for side in (this, other) if number % 2 == 0 else (other, this):
            side.runs.append(measured(side.code, name, options))
    rows = list(compared(this.runs, other.runs))
    if given.json:
        print(json.dumps({name: [{**row._asdict(), "ratios": row.ratios} for row in rows]}))
    else:
        wide = max(len(row.name) for row in rows)
        print(f"{name:{wide}}{'this':>12}{'the other':>12} {'unit':10} this ÷ other: median (lowest–highest)")
        print("\n".join(row.line(wide) for row in rows))
    return 0


def without_ours(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of the command line without the options for the comparison."""
    rest = iter(words)
    for word in rest:
        if word in OURS:
            next(rest)
        elif word != "--json" and not word.startswith(tuple(f"{option}=" for option in OURS)):
            yield word


def measured(code: Path, name: str, words: Sequence[str]) -> Figures:
    """Run the bench of a checkout; raises `NotMeasured`.

    The time of the whole bench is taken from outside, with the start of Python, as earlier versions do not tell it.
    """
    command, watch = [sys.executable, "-m", "bench", name, *words, "--json"], Stopwatch()
    done = subprocess.run(command, cwd=code, stdout=subprocess.PIPE, text=True, check=False)
    took = watch.took.rows(WHOLE)
    line = next((line for line in done.stdout.splitlines() if line.startswith(("{", "["))), None)
    if line is None:
        raise NotMeasured(f"{code}, as its bench {name} ended with status {done.returncode} and without figures")
    told: dict[str, list[Any]] = {name: [], **json.loads(line)} if line.startswith("{") else {name: json.loads(line)}  # formerly
    figures = {row["name"]: (row["value"], row["unit"]) for row in told[name]}
    return figures | {row.name: (row.value, row.unit) for row in took}


def compared(this: Sequence[Figures], other: Sequence[Figures]) -> Iterator[Compared]:
    """Pair the figures of both checkouts, in the order in which the benches print them."""
    units = {name: unit for figures in (*this, *other) for name, (_, unit) in figures.items()}
    for name, unit in units.items():
        sides = ([figures[name][0] for figures in side if name in figures] for side in (this, other))
        yield Compared(name, unit, *sides)
