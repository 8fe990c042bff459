"""R1 and R2: contents of the box, and set-up."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from itertools import chain
from typing import Any

import pytest

from rules.choice import Prompt, walk
from rules.game import DEALER, conversation
from rules.schlossgarten import GAME
from rules.schlossgarten.board import FORMS, NAMES
from rules.schlossgarten.parts import (
    ARCHITECT,
    CARDS,
    GARDENER,
    GOAL,
    KIND_KEYS,
    KINDS,
    PAWNS,
    SEATING,
    SIDES,
    STEPS,
    TERRAIN,
    TILES,
)
from rules.schlossgarten.state import at
from rules.schlossgarten.view import view
from tests.schlossgarten.positions import TEST_GARDEN, asked, dealt, do, drawn, offered, start, where
from tests.talk import kinds, told


def test_r1_1_r1_15_two_to_four_players_and_two_variants() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    assert (GAME.key, GAME.version, GAME.minutes) == ("schlossgarten", 3, 45)
    assert [variant.key for variant in GAME.variants] == ["full-round", "long-game"]


def test_r1_2_r1_5_49_tiles_of_1_2_and_3() -> None:
    assert TILES == {1: 17, 2: 16, 3: 16}
    assert sum(TILES.values()) == 49
    assert Counter(dealt(2).values) == TILES


def test_r1_4_names_of_tile_values() -> None:
    assert TERRAIN == {1: "stones", 2: "shrubs", 3: "lawn"}


def test_r1_6_the_frame_is_no_part_of_the_state() -> None:
    assert "frame" not in GAME.setup(2, frozenset()).__slots__


def test_r1_7_r1_14_six_elements_each_12_squares_in_all() -> None:
    assert KIND_KEYS == ("hedge-1", "hedge-2", "maze", "column", "pool", "terrace")
    assert [kind.size for kind in KINDS] == [1, 2, 3, 1, 2, 3]
    assert [kind.pawn for kind in KINDS] == [GARDENER] * 3 + [ARCHITECT] * 3
    assert [len(each) for each in GAME.setup(4, frozenset()).elements] == [6] * 4


def test_r1_14_forms_are_squares_dominoes_and_ls() -> None:
    assert {size: len(forms) for size, forms in FORMS.items()} == {1: 49, 2: 84, 3: 144}
    assert (at("c4"), at("d4")) in FORMS[2].values()
    assert (at("c4"), at("d5")) not in FORMS[2].values()
    assert (at("c4"), at("d4"), at("d5")) in FORMS[3].values()
    assert (at("c4"), at("d4"), at("e4")) not in FORMS[3].values()


def test_r1_8_r1_11_three_pawns_in_four_colours() -> None:
    assert PAWNS == ("king", "gardener", "architect")
    assert [side.colour for side in SIDES] == ["red", "blue", "white", "yellow"]


def test_r1_9_r1_10_r1_12_r1_13_cards_steps_and_goal() -> None:
    assert (len(CARDS), STEPS, GOAL) == (32, 5, 21)


def test_r1_3_r1_16_squares_are_named_from_the_south_west() -> None:
    assert [NAMES[square] for square in (0, 1, 6, 7, 48)] == ["a1", "b1", "g1", "a2", "g7"]
    assert [at(name) for name in NAMES] == list(range(49))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_1_state_before_the_deal(seats: int) -> None:
    state = GAME.setup(seats, frozenset())
    assert state.phase == "lay"
    assert set(state.values) == {0}
    assert not any(chain(*state.elements))
    assert state.bag == tuple(range(1, 33))
    assert state.hands == ((),) * seats
    assert GAME.to_act(state) == {DEALER}
    assert [score.points for score in GAME.scores(state)] == [0] * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_r2_1_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(KeyError):
        GAME.setup(seats, frozenset())


def test_r2_2_sides_are_quarter_turns_of_each_other() -> None:
    def turned(name: str) -> str:
        x, y = ord(name[0]) - ord("d"), int(name[1]) - 4
        return "abcdefg"[y + 3] + str(4 - x)

    for side, following in zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True):
        assert tuple(map(turned, side.starts)) == following.starts


def test_r2_2_the_table_of_sides() -> None:
    assert [side.key for side in SIDES] == ["south", "west", "north", "east"]
    assert [side.emblem for side in SIDES] == ["circle", "square", "triangle", "diamond"]
    assert [side.starts for side in SIDES] == [("d1", "c1", "e1"), ("a4", "a5", "a3"), ("d7", "e7", "c7"), ("g4", "g3", "g5")]


@pytest.mark.parametrize(("seats", "sides"), [(2, "south north"), (3, "south west north"), (4, "south west north east")])
def test_r2_3_r2_4_seats_take_their_sides(seats: int, sides: str) -> None:
    state = GAME.setup(seats, frozenset())
    assert [SIDES[side].key for side in state.sides] == sides.split()
    assert [SIDES[side].starts[0] for side in SEATING[seats]] == [where(state, seat, "king") for seat in range(seats)]
    assert len(state.pawns) == seats
    assert len(state.values) == 49


def test_r2_3_turns_go_round_by_seats() -> None:
    state = start(3, 1, 2, 3, first=1)
    seats: list[int] = []
    for card in (14, 5, 6, 8):
        state = drawn(state, card)
        seats.append(state.turn)
        state = do(state, f"card-{card} done").state
    assert seats == [1, 2, 0, 1]


def weighed(prompt: Prompt[Any]) -> list[tuple[str, int]]:
    """Return the answers on offer, each with its weight."""
    keys = [option.key for option in prompt.options]
    return list(zip(keys, prompt.weights or [1] * len(keys), strict=True))


def test_r2_5_r6_17_dealer_draws_tiles_by_number_left() -> None:
    state = GAME.setup(2, frozenset())
    ask = conversation(GAME, state, DEALER)
    ones = ("1",) * 17
    prompt = walk(ask, ones).prompt
    assert prompt
    assert weighed(prompt) == [("2", 16), ("3", 16)]
    first = walk(ask, ("3", "1")).prompt
    assert first
    assert weighed(first) == [("1", 16), ("2", 16), ("3", 15)]
    assert str(first.question) == "Which tile lies on c1?"
    step = do(state, " ".join(map(str, TEST_GARDEN)))
    assert step.state.values == TEST_GARDEN
    assert told(step) == ["The garden is laid: 17 tiles of 1, 16 of 2 and 16 of 3 points."]


def test_r2_6_r6_18_the_first_player_by_lot() -> None:
    state = do(GAME.setup(3, frozenset()), " ".join(map(str, TEST_GARDEN))).state
    prompt = asked(state)
    assert prompt
    assert weighed(prompt) == [("south", 1), ("west", 1), ("north", 1)]
    step = do(state, "west")
    assert kinds(step) == ["first"]
    assert do(step.state, "card-1 card-2 card-3").state.turn == 1


def test_r2_7_r6_19_one_card_each_the_first_player_first() -> None:
    state = start(3, 11, 12, 13, first=2)
    assert state.hands == ((12,), (13,), (11,))
    before = replace(state, phase="hands", bag=tuple(range(1, 33)), hands=((),) * 3)
    assert len(offered(before)) == 32
    assert len(offered(before, "card-11")) == 31
    step = do(before, "card-11 card-12 card-13")
    assert [each.kind for each in step.events] == ["your_card"] * 3
    assert [each.to for each in step.events] == [2, 0, 1]


def test_r2_8_then_the_dealer_draws_for_the_first_player() -> None:
    state = start(2, 13, 22)
    assert (state.phase, state.turn, GAME.to_act(state)) == ("draw", 0, {DEALER})


def test_r2_9_bag_has_no_order() -> None:
    assert start(2, 13, 22).bag == start(2, 22, 13).bag


def test_r5_2_a_seat_sees_its_own_card_only() -> None:
    state = start(3, 11, 12, 13)
    seen = view(state, 1)
    assert seen.hand == (12,)
    assert seen.hands == (1, 1, 1)
    assert seen.bag == 29
    assert view(state, None).hand == ()


def test_state_of_version_1_is_upgraded() -> None:
    data = asdict(GAME.setup(2, frozenset())) | {"last": None}
    assert GAME.upgrade(data | {"first": -1, "turn": -1}, 1) == data
    moves = [[0, 3, 10, 1, [], -1, -1, -1], [0, 10, 17, 1, [], 1, 2, 30]]
    after = GAME.upgrade(data | {"first": 0, "turn": 1, "last": [0, 7, moves, [], -1, -1, -1, [], [], 0]}, 1)
    assert (after["first"], after["turn"]) == (0, 1)
    upgraded = [[0, 3, 10, 1, [], None], [0, 10, 17, 1, [], [1, 2, 30]]]
    assert after["last"] == [0, 7, upgraded, [], None, None, None, [], [], 0]
    assert GAME.upgrade(after, 2) == after
