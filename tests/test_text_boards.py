"""The board in words says the whole public position: a reader in each game's folder reads it back and compares it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.game import DEALER, play_at_random
from rules.text import seat_name, tell
from tests.examples import many, sampled

MOVES_BEFORE = {0, 20, 60}  # people's moves before a position that is read; besides those near the end
LAST = 3
READ = ("djinns",)
TABLES = [(key, seats) for key in READ for seats in GAMES[key].seats]


def positions(key: str, seats: int, seed: int) -> Iterator[Any]:
    """Yield states of a random game: some in which a seat is to move, and the last ones."""
    game = GAMES[key]
    variants = frozenset(variant.key for variant in game.variants if seed % 2)
    steps = [(move.seat, move.step.state) for move in play_at_random(game, game.setup(seats, variants), Random(seed))]
    made = 0
    for number, (seat, state) in enumerate(steps, start=1):
        made += seat != DEALER
        if made in MOVES_BEFORE or number > len(steps) - LAST:
            yield state


@sampled
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_text_board_says_all_that_the_public_knows(key: str, seats: int) -> None:
    game, reader = GAMES[key], import_module(f"tests.{key}.text_board")
    for seed in range(many(2, 12)):
        for state in positions(key, seats, seed):
            view = game.view(state, None)
            for shown in (view, game.stopped(view)) if game.to_act(state) else (view,):
                lines = [tell(line, seat_name) for line in game.describe(shown)]
                assert reader.read(lines) == reader.known(shown), "\n".join(lines)


@pytest.mark.parametrize("key", READ)
def test_each_field_of_a_view_is_told_or_left_out_for_a_reason(key: str) -> None:
    game, reader = GAMES[key], import_module(f"tests.{key}.text_board")
    names = {f"{record.__name__}.{name}" for record in reader.RECORDS for name in field_names(record)}
    state = next(positions(key, 2, 0))
    told = {name for name in reader.known(game.view(state, None)) if "." in name}
    assert told | set(reader.LEFT_OUT) == names
    assert not told & set(reader.LEFT_OUT)


def field_names(record: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or a named tuple."""
    return tuple(field.name for field in fields(record)) if is_dataclass(record) else record._fields
