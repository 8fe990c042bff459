"""Section 5, R7.4 and R9: what each may know."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from rules.game import DEALER, conversation, visible_to
from rules.hanging_gardens import GAME
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.score import worth
from rules.hanging_gardens.state import State, View
from rules.legal import legal_paths
from tests.hanging_gardens.positions import at, board, do, position
from tests.hanging_gardens.reference_game import end, moment, steps
from tests.talk import event

SIX = ("d1 up m19; c1 up m21; a1 up m23", "b1 a2 b2 d2")


def six_built(tile: str = "guard", *, open_tiles: bool = False) -> State:
    """Seat 0 has built on six and was shown a hidden tile."""
    state = replace(position(*SIX, taken=(("gate", "gate"), ("queen",))), open_tiles=open_tiles)
    return do(do(state, "card-1 left l18 m20").state, tile).state


def test_t42_section_5_display_tile_is_only_counted_later() -> None:
    state = moment(1, 4)
    assert (GAME.view(state, 1).known[0], GAME.view(state, 1).counts[0]) == ((), 1)
    assert GAME.view(state, 0).known[0] == ("handler",)
    assert GAME.view(state, None).known == ((), ())


def test_t42_r9_2_open_tiles_stay_visible() -> None:
    state = moment(1, 4, "open-tiles")
    assert [GAME.view(state, viewer).known[0] for viewer in (0, 1, None)] == [("handler",)] * 3
    after = moment(11, 4, "open-tiles")
    assert after.hidden == (("queen",), ())
    assert "queen" not in GAME.view(after, 1).known[0]
    assert "queen" in GAME.view(after, 0).known[0]
    assert GAME.view(after, 1).known[0] == GAME.view(after, None).known[0]
    assert GAME.view(after, 1).counts[0] == len(GAME.view(after, 1).known[0]) + 1


def test_r9_2_scoring_is_unchanged() -> None:
    assert GAME.scores(steps("open-tiles")[-1].state) == GAME.scores(end())


@pytest.mark.parametrize("open_tiles", [False, True])
def test_section_5_the_hidden_tile_is_the_owners_alone(open_tiles: bool) -> None:
    state = six_built(open_tiles=open_tiles)
    assert GAME.view(state, 0).hidden == (("guard",), ())
    assert "guard" in GAME.view(state, 0).known[0]
    for viewer in (1, None):
        view = GAME.view(state, viewer)
        assert "guard" not in repr(view)
        assert view.hidden == ((), ())
        assert view.counts == (3, 1)
        assert "guard" not in "\n".join(board(state, viewer))


def test_r8_12_hidden_tiles_make_no_difference_to_others() -> None:
    one, other = six_built("guard"), six_built("gate")
    for viewer in (1, None):
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
    assert GAME.view(one, 0) != GAME.view(other, 0)


def test_r8_12_order_of_the_stacks_exists_nowhere() -> None:
    assert all(list(step.state.card_bag) == sorted(step.state.card_bag) for step in steps())
    view = GAME.view(moment(5, 1), 0)
    assert (view.cards_left, view.tiles_left) == (len(moment(5, 1).card_bag), len(moment(5, 1).tile_bag))


def test_section_5_all_see_gardens_cards_display_and_counts() -> None:
    state = moment(9, 2)
    views = [GAME.view(state, viewer) for viewer in (0, 1, None)]
    for name in ("gardens", "cards", "boxed", "tiles", "counts", "fives", "cards_left", "tiles_left", "holder", "active"):
        assert len({repr(getattr(view, name)) for view in views}) == 1
    assert views[0].gardens == state.gardens
    assert views[0].boxed == ("o2",)


def test_section_5_everybody_sees_the_pending_size() -> None:
    state = six_built()
    assert {GAME.view(state, viewer).pending for viewer in (0, 1, None)} == {(6, True)}


def test_section_5_others_points_count_visible_tiles() -> None:
    state = six_built()
    assert GAME.view(state, 0).points == (11, 0)
    assert GAME.view(state, 1).points == (0, 1)
    assert GAME.view(state, None).points == (0, 0)
    opened = six_built(open_tiles=True)
    assert GAME.view(opened, 1).points == (5, 1)
    assert GAME.view(replace(opened, fives=(1, 0)), 1).points == (10, 1)


def test_section_5_at_the_end_everything_is_open() -> None:
    for viewer in (0, 1, None):
        view = GAME.view(end(), viewer)
        assert view.over
        assert view.points == (67, 65)
        assert [len(tiles) for tiles in view.known] == [15, 14]
        assert view.hidden == (("queen",), ())
        assert tuple(worth(tiles, 0) for tiles in view.known) == view.points


def test_section_5_the_story_names_a_tile_taken_to_all() -> None:
    step = do(moment(1, 3), "card-3 up m21 m20 tile-1")
    for listener in (0, 1, None):
        assert "Seat 1 takes a tile: handler." in [str(each.text) for each in visible_to(step.events, listener)]


def test_r7_4_the_fields_of_a_view() -> None:
    view = GAME.view(moment(8, 2), 1)
    assert (view.me, view.seats, view.open_tiles, view.first) == (1, 2, False, 0)
    assert (view.round, view.rounds, view.done, view.holder, view.active) == (8, 15, 1, 1, 0)
    assert view.cards_left == len(CARDS) - 32
    assert view.pending is None
    assert not view.over
    assert GAME.view(moment(8, 2), None).me is None


def test_r7_4_nobody_is_active_while_the_dealer_moves() -> None:
    for step in steps():
        acting = GAME.to_act(step.state)
        active = GAME.view(step.state, None).active
        assert active == (None if acting in ({DEALER}, set()) else min(acting))


@pytest.mark.parametrize("turn", [(1, 1), (2, 4), (8, 1), (11, 3), (15, 1)])
def test_t45_r7_4_a_view_from_its_text_offers_the_same(turn: tuple[int, int]) -> None:
    state = moment(*turn)
    (seat,) = GAME.to_act(state)
    view = GAME.view(state, seat)
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert again == view
    assert list(legal_paths(lambda: GAME.choices(again))) == list(legal_paths(conversation(GAME, state, seat)))


def test_t45_with_a_pending_tile() -> None:
    view = GAME.view(six_built(), 0)
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert list(legal_paths(lambda: GAME.choices(again))) == [(f"tile-{n}",) for n in range(1, 7)]


def test_r7_2_states_survive_their_text() -> None:
    for step in steps():
        assert msgspec.json.decode(msgspec.json.encode(step.state), type=State) == step.state


def test_r7_6_events_tell_the_whole_turn() -> None:
    step = do(moment(8, 1), "card-1 left r22 r24 from-p21 tile-2")
    laid, moved, taken = (event(step, kind).data for kind in ("laid", "temple_moved", "tile_taken"))
    assert laid == (1, ("i4", "left", *at("r22")))
    assert moved == (1, at("r24"), 3, at("p21"))
    assert taken == (1, "chalice", 1)
    shown = [each.data for each in steps()[-1].events if each.kind == "tiles_shown"]
    assert [each.points for each in shown] == [67, 65]
    assert [line.tile for line in shown[1].lines] == ["garden", "statue", "chalice", "gardener", "priest"]
