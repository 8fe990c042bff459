"""Section 6: what is asked, in which order, and what may be typed."""

from __future__ import annotations

from random import Random

import pytest

from rules.choice import Gain, walk
from rules.game import DEALER, conversation, deal, read
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import reading_order
from rules.hanging_gardens.labels import LEGEND
from rules.hanging_gardens.state import Box, Lay, State, TakeTile
from rules.legal import legal_paths
from rules.typed import complete
from tests.hanging_gardens.positions import FIVE, V28, asked, asks, at, do, offered, position
from tests.hanging_gardens.reference_game import moment

THREE = "d1 up m19"
FOUNTAINS = "card-1 right l26 o27"  # in the garden FIVE with the card g4


def action(state: State, text: str) -> object:
    (seat,) = GAME.to_act(state)
    return read(GAME, state, seat, text).action


def keys_asked(state: State, text: str) -> list[str]:
    """Return the keys of the questions on the way."""
    words = text.split()
    return [asks(state, " ".join(words[:depth])) for depth in range(len(words))]


def labels(state: State, text: str = "") -> list[str]:
    prompt = asked(state, text)
    assert prompt
    return [str(option.shown().text) for option in prompt.options]


def starred(state: State, text: str) -> list[str]:
    prompt = asked(state, text)
    assert prompt
    return [option.key for option in prompt.options if option.shown().star]


def test_r6_2_the_questions_of_a_whole_turn() -> None:
    state = position(FIVE, "g4")
    asked_for = ["card", "turn", "place", "temple", "source", "tile"]
    assert keys_asked(state, f"{FOUNTAINS} from-m25 tile-1") == asked_for


def test_r6_1_the_order_of_the_options() -> None:
    state = position(THREE, "a1 - b1 c1")
    assert offered(state) == ["card-1", "card-3", "card-4"]
    assert offered(state, "card-1") == ["up", "right", "down", "left"]
    for turn in offered(state, "card-1"):
        squares = [at(key) for key in offered(state, f"card-1 {turn}")]
        assert squares == sorted(squares, key=reading_order)
    assert offered(state, "card-1 up m21") == ["m20", "n20", "m21", "no-temple"]


def test_r6_1_the_form_of_the_questions() -> None:
    state = position(FIVE, "g4")
    forms = []
    words = f"{FOUNTAINS} from-m25 tile-1".split()
    for depth in range(len(words)):
        prompt = asked(state, " ".join(words[:depth]))
        assert prompt
        forms.append(prompt.form)
    assert forms == ["words", "tabs", "places", "places", "places", "words"]


def test_r6_2_r7_3_the_actions() -> None:
    bare = position("", "a1 b1")
    assert action(bare, "card-2 right l21") == Lay(1, "right", at("l21"))
    three = position(THREE, "a1")
    assert action(three, "card-1 up m21 no-temple") == Lay(0, "up", at("m21"))
    assert action(three, "card-1 up m21 n20 tile-2") == Lay(0, "up", at("m21"), at("n20"), None, 1)
    moved = action(position(FIVE, "g4"), f"{FOUNTAINS} from-m25 tile-1")
    assert moved == Lay(0, "right", at("l26"), at("o27"), at("m25"), 0)
    six = position("d1 up m19; c1 up m21; a1 up m23", "b1")
    assert action(six, "card-1 left l18 m20") == Lay(0, "left", at("l18"), at("m20"))
    state = do(do(six, "card-1 left l18 m20").state, "gate").state
    assert action(state, "tile-6") == TakeTile(5)
    assert action(position(V28, "d1 o1"), "card-2") == Box(1)


def test_r6_3_after_a_hidden_tile_only_the_tile_is_asked() -> None:
    six = position("d1 up m19; c1 up m21; a1 up m23", "b1 a2 b2 d2")
    state = do(do(six, "card-1 left l18 m20").state, "gate").state
    assert GAME.to_act(state) == {0}
    assert keys_asked(state, "tile-1") == ["tile"]
    assert offered(state, "tile-1") == []


def test_r6_4_labels() -> None:
    assert labels(position("", "k3 a1"))[0] == "1 · A□ / T□ / F□"
    state = position(THREE, "a1")
    assert labels(state, "card-1") == ["up", "right", "down", "left"]
    assert labels(state, "card-1 up m21")[0] == "m20 · terrace of 3 → a tile under “3 or more”"
    assert labels(state, "card-1 up m21")[-1] == "No temple"
    assert labels(position(FIVE, "g4"), FOUNTAINS) == ["from m25 · group of 3"]


def test_r6_4_tile_label_counts_own_tiles() -> None:
    state = position(THREE, "a1", tiles="statue guard tiger garden queen chalice", taken=(("statue", "gate"), ("statue",)))
    assert labels(state, "card-1 up m21 m20") == ["1 · statue, you have 1", "2 · guard"]
    prompt = asked(state, "card-1 up m21 m20")
    assert prompt
    assert [option.shown().gain for option in prompt.options] == [Gain(2), Gain(3)]


