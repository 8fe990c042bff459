"""Section 6: what is asked, in which order, and what may be typed."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import legal_paths, walk
from rules.game import DEALER, conversation, deal, read
from rules.hanging_gardens import GAME
from rules.hanging_gardens.state import Box, Lay, State, TakeTile
from rules.typed import complete
from tests.hanging_gardens.positions import FIVE, V28, asked, asks, at, do, offered, position
from tests.hanging_gardens.v29 import moment

THREE = "d1 up bm69"
FOUNTAINS = "card-1 right bl76 temple bo77"  # in the garden FIVE with the card g4


def action(state: State, text: str) -> object:
    (seat,) = GAME.to_act(state)
    return read(GAME, state, seat, text).action


def keys_asked(state: State, text: str) -> list[str]:
    """What is asked on the way."""
    words = text.split()
    return [asks(state, " ".join(words[:depth])) for depth in range(len(words))]


def labels(state: State, text: str = "") -> list[str]:
    prompt = asked(state, text)
    assert prompt
    return [str(option.shown().text) for option in prompt.options]


def test_r6_2_the_questions_of_a_whole_turn() -> None:
    state = position(FIVE, "g4")
    asked_for = ["card", "turn", "place", "build", "temple", "source", "tile"]
    assert keys_asked(state, f"{FOUNTAINS} from-bm75 tile-1") == asked_for


def test_r6_1_the_order_of_the_options() -> None:
    state = position(THREE, "a1 - b1 c1")
    assert offered(state) == ["card-1", "card-3", "card-4"]
    assert offered(state, "card-1") == ["up", "right", "down", "left"]
    for turn in offered(state, "card-1"):
        squares = [at(key) for key in offered(state, f"card-1 {turn}")]
        assert squares == sorted(squares)
    assert offered(state, "card-1 up bm71") == ["temple", "no-temple"]
    assert offered(state, "card-1 up bm71 temple") == ["bm70", "bm71", "bn70"]


def test_r6_1_square_prompts_are_marked() -> None:
    state = position(FIVE, "g4")
    marked = []
    words = f"{FOUNTAINS} from-bm75 tile-1".split()
    for depth in range(len(words)):
        prompt = asked(state, " ".join(words[:depth]))
        assert prompt
        marked.append(prompt.form == "places")
    assert marked == [False, False, True, False, True, False, False]


def test_r6_2_r7_3_the_actions() -> None:
    bare = position("", "a1 b1")
    assert action(bare, "card-2 right bl71") == Lay(1, "right", at("bl71"))
    three = position(THREE, "a1")
    assert action(three, "card-1 up bm71 no-temple") == Lay(0, "up", at("bm71"))
    assert action(three, "card-1 up bm71 temple bn70 tile-2") == Lay(0, "up", at("bm71"), at("bn70"), None, 1)
    moved = action(position(FIVE, "g4"), f"{FOUNTAINS} from-bm75 tile-1")
    assert moved == Lay(0, "right", at("bl76"), at("bo77"), at("bm75"), 0)
    six = position("d1 up bm69; c1 up bm71; a1 up bm73", "b1")
    assert action(six, "card-1 left bl68 temple bm70") == Lay(0, "left", at("bl68"), at("bm70"))
    state = do(do(six, "card-1 left bl68 temple bm70").state, "gate").state
    assert action(state, "tile-6") == TakeTile(5)
    assert action(position(V28, "d1 o1"), "card-2") == Box(1)


def test_r6_3_after_a_hidden_tile_only_the_tile_is_asked() -> None:
    six = position("d1 up bm69; c1 up bm71; a1 up bm73", "b1 a2 b2 d2")
    state = do(do(six, "card-1 left bl68 temple bm70").state, "gate").state
    assert GAME.to_act(state) == {0}
    assert keys_asked(state, "tile-1") == ["tile"]
    assert offered(state, "tile-1") == []


def test_r6_4_labels() -> None:
    assert labels(position("", "k3 a1"))[0] == "card-1 · k3 · A. / T. / F."
    state = position(THREE, "a1")
    assert labels(state, "card-1 up bm71") == ["Build: terrace of 3 → column 1", "No temple this turn"]
    assert labels(state, "card-1 up bm71 temple")[0] == "bm70 · terrace of 3 → column 1"
    assert labels(position(FIVE, "g4"), FOUNTAINS) == ["from bm75 · group of 3"]


def test_r6_4_the_label_of_a_tile_tells_what_one_has() -> None:
    state = position(THREE, "a1", tiles="statue guard tiger garden queen chalice", taken=(("statue", "gate"), ("statue",)))
    assert labels(state, "card-1 up bm71 temple bm70") == [
        "tile-1 · statue 1/3/20 · +2 · you have 1 of 6",
        "tile-2 · guard 3× · +3",
    ]


def test_r9_2_with_open_tiles_the_label_tells_how_many_are_in_sight() -> None:
    shown = position(
        THREE, "a1", tiles="statue guard tiger garden queen chalice", taken=(("statue",), ("statue",)), open_tiles=True
    )
    assert labels(shown, "card-1 up bm71 temple bm70")[0] == "tile-1 · statue 1/3/20 · +2 · you have 1, seen 3 of 6"


def test_r6_4_cards_that_do_not_fit_are_named() -> None:
    one = asked(position(V28, "d1 a1 b1"))
    two = asked(position(V28, "d1 a1 o1"))
    none = asked(position("", "d1 a1"))
    assert one
    assert two
    assert none
    assert (str(one.note), str(two.note), none.note) == ("card-1 does not fit now.", "card-1, card-3 do not fit now.", None)


def test_t43_r6_5_forced_answers_may_be_left_out() -> None:
    state = moment(2, 4)
    assert read(GAME, state, 0, "card-4").path == read(GAME, state, 0, "").path == ("card-4",)


@pytest.mark.parametrize("text", ["bn69", "card-1 bn69", "up bn69", "card-1 up bn69"])
def test_r6_5_card_and_way_may_be_left_out_when_forced(text: str) -> None:
    state = position(f"{THREE}, temple bm70", "k1")
    assert (offered(state), offered(state, "card-1"), offered(state, "card-1 up")) == (["card-1"], ["up"], ["bn69", "bn70"])
    assert read(GAME, state, 0, text).path == ("card-1", "up", "bn69")


def test_r6_5_a_single_tile_may_be_left_out() -> None:
    state = position(THREE, "a1", tiles="queen - tiger garden statue chalice", tile_bag=())
    assert read(GAME, state, 0, "card-1 up bm71 temple bm70").path[-1] == "tile-1"


def test_r6_5_building_is_never_forced() -> None:
    at_p4 = read(GAME, position(THREE, "a1"), 0, "card-1 up bm71")
    assert at_p4.prompt
    assert at_p4.path == ("card-1", "up", "bm71")


@pytest.mark.parametrize("typed", ["CARD-1 U bm71 T bm70 tile-1", "card-1 up bm71 te bm70 tile-1"])
def test_r6_7_unique_beginnings_do(typed: str) -> None:
    path = ("card-1", "up", "bm71", "temple", "bm70", "tile-1")
    assert read(GAME, position(THREE, "a1 b1"), 0, typed).path == path


@pytest.mark.parametrize("moment_and_line", [
    ((1, 1), "card-4 up bm69"),
    ((1, 3), "card-3 up bm71 temple bm70 tile-1"),
    ((3, 3), "card-1 up bo70 no-temple"),
    ((8, 1), "card-1 left br72 temple br74 from-bp71 tile-2"),
    ((11, 3), "card-1 down bm68 temple bm71 from-bo69"),
    ((2, 4), "card-4"),
])  # fmt: skip
def test_r6_7_the_examples(moment_and_line: tuple[tuple[int, int], str]) -> None:
    turn, line = moment_and_line
    state = moment(*turn)
    (seat,) = GAME.to_act(state)
    at_end = read(GAME, state, seat, line)
    assert at_end.prompt is None
    assert " ".join(at_end.path) == line
    assert line in [each.line for each in complete(conversation(GAME, state, seat), line)]


@pytest.mark.parametrize("turn", [(1, 1), (3, 3), (8, 1), (15, 4)])
def test_r6_1_every_answer_on_offer_can_be_completed(turn: tuple[int, int]) -> None:
    state = moment(*turn)
    (seat,) = GAME.to_act(state)
    for path in legal_paths(conversation(GAME, state, seat)):
        assert walk(conversation(GAME, state, seat), path).action is not None


def test_r6_6_at_least_three_squares_for_a_temple() -> None:
    for turn in ((1, 3), (8, 1), (15, 1)):
        state = moment(*turn)
        (seat,) = GAME.to_act(state)
        sites = {path[:4]: 0 for path in legal_paths(conversation(GAME, state, seat)) if "temple" in path}
        assert sites
        assert all(len(offered(state, " ".join(site))) >= 3 for site in sites)


def test_t44_r6_8_after_a_tile_the_dealer_moves_at_once() -> None:
    state = do(position(THREE, "a1 b1"), "card-1 up bm71 temple bm70 tile-1").state
    assert [move.seat for move in deal(GAME, state, Random(1))] == [DEALER]


def test_t44_r6_8_a_move_without_temple_can_be_taken_back() -> None:
    state = do(position(THREE, "a1 b1"), "card-1 up bm71 no-temple").state
    assert list(deal(GAME, state, Random(1))) == []
    assert GAME.to_act(state) == {1}


def test_r6_10_who_acts() -> None:
    state = GAME.setup(2, frozenset())
    seats = [GAME.to_act(state)]
    for text in ("seat-1", "queen king tiger garden statue chalice", "a1 b1 c1 d1"):
        state = do(state, text).state
        seats.append(GAME.to_act(state))
    assert seats == [{DEALER}, {DEALER}, {DEALER}, {0}]
