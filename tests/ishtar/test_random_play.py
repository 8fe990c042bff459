"""R8.1: the invariants in random and in greedy play, and events that random play hardly ever meets.

``PARTERRE_GAMES=1000 .venv/bin/python -m pytest --timeout 0 tests/ishtar/test_random_play.py`` plays a thousand games for
each number of seats and variant instead of a few, at about a second a game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from statistics import mean

import pytest

from rules.choice import walk
from rules.game import DEALER, Move, conversation, play_at_random
from rules.ishtar import GAME
from rules.ishtar.parts import Gems
from rules.ishtar.score import fountain_counts, holders
from rules.ishtar.state import Garden, State
from tests.examples import many, sampled
from tests.ishtar.greedy import greedy_move, play_greedily
from tests.ishtar.invariants import TURNS_BY_SEATS, check, check_step, read_board, spots_of
from tests.ishtar.positions import anchors
from tests.ishtar.reference_game import END, moment
from tests.playing import with_states

GAMES_EACH = int(os.environ.get("PARTERRE_GAMES", many(2, 10)))
ENOUGH_GAMES = 100  # from so many games on, the means must be as close as R11.5 says
TABLES = [(seats, variants) for seats in GAME.seats for variants in ((), ("open-trees",))]
WANTED = (
    "m1", "m2", "m3", "m4", "m5", "ma", "mb", "mc", "md", "me", "assistant", "skipped", "joker", "symbol_idle", "planted",
    "two trees", "reserve planted", "discarded", "gardens joined", "shared fountain", "paid for the can", "skipped stacks",
)  # fmt: skip
MEAN_POINTS = {2: (20, 76), 3: (17, 58), 4: (15, 47)}  # random, gardener: R11.5

every_table = pytest.mark.parametrize(("seats", "variants"), TABLES, ids=[f"{n}{''.join(v)}" for n, v in TABLES])
every_count = pytest.mark.parametrize("seats", [2, 3, 4])


def games(seats: int, variants: tuple[str, ...]) -> Iterator[list[tuple[State, Move[State]]]]:
    """Yield whole games, random and greedy in turn, each as its states with the moves made from them."""
    for seed in range(GAMES_EACH):
        state = GAME.setup(seats, frozenset(variants))
        random = Random(f"{variants} {seed} {seats}")
        greedy = play_greedily(seats, frozenset(variants), random, whim=not variants)
        moves = greedy if seed % 2 else play_at_random(GAME, state, random)
        yield list(with_states(state, moves))


@cache
def met(seats: int, variants: tuple[str, ...]) -> Counter[str]:
    """Return the events met in the games, after checking every state and step."""
    return Counter(event for played in games(seats, variants) for event in checked(played))


def checked(played: list[tuple[State, Move[State]]]) -> Iterator[str]:
    for state, move in played:
        check(move.step.state)
        check_step(state, move.seat, move.step.state)
        if state.phase == "place":
            check_spots(state)
            yield from events(state, move)
        if state.phase == "select" and len(move.path) > 1:
            yield "paid for the can"
        if state.phase == "select" and state.can is not None and any(not stack.left for stack in state.stacks):
            yield "skipped stacks"
    check_end(played)
    yield "game"


def check_spots(state: State) -> None:
    """Assert that every spot is on offer and no other cell (R8.1 12)."""
    if state.held and state.turns % 5 == 2:
        found = {(cell, rotation) for cell, ways in anchors(state.garden, state.held).items() for rotation in ways}
        assert found == spots_of(state.garden, state.held)


def check_end(played: list[tuple[State, Move[State]]]) -> None:
    """Assert equal turns for all seats and the length of the game (R8.1 9)."""
    end = played[-1][1].step.state
    turns = Counter(state.turn for state, _ in played if state.phase == "place")
    assert len(set(turns.values())) == 1
    least, most = TURNS_BY_SEATS[end.seats]
    assert least <= turns.total() == end.turns <= most
    assert len(played) <= 5 + 4 * end.turns
    assert 2 <= sum(not stack.left for stack in end.stacks) <= end.seats + 1


def events(state: State, move: Move[State]) -> list[str]:
    kinds = [event.kind for event in move.step.events]
    words = move.path[3:] if state.held else move.path
    found = [word for word in words[:1] if word in WANTED] + [kind for kind in kinds if kind in WANTED]
    found += ["joker"] if state.held in ("bar-9", "vee-8", "vee-9", "tri-8") and words[0] != "done" else []
    found += ["two trees"] if kinds.count("planted") > 1 else []
    before = state.players[move.seat].reserved
    found += ["reserve planted"] if before in move.step.state.planted[move.seat] else []
    old, new = read_board(state.garden), read_board(move.step.state.garden)
    found += ["gardens joined"] if len(new.gardens) < len(old.gardens) else []
    shared = any(len(owners) > 1 for owners in owners_of(move.step.state).values())
    return found + (["shared fountain"] if shared else [])


def owners_of(state: State) -> dict[int, set[int]]:
    """Return the seats that control each fountain."""
    return {slot: set(holders(counts)) for slot, counts in enumerate(fountain_counts(state.garden, state.seats))}


@pytest.mark.short("2", "3open-trees")
@sampled
@every_table
def test_r8_1_the_invariants_hold(seats: int, variants: tuple[str, ...]) -> None:
    assert met(seats, variants)["game"] == GAMES_EACH


@pytest.mark.long
@sampled
def test_r8_1_games_meet_every_kind_of_event() -> None:
    assert set(WANTED) <= set().union(*(met(*table) for table in TABLES))


def test_r8_1_greedy_moves_are_complete() -> None:
    state = GAME.setup(2, frozenset())
    for move in play_greedily(2, frozenset(), Random(8)):
        for seat in GAME.to_act(state) - {DEALER}:
            assert walk(conversation(GAME, state, seat), greedy_move(GAME.view(state, seat))).action
        state = move.step.state


def totals(moves: Iterator[Move[State]]) -> float:
    *_, last = moves
    return mean(score.points for score in GAME.scores(last.step.state))


@pytest.mark.short("2")
@sampled
@every_count
def test_r11_5_random_play_scores_about_as_measured(seats: int) -> None:
    """A smoke test, unless many games are asked for."""
    found = mean(totals(play_at_random(GAME, GAME.setup(seats, frozenset()), Random(seed))) for seed in range(10 * GAMES_EACH))
    assert abs(found - MEAN_POINTS[seats][0]) < (2 if GAMES_EACH >= ENOUGH_GAMES else 5)


@pytest.mark.short("2")
@sampled
@every_count
def test_r11_6_greedy_play_scores_about_as_measured(seats: int) -> None:
    """A smoke test, unless many games are asked for."""
    found = mean(totals(play_greedily(seats, frozenset(), Random(seed))) for seed in range(GAMES_EACH))
    assert abs(found - MEAN_POINTS[seats][1]) < (4 if GAMES_EACH >= ENOUGH_GAMES else 20)


def test_r8_the_same_numbers_give_the_same_game() -> None:
    first, again = (list(play_greedily(2, frozenset(), Random(5), whim=True)) for _ in range(2))
    assert first == again


def changed(state: State, **garden: object) -> State:
    return replace(state, garden=replace(state.garden, **garden))


def broken(state: State) -> Iterator[State]:
    """Yield states that no game reaches, one for each invariant."""
    laid, men = state.garden.laid, state.garden.assistants
    yield replace(state, supply=Gems(0, 0, 0))  # R8.1 (1)
    yield replace(state, tile_bags=(state.tile_bags[0][1:], *state.tile_bags[1:]))  # (2)
    yield replace(state, row=state.row[1:])  # (3)
    yield changed(state, pawns=())  # (3)
    yield changed(state, assistants=men[1:])  # (4)
    yield changed(state, laid=(*laid[:-1], laid[-1]._replace(anchor=laid[0].anchor)))  # (5)
    yield changed(state, pawns=(laid[0].anchor,))  # (5)
    yield changed(state, assistants=((laid[1].anchor, 0), *men[1:]))  # (6)
    yield replace(state, players=(state.players[0], state.players[1]._replace(masteries=())))  # (1), (7)
    yield replace(state, stacks=(state.stacks[0]._replace(top=None), *state.stacks[1:]))  # (8)
    yield replace(state, held="bar-1")  # (11)


def test_r8_the_invariants_notice_broken_states() -> None:
    state = moment(END)
    check(state)
    count = 0
    for other in broken(state):
        with pytest.raises((AssertionError, KeyError)):
            check(other)
        count += 1
    assert count == 11


def test_r8_the_invariants_notice_a_step_that_takes_back() -> None:
    before, after = moment(END - 1), moment(END)
    check_step(before, 1, after)
    for wrong in (changed(after, laid=()), replace(after, planted=((), ())), replace(after, turns=after.turns + 1)):
        with pytest.raises((AssertionError, KeyError)):
            check_step(before, 1, wrong)


def test_an_empty_garden_has_no_spots() -> None:
    assert anchors(Garden(), "bar-1") == {}
