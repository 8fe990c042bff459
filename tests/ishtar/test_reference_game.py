"""R4.10 and T47: the reference game with its offers, supply and points after each turn."""

from __future__ import annotations

from rules.game import replay
from rules.ishtar import GAME
from rules.ishtar.garden import bloom_cells
from rules.ishtar.parts import Gems
from rules.ishtar.score import fountain_counts
from tests.ishtar.invariants import check, check_step
from tests.ishtar.positions import cover_in, keys, offered, pairs, points, spot_count
from tests.ishtar.reference_game import END, PLACING, SELECTING, SETUP_MOVES, TURN_MOVES, moment, step


def test_r4_10_t47_the_game_replays_and_keeps_the_invariants() -> None:
    log = [(min(GAME.to_act(moment(number))), tuple(line.split())) for number, line in enumerate(SETUP_MOVES + TURN_MOVES)]
    assert [each.state for each in replay(GAME, moment(0), log)] == [moment(number) for number in range(1, END + 1)]
    for number in range(1, END + 1):
        check(moment(number))
        check_step(moment(number - 1), log[number - 1][0], step(number).state)


def test_r4_10_t47_turn_1() -> None:
    assert len(offered(moment(SELECTING[1]))) == 6
    assert moment(PLACING[1]).held == "tri-13"
    assert points(moment(SELECTING[2])) == [6, 0]


def test_r4_10_t47_turn_2() -> None:
    state = moment(PLACING[2])
    assert offered(moment(SELECTING[2])) == ["stack-4", "stack-5"]
    assert spot_count(state, "bar-14") == (220, 71)
    assert offered(state, "b left e9") == ["m1", "m2", "m3", "m4", "done"]
    assert offered(state, "b left e9 m3 pp w")[:-1] == ["tree-9", "tree-13", "tree-21"]
    after = moment(PLACING[2] + 1)
    assert (after.players[1].gems, after.supply) == (Gems(0, 0, 1), Gems(21, 21, 15))
    assert points(after) == [6, 9]


def test_r4_10_t47_turn_3() -> None:
    assert offered(moment(SELECTING[3])) == ["stack-5", "stack-6", "stack-1"]
    assert spot_count(moment(PLACING[3]), "bar-13") == (214, 71)
    assert moment(SELECTING[4]).players[0].gems == Gems(0, 1, 0)
    assert points(moment(SELECTING[4])) == [7, 9]


def test_r4_10_t47_turn_4() -> None:
    assert offered(moment(SELECTING[4])) == ["stack-2", "stack-3"]
    assert spot_count(moment(PLACING[4]), "vee-13") == (218, 79)
    end = moment(END)
    assert points(end) == [7, 10]
    assert [(bed.seat, " ".join(cover_in(end).grid.keys_of(bed.cells))) for bed in cover_in(end).beds] == [
        (0, "g5 g6"),
        (0, "i6"),
        (1, "h7"),
    ]
    assert fountain_counts(end.garden, 2) == ((3, 1), (0, 0), (0, 0), (0, 0))
    assert keys(end, bloom_cells(end.garden, 1)) == "g8 i4 i5"
    assert pairs(end) == {"i4": "i5", "i5": "i4"}
