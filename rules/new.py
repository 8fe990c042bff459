"""Write the folder of a new game and its tests, as a copy of the smallest whole game.

The copy is `tests/toy.py`, a game about heaps of pebbles. It can be played at once and passes the tests that all games share, so
that a developer replaces its rules step by step (`docs/ADDING_A_GAME.md`).
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"[a-z][a-z0-9_]{1,30}")

RULES = """# {title}

Paragraphs in our own words, each with its code and its tests.

| paragraph | rule | code | tests |
|---|---|---|---|
| R1.1 | The dealer lays three heaps of three to five pebbles. | `chance` | `test_r1_1_…` |
| R2.1 | On your turn take one to three pebbles of one heap. | `choices` | `test_r2_1_…` |
| R3.1 | A pebble is a point; the last one is five more. | `apply` | `test_r3_1_…` |
"""

INVARIANTS = '''"""What holds in every state of {title}; the tests of all games check it after each move."""

from __future__ import annotations

from rules.{key} import HEAPS, LAST, SIZES, State


{check}
'''

TESTS = '''"""The rules of {title}, by paragraph of `rules/{key}/RULES.md`."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import IllegalMove
from rules.game import play, play_at_random, read
from rules.{key} import GAME, State
from tests.{key}.invariants import check

STATE = State((1, 4, 5), (0, 0))


def test_r1_1_the_dealer_lays_three_heaps() -> None:
    first = next(play_at_random(GAME, GAME.setup(2, frozenset()), Random(1)))
    assert all(3 <= heap <= 5 for heap in first.step.state.heaps)
    check(first.step.state)


def test_r2_1_no_more_pebbles_than_the_heap_has() -> None:
    with pytest.raises(IllegalMove, match="heap 1 has 1"):
        read(GAME, STATE, 0, "heap-1 2")


def test_r3_1_the_last_pebble_brings_five_more_points() -> None:
    step = play(GAME, State((2, 0, 0), (0, 0)), 0, ("heap-1", "2"))
    assert [score.points for score in GAME.scores(step.state)] == [7, 0]
'''


class CannotBegin(ValueError):
    """A new game cannot be written: its key is wrong, or its folder is there already."""


def begin(key: str, root: Path = ROOT) -> list[Path]:
    """Write ``rules/KEY`` and ``tests/KEY`` below the root of the project, and return the files.

    :raises CannotBegin: if the key is no short lower-case word, or a folder of that name is there.
    """
    if not KEY.fullmatch(key):
        raise CannotBegin(f"“{key}” is no key: use a lower-case word of letters, digits and _, such as wild_flowers.")
    folders = root / "rules" / key, root / "tests" / key
    for folder in folders:
        if folder.exists():
            raise CannotBegin(f"{folder} is there already. Choose another key, or delete the folder.")
    title = key.replace("_", " ").title()
    game, check = _parts((root / "tests" / "toy.py").read_text(encoding="utf-8"), key, title)
    rules, tests = folders
    texts = {
        rules / "__init__.py": game,
        rules / "RULES.md": RULES.format(title=title),
        tests / "__init__.py": "",
        tests / "invariants.py": INVARIANTS.format(title=title, key=key, check=check),
        tests / "test_rules.py": TESTS.format(title=title, key=key),
    }
    for file, text in texts.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return list(texts)


def _parts(toy: str, key: str, title: str) -> tuple[str, str]:
    """Return the toy as this game, and its function ``check``, which belongs among the tests."""
    tree, lines = ast.parse(toy), toy.splitlines()
    (check,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "check")
    assert check.end_lineno is not None
    game = "\n".join(lines[: check.lineno - 1] + lines[check.end_lineno + 2 :]) + "\n"
    first_line = f'"""{title}: replace these rules of heaps of pebbles step by step.\n\n'
    game = re.sub(r'\A""".*?\n\n', first_line, game, count=1, flags=re.DOTALL)
    game = game.replace('key="toy", title=say("Pebbles")', f'key="{key}", complete=False, title=say("{title}")')
    return game, "\n".join(lines[check.lineno - 1 : check.end_lineno])
