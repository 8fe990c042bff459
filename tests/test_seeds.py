"""An undo draws nothing anew, and nobody foresees a draw: on a real database."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.store import Store
from host.automatic import load_seeds
from host.codec import decode_story
from host.table import Table
from host.tables import Tables
from host.undo import free_moves, moves_since, newest_move_of, question_text, undo
from rules.choice import Path as Answers
from rules.game import DEALER, random_move
from tests.manual_clock import ManualClock
from tests.people import ADA, clicks, play_until_turn_of, start_practice

GAMES_WITH_A_DEALER = ("hanging_gardens", "ishtar", "schlossgarten")
TURNS = 3


async def move(table: Table, path: Answers) -> Any:
    """Let Ada make this move, and all others until it is her turn again; return the state then."""
    await table.move(ADA, table.position.seq, path, next(clicks))
    await play_until_turn_of(table, ADA)
    return table.position.state


def some_move(table: Table, seed: int) -> Answers:
    at = table.position
    return random_move(at.game, at.state, at.acting_seat(ADA), Random(seed)).path


async def drawn_anew(table: Table) -> int:
    """Return the number of the dealer's moves that were undone."""
    return sum(row.seat == DEALER and row.undone_at is not None for row in await table.store.moves(table.id))


@pytest.mark.parametrize("game", GAMES_WITH_A_DEALER)
async def test_equal_moves_draw_alike_after_any_undo(store: Store, game: str) -> None:
    table = await start_practice(Tables(store, now=ManualClock()), game=game)
    await play_until_turn_of(table, ADA)
    begun, course = table.position.state, list[tuple[Answers, Any]]()
    for seed in range(TURNS):
        path = some_move(table, seed)
        course.append((path, await move(table, path)))
    while table.position.state != begun:
        await undo(table, ADA, next(clicks))
    assert await drawn_anew(table)
    table = await Tables(store, now=ManualClock()).get(table.id)  # the program was started again
    assert [await move(table, path) for path, _ in course] == [state for _, state in course]
    assert await free_moves(table, ADA)


async def test_draws_repeat_after_another_move_too(store: Store) -> None:
    table, drawn = await start_practice(Tables(store, now=ManualClock()), game="schlossgarten"), dict[Answers, list[str]]()
    await play_until_turn_of(table, ADA)
    for seed in range(9):
        path = some_move(table, seed)
        await table.move(ADA, table.position.seq, path, next(clicks))
        seq = await newest_move_of(table, ADA)
        told = str(await question_text(table, table.position.require_seat(ADA), seq))
        assert told.endswith("\nAn undo does not change your luck: the draw usually comes out the same.")
        moves, _ = await moves_since(table, seq)
        drawn[path] = [str(event.text) for row in moves if row.seat == DEALER for event in decode_story(row.events)]
        await undo(table, ADA, next(clicks))
    one, *others = drawn.values()
    assert others == [one] * len(others) != []


async def test_draws_differ_by_table_move_and_database(store: Store) -> None:
    draw = await load_seeds(store)
    again = await load_seeds(store)
    here = draw(1, 5).random()
    assert again(1, 5).random() == here
    assert len({here, draw(1, 6).random(), draw(2, 5).random(), draw(15, 0).random()}) == 4


@pytest.mark.sqlite
async def test_another_database_draws_otherwise(store: Store, tmp_path: Path) -> None:
    other = await Store.open(tmp_path / "other.sqlite3")
    assert (await load_seeds(store))(1, 5).random() != (await load_seeds(other))(1, 5).random()
    await other.close()
