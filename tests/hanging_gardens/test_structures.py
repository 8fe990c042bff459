"""R1.3 and R3.14–R3.23: structures, and which of them a temple may be built on."""

from __future__ import annotations

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import eligible, find_touched_groups, keys
from tests.hanging_gardens.positions import (
    V24,
    V25,
    V26,
    V27,
    V27_BEFORE,
    again,
    asks,
    do,
    garden,
    grouped,
    letter,
    offered,
    points,
    position,
    refusal,
    temples,
)
from tests.hanging_gardens.reference_game import moment
from tests.talk import event, kinds, told

NO_TEMPLE = "No temple now: no structure of three or more contains a facility of the new card."
HAS_TEMPLE = "A temple already stands on that structure."
TOO_SMALL = "A temple needs three or more identical facilities side by side."
THREE = "d1 up m19"  # two terraces, m20 and n20; a1 at m21 is the third
PARKS = f"{V24}; c2 up m24"  # beside the six terraces of V24 two parks, m24 and m25; a2 at n24 is the third


def open_squares(text: str) -> list[str]:
    """The structures open to building after the last card of a garden."""
    return [" ".join(keys(each)) for each in eligible(garden(text))]


def test_t13_r3_14_groups_join_by_sides_only() -> None:
    own = garden("f1 up m20")
    assert grouped(own, "m20") == "m20"
    assert grouped(own, "n21") == "n21"


def test_t14_r3_16_building_is_voluntary() -> None:
    state = moment(1, 3)
    assert offered(state, "card-3 up m21") == ["m20", "n20", "m21", "no-temple"]
    assert asks(state, "card-3 up m21") == "temple"
    step = do(state, "card-3 up m21 no-temple")
    assert kinds(step) == ["laid"]
    assert step.state.gardens[0].temples == ()
    assert step.state.taken == ((), ())
    assert GAME.to_act(step.state) == {1}


def test_t15_r3_14_two_equal_facilities_are_no_structure() -> None:
    state = position("", "d1")
    assert asks(state, "card-1 up m20") == ""
    assert refusal(state, "card-1 up m20 temple") == NO_TEMPLE


def test_r3_14_three_are_enough() -> None:
    assert open_squares(f"{THREE}; a1 up m21") == ["m20 m21 n20"]


def test_r3_14_a_structure_without_a_new_facility_is_closed() -> None:
    own = f"{THREE}; a1 up m21; a2 up m23"
    assert grouped(garden(own), "m20") == "m20 m21 n20"
    assert open_squares(own) == []


def test_v24_one_structure_of_six() -> None:
    assert open_squares(V24) == ["m19 m20 m21 m22 m23 n20"]


def test_t16_r3_15_ru13_an_equal_facility_counts_as_new() -> None:
    state = position(f"{THREE}; a1 up m21", "e1")
    before = grouped(state.gardens[0], "m21")
    step = do(state, "card-1 up m21 m20 tile-1")
    assert grouped(step.state.gardens[0], "m21") == before == "m20 m21 n20"
    assert event(step, "temple_built").data.size == 3


def test_t16_r3_15_v29_10_3_a_park_over_a_park() -> None:
    state = moment(10, 3)
    step = do(state, "card-1 left r21 s22 from-r24 tile-1")
    assert letter(state.gardens[1], "s22") == letter(step.state.gardens[1], "s22") == "P"
    assert grouped(step.state.gardens[1], "s22") == "p22 q22 r22 s22"


def test_r3_15_ru13_facility_saving_a_cut_part_opens_it() -> None:
    """The card covers m21 and m22 of the six, and its terrace on n21 joins the upper four."""
    assert grouped(garden(V24), "m19") == "m19 m20 m21 m22 m23 n20"
    assert open_squares(V25.replace(" temple m23", "")) == ["m19 m20 n20 n21"]


def test_t17_r3_16_ru14_seat_chooses_between_open_structures() -> None:
    state = moment(15, 1)
    own = state.gardens[0]
    *squares, none = offered(state, "card-1 left n21")
    assert none == "no-temple"
    after = do(state, "card-1 left n21 no-temple").state.gardens[0]
    found = {grouped(after, square) for square in squares}
    assert sorted(len(each.split()) for each in found) == [3, 4]
    assert sorted(" ".join(found).split()) == sorted(squares)
    small = next(each for each in found if len(each.split()) == 3).split()[0]
    large = next(each for each in found if len(each.split()) == 4).split()[0]
    for site, tiles in ((small, 2), (large, 4)):
        sources = offered(state, f"card-1 left n21 {site}")
        assert offered(state, f"card-1 left n21 {site} {sources[0]}") == [f"tile-{n + 1}" for n in range(tiles)]
    assert len(own.temples) == 5


