"""R4: the end, and the points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import walk
from rules.game import Score, conversation, winners
from rules.ishtar import GAME
from rules.ishtar.draft import start_draft
from rules.ishtar.parts import TREES, Gems
from rules.ishtar.score import fountain_counts, gem_points, holders, mastery_points, places, tree_points
from rules.ishtar.state import Garden, Player, Stack, State
from rules.ishtar.story import Won
from tests.ishtar.positions import do, garden, having, offered, own_points, owned, points, position
from tests.ishtar.reference_game import END, SELECTING, moment
from tests.talk import event, kinds, told


def near_the_end(seats: int, turn: int, first: int = 0) -> State:
    """Return a state with one empty stack, and one tile on the next, which the seat whose turn it is takes."""
    state = position("tri-12 g5 x0", seats=seats, turn=turn, first=first, turns=seats * 5 + (turn - first) % seats, can=5)
    shapes = [stack.shape for stack in state.stacks]
    left = (1, 3, 3, 3, 3, 0)
    tops = [f"{shape}-{nth + 1}" for nth, shape in enumerate(shapes)]
    stacks = (Stack(s, max(n - 1, 0), top if n else None) for s, n, top in zip(shapes, left, tops, strict=True))
    return replace(state, stacks=tuple(stacks))


def turn_of(state: State) -> State:
    """Return the state after a turn, with the dealer's moves in it."""
    while GAME.to_act(state) == {state.turn} and state.phase == "select":
        state = do(state, offered(state)[0]).state
    while state.phase in ("reveal", "refill"):
        state = do(state, offered(state)[0]).state
    words = ""
    while prompt := walk(conversation(GAME, state, state.turn), tuple(words.split())).prompt:
        words += f" {prompt.options[-1].key}"
    return do(state, words).state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("nth", [0, 1, -1])
def test_r4_1_t41_the_round_is_completed(seats: int, nth: int) -> None:
    first = 1
    turn = (first + nth) % seats
    state = near_the_end(seats, turn, first)
    step = do(state, "stack-1")
    assert kinds(step)[:3] == ["can_moved", "emptied", "last_round"]
    assert str(event(step, "last_round").text) == f"Two stacks are empty: Seat {(first - 1) % seats + 1} takes the last turn."
    state, moved = step.state, 0
    while GAME.to_act(state):
        assert GAME.ending(state) == ""
        state, moved = turn_of(state), moved + 1
    assert moved == seats - nth % seats
    assert state.turns % seats == 0
    assert GAME.ending(state) == "stacks"


def test_r4_1_the_end_is_announced_once() -> None:
    state = do(near_the_end(2, 0), "stack-1").state
    state = turn_of(state)
    stacks = tuple(stack._replace(hidden=0) for stack in state.stacks)
    step = do(replace(state, stacks=stacks), "stack-2")
    assert "emptied" in kinds(step)
    assert "last_round" not in kinds(step)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r4_2_ru23_t42_a_stack_can_always_be_selected(seats: int) -> None:
    """After the second empty stack each turn takes the last tile of another one."""
    state = near_the_end(seats, 0)
    state = replace(state, stacks=tuple(stack._replace(hidden=0) for stack in state.stacks))
    while GAME.to_act(state):
        assert offered(state)
        state = turn_of(state)
    assert sum(not stack.left for stack in state.stacks) == seats + 1


def test_r4_3_t30_reserved_trees_are_discarded() -> None:
    state = having(position("tri-12 g5 x0", phase="place", ending=True, turns=3), reserved=26, masteries="m1:pp m4:pp md:pp")
    step = do(replace(state, phase="place"), "done")
    assert told(step)[1] == "Seat 1 discards the reserved tree: 2 purple, 2 red, 3 white."
    assert (step.state.discarded, step.state.players[0].reserved) == ((26,), None)
    assert own_points(step.state).masteries == (("md", 0),)
    assert own_points(step.state).trees == 0


