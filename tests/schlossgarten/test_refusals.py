"""R7.9: reasons against answers that are not on offer (E1 to E26); tests of movement and work have more of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.schlossgarten.state import at
from tests.schlossgarten.positions import do, offered, position, refusal, talk

MEETING = position(
    "K d3 G d4 A a1",
    "K g7 G e3 A c4",
    pits="c3 g1",
    elements="white pool d1 e1, white column c4, red column f7",
    cards=(7, 8),
)
STUCK = position("K d3 G a1 A g1", "K g7 G e4 A c4", pits="a2 b1 b2", elements="white hedge-1 c4", cards=(7, 8))
WORKING = position(
    "K d4 G d3 A d5", "K g7 G g6 A a7", pits="c2 c3 d2", elements="red hedge-1 a1, white hedge-2 e2 f2", cards=(7, 8)
)
ONE_TILE = position(
    "K b1 G a1 A c1",
    "K g7 G b2 A f7",
    elements="red hedge-1 g1, red hedge-2 f2 f3, red maze d6 d7 e7",
    cards=(7, 8),
)
WORK = "card-7 done gardener-works"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param("card-9", "Card 9 is not in your hand.", id="e1"),
        pytest.param("card-8 king c3", "There is a pit on c3; nobody can walk on pits.", id="e2"),
        pytest.param("card-8 king c4", "Seat 2 has an element on c4 (column): nobody else may stand there.", id="e3"),
        pytest.param("card-8 king d4", "Your gardener is already on d4.", id="e4"),
        pytest.param("card-8 king g7", "A king stands on g7; kings cannot be hit or jumped.", id="e5"),
        pytest.param("card-8 king d3", "Your king is already on d3.", id="e9"),
        pytest.param("card-8 king e2 king a5", "a5 is 5 steps away; you have 4 left.", id="e7"),
        pytest.param("card-8 king e3 a1", "A hit pawn goes to a free square on an element of its owner: d1, e1.", id="e11"),
        pytest.param("card-8 reach a1-b1-c1", "a1-b1-c1 is not on the list; move the pawns one by one.", id="e12"),
        pytest.param("card-8 done dig", "The pattern of card 8 is not complete, so nobody may work.", id="e13"),
    ],
)
def test_r7_9_e1_to_e13(typed: str, sentence: str) -> None:
    assert refusal(MEETING, typed) == sentence


def test_r7_9_e6_worker_cannot_be_hit() -> None:
    sentence = "The pawn on e4 cannot be hit: Seat 2 has no free square on an element."
    assert refusal(STUCK, "card-8 king e4") == sentence


def test_r7_9_e7_four_away_with_three_left() -> None:
    state = position("K d1 G c1 A e1", "K d7 G e7 A c7")
    assert refusal(state, "card-8 king d2 king d3 king g7") == "g7 is 4 steps away; you have 3 left."


def test_r7_9_e8_six_steps_away() -> None:
    state = position("K d1 G c1 A e1", "K d6 G e7 A c7")
    assert refusal(state, "card-8 king d7") == "Your king cannot get to d7 this turn."


def test_r7_9_e10_a_pawn_that_cannot_move() -> None:
    assert refusal(STUCK, "card-8 gardener") == "Your gardener cannot move."


def test_r7_9_e14_none_of_the_own_workers() -> None:
    state = position("K d2 G a7 A a6", "K g7 G e3 A e4", cards=(8, 17))
    assert refusal(state, "card-17 done pool") == "None of your own workers is part of the pattern."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param("terrace", "Terrace: only architects build that.", id="e15"),
        pytest.param("dig f4", "Your gardener is not next to f4.", id="e16"),
        pytest.param("dig c2", "c2 has no tile to dig.", id="e17"),
        pytest.param("dig d4", "A pawn stands on d4.", id="e18"),
        pytest.param("hedge-1", "Hedge: already in the garden.", id="e19"),
        pytest.param("maze c2-c3-c4", "Maze: c2-c3-c4 is not the right shape.", id="e23"),
        pytest.param("hedge-2 c3-d3", "A pawn stands on d3.", id="e18"),
        pytest.param("hedge-2 c3-c4", "c4 has not been dug.", id="e20"),
        pytest.param("hedge-2 d2-e2", "Long hedge: the element on e2 is not smaller (long hedge).", id="e21"),
        pytest.param("maze d1-d2-e2", "d1 has not been dug.", id="e20"),
        pytest.param("dig c4 dig", "One tile and one element in a turn, no more.", id="e25"),
        pytest.param("hedge-2 c2-c3 dig", "One tile and one element in a turn, no more.", id="e25"),
        pytest.param("hedge-2 c2-c3 maze", "One tile and one element in a turn, no more.", id="e25"),
    ],
)
def test_r7_9_e15_to_e25(typed: str, sentence: str) -> None:
    assert refusal(WORKING, f"{WORK} {typed}") == sentence


def test_r7_9_e22_half_covered() -> None:
    state = replace(WORKING, pits=tuple(sorted((*WORKING.pits, at("d1")))))
    assert refusal(state, f"{WORK} maze d1-d2-e2") == "Long hedge (Seat 2) would not be covered completely."


def test_r7_9_e24_too_far_from_the_worker() -> None:
    state = replace(WORKING, pits=tuple(sorted((*WORKING.pits, at("a2"), at("a3")))))
    assert refusal(state, f"{WORK} hedge-2 a2-a3") == "Your gardener is not next to any square of a2-a3."


def test_r7_9_e26_a_worker_without_work() -> None:
    """The architect on a1 is shut in by pits, and all he could build lies in the garden."""
    elements = "red column g1, red pool e7 f7, red terrace f1 f2 g2"
    state = position("K b2 G c3 A a1", "K g7 G g6 A g5", pits="a2 b1", elements=elements, cards=(8, 10))
    assert refusal(state, "card-10 done architect-works") == "Your architect has nothing to dig or build."
    alone = position("K b2 G g3 A a1", "K g7 G c3 A g5", pits="a2 b1", elements=elements, cards=(8, 10))
    assert refusal(alone, "card-10 done dig") == "Your architect has nothing to dig or build."


def test_r7_9_impossible_work_is_explained() -> None:
    """A worker can dig or build, but not both: the answer that is missing is explained."""
    bare = position("K d4 G d3 A a1", "K g7 G g6 A d5", cards=(7, 8))
    assert refusal(bare, "card-7 done hedge-1") == "Your gardener has no site for this before he digs: hedge."
    assert refusal(bare, "card-7 done dig c4 pool") == "Pool: only architects build that."
    assert refusal(bare, "card-7 done dig c4 maze") == "Your gardener has no site for this: maze."
    dug = position("K b2 G a1 A c3", "K g7 G g6 A g5", pits="a2 b1", cards=(8, 10))
    assert refusal(dug, "card-10 done gardener-works dig") == "Your gardener has nothing to dig."


def test_r7_9_e26_other_worker_is_refused_once_one_works() -> None:
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", cards=(7, 8))
    assert refusal(state, "card-7 done gardener-works architect-works") == "Only one worker may work in a turn."
    assert refusal(ONE_TILE, "card-7 done gardener-works dig a2 architect-works") == "Only one worker may work in a turn."
    assert refusal(WORKING, f"{WORK} hedge-2 architect-works") == "Only one worker may work in a turn."


def test_r7_9_answers_of_former_questions() -> None:
    said = "Type what you build: hedge-1, hedge-2, maze, column, pool, terrace."
    assert refusal(WORKING, f"{WORK} build hedge-1") == said
    figure = offered(WORKING, "card-8 reach")[0]
    assert refusal(WORKING, f"card-8 reach {figure} done") == "You have finished moving: go on with the work."


def test_r7_9_work_is_refused_before_the_worker_is_chosen() -> None:
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", cards=(7, 8))
    assert refusal(state, "card-7 done dig c4") == "First type who works."
    assert "not possible here" in refusal(state, "card-7 done king-works")


def test_r7_9_e25_after_a_turn_that_is_complete() -> None:
    assert refusal(ONE_TILE, f"{WORK} dig a2 dig b3") == "One tile and one element in a turn, no more."
    assert refusal(ONE_TILE, f"{WORK} dig a2 maze") == "Your gardener has nothing to build."


def test_r6_1_r7_9_no_refusal_preempts_a_forced_answer() -> None:
    """The gardener can only dig a2, so the answer may be left out; with several tiles it may not."""
    state = position("K b1 G a1 A c1", "K g7 G b2 A f7", cards=(7, 8))
    full, short = (do(state, f"{WORK} {words}").state for words in ("dig a2 hedge-1 a2", "hedge-1 a2"))
    assert short == full
    several = position("K d4 G d3 A d5", "K g7 G g6 A a7", cards=(7, 8))
    sentence = "Your gardener has no site for this before he digs: hedge."
    assert refusal(several, f"{WORK} hedge-1") == sentence


def test_r7_9_a_site_in_another_order_or_with_too_few_squares() -> None:
    assert refusal(WORKING, f"{WORK} hedge-2 c3-c2") == "Type c2-c3."
    assert refusal(WORKING, f"{WORK} maze c3-c2") == "Maze: covers 3 squares, named as in c2-c3-d2."
    assert refusal(WORKING, f"{WORK} hedge-2 d2") == "Long hedge: covers 2 squares, named as in c2-c3."


@pytest.mark.parametrize("typed", ["card-99", "card-8 queen", "card-8 king z9", "card-8 done rest", "card-8 king e2 now"])
def test_r7_9_other_words_get_the_general_sentence(typed: str) -> None:
    said = refusal(MEETING, typed)
    assert "not possible here" in said or "one word too many" in said
    assert talk.reason(MEETING, "card-99") == ""
