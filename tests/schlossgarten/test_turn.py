"""R3.1 to R3.4, R3.37 to R3.41, R6 and R7: a turn from the draw to the discard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import IllegalMove, answer_forced, walk
from rules.game import DEALER, conversation, play, read
from rules.schlossgarten import GAME
from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.state import Turn, at
from tests.schlossgarten.positions import LINE, asked, do, draft, drawn, labels, offered, position, quiet_turns, spell, start
from tests.talk import kinds, told


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def test_r3_1_r7_4_the_order_of_a_turn() -> None:
    step = do(LINE, "card-7 king e4 king d4 done gardener-works dig c4 hedge-2 c2-c3")
    assert kinds(step) == [
        "card_played",
        "pawn_moved",
        "pawn_moved",
        "figure_made",
        "tile_dug",
        "element_built",
    ]
    assert step.state.discard == (7,)


def test_r3_2_r6_20_two_cards_before_one_after() -> None:
    state = drawn(start(2, 13, 22), 7)
    assert state.hands == ((7, 13), (22,))
    after = do(state, "card-13 done").state
    assert after.hands == ((7,), (22,))
    assert after.discard == (13,)
    stands = do(state, "card-7 done rest").state
    assert stands.discard == (7,)


def test_r3_2_the_drawn_card_is_seen_by_its_seat_alone() -> None:
    step = play(GAME, start(2, 13, 22), DEALER, ("card-7",))
    assert [(each.kind, each.to) for each in step.events] == [("your_card", 0)]
    assert told(step) == []


def test_r3_3_a_turn_is_one_action() -> None:
    assert walk(conversation(GAME, LINE, 0), words("card-7 done gardener-works dig c4 rest")).action == Turn(
        card=7, worker=1, dig=at("c4")
    )
    assert not GAME.mid_turn(LINE)


@pytest.mark.parametrize("path", ["card-8 done", "card-7 done rest", "card-7 king e4 done"])
def test_r3_4_only_the_card_must_be_played(path: str) -> None:
    assert do(LINE, path).state.turns == 1
    with pytest.raises(IllegalMove, match="not finished"):
        play(GAME, LINE, 0, ("card-7",))


def test_r3_4_r7_8_rest_is_told_only_if_work_was_possible() -> None:
    assert "rested" in kinds(do(LINE, "card-7 done rest"))
    assert "rested" not in kinds(do(LINE, "card-8 done"))


def test_r3_37_r3_39_the_discard_is_open_and_in_order() -> None:
    state = quiet_turns(start(2, 13, 22), 3)
    assert state.discard == (1, 2, 3)
    assert GAME.view(state, None).discard == (1, 2, 3)


@pytest.mark.parametrize(("seats", "turns", "cards"), [(2, 30, 30), (4, 28, 28)])
def test_r3_38_discards_refill_an_empty_bag(seats: int, turns: int, cards: int) -> None:
    state = quiet_turns(start(seats, *range(32, 32 - seats, -1)), turns, counted=False)
    assert state.bag == ()
    assert len(offered(state)) == cards
    step = play(GAME, state, DEALER, (offered(state)[0],))
    assert kinds(step) == ["bag_refilled", "your_card"]
    assert told(step)[0] == f"The pile was empty: {cards} played cards are shuffled into it."
    assert step.state.discard == ()
    assert len(step.state.bag) == cards - 1


def test_r3_40_the_quiet_counter() -> None:
    state = quiet_turns(start(2, 13, 22), 3)
    assert state.quiet == 3
    work = replace(LINE, quiet=5)
    assert do(work, "card-8 done").state.quiet == 6
    assert do(work, "card-7 done gardener-works dig c4 rest").state.quiet == 0
    assert do(work, "card-7 done gardener-works hedge-1 c3").state.quiet == 0


def test_r3_41_then_the_next_seat_draws() -> None:
    after = do(LINE, "card-8 done").state
    assert (after.phase, after.turn) == ("draw", 1)


def test_r6_1_r6_2_two_cards_by_ascending_number() -> None:
    assert offered(position("K d1 G c1 A e1", "K d7 G e7 A c7", cards=(31, 4))) == ["card-4", "card-31"]


def test_r6_1_cards_are_called_by_their_numbers() -> None:
    state = drawn(start(2, 7, 22), 32)
    assert labels(state) == {
        "card-7": "card 7",
        "card-32": "card 32",
    }


def test_r6_2_card_is_asked_before_anything_else() -> None:
    """Cards are answers, not tabs, so the next question shows one card alone."""
    state = drawn(start(2, 7, 22), 32)
    at = answer_forced(conversation(GAME, state, state.turn or 0), ())
    assert at.path == ()
    assert at.prompt
    assert (at.prompt.key, at.prompt.form) == ("card", "words")


def test_r6_9_figures_are_shown_six_at_a_time() -> None:
    prompt = asked(position("K d4 G d3 A e4", "K g7 G a7 A a6", cards=(2, 4)), "card-4 reach")
    assert prompt
    assert (prompt.key, prompt.page) == ("figure", 6)


def test_r6_9_no_more_figures_are_listed_than_a_picture_holds() -> None:
    many = position("K d4 G d3 A e4", "K g7 G a7 A a6", cards=(2, 4))
    assert len(offered(many, "card-4 reach")) == 12


def test_r6_3_first_tab_is_the_likeliest_wish() -> None:
    assert offered(LINE, "card-8") == ["reach", "king", "gardener", "architect", "done"]
    assert offered(LINE, "card-7") == ["done", "reach", "king", "gardener", "architect"]
    assert labels(LINE, "card-7")["done"] == "work now"
    assert labels(LINE, "card-8")["done"] == "end the turn"
    assert offered(LINE, "card-8 king e4") == ["king", "gardener", "architect", "done"]


def test_r6_3_no_tab_that_is_open_ends_the_turn() -> None:
    """The figure stands, but nobody can work: the turn ends only if its player says so."""
    state = position("K d2 G a7 A a6", "K g7 G e3 A e4", cards=(8, 17))
    assert offered(state, "card-17")[-1] == "done"


def test_r6_3_movement_is_over_when_all_steps_are_spent() -> None:
    state = position("K d1 G c1 A e1", "K d7 G e7 A c7")
    four = "card-8 king d2 king d3 king d4 king d5"
    assert "done" in offered(state, four)
    assert asked(state, f"{four} king c5") is None


def test_r6_4_destinations_in_reading_order() -> None:
    keys = offered(LINE, "card-8 king")
    assert keys == sorted(keys, key=lambda name: (-int(name[1]), name[0]))
    assert "d4" not in keys
    prompt = asked(LINE, "card-8 king")
    assert prompt
    assert prompt.form == "places"
    assert len(keys) <= 45


def test_r6_4_label_says_that_the_figure_would_stand() -> None:
    state = position("K e4 G d3 A d5", "K g7 G g6 A a7", cards=(7, 8))
    assert labels(state, "card-7 king")["d4"] == "d4 · 1 step · makes the pattern"


def test_r6_6_r6_7_the_questions_about_work() -> None:
    one = position("K d4 G d3 A a1", "K g7 G g6 A d5", pits="c3", cards=(7, 8))
    assert offered(one, "card-7 done") == ["hedge-1", "dig", "rest"]
    assert offered(LINE, "card-7 done gardener-works") == ["hedge-2", "hedge-1", "dig"]
    assert asked(LINE, "card-7 done rest") is None
    assert offered(LINE, "card-7 done gardener-works dig c4") == ["hedge-2", "hedge-1", "rest"]
    bare = position("K d4 G d3 A a1", "K g7 G g6 A d5", elements="red hedge-1 a7, red hedge-2 b7 c7, red maze e7 f7 f6")
    bare = replace(bare, hands=((7, 8), (9,)), bag=tuple(card for card in CARDS if card not in {7, 8, 9}))
    assert asked(bare, "card-7 done dig c4") is None


def test_r6_8_keys_of_sites() -> None:
    assert offered(LINE, "card-7 done gardener-works hedge-2") == ["c2-c3"]


@pytest.mark.parametrize(
    "path",
    [
        "card-8 done",
        "card-7 done gardener-works dig c4 hedge-1 c4",
        "card-8 reach d4-d5-d6 rest",
    ],
)
def test_r6_12_r6_14_example_moves(path: str) -> None:
    keys = tuple(path.split())
    if "reach" in keys:
        key = offered(LINE, "card-8 reach")[0]
        path = f"card-8 reach {key} rest"
    assert do(LINE, path).state.turns == 1


def test_r6_1_forced_answers_may_be_left_out() -> None:
    state = position("K f3 G a1 A e4", "K g7 G f4 A a7", elements="white pool c4 d4", cards=(3, 8))
    assert read(GAME, state, 0, "card-3 done dig d5 terrace c4-d4-d5").action is not None
    only = position("K b1 G a1 A c1", "K g7 G b2 A f7", cards=(7, 8))
    assert read(GAME, only, 0, "card-7 done gardener-works a2 rest").path[3:] == ("dig", "a2", "rest")


def test_r6_1_questions_under_tabs_are_always_asked() -> None:
    """The hedge has several sites, so elements are tabs, though the long hedge has one."""
    at = read(GAME, LINE, 0, "card-7 done gardener-works hedge-2")
    assert [prompt.form for prompt in at.answered][-1] == "tabs"
    assert at.prompt
    assert [option.key for option in at.prompt.options] == ["c2-c3"]


def test_r6_7_only_site_of_an_element_is_not_asked_for() -> None:
    """If each element has one site, their names are the answers, and the last one ends the turn."""
    state = position("K f3 G a1 A e4", "K g7 G f4 A a7", elements="white pool c4 d4", cards=(3, 8))
    after = asked(state, "card-3 done dig d5")
    assert after
    assert (after.form, [option.key for option in after.options]) == ("words", ["terrace", "column", "rest"])
    assert [option.shown().at for option in after.options] == ["c4-d4-d5", "d5", ""]
    at = read(GAME, state, 0, "card-3 done dig d5 terrace")
    assert at.path[-1] == "c4-d4-d5"
    assert at.action is not None


def test_r6_6_first_tab_is_a_worker_able_to_build() -> None:
    assert offered(LINE, "card-7 done") == ["gardener-works", "architect-works", "rest"]
    near = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="d6 c6", cards=(7, 8))
    assert offered(near, "card-7 done") == ["architect-works", "gardener-works", "rest"]


def test_r6_1_the_card_is_asked_for_where_nobody_can_move() -> None:
    """Card 3 would end the turn at once; the figure of card 5 stands, and the gardener can work."""
    shut_in = position("K b1 G a2 A a1", "K g7 G g6 A g5", pits="a3 b2 c1 a4 b3 c2 d1", cards=(3, 5))
    asked = answer_forced(conversation(GAME, shut_in, 0), ())
    assert asked.prompt
    assert (asked.path, asked.prompt.key, asked.prompt.form) == ((), "card", "words")
    assert str(asked.prompt.note) == "None of your pawns can move."
    assert offered(shut_in, "") == ["card-3", "card-5"]
    assert read(GAME, shut_in, 0, "card-3").action is not None
    assert "gardener-works" in answer_forced(conversation(GAME, shut_in, 0), ("card-5",)).path
    with pytest.raises(IllegalMove, match="not possible here"):
        read(GAME, shut_in, 0, "gardener-works")
    alone = position("K b1 G a2 A a1", "K g7 G g6 A g5", pits="a3 b2 c1 a4 b3 c2 d1", cards=(3,))
    assert answer_forced(conversation(GAME, alone, 0), ()).action is not None


def test_r6_15_nothing_of_an_unfinished_turn_is_in_the_state() -> None:
    assert draft(LINE, "card-7 king e4").left == 4
    assert position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="c2 c3", cards=(7, 8)) == LINE


def test_r7_3_dealer_and_seat_act_in_turn() -> None:
    assert GAME.to_act(LINE) == {0}
    assert GAME.to_act(replace(LINE, phase="draw")) == {DEALER}
    assert GAME.to_act(replace(LINE, phase="over")) == frozenset()


def test_r7_6_spelling_a_turn() -> None:
    turn = walk(conversation(GAME, LINE, 0), words("card-7 done gardener-works dig c4 hedge-2 c3-c4")).action
    assert isinstance(turn, Turn)
    assert " ".join(spell(GAME.view(LINE, 0), turn)) == "card-7 done gardener-works dig c4 hedge-2 c3-c4"


def test_r7_5_a_prompt_has_the_board_as_it_would_be() -> None:
    prompt = asked(LINE, "card-7 king e4 king d4 done gardener-works dig c4")
    assert prompt
    assert prompt.key == "after"
    there = prompt.board
    assert there.dig == at("c4")
    assert there.left == 3
    assert there.worker == 1


def test_r7_8_the_story_of_a_turn() -> None:
    step = do(LINE, "card-7 done gardener-works dig c4 hedge-2 c3-c4")
    assert told(step) == [
        "Seat 1 +7, now 7 · long hedge on c3-c4",
        "The pattern of card 7 is complete.",
        "The gardener digs up c4, a tile of 3.",
        "The gardener builds the long hedge. Tiles taken: 2, 3.",
    ]
    assert [each.headline for each in step.events] == [True, False, False, False]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("card-8 done", "Seat 1 · no pattern with card 8"),
        ("card-7 done rest", "Seat 1 · pattern of card 7, but no work"),
        ("card-7 done gardener-works dig c4 rest", "Seat 1 · pit on c4"),
        ("card-7 done gardener-works hedge-1 c3", "Seat 1 +3, now 3 · hedge on c3"),
    ],
)
def test_r7_8_the_headline_of_a_turn(path: str, line: str) -> None:
    assert told(do(LINE, path))[0] == line
