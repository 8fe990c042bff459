"""Section 5, R7 and R9: the views of seats, and the stories."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from itertools import chain
from random import Random

import msgspec
import pytest

from rules.game import DEALER, Outcome, conversation, visible_to
from rules.ishtar import GAME
from rules.ishtar.parts import Gems
from rules.ishtar.score import points_of
from rules.ishtar.state import State, View
from rules.ishtar.story import Collected, Given, Placed, Planted, Unlocked
from rules.legal import legal_paths
from rules.wording import of_others
from tests.ishtar.greedy import play_greedily
from tests.ishtar.positions import at, board, cells, do, having, position
from tests.ishtar.reference_game import END, PLACING, SELECTING, SET_UP, moment, step
from tests.playing import with_states
from tests.talk import kinds, told

PLANTED = SET_UP + 5  # seat 1 has planted tree 21
PRIVATE = {"me", "planted"}


def test_section_5_views_differ_in_two_fields_only() -> None:
    views = [GAME.view(moment(END), viewer) for viewer in (0, 1, None)]
    for field in fields(View):
        same = len({repr(getattr(view, field.name)) for view in views}) == 1
        assert same == (field.name not in PRIVATE), field.name


def test_section_5_r7_3_a_view_is_the_state_but_for_the_cards() -> None:
    mine = {field.name for field in fields(View)}
    assert mine - {field.name for field in fields(State)} == {"me", "planted_count", "totals"}
    view, state = GAME.view(moment(END), 0), moment(END)
    for field in fields(State):
        if field.name != "planted":
            assert getattr(view, field.name) == getattr(state, field.name)


def test_section_5_t40_planted_cards_are_their_owners_alone() -> None:
    state = moment(PLANTED)
    assert [GAME.view(state, viewer).planted[1] for viewer in (0, 1, None)] == [None, (21,), None]
    assert [GAME.view(state, viewer).planted_count for viewer in (0, 1, None)] == [(0, 1)] * 3
    assert "1 tree (9 points)" in "\n".join(board(state, 1))
    assert "(9 points)" not in "\n".join(board(state, 0))


def test_section_5_other_cards_make_no_difference_to_others() -> None:
    state = moment(PLANTED)
    other = replace(state, planted=((), (22,)))
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert GAME.view(state, None) == GAME.view(other, None)
    assert GAME.view(state, 1) != GAME.view(other, 1)


def test_section_5_points_of_trees_are_hidden_with_the_total() -> None:
    state = moment(PLANTED)
    mine, theirs = points_of(GAME.view(state, 1))[1], points_of(GAME.view(state, 0))[1]
    assert (mine.trees, mine.total) == (9, 9)
    assert (theirs.trees, theirs.total) == (None, None)
    assert (theirs.flowers, theirs.fountains, theirs.masteries) == (mine.flowers, mine.fountains, mine.masteries)


def test_r7_3_without_a_card_the_total_is_known() -> None:
    assert points_of(GAME.view(moment(PLANTED), None))[0].total == 6


def test_section_5_md_is_public() -> None:
    state = having(moment(PLANTED), 1, masteries=())
    state = having(state, 1, masteries="m4:pp md:pp")
    assert points_of(GAME.view(state, 0))[1].masteries == (("md", 2),)


def test_section_5_after_the_end_everything_is_open() -> None:
    *_, last = play_greedily(2, frozenset(), Random(1))
    end = last.step.state
    assert any(end.planted)
    for viewer in (0, 1, None):
        view = GAME.view(end, viewer)
        assert view.planted == end.planted
        assert [points.total for points in points_of(view)] == [score.points for score in GAME.scores(end)]


def test_section_5_next_tiles_and_trees_are_in_bags() -> None:
    for number in range(SET_UP, END + 1):
        state = moment(number)
        assert list(state.tree_bag) == sorted(state.tree_bag)
        for bag in state.tile_bags:
            assert list(bag) == sorted(bag, key=lambda tile: int(tile.split("-")[1]))


def test_section_5_the_log_line_names_the_tree_to_all() -> None:
    for listener in (0, 1, None):
        lines = [str(each.text) for each in visible_to(step(PLANTED).events, listener)]
        assert "A tree for 1 red, 2 white stands on e10: 9 points." in lines


def test_section_5_there_are_no_private_events() -> None:
    assert all(each.to is None for number in range(1, END + 1) for each in step(number).events)


def test_r9_1_open_trees() -> None:
    state = moment(PLANTED, "open-trees")
    for viewer in (0, 1, None):
        view = GAME.view(state, viewer)
        assert view.planted[1] == (21,)
        assert points_of(view)[1].total == 9
    assert GAME.scores(moment(END, "open-trees")) == GAME.scores(moment(END))
    assert replace(moment(END, "open-trees"), open_trees=False) == moment(END)


@pytest.mark.parametrize("number", [SELECTING[1], PLACING[1], PLACING[2], SELECTING[3], PLACING[4], END])
def test_r7_3_a_view_from_its_text_offers_the_same(number: int) -> None:
    state = moment(number)
    (seat,) = GAME.to_act(state)
    view = GAME.view(state, seat)
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert again == view
    first = next(iter(legal_paths(conversation(GAME, state, seat))))
    assert first == next(iter(legal_paths(lambda: GAME.choices(again))))


def test_r7_2_states_survive_their_text_and_stay_small() -> None:
    for number in range(END + 1):
        text = msgspec.json.encode(moment(number))
        assert msgspec.json.decode(text, type=State) == moment(number)
        assert len(text) < 3000


def test_r7_1_latest_are_the_cells_changed_last() -> None:
    assert moment(PLANTED).latest == (at("e9"), at("e8"), at("e10"), at("e10"))
    assert moment(SELECTING[3] + 1).latest == moment(SELECTING[3]).latest


def test_r6_1_seats_to_act() -> None:
    acting = [GAME.to_act(moment(number)) for number in range(END + 1)]
    dealer = {DEALER}
    expected = [dealer] * 5 + [{0}, {0}, {1}, dealer, {1}, dealer, {0}, dealer, {0}, {1}, dealer, {1}, {0}]
    assert acting == expected


def test_r3_1_r7_5_mid_turn_while_a_seat_goes_on_with_its_turn() -> None:
    going_on = [number for number in range(END + 1) if GAME.mid_turn(moment(number))]
    assert going_on == [
        PLACING[1],
        PLACING[2] - 1,
        PLACING[2],
        PLACING[3] - 1,
        PLACING[3],
        PLACING[4] - 1,
        PLACING[4],
    ]


def test_r7_4_events_of_the_reference_game() -> None:
    assert [kinds(step(number)) for number in range(SET_UP + 1, END + 1)] == [
        ["can_moved"],
        ["turn", "placed", "collected", "assisted"],
        ["can_moved"],
        ["revealed"],
        ["turn", "placed", "collected", "unlocked", "given", "planted"],
        ["row"],
        ["can_moved"],
        ["revealed"],
        ["turn", "placed", "collected", "assisted"],
        ["can_moved"],
        ["revealed"],
        ["turn", "placed", "collected", "assisted"],
    ]


def test_r7_4_the_data_of_the_events() -> None:
    events = step(PLANTED).events
    assert [each.data for each in events] == [
        None,
        Placed(1, "bar-14", cells("e9 e8 e10"), at("d9")),  # cells 1, 2, 3
        Collected(1, Gems(1, 1, 0)),
        Unlocked(1, "m3", Gems(p=2)),
        Given(1, Gems(w=3)),
        Planted(1, 21, at("e10")),
    ]
    assert str(events[-1].text) == "A tree for 1 red, 2 white stands on e10: 9 points."


def test_upgrade_reads_minus_one_of_version_1_as_none() -> None:
    state = GAME.setup(3, frozenset())
    assert GAME.upgrade(asdict(state) | {"first": -1, "turn": -1}, 1) == asdict(state)
    assert GAME.upgrade(asdict(state) | {"first": 0, "turn": 2}, 1) == asdict(state) | {"first": 0, "turn": 2}


def test_r7_4_the_story_of_an_idle_symbol() -> None:
    state = having(position("", "tri-13"), assistants=0)
    assert told(do(state, "a right g5"))[2:] == [
        "Gems taken: 1 purple.",
        "No assistant is placed: none is left.",
    ]


def test_a_preview_takes_the_first_event_as_headline() -> None:
    before, after = GAME.view(moment(SELECTING[2]), 0), step(SELECTING[2] + 1)
    assert [(each.kind, each.begins, each.headline) for each in after.events] == [("can_moved", True, False)]
    outcome = GAME.preview(before, Outcome(GAME.view(after.state, 0), after.events), True)
    assert [(each.kind, each.headline) for each in outcome.events] == [("can_moved", True)]


def previewed(variant: str = "") -> list[str]:
    """Return the story of turn 2 before it counts; it plants a tree of 9 points."""
    before, after = moment(PLANTED - 1, *variant.split()), step(PLANTED, *variant.split())
    seat = before.turn
    outcome = GAME.preview(GAME.view(before, seat), Outcome(GAME.view(after.state, seat), after.events), True)
    return [str(each.text) for each in outcome.events]


def test_r7_4_a_preview_tells_its_seat_all_of_its_points() -> None:
    done = "a tile at fountain B, a mastery, a tree"
    first, second, *_ = previewed()
    assert first == f"Seat 2 +9, now 9 · {done}"
    assert second == "The others see 0+: your trees are added for all to see at the end."
    assert told(step(PLANTED))[0] == f"Seat 2 · {done}"


def test_r7_4_r9_1_open_trees_count_in_the_public_headline() -> None:
    headline = "Seat 2 +9, now 9 · a tile at fountain B, a mastery, a tree"
    assert told(step(PLANTED, "open-trees"))[0] == headline
    assert previewed("open-trees") == told(step(PLANTED, "open-trees"))


def test_a_game_that_ended_early_waits_for_nobody() -> None:
    view = GAME.stopped(GAME.view(moment(PLACING[2]), None))
    assert str(GAME.describe(view)[0]).startswith("The game ended early after 1 turn.")
    over = replace(moment(END), phase="over")
    assert GAME.stopped(GAME.view(over, 0)) == GAME.view(over, 0)


def test_all_paths_are_public() -> None:
    assert GAME.is_public(("b", "left", "e9", "tree-21", "e10", "done"))


def test_r4_5_r7_4_a_headline_names_the_gains_of_others() -> None:
    """They equal the change of others' points without trees, in public and in one's own preview."""
    games = (with_states(GAME.setup(n, frozenset()), play_greedily(n, frozenset(), Random(n))) for n in GAME.seats)
    seen = 0
    for state, move in chain.from_iterable(games):
        for event in (event for event in move.step.events if event.kind == "turn"):
            both = [[points.known for points in points_of(each)] for each in (state, move.step.state)]
            gains = [now - was for was, now in zip(*both, strict=True)]
            others = of_others([(seat, gain) for seat, gain in enumerate(gains) if gain and seat != move.seat])
            views = [GAME.view(each, move.seat) for each in (state, move.step.state)]
            (shown, *_) = GAME.preview(views[0], Outcome(views[1], (event,)), True).events
            assert [dict(each.text.params).get("others", ()) for each in (event, shown)] == [others, others]
            seen += len(others)
    assert seen > 3
