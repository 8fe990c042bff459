"""The approved pictures of Ishtar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.render.approved import looks_as_approved
from tests.render.ishtar.positions import EARLY, END, MIDDLE, after, moments, preview, questions

GOLDEN = Path(__file__).parent / "golden"
STATE, SEAT, PATH = next(each for each in moments(2) if "assistant" in each[2])
PICTURES = {
    "public-2-early": after(2, EARLY),
    "public-3-middle": after(3, MIDDLE),
    "public-4-late": after(4, 110),
    "public-4-over": after(4, END),
    "stack": questions(4)["stack"],
    "anchor": questions(4)["anchor"],
    "turn": questions(3)["turn"],
    "use": questions(3)["symbol"],
    "tree": questions(2)["tree"],
    "stand": questions(2)["pawn"],
    "preview": preview(STATE, SEAT, PATH),
    "board": after(2, MIDDLE, detail="board-1"),
    "player": after(4, 110, 0, detail="player-1"),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    looks_as_approved(PICTURES[name], GOLDEN / f"{name}.png")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
