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
from tests.hanging_gardens.reference_game import moment
from tests.talk import event, kinds, told

MOVED = "card-1 right l26 o27 from-m25 tile-1"


def five() -> State:
    """All temples stand; g4 makes three fountains, and a third park beside the temple on m25."""
    return position(FIVE, "g4")


def test_t24_r3_24_one_of_the_smallest_moves() -> None:
    state = moment(8, 1)
    assert offered(state, "card-1 left r22 r24") == ["from-n21", "from-p21", "from-q22"]
    assert asks(state, "card-1 left r22 r24") == "source"
    step = do(state, "card-1 left r22 r24 from-p21 tile-2")
    assert len(step.state.gardens[1].temples) == 5
    assert told(step)[1] == "Seat 2 · a temple moved to the fountain of 3"


def test_t24_r3_24_another_may_not() -> None:
    sentence = "Only a temple on your smallest group may move: n21, p21, q22."
    assert refusal(moment(8, 1), "card-1 left r22 r24 from-o22") == sentence


@pytest.mark.parametrize("source", ["n21", "p21", "q22"])
def test_t24_r3_24_ties_are_the_players_choice(source: str) -> None:
    step = do(moment(8, 1), f"card-1 left r22 r24 from-{source} tile-2")
    assert source not in temples(step.state.gardens[1]).split()


def test_t25_r3_25_a_single_smallest_may_be_left_out() -> None:
    state = moment(8, 2)
    assert offered(state, "card-4 up q25 q24") == ["from-p22"]
    assert do(state, "card-4 up q25 q24 tile-2") == do(state, "card-4 up q25 q24 from-p22 tile-2")


def test_t25_r3_25_so_in_a_garden_set_up_by_hand() -> None:
    assert do(five(), MOVED.replace(" from-m25", "")) == do(five(), MOVED)


def test_r3_24_temple_comes_from_hand_while_fewer_than_five() -> None:
    fewer = FIVE.replace(" temple m22", "")
    assert movable(garden(fewer)) == ()
    state = position(fewer, "g4")
    assert offered(state, "card-1 right l26 o27") == ["tile-1", "tile-2"]
    assert temples(do(state, "card-1 right l26 o27 tile-1").state.gardens[0]) == "m19 m20 m21 m25 o27"


def test_r3_24_the_turn_is_otherwise_the_same() -> None:
    step = do(five(), MOVED)
    assert kinds(step) == ["laid", "temple_moved", "tile_taken"]
    moved = event(step, "temple_moved").data
    assert (moved.source, moved.square, moved.size) == (at("m25"), at("o27"), 3)
    assert temples(step.state.gardens[0]) == "m19 m20 m21 m22 o27"


def test_t26_r3_25_sizes_are_taken_after_the_card_lies() -> None:
    state = moment(14, 1)
    before = state.gardens[1]
    assert "v22" not in [f"{column}{row}" for column, row in movable(before)]
    assert len(grouped(before, "v22").split()) == 5
    assert min(len(grouped(before, square).split()) for square in temples(before).split()) < 5
    assert offered(state, "card-4 down t22 u21") == ["from-v22"]


def test_ru17_fragments_and_shared_groups_count_in_size() -> None:
    own = garden(FRAGMENTS)
    assert [grouped(own, square) for square in temples(own).split()] == [
        "m24 m25", "m24 m25", "n26", "o27 o28", "o27 o28",
    ]  # fmt: skip
    assert [f"{column}-{row}" for column, row in movable(own)] == ["14-26"]


def test_ru17_all_temples_on_smallest_groups_are_offered() -> None:
    ties = f"{FRAGMENTS.split(' temple n26')[0]}; c3 up o26 temple n26; c4 up p27 temple p27 temple p28"
    state = position(ties, "b1")
    assert grouped(state.gardens[0], "n26") == "n26 o26 o27"
    assert offered(state, "card-1 left l18 m19") == ["from-m24", "from-m25", "from-p27", "from-p28"]


def test_ru18_a_temple_does_not_move_within_its_own_structure() -> None:
    assert "m26" not in offered(five(), "card-1 right l26")
    assert refusal(five(), "card-1 right l26 m26") == "A temple already stands on that structure."
    alone = position(FIVE, "a2")
    assert asks(alone, "card-1 up m26") == ""
    assert len(grouped(do(alone, "card-1 up m26").state.gardens[0], "m25").split()) == 3


def left_behind() -> Step[State]:
    """The temple has left the parks."""
    step = do(five(), MOVED)
    assert grouped(step.state.gardens[0], "m25") == "m24 m25 m26"
    return step


def test_t27_ru18_the_group_left_behind_scores_again_later() -> None:
    state = again(left_behind().state, "a2")
    assert offered(state, "card-1 left n24") == ["m24", "m25", "n25", "m26", "no-temple"]
    step = do(state, "card-1 left n24 m24 from-o27 tile-4")
    assert event(step, "temple_moved").data.size == 4


def test_t27_ru18_but_not_in_the_same_turn() -> None:
    assert offered(five(), "card-1 right l26") == ["n27", "o27", "o28", "no-temple"]


def test_t28_ru18_next_card_may_cover_the_square_left() -> None:
    assert refusal(position(FIVE, "b2"), "card-1 up m24") == "That would cover your temple on m25."
    state = again(left_behind().state, "b2")
    after = do(state, "card-1 up m24").state
    assert after.gardens[0].laid[-1] == ("b2", "up", 13, 24)


def test_t28_ru18_not_by_the_card_of_that_turn() -> None:
    assert refusal(five(), "card-1 right l25 o27 from-m25") == "That would cover your temple on m25."


def test_v24_is_the_upper_part_of_these_gardens() -> None:
    assert FIVE.startswith(V24)
    assert grouped(garden(FIVE), "m19") == grouped(garden(V24), "m19")
