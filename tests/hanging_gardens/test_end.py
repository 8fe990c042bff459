"""R3.30–R3.32 and R4.1–R4.6: when the stacks run out, and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.game import DEALER, Step, winners
from rules.hanging_gardens import GAME
from rules.hanging_gardens.state import State
from tests.hanging_gardens.positions import asked, asks, do, exhausted, offered, points, position, refusal
from tests.hanging_gardens.test_tiles import SIZES
from tests.talk import event, kinds, told


def at_the_end(size: int, *left: str, tiles: str = "queen king tiger garden statue chalice", cards: str = "") -> State:
    """Return a seat about to build on ``size`` squares, with these tiles in the stacks; other open cards come first."""
    mine, card, _ = SIZES[size]
    return exhausted(position(mine, f"{card} {cards}", tiles=tiles), *left)


def build(size: int, state: State, tile: str = "") -> Step[State]:
    return do(state, f"{SIZES[size][2]} {tile}")


def test_t34_r3_30_refill_that_empties_stacks_starts_last_round() -> None:
    state = build(3, at_the_end(3, "gate", cards="a2 b2 b3"), "tile-1").state
    step = do(state, "gate")
    assert kinds(step) == ["tile_opened", "stacks_empty"]
    assert told(step)[1] == "The stacks are empty: round 1 is the last."
    state = step.state
    for seat, move in ((1, "card-2 up m20"), (0, "card-3 up n22"), (1, "card-4 up m20")):
        assert GAME.to_act(state) == {seat}
        assert GAME.ending(state) == ""
        step = do(state, move)
        state = step.state
    assert state.card_bag
    assert GAME.to_act(state) == frozenset()
    assert GAME.ending(state) == "tiles"
    assert kinds(step) == ["laid", "over", "tiles_shown", "tiles_shown", "won"]


def test_t35_r3_30_ru21_also_in_the_last_turn_of_the_round() -> None:
    state = build(3, at_the_end(3, "gate"), "tile-1").state
    step = do(state, "gate")
    assert kinds(step) == ["tile_opened", "stacks_empty", "over", "tiles_shown", "tiles_shown", "won"]
    assert GAME.to_act(step.state) == frozenset()
    assert step.state.card_bag


def test_r3_30_while_a_tile_is_left_the_game_goes_on() -> None:
    state = build(3, at_the_end(3, "gate", "gate"), "tile-1").state
    step = do(state, "gate")
    assert kinds(step) == ["tile_opened"]
    assert GAME.to_act(step.state) == {DEALER}
    assert asks(step.state) == "drawn_card"


def test_r3_31_places_stay_empty_once_taken() -> None:
    step = build(3, at_the_end(3, cards="a2"), "tile-2")
    assert step.state.tiles == ("queen", None, "tiger", "garden", "statue", "chalice")
    assert GAME.to_act(step.state) == {1}


def test_t36_r3_31_no_tile_in_the_columns_brings_five_points() -> None:
    state = at_the_end(3, tiles="- - tiger garden statue chalice", cards="a2")
    assert offered(state, SIZES[3][2]) == []
    step = build(3, state)
    assert kinds(step) == ["laid", "temple_built", "five"]
    assert event(step, "five").data.reason == "display"
    assert told(step)[-1] == "No tile for Seat 1: 5 points instead."
    assert step.state.fives == (1, 0)
    assert step.state.taken == ((), ())
    assert points(step.state) == [5, 0]


def test_t36_r3_31_a_tile_there_must_be_taken() -> None:
    state = at_the_end(4, tiles="- - tiger garden statue chalice")
    assert offered(state, SIZES[4][2]) == ["tile-3", "tile-4"]
    assert refusal(state, f"{SIZES[4][2]} tile-1") == "There is no tile at tile-1."
    assert build(4, state, "tile-4").state.taken == (("garden",), ())


def test_t37_r3_32_missing_hidden_tile_brings_five_at_once() -> None:
    state = at_the_end(6, cards="a2")
    assert offered(state, SIZES[6][2]) == [f"tile-{n}" for n in range(1, 7)]
    step = build(6, state, "tile-5")
    assert kinds(step) == ["laid", "temple_built", "five", "tile_taken"]
    assert event(step, "five").data.reason == "stacks"
    assert step.state.fives == (1, 0)
    assert step.state.pending is None
    assert points(step.state) == [6, 0]
    assert GAME.to_act(step.state) == {1}


def test_t37_ru22_with_an_empty_display_it_is_ten() -> None:
    step = build(6, at_the_end(6, tiles="- - - - - -"))
    assert [each.data.reason for each in step.events if each.kind == "five"] == ["stacks", "display"]
    assert step.state.fives == (2, 0)
    assert points(step.state) == [10, 0]


def test_t38_r3_30_the_last_tile_may_be_the_hidden_one() -> None:
    state = build(6, at_the_end(6, "gate", cards="a2")).state
    step = do(state, "gate")
    assert kinds(step) == ["hidden_drawn", "hidden_seen", "stacks_empty"]
    assert GAME.to_act(step.state) == {0}
    step = do(step.state, "tile-1")
    assert kinds(step) == ["tile_taken"]
    assert step.state.tiles[0] is None
    assert GAME.to_act(step.state) == {1}


def test_t38_r3_30_last_turn_still_chooses_the_open_tile() -> None:
    state = do(build(6, at_the_end(6, "gate")).state, "gate").state
    assert GAME.to_act(state) == {0}
    step = do(state, "tile-1")
    assert kinds(step) == ["tile_taken", "over", "tiles_shown", "tiles_shown", "won"]
    assert points(step.state) == [1, 0]


def last(card_bag: tuple[str, ...] = (), **changes: object) -> Step[State]:
    """The last card is laid."""
    return do(position("", "a1", card_bag=card_bag, **changes), "card-1 up m20")


def test_r4_1_the_end_when_all_cards_are_used_up() -> None:
    step = last()
    assert GAME.ending(step.state) == "cards"
    assert kinds(step) == ["laid", "over", "tiles_shown", "tiles_shown", "won"]
    assert GAME.ending(last(card_bag=("b1", "b2", "b3", "b4")).state) == ""


def test_r4_1_the_last_card_ends_it_also_when_no_tile_is_left() -> None:
    assert GAME.ending(last(tile_bag=()).state) == "cards"
    assert GAME.ending(last(card_bag=("b1", "b2", "b3", "b4"), tile_bag=()).state) == "tiles"


def test_r4_1_also_when_the_last_card_is_boxed() -> None:
    mine = "c4 right l20; b4 right l21, temple m21"
    step = do(position(mine, "d1", card_bag=()), "card-1")
    assert kinds(step) == ["boxed", "over", "tiles_shown", "tiles_shown", "won"]


def test_r4_2_all_tiles_are_turned_up() -> None:
    step = last(taken=(("gate", "queen"), ()), hidden=(("gate",), ()))
    assert told(step)[1:] == [
        "The game is over.",
        "Seat 1 shows queen, 2 × gate: 6 points.",
        "Seat 2 shows no tiles: 0 points.",
        "Seat 1 wins with 6 points.",
    ]
    shown = next(each for each in step.events if each.kind == "tiles_shown")
    assert shown.data.lines == (("queen", 1, 1), ("gate", 2, 5))
    assert GAME.view(step.state, 1).known[0] == ("queen", "gate", "gate")


def test_r4_2_gardens_temples_and_the_flower_bring_nothing() -> None:
    mine, card, path = SIZES[5]
    state = do(position(mine, card, card_bag=()), f"{path} tile-2").state
    state = do(state, "gate").state
    assert GAME.ending(state) == "cards"
    assert points(state) == [4, 0]
    assert points(replace(state, gardens=state.gardens[::-1], first=1 - state.first)) == [4, 0]


@pytest.mark.parametrize(
    ("hands", "fives", "best", "sentence"),
    [
        (("statue statue", "queen"), (0, 0), (0,), "Seat 1 wins with 3 points."),
        (("queen", "statue statue"), (0, 0), (1,), "Seat 2 wins with 3 points."),
        (("queen gate gate gate gate", "king gate gate gate gate"), (3, 2), (0,), "Seat 1 wins with 41 points."),
        (
            ("queen king gate", "queen king"),
            (0, 0),
            (0,),
            "Seat 1 wins with 5 points. The tie was broken by the number of tiles.",
        ),
        (("queen king", "gate gate"), (0, 0), (0, 1), "Seat 1, Seat 2 share the victory with 5 points. 2 tiles each."),
        (("queen king", ""), (0, 1), (0,), "Seat 1 wins with 5 points. The tie was broken by the number of tiles."),
    ],
)
def test_t40_r4_6_ru25_most_points_then_most_tiles_then_shared(
    hands: tuple[str, str], fives: tuple[int, int], best: tuple[int, ...], sentence: str
) -> None:
    taken = tuple(tuple(hand.split()) for hand in hands)
    step = last(taken=taken, fives=fives)
    assert winners(GAME.scores(step.state)) == best
    assert told(step)[-1] == sentence


def test_t40_r4_6_hidden_tiles_count_and_fives_do_not() -> None:
    step = last(taken=(("queen",), ("queen", "king")), hidden=(("king", "gate"), ()), fives=(0, 0))
    assert winners(GAME.scores(step.state)) == (0,)
    assert [score.ties for score in GAME.scores(step.state)] == [(3,), (2,)]


def test_r3_31_r3_32_labels_promise_only_existing_tiles() -> None:
    full, bare = "queen king tiger garden statue chalice", "- - - - - -"
    assert promised(3, "queen", tiles=full) == "a tile under “3 or more”"
    assert promised(4, "queen", tiles=full) == "a tile under “3 or more” or “4 or more”"
    assert promised(6, "queen", tiles=full) == "a hidden tile and any tile"
    assert promised(3, tiles="- - tiger garden statue chalice") == "5 points"
    assert promised(6, tiles=full) == "5 points and any tile"
    assert promised(6, tiles=bare) == "5 points and 5 points"


def promised(size: int, *left: str, tiles: str) -> str:
    """Return the reward that the label of the first square to build on promises."""
    state = at_the_end(size, *left, tiles=tiles)
    *_, site = SIZES[size][2].split()
    prompt = asked(state, SIZES[size][2].removesuffix(site))
    assert prompt
    return str(prompt.options[0].shown().text).split(" → ")[1]
