"""Hints are good moves of different kinds with their reasons; they use only the view of the seat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from players.evaluation import Evaluator, load_evaluator
from players.hint import BETTER, EVEN, HINT_MOVES, MAX_REASONS, Hint, HintGroup, hints
from players.levels import Level
from players.reasons import Change, Fact, Reason, brings
from players.search import rank_turns
from rules import GAMES
from rules.game import DEALER, AnyGame, Seat, play_at_random
from rules.text import say, tell
from rules.turn import split_turn
from tests import toy
from tests.players.test_search import PLAYED, positions, twins

LITTLE = Level(budget=40, compared_turns=6, replies=1)
AT_ONCE = Level(budget=400, compared_turns=8)
every_game = pytest.mark.parametrize("game", PLAYED.values(), ids=list(PLAYED))


def later(game: AnyGame, moves: int) -> tuple[Any, Seat]:
    """Return a position of a random game for two, with the seat that is to move."""
    made = islice(play_at_random(game, game.setup(2, frozenset()), Random(3)), moves - 1, None)
    states = (move.step.state for move in made)
    return next((state, min(game.to_act(state))) for state in states if game.to_act(state) != {DEALER})


def points(game: AnyGame, state: Any, seat: Seat, path: tuple[str, ...]) -> int:
    after = split_turn(game, state, seat, path)[-1].step.state
    return game.scores(after)[seat].points - game.scores(state)[seat].points


def moves(groups: tuple[HintGroup, ...]) -> list[Hint]:
    return [hint for group in groups for hint in group.moves]


@pytest.mark.parametrize(
    ("key", "made", "best", "worth", "reason"),
    [
        ("djinns", 14, ("1", "1-27"), 8, "Takes the stack on 27"),
        ("hanging_gardens", 42, ("card-1",), 6, ": 6 points."),
        ("ishtar", 50, ("c",), 4, "4 points."),
        (
            "schlossgarten",
            30,
            ("card-12", "reach", "f5-d3-e4", "dig", "f3", "pool", "f3-g3"),
            8,
            "Builds a pool: +2 for its squares",
        ),
    ],
)
def test_hint_names_the_plainly_best_move(key: str, made: int, best: tuple[str, ...], worth: int, reason: str) -> None:
    """No other hint brings as many points at once."""
    game = GAMES[key]
    state, seat = later(game, made)
    found = moves(hints(game.view(state, seat), seat, Evaluator(game), "1", level=AT_ONCE))
    brought = {hint.path: points(game, state, seat, hint.path) for hint in found}
    most = [hint for hint in found if brought[hint.path] == max(brought.values())]
    assert max(brought.values()) == worth
    assert {hint.path[: len(best)] for hint in most} == {best}
    assert all(reason in str(hint.why) for hint in most)


def test_no_hint_where_all_moves_are_alike() -> None:
    game = GAMES["djinns"]
    state, seat = later(game, 1)
    view = game.view(state, seat)
    turns = rank_turns(view, seat, AT_ONCE, Evaluator(game), Random("1"))
    (brought,) = {points(game, state, seat, turn.path) for turn in turns}
    assert brought
    assert hints(view, seat, Evaluator(game), "1", level=AT_ONCE) == ()


@every_game
def test_hints_of_a_group_differ_in_their_reasons(game: AnyGame) -> None:
    evaluator, found = load_evaluator(game, 2), 0
    for state, seat in positions(game, 2, 30 if game.complete else 3):
        groups = hints(game.view(state, seat), seat, evaluator, "7", level=LITTLE)
        found += bool(groups)
        for group in groups:
            assert 1 <= len(group.moves) <= HINT_MOVES
            reasons = [hint.why for hint in group.moves]
            assert len(set(reasons)) == len(reasons)
            for hint in group.moves:
                split_turn(game, state, seat, hint.path)
                assert len(hint.facts) + (hint.compared is not None) <= MAX_REASONS
                assert [fact.size < 0 for fact in hint.facts] == sorted(fact.size < 0 for fact in hint.facts)
                assert not {fact.text for fact in hint.facts} & {fact.text for fact in group.common}
    assert found


@pytest.mark.short("djinns", "hanging_gardens")
@every_game
def test_hints_are_equal_for_equal_views(game: AnyGame) -> None:
    """A twin of the state differs only in hidden facts."""
    evaluator = load_evaluator(game, 2)
    for _, seat, view, twin in twins(game, 30):
        assert hints(view, seat, evaluator, "7", level=LITTLE) == hints(twin, seat, evaluator, "7", level=LITTLE)


def left(size: float = 2.0) -> Reason:
    """Return a reason that tells how many pebbles are left; each of them counts ``size``."""

    def reason(change: Change) -> Iterator[Fact]:
        count = sum(change.after.state.heaps)
        yield Fact("left", count * size, say("{count} left.", count=count), (count,))

    return reason


def always(change: Change) -> Iterator[Fact]:
    """Yield a fact that is the same for all moves."""
    yield Fact("always", 9.0, say("It is your turn."))


def told(heaps: tuple[int, ...], *reasons: Reason, points: bool = True) -> tuple[HintGroup, ...]:
    view = toy.GAME.view(toy.State(heaps, (0, 0)), 0)
    return hints(view, 0, Evaluator(toy.GAME), "1", points=points, level=Level(50, compared_turns=9), reasons=reasons)


def words(groups: tuple[HintGroup, ...]) -> dict[tuple[str, ...], str]:
    return {hint.path: tell(hint.why, lambda seat: ["Ada", "Ben"][seat]) for hint in moves(groups)}


def test_hint_takes_all_pebbles_with_the_last_one() -> None:
    assert next(iter(words(told((3, 0, 0), brings)).items())) == (("heap-1", "3"), "Brings you points at once: 8 points.")


def test_reason_that_holds_for_all_moves_is_not_told() -> None:
    assert "It is your turn." not in " ".join(words(told((5, 0, 0), brings, always)).values())


def test_reason_below_a_point_is_not_told() -> None:
    assert "left" not in " ".join(words(told((5, 0, 0), brings, left(0.1))).values())
    assert "2 left." in words(told((5, 0, 0), brings, left()))["heap-1", "3"]


def test_reason_for_a_move_stands_before_one_against_it() -> None:
    assert words(told((5, 0, 0), left(-3.0), brings))["heap-1", "3"] == "Brings you points at once: 3 points. 2 left."


def test_reason_of_all_hints_is_told_once() -> None:
    """Three moves take three pebbles each; all leave the same number."""
    (group, *_) = told((5, 4, 3), brings, left(), number_of_heap)
    assert str(group.shared) in {"Brings you points at once: 3 points. 9 left.", "9 left. Brings you points at once: 3 points."}
    assert [str(hint.why) for hint in group.moves] == [f"From heap {hint.path[0][-1]}." for hint in group.moves]
    assert len(group.moves) > 1


def number_of_heap(change: Change) -> Iterator[Fact]:
    heap = next(
        n for n, (was, now) in enumerate(zip(change.before.state.heaps, change.after.state.heaps, strict=True), 1) if was != now
    )
    yield Fact("heap", 1.0, say("From heap {heap}.", heap=heap), (heap,))


def test_no_hint_if_no_move_stands_out() -> None:
    """All moves take one pebble of three equal heaps; a larger heap makes a difference."""
    assert told((1, 1, 1), brings) == ()
    assert told((1, 1, 3), brings)


def test_comparison_replaces_missing_reasons() -> None:
    """The table hides points, and there is no other reason."""
    found = words(told((5, 3, 1), brings, points=False))
    assert found["heap-1", "3"] == str(BETTER)
    assert ("heap-3", "1") not in found  # what seems worse than others is none to hint at
    assert words(told((5, 0, 0), brings, points=False)) == {("heap-1", "3"): str(BETTER)}  # than one or two of them
    assert set(words(told((5, 5, 5), brings, points=False)).values()) == {str(EVEN)}


def test_drawback_alone_is_no_hint() -> None:
    """All moves are equally good; those of the second and third heap have a drawback."""

    def drawback(change: Change) -> Iterator[Fact]:
        if change.after.state.heaps[0]:
            yield Fact("first", -2.0, say("The first heap is left."))

    assert told((1, 1, 1), brings, drawback) == ()
    assert [str(hint.why) for hint in moves(told((1, 1, 1), drawback, points=False))] == [str(EVEN)]


def test_drawback_of_a_better_move_is_told_as_one() -> None:
    found = words(told((5, 3, 1), left(-1.0)))
    assert found["heap-1", "3"] == f"{BETTER} Against it: 6 left."


def test_drawback_of_all_hints_opens_no_group() -> None:
    """Three moves take three pebbles each; all leave the same number."""
    (group, *_) = told((5, 4, 3), left(-1.0), number_of_heap)
    assert group.shared is None
    assert [str(hint.why) for hint in group.moves] == [f"From heap {hint.path[0][-1]}. 9 left." for hint in group.moves]
    assert len(group.moves) > 1


def test_reason_for_all_hints_stands_before_one_against_them() -> None:
    (group, *_) = told((5, 4, 3), left(-1.0), brings, number_of_heap)
    assert str(group.shared) == "Brings you points at once: 3 points. 9 left."


def test_reason_shows_no_points_if_the_table_hides_them() -> None:
    assert words(told((5, 0, 0), brings, left(), points=False))["heap-1", "3"] == "2 left."
