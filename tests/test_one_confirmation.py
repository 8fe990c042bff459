"""Moves that follow at once are chosen and confirmed together, and stored each by itself (`rules.turn`)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path as File
from random import Random

import pytest
import pytest_asyncio

from db.statement import Repeated
from host.table import Table
from host.tables import Tables
from host.undo import undo
from players.hint import advise
from rules import GAMES
from rules.choice import IllegalMove, Path
from rules.game import DEALER, play, play_at_random
from rules.ishtar import GAME
from rules.turn import goes_on_at_once, split_turn
from tests.ishtar.reference_game import SELECTING, SET_UP, moment
from tests.people import acting, clicks, reopened, start_table
from tests.server import ON_SERVER

STACK, PLACING = ("stack-3",), ("a", "right")


@pytest_asyncio.fixture
async def table(tables: Tables) -> Table:
    """A game of Ishtar before its first turn, in which no stack is left, so no tile is turned up."""
    return await start_table(tables, 2, "ishtar")


def whole_turn(table: Table) -> Path:
    """Return answers from the choice of a stack to the end of the turn."""
    at, person = table.position, acting(table).person
    path = at.drafted(person, STACK).path
    while prompt := at.answers(person, path).prompt:
        path = (*path, prompt.options[-1].key)
    return path


async def rows_of(table: Table) -> list[str]:
    """Return the paths of the seats' moves that stand."""
    return [row.path for row in await table.store.moves(table.id) if row.seat != DEALER and row.undone_at is None]


async def test_placing_is_asked_right_after_the_first_stack(table: Table) -> None:
    at, person = table.position, acting(table).person
    asked = at.drafted(person, STACK)
    assert asked.prompt is not None
    assert asked.prompt.key == "anchor"
    assert at.drafted_view(person, asked.path).held == at.state.stacks[2].top
    assert at.view(person).held is None
    assert at.back(person, (*asked.path, asked.prompt.options[0].key)) == (*STACK, *PLACING)
    assert at.back(person, asked.path) == ()


def test_stack_is_confirmed_alone_where_a_tile_comes_up() -> None:
    state = moment(SELECTING[2])
    (seat,) = GAME.to_act(state)
    after = play(GAME, state, seat, ("stack-4",)).state
    assert GAME.mid_turn(after)
    assert not goes_on_at_once(GAME, after, seat)
    assert [move.path for move in split_turn(GAME, state, seat, ("stack-4", "b", "left", "e9"))] == [("stack-4",)]


@pytest.mark.parametrize("key", list(GAMES))
def test_nobody_learns_anything_before_moves_that_follow_at_once(key: str) -> None:
    """The seat learns no event that it alone may read; all others see the same either way."""
    game = GAMES[key]
    for moves in (list(islice(play_at_random(game, game.setup(2, frozenset()), Random(seed)), 60)) for seed in range(4)):
        for move in moves:
            if move.seat != DEALER and goes_on_at_once(game, move.step.state, move.seat):
                assert all(event.to is None for event in move.step.events)
                assert game.to_act(move.step.state) == {move.seat}


async def test_both_moves_are_stored_in_order_by_one_change(table: Table) -> None:
    at, path = table.position, whole_turn(table)
    before, seats = at.row.revision, await rows_of(table)
    stack, placing = split_turn(at.game, at.state, acting(table).seat, path)
    await table.move(acting(table).person, at.seq, path, next(clicks))
    assert seats == []
    assert await rows_of(table) == [" ".join(stack.path), " ".join(placing.path)]
    assert stack.path == STACK
    assert table.position.row.revision == before + 1
    first, second = [row for row in await table.store.moves(table.id) if row.seat != DEALER]
    assert second.seq == first.seq + 1


async def test_same_turn_in_two_moves_leads_to_the_same_state(tables: Tables, table: Table) -> None:
    path, person = whole_turn(table), acting(table).person
    await table.move(person, table.position.seq, path, next(clicks))
    together = table.position.state
    await undo(table, person, next(clicks))
    await undo(table, person, next(clicks))
    await table.move(person, table.position.seq, STACK, next(clicks))
    await table.move(person, table.position.seq, path[1:], next(clicks))
    assert table.position.state == together
    assert (await reopened(tables).get(table.id)).position.state == together


