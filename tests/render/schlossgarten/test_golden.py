"""The approved pictures of Schlossgarten."""

from __future__ import annotations

from pathlib import Path

import pytest

from render.album import question_with_turns
from rules.schlossgarten import GAME
from tests.render.approved import looks_as_approved
from tests.render.schlossgarten.positions import EARLY, END, MIDDLE, after, preview, rich, sketch

GOLDEN = Path(__file__).parent / "golden"
DIG = ("card-9", "done", "gardener-works", "dig")
PICTURES = {
    "public-2-early": lambda: after(2, EARLY),
    "public-3-middle": lambda: after(3, MIDDLE),
    "public-4-over": lambda: after(4, END),
    "card": lambda: sketch(rich(3), 0),
    "pawn": lambda: sketch(rich(2), 0, "card-17 king e4"),
    "where": lambda: sketch(rich(4), 0, "card-17 king"),
    "figure": lambda: sketch(rich(2), 0, "card-17 reach"),
    "site": lambda: sketch(rich(2), 0, "card-9 done architect-works pool"),
    "turns": lambda: question_with_turns(GAME, rich(3), 0, (), GAME.best_turns(GAME.view(rich(3), 0), ())),
    "dig": lambda: question_with_turns(GAME, rich(2), 0, DIG, GAME.best_turns(GAME.view(rich(2), 0), DIG)),
    "preview": lambda: preview(rich(2), "card-17 king e5 d6 architect c5"),
}


@pytest.mark.parametrize("name", tuple(PICTURES))
def test_looks_as_approved(name: str) -> None:
    looks_as_approved(PICTURES[name](), GOLDEN / f"{name}.png")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
