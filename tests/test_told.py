"""All texts of a game can be translated: its sentences are in the catalogues, and what is filled into them is data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from cogs.messages import WORD
from rules import GAMES
from rules.choice import IllegalMove
from rules.game import DEALER, AnyGame, Event, Move, play_at_random, read
from rules.text import JOINED, LISTED, PIECE, SEAT, Text, joined, say, verbatim
from tests.examples import COMPLETE, many
from tests.playing import with_states
from tests.test_sentences import all_said

FIELD = re.compile(r"\{\w+\}")
KINDS = {JOINED, LISTED, PIECE, SEAT}  # that a teller writes
NO_WORDS = {"name", "separator"}  # fields that nobody is shown
# Of places, cards and rows; numbers.
CODES = re.compile(r"(?:\W*(?:[a-z]+-)*(?:[A-Za-z]*[+-]?\d+|[a-z]{1,2}|[A-Zo]{1,3})\b)*\W*")
MISTYPED = ("xx", "1", "9", "card-9", "stack-9", "temple", "done", "red")
LOOKED_AT = 4  # one position of so many


@cache
def known() -> set[str]:
    """Return the sentences that the extractor finds."""
    sentences = (message.id for message in all_said() if message.id)
    return {sentence for each in sentences for sentence in ((each,) if isinstance(each, str) else each)}


def unknown(text: Text) -> Iterator[str]:
    """The sentences of a text that no catalogue has, and the words in it that are no data."""
    for sentence in filter(None, (text.message, text.plural)):
        if sentence not in KINDS | known() and WORD.search(FIELD.sub("", sentence)):
            yield sentence
    for name, value in text.params:
        for word in value if isinstance(value, tuple) else (value,):
            if isinstance(word, Text):
                yield from unknown(word)
            elif isinstance(word, str) and name not in NO_WORDS and not CODES.fullmatch(word):
                yield word


def told(game: AnyGame, seats: int, seed: int, typed: set[str]) -> Iterator[Text | None]:
    """Yield the questions, options, refusals, stories and descriptions of a random game.

    :param typed: takes up the keys of the answers.
    """
    start = game.setup(seats, frozenset())
    for number, (state, move) in enumerate(with_states(start, play_at_random(game, start, Random(seed)))):
        yield from map(_text, move.step.events)
        if move.seat == DEALER or number % LOOKED_AT:
            continue
        yield from asked(game, state, move, typed)
        yield from (*game.describe(game.view(state, move.seat)), *game.summary(game.view(state, None)))
    for score in game.scores(move.step.state):
        yield from (text for text, _ in (*score.parts, *score.kinds))


def _text(event: Event) -> Text:
    return event.text


def asked(game: AnyGame, state: Any, move: Move[Any], typed: set[str]) -> Iterator[Text | None]:
    """The questions of a move with all answers, and what is said to words that are none."""
    for depth in range(len(move.path)):
        for word in MISTYPED:
            try:
                read(game, state, move.seat, " ".join((*move.path[:depth], word)))
            except IllegalMove as error:
                yield error.text
    for prompt in read(game, state, move.seat, " ".join(move.path)).answered:
        typed |= {option.key for option in prompt.options}
        yield from (prompt.question, prompt.note)
        for label in (option.shown() for option in prompt.options[:20]):
            yield from (label.text, label.note, label.gain.parts if label.gain else None)


@pytest.mark.sampled
@pytest.mark.parametrize("key", COMPLETE)
def test_all_texts_of_a_game_are_translatable(key: str) -> None:
    game = GAMES[key]
    pages = (text for topic in game.topics() for text in (topic.title, *topic.lines, *topic.helps.values()))
    texts, typed = [game.title, *(variant.title for variant in game.variants), *pages], {*MISTYPED}
    for seed in range(many(1, 5)):
        texts += filter(None, told(game, (min, max)[seed % 2](game.seats), seed, typed))
    assert {wrong for text in texts for wrong in unknown(text)} <= typed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (say("{colour} {strength}", colour="reddish", strength=3), ["reddish"]),
        (joined(" · ", verbatim("card-1 T□ / □P"), Text("takes it")), ["takes it"]),
        (Text("{count} point", (("count", 2),), "{count} pointz"), ["{count} pointz"]),
    ],
)
def test_untranslatable_text_is_found(text: Text, found: list[str]) -> None:
    assert list(unknown(text)) == found
