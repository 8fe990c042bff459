"""Typed moves in the words that somebody is shown, in every game and language; keys go before them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest

from cogs.shell.languages import catalogues
from rules import GAMES
from rules.choice import Conversation, Path, Prompt, walk
from rules.game import DEALER, AnyGame, conversation, play_at_random
from rules.text import Text, seat_name, tell
from rules.typed import Synonyms, complete, parse
from tests.examples import many, sampled
from trials.local_bot import known_languages

MOVES = many(10, 50)
LANGUAGES = known_languages()


def shown(language: str, text: Text) -> str:
    return tell(text, seat_name, LANGUAGES.translate(language))


def asked(game: AnyGame) -> Iterator[tuple[Conversation[object], Path, Prompt[object]]]:
    """The prompts of a random game that are answered by words, with the answers before them."""
    state = game.setup(2, frozenset())
    for move in islice(play_at_random(game, state, Random(5)), MOVES):
        ask = conversation(game, state, move.seat)
        for length in range(len(move.path) if move.seat != DEALER else 0):
            prompt = walk(ask, move.path[:length]).prompt
            if prompt and prompt.form != "places":
                yield ask, move.path[:length], prompt
        state = move.step.state


def words_for(prompt: Prompt[object], synonyms: Synonyms) -> dict[str, str]:
    """The key for each single word that is shown for one answer alone, and begins no key."""
    labels = {o.key: o.shown() for o in prompt.options}
    words = {key: synonyms(label.words or label.text).split(" · ")[0].lower() for key, label in labels.items()}
    alone = [key for key, word in words.items() if list(words.values()).count(word) == 1 and len(word.split()) == 1]
    return {words[key]: key for key in alone if not any(other.startswith(words[key]) for other in words)}


@pytest.mark.short("-de")
@sampled
@pytest.mark.parametrize("language", catalogues())
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_shown_words_can_be_typed(game: AnyGame, language: str) -> None:
    synonyms, understood = partial(shown, language), set[str]()
    for ask, path, prompt in asked(game):
        for word, key in words_for(prompt, synonyms).items():
            typed = " ".join((*path, word))
            assert parse(ask, typed, synonyms=synonyms).path[: len(path) + 1] == (*path, key)
            assert complete(ask, typed, synonyms=synonyms)
            understood.add(word)
        for option in prompt.options:
            typed = " ".join((*path, option.key))
            assert parse(ask, typed, synonyms=synonyms).path == parse(ask, typed).path
            assert complete(ask, typed, synonyms=synonyms) == complete(ask, typed)
    if not understood and not game.complete:
        pytest.skip(f"{game.title} shows no answer that is a single word of its own.")
    assert understood
