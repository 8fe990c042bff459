"""R3.24 to R3.36: digging and building."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import Gain
from rules.schlossgarten.board import NAMES, Board, board_of, squares
from rules.schlossgarten.parts import KIND_KEYS, PAWNS
from rules.schlossgarten.state import State, at
from rules.schlossgarten.work import diggable, sites
from tests.schlossgarten.positions import LINE, asked, board, do, drawn, element, labels, offered, points, position, refusal
from tests.talk import event, kinds, told

V6 = position("K d3 G a1 A c5", "K g7 G g6 A a7", pits="b4", elements="white hedge-2 c4 d4, white hedge-1 d5, red column f1")
V7 = position("K d3 G a1 A c5", "K g7 G g6 A g5", pits="b4 b5", elements="red column c4", cards=(8, 20))


def all_sites(state: State, pawn: str) -> dict[str, list[str]]:
    """Return the sites of a worker of seat 0, by kind."""
    found = sites(board_of(state), 0, PAWNS.index(pawn))
    return {KIND_KEYS[kind]: ["-".join(NAMES[square] for square in site) for site in places] for kind, places in found.items()}


def everything_dug(red: str) -> Board:
    state = position(red, "K g7 G g6 A g5")
    stood = {square for own in state.pawns for square in own}
    return board_of(replace(state, pits=tuple(square for square in range(49) if square not in stood)))


def test_r3_24_one_worker_works_alone() -> None:
    assert offered(LINE, "card-7 done") == ["gardener-works", "architect-works", "rest"]
    step = do(LINE, "card-7 done gardener-works dig d2 rest")
    assert PAWNS[event(step, "tile_dug").data.pawn] == "gardener"
    assert offered(LINE, "card-7 done gardener-works") == ["hedge-2", "hedge-1", "dig"]


def test_r3_24_a_worker_outside_the_figure_does_not_work() -> None:
    state = position("K d4 G d3 A a1", "K g7 G g6 A d5", cards=(7, 8))
    assert offered(state, "card-7 done") == ["dig", "rest"]
    assert refusal(state, "card-7 done architect-works") == "Your architect is not part of the pattern."


def test_r3_25_free_tiles_beside_the_worker_can_be_dug() -> None:
    state = position("K d4 G d3 A d5", "K g7 G e3 A g5", pits="c2", elements="red column c3", cards=(7, 8))
    assert sorted(NAMES[square] for square in squares(diggable(board_of(state), at("d3")))) == ["c4", "d2", "e2", "e4"]
    path = "card-7 done gardener-works dig"
    assert offered(state, path) == ["c4", "e4", "d2", "e2"]
    assert refusal(state, f"{path} c2") == "c2 has no tile to dig."
    assert refusal(state, f"{path} c3") == "c3 has no tile to dig."
    assert refusal(state, f"{path} e3") == "A pawn stands on e3."
    assert refusal(state, f"{path} d4") == "A pawn stands on d4."
    assert refusal(state, f"{path} d1") == "Your gardener is not next to d1."


def test_r3_26_each_worker_builds_his_own_kinds() -> None:
    assert set(all_sites(LINE, "gardener")) == {"hedge-1", "hedge-2"}
    for kind in ("column", "pool", "terrace"):
        assert refusal(LINE, f"card-7 done gardener-works {kind}") == f"{kind.capitalize()}: only architects build that."


def test_r3_26_dig_then_build_or_either_alone() -> None:
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="c3", cards=(7, 8))
    both = do(state, "card-7 done gardener-works dig c2 hedge-2 c2-c3").state
    assert element(both, 0, "hedge-2") == "c2 c3"
    assert both.pits == ()
    alone = do(state, "card-7 done gardener-works hedge-1 c3").state
    assert element(alone, 0, "hedge-1") == "c3"
    assert refusal(state, "card-7 done gardener-works dig c2 dig") == "One tile and one element in a turn, no more."


@pytest.mark.parametrize(
    ("red", "counts"),
    [("K a7 G d4 A a6", [8, 20, 48]), ("K d7 G a1 A d6", [3, 6, 12]), ("K d7 G d1 A d6", [5, 11, 24])],
)
def test_r4_11_v5_one_square_beside_the_worker_is_enough(red: str, counts: list[int]) -> None:
    found = sites(everything_dug(red), 0, 1)
    assert [len(found[kind]) for kind in (0, 1, 2)] == counts


def test_r3_27_no_square_beside_the_worker() -> None:
    state = replace(LINE, pits=tuple(sorted((*LINE.pits, at("a1"), at("a2")))))
    assert refusal(state, "card-7 done gardener-works hedge-2 a1-a2") == "Your gardener is not next to any square of a1-a2."
    assert refusal(state, "card-7 done gardener-works hedge-2 d1-d2") == "d1 has not been dug."


def test_r3_28_site_is_dug_and_has_the_right_form() -> None:
    path = "card-7 done gardener-works hedge-2"
    assert refusal(LINE, f"{path} c3-c4") == "c4 has not been dug."
    assert refusal(LINE, f"{path} c3") == "Long hedge: covers 2 squares, named as in c2-c3."
    assert refusal(LINE, f"{path} c3-c2") == "Type c2-c3."
    three = replace(LINE, pits=tuple(sorted((*LINE.pits, at("c4"), at("d2")))))
    assert refusal(three, "card-7 done gardener-works maze c2-c3-c4") == "Maze: c2-c3-c4 is not the right shape."
    assert offered(three, "card-7 done gardener-works maze") == ["c2-c3-d2"]


def test_r3_29_no_pawn_on_a_covered_square() -> None:
    state = position("K d4 G d3 A d5", "K g7 G c3 A a7", pits="c2", elements="white column c3", cards=(7, 8))
    assert "hedge-2" not in offered(state, "card-7 done gardener-works")
    many = replace(state, pits=tuple(sorted((*state.pits, at("c4"), at("d2")))))
    assert refusal(many, "card-7 done gardener-works hedge-2 c3-c4") == "A pawn stands on c3."


def test_r3_30_distance_is_measured_from_the_workers_square() -> None:
    state = position("K b5 G c4 A d4", "K g7 G g6 A g5", elements="red maze c4 d4 d5", cards=(4, 8))
    near_c4 = {NAMES[square] for square in squares(diggable(board_of(state), at("c4")))}
    assert near_c4 == {"b3", "b4", "c3", "c5", "d3"}


def test_r3_31_r3_35_collected_tiles_stay() -> None:
    before = position("K b5 G a1 A c5", "K g7 G b4 A g5", pits="d4", cards=(1, 8))
    step = do(before, "card-1 done dig c4 pool c4-d4")
    assert points(step.state) == [6, 0]
    assert step.state.tiles == ((3, 1), ())
    white = replace(
        step.state,
        phase="turn",
        turn=1,
        pawns=(step.state.pawns[0], (at("f3"), at("f4"), at("e4"))),
        hands=((8,), (2, 3)),
        bag=tuple(card for card in range(1, 33) if card not in {1, 2, 3, 8}),
    )
    after = do(white, "card-3 done architect-works dig d5 terrace c4-d4-d5")
    assert points(after.state) == [4, 5]
    assert after.state.tiles == ((3, 1), (2,))
    assert event(after, "element_returned").data.points == 2


def test_r3_32_the_value_of_a_pit_stays_visible() -> None:
    state = do(LINE, "card-7 done gardener-works dig d2 rest").state
    assert at("d2") in state.pits
    assert state.values[at("d2")] == LINE.values[at("d2")] > 0
    assert any("d pit 2" in line for line in board(state))


def test_r4_12_v6_building_over_without_a_pit() -> None:
    assert all_sites(V6, "architect") == {"terrace": ["c4-d4-d5"]}
    elements = "white hedge-2 c4 d4, white hedge-1 d5, red column f1"
    state = position("K b5 G a1 A c5", "K g7 G b4 A a7", elements=elements, cards=(1, 8))
    before = points(state)
    assert labels(state, "card-1 done terrace") == {"c4-d4-d5": "c4-d4-d5 · Seat 2's hedge, Seat 2's long hedge go back"}
    assert gains(state, "card-1 done")["terrace"] == Gain(3, ((1, -3),))
    assert gains(state, "card-1 done terrace") == {"c4-d4-d5": Gain(3, ((1, -3),))}
    step = do(state, "card-1 done terrace c4-d4-d5")
    assert [b - a for a, b in zip(before, points(step.state), strict=True)] == [3, -3]
    assert step.state.tiles == state.tiles
    assert kinds(step).count("element_returned") == 2
    assert element(step.state, 1, "hedge-2") == element(step.state, 1, "hedge-1") == ""


def test_r4_12_v6_an_occupied_element_is_not_built_over() -> None:
    elements = "white hedge-2 c4 d4, white column d5, red column f1"
    state = position("K d3 G a1 A c5", "K g7 G g6 A d5", pits="b4", elements=elements)
    assert all_sites(state, "architect") == {}


def test_r3_33_equal_sizes_and_half_covering() -> None:
    state = position("K c6 G c7 A c5", "K g7 G g6 A a7", pits="b4 b5", elements="white hedge-2 c4 d4", cards=(7, 8))
    path = "card-7 done architect-works"
    assert refusal(state, f"{path} column b4-c4") == "Column: b4-c4 is not the right shape."
    assert refusal(state, f"{path} pool c4-d4") == "Pool: the element on c4 is not smaller (long hedge)."
    near = replace(state, pits=tuple(sorted((*state.pits, at("a5")))))
    sentence = "Long hedge (Seat 2) would not be covered completely."
    assert offered(near, f"{path} terrace") == ["a5-b4-b5"]
    assert refusal(near, f"{path} terrace b4-b5-c4") == sentence


def test_r4_13_v7_own_element_under_a_larger_one() -> None:
    assert all_sites(V7, "architect") == {"pool": ["b4-b5", "b4-c4"], "terrace": ["b4-b5-c4"]}
    elements = "red column c4"
    state = position("K b6 G a1 A c5", "K g7 G c6 A g5", pits="b4 b5", elements=elements, cards=(4, 8))
    step = do(state, "card-4 done pool b4-c4")
    assert KIND_KEYS[event(step, "element_returned").data.kind] == "column"
    assert points(step.state)[0] - points(state)[0] == -1 + 2 + state.values[at("b4")]
    assert step.state.pits == (at("b5"),)


def test_r3_35_kind_in_the_garden_cannot_be_built() -> None:
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="c2 c3", elements="red hedge-2 e2 f2", cards=(7, 8))
    path = "card-7 done gardener-works"
    assert offered(state, path) == ["hedge-1", "dig"]
    assert refusal(state, f"{path} hedge-2") == "Long hedge: already in the garden."
    returned = replace(state, elements=(((),) * 6, state.elements[1]))
    assert offered(returned, path) == ["hedge-2", "hedge-1", "dig"]


def test_r3_36_covered_squares_are_never_tiles_again() -> None:
    """Levels never fall (I6); here those of the squares of a returned element."""
    state = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="d2", elements="white column e2", cards=(7, 8))
    after = do(state, "card-7 done gardener-works hedge-2 d2-e2").state
    assert element(after, 1, "column") == ""
    assert at("e2") not in after.pits
    assert element(after, 0, "hedge-2") == "d2 e2"


def gains(state: State, text: str) -> dict[str, Gain | None]:
    """Return the points that answers on offer promise, by their keys."""
    prompt = asked(state, text)
    assert prompt
    return {option.key: option.shown().gain for option in prompt.options}


def test_r6_7_labels_promise_points() -> None:
    assert labels(LINE, "card-7 done") == {
        "gardener-works": "gardener works",
        "architect-works": "architect works",
        "rest": "end the turn",
    }
    work = "card-7 done gardener-works"
    assert labels(LINE, work) == {"dig": "dig", "hedge-2": "long hedge", "hedge-1": "hedge"}
    assert gains(LINE, work) == {"dig": None, "hedge-2": Gain(5), "hedge-1": Gain(3, up_to=True)}
    assert labels(LINE, f"{work} dig")["c4"] == "c4 · lawn 3 · room for hedge, long hedge"
    assert gains(LINE, f"{work} hedge-2") == {"c2-c3": Gain(5)}


def test_r6_7_labels_of_tiles_name_elements_that_fit() -> None:
    digs = "card-7 done gardener-works dig"
    assert labels(LINE, digs)["d2"] == "d2 · shrubs 2 · room for hedge, long hedge, maze"
    without_pits = labels(replace(LINE, pits=()), digs)
    assert (without_pits["c4"], without_pits["d2"]) == ("c4 · lawn 3", "d2 · shrubs 2")


def test_r3_34_story_of_building_over_a_foreign_element() -> None:
    state = position("K f3 G a1 A e4", "K g7 G f4 A a7", pits="", elements="white pool c4 d4", cards=(3, 8))
    step = do(state, "card-3 done dig d5 terrace c4-d4-d5")
    assert told(step)[2:] == [
        "The architect digs up d5, a tile of 2.",
        "Seat 2 · pool goes back into the supply: −2.",
        "The architect builds the terrace. Tile taken: 2.",
        f"Seat 2 has {points(state)[1] - 2} points.",
    ]
    assert drawn(step.state, step.state.bag[0]).turn == 1