def test_r6_4_star_marks_new_structures_and_complete_sets() -> None:
    state = position(THREE, "a1", tiles="statue guard tiger garden queen chalice", taken=(("statue", "statue"), ()))
    assert starred(state, "card-1 up") == ["m21", "n21"]
    assert starred(state, "card-1 up m21") == []
    assert starred(state, "card-1 up m21 m20") == ["tile-1"]


def test_r6_4_arrow_has_a_star_if_a_temple_can_follow() -> None:
    state = position(FIVE, "g4")
    assert starred(state, "card-1") == ["right"]
    assert [turn for turn in offered(state, "card-1") if starred(state, f"card-1 {turn}")] == ["right"]


def test_r6_4_cards_that_do_not_fit_are_named() -> None:
    one = asked(position(V28, "d1 a1 b1"))
    two = asked(position(V28, "d1 a1 o1"))
    none = asked(position("", "d1 a1"))
    assert one
    assert two
    assert none
    assert none.note == LEGEND
    assert str(one.note) == f"Card 1 does not fit now.\n{LEGEND}"
    assert str(two.note) == f"Cards 1, 3 do not fit now.\n{LEGEND}"


def test_r6_4_note_says_where_a_card_may_lie() -> None:
    where = asked(position(THREE, "a1"), "card-1 up")
    assert where
    told = "Facilities must lie on your garden, ground may lie anywhere; nothing may cover a temple."
    assert str(where.note) == f"{told}\n{LEGEND}"


def test_t43_r6_5_forced_answers_may_be_left_out() -> None:
    state = moment(2, 4)
    assert read(GAME, state, 0, "card-4").path == read(GAME, state, 0, "").path == ("card-4",)


@pytest.mark.parametrize("text", ["n19", "card-1 n19", "up n19", "card-1 up n19"])
def test_r6_5_card_and_way_may_be_left_out_when_forced(text: str) -> None:
    state = position(f"{THREE}, temple m20", "k1")
    assert (offered(state), offered(state, "card-1"), offered(state, "card-1 up")) == (["card-1"], ["up"], ["n19", "n20"])
    assert read(GAME, state, 0, text).path == ("card-1", "up", "n19")


def test_r6_5_the_first_way_up_may_be_left_out() -> None:
    state = position("", "a1 b1")
    assert read(GAME, state, 0, "card-1 m21").path == read(GAME, state, 0, "card-1 3").path == ("card-1", "up", "m21")
    assert read(GAME, state, 0, "card-1 right k21").path == ("card-1", "right", "k21")


def test_r6_5_a_single_tile_may_be_left_out() -> None:
    state = position(THREE, "a1", tiles="queen - tiger garden statue chalice", tile_bag=())
    assert read(GAME, state, 0, "card-1 up m21 m20").path[-1] == "tile-1"


def test_r6_5_building_is_never_forced() -> None:
    at_p4 = read(GAME, position(THREE, "a1"), 0, "card-1 up m21")
    assert at_p4.prompt
    assert at_p4.path == ("card-1", "up", "m21")


@pytest.mark.parametrize("typed", ["CARD-1 U m21 m20 tile-1", "card-1 up 5 1 tile-1"])
def test_r6_7_unique_beginnings_and_numbers_do(typed: str) -> None:
    path = ("card-1", "up", "m21", "m20", "tile-1")
    assert read(GAME, position(THREE, "a1 b1"), 0, typed).path == path


@pytest.mark.parametrize("moment_and_line", [
    ((1, 1), "card-4 up m19"),
    ((1, 3), "card-3 up m21 m20 tile-1"),
    ((3, 3), "card-1 up o20 no-temple"),
    ((8, 1), "card-1 left r22 r24 from-p21 tile-2"),
    ((11, 3), "card-1 down m18 m21 from-o19"),
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
        sites = {path[:3]: 0 for path in legal_paths(conversation(GAME, state, seat)) if "no-temple" in path}
        assert sites
        assert all(len(offered(state, " ".join(site))) >= 4 for site in sites)


def test_t44_r6_8_after_a_tile_the_dealer_moves_at_once() -> None:
    state = do(position(THREE, "a1 b1"), "card-1 up m21 m20 tile-1").state
    assert [move.seat for move in deal(GAME, state, Random(1))] == [DEALER]


def test_t44_r6_8_a_move_without_temple_can_be_taken_back() -> None:
    state = do(position(THREE, "a1 b1"), "card-1 up m21 no-temple").state
    assert list(deal(GAME, state, Random(1))) == []
    assert GAME.to_act(state) == {1}


def test_r6_10_acting_seat() -> None:
    state = GAME.setup(2, frozenset())
    seats = [GAME.to_act(state)]
    for text in ("seat-1", "queen king tiger garden statue chalice", "a1 b1 c1 d1"):
        state = do(state, text).state
        seats.append(GAME.to_act(state))
    assert seats == [{DEALER}, {DEALER}, {DEALER}, {0}]
