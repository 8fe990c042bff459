"""Hints are good moves of different kinds with their reasons; they use only the view of the seat."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from players.evaluation import Evaluator, Features, load_evaluator
from players.hint import BETTER, EVEN, HINT_MOVES, MAX_REASONS, format_halves, hints, kind_of
from players.levels import Level
from players.search import rank_turns
from rules import GAMES
from rules.game import DEALER, AnyGame, Seat, play, play_at_random
from rules.text import say, tell
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
    after = play(game, state, seat, path).state
    return game.scores(after)[seat].points - game.scores(state)[seat].points


@pytest.mark.parametrize(
    ("key", "moves", "best", "worth"),
    [
        ("djinns", 14, ("1", "1-27"), 8),
        ("hanging_gardens", 42, ("card-1",), 6),
        ("ishtar", 50, ("c",), 4),
        ("schlossgarten", 30, ("card-12", "reach", "f5-d3-e4", "dig", "f3", "pool", "f3-g3"), 8),
    ],
)
def test_hint_names_the_plainly_best_move(key: str, moves: int, best: tuple[str, ...], worth: int) -> None:
    """No other hint brings as many points at once."""
    game = GAMES[key]
    state, seat = later(game, moves)
    found = [hint for each in hints(game.view(state, seat), seat, Evaluator(game), "1", level=AT_ONCE) for hint in each]
    brought = {hint.path: points(game, state, seat, hint.path) for hint in found}
    most = [hint for hint in found if brought[hint.path] == max(brought.values())]
    assert max(brought.values()) == worth
    assert {hint.path[: len(best)] for hint in most} == {best}
    assert all(str(hint.why).startswith(f"+{worth} points at once") for hint in most)


def test_points_that_every_move_brings_are_no_reason() -> None:
    game = GAMES["djinns"]
    state, seat = later(game, 1)
    view = game.view(state, seat)
    turns = rank_turns(view, seat, AT_ONCE, Evaluator(game), Random("1"))
    (brought,) = {points(game, state, seat, turn.path) for turn in turns}
    assert brought
    assert hints(view, seat, Evaluator(game), "1", level=AT_ONCE) == ()


def test_hint_itemises_points_if_there_is_no_other_reason() -> None:
    """Points at once are those of dream towers, less those lost around the lake."""
    game = GAMES["djinns"]
    state, seat = later(game, 20)
    found = [hint for each in hints(game.view(state, seat), seat, Evaluator(game), "1", level=AT_ONCE) for hint in each]
    assert "+6 points at once · dream towers: +12 · around the lake: −6" in {str(hint.why) for hint in found}


@every_game
def test_hints_show_moves_of_different_kinds(game: AnyGame) -> None:
    evaluator, found = load_evaluator(game, 2), 0
    for state, seat in positions(game, 2, 30 if game.complete else 3):
        view = game.view(state, seat)
        few = hints(view, seat, evaluator, "7", level=LITTLE)
        found += bool(few)
        assert all(1 <= len(each) <= HINT_MOVES for each in few)
        kinds = [kind_of(evaluator, view, hint.path) for each in few for hint in each]
        assert len(set(kinds)) == len(kinds)
        for hint in (hint for each in few[:1] for hint in each):
            play(game, state, seat, hint.path)
            guesses = ["for later: " in term for term in str(hint.why).split(" · ")]
            assert guesses == sorted(guesses)  # what is sure comes first
    assert found


@pytest.mark.short("djinns", "hanging_gardens")
@every_game
def test_hints_are_equal_for_equal_views(game: AnyGame) -> None:
    """A twin of the state differs only in hidden facts."""
    evaluator = load_evaluator(game, 2)
    for _, seat, view, twin in twins(game, 30):
        assert hints(view, seat, evaluator, "7", level=LITTLE) == hints(twin, seat, evaluator, "7", level=LITTLE)


def pebbles(*weights: tuple[str, float]) -> Evaluator:
    """Return an evaluator of Pebbles with features of these names; each counts the pebbles that are left."""
    names = tuple(say("{name}", name=name) for name, _ in weights)
    features = Features(names, lambda state, seat: (float(sum(state.heaps)),) * len(names))
    return Evaluator(toy.GAME, features, ([weight for _, weight in weights],) * 3)


def reasons(evaluator: Evaluator, heaps: tuple[int, ...], *, points: bool = True) -> dict[tuple[str, ...], str]:
    view = toy.GAME.view(toy.State(heaps, (0, 0)), 0)
    few = hints(view, 0, evaluator, "1", points=points, level=Level(budget=50, compared_turns=9))
    return {hint.path: tell(hint.why, lambda seat: ["Ada", "Ben"][seat]) for each in few for hint in each}


def test_hint_takes_all_pebbles_with_the_last_one() -> None:
    (best, *_) = reasons(Evaluator(toy.GAME), (3, 0, 0)).items()
    assert best == (("heap-1", "3"), "+8 points at once")


def test_reason_compares_a_move_with_the_other_moves() -> None:
    """Moves take one to three of five pebbles: they leave three on average, the largest leaves two."""
    told = reasons(pebbles(("pebbles left", 2.0)), (5, 0, 0))
    assert told["heap-1", "3"] == "+3 points at once · −2 points for later: pebbles left · Ben −2 points for later: pebbles left"


def test_reason_has_three_terms_points_first_small_ones_left_out() -> None:
    told = reasons(pebbles(("more", 9.0), ("less", -7.0), ("hardly", 0.1)), (5, 0, 0))
    assert told["heap-1", "3"] == "+3 points at once · −9 points for later: more · Ben −9 points for later: more"
    assert len(told["heap-1", "3"].split(" · ")) == MAX_REASONS


def test_reason_shows_half_points() -> None:
    told = reasons(pebbles(("pebbles left", -1.6)), (5, 0, 0))
    assert told["heap-1", "3"].endswith("· +1½ points for later: pebbles left · Ben +1½ points for later: pebbles left")
    assert [format_halves(points) for points in (0.3, -0.5, 2.1, -12.4)] == ["+½", "−½", "+2", "−12½"]


def test_features_of_one_name_are_one_term() -> None:
    told = reasons(pebbles(("left", 3.0), ("left", -1.0)), (5, 0, 0))
    assert told["heap-1", "3"] == "+3 points at once · −2 points for later: left · Ben −2 points for later: left"


def test_no_hint_if_no_move_stands_out() -> None:
    """All moves take one pebble of three equal heaps; a larger heap makes a difference."""
    assert reasons(Evaluator(toy.GAME), (1, 1, 1)) == {}
    assert reasons(Evaluator(toy.GAME), (1, 1, 3))


def test_reason_is_the_later_game_if_nothing_else_differs() -> None:
    """The table hides points, and there is no other reason."""
    evaluator = Evaluator(toy.GAME)
    told = reasons(evaluator, (5, 3, 1), points=False)
    assert told["heap-1", "3"] == str(BETTER)
    assert ("heap-3", "1") not in told  # what seems worse than others is none to hint at
    assert reasons(evaluator, (5, 0, 0), points=False) == {("heap-1", "3"): str(BETTER)}  # than one or two of them


def test_reason_shows_no_points_if_the_table_hides_them() -> None:
    assert set(reasons(Evaluator(toy.GAME), (5, 5, 5), points=False).values()) == {str(EVEN)}
    told = reasons(pebbles(("pebbles left", 2.0)), (5, 0, 0), points=False)
    assert told["heap-1", "3"] == "−2 points for later: pebbles left · Ben −2 points for later: pebbles left"
