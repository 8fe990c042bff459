"""R3.8–R3.11: spots of tiles, and the gems under them."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.ishtar.garden import cover_of, tile_bits
from rules.ishtar.parts import TILES, Gems
from rules.ishtar.state import Spot, State
from tests.ishtar.invariants import groups, is_spot, spots_of
from tests.ishtar.positions import (
    anchors,
    at,
    cover_in,
    do,
    garden,
    having,
    hindered,
    keys,
    labels,
    offered,
    own_points,
    position,
    reason,
    refusal,
    spot_count,
    ways_at,
)
from tests.ishtar.reference_game import END, PLACING, SET_UP, moment, step
from tests.talk import event, kinds, told

TWO_ASSISTANTS = "That would put two assistants in one bed."
TWO_ASSISTANTS_LAID = "tri-13 g5 x0; @g5 0; bar-13 i5 x0; @i5 0"


@pytest.mark.parametrize(
    ("tile", "count"),
    [("bar-1", (204, 64)), ("bar-2", (102, 64)), ("vee-1", (212, 71)), ("vee-3", (212, 71)), ("tri-1", (210, 71))],
)
def test_r4_10_spots_on_the_bare_map(tile: str, count: tuple[int, int]) -> None:
    assert spot_count(moment(SET_UP), tile) == count
    assert spots_of(moment(SET_UP).garden, tile) == {
        (cell, k) for cell, ks in anchors(moment(SET_UP).garden, tile).items() for k in ks
    }


def test_r3_8_ru9_a_tile_with_a_spot_must_be_placed() -> None:
    state = moment(PLACING[1])
    assert "done" not in offered(state)
    assert refusal(state, "done").startswith("“done” is not possible here. Where does the tile's golden cell go?")


def test_r3_8_t15_only_sand_and_rock_on_the_map() -> None:
    first, fourth = moment(PLACING[1]), moment(PLACING[4])
    assert refusal(first, "a right f3") == "The fountain at g4 must stay uncovered."
    assert refusal(first, "a right g4") == "The fountain at g4 must stay uncovered."
    assert refusal(first, "c right l11") == "Part of the tile would be off the map."
    assert refusal(fourth, "a down-right h7") == "The engraved stone at i8 must stay uncovered."
    assert refusal(fourth, "a up-right h7") == "The engraved stone at i8 must stay uncovered."
    assert ways_at(first, "f3") == ["down-left", "left", "up-left", "up-right"]
    assert ways_at(first, "l11") == ["down-left", "left", "up-left"]


def test_r3_8_never_on_a_tile() -> None:
    state = position("tri-13 g5 x0", "tri-1")
    assert refusal(state, "a right g5") == "There is already a tile on g5."
    assert reason(state, "a down-right f5") == "There is already a tile on g5."


def test_r3_8_t16_it_must_touch_a_fountain_or_a_tile() -> None:
    assert reason(moment(PLACING[1]), "a right g1") == "A tile must touch a fountain or a tile already laid."
    state = position("tri-13 g5 x0", "tri-1")
    assert at("i5") in anchors(state.garden, "tri-1")  # beside h5
    assert is_spot(state.garden, "tri-1", at("i5"), 0)


def test_r3_8_t17_gardens_of_two_fountains_are_never_joined() -> None:
    state = moment(PLACING[3])
    sentence = "That would join the gardens of the fountains g4 and d9."
    assert refusal(state, "a right f6") == refusal(state, "a left f6") == sentence
    assert ways_at(state, "f6") == ["down-right", "up-left"]
    assert "right" in ways_at(state, "f5")
    assert spot_count(state, "bar-13") == (214, 71)


def spots_as_cells(state: State, tile: str) -> list[int]:
    """Return all spots of a tile, each as the cells that it would cover."""
    found = anchors(state.garden, tile)
    return [tile_bits(state.garden, tile, Spot(anchor, rotation)) for anchor, ways in found.items() for rotation in ways]


def test_r3_9_ru10_t18_a_cell_between_two_gardens_stays_bare() -> None:
    state = position("tri-13 g5 x0; bar-14 e9 x3; bar-2 f6 x1")
    both = [one & other for one, other in combinations(cover_in(state).fountain_zones, 2) if one & other]
    assert [keys(state, bits) for bits in both] == ["e7 f7"]
    assert not [cells for tile in TILES for cells in spots_as_cells(state, tile) if cells & both[0]]


def test_r3_9_t18_gardens_of_the_same_fountain_may_be_joined() -> None:
    state = position("bar-2 f4 x0; bar-2 h4 x0")
    grid, covered = cover_in(state).grid, cover_in(state).covered
    assert len(groups(grid.cells_of(covered))) == 2
    assert [cells for cells in spots_as_cells(state, "bar-12") if len(groups(grid.cells_of(covered | cells))) == 1]


def test_r3_9_a_fountain_may_have_several_gardens() -> None:
    assert [each.bit_count() for each in cover_of(garden("bar-2 f4 x0; bar-2 h4 x0")).gardens] == [6, 0, 0, 0]


def test_r3_8_t19_two_assistants_in_one_bed() -> None:
    state = moment(PLACING[4])
    assert refusal(state, "a up-right h6") == TWO_ASSISTANTS
    assert ways_at(state, "h7") == ["down-left", "left", "right", "up-left"]
    assert do(state, "a left h7 assistant").state == moment(END)


def test_r3_8_t20_not_even_two_of_one_seat() -> None:
    state = moment(PLACING[4])
    assert {seat for _, seat in state.garden.assistants} == {0}
    assert hindered(state, "a up-right h6") == TWO_ASSISTANTS


def test_r3_8_two_flowers_apart_may_not_join_through_a_free_bed() -> None:
    """Cell 2 of vee-9 on f3 touches the bed of e4, cell 3 that of h2; a free bed would join the two."""
    men = "tri-2 h2 x0; @h2 0; tri-9 f2 x2; vee-13 e4 x5; @e4 0"
    state = position(f"{men}; tri-12 h5 x4", "vee-9")
    assert hindered(state, "a down-left f3") == TWO_ASSISTANTS
    assert not ways_at(state, "f3")
    assert not is_spot(state.garden, "vee-9", at("f3"), 2)
    for tile in ("vee-9", "bar-8", "tri-11"):
        assert spots_of(state.garden, tile) == {(c, k) for c, ways in anchors(state.garden, tile).items() for k in ways}


def test_r3_10_grass_separates_beds() -> None:
    """The elbow of vee-13 may lie on h7 because h6 has grass; with a flower on h6 it would be refused."""
    after = moment(END)
    beds = sorted(cover_in(after).grid.keys_of(bed.cells) for bed in cover_in(after).beds)
    assert beds == [("g5", "g6"), ("h7",), ("i6",)]


def test_r3_11_gems_are_collected_openly() -> None:
    step_ = step(SET_UP + 2)
    assert event(step_, "collected").data.gems == Gems(p=1)
    assert moment(SET_UP + 2).players[0].gems == Gems(2, 0, 0)
    assert own_points(moment(SET_UP + 2)).total == 6


def test_r3_11_a_tile_may_lie_on_no_gems() -> None:
    state = position("", "bar-1")
    none = [cell for cell, label in labels(state, "a right").items() if "no gems" in label]
    step_ = do(state, f"a right {none[0]} done")
    assert "collected" not in kinds(step_)
    assert step_.state.players[0].gems == Gems(1, 0, 0)


def test_r3_11_ru11_t21_gems_just_collected_pay_at_once() -> None:
    before, after = moment(PLACING[2]), moment(SET_UP + 5)
    assert before.players[1].gems == Gems(1, 0, 0)
    assert after.players[1].owned == ("m3",)
    assert after.planted[1] == (21,)
    assert after.players[1].gems == Gems(0, 0, 1)
    assert after.supply == Gems(21, 21, 15)


def test_r3_11_no_limit_on_gems() -> None:
    state = having(position("", "tri-13"), gems="20p 5r")
    assert do(state, "a right g5 done").state.players[0].gems == Gems(21, 5, 0)


def test_r7_4_the_story_of_placing() -> None:
    assert told(step(SET_UP + 5)) == [
        "Seat 2 · a tile at fountain B, a mastery, a tree",
        "The tile lies on e9, e8, e10.",
        "Gems taken: 1 purple, 1 red.",
        "Mastery 3 for 2 purple: 3 gems of one colour.",
        "From the supply: 3 white.",
        "A tree for 1 red, 2 white stands on e10: 9 points.",
    ]
