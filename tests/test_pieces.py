"""Each piece that the rules name has a picture, and each picture is used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import pytest

from render.emojis import pieces
from rules import GAMES
from rules.choice import Option, Prompt, walk
from rules.game import DEALER, AnyGame, conversation
from rules.text import PIECE, Param, Text
from tests.playing import at_random, play_out, with_states

KEYS = ("djinns", "hanging_gardens", "ishtar", "schlossgarten")
LOOKED_AT = 12  # options of a prompt
GAMES_PLAYED = 6


def named(value: Param) -> Iterator[str]:
    """The pieces in a text."""
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, Text):
            params = dict(each.params)
            if each.message == PIECE:
                yield str(params["name"])
            for param in params.values():
                yield from named(param)


def shown(prompt: Prompt[Any], random: Random) -> Iterator[Text]:
    """Return the texts of a prompt."""
    options: list[Option[Any]] = list(prompt.options)
    labels = [option.shown() for option in random.sample(options, min(len(options), LOOKED_AT))]
    yield from filter(None, (prompt.question, prompt.note, *(text for label in labels for text in (label.text, label.note))))


def read(game: AnyGame, seats: int, random: Random) -> Iterator[Text]:
    """Return the texts of a game."""
    first = game.setup(seats, frozenset())
    for state, move in with_states(first, play_out(game, at_random(game.key), seats, frozenset(), random)):
        yield from (event.text for event in move.step.events)
        if move.seat != DEALER:
            for prompt in walk(conversation(game, state, move.seat), move.path).answered:
                yield from shown(prompt, random)


@cache
def said(key: str) -> frozenset[str]:
    game = GAMES[key]
    texts = [line for topic in game.topics() for line in topic.lines]
    for seed in range(GAMES_PLAYED):
        texts += read(game, game.seats[seed % len(game.seats)], Random(seed))
    return frozenset(name for text in texts for name in named(text))


@pytest.mark.parametrize("key", KEYS)
def test_pieces_and_emojis_correspond(key: str) -> None:
    assert said(key) == set(import_module(f"render.{key}.emojis").EMOJIS)


def test_every_emoji_is_of_one_game() -> None:
    assert sorted(name for key in KEYS for name in said(key)) == sorted(pieces())
