"""Hints that people ask for: where they are allowed, three in a turn, and told to all others."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
import pytest_asyncio

from host.hints import (
    BUSY,
    ENOUGH,
    NO_OTHERS,
    NONE,
    NOT_ALLOWED,
    NOT_GIVEN,
    PRACTICE_ALONE,
    REQUESTS_PER_WORKER,
    Adviser,
    Allowance,
    hinted_move,
    take_hint,
)
from host.history import read_log, read_news
from host.leaving import end, replace_player
from host.position import Position
from host.refusal import MovedOn, Refused
from host.step import TableStep
from host.summary import IN_PRACTICE
from host.table import Table
from host.tables import Tables
from host.undo import undo
from host.workers import Workers
from rules.game import play
from tests.people import ADA, BEN, CLEO, EVE, clicks, move, reopened, start_table
from trials.seeding import allow_hints
from trials.waiting import WAIT_SECONDS


@pytest_asyncio.fixture
async def table(tables: Tables) -> Table:
    """A game of three in which hints are allowed; everybody has moved once."""
    made = await start_table(tables, 3)
    await allow_hints(made)
    while not {row.seat for row in await made.store.moves(made.id)} >= {0, 1, 2}:
        await move(made)
    return made


@pytest.fixture
def adviser(tables: Tables) -> Adviser:
    return Adviser(tables.workers)


def mover(table: Table) -> int:
    return table.position.to_act[0].person


@asynccontextmanager
async def busy() -> AsyncIterator[Workers]:
    """Workers that have no time."""
    workers, over = Workers(), Event()
    working = asyncio.create_task(workers.run(over.wait))
    await asyncio.sleep(0)
    try:
        yield workers
    finally:
        over.set()
        await working


def numbered(at: Position, number: int) -> Position:
    """Return the position as if it were at another table."""
    return replace(at, row=at.row._replace(id=number))


async def hint(table: Table, adviser: Adviser, number: int = 0, **given: Any) -> tuple[tuple[str, ...], ...]:
    """Take a hint for the player whose turn it is; return its paths."""
    asked = {"person": mover(table), "seq": table.position.seq, "interaction": next(clicks)} | given
    return tuple(each.path for each in (await take_hint(table, adviser, number=number, **asked)).moves)


async def taken(table: Table) -> dict[int, int]:
    """Return how many hints each seat has taken."""
    return {one.seat: one.used for one in await table.store.hints.by_person(table.id)}


async def log(table: Table) -> list[str]:
    return [str(event.text) for entry in await read_log(table.store, table.position, None) for event in entry.events]


async def test_a_hint_is_some_legal_moves_and_told_in_the_log(table: Table, adviser: Adviser) -> None:
    seq, at = table.position.seq, table.position
    few = await hint(table, adviser)
    assert 1 <= len(few) <= 3
    for path in few:
        play(at.game, at.state, at.acting_seat(mover(table)), path)
    assert table.position.seq == seq
    seat = at.acting_seat(mover(table))
    assert (await log(table)).count(f"Seat {seat + 1} used a hint.") == 1
    for person in (ADA, BEN, CLEO):
        _, events, _ = await read_news(table.store, table.position, person)
        assert "hint" not in [event.kind for event in events]


async def test_the_same_hint_again_is_not_counted(tables: Tables, table: Table, adviser: Adviser) -> None:
    few = await hint(table, adviser)
    assert await hint(table, adviser) == few
    again = await reopened(tables).get(table.id)
    assert await hint(again, Adviser(tables.workers)) == few
    assert await taken(again) == {table.position.acting_seat(mover(table)): 1}


async def test_the_same_click_twice_is_one_hint(table: Table, adviser: Adviser) -> None:
    seat = table.position.acting_seat(mover(table))
    click = next(clicks)
    few = await hint(table, adviser, interaction=click)
    assert await hint(table, adviser, interaction=click) == few
    assert await taken(table) == {seat: 1}


async def test_concurrent_requests_share_one_search(table: Table, adviser: Adviser) -> None:
    at = table.position
    seat = at.acting_seat(mover(table))
    first, second = await asyncio.gather(adviser.advice(at, seat), adviser.advice(at, seat))
    assert first is second
    asked = asyncio.create_task(adviser.advice(at, seat))
    await asyncio.sleep(0)
    asked.cancel()
    assert await adviser.advice(at, seat) is first


async def test_failed_search_is_tried_again(table: Table, adviser: Adviser) -> None:
    at, others = table.position, asyncio.all_tasks()
    seat = at.acting_seat(mover(table))
    asked = asyncio.create_task(adviser.advice(at, seat))
    await asyncio.sleep(0)
    (thinking,) = asyncio.all_tasks() - others - {asked}
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await adviser.advice(at, seat)


async def test_a_chosen_move_is_one_of_the_position_it_was_asked_for(table: Table, adviser: Adviser) -> None:
    person, at = mover(table), table.position
    few = await hint(table, adviser)
    looking = asyncio.create_task(hinted_move(table, adviser, person, at.seq, 0, 0))
    await asyncio.sleep(0)
    await table.move(person, at.seq, few[0], next(clicks))
    chosen = await looking
    assert (chosen.at.seq, chosen.move.path) == (at.seq, few[0])
    assert table.position.seq > at.seq


async def test_a_further_hint_has_other_moves(table: Table, adviser: Adviser) -> None:
    with pytest.raises(Refused, match=str(NOT_GIVEN)):
        await hint(table, adviser, 1)
    first = await hint(table, adviser)
    other = await hint(table, adviser, 1)
    assert not set(first) & set(other)
    with pytest.raises(Refused, match=str(NO_OTHERS)):
        await hint(table, adviser, 99)


async def test_no_hint_counts_if_no_move_stands_out(tables: Tables, adviser: Adviser) -> None:
    """The first question of Djinns: the place where one begins."""
    made = await start_table(tables, 2)
    await allow_hints(made)
    with pytest.raises(Refused, match=str(NONE)):
        await hint(made, adviser)
    assert not await taken(made)
    assert "hint" not in " ".join(await log(made))


async def test_three_hints_in_a_turn_which_undoing_does_not_give_back(table: Table, adviser: Adviser) -> None:
    person = mover(table)
    seat = table.position.acting_seat(person)
    for _ in range(3):
        await hint(table, adviser)
        await table.move(person, table.position.seq, (await hint(table, adviser))[0], next(clicks))
        await undo(table, person, next(clicks))
        assert mover(table) == person
    with pytest.raises(Refused, match=str(ENOUGH)):
        await hint(table, adviser)
    async with busy() as workers, asyncio.timeout(WAIT_SECONDS):
        with pytest.raises(Refused, match=str(ENOUGH)):
            await hint(table, Adviser(workers))  # nothing is thought out for it
    assert await taken(table) == {seat: 3}
    for _ in range(3):
        await move(table)
    assert mover(table) == person
    assert await hint(table, adviser)


async def test_number_of_hints_left_is_shown_before_asking(table: Table, adviser: Adviser) -> None:
    person = mover(table)
    seat = table.position.acting_seat(person)
    assert await Allowance.of(table.store, table.position, seat) == (0, 0, 0)
    await hint(table, adviser)
    given = await take_hint(table, adviser, person, table.position.seq, 1, next(clicks))
    assert given.left == (2, 2, 2)
    assert given.left.allows(2)
    await table.move(person, table.position.seq, given.moves[0].path, next(clicks))
    await undo(table, person, next(clicks))
    await hint(table, adviser)
    left = await Allowance.of(table.store, table.position, seat)
    assert left == (1, 3, 3)
    assert left.allows(0)  # the same once more
    assert not left.allows(1)


async def test_hints_are_refused_to_others(tables: Tables, table: Table, adviser: Adviser) -> None:
    person = mover(table)
    other = next(each for each in (ADA, BEN, CLEO) if each != person)
    with pytest.raises(Refused, match="It is not your turn"):
        await hint(table, adviser, person=other)
    with pytest.raises(Refused, match="no seat"):
        await hint(table, adviser, person=EVE)
    with pytest.raises(MovedOn):
        await hint(table, adviser, seq=table.position.seq - 1)
    without = await start_table(tables, 2)
    for chosen, refused in ((IN_PRACTICE, PRACTICE_ALONE), (0, NOT_ALLOWED)):
        await without.change(TableStep(without.position.row._replace(hints=chosen)))
        with pytest.raises(Refused, match=str(refused)):
            await hint(without, adviser)
    assert "hint" not in " ".join([*await log(table), *await log(without)])


async def test_only_a_move_of_a_hint_that_was_given_is_looked_at(table: Table, adviser: Adviser) -> None:
    person, seq = mover(table), table.position.seq
    with pytest.raises(Refused, match=str(NOT_GIVEN)):
        await hinted_move(table, adviser, person, seq, 0, 0)
    few = await hint(table, adviser)
    assert [(await hinted_move(table, adviser, person, seq, 0, n)).move.path for n in range(len(few))] == list(few)
    for number, index in ((0, 9), (1, 0), (9, 0)):
        with pytest.raises(Refused, match=str(NOT_GIVEN)):
            await hinted_move(table, adviser, person, seq, number, index)


async def test_the_end_tells_how_many_were_used(table: Table, adviser: Adviser) -> None:
    seat = table.position.acting_seat(mover(table))
    await hint(table, adviser)
    await hint(table, adviser, 1)
    async with table.lock:
        await end(table, "agreed", ())
    assert f"Hints: Seat {seat + 1} 2." in await log(table)


async def test_hints_are_credited_to_their_taker(table: Table, adviser: Adviser) -> None:
    former = mover(table)
    seat = table.position.acting_seat(former)
    await hint(table, adviser)
    async with table.lock:
        await replace_player(table, seat, 77, "Newcomer")
    await hint(table, adviser)
    await hint(table, adviser, 1)
    async with table.lock:
        await end(table, "agreed", ())
    assert [(one.seat, one.person, one.used) for one in await table.store.hints.by_person(table.id)] == [
        (seat, former, 1),
        (seat, 77, 2),
    ]
    assert f"Hints: {former} 1, Seat {seat + 1} 2." in await log(table), "a mention, and the name of the seat"


async def test_number_of_concurrent_searches_is_limited(table: Table) -> None:
    async with busy() as workers:
        adviser, at = Adviser(workers), table.position
        seat = at.to_act[0].seat
        waiting = [asyncio.create_task(adviser.advice(numbered(at, number), seat)) for number in range(REQUESTS_PER_WORKER)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match=re.escape(str(BUSY))):
            await adviser.advice(numbered(at, REQUESTS_PER_WORKER), seat)
        again = asyncio.create_task(adviser.advice(numbered(at, 0), seat))  # for a position that is thought about already
        await asyncio.sleep(0)
        assert not again.done()
    found = await asyncio.gather(*waiting, again)
    assert found[0] is found[-1]
    await adviser.advice(numbered(at, REQUESTS_PER_WORKER), seat)
