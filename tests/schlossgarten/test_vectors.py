"""V1 and V2: the figures of the rulebook replayed, and a whole game (R4.7, R4.8)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules.game import DEALER, Seat, play, replay
from rules.schlossgarten import GAME
from rules.schlossgarten.parts import KIND_KEYS
from rules.schlossgarten.state import State
from tests.schlossgarten.builder import play_as_builders
from tests.schlossgarten.positions import board, do, draft, drawn, element, labels, offered, points, start
from tests.talk import event

Told = tuple[int, str, list[int]]  # the card drawn, the move, the points after it

V1: list[Told] = [
    (2, "card-2 king d2 gardener d3 architect e2 done gardener-works dig d4 rest", [0, 0, 0, 0]),
    (8, "card-8 done", [0, 0, 0, 0]),
    (9, "card-9 gardener b4 done", [0, 0, 0, 0]),
    (10, "card-10 gardener f4 done", [0, 0, 0, 0]),
    (11, "card-11 done", [0, 0, 0, 0]),
    (1, "card-1 king b5 architect c5 done dig c4 pool c4-d4", [0, 6, 0, 0]),
    (12, "card-12 done", [0, 6, 0, 0]),
    (13, "card-13 done", [0, 6, 0, 0]),
    (14, "card-3 king f3 architect e4 done dig d5 terrace c4-d4-d5", [5, 4, 0, 0]),
    (15, "card-4 done", [5, 4, 0, 0]),
    (16, "card-5 done", [5, 4, 0, 0]),
    (17, "card-6 king d3 c4 done", [5, 4, 0, 0]),
    (18, "card-14 gardener e6 done", [5, 4, 0, 0]),
]
OPTIONS = {  # by turn: how many answers were on offer at each word
    1: [2, 5, 33, 4, 26, 4, 11, 4, 3, 1, 6, 2],
    6: [2, 5, 36, 4, 31, 4, 3, 5, 3, 1],
    9: [2, 5, 37, 4, 20, 4, 2, 4, 3, 1],
    12: [2, 5, 29, 3, 4],
}
V2: list[Told] = [
    (7, "card-7 done architect-works dig e2 column e2", [4, 0]),
    (14, "card-22 king b7 done gardener-works dig f7 hedge-1 f7", [4, 4]),
    (20, "card-13 king d2 done gardener-works dig b2 hedge-1 b2", [8, 4]),
    (18, "card-18 king b6 architect d7 gardener c7 done architect-works dig d6 column d6", [8, 8]),
    (2, "card-20 architect c3 gardener c4 gardener-works dig d5 hedge-2 d5-d6", [12, 7]),
    (5, "card-14 gardener e6 architect c6 king d7 gardener-works dig e5 maze d5-d6-e5", [10, 13]),
    (16, "card-2 architect d3 king c3 done architect-works dig d2 pool d2-e2", [13, 13]),
    (26, "card-5 king d5 architect d4 done dig e3 terrace d2-e2-e3", [11, 17]),
    (31, "card-31 king c6 gardener f5 done gardener-works dig f6 hedge-2 f6-f7", [15, 16]),
    (28, "card-26 king e4 gardener b3 done gardener-works dig a2 hedge-2 a2-b2", [14, 20]),
    (17, "card-16 gardener e6 architect c4 done architect-works dig d3 column d3", [18, 20]),
    (6, "card-6 king d5 gardener e4 done architect-works dig c3 pool c3-d3", [17, 24]),
]


def v1(turns: int) -> State:
    """Return the state after this number of turns of V1, and the draw that follows."""
    state = start(4, 3, 4, 5, 6)
    for card, text, scores in V1[:turns]:
        state = do(drawn(state, card), text).state
        assert points(state) == scores
    return drawn(state, V1[turns][0]) if turns < len(V1) else state


@pytest.mark.parametrize("turn", OPTIONS)
def test_r4_7_v1_number_of_answers_at_each_question(turn: int) -> None:
    state, words = v1(turn - 1), V1[turn - 1][1].split()
    assert [len(offered(state, " ".join(words[:depth]))) for depth in range(len(words))] == OPTIONS[turn]


def test_r4_7_v1_figure_5a() -> None:
    state = v1(0)
    path = "card-2 king d2 gardener d3 architect e2 done gardener-works dig d4"
    assert draft(state, "card-2 king d2 gardener d3 architect e2").left == 1
    assert offered(state, f"{path} hedge-1") == ["d4"]
    assert do(state, f"{path} rest").state.pits == (24,)


def test_r4_7_v1_figure_5b() -> None:
    state = v1(5)
    assert labels(state, "card-1 king b5 architect")["c5"] == "c5 · 1 step · jumps Seat 3's gardener b4 · makes the pattern"
    step = do(state, V1[5][1])
    assert str(event(step, "figure_made").text) == "The pattern of card 1 is complete, with Seat 3's gardener."
    assert event(step, "element_built").data.tiles == (3, 1)
    assert event(step, "element_built").data.points == 6


def test_r4_7_v1_figure_5d() -> None:
    step = do(v1(8), V1[8][1])
    assert event(step, "element_built").data.tiles == (2,)
    assert event(step, "element_returned").data == (1, KIND_KEYS.index("pool"), 2)
    assert element(step.state, 1, "pool") == ""


def test_r4_7_v1_after_the_story() -> None:
    state = v1(13)
    assert state.quiet == 4
    assert state.hands == ((18,), (15,), (16,), (17,))
    assert state.discard == (2, 8, 9, 10, 11, 1, 12, 13, 3, 4, 5, 6, 14)
    assert len(state.bag) == 15
    assert offered(v1(11), "card-6 king d3") == ["d5", "c4", "d4"]


def test_r10_9_the_text_board_after_turn_9() -> None:
    assert board(v1(9), 1) == [
        "Turn 10. Seat 2 to move. Goal 21. Quiet turns 0 of 32.",
        "Points: Seat 1 (Red, south) 5, Seat 2 (Blue, west) 4, Seat 3 (White, north) 0, Seat 4 (Yellow, east) 0.",
        "Cards: Red 1, Blue 2, White 1, Yellow 1; pile 18, discard 9.",
        "Row 7: a 1, b 2, c 3 White architect, d 1 White king, e 2, f 3, g 1.",
        "Row 6: a 3, b 1, c 2, d 3, e 1, f 2, g 3.",
        "Row 5: a 2 Blue gardener, b 3 Blue king, c 1 Blue architect, d Red terrace, e 3, f 1, g 2 Yellow architect.",
        "Row 4: a 1, b 2 White gardener, c Red terrace, d Red terrace, e 2 Red architect, f 3 Yellow gardener, g 1 Yellow king.",
        "Row 3: a 3, b 1, c 2, d 3 Red gardener, e 1, f 2 Red king, g 3.",
        "Row 2: a 2, b 3, c 1, d 2, e 3, f 1, g 2.",
        "Row 1: a 1, b 2, c 3, d 1, e 2, f 3, g 1.",
        "No pits. Elements: Red terrace c4 d4 d5.",
        "In supply: Red hedge, long hedge, maze, column, pool; Blue all six; White all six; Yellow all six.",
        "Tiles taken: Red 2; Blue 3 1; White nothing; Yellow nothing.",
        "Cards played, the latest last: 2, 8, 9, 10, 11, 1, 12, 13, 3.",
        "Last turn: Red played card 3, king d2 to f3, architect e2 to e4, dug d5 (2), built terrace c4 d4 d5, "
        "Blue's pool returned.",
        "card 4: from the king gardener 1 north, architect 1 east 1 north; may be turned, not mirrored.",
        "card 15: from the king gardener 2 north, architect 2 west; may be turned, not mirrored.",
        "A square in a row: its column, the points of its tile (1 stones, 2 shrubs, 3 lawn) or its element, and the pawn on it.",
        "Elements and their squares, by worker: gardener hedge 1, long hedge 2, maze 3; architect column 1, pool 2, terrace 3. "
        "A turn is quiet if nobody digs or builds.",
    ]


def short(state: State, seat: Seat | None = None) -> list[str]:
    return [str(line) for line in GAME.summary(GAME.view(state, seat))]


def test_r10_9_summary_after_turn_9() -> None:
    assert short(v1(9), 1) == [
        "Turn 10. Goal 21. Quiet turns 0 of 32.",
        "Points: Seat 1 (Red, south) 5, Seat 2 (Blue, west) 4, Seat 3 (White, north) 0, Seat 4 (Yellow, east) 0.",
        "card 4: gardener 1 north, architect 1 east 1 north.",
        "card 15: gardener 2 north, architect 2 west.",
        "Pawns (king, gardener, architect): Red f3 d3 e4; Blue b5 a5 c5; White d7 b4 c7; Yellow g4 f4 g5.",
        "Elements: Red terrace c4 d4 d5.",
        "Last turn: Red played card 3, king d2 to f3, architect e2 to e4, dug d5 (2), built terrace c4 d4 d5, "
        "Blue's pool returned.",
        "Pile 18, discard 9.",
        "Tiles by row, from a to g; pits in brackets, – for elements.",
        "7: 1 2 3 1 2 3 1.",
        "6: 3 1 2 3 1 2 3.",
        "5: 2 3 1 – 3 1 2.",
        "4: 1 2 – – 2 3 1.",
        "3: 3 1 2 3 1 2 3.",
        "2: 2 3 1 2 3 1 2.",
        "1: 1 2 3 1 2 3 1.",
    ]


def test_r10_9_summary_before_tiles_fits_an_alternative_text() -> None:
    for seats in GAME.seats:
        for move in play_as_builders(seats, frozenset(), Random(3)):
            for seat in (None, *range(seats)):
                lines = short(move.step.state, seat)
                before = lines[: next((n for n, line in enumerate(lines) if line.startswith("Tiles")), None)]
                assert len("; ".join(before)) < 800


def test_r10_9_head_before_the_deal_and_in_the_last_round() -> None:
    empty = GAME.setup(2, frozenset())
    assert board(empty)[0] == "Turn 1. The garden is being laid. Goal 21. Quiet turns 0 of 16."
    assert not any("Row" in line for line in (*board(empty), *short(empty)))
    closing = replace(v1(9), closing=True)
    assert board(closing)[1] == short(closing)[1] == "The goal was reached: this is the last round."


def test_r10_9_the_head_when_the_game_is_over() -> None:
    *_, (_, _, end) = v2()
    assert (
        board(end)[:2]
        == short(end)[:2]
        == [
            "The game is over after 12 turns. The goal was reached.",
            "Seat 2 (White, north) wins with 24 points.",
        ]
    )
    still = replace(v1(0), phase="over", ending="stillness")
    assert board(still)[0] == "The game is over after 0 turns. Nothing was dug or built for a while."
    assert "share the victory with 0 points" in board(still)[1]


def test_r5_1_the_public_board_has_no_cards() -> None:
    assert not any(line.startswith("card ") for line in board(v1(9)))


def v2() -> list[tuple[Seat, tuple[str, ...], State]]:
    state = start(2, 13, 22)
    log: list[tuple[Seat, tuple[str, ...], State]] = []
    for card, text, scores in V2:
        state = play(GAME, state, DEALER, (f"card-{card}",)).state
        log.append((DEALER, (f"card-{card}",), state))
        seat, path = state.turn, tuple(text.split())
        state = play(GAME, state, seat, path).state
        log.append((seat, path, state))
        assert points(state) == scores
    return log


def test_r4_8_v2_a_whole_game() -> None:
    *_, (_, _, end) = v2()
    assert (end.phase, end.ending, end.pits) == ("over", "goal", ())
    assert element(end, 0, "hedge-2") == "f6 f7"
    north = {kind: element(end, 1, kind) for kind in ("hedge-2", "maze", "pool", "terrace")}
    assert north == {"hedge-2": "a2 b2", "maze": "d5 d6 e5", "pool": "c3 d3", "terrace": "d2 e2 e3"}
    assert end.tiles[1] == (3, 3, 3, 1, 2, 2)


def test_r4_8_v2_the_log_replays_to_the_same_states() -> None:
    log = v2()
    steps = replay(GAME, start(2, 13, 22), [(seat, path) for seat, path, _ in log])
    assert [step.state for step in steps] == [state for *_, state in log]


def test_r6_3_v2_no_done_after_the_last_step() -> None:
    state = start(2, 13, 22)
    for card, text, _ in V2[:4]:
        state = do(drawn(state, card), text).state
    assert offered(drawn(state, 2), "card-20 architect c3 gardener c4") == ["gardener-works", "architect-works", "rest"]


def test_r10_9_text_explains_pits_and_full_round_if_present() -> None:
    rule = "The round in which somebody reaches the goal is played to its end."
    assert rule not in board(v1(9))[0]
    assert board(replace(v1(9), variants=("full-round",)))[0].endswith(rule)
    pit = "A pit keeps the points of its tile, for the player who builds on it."
    assert not board(v1(9))[-1].startswith(pit)
    assert board(v1(1))[-1].startswith(pit)
