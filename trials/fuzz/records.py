"""Fuzz game records: the command line, such as `python -m rules show FILE`, and files that people attach to /import."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from rules import GAMES
from rules.__main__ import main
from rules.game import AnyGame, play_at_random
from rules.record import Header, record_lines
from sandbox.kinds import mapping
from sandbox.media import Upload
from trials.findings import Finding
from trials.fuzz.hostile_values import NAMES, WORDS, mutated, number, word
from trials.fuzz.output_checks import UNPLANNED

MOST_MOVES = 4  # of a record: a fault shows at once, or never
REFUSED = 2  # the exit status of a refusal
FILE = "record.jsonl"
LARGE = 5_000_000  # bytes of a file that is refused


class RecordFiles:
    """Make files of records with hostile names, valid and mutated, and other files."""

    def __init__(self, random: Random, games: tuple[str, ...]) -> None:
        self._random = random
        self._known = [record for game in games for record in self._play(GAMES[game])]

    def _play(self, game: AnyGame) -> Iterator[list[str]]:
        """Yield the first moves of a game for each number of seats."""
        for seats in game.seats:
            names = tuple(self._random.sample((*NAMES, *WORDS), seats)) if self._random.random() < 0.8 else ()
            header = Header(game.key, game.version, seats, (), names)
            moves = play_at_random(game, game.setup(seats, frozenset()), self._random)
            yield list(islice(record_lines(game, header, moves), MOST_MOVES + 1))

    def record(self) -> bytes:
        """Return a record with up to two changes."""
        record = list(self._random.choice(self._known))
        for _ in range(self._random.randrange(3)):
            self._change(record)
        return "\n".join(record).encode("utf-8", "surrogatepass")

    def upload(self) -> Upload:
        """Return a file that somebody might attach."""
        name = self._random.choice((FILE, f"{word(self._random)[:40]}.jsonl", word(self._random)[:40]))
        others = (b"", bytes(LARGE), b"\xff\xfe\x00", word(self._random).encode(), b"[" * LARGE)
        return Upload(name, self.record() if self._random.random() < 0.8 else self._random.choice(others))

    def _change(self, record: list[str]) -> None:
        at = self._random.randrange(len(record)) if record else 0
        way = self._random.randrange(4)
        if not record or way == 0:
            record.insert(at, word(self._random))
        elif way == 1:
            record.pop(at)
        elif way == 2:
            record[at] = mutated(self._random, record[at])
        else:
            record[at] = self._other_value(record[at])

    def _other_value(self, line: str) -> str:
        """Return a JSON object with one value changed."""
        try:
            found = mapping(json.loads(line))
        except ValueError:
            return line
        values: list[object] = [number(self._random), word(self._random), None, [], {}, True, 1.5, [number(self._random)]]
        return json.dumps({**found, self._random.choice([*found, "new"]): self._random.choice(values)})


class Records:
    """Run the command on records, in this process."""

    def __init__(self, folder: Path, random: Random, files: RecordFiles) -> None:
        self._file = folder / FILE
        self._random = random
        self._files = files

    def try_one(self) -> Finding | None:
        """Try one record; return a finding unless it is carried out or refused with a sentence."""
        record = self._files.record()
        self._file.write_bytes(record)
        words = ["show", str(self._file)]
        if self._random.random() < 0.3:
            words += ["--move", str(self._random.choice((number(self._random), word(self._random))))]
        told, error = run(words)
        if error is None or (isinstance(error, SystemExit) and error.code in (0, REFUSED) and "Traceback" not in told):
            return None
        return Finding(UNPLANNED, f"python -m rules {' '.join(words)}: {error!r}", str(record[:2000]))


def run(words: list[str]) -> tuple[str, BaseException | None]:
    """Run the command with these words; return its output, and the exception that ended it."""
    told, before = io.StringIO(), sys.argv
    sys.argv = ["rules", *words]
    try:
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            main()
    except (Exception, SystemExit) as error:
        return told.getvalue(), error
    finally:
        sys.argv = before
    return told.getvalue(), None
