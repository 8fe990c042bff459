"""Invariants in random games, and in games of builders; ``PARTERRE_GAMES=1000`` plays as many of each kind."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from random import Random
from statistics import mean

import msgspec
import pytest

from rules.choice import walk
from rules.game import DEALER, Move, conversation, play, play_at_random, read
from rules.legal import legal_paths
from rules.schlossgarten import GAME
from rules.schlossgarten.board import WORKERS
from rules.schlossgarten.state import State
from tests.examples import many, sampled
from tests.schlossgarten.builder import play_as_builders
from tests.schlossgarten.invariants import check, check_move
from tests.schlossgarten.positions import spell
from tests.talk import event, kinds

GAMES = int(os.environ.get("PARTERRE_GAMES", many(1, 10)))
VARIANTS = [frozenset[str](), frozenset({"full-round"}), frozenset({"long-game"}), frozenset({"full-round", "long-game"})]
MOST = {"where": 45, "figure": 12, "site": 144}  # answers; 12 to any other question (R6.16)
KEY = re.compile(r"[a-z0-9-]+")


def games(seats: int, variants: frozenset[str]) -> Iterator[list[Move[State]]]:
    for seed in range(GAMES):
        yield list(play_as_builders(seats, variants, Random(seed)))
        yield list(play_at_random(GAME, GAME.setup(seats, variants), Random(seed)))


@sampled
@pytest.mark.parametrize("variants", VARIANTS, ids=lambda each: "-".join(sorted(each)) or "rulebook")
@pytest.mark.parametrize("seats", GAME.seats)
def test_i1_to_i9_r4_6_hold_after_every_move(seats: int, variants: frozenset[str]) -> None:
    for moves in games(seats, variants):
        state = GAME.setup(seats, variants)
        for move in moves:
            check_move(state, move)
            state = move.step.state
            check(state)
        assert len(moves) <= 4 + 2 * state.turns
        assert state.phase == "over"


@pytest.mark.parametrize("seats", GAME.seats)
def test_i10_i11_r6_16_r7_1_r7_2_paths_keys_and_spelling(seats: int) -> None:
    state = GAME.setup(seats, frozenset())
    for move in play_as_builders(seats, frozenset(), Random(seats)):
        if move.seat != DEALER:
            _keys(state, move)
            turn = walk(conversation(GAME, state, move.seat), move.path).action
            by_hand = spell(GAME.view(state, move.seat), turn)
            assert "reach" not in by_hand
            assert play(GAME, state, move.seat, by_hand) == move.step
        state = move.step.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def _keys(state: State, move: Move[State]) -> None:
    for depth in range(len(move.path)):
        prompt = walk(conversation(GAME, state, move.seat), move.path[:depth]).prompt
        assert prompt
        keys = [option.key for option in prompt.options]
        assert keys
        assert len(keys) == len(set(keys))
        assert all(map(KEY.fullmatch, keys))
        assert len(keys) <= MOST.get(prompt.key, 12)
    assert read(GAME, state, move.seat, " ".join(move.path)).path == move.path


@sampled
@pytest.mark.parametrize("seats", GAME.seats)
def test_i12_r11_6_r11_7_builders_reach_the_goal_soon(seats: int) -> None:
    rounds: list[float] = []
    for seed in range(3 + GAMES):
        *_, last = play_as_builders(seats, frozenset(), Random(seed))
        assert last.step.state.ending == "goal"
        rounds.append(last.step.state.turns / seats)
    assert 5 <= mean(rounds) <= 14
    assert max(rounds) <= 20


@pytest.mark.long
def test_i12_random_games_mostly_end_by_quiet_turns() -> None:
    endings = [list(play_at_random(GAME, GAME.setup(2, frozenset()), Random(seed)))[-1].step.state.ending for seed in range(8)]
    assert endings.count("stillness") >= 6


def test_i12_games_meet_overbuilding_refills_and_hits() -> None:
    seen = [kind for seats in GAME.seats for move in play_as_builders(seats, frozenset(), Random(5)) for kind in kinds(move.step)]
    assert "element_returned" in seen
    still = [kind for move in play_at_random(GAME, GAME.setup(4, frozenset()), Random(1)) for kind in kinds(move.step)]
    assert "bag_refilled" in still
    assert "pawn_hit" in still


@pytest.mark.long
def test_r6_16_paths_are_short() -> None:
    """A builder says card, reach, figure, worker, dig, tile, kind, site; the longest random path seen has 13 words."""
    longest = [len(move.path) for move in play_as_builders(3, frozenset(), Random(8)) if move.seat != DEALER]
    assert max(longest) == 8
    uniform = [move for seats in GAME.seats for move in play_at_random(GAME, GAME.setup(seats, frozenset()), Random(5))]
    assert max(len(move.path) for move in uniform if move.seat != DEALER) <= 13


def test_r6_13_every_offer_can_be_finished() -> None:
    """Every way on from the middle of a game ends in a legal move."""
    moves = list(play_as_builders(2, frozenset(), Random(3)))
    state = next(move.step.state for move in moves[14:] if move.step.state.phase == "turn")
    ask = conversation(GAME, state, state.turn)
    card = GAME.view(state, state.turn).hand[0]
    for _, path in zip(range(300), legal_paths(ask, (f"card-{card}", "reach")), strict=False):
        assert play(GAME, state, state.turn, path).state.turns == state.turns + 1


def test_i8_random_play_hits_only_workers() -> None:
    hits = 0
    for seed in range(3):
        for move in play_at_random(GAME, GAME.setup(4, frozenset()), Random(seed)):
            if kinds(move.step).count("pawn_hit") == 1:
                hits += 1
                assert event(move.step, "pawn_hit").data.pawn in WORKERS
    assert hits