async def test_undo_takes_back_the_placing_and_then_the_stack(table: Table) -> None:
    person, before = acting(table).person, table.position.state
    await table.move(person, table.position.seq, whole_turn(table), next(clicks))
    await undo(table, person, next(clicks))
    assert await rows_of(table) == ["stack-3"]
    assert table.position.mid_turn
    await undo(table, person, next(clicks))
    assert table.position.state == before


@pytest.mark.skipif(ON_SERVER, reason="The trigger is for SQLite.")
async def test_failure_between_the_moves_leaves_none(tables: Tables, table: Table, address: File) -> None:
    person, path, before = acting(table).person, whole_turn(table), table.position.state
    with closing(sqlite3.connect(address)) as database:
        database.execute(
            "CREATE TRIGGER fails BEFORE INSERT ON moves WHEN new.path LIKE 'a %' BEGIN SELECT RAISE(ABORT, 'fails'); END"
        )
    with pytest.raises(sqlite3.IntegrityError, match="fails"):
        await table.move(person, table.position.seq, path, next(clicks))
    assert await rows_of(table) == []
    assert (await reopened(tables).get(table.id)).position.state == before
    assert table.position.state == before


async def test_second_delivery_of_the_confirmation_changes_nothing(table: Table) -> None:
    person, path, seq, click = acting(table).person, whole_turn(table), table.position.seq, next(clicks)
    await table.move(person, seq, path, click)
    with pytest.raises(Repeated):
        await table.move(acting(table).person, table.position.seq, ("stack-4",), click)
    assert len(await rows_of(table)) == 2


async def test_turn_that_ends_within_a_move_is_refused(table: Table) -> None:
    person, path = acting(table).person, whole_turn(table)
    for end in (path[:-1], path[:2], ()):
        with pytest.raises(IllegalMove, match="not finished"):
            await table.move(person, table.position.seq, end, next(clicks))
    with pytest.raises(IllegalMove, match="one word too many"):
        await table.move(person, table.position.seq, (*path, "done"), next(clicks))
    assert await rows_of(table) == []


async def test_draft_over_both_moves_survives_a_restart(tables: Tables, table: Table) -> None:
    person, path = acting(table).person, whole_turn(table)[:-1]
    await table.store.put_draft(table.id, person, table.position.seq, " ".join(path))
    draft, at = await table.store.draft(table.id, person), (await reopened(tables).get(table.id)).position
    assert draft is not None
    progress, dropped = at.resume(person, tuple(draft.path.split()))
    assert (progress.path[: len(path)], dropped) == (path, ())


async def test_draft_of_an_older_version_goes_on_with_placing(table: Table) -> None:
    at, person = table.position, acting(table).person
    assert at.first_move(person, STACK) == STACK
    assert at.first_move(person, ()) is None
    assert at.drafted(person, STACK).path == (*STACK, *PLACING)


async def test_one_line_holds_both_moves(table: Table) -> None:
    at, person, path = table.position, acting(table).person, whole_turn(table)
    assert at.read(person, " ".join(path)).path == path
    begun = at.read(person, "stack-3").prompt
    assert begun is not None
    assert begun.key == "anchor"
    with pytest.raises(IllegalMove, match="zzz"):
        at.read(person, "stack-3 a right zzz")


async def test_preview_tells_of_both_moves(table: Table) -> None:
    seen = table.position.preview(acting(table).person, whole_turn(table))
    assert seen.story[0].kind == "can_moved"
    assert {"turn", "placed"} <= {event.kind for event in seen.story}
    assert not seen.goes_on


def test_hint_holds_the_whole_turn() -> None:
    state = moment(SET_UP)
    (seat,) = GAME.to_act(state)
    group, *_ = advise("ishtar", 2, GAME.view(state, seat), seat, "1", 1.0, trained=False, points=True)
    for hint in group.moves:
        stack, placing = split_turn(GAME, state, seat, hint.path)
        assert stack.path[0].startswith("stack-")
        assert placing.path[-1] == "done"
