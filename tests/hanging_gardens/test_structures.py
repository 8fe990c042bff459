"""R1.3 and R3.14–R3.23: structures, and which of them a temple may be built on."""

from __future__ import annotations

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import eligible, keys, touched
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
from tests.hanging_gardens.v29 import moment
from tests.talk import event, kinds, told

NO_TEMPLE = "No temple now: no structure of three or more holds a facility of the new card."
HAS_TEMPLE = "A temple already stands on that structure."
TOO_SMALL = "A temple needs three or more equal facilities side by side."
THREE = "d1 up bm69"  # two terraces, bm70 and bn70; a1 at bm71 is the third
PARKS = f"{V24}; c2 up bm74"  # beside the six terraces of V24 two parks, bm74 and bm75; a2 at bn74 is the third


def open_squares(text: str) -> list[str]:
    """The structures open to building after the last card of a garden."""
    return [" ".join(keys(each)) for each in eligible(garden(text))]


def test_t13_r3_14_groups_join_by_sides_only() -> None:
    own = garden("f1 up bm70")
    assert grouped(own, "bm70") == "bm70"
    assert grouped(own, "bn71") == "bn71"


def test_t14_r3_16_building_is_voluntary() -> None:
    state = moment(1, 3)
    assert offered(state, "card-3 up bm71") == ["temple", "no-temple"]
    assert asks(state, "card-3 up bm71") == "build"
    step = do(state, "card-3 up bm71 no-temple")
    assert kinds(step) == ["laid"]
    assert step.state.gardens[0].temples == ()
    assert step.state.taken == ((), ())
    assert GAME.to_act(step.state) == {1}


def test_t15_r3_14_two_equal_facilities_are_no_structure() -> None:
    state = position("", "d1")
    assert asks(state, "card-1 up bm70") == ""
    assert refusal(state, "card-1 up bm70 temple") == NO_TEMPLE


def test_r3_14_three_are_enough() -> None:
    assert open_squares(f"{THREE}; a1 up bm71") == ["bm70 bm71 bn70"]


def test_r3_14_a_structure_without_a_new_facility_is_closed() -> None:
    own = f"{THREE}; a1 up bm71; a2 up bm73"
    assert grouped(garden(own), "bm70") == "bm70 bm71 bn70"
    assert open_squares(own) == []


def test_v24_one_structure_of_six() -> None:
    assert open_squares(V24) == ["bm69 bm70 bm71 bm72 bm73 bn70"]


def test_t16_r3_15_ru13_an_equal_facility_counts_as_new() -> None:
    state = position(f"{THREE}; a1 up bm71", "e1")
    before = grouped(state.gardens[0], "bm71")
    step = do(state, "card-1 up bm71 temple bm70 tile-1")
    assert grouped(step.state.gardens[0], "bm71") == before == "bm70 bm71 bn70"
    assert event(step, "temple_built").data.size == 3


def test_t16_r3_15_v29_10_3_a_park_over_a_park() -> None:
    state = moment(10, 3)
    step = do(state, "card-1 left br71 temple bs72 from-br74 tile-1")
    assert letter(state.gardens[1], "bs72") == letter(step.state.gardens[1], "bs72") == "P"
    assert grouped(step.state.gardens[1], "bs72") == "bp72 bq72 br72 bs72"


def test_r3_15_ru13_so_does_one_that_saves_a_part_of_a_cut_structure() -> None:
    """The card covers bm71 and bm72 of the six, and its terrace on bn71 joins the upper four."""
    assert grouped(garden(V24), "bm69") == "bm69 bm70 bm71 bm72 bm73 bn70"
    assert open_squares(V25.replace(" temple bm73", "")) == ["bm69 bm70 bn70 bn71"]


def test_t17_r3_16_ru14_with_two_open_structures_the_seat_chooses() -> None:
    state = moment(15, 1)
    own = state.gardens[0]
    squares = offered(state, "card-1 left bn71 temple")
    after = do(state, "card-1 left bn71 no-temple").state.gardens[0]
    found = {grouped(after, square) for square in squares}
    assert sorted(len(each.split()) for each in found) == [3, 4]
    assert sorted(" ".join(found).split()) == sorted(squares)
    small = next(each for each in found if len(each.split()) == 3).split()[0]
    large = next(each for each in found if len(each.split()) == 4).split()[0]
    for site, tiles in ((small, 2), (large, 4)):
        sources = offered(state, f"card-1 left bn71 temple {site}")
        assert offered(state, f"card-1 left bn71 temple {site} {sources[0]}") == [f"tile-{n + 1}" for n in range(tiles)]
    assert len(own.temples) == 5


def test_t17_r3_16_one_temple_a_turn() -> None:
    state = moment(15, 1)
    again_said = "card-1 left bn71 temple bo73 from-bm71 tile-3 temple"
    assert refusal(state, again_said) == "Only one temple can be built in a turn."


