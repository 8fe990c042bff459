"""Play trials; ``python -m trials faults --help`` lists the options of one.

``brief`` plays a short trial of each random kind (faults, fuzz, secrets), ``long`` plays long ones with several seeds. A long
run keeps each result in a folder and skips trials that have one, so it continues after an interruption.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from trials.options import ROOT

CHANCE = ("faults", "fuzz", "secrets")
NAMES = (*CHANCE, "mutants")
BRIEF = {"faults": ["--kills", "20", "--minutes", "2"], "fuzz": ["--inputs", "2000"], "secrets": ["--pairs", "3"]}
LONG = {"faults": ["--kills", "60", "--minutes", "6"], "fuzz": ["--inputs", "20000"], "secrets": ["--pairs", "20"]}
PROCESSES = ["--processes", "3", "--shards", "6", "--ranges", "2", "--kills", "30", "--minutes", "6"]  # of faults, in long trials
RESULTS = ROOT / "var" / "trials"


def play(name: str, words: list[str], seed: int, result: Path | None = None) -> int:
    """Play a trial and show what it prints; return its status, which is 0 where nothing is found.

    :param result: the file that keeps what it prints; one that is there already is shown instead.
    """
    command = [sys.executable, "-m", "trials", name, *words, "--seed", str(seed)]
    print("$", *command[1:], flush=True)
    if result is not None and result.exists():
        said = result.read_text(encoding="utf-8")
    else:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        said = f"{done.stdout}status {done.returncode}\n"
        if result is not None:
            result.write_text(said, encoding="utf-8")
    print(said, flush=True)
    return int(said.split()[-1])


def play_long(first: int, seeds: int, folder: Path) -> int:
    """Play the long trials with these seeds, as far as their results are not in the folder; return the worst status.

    Several processes are tried where PostgreSQL is installed.
    """
    from tests.server import program  # needs development tools

    folder.mkdir(parents=True, exist_ok=True)
    asked = [(name, name, words) for name, words in LONG.items()]
    if program("initdb") is not None:
        asked.append(("processes", "faults", PROCESSES))
    numbers = range(first, first + seeds)
    return max(play(name, words, seed, folder / f"{result}-{seed}.txt") for seed in numbers for result, name, words in asked)


def main() -> int:
    """Play the trials that the command line names; return the exit status."""
    if sys.argv[1:2] and sys.argv[1] in NAMES:
        return import_module(f"trials.{sys.argv[1]}").main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m trials", description=__doc__)
    parser.add_argument("which", choices=[*NAMES, "brief", "long"])
    parser.add_argument("names", nargs="*", choices=[*CHANCE, []], metavar="NAME", help="brief: only these trials")
    parser.add_argument("--first", type=int, default=1, metavar="S", help="long: the first seed (default: 1)")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="long: number of seeds (default: 5)")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="long: folder for the results (default: var/trials)")
    given = parser.parse_args()
    if given.which == "long":
        return play_long(given.first, given.seeds, given.folder)
    return max(play(name, BRIEF[name], 1) for name in given.names or CHANCE)


if __name__ == "__main__":
    sys.exit(main())
