"""Section 8: the invariants in random and in busy play; ``PARTERRE_GAMES=1000`` for as many games of each kind."""

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
from tests.schlossgarten.busy import play_busily
from tests.schlossgarten.invariants import check, check_move
from tests.schlossgarten.positions import spell
from tests.talk import event, kinds

GAMES = int(os.environ.get("PARTERRE_GAMES", many(1, 10)))
VARIANTS = [frozenset[str](), frozenset({"full-round"}), frozenset({"long-game"}), frozenset({"full-round", "long-game"})]
MOST = {"where": 45, "figure": 12, "site": 144}  # answers; 12 to any other question (R6.16)
KEY = re.compile(r"[a-z0-9-]+")


def games(seats: int, variants: frozenset[str]) -> Iterator[list[Move[State]]]:
    for seed in range(GAMES):
        yield list(play_busily(seats, variants, Random(seed)))
        yield list(play_at_random(GAME, GAME.setup(seats, variants), Random(seed)))


@sampled
@pytest.mark.parametrize("variants", VARIANTS, ids=lambda each: "-".join(sorted(each)) or "rulebook")
@pytest.mark.parametrize("seats", GAME.seats)
def test_i1_i2_i3_i4_i5_i6_i7_i8_i9_r4_6_hold_after_every_move(seats: int, variants: frozenset[str]) -> None:
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
    for move in play_busily(seats, frozenset(), Random(seats)):
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
def test_i12_r11_6_r11_7_busy_games_end_by_points_in_a_few_rounds(seats: int) -> None:
    rounds: list[float] = []
    for seed in range(3 + GAMES):
        *_, last = play_busily(seats, frozenset(), Random(seed))
        assert last.step.state.ending == "goal"
        rounds.append(last.step.state.turns / seats)
    assert 5 <= mean(rounds) <= 14
    assert max(rounds) <= 20


@pytest.mark.long
def test_i12_uniform_games_mostly_end_by_stillness() -> None:
    endings = [list(play_at_random(GAME, GAME.setup(2, frozenset()), Random(seed)))[-1].step.state.ending for seed in range(8)]
    assert endings.count("stillness") >= 6


def test_i12_busy_play_meets_building_over_and_refills() -> None:
    seen = [kind for seats in GAME.seats for move in play_busily(seats, frozenset(), Random(5)) for kind in kinds(move.step)]
    assert "element_returned" in seen
    still = [kind for move in play_at_random(GAME, GAME.setup(4, frozenset()), Random(1)) for kind in kinds(move.step)]
    assert "bag_refilled" in still
    assert "pawn_hit" in still


@pytest.mark.long
def test_r6_16_paths_are_short() -> None:
    """A busy turn is card, reach, figure, worker, dig, tile, kind, site; random play was met with 13 words."""
    busy = [len(move.path) for move in play_busily(3, frozenset(), Random(8)) if move.seat != DEALER]
    assert max(busy) == 8
    uniform = [move for seats in GAME.seats for move in play_at_random(GAME, GAME.setup(seats, frozenset()), Random(5))]
    assert max(len(move.path) for move in uniform if move.seat != DEALER) <= 13


def test_r6_13_every_offer_can_be_finished() -> None:
    """All ways on from a position in the middle of a busy game, two answers deep at least, end in a legal move."""
    moves = list(play_busily(2, frozenset(), Random(3)))
    state = next(move.step.state for move in moves[14:] if move.step.state.phase == "turn")
    ask = conversation(GAME, state, state.turn)
    card = GAME.view(state, state.turn).hand[0]
    for _, path in zip(range(300), legal_paths(ask, (f"card-{card}", "reach")), strict=False):
        assert play(GAME, state, state.turn, path).state.turns == state.turns + 1


def test_i8_hits_in_random_play_put_pawns_on_their_owners_elements() -> None:
    hits = 0
    for seed in range(3):
        for move in play_at_random(GAME, GAME.setup(4, frozenset()), Random(seed)):
            if kinds(move.step).count("pawn_hit") == 1:
                hits += 1
                assert event(move.step, "pawn_hit").data.pawn in WORKERS
    assert hits
