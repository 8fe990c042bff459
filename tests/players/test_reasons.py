"""Each reason of a hint holds on the board: positions of whole games, with each fact checked by rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from players.decision import decide
from players.evaluation import load_evaluator
from players.hint import hints
from players.levels import Level
from players.reasons import LEAST_POINTS, Change, Fact, Reason, change_of, facts_of, reasons_of
from rules import GAMES
from rules.choice import Path
from rules.game import DEALER, AnyGame, Seat, play, random_move
from rules.text import Text
from rules.turn import split_turn
from tests.players import djinns_reason_checks, gardens_reason_checks, ishtar_reason_checks, schlossgarten_reason_checks

CHECKS = {
    "djinns": djinns_reason_checks.CHECKS,
    "hanging_gardens": gardens_reason_checks.CHECKS,
    "ishtar": ishtar_reason_checks.CHECKS,
    "schlossgarten": schlossgarten_reason_checks.CHECKS,
}
LEVEL = Level(budget=60, compared_turns=6)
RANDOM_SHARE = 0.3  # of moves, so that positions differ
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def positions(game: AnyGame, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Yield the positions of a game among computers in which a seat is to move."""
    random = Random(seed)
    seats = random.choice(list(game.seats))
    state, numbers = game.setup(seats, frozenset()), count()
    while acting := game.to_act(state):
        seat, view = min(acting), game.view(state, min(acting))
        if seat == DEALER or random.random() < RANDOM_SHARE:
            state = random_move(game, state, seat, random).step.state
        else:
            yield state, seat
            path = decide(game.key, seats, view, seat, "gentle", f"{seed} {next(numbers)}", 60.0, trained=True)
            state = play(game, state, seat, path).state


def recorded(reason: Reason, found: list[tuple[Fact, Change]], change: Change) -> Iterator[Fact]:
    """Yield the facts of a reason, and write them down with the turn that they are about."""
    for fact in reason(change):
        found.append((fact, change))
        yield fact


def check_reasons(game: AnyGame, least: int, check: dict[str, Callable[[Fact, Change], bool]]) -> None:
    """Check the facts about hinted and compared turns until there are ``least`` hints."""
    given, kinds = 0, set[str]()
    for seed in count(1):
        for state, seat in positions(game, seed):
            found = list[tuple[Fact, Change]]()
            reasons = [partial(recorded, reason, found) for reason in reasons_of(game)]
            groups = hints(
                game.view(state, seat), seat, load_evaluator(game, len(game.scores(state))), "1", level=LEVEL, reasons=reasons
            )
            for fact, change in found:
                assert check[fact.kind](fact, change), (seed, fact, str(fact.text))
            told = [hint for group in groups for hint in group.moves]
            kinds |= {fact.kind for hint in told for fact in hint.facts}
            assert all(abs(fact.size) >= LEAST_POINTS for hint in told for fact in hint.facts)
            given += len(told)
            if given >= least:
                assert kinds
                return


def told_about(game: AnyGame, state: Any, seat: Seat, path: Path) -> list[Text]:
    """Return the sentences about a turn that is played from this state; it is compared with itself."""
    after, others = split_turn(game, state, seat, path)[-1].step.state, list[Change]()
    change = change_of(game, state, seat, path, after, others)
    others.append(change)
    return [fact.text for fact in facts_of(reasons_of(game), change)]


@pytest.mark.short("djinns", "hanging_gardens")
@every_game
def test_reasons_do_not_depend_on_hidden_information(game: AnyGame) -> None:
    """The states that a view may belong to differ in hidden tiles, cards and trees, and in what will be drawn."""
    told = 0
    for state, seat in islice(positions(game, 4), 0, 60, 6):
        view = game.view(state, seat)
        groups = hints(view, seat, load_evaluator(game, len(game.scores(state))), "1", level=LEVEL)
        for hint in (hint for group in groups for hint in group.moves):
            one, *others = ([*told_about(game, game.possible(view, Random(n)), seat, hint.path)] for n in range(3))
            assert all(other == one for other in others)
            assert told_about(game, state, seat, hint.path) == one
            told += len(one)
    assert told


@every_game
def test_reasons_hold_on_the_board(game: AnyGame) -> None:
    check_reasons(game, 30, CHECKS[game.key])


@pytest.mark.long
@every_game
def test_reasons_of_a_thousand_hints_hold_on_the_board(game: AnyGame) -> None:
    check_reasons(game, 1000, CHECKS[game.key])
