"""R2 and R3.1–R3.7: how a game begins, and how turns go round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from random import Random

import pytest

from host.codec import decode_state, encode
from rules.choice import IllegalMove
from rules.game import DEALER, deal, play, random_move
from rules.hanging_gardens import GAME
from rules.hanging_gardens.parts import CARDS, TILES
from rules.hanging_gardens.state import Garden, Laid, State
from tests.hanging_gardens.positions import BARE, V28, asked, asks, board, dealt, do, grouped, offered, position, refusal, talk
from tests.hanging_gardens.reference_game import end, moment, steps
from tests.talk import event, kinds, told

every_seats = pytest.mark.parametrize("seats", [2, 3, 4])


def turns(seats: int, rounds: int, first: str = "seat-1") -> Iterator[tuple[State, int]]:
    """Yield the acting seats of some rounds, in which cards are laid by chance."""
    random = Random(7)
    state = do(GAME.setup(seats, frozenset()), first).state
    while state.round <= rounds:
        (seat,) = GAME.to_act(state)
        if seat != DEALER and not state.pending:
            yield state, seat
        state = random_move(GAME, state, seat, random).step.state


@every_seats
def test_t3_r2_6_to_r2_8_the_dealer_moves_three_times(seats: int) -> None:
    moves = list(deal(GAME, GAME.setup(seats, frozenset()), Random(3)))
    assert [event.kind for move in moves for event in move.step.events] == ["begins", "cards_opened"]
    state = moves[-1].step.state
    assert len(state.tile_bag) == 43
    assert len(state.card_bag) == {2: 56, 3: 57, 4: 56}[seats]
    (seat,) = GAME.to_act(state)
    assert moves[0].path == (f"seat-{seat + 1}",)
    assert GAME.view(state, None).holder == seat


def test_t3_r2_6_story_of_the_setup() -> None:
    step = do(GAME.setup(2, frozenset()), "seat-2")
    assert told(step) == ["Seat 2 has the flower and begins."]
    step = do(step.state, "handler garden tiger gate gate chalice")
    step = do(step.state, "a2 g2 e4 d4")
    assert told(step) == ["Round 1 of 15."]
    assert step.state.cards == ("a2", "g2", "e4", "d4")
    assert step.state.tiles == ("handler", "garden", "tiger", "gate", "gate", "chalice")


@every_seats
def test_r2_6_first_seat_has_flower_before_cards_are_dealt(seats: int) -> None:
    for seat in range(seats):
        state = do(GAME.setup(seats, frozenset()), f"seat-{seat + 1}").state
        assert GAME.view(state, None).holder == seat
        assert f"Flower: Seat {seat + 1}." in board(state)[0]


@every_seats
def test_r2_2_r2_5_a_start_card_for_each_and_no_temple_yet(seats: int) -> None:
    state = GAME.setup(seats, frozenset())
    assert state.gardens == (BARE,) * seats
    assert state.first is None
    assert state.round == 0
    assert "Flower: nobody." in board(state)[0]


def test_r2_3_the_sixty_cards_are_one_bag() -> None:
    assert GAME.setup(2, frozenset()).card_bag == tuple(sorted(CARDS))


def test_r2_4_ru6_the_tiles_are_one_bag() -> None:
    assert GAME.setup(2, frozenset()).tile_bag == TILES


@every_seats
def test_r2_6_ru7_dealer_draws_first_seat(seats: int) -> None:
    weights = talk.weights(GAME.setup(seats, frozenset()))
    assert weights == {f"seat-{n}": 1 for n in range(1, seats + 1)}
    assert {dealt(seats, seed=seed).first for seed in range(40)} == set(range(seats))


def test_r2_7_r6_9_tiles_are_drawn_by_the_copies_left() -> None:
    state = do(GAME.setup(3, frozenset()), "seat-1").state
    path: tuple[str, ...] = ()
    left = Counter(TILES)
    for tile in ("guard", "queen", "queen", "queen", "queen", "gate"):
        assert talk.weights(state, " ".join(path)) == +left
        path, left = (*path, tile), left - Counter([tile])
    after = play(GAME, state, DEALER, path).state
    assert after.tiles == path
    assert Counter(after.tile_bag) == left


def test_r3_1_r6_9_every_undealt_card_is_as_likely() -> None:
    state = do(do(GAME.setup(2, frozenset()), "seat-1").state, "queen king tiger garden statue chalice").state
    for path in ("", "a1", "a1 o4", "a1 o4 d3"):
        assert offered(state, path) == sorted(CARDS.keys() - set(path.split()))
        assert set(talk.weights(state, path).values()) == {1}
    assert do(state, "a1 o4 d3 b2").state.cards == ("a1", "o4", "d3", "b2")


@pytest.mark.parametrize(
    ("seats", "rounds", "expected"),
    [(2, 2, "0 1 0 1 1 0 1 0"), (3, 2, "0 1 2 1 2 0"), (4, 3, "0 1 2 3 1 2 3 0 2 3 0 1")],
)
def test_t4_r3_2_to_r3_4_turns_go_clockwise_from_the_flower(seats: int, rounds: int, expected: str) -> None:
    assert [seat for _, seat in turns(seats, rounds)] == [int(seat) for seat in expected.split()]


@every_seats
def test_r3_3_the_flower_passes_to_the_left_after_each_round(seats: int) -> None:
    found = {state.round: GAME.view(state, None).holder for state, _ in turns(seats, 6, "seat-2")}
    assert found == {nth: nth % seats for nth in range(1, 7)}


def test_ru8_last_of_two_seats_begins_next_round() -> None:
    seats = [seat for _, seat in turns(2, 5)]
    assert [seats[4 * nth - 1] == seats[4 * nth] for nth in range(1, 5)] == [True] * 4


def test_t4_r3_1_slots_keep_their_numbers() -> None:
    state = do(moment(1, 1), "card-4 up m19").state
    assert state.cards == ("a2", "g2", "e4", None)
    state = do(state, "card-2 left m21").state
    assert state.cards == ("a2", None, "e4", None)
    assert offered(state) == ["card-1", "card-3"]
    assert refusal(state, "card-4") == "There is no card at card-4 any more this round."


def test_r3_2_every_open_card_is_used_up_in_its_round() -> None:
    dealt_in = [event(step, "cards_opened").data for step in steps() if kinds(step) == ["cards_opened"]]
    assert [each.round for each in dealt_in] == list(range(1, 16))
    assert sorted(card for each in dealt_in for card in each.cards) == sorted(CARDS)
    assert [len(garden.laid) for garden in end().gardens] == [30, 31]  # one card was boxed


def test_r3_5_there_is_no_passing() -> None:
    state = moment(1, 1)
    assert offered(state) == ["card-1", "card-2", "card-3", "card-4"]
    for path in ((), ("card-1",), ("card-1", "up")):
        with pytest.raises(IllegalMove, match="The move is not finished"):
            play(GAME, state, 0, path)


def test_t11_r3_6_ru9_card_without_place_is_not_offered() -> None:
    state = position(V28, "d1 a1")
    assert offered(state) == ["card-2"]
    assert refusal(state, "card-1") == "d1 does not fit anywhere in your garden now; take a card that does."
    prompt = asked(state)
    assert prompt
    assert str(prompt.note).startswith("Card 1 does not fit now.")


def test_t12_r3_7_ru10_if_none_fits_any_may_leave_the_game() -> None:
    state = position(V28, "d1 o1")
    assert asks(state) == "box"
    assert offered(state) == ["card-1", "card-2"]
    step = do(state, "card-1")
    assert told(step) == ["Seat 1 · no open card fits, so one leaves the game"]
    assert step.state.boxed == ("d1",)
    assert step.state.cards == (None, "o1", None, None)
    assert step.state.gardens == state.gardens
    assert GAME.to_act(step.state) == {1}
    assert refusal(state, "card-1 temple") == "You cannot build with a card that you remove from the game."


def test_t12_r3_7_a_boxed_card_opens_no_structure() -> None:
    state = position("c4 right l20; n4 up l20; b1 right l21, temple m21", "d1 o1")
    assert grouped(state.gardens[0], "l20") == "l20 m20 n20"
    assert asked(state, "card-2") is None
    step = do(state, "card-2")
    assert kinds(step) == ["boxed"]
    assert step.state.gardens == state.gardens


@pytest.mark.parametrize(("version", "stored", "first"), [(1, -1, None), (1, 2, 2), (2, None, None), (2, 0, 0)])
def test_r1_8_former_states_have_the_start_card_elsewhere(version: int, stored: int | None, first: int | None) -> None:
    """And version 1 knew nobody as −1."""
    state = GAME.setup(2, frozenset())
    former = Garden((Laid("start", "up", 65, 70), Laid("a1", "left", 66, 69)), ((67, 69),))
    today = Garden((Laid("start", "up", 13, 20), Laid("a1", "left", 14, 19)), ((15, 19),))
    kept = replace(state, gardens=(former, former))
    told = GAME.upgrade(asdict(kept) | {"first": stored}, version)
    assert decode_state(GAME, encode(told), 3) == replace(state, first=first, gardens=(today, today))
