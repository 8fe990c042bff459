"""Stored texts with a former wording are shown with the sentence of today, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cogs.shell.languages import Languages
from host.codec import decode, decode_story
from host.notices import Notice
from rules.renamed import RENAMED
from rules.text import Text, renamed, seat_name, tell
from tests.stored.frozen import FROZEN
from tests.test_told import known

FIELD = re.compile(r"\{\w+\}")
FRENCH = Languages.load().translate("fr")
OLD_NOTICE = '{"text":{"message":"{asker} waits for your move.","params":[["asker",{"message":"{seat}","params":[["seat",1]]}]]}}'
OLD_WARNING = """[{"kind": "closing", "text": {"message": "In {count} day this table will be closed.",
    "plural": "In {count} days this table will be closed.", "params": [["count", 7]]}}]"""


def frozen_texts() -> Iterator[Text]:
    """Yield the texts of all moves in the frozen databases."""
    for frozen in FROZEN:
        for (events,) in frozen.asked("SELECT events FROM moves"):
            yield from (event.text for event in decode_story(events))


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_renamed_sentence_has_a_translation_and_the_same_fields(old: str, new: str) -> None:
    assert old not in known()
    assert new in known()
    assert set(FIELD.findall(old)) == set(FIELD.findall(new))


def test_old_notice_is_shown_in_the_wording_of_today() -> None:
    text = decode(OLD_NOTICE, Notice).text
    assert tell(text, seat_name) == "Seat 2 is waiting for your move."
    assert tell(text, seat_name, FRENCH) == "Seat 2 attend ton coup."


def test_old_sentence_with_a_number_keeps_its_plural() -> None:
    (event,) = decode_story(OLD_WARNING)
    assert tell(event.text, seat_name) == "This table will close in 7 days."
    assert tell(event.text, seat_name, FRENCH) == "Dans 7 jours, cette table sera fermée."


def test_renamed_sentences_of_frozen_databases_are_translated() -> None:
    former = {text for text in frozen_texts() if text.message in RENAMED}
    assert len(former) > 10
    for text in former:
        assert tell(text, seat_name, FRENCH) != tell(text, seat_name)
        assert FRENCH(renamed(text)) != renamed(text).message
