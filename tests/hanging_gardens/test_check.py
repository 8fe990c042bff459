"""R11.2, R11.6: lists typed in from a box of one's own."""

from __future__ import annotations

import pytest

from rules.hanging_gardens.check import findings
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.topics import topics


def told(cards: dict[str, str], source: str = "house") -> list[tuple[str, bool]]:
    return [(str(finding.text), finding.fault) for finding in findings(cards, source)]


def test_r11_2_our_own_list_meets_every_constraint() -> None:
    assert told(CARDS) == []


@pytest.mark.parametrize(
    ("card", "squares", "sentence"),
    [
        ("a1", "T....", "a1 is “T....”; a card is six letters out of . T P A F, row by row."),
        ("a1", "T...X.", "a1 is “T...X.”; a card is six letters out of . T P A F, row by row."),
        ("a1", "......", "a1 has no facility."),
        ("a1", "P.....", "a1 and a2 are the same card."),
        ("a1", ".....P", "a1 and a2 are the same card."),
    ],
)
@pytest.mark.parametrize("source", ["house", "owner"])
def test_r11_2_1_2_broken_and_equal_cards_are_faults_in_any_list(card: str, squares: str, sentence: str, source: str) -> None:
    assert (sentence, True) in told(CARDS | {card: squares}, source)


def test_r11_2_1_a_card_too_few_and_a_bad_name() -> None:
    fewer = {card: squares for card, squares in CARDS.items() if card != "a1"}
    assert told(fewer) == [("There are 59 cards, not 60.", True)]
    assert told(fewer | {"A 1": "T....."}) == [("“A 1” is not a card name: use only small letters and digits.", True)]


def test_r11_6_uneven_cards_are_a_fault_only_in_house_lists() -> None:
    changed = CARDS | {"a1": "TTT..."}
    sentences = [
        "Cards with 1 facility: 7; 8 would be fair.",
        "Cards with 3 facilities: 21; 20 would be fair.",
        "Squares of terrace: 39; 37 would be fair.",
        "a1 already contains a structure.",
        "T..... is missing from the list: it follows a4 in the cycle.",
    ]
    for source, fault in (("house", True), ("owner", False)):
        found = told(changed, source)
        assert {(sentence, fault) for sentence in sentences} <= set(found)
        assert all(each == fault for _, each in found)


def test_r11_2_7_8_pairs_are_counted_on_cards() -> None:
    apart = {f"c{n}": "T...P." for n in range(60)}
    found = [sentence for sentence, _ in told(apart, "owner")]
    assert "Cards with identical facilities side by side: 0; 12 would be fair." in found
    assert "Cards with different facilities side by side: 0; 12 would be fair." in found
    assert "Cards with a diagonal pair of facilities: 0; 12 would be fair." in found
    assert "Mixed pairs are uneven: 0 to 60 of a kind." in found


def test_r11_6_an_owners_short_rules_have_words_only() -> None:
    assert all(topic.state is None for topic in topics("owner"))
    assert [topic.lines for topic in topics("owner")] == [topic.lines for topic in topics()]
    note = "The short rules have no pictures here: those were made for our own cards."
    assert told(CARDS, "owner") == [(note, False)]
