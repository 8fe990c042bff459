"""R8: invariants in keen play, and in it each of the events that random play hardly ever meets (R8.14).

``PARTERRE_GAMES=1000 .venv/bin/python -m pytest --timeout 0 tests/hanging_gardens/test_random_play.py`` plays a thousand games
for each number of seats and variant instead of a few; count on a third of a second for a game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rules.choice import walk
from rules.game import DEALER, Move, conversation, play_at_random, visible_to
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import eligible, group, lay, movable, square_of, top
from rules.hanging_gardens.parts import CARDS
from rules.hanging_gardens.state import Garden, Group, HiddenTile, Laid, State
from tests.examples import many, sampled
from tests.hanging_gardens.greedy import greedy_move, play_greedily
from tests.hanging_gardens.invariants import check, check_placements, check_step
from tests.hanging_gardens.positions import do
from tests.hanging_gardens.reference_game import moment
from tests.playing import with_states

GAMES = int(os.environ.get("PARTERRE_GAMES", many(3, 12)))
TABLES = [(seats, variants) for seats in GAME.seats for variants in ((), ("open-tiles",))]
REFILLS = 43
LONGEST = 168
MET = (
    "moved temples", "ties among them", "six or more", "cuts scored again", "two open structures", "boxed cards", "declined",
)  # fmt: skip

every_table = pytest.mark.parametrize(("seats", "variants"), TABLES, ids=[f"{n}{''.join(v)}" for n, v in TABLES])


def games(seats: int, variants: tuple[str, ...]) -> Iterator[list[tuple[State, Move[State]]]]:
    """Whole games, each as the states with the move made from them."""
    for seed in range(GAMES):
        moves = play_greedily(seats, frozenset(variants), Random(f"{seats} {variants} {seed}"))
        yield list(with_states(GAME.setup(seats, frozenset(variants)), moves))


@cache
def met(seats: int, variants: tuple[str, ...]) -> Counter[str]:
    """Return how often each event of R8.14 came up, with everything checked."""
    return Counter(event for played in games(seats, variants) for event in checked(played))


def checked(played: list[tuple[State, Move[State]]]) -> Iterator[str]:
    yield "game"
    for state, move in played:
        check(move.step.state)
        check_step(state, move.seat, move.path, move.step.state, move.step.events)
        if move.seat != DEALER and not state.pending:
            yield from events(state, move)
        if move.seat == DEALER and state.pending:
            check_hidden(state, move)
    check_length(played)
    check_turns(played)


def check_length(played: list[tuple[State, Move[State]]]) -> None:
    """Check that the game ends with the last card or without tiles in the stacks (R8.10)."""
    end = played[-1][1].step.state
    laid = sum(len(garden.laid) - 1 for garden in end.gardens) + len(end.boxed)
    assert laid == len(CARDS) or not end.tile_bag
    drawn = [event for _, move in played for event in move.step.events if event.kind in ("tile_opened", "hidden_drawn")]
    assert len(drawn) <= REFILLS
    assert len(played) <= LONGEST


def check_turns(played: list[tuple[State, Move[State]]]) -> None:
    """In every round each seat makes the same number of turns (R8.11)."""
    turns = Counter((state.round, move.seat) for state, move in played if move.seat != DEALER and not state.pending)
    seats = played[0][0].seats
    for nth in range(1, played[-1][0].round + 1):
        assert {turns[nth, seat] for seat in range(seats)} == {len(played[0][0].cards) // seats}


def check_hidden(state: State, move: Move[State]) -> None:
    """Had the dealer drawn another tile, the others would see and read the same (R8.12)."""
    drawn = move.step
    (owner,) = [seat for seat in range(state.seats) if drawn.state.hidden[seat] != state.hidden[seat]]
    for tile in set(state.tile_bag):
        other = GAME.apply(state, DEALER, HiddenTile(tile))
        for viewer in {*range(state.seats), None} - {owner}:
            assert GAME.view(other.state, viewer) == GAME.view(drawn.state, viewer)
            assert visible_to(other.events, viewer) == visible_to(drawn.events, viewer)


def events(state: State, move: Move[State]) -> list[str]:
    """Yield the events of R8.14 in a move."""
    words = dict.fromkeys(move.path)
    if len(move.path) == 1:
        return ["boxed cards"]
    garden = state.gardens[move.seat]
    card = state.cards[int(move.path[0].removeprefix("card-")) - 1]
    at = square_of(move.path[2])
    assert card
    assert at
    laid = lay(garden, Laid(card, move.path[1], *at))
    found = ["declined"] if "no-temple" in words else []
    found += ["two open structures"] if len(eligible(laid)) > 1 else []
    if len(words) > 3 and "no-temple" not in words:
        site = square_of(move.path[3])
        assert site
        found += built(garden, laid, group(top(laid), site), state)
    return found


def built(garden: Garden, laid: Garden, site: Group, state: State) -> list[str]:
    found = ["six or more"] if len(site) >= 6 and state.tile_bag else []
    sources = movable(laid)
    found += ["moved temples"] if sources else []
    found += ["ties among them"] if len(sources) > 1 else []
    before, after = top(garden), top(laid)
    old = {group(before, square) for square in site if before.get(square) == after[square]}
    cut = [each for each in old if not each.isdisjoint(garden.temples)]
    return found + (["cuts scored again"] if cut else [])


@pytest.mark.short("2open-tiles", "4")
@sampled
@every_table
def test_r8_1_to_r8_13_hold_in_keen_play(seats: int, variants: tuple[str, ...]) -> None:
    assert met(seats, variants)["game"] == GAMES


@pytest.mark.long
def test_r8_14_every_rare_event_is_met() -> None:
    assert set(MET) <= set().union(*(met(*table) for table in TABLES))


def tiles_taken(moves: Iterator[Move[State]]) -> int:
    *_, last = moves
    return sum(map(len, last.step.state.taken))


@pytest.mark.long
def test_r8_14_keen_play_builds_more_than_random_play() -> None:
    keen = [tiles_taken(play_greedily(2, frozenset(), Random(seed))) for seed in range(3)]
    at_random = [tiles_taken(play_at_random(GAME, GAME.setup(2, frozenset()), Random(seed))) for seed in range(3)]
    assert min(keen) > max(at_random)


def test_r8_14_the_same_numbers_give_the_same_game() -> None:
    first, again = (list(play_greedily(3, frozenset(), Random(5))) for _ in range(2))
    assert first == again


def test_r8_14_a_keen_move_is_complete() -> None:
    state = GAME.setup(2, frozenset())
    for move in play_greedily(2, frozenset(), Random(8)):
        for seat in GAME.to_act(state) - {DEALER}:
            path = greedy_move(GAME.view(state, seat), Random(1))
            assert walk(conversation(GAME, state, seat), path).action
        state = move.step.state


@every_table
def test_r8_13_no_place_is_missing_and_none_is_wrong(seats: int, variants: tuple[str, ...]) -> None:
    """For all sixty cards in the gardens of the end of a game."""
    *_, move = play_greedily(seats, frozenset(variants), Random(13))
    for garden in move.step.state.gardens[:2]:
        for card in list(CARDS)[seats::6]:
            check_placements(garden, card)


def broken(state: State) -> Iterator[State]:
    """States that no game comes to."""
    own, other = state.gardens
    yield replace(state, tile_bag=state.tile_bag[1:])  # R8.2
    yield replace(state, card_bag=state.card_bag[1:])  # R8.1
    yield replace(state, gardens=(replace(own, temples=((13, 22),)), other))  # on ground: R8.3
    yield replace(state, fives=(1, 0))  # R3.31
    yield replace(state, done=state.done + 1)  # R3.2


def test_r8_the_invariants_are_worth_something() -> None:
    state = moment(1, 3)
    check(state)
    for other in broken(state):
        with pytest.raises(AssertionError):
            check(other)


def test_r8_4_r8_13_a_card_that_lies_wrong_is_noticed() -> None:
    before = moment(1, 3)
    step = do(before, "card-3 up m21 no-temple")
    check_step(before, 0, ("card-3", "up", "m21", "no-temple"), step.state, step.events)
    own = step.state.gardens[0]
    moved = replace(own, laid=(*own.laid[:-1], own.laid[-1]._replace(row=90)))
    with pytest.raises(AssertionError):
        check(replace(step.state, gardens=(moved, step.state.gardens[1])))
    for wrong in (replace(own, temples=((14, 22),)), replace(own, laid=own.laid[:-1])):
        after = replace(step.state, gardens=(wrong, step.state.gardens[1]))
        with pytest.raises(AssertionError):
            check_step(before, 0, ("card-3", "up", "m21", "no-temple"), after, step.events)
