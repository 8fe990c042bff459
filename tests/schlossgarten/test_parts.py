"""R11: the cards, and mistakes found in wrong lists."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

from rules.schlossgarten import GAME
from rules.schlossgarten.board import board_of
from rules.schlossgarten.check import Cards, findings
from rules.schlossgarten.figures import rotations_of
from rules.schlossgarten.finishes import has_finish
from rules.schlossgarten.parts import CARDS, KINDS, SOURCE
from rules.schlossgarten.state import Pawns, State, setup
from tests.schlossgarten.positions import all_forms

BOXES = {1: "2×2", 7: "1×3", 10: "3×3", 13: "2×3", 17: "2×3", 21: "1×4", 23: "2×4", 27: "3×4", 31: "4×4"}


def said(cards: Cards = CARDS, *, source: str = "house") -> list[str]:
    return [str(finding.text) for finding in findings(cards, source=source)]


def changed(**cards: tuple[tuple[int, int], tuple[int, int]]) -> Cards:
    return {**CARDS, **{int(name[1:]): card for name, card in cards.items()}}


def test_r11_1_own_list_of_cards_has_no_mistakes() -> None:
    assert list(GAME.check()) == []
    assert SOURCE == "house"
    assert all(rotations_of(card)[0] == card for card in CARDS.values())


def test_r11_2_r11_3_sizes_of_the_cards() -> None:
    def box(card: tuple[tuple[int, int], ...]) -> str:
        xs, ys = zip((0, 0), *card, strict=True)
        wide, high = sorted((max(xs) - min(xs) + 1, max(ys) - min(ys) + 1))
        return f"{wide}×{high}"

    assert {number: box(CARDS[number]) for number in BOXES} == BOXES
    assert sum(max(box(card).split("×")) <= "3" for card in CARDS.values()) == 20


def test_r11_4_c1_32_cards_with_three_squares() -> None:
    assert said({number: card for number, card in CARDS.items() if number < 32}) == ["The cards are not numbered from 1 to 32."]
    assert said(changed(c5=((0, 1), (0, 1)))) == ["card-5 needs three different squares."]
    assert said(changed(c5=((0, 8), (0, 1)))) == ["card-5 does not fit into the garden."]


def test_r11_4_c2_to_c6_mistakes_are_found() -> None:
    found = said(changed(c1=CARDS[2]))
    assert "card-1 and card-2 are the same." in found
    assert any("mirror image" in sentence for sentence in found)
    assert any("swapped" in sentence for sentence in found)
    assert "card-9 is larger than 4 squares a side." in said(changed(c9=((0, 5), (0, 1))))
    assert any("distances are uneven" in sentence for sentence in said(changed(c9=((3, 3), (0, 1)), c8=((3, 3), (0, 2)))))


def test_r11_4_c6_sums_of_distances_are_54() -> None:
    def far(one: tuple[int, int], other: tuple[int, int]) -> int:
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    assert sum(far((0, 0), gardener) for gardener, _ in CARDS.values()) == 54
    assert sum(far((0, 0), architect) for _, architect in CARDS.values()) == 54
    assert sum(far(*card) for card in CARDS.values()) == 54


def test_r11_4_c7_every_card_can_be_made_from_the_start() -> None:
    for seats in (2, 3, 4):
        here = board_of(setup(seats, frozenset()))
        assert all(has_finish(here, seat, card) for seat in range(seats) for card in CARDS)


def test_r11_8_only_form_of_an_owners_list_is_a_fault() -> None:
    assert not any(finding.fault for finding in findings(changed(c1=CARDS[2], c9=((0, 5), (0, 1))), source="box"))
    assert [finding.fault for finding in findings(changed(c1=((0, 1), (0, 1))), source="box")] == [True]
    turned = {number: rotations_of(card)[2] for number, card in CARDS.items()}
    assert said(turned) == []


def test_r1_2_wrong_tiles_are_found() -> None:
    assert [str(each.text) for each in findings(tiles={1: 17, 2: 16, 3: 17})] == ["There are 50 tiles, not 49."]
    assert [str(each.text) for each in findings(tiles={1: 33, 2: 16})] == ["Tiles are worth 1, 2 or 3 points, not 1, 2."]


def test_r11_5_most_cards_can_be_made_alone() -> None:
    """A seat alone in the garden can make about 0.86 of the cards; 0.80 to 0.95 is wanted."""
    random = Random(11)
    chances = [mean(_makeable(random)) for _ in range(60)]
    assert 0.80 <= mean(chances) <= 0.95


def _makeable(random: Random) -> list[bool]:
    left = list(range(49))
    random.shuffle(left)
    pits = [left.pop() for _ in range(4)]
    elements: list[tuple[int, ...]] = [()] * len(KINDS)
    for kind in random.sample(range(len(KINDS)), 2):
        elements[kind] = random.choice([form for form in all_forms(KINDS[kind].size) if set(form) <= set(left)])
        left = [square for square in left if square not in elements[kind]]
    king, gardener, architect = random.sample([*left, *(square for site in elements for square in site)], 3)
    pawns: Pawns = (king, gardener, architect)
    start = setup(2, frozenset())
    here = board_of(start)._replace(pawns=(pawns,))
    masks = board_of(_with(start, tuple(elements), tuple(pits)))
    here = here._replace(pits=masks.pits, elements=masks.elements[:1])
    return [has_finish(here, 0, card) for card in random.sample(sorted(CARDS), 8)]


def _with(state: State, elements: tuple[tuple[int, ...], ...], pits: tuple[int, ...]) -> State:
    return replace(state, elements=(elements, ((),) * len(KINDS)), pits=pits)
