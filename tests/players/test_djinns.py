"""The game tree of Djinns of the Lake agrees with the rules, and its search with a plain one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import pytest

from players.evaluation import lead_over_mean, load_evaluator
from players.games.djinns import SOLVED, Node, Tree, look_ahead, node_of
from players.levels import LEVELS
from players.search import no_deadline, rank_turns
from rules import GAMES
from rules.djinns.lifting import lifts
from rules.djinns.parts import MAX_MOVES
from rules.djinns.state import Lift, State
from rules.game import play_at_random
from rules.values import replace

DJINNS = GAMES["djinns"]
EVALUATOR = load_evaluator(DJINNS, 2)
ENOUGH = 10**9
SMALL = 1500  # states that a plain search may visit


def positions(seed: int) -> Iterator[State]:
    """Yield the states of a random game of two in which a seat is to lift, and the last one."""
    states = (move.step.state for move in play_at_random(DJINNS, DJINNS.setup(2, frozenset()), Random(seed)))
    yield from (state for state in states if state.seen)


def tree(state: State, budget: int = ENOUGH) -> Tree:
    return Tree(state.colours, state.plies, budget, no_deadline)


def after(state: State, lift: Lift) -> State:
    assert state.turn is not None
    return DJINNS.apply(state, state.turn, lift).state


def legal(state: State) -> list[Lift]:
    assert state.turn is not None
    return [] if state.ending else list(lifts(state.ring, state.colours[state.turn]))


def lead(state: State) -> float:
    """Return the lead of the seat to move."""
    assert state.turn is not None
    return lead_over_mean(EVALUATOR.points(state), state.turn)


def plain(state: State, plies: int) -> float:
    """Return the value of a state for the seat to move, by all moves of the rules."""
    moves = legal(state)
    if not moves:
        return lead(state)
    if plies == 1:  # as the tree does, without a look at the end of the game
        points = [[score.points for score in DJINNS.scores(after(state, lift))] for lift in moves]
        return max(lead_over_mean(each, state.turn or 0) for each in points)
    return max(-plain(after(state, lift), plies - 1) for lift in moves)


def size(state: State, most: int) -> int:
    """Return the number of states after this one; it soon stops to count beyond ``most``."""
    count = 1
    for lift in legal(state):
        if count <= most:
            count += size(after(state, lift), most - count)
    return count


def endings() -> Iterator[State]:
    """Yield small endings of random games, few lifts before the length of a game is reached; in some, positions came before."""
    for seed in range(14):
        for left, state in zip((6, 5, 4, 3), [*positions(seed)][-8::2], strict=False):
            late = replace(state, plies=MAX_MOVES - left)
            if not late.ending and size(late, SMALL) <= SMALL:
                yield late


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_those_of_the_rules(seed: int) -> None:
    """They lead to the same positions, histories and points."""
    for state in positions(seed):
        node = node_of(state)
        told = [tree(state).after(node, move)._replace(ply=0) for move in tree(state).moves(node.stacks, node.seat)]
        expected = [node_of(after(state, lift)) for lift in legal(state)]
        if not state.ending:
            assert sorted(map(known, told)) == sorted(map(known, expected))


def known(node: Node) -> tuple[object, ...]:
    """Return what the rules know about a node: its history without an order."""
    return node.stacks, sorted(node.history), node.seat, node.lead


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_search_agrees_with_a_plain_search(plies: int) -> None:
    for state in [*positions(4)][3::9]:
        assert tree(state).value(node_of(state), plies, -ENOUGH, ENOUGH) == plain(state, plies)


def test_values_found_before_change_nothing() -> None:
    """A tree that has searched fewer plies before finds the same as a fresh one."""
    for state in [*positions(5)][20::7]:
        used = tree(state)
        for plies in range(1, 5):
            assert used.value(node_of(state), plies, -ENOUGH, ENOUGH) == tree(state).value(node_of(state), plies, -ENOUGH, ENOUGH)


def test_last_lifts_are_searched_to_the_end() -> None:
    """The value is that of a search through all moves of the rules to the end of the game."""
    tried = 0
    for state in endings():
        found = tree(state)
        assert found.value(node_of(state), SOLVED, -ENOUGH, ENOUGH) == plain(state, SOLVED)
        assert not found.cut
        tried += 1
    assert tried > 20


def test_keen_plays_the_last_lifts_as_well_as_possible() -> None:
    for state in endings():
        assert state.turn is not None
        found = rank_turns(DJINNS.view(state, state.turn), state.turn, LEVELS["keen"], EVALUATOR, Random(1))
        assert found[0].value == plain(state, SOLVED) or not found[1:]
        assert all(one.value >= other.value for one, other in pairwise(found))


@pytest.mark.parametrize("budget", [0, 500, 5000])
def test_a_small_budget_or_a_deadline_only_cuts_short(budget: int) -> None:
    """Every place comes once, the best first, and the same again; a deadline at once leaves the turns in their order."""
    for state in [*positions(6)][::6]:
        states = [after(state, lift) for lift in legal(state)]
        if states:
            found, again = (look_ahead(states, state.turn or 0, budget, no_deadline) for _ in range(2))
            assert found == again
            assert sorted(place for place, _ in found) == list(range(len(states)))
            late = look_ahead(states, state.turn or 0, ENOUGH, lambda: True)
            assert len(late) == len(states)


def test_general_search_chooses_markers_and_plays_larger_tables() -> None:
    for seats in (2, 3):
        *_, state = islice(play_at_random(DJINNS, DJINNS.setup(seats, frozenset()), Random(1)), 4)
        assert look_ahead([state.step.state], 0, ENOUGH, no_deadline) == []
