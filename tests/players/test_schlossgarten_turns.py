"""Turns of Schlossgarten that are found quickly are those that the rules offer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from players.games.schlossgarten_turns import candidate_moves, reply_actions
from rules import GAMES
from rules.game import DEALER
from rules.schlossgarten.best_turns import Candidate, candidates
from rules.schlossgarten.state import Squares, View
from tests.playing import with_states
from tests.schlossgarten.builder import play_as_builders

GARDEN = GAMES["schlossgarten"]


def views(seats: int) -> Iterator[View]:
    for state, move in with_states(GARDEN.setup(seats, frozenset()), play_as_builders(seats, frozenset(), Random(seats))):
        if move.seat != DEALER:
            yield GARDEN.view(state, move.seat)


def lead_gain(candidate: Candidate) -> int:
    return candidate.gain.own - min((points for _, points in candidate.gain.others), default=0)


def test_candidates_are_those_of_the_rules_in_the_same_order() -> None:
    """The largest lead comes first; equal leads are in the order of the rules."""
    for view in (*views(2), *views(3)):
        best = sorted(candidates(view), key=lead_gain, reverse=True)
        expected = [(candidate.path, candidate.draft.turn()) for candidate in best]
        assert [(each.path, each.action) for each in candidate_moves(view, 10_000)] == expected
        assert [(each.path, each.action) for each in candidate_moves(view, 30)] == expected[:30]


def test_replies_miss_no_element_on_any_place() -> None:
    """Each is a candidate with the largest gain for its element."""
    for view in (*views(2), *views(3)):
        offered, best = set[object](), dict[tuple[int | None, Squares], int]()
        for candidate in candidates(view):
            draft = candidate.draft
            offered.add(draft.turn())
            best[draft.kind, draft.site] = max(best.get((draft.kind, draft.site), -99), lead_gain(candidate))
        found = reply_actions(view, 1000)
        assert {(turn.kind, turn.site) for turn in found} == {*best}
        assert len(found) == len(best)
        assert offered.issuperset(found)
        gains = [best[turn.kind, turn.site] for turn in found]
        assert gains == sorted(gains, reverse=True)
        assert list(reply_actions(view, 5)) == list(found[:5])
