"""Hints in the languages of players: the sentences around the moves."""

from __future__ import annotations

import pytest

from cogs.play.hint import LOOK, look_at_one, shared_reasons
from cogs.shell.reader import Reader
from players.hint import BETTER, Hint
from players.reasons import Fact
from rules.text import Text, verbatim
from trials.local_bot import known_languages


def told(text: Text, language: str) -> str:
    return Reader(locale=language, translate=known_languages().translate(language)).bare(text)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Each of these moves: +2"), ("fr", "Chacun de ces coups\u00a0: +2"), ("de", "Jeder dieser Züge: +2")],
)
def test_shared_reasons_are_said_of_each_move(language: str, words: str) -> None:
    """Reasons are sentences about one move, such as “Takes the lake.”"""
    assert told(shared_reasons(verbatim("+2")), language) == words


@pytest.mark.parametrize(
    ("language", "words"), [("en", "it counts only when"), ("fr", "il ne compte qu"), ("de", "er zählt erst, wenn")]
)
def test_one_verb_says_when_a_move_counts(language: str, words: str) -> None:
    assert [words in told(text, language) for text in (LOOK, look_at_one(1))] == [True, True]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Against it: −2"), ("fr", "Contre ce coup\u00a0: −2"), ("de", "Dagegen spricht: −2")]
)
def test_drawback_is_told_as_one(language: str, words: str) -> None:
    hint = Hint((), (Fact("loses", -2.0, verbatim("−2")),), BETTER)
    assert told(hint.why, language) == f"{told(BETTER, language)} {words}"
