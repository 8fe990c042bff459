"""R3.24 and R3.25: the sixth temple."""

from __future__ import annotations

import pytest

from rules.game import Step
from rules.hanging_gardens.garden import movable
from rules.hanging_gardens.state import State
from tests.hanging_gardens.positions import (
    FIVE,
    FRAGMENTS,
    V24,
    again,
    asks,
    at,
    do,
    garden,
    grouped,
    offered,
    position,
    refusal,
    temples,
)
from tests.hanging_gardens.v29 import moment
from tests.talk import event, kinds, told

MOVED = "card-1 right bl76 temple bo77 from-bm75 tile-1"


def five() -> State:
    """All temples stand; g4 makes three fountains, and a third park beside the temple on bm75."""
    return position(FIVE, "g4")


def test_t24_r3_24_one_of_the_smallest_moves() -> None:
    state = moment(8, 1)
    assert offered(state, "card-1 left br72 temple br74") == ["from-bn71", "from-bp71", "from-bq72"]
    assert asks(state, "card-1 left br72 temple br74") == "source"
    step = do(state, "card-1 left br72 temple br74 from-bp71 tile-2")
    assert len(step.state.gardens[1].temples) == 5
    assert told(step)[1] == "Seat 2 moves a temple from bp71 to br74 (fountain, 3 squares)."


def test_t24_r3_24_another_may_not() -> None:
    sentence = "Only a temple on your smallest group may move: bn71, bp71, bq72."
    assert refusal(moment(8, 1), "card-1 left br72 temple br74 from-bo72") == sentence


@pytest.mark.parametrize("source", ["bn71", "bp71", "bq72"])
def test_t24_r3_24_ties_are_the_players_choice(source: str) -> None:
    step = do(moment(8, 1), f"card-1 left br72 temple br74 from-{source} tile-2")
    assert source not in temples(step.state.gardens[1]).split()


def test_t25_r3_25_a_single_smallest_may_be_left_out() -> None:
    state = moment(8, 2)
    assert offered(state, "card-4 up bq75 temple bq74") == ["from-bp72"]
    assert do(state, "card-4 up bq75 temple bq74 tile-2") == do(state, "card-4 up bq75 temple bq74 from-bp72 tile-2")


def test_t25_r3_25_so_in_a_garden_set_up_by_hand() -> None:
    assert do(five(), MOVED.replace(" from-bm75", "")) == do(five(), MOVED)


def test_r3_24_with_fewer_than_five_the_temple_comes_from_the_hand() -> None:
    fewer = FIVE.replace(" temple bm72", "")
    assert movable(garden(fewer)) == ()
    state = position(fewer, "g4")
    assert offered(state, "card-1 right bl76 temple bo77") == ["tile-1", "tile-2"]
    assert temples(do(state, "card-1 right bl76 temple bo77 tile-1").state.gardens[0]) == "bm69 bm70 bm71 bm75 bo77"


def test_r3_24_the_turn_is_otherwise_the_same() -> None:
    step = do(five(), MOVED)
    assert kinds(step) == ["laid", "temple_moved", "tile_taken"]
    moved = event(step, "temple_moved").data
    assert (moved.source, moved.square, moved.size) == (at("bm75"), at("bo77"), 3)
    assert temples(step.state.gardens[0]) == "bm69 bm70 bm71 bm72 bo77"


def test_t26_r3_25_sizes_are_taken_after_the_card_lies() -> None:
    state = moment(14, 1)
    before = state.gardens[1]
    assert "bv72" not in [f"{column}{row}" for column, row in movable(before)]
    assert len(grouped(before, "bv72").split()) == 5
    assert min(len(grouped(before, square).split()) for square in temples(before).split()) < 5
    assert offered(state, "card-4 down bt72 temple bu71") == ["from-bv72"]


def test_ru17_fragments_count_and_temples_on_one_group_have_its_size() -> None:
    own = garden(FRAGMENTS)
    assert [grouped(own, square) for square in temples(own).split()] == [
        "bm74 bm75", "bm74 bm75", "bn76", "bo77 bo78", "bo77 bo78",
    ]  # fmt: skip
    assert [f"{column}-{row}" for column, row in movable(own)] == ["66-76"]


def test_ru17_all_temples_on_smallest_groups_are_offered() -> None:
    ties = f"{FRAGMENTS.split(' temple bn76')[0]}; c3 up bo76 temple bn76; c4 up bp77 temple bp77 temple bp78"
    state = position(ties, "b1")
    assert grouped(state.gardens[0], "bn76") == "bn76 bo76 bo77"
    assert offered(state, "card-1 left bl68 temple bm69") == ["from-bm74", "from-bm75", "from-bp77", "from-bp78"]


def test_ru18_a_temple_does_not_move_within_its_own_structure() -> None:
    assert "bm76" not in offered(five(), "card-1 right bl76 temple")
    assert refusal(five(), "card-1 right bl76 temple bm76") == "A temple already stands on that structure."
    alone = position(FIVE, "a2")
    assert asks(alone, "card-1 up bm76") == ""
    assert len(grouped(do(alone, "card-1 up bm76").state.gardens[0], "bm75").split()) == 3


def left_behind() -> Step[State]:
    """The temple has left the parks."""
    step = do(five(), MOVED)
    assert grouped(step.state.gardens[0], "bm75") == "bm74 bm75 bm76"
    return step


def test_t27_ru18_the_group_left_behind_scores_again_later() -> None:
    state = again(left_behind().state, "a2")
    assert offered(state, "card-1 left bn74 temple") == ["bm74", "bm75", "bm76", "bn75"]
    step = do(state, "card-1 left bn74 temple bm74 from-bo77 tile-4")
    assert event(step, "temple_moved").data.size == 4


def test_t27_ru18_but_not_in_the_same_turn() -> None:
    assert offered(five(), "card-1 right bl76 temple") == ["bn77", "bo77", "bo78"]


def test_t28_ru18_the_square_left_may_be_covered_by_the_next_card() -> None:
    assert refusal(position(FIVE, "b2"), "card-1 up bm74") == "That would cover your temple on bm75."
    state = again(left_behind().state, "b2")
    after = do(state, "card-1 up bm74").state
    assert after.gardens[0].laid[-1] == ("b2", "up", 65, 74)


def test_t28_ru18_not_by_the_card_of_that_turn() -> None:
    assert refusal(five(), "card-1 right bl75 temple bo77 from-bm75") == "That would cover your temple on bm75."


def test_v24_is_the_upper_part_of_these_gardens() -> None:
    assert FIVE.startswith(V24)
    assert grouped(garden(FIVE), "bm69") == grouped(garden(V24), "bm69")