def test_t17_r3_16_one_temple_a_turn() -> None:
    state = moment(15, 1)
    again_said = "card-1 left n21 o23 from-m21 tile-3 temple"
    assert refusal(state, again_said) == "You can build only one temple in a turn."


def test_t18_r3_17_any_square_of_the_structure_old_or_new() -> None:
    state = position(THREE, "a1")
    assert offered(state, "card-1 up m21") == ["m20", "n20", "m21", "no-temple"]
    assert refusal(state, "card-1 up m21 m22") == TOO_SMALL
    assert refusal(state, "card-1 up m21 z49") == TOO_SMALL


def test_ru27_any_square_of_larger_structures_too() -> None:
    state = position("d1 up m19; c1 up m21; a1 up m23", "b1")
    assert offered(state, "card-1 left l18") == ["m19", "m20", "n20", "m21", "m22", "m23", "no-temple"]


def test_r3_17_the_facility_beneath_still_counts() -> None:
    step = do(position(THREE, "a1"), "card-1 up m21 m20 tile-1")
    own = step.state.gardens[0]
    assert (temples(own), letter(own, "m20"), grouped(own, "m21")) == ("m20", "T", "m20 m21 n20")
    assert told(step)[1] == "Seat 1 · a temple on the terrace of 3"


def test_r3_18_declined_structure_opens_with_new_facility() -> None:
    state = do(position(THREE, "a1"), "card-1 up m21 no-temple").state
    elsewhere = again(state, "a2")
    assert asks(elsewhere, "card-1 up n22") == ""
    step = do(again(state, "c1"), "card-1 up m22 n20 tile-4")
    assert event(step, "temple_built").data.size == 5


def test_t19_r3_20_a_structure_with_a_temple_brings_nothing_more() -> None:
    state = position(f"{V24} temple m23", "a1")
    assert asks(state, "card-1 up n21") == ""
    step = do(state, "card-1 up n21")
    assert len(grouped(step.state.gardens[0], "n21").split()) == 7
    assert kinds(step) == ["laid"]
    assert refusal(state, "card-1 up n21 temple") == HAS_TEMPLE


def test_t20_v25_r3_21_a_cut_part_with_a_new_facility_is_open() -> None:
    state = position(f"{V24} temple m23", "e1")
    assert offered(state, "card-1 right l21") == ["m19", "m20", "n20", "n21", "no-temple"]
    assert offered(state, "card-1 right l21 m19") == [f"tile-{n}" for n in range(1, 5)]
    assert refusal(state, "card-1 right l21 m19 tile-5") == "With a structure of 4 you may only take a tile from columns 1–2."


def test_t21_v26_r3_21_a_cut_part_without_one_is_not() -> None:
    state = position(f"{V24} temple m23", "a2")
    assert grouped(garden(V26), "m19") == "m19 m20 n20"
    assert open_squares(V26) == []
    assert asks(state, "card-1 right k21") == ""
    assert refusal(state, "card-1 right k21 m19") == NO_TEMPLE


def test_t21_r3_14_a_structure_untouched_while_another_is_open() -> None:
    state = position(PARKS, "a2")
    assert offered(state, "card-1 up n24") == ["m24", "n24", "m25", "no-temple"]
    sentence = "The new card added no facility to that structure."
    assert refusal(state, "card-1 up n24 m19") == sentence


def test_r3_21_the_part_with_the_temple_is_not_open() -> None:
    own = garden(V25)
    assert [" ".join(keys(each)) for each in find_touched_groups(own)] == ["m19 m20 n20 n21", "n22"]
    state = position(f"{V24} temple m19", "e1")
    assert asks(state, "card-1 right l21") == ""
    assert refusal(state, "card-1 right l21 temple") == HAS_TEMPLE


def test_t22_r3_22_ru15_shrinking_group_keeps_temple_and_tile() -> None:
    state = position(f"{V24} temple m23", "e1", taken=(("statue",), ()))
    after = do(state, "card-1 right l21 no-temple").state
    assert grouped(after.gardens[0], "m23") == "m23"
    assert temples(after.gardens[0]) == "m23"
    assert after.taken == (("statue",), ())
    assert points(after) == points(state) == [1, 0]


def test_t23_v27_r3_23_ru16_joined_groups_keep_temples_closed() -> None:
    state = position(V27_BEFORE, "n1")
    before = state.gardens[0]
    assert (grouped(before, "m22"), grouped(before, "n20")) == ("m22 n22", "l20 m20 n20")
    assert asks(state, "card-1 right k20") == ""
    after = do(state, "card-1 right k20").state.gardens[0]
    assert after == garden(V27)
    assert temples(after) == "m22 n20"
    assert grouped(after, "m22") == grouped(after, "n20") == "m20 m21 m22 n20 n22"
    assert refusal(state, "card-1 right k20 m20") == HAS_TEMPLE
