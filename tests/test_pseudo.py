"""Every text of a game is written in the reader's language: in one that nobody speaks (`tests.pseudo`) no word is plain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest

from rules import GAMES
from rules.choice import walk
from rules.game import DEALER, AnyGame, conversation, play_at_random
from rules.text import Text, say, say_n, tell, verbatim, who
from tests.pseudo import LONGER, foreign, in_english, language, pseudo

NAMES = ("Dsch", "Wrzl", "Krk", "Plz")  # without vowels
MOVES, STEP = 400, 9  # of a game, and from one position that is read to the next


def told(text: Text) -> str:
    return tell(text, NAMES.__getitem__, language().sentence)


def texts(game: AnyGame, seats: int) -> Iterator[Text]:
    """The story of a game, and now and then the board and a question with its answers, in words."""
    for topic in game.topics():
        yield from (topic.title, *topic.lines)
    for number, move in enumerate(islice(play_at_random(game, game.setup(seats, frozenset()), Random(seats)), MOVES)):
        state = move.step.state
        yield from (event.text for event in move.step.events)
        if number % STEP == 0:
            yield from (*game.describe(game.view(state, None)), *game.summary(game.view(state, None)))
            for seat in game.to_act(state) - {DEALER}:
                yield from _asked(game, state, seat)


def _asked(game: AnyGame, state: object, seat: int) -> Iterator[Text]:
    prompt = walk(conversation(game, state, seat), ()).prompt
    assert prompt
    yield prompt.question
    for option in list(prompt.options)[:5]:
        label = option.shown()
        yield from filter(None, (label.text, label.note))


def plain(said: Iterable[Text]) -> set[str]:
    """Sentences with words that were not told in the reader's language."""
    return {f"{foreign(sentence)}: {sentence}" for sentence in map(told, said) if foreign(sentence)}


@pytest.mark.short("djinns", "hanging_gardens", "schlossgarten")
@pytest.mark.parametrize("key", GAMES)
def test_all_that_a_game_says_is_told(key: str) -> None:
    found = {each for seats in GAMES[key].seats for each in plain(texts(GAMES[key], seats))}
    assert not found, "\n".join(sorted(found)[:30])


def test_a_plain_word_is_found() -> None:
    assert not plain([say("{seat} to move", seat=who(0))])
    assert plain([Text("Nobody has marked this for translation.")])
    assert plain([say("{seat} to move", seat="Somebody")])
    assert plain([verbatim("the hedge")])


@pytest.mark.parametrize(
    "sentence", ["{seat} to move", "**Your move would be**", "-# To type it: {move}", "red", "{gain} · {what}"]
)
def test_sentences_are_longer_and_can_be_read_back(sentence: str) -> None:
    longer = pseudo(sentence)
    assert in_english(longer) == sentence
    letters = sum(map(str.isalpha, sentence.replace("{seat}", "").replace("{move}", "")))
    assert sentence == longer or len(longer) - len(sentence) >= LONGER * letters


def test_plurals_are_told() -> None:
    assert [in_english(told(say_n("{count} dome", "{count} domes", count))) for count in (1, 2)] == ["1 dome", "2 domes"]
