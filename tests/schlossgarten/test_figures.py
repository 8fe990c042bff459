"""R3.5 to R3.11: cards and figures."""

from __future__ import annotations

from rules.schlossgarten.board import board_of
from rules.schlossgarten.figures import own_workers, rotations, rotations_of, standing_figures
from tests.schlossgarten.positions import do, offered, position, refusal, start
from tests.talk import event, kinds

FOREIGN = "K g7 G g6 A g5"


def stands(red: str, white: str, card: int) -> bool:
    return bool(standing_figures(board_of(position(red, white)), 0, card))


def test_r3_5_card_places_workers_relative_to_the_king() -> None:
    assert rotations(17)[0] == ((1, 1), (1, 2))
    assert stands("K d2 G e3 A e4", FOREIGN, 17)


def test_r3_6_four_rotations() -> None:
    assert rotations_of(((1, 3), (0, 1))) == (
        ((1, 3), (0, 1)),
        ((3, -1), (1, 0)),
        ((-1, -3), (0, -1)),
        ((-3, 1), (-1, 0)),
    )
    for red in ("K d4 G e7 A d5", "K d4 G g3 A e4", "K d4 G c1 A d3", "K d4 G a5 A c4"):
        assert stands(red, FOREIGN, 25), red


def test_r3_7_cards_are_not_mirrored() -> None:
    assert not stands("K d2 G c3 A c4", FOREIGN, 17)
    assert stands("K d2 G e3 A e4", FOREIGN, 17)


def test_r3_8_figure_stands_anywhere_in_the_garden() -> None:
    crowded = position("K a1 G b2 A b3", "K a2 G b1 A a3", pits="c1 c2 c3", cards=(8, 17))
    assert standing_figures(board_of(crowded), 0, 17)
    assert not stands("K d2 G e3 A e5", FOREIGN, 17)


def test_r3_9_figure_needs_the_own_king() -> None:
    assert not stands("K a7 G e3 A e4", "K d2 G g6 A g5", 17)
    assert stands("K d2 G a3 A e4", "K g7 G e3 A g5", 17)
    assert stands("K d2 G e3 A a4", "K g7 G a3 A e4", 17)


def test_r3_10_nobody_works_with_two_foreign_workers() -> None:
    state = position("K d2 G a7 A a6", "K g7 G e3 A e4", cards=(8, 17))
    step = do(state, "card-17 done")
    assert "figure_made" in kinds(step)
    assert "rested" not in kinds(step)
    assert own_workers(board_of(state), 0, 17) == ()
    assert offered(state, "card-17 done") == []
    assert refusal(state, "card-17 done dig") == "None of your own workers is part of the pattern."


def test_r3_11_r6_6_figure_may_stand_without_movement() -> None:
    state = position("K d1 G c1 A e1", "K d7 G e7 A c7", cards=(7, 8))
    assert offered(state, "card-7 done") == ["gardener-works", "architect-works", "rest"]


def test_r3_11_workers_of_every_standing_figure_count() -> None:
    """Card 7 is a straight line: here it stands once with the own gardener, once with the own architect."""
    state = position("K d4 G c4 A d5", "K a7 G d3 A e4", cards=(7, 8))
    figures = standing_figures(board_of(state), 0, 7)
    assert [figure.key for figure in figures] == ["d4-c4-e4", "d4-d3-d5"]
    assert own_workers(board_of(state), 0, 7) == (1, 2)
    assert event(do(state, "card-7 done rest"), "figure_made").data.figure.key == "d4-c4-e4"


def test_r3_11_the_figure_is_examined_after_all_movement() -> None:
    state = start(2, 7, 9)
    state = do(state, "card-8").state
    assert "figure_made" not in kinds(do(state, "card-7 king d2 done"))
