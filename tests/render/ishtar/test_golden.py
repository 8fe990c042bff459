"""The approved pictures of Ishtar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render.approved import looks_as_approved
from tests.render.ishtar.positions import EARLY, END, MIDDLE, after, moments, preview, questions

GOLDEN = Path(__file__).parent / "golden"
PICTURES = {
    "public-2-early": lambda: after(2, EARLY),
    "public-3-middle": lambda: after(3, MIDDLE),
    "public-4-late": lambda: after(4, 84),
    "public-4-over": lambda: after(4, END),
    "stack": lambda: questions(4)["stack"],
    "anchor": lambda: questions(4)["anchor"],
    "use": lambda: questions(3)["symbol"],
    "tree": lambda: questions(2)["tree"],
    "stand": lambda: questions(2)["pawn"],
    "preview": lambda: preview(*next(each for each in moments(2) if "assistant" in each[2])),
    "board": lambda: after(2, MIDDLE, detail="board-1"),
    "player": lambda: after(4, 84, 0, detail="player-1"),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    looks_as_approved(PICTURES[name](), GOLDEN / f"{name}.png")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
