"""The board in words says the whole public position: a reader in each game's folder reads it back and compares it.

The alternative text of a picture is shorter, but never loses its seats by the cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cogs.board.message import alt_facts
from cogs.shell.components import ALT_CHARACTERS
from cogs.shell.languages import catalogues
from render.plain import alt
from rules import GAMES
from rules.game import DEALER, play_at_random
from rules.text import seat_name, tell
from tests.examples import COMPLETE, many, sampled
from trials.local_bot import known_languages

MOVES_BEFORE = {0, 20, 60}  # people's moves before a position that is read; besides those near the end
LAST = 3
TABLES = [(key, seats) for key in COMPLETE for seats in GAMES[key].seats]


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


@pytest.mark.parametrize("key", COMPLETE)
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


@sampled
@pytest.mark.parametrize("locale", ["en", *catalogues()])
@pytest.mark.parametrize("key", COMPLETE)
def test_alternative_text_keeps_its_seats_when_cut(key: str, locale: str) -> None:
    """Discord's limit cuts the end; names of 32 letters are the longest that people have there."""
    game, translate = GAMES[key], known_languages().translate(locale)
    names = [letter * 32 for letter in "ABCD"]
    for seed in range(many(1, 6)):
        moves = play_at_random(game, game.setup(max(game.seats), frozenset()), Random(seed))
        for state, events in ((move.step.state, move.step.events) for move in moves):
            view = game.view(state, None)
            facts = alt_facts(sorted(game.to_act(state) - {DEALER}), events)
            shown = tell(alt(game, view, *facts), names.__getitem__, translate)[:ALT_CHARACTERS]
            lines = [tell(line, names.__getitem__, translate) for line in game.summary(view)]
            lost = [line for line in lines if any(name in line for name in names) and line not in shown]
            assert not lost, f"{shown}\n{lost}"