def test_r4_4_the_four_parts() -> None:
    state = having(position("tri-13 g5 x0; @g5 0", planted=((15, 1), ())), masteries="m4:pp md:pp")
    found = own_points(state)
    assert (found.trees, found.flowers, found.fountains, found.masteries, found.total) == (12, 2, 4, (("md", 4),), 22)
    parts = [(str(what), worth) for what, worth in GAME.scores(state)[0].parts]
    assert parts == [("trees", 12), ("flowers", 2), ("fountains", 4), ("mastery D", 4)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((4, 1), (0,)), ((5, 2), (0,)), ((6, 0), (0,)), ((3, 3), (0, 1)), ((0, 0), ()), ((2 + 3, 4), (0,)), ((1, 2, 2), (1, 2))],
)
def test_r4_5_t43_r4_8_most_flower_cells_control_a_fountain(counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert holders(counts) == expected


def test_r4_5_t43_beds_of_several_gardens_of_a_fountain() -> None:
    text = "bar-8 f4 x0; @f4 0; tri-7 h3 x0; @h3 1"
    assert fountain_counts(garden(text), 2)[0] == (3, 3)
    assert points(position(text)) == [3 + 4, 3 + 4]
    assert fountain_counts(garden("bar-8 f4 x0; tri-7 h3 x0; @h3 1"), 2)[0] == (0, 3)
    assert fountain_counts(garden(text), 3)[1:] == ((0, 0, 0),) * 3


def test_r4_5_cells_count_not_flowers() -> None:
    text = "bar-10 f4 x0; @f4 0; tri-13 h4 x1; @h4 1"
    assert fountain_counts(garden(text), 2)[0] == (1, 2)
    assert own_points(position(text), 0).fountains == 0
    assert own_points(position(text), 1).fountains == 4


def test_r4_5_tokens_count_as_cells() -> None:
    assert fountain_counts(garden("bar-10 f4 x0; @f4 0; *f5 1; *f3 1"), 2)[0] == (3, 0)


def test_r4_5_free_beds_count_for_nobody() -> None:
    assert fountain_counts(garden("bar-8 f4 x0"), 2)[0] == (0, 0)


def worth(mastery: str, text: str | Garden, seat: int = 0, cards: int = 0, masteries: str = "") -> int | None:
    where = garden(text) if isinstance(text, str) else text
    player = Player(Gems(0, 0, 4), 2, 2, owned(masteries), None)
    return mastery_points(mastery, where, player, seat, cards)


def test_r4_6_ru24_t48_ma_counts_cells() -> None:
    text = "tri-1 g5 x0; @g5 0; *g6 0; bar-11 i5 x0; @i6 0"
    assert own_points(position(text)).flowers == 2 + 3 + 3
    assert worth("ma", text) == 3
    assert worth("ma", f"{text}; tri-7 h3 x2") == 3
    assert worth("ma", f"{text}; tri-7 h3 x2; @h3 1") == 3
    assert worth("ma", f"{text}; *i4+i5 0") == 5


def test_r4_6_t44_mb_counts_each_stone_once_a_seat() -> None:
    end = moment(END).garden
    assert [worth("mb", end, seat) for seat in (0, 1)] == [0, 1]
    twice = garden("tri-13 g5 x0; vee-13 h7 x3; @h7 1; @g5 1")
    assert worth("mb", twice, 1) == 1
    both = "tri-13 g5 x0; vee-13 h7 x3; @h7 1; tri-10 j7 x3; @j7 0"
    assert [worth("mb", both, seat) for seat in (0, 1)] == [1, 1]


def test_r4_6_t49_mc_counts_each_pawn_once_a_seat() -> None:
    text = "tri-13 g5 x0; @g5 0; bar-13 i5 x0; @i6 0; ^h5"
    assert worth("mc", text) == 3
    assert worth("mc", "tri-13 g5 x0; bar-13 i5 x0; ^h5") == 0
    shared = "tri-13 g5 x0; @g5 0; bar-13 i5 x0; @i6 1; ^h5"
    assert [worth("mc", shared, seat) for seat in (0, 1)] == [3, 3]


def test_r4_6_mc_does_not_count_reserved_trees() -> None:
    state = having(position("tri-13 g5 x0; @g5 0"), reserved=9, masteries="m3:pp mc:pp")
    assert own_points(state).masteries == (("mc", 0),)


def test_r4_6_t50_me_counts_gems_on_masteries_only() -> None:
    assert worth("me", "", masteries="m3:pp m5:pr me:rw") == 10


def test_r4_6_masteries_look_at_the_final_map() -> None:
    state = having(position("tri-13 g5 x0; @g5 0"), masteries="m1:pp ma:pp")
    later = having(position("tri-13 g5 x0; @g5 0; bar-13 i5 x0; @i6 0"), masteries="m1:pp ma:pp")
    assert (own_points(state).masteries, own_points(later).masteries) == ((("ma", 2),), (("ma", 3),))


def test_r4_8_t45_the_score_sheets_of_the_rulebook() -> None:
    yellow = tree_points([24, 15]) + 8 + 4 + 7 + 9 + 14
    blue = tree_points([15, 12, 1]) + 14 + 4 + 8 + 6
    assert (tree_points([24, 15]), tree_points([15, 12, 1])) == (11 + 8, 8 + 7 + 4)
    assert (yellow, blue) == (61, 51)
    table = (Score(yellow, ties=(0,)), Score(blue, ties=(0,)))
    assert (winners(table), places(table)) == ((0,), (1, 2))


def test_r4_9_ru26_t45_the_masteries_of_the_example() -> None:
    assert [gem_points(paid, (1, 2, 3)) for paid in (Gems(10, 2, 0), Gems(11, 0, 1), Gems(14, 0, 0))] == [14, 14, 14]
    assert worth("md", "", cards=3) == 6
    assert worth("mc", "bar-10 f4 x0; @f4 0; ^f3; ^f5; tri-12 g5 x0; ^g6") == 9
    assert worth("ma", "bar-8 f4 x0; @f4 0; tri-7 h3 x0; @h3 0; bar-14 e9 x3; @e9 0") == 6 + 2


def test_r4_7_ru25_t46_ties() -> None:
    def end(gems: tuple[str, str]) -> State:
        state = position("tri-12 g5 x0", ending=True, turns=3)
        state = replace(state, phase="place", turn=1)
        return having(having(state, 0, gems=gems[0]), 1, gems=gems[1])

    first = do(end(("3p", "1p")), "done")
    assert winners(GAME.scores(first.state)) == (0,)
    assert event(first, "won").data == Won((0,), 0)
    assert str(first.events[-1].text) == "Seat 1 wins with 0 points. The tie was broken by the gems left."
    shared = do(end(("2p", "1r 1w")), "done")
    assert winners(GAME.scores(shared.state)) == (0, 1)
    assert str(shared.events[-1].text) == "Seat 1, Seat 2 share the victory with 0 points."
    assert event(shared, "won").data == Won((0, 1), 0)


def test_r4_7_more_points_win() -> None:
    state = replace(position("tri-13 g5 x0; @g5 1", ending=True, turns=3), phase="place", turn=1)
    step = do(state, "done")
    assert [str(each.text) for each in step.events] == [
        "Seat 2 · no tile, no tree",
        "The game is over.",
        "Seat 1: 0 points: trees 0, flowers 0, fountains 0, masteries 0.",
        "Seat 2: 6 points: trees 0, flowers 2, fountains 4, masteries 0.",
        "Seat 2 wins with 6 points.",
    ]


def test_r4_7_places_may_be_shared() -> None:
    table = tuple(Score(points_, ties=(gems,)) for points_, gems in ((5, 1), (9, 0), (5, 1), (5, 2)))
    assert places(table) == (3, 1, 3, 2)


def test_r4_10_points_turn_by_turn() -> None:
    assert [points(moment(SELECTING[turn])) for turn in (2, 3, 4)] == [[6, 0], [6, 9], [7, 9]]
    assert points(moment(END)) == [7, 10]


def test_r4_10_the_upper_masteries_after_turn_4() -> None:
    state = moment(END)
    found = [[mastery_points(f"m{c}", state.garden, state.players[s], s, len(state.planted[s])) for c in "abcde"] for s in (0, 1)]
    assert found == [[3, 0, 0, 0, 0], [1, 1, 0, 2, 2]]
    assert start_draft(replace(state, turn=1)).cards == 1
    assert TREES[21].points == 9
