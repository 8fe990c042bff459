"""Turns of computers when others are faster, thinking fails, or the claiming process is gone, on a real database."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from host.position import state_after
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from host.thinking import CLAIM_SECONDS, claim_turns, play_claimed_turn, play_turn, release_all_turns
from host.undo import undo
from host.workers import Workers
from rules import GAMES
from tests import toy
from tests.people import ADA, advance, clicks, move, play_until_turn_of, reopened, run_all_due, start_practice, start_table


async def test_two_processes_make_a_turn_once(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)
    seq, other = table.position.seq, reopened(tables)
    taken = await asyncio.gather(claim_turns(tables, 5), claim_turns(other, 5))
    assert [claim.subject for claims in taken for claim in claims] == [table.id]
    (seat,), there = table.position.clocks, await other.get(table.id)
    played = await asyncio.gather(play_turn(Workers(), table, seat), play_turn(Workers(), there, seat))  # both, nonetheless
    assert sorted(played) == [False, True]
    made = await tables.store.moves_since(table.id, seq + 1)
    assert {row.person for row in made} == {-1}
    assert [table.position.game.mid_turn(state_after(table.position.game, row)) for row in made] == [True] * (len(made) - 1) + [
        False
    ]


async def test_change_meanwhile_discards_a_decided_turn(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    before = table.position.state
    await move(table)
    (taken,) = await claim_turns(tables, 1)
    thinking = asyncio.create_task(play_claimed_turn(tables, taken))
    await asyncio.sleep(0)
    await undo(table, ADA, next(clicks))
    assert not await thinking
    assert table.position.state == before
    assert await claim_turns(tables, 1) == []


async def test_old_claim_does_not_release_a_later_turn(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)
    (earlier,) = await claim_turns(tables, 1)
    await undo(table, ADA, next(clicks))
    advance(tables, 1)
    await move(table)
    (later,) = await claim_turns(tables, 1)
    assert later.subject == earlier.subject
    await tables.store.due.postpone(earlier, tables.now())
    assert await claim_turns(tables, 1) == []
    await tables.store.due.postpone(later, tables.now())
    assert await claim_turns(tables, 1) == [later]


async def test_next_process_claims_turns_of_an_ended_one_at_once(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)
    (taken,) = await claim_turns(tables, 1)
    next_process = reopened(tables)
    assert await claim_turns(next_process, 1) == []
    await release_all_turns(next_process)
    assert await claim_turns(next_process, 1) == [taken]


@pytest.mark.sqlite
async def test_short_disk_error_delays_nothing_for_long(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)
    (taken,) = await claim_turns(tables, 1)
    database = tables.store._db
    await database.all("PRAGMA query_only = ON")
    assert not await play_claimed_turn(tables, taken)
    await database.all("PRAGMA query_only = OFF")
    advance(tables, CLAIM_SECONDS)
    assert await run_all_due(tables) == (table.id,)
    assert table.position.acts(ADA)


async def test_a_new_process_takes_no_turn_of_a_person(tables: Tables) -> None:
    table = await start_table(tables, 2)
    (clock,) = (await reopened(tables).get(table.id)).position.clocks.values()
    await release_all_turns(reopened(tables))
    assert clock.wake is not None
    assert await claim_turns(reopened(tables), 1) == []
    (still,) = (await reopened(tables).get(table.id)).position.clocks.values()
    assert still == clock


async def test_thinking_that_fails_is_no_dead_end(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await move(table)

    @changing
    async def spoil(table: Table) -> None:
        clocks = tuple(clock._replace(level="unknown") for clock in table.position.clocks.values())
        await table.change(TableStep(clocks=clocks))

    await spoil(table)
    assert await run_all_due(tables) == (table.id,)
    assert "thinking failed" in caplog.text
    assert table.position.acts(ADA)


async def test_illegal_move_by_a_computer_is_no_dead_end(
    tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    imagined = replace(toy.GAME, possible=lambda view, random: replace(view.state, heaps=(0, 0, 0, 5)))
    monkeypatch.setitem(GAMES, "toy", imagined)
    table = await start_practice(tables, 1, game="toy")
    await play_until_turn_of(table, ADA)
    await move(table)
    assert await run_all_due(tables) == (table.id,)
    assert "thinking failed" in caplog.text
    assert table.position.acts(ADA)
