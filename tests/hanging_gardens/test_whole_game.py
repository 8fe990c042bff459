"""V29 and V30: a whole game, computed outside this program."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.game import DEALER, conversation, winners
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import eligible, lay
from rules.hanging_gardens.state import Laid
from rules.legal import legal_paths
from tests.hanging_gardens.invariants import check, check_placements, check_step
from tests.hanging_gardens.positions import at, do, grouped, letter, offered, points, temples
from tests.hanging_gardens.reference_game import PICTURES, as_pictured, end, log, moment, move, pictured, steps
from tests.talk import event, kinds, told

HANDS = (
    {
        "tiger": 3, "king": 2, "queen": 2, "gate": 2, "garden": 1, "statue": 1, "chalice": 1,
        "handler": 1, "sculptor": 1, "guard": 1,
    },
    {"garden": 4, "chalice": 6, "statue": 2, "gardener": 1, "priest": 1},
)  # fmt: skip
WORTH = (
    {
        "tiger": 14, "king": 10, "queen": 15, "gate": 5, "garden": 2, "statue": 1, "chalice": 1,
        "handler": 10, "sculptor": 3, "guard": 6,
    },
    {"garden": 18, "chalice": 21, "statue": 3, "gardener": 11, "priest": 12},
)  # fmt: skip


def test_v29_107_moves_46_of_them_by_the_dealer() -> None:
    assert len(log()) == len(steps()) == 107
    assert sum(seat == DEALER for seat, _ in log()) == 46
    assert not GAME.to_act(end())
    assert GAME.ending(end()) == "cards"


def test_t41_v29_the_last_gardens_are_as_pictured() -> None:
    assert [as_pictured(garden) for garden in end().gardens] == [pictured(picture) for picture in PICTURES]


def test_v29_67_to_65() -> None:
    assert points(end()) == [67, 65]
    assert winners(GAME.scores(end())) == (0,)
    assert told(steps()[-1])[-1] == "Seat 1 wins with 67 points."


def test_v29_the_tiles_at_the_end() -> None:
    for seat in (0, 1):
        assert Counter(end().taken[seat] + end().hidden[seat]) == HANDS[seat]
        parts = {str(dict(what.params)["tile"]): points for what, points in GAME.scores(end())[seat].parts}
        assert parts == WORTH[seat]
    assert end().hidden == (("queen",), ())
    assert end().fives == (0, 0)
    assert [score.ties for score in GAME.scores(end())] == [(15,), (14,)]


def test_v29_final_bags() -> None:
    assert len(end().tile_bag) == 14
    assert end().tiles == ("gate", "gate", "chalice", "gate", "queen", "chalice")
    assert end().boxed == ("o2",)
    assert end().card_bag == ()


def test_v29_keeps_the_invariants() -> None:
    before = GAME.setup(2, frozenset())
    for (seat, path), step in zip(log(), steps(), strict=True):
        check(step.state)
        check_step(before, seat, path, step.state, step.events)
        for card in filter(None, step.state.cards):
            for garden in step.state.gardens:
                check_placements(garden, card)
        before = step.state


def test_v29_2_4_a_card_is_boxed() -> None:
    assert move(2, 4) == "card-4"
    assert kinds(do(moment(2, 4), "card-4")) == ["boxed"]


def test_v29_3_3_a_temple_is_declined() -> None:
    assert offered(moment(3, 3), "card-1 up o20") == ["n20", "o20", "p20", "no-temple"]
    assert kinds(do(moment(3, 3), move(3, 3))) == ["laid"]


def test_v29_4_2_a_structure_of_five() -> None:
    assert event(do(moment(4, 2), move(4, 2)), "temple_built").data.size == 5
    assert offered(moment(4, 2), "card-2 up p21 o20") == [f"tile-{n}" for n in range(1, 7)]


def test_v29_8_1_first_moved_temple_with_three_fragments() -> None:
    assert offered(moment(8, 1), "card-1 left r22 r24") == ["from-n21", "from-p21", "from-q22"]
    step = do(moment(8, 1), move(8, 1))
    assert temples(moment(8, 1).gardens[1]) == "n21 o22 p21 p24 q22"
    assert temples(step.state.gardens[1]) == "n21 o22 p24 q22 r24"


def test_v29_10_3_a_tie_at_size_three_and_equal_over_equal() -> None:
    before = moment(10, 3)
    path = " ".join(move(10, 3).split()[:4])
    assert offered(before, path) == ["from-l23", "from-p24", "from-r24"]
    after = do(before, move(10, 3)).state
    assert [len(grouped(after.gardens[1], square).split()) for square in ("l23", "p24")] == [3, 3]
    assert letter(before.gardens[1], "s22") == letter(after.gardens[1], "s22") == "P"


def test_v29_11_3_six_squares_and_a_hidden_queen() -> None:
    step = do(moment(11, 3), move(11, 3))
    assert event(step, "temple_moved").data.size == 6
    assert step.state.pending == (6, False)
    assert do(step.state, "queen").state.hidden == (("queen",), ())


def test_v29_13_1_two_structures_with_temples_are_joined() -> None:
    before = moment(13, 1).gardens[0]
    after = do(moment(13, 1), move(13, 1)).state.gardens[0]
    assert grouped(before, "o20") != grouped(before, "p19")
    joined = grouped(after, "o20")
    assert joined == grouped(after, "p19")
    assert len(joined.split()) == 4
    assert {"o20", "p19"} <= set(temples(after).split())


def test_v29_14_1_a_cut_structure_scores_again_at_once() -> None:
    before = moment(14, 1).gardens[1]
    step = do(moment(14, 1), move(14, 1))
    cut = set(grouped(before, "v22").split())
    assert len(cut) == 5
    assert "v22" in temples(before).split()
    part = set(grouped(step.state.gardens[1], "u21").split())
    assert len(part) == event(step, "temple_moved").data.size == 3
    assert "v22" not in part
    assert part & cut


def test_v29_15_1_two_structures_are_open() -> None:
    garden = lay(moment(15, 1).gardens[0], Laid("h1", "left", *at("n21")))
    assert sorted(map(len, eligible(garden))) == [3, 4]


@pytest.mark.parametrize(
    ("turn", "count", "places"),
    [((1, 1), 53, 53), ((2, 4), 1, 0), ((7, 1), 110, 86), ((8, 1), 243, 225), ((11, 3), 481, 111), ((13, 1), 320, 266),
     ((15, 4), 392, 94)],
)  # fmt: skip
def test_v30_the_number_of_paths_on_the_way(turn: tuple[int, int], count: int, places: int) -> None:
    state = moment(*turn)
    (seat,) = GAME.to_act(state)
    found = list(legal_paths(conversation(GAME, state, seat)))
    assert len(found) == len(set(found)) == count
    assert len({path[:3] for path in found if len(path) > 1}) == places


def test_v30_six_tiles_after_the_hidden_one() -> None:
    state = do(do(moment(11, 3), move(11, 3)).state, "queen").state
    assert len(list(legal_paths(conversation(GAME, state, 0)))) == 6