def test_t18_r3_17_any_square_of_the_structure_old_or_new() -> None:
    state = position(THREE, "a1")
    assert offered(state, "card-1 up bm71 temple") == ["bm70", "bm71", "bn70"]
    assert refusal(state, "card-1 up bm71 temple bm72") == TOO_SMALL
    assert refusal(state, "card-1 up bm71 temple bz99") == TOO_SMALL


def test_ru27_any_square_of_larger_structures_too() -> None:
    state = position("d1 up bm69; c1 up bm71; a1 up bm73", "b1")
    assert offered(state, "card-1 left bl68 temple") == ["bm69", "bm70", "bm71", "bm72", "bm73", "bn70"]


def test_r3_17_the_facility_beneath_still_counts() -> None:
    step = do(position(THREE, "a1"), "card-1 up bm71 temple bm70 tile-1")
    own = step.state.gardens[0]
    assert (temples(own), letter(own, "bm70"), grouped(own, "bm71")) == ("bm70", "T", "bm70 bm71 bn70")
    assert told(step)[1] == "Seat 1 builds a temple on bm70 (terrace, 3 squares)."


def test_r3_18_a_declined_structure_may_be_built_on_when_it_receives_a_facility() -> None:
    state = do(position(THREE, "a1"), "card-1 up bm71 no-temple").state
    elsewhere = again(state, "a2")
    assert asks(elsewhere, "card-1 up bn72") == ""
    step = do(again(state, "c1"), "card-1 up bm72 temple bn70 tile-4")
    assert event(step, "temple_built").data.size == 5


def test_t19_r3_20_a_structure_with_a_temple_brings_nothing_more() -> None:
    state = position(f"{V24} temple bm73", "a1")
    assert asks(state, "card-1 up bn71") == ""
    step = do(state, "card-1 up bn71")
    assert len(grouped(step.state.gardens[0], "bn71").split()) == 7
    assert kinds(step) == ["laid"]
    assert refusal(state, "card-1 up bn71 temple") == HAS_TEMPLE


def test_t20_v25_r3_21_a_cut_part_with_a_new_facility_is_open() -> None:
    state = position(f"{V24} temple bm73", "e1")
    assert offered(state, "card-1 right bl71 temple") == ["bm69", "bm70", "bn70", "bn71"]
    assert offered(state, "card-1 right bl71 temple bm69") == [f"tile-{n}" for n in range(1, 5)]
    assert refusal(state, "card-1 right bl71 temple bm69 tile-5") == "A structure of 4 opens only columns 1–2."


def test_t21_v26_r3_21_a_cut_part_without_one_is_not() -> None:
    state = position(f"{V24} temple bm73", "a2")
    assert grouped(garden(V26), "bm69") == "bm69 bm70 bn70"
    assert open_squares(V26) == []
    assert asks(state, "card-1 right bk71") == ""
    assert refusal(state, "card-1 right bk71 temple bm69") == NO_TEMPLE


def test_t21_r3_14_a_structure_untouched_while_another_is_open() -> None:
    state = position(PARKS, "a2")
    assert offered(state, "card-1 up bn74 temple") == ["bm74", "bm75", "bn74"]
    sentence = "That structure received no facility from the new card."
    assert refusal(state, "card-1 up bn74 temple bm69") == sentence


def test_r3_21_the_part_with_the_temple_is_not_open() -> None:
    own = garden(V25)
    assert [" ".join(keys(each)) for each in touched(own)] == ["bm69 bm70 bn70 bn71", "bn72"]
    state = position(f"{V24} temple bm69", "e1")
    assert asks(state, "card-1 right bl71") == ""
    assert refusal(state, "card-1 right bl71 temple") == HAS_TEMPLE


def test_t22_r3_22_ru15_a_group_that_shrinks_keeps_its_temple_and_the_tile_stays() -> None:
    state = position(f"{V24} temple bm73", "e1", taken=(("statue",), ()))
    after = do(state, "card-1 right bl71 no-temple").state
    assert grouped(after.gardens[0], "bm73") == "bm73"
    assert temples(after.gardens[0]) == "bm73"
    assert after.taken == (("statue",), ())
    assert points(after) == points(state) == [1, 0]


def test_t23_v27_r3_23_ru16_joined_groups_keep_their_temples_and_are_closed() -> None:
    state = position(V27_BEFORE, "n1")
    before = state.gardens[0]
    assert (grouped(before, "bm72"), grouped(before, "bn70")) == ("bm72 bn72", "bl70 bm70 bn70")
    assert asks(state, "card-1 right bk70") == ""
    after = do(state, "card-1 right bk70").state.gardens[0]
    assert after == garden(V27)
    assert temples(after) == "bm72 bn70"
    assert grouped(after, "bm72") == grouped(after, "bn70") == "bm70 bm71 bm72 bn70 bn72"
    assert refusal(state, "card-1 right bk70 temple bm70") == HAS_TEMPLE
