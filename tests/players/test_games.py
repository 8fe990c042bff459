"""Features of positions agree with what players of each game would say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from players.games import ishtar, schlossgarten
from players.games.ishtar_turns import _complete_turn, gem_value
from rules import GAMES
from rules.choice import Path, walk
from rules.game import DEALER, Seat, conversation, play_at_random
from rules.ishtar.parts import TREES, Gems
from rules.ishtar.state import State as Ishtar
from rules.legal import legal_moves
from rules.schlossgarten.state import Squares, State, at
from rules.text import Text
from tests.playing import with_states
from tests.schlossgarten.builder import play_as_builders
from tests.schlossgarten.positions import LINE

GARDEN, ISHTAR = GAMES["schlossgarten"], GAMES["ishtar"]
BARE: Squares = ()


def told(numbers: Sequence[float], names: Sequence[Text], name: str) -> float:
    """Return the sum of the features with this name."""
    return sum(number for number, each in zip(numbers, names, strict=True) if str(each) == name)


def test_schlossgarten_candidates_are_legal_moves() -> None:
    """Each path leads to its action, and there are no more candidates than asked for."""
    seen = 0
    for state, move in with_states(GARDEN.setup(3, frozenset()), play_as_builders(3, frozenset(), Random(3))):
        if move.seat != DEALER:
            found, talk = schlossgarten.candidate_moves(GARDEN.view(state, move.seat), 12), conversation(GARDEN, state, move.seat)
            assert len(found) <= 12
            assert [walk(talk, each.path).action for each in found] == [each.action for each in found]
            seen += len(found)
    assert seen > 50


def test_schlossgarten_best_candidate_comes_first() -> None:
    view = GARDEN.view(LINE, 0)
    few, all_ = schlossgarten.candidate_moves(view, 1), schlossgarten.candidate_moves(view, 1000)
    assert [each.path for each in few] == [all_[0].path]
    assert " ".join(few[0].path) == "card-7 reach d4-c4-e4 gardener-works dig d3 maze c2-c3-d3"


def ends(start: Path, transposition: Callable[[Any], Hashable] | None) -> list[State]:
    """Return the states after all moves with this beginning, without their last event."""
    moves = legal_moves(conversation(GARDEN, LINE, 0), start, transposition)
    return [replace(GARDEN.apply(LINE, 0, at.action).state, last=None) for at in moves]


@pytest.mark.long
@pytest.mark.parametrize(
    ("steps", "share"),
    [(("king",), 0.75), pytest.param((), 0.5, marks=pytest.mark.long)],  # two or three of five steps are left
)
def test_schlossgarten_search_skips_transpositions(steps: Path, share: float) -> None:
    start = "card-7", "king", "b4", *steps
    every, once = ends(start, None), ends(start, schlossgarten.FEATURES.transposition)
    assert {*every} == {*once}
    assert len(once) < share * len(every)


def built(site: Squares) -> State:
    """Seat 0 has nothing in the garden but a long hedge on this site."""
    return replace(LINE, elements=((BARE, site, BARE, BARE, BARE, BARE), *LINE.elements[1:]))


def over(state: State) -> float:
    return told(schlossgarten.extract(state, 0), schlossgarten.NAMES, "elements that may be built over")


def test_schlossgarten_larger_elements_threaten_smaller_ones() -> None:
    """The squares of an element count if somebody has a larger one and nobody stands on it."""
    king = LINE.pawns[0][0]
    free = next(site for site in ((at("a2"), at("b2")), (at("f2"), at("g2"))) if not {*site} & {*sum(LINE.pawns, ())})
    assert over(built(BARE)) == 0
    assert over(built(free)) == 2
    assert over(built((king, king + 1))) == 0


def test_schlossgarten_race_counts_the_lead_over_the_best_rival() -> None:
    """Seven points more are seven points ahead of the best of the others."""
    behind, ahead = (replace(LINE, tiles=(tiles, *LINE.tiles[1:])) for tiles in ((), (3, 3, 1)))
    told_of = [told(schlossgarten.extract(state, 0), schlossgarten.NAMES, "the race to the goal") for state in (behind, ahead)]
    assert told_of[1] - told_of[0] == 7


def ishtar_turns(seats: int, seed: int) -> Iterator[tuple[Ishtar, Seat]]:
    """Yield the states of a random game of Ishtar in which a seat is to move."""
    start = ISHTAR.setup(seats, frozenset())
    for move in play_at_random(ISHTAR, start, Random(seed)):
        yield from ((move.step.state, seat) for seat in ISHTAR.to_act(move.step.state) if seat != DEALER)


def test_ishtar_candidates_are_legal_and_different() -> None:
    """Each path leads to its action, no two are equal, and some use symbols."""
    used = set[str]()
    for state, seat in chain(ishtar_turns(2, 4), ishtar_turns(4, 5)):
        found, talk = ishtar.candidate_moves(ISHTAR.view(state, seat), 90), conversation(ISHTAR, state, seat)
        assert found
        assert [walk(talk, each.path).action for each in found] == [each.action for each in found]
        assert len({each.path for each in found}) == len(found)
        used |= {word for each in found for word in each.path}
    assert {"assistant", "m3", "m4", "m5", "done"} <= used


def test_ishtar_path_that_is_not_offered_is_refused() -> None:
    state, seat = next(ishtar_turns(2, 4))
    with pytest.raises(ValueError, match="unpack"):
        _complete_turn(ISHTAR.view(state, seat), ("not offered",))


def test_ishtar_gems_are_worth_less_than_their_tree() -> None:
    """After the last turn they are worth nothing."""
    for cost, points in TREES.values():
        assert gem_value(cost, 9.0) < points
        assert gem_value(cost, 0.0) == 0


def test_ishtar_counts_the_turns_a_seat_has_left() -> None:
    """Two stacks have to be emptied first. In the last round, seats that have moved have no turn left."""
    states = [state for state, _ in ishtar_turns(3, 7)]
    assert [ishtar.turns_to_come(states[0], seat) for seat in range(3)] == [1 + 2 * 12 / 3] * 3
    last = states[-1]
    assert last.first is not None
    order = [(last.first + place) % 3 for place in range(3)]
    assert [ishtar.turns_to_come(last, seat) for seat in order] == [0, 0, 1]
    assert (ishtar.progress(states[0]), ishtar.progress(last)) == (0, 1)


def test_ishtar_pieces_in_hand_are_worthless_after_the_last_turn() -> None:
    last = [state for state, _ in ishtar_turns(2, 4)][-1]
    assert last.turn is not None
    done = 1 - last.turn
    rich = replace(last, players=(last.players[0]._replace(gems=Gems(3, 0, 1), assistants=1),) * 2)
    for what, worth_now in (("gems for trees", 6), ("assistants in hand", 1 / 3)):
        assert told(ishtar.extract(rich, done), ishtar.NAMES, what) == 0
        assert told(ishtar.extract(replace(rich, ending=False), done), ishtar.NAMES, what) == worth_now
