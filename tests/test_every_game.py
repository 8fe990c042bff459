"""What must hold for every game, seat count and variant, found by playing at random."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.choice import IllegalMove, Prompt, complete, parse, walk
from rules.game import DEALER, AnyGame, Move, asking, move_at_random, play, play_at_random, read, refuser, replay, told, winners
from rules.text import seat_name, tell

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"[a-z0-9][a-z0-9-]*")
LONGEST = 100  # characters of a label and of a typed move, Discord's limit
TYPED = ("1", "2", "7", "33", "0", "red", "re", "c", "clockwise", "counter", "xx", "-1", "?", "é", "７")
SEEDS = st.integers(0, 2**32)


class Table(NamedTuple):
    key: str
    seats: int
    variants: frozenset[str]

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]

    def setup(self) -> Any:
        return self.game.setup(self.seats, self.variants)


def tables() -> Iterator[Any]:
    for game in GAMES.values():
        keys = [variant.key for variant in game.variants]
        sets = chain.from_iterable(combinations(keys, n) for n in range(len(keys) + 1))
        for variants in sets:
            for seats in game.seats:
                yield pytest.param(Table(game.key, seats, frozenset(variants)), id="-".join((game.key, str(seats), *variants)))


every_table = pytest.mark.parametrize("table", list(tables()))
every_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


@cache
def played(table: Table, seed: int) -> tuple[Move[Any], ...]:
    return tuple(play_at_random(table.game, table.setup(), Random(seed)))


def positions(table: Table, seed: int) -> Iterator[tuple[Any, Move[Any]]]:
    """Each state of a game with the move made from it."""
    state = table.setup()
    for move in played(table, seed):
        yield state, move
        state = move.step.state


def prompts(game: AnyGame, state: Any, move: Move[Any]) -> Iterator[tuple[tuple[str, ...], Prompt[Any]]]:
    for depth in range(len(move.path)):
        prompt = walk(asking(game, state, move.seat), move.path[:depth]).prompt
        assert prompt is not None
        yield move.path[:depth], prompt


def own_checks(game: AnyGame) -> ModuleType:
    """``tests/<game>/invariants.py`` offers ``check(state)``."""
    return import_module(f"tests.{game.key}.invariants")


@every_table
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_it_ends_with_winners_and_keeps_its_invariants(table: Table, seed: int) -> None:
    check = own_checks(table.game).check
    end = table.setup()
    check(end)
    for state, move in positions(table, seed):
        assert table.game.ending(state) == ""
        end = move.step.state
        check(end)
    assert not table.game.to_act(end)
    assert table.game.ending(end)
    assert winners(table.game.scores(end))
    with pytest.raises(IllegalMove, match="The game is over"):
        play(table.game, end, 0, ())


@every_table
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS)
def test_states_survive_json_and_the_log_replays(table: Table, seed: int) -> None:
    moves = played(table, seed)
    for move in moves:
        state = move.step.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=table.game.state_type) == state
    log = [(move.seat, move.path) for move in moves]
    assert list(replay(table.game, table.setup(), log)) == [move.step for move in moves]


@every_table
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_every_logged_path_is_read_back_as_text_and_completed(table: Table, seed: int) -> None:
    for state, move in positions(table, seed):
        ask = asking(table.game, state, move.seat)
        line = " ".join(move.path)
        assert parse(ask, line).path == move.path
        if move.seat != DEALER:
            assert len(line) <= LONGEST
            assert line in [completion.line for completion in complete(ask, line)]


@every_table
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_prompts_offer_regular_keys_with_short_labels(table: Table, seed: int) -> None:
    for state, move in positions(table, seed):
        for _, prompt in prompts(table.game, state, move):
            keys = [option.key for option in prompt.options]
            assert keys
            assert len(keys) == len(set(keys))
            assert all(KEY.fullmatch(key) for key in keys)
            assert all(option.weight > 0 for option in prompt.options)
            if move.seat != DEALER:
                labels = [tell(option.shown().label, seat_name) for option in prompt.options]
                assert all(0 < len(label) <= LONGEST for label in labels), labels


@every_table
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_an_answer_on_offer_is_never_explained_away(table: Table, seed: int) -> None:
    for state, move in positions(table, seed):
        if move.seat == DEALER:
            continue
        why_not = refuser(table.game, state, move.seat)
        for path, prompt in prompts(table.game, state, move):
            assert [key for key in (option.key for option in prompt.options) if why_not(path, key)] == []


@every_table
@settings(max_examples=20, deadline=None)
@given(
    seed=SEEDS,
    words=st.lists(st.sampled_from(TYPED), max_size=5),
)
def test_whatever_is_typed_is_a_stand_or_a_sentence(table: Table, seed: int, words: list[str]) -> None:
    game = table.game
    state, move = Random(seed).choice([each for each in positions(table, seed % 5) if each[1].seat != DEALER])
    at, said = None, ""
    try:
        at = read(game, state, move.seat, " ".join(words))
    except IllegalMove as error:
        said = str(error)
    assert (at is None) == said.endswith(".")
    if at and at.prompt is None:
        assert walk(asking(game, state, move.seat), at.path).action == at.action


@every_table
def test_nobody_else_can_move(table: Table) -> None:
    for state, move in positions(table, 1):
        for seat in {*range(table.seats), DEALER} - table.game.to_act(state):
            with pytest.raises(IllegalMove, match="not your turn"):
                play(table.game, state, seat, move.path)


@every_table
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_who_is_told_the_same_sees_the_same(table: Table, seed: int) -> None:
    """From each state two random moves of the same seat: who is told the same of both must see the same after both."""
    game = table.game
    for state, move in positions(table, seed):
        twin = move_at_random(game, state, move.seat, Random(seed))
        for watcher in {*range(table.seats), None} - {move.seat}:
            if told(twin.step.events, watcher) == told(move.step.events, watcher):
                assert game.view(twin.step.state, watcher) == game.view(move.step.state, watcher), twin.path


@every_game
def test_it_has_its_tests_and_its_rules(game: AnyGame) -> None:
    assert list((ROOT / "tests" / game.key).glob("test_*.py"))
    assert (ROOT / "rules" / game.key / "RULES.md").is_file()
    assert {path.stem.split("-")[0] for path in (ROOT / "tests" / game.key / "playthroughs").glob("*.txt")} == {
        str(seats) for seats in game.seats
    }
