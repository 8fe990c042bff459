"""Turns that computers and stand-ins owe: on a real database, with a clock that is moved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cogs.upkeep import next_start
from db.statement import Statement
from host.automatic import STAND_IN, STEADY
from host.codec import decode_story
from host.deadlines import DAY
from host.leaving import resign, result_counts
from host.outbox import read_parts
from host.refusal import Refused
from host.scheduler import run_due
from host.step import COMPUTERS_TURN_SECONDS
from host.table import Table
from host.tables import Tables
from host.thinking import CLAIM_SECONDS, THINKING_SECONDS, claim_turns, has_weights, play_claimed_turn
from host.undo import free_moves, undo
from players.decision import decide
from rules import GAMES
from rules.game import DEALER, random_move
from tests.people import (
    ADA,
    BEN,
    advance,
    clicks,
    move,
    play_computers,
    play_until_turn_of,
    run_all_due,
    start_practice,
    start_table,
)
from tests.sending import pending_notices, send_all, text_of

GAMES_WITH_DEALERS = ["ishtar", "hanging_gardens", "schlossgarten"]


async def makers(table: Table) -> list[int | None]:
    """Return the makers of all moves that stand."""
    return [row.person for row in await table.store.moves_since(table.id, 1)]


@pytest.mark.short("djinns", "schlossgarten")
@pytest.mark.parametrize("game", GAMES)
async def test_one_person_and_computers_play_to_the_end(tables: Tables, game: str) -> None:
    table = await start_practice(tables, 2, game=game)
    for number in range(400):
        await play_computers(table)
        if not table.position.to_act:
            break
        assert [seat.person for seat in table.position.to_act] == [ADA]
        await move(table, number)
    assert (table.position.row.status, table.position.row.ending) == ("over", "")
    assert {-1, -2, ADA} <= set(await makers(table))
    assert [result_counts(seat) for seat in table.position.seats] == [True, False, False]


async def test_computers_in_a_row_make_one_post(tables: Tables) -> None:
    table = await start_practice(tables, 3)
    await play_until_turn_of(table, ADA)
    await send_all(tables.store, tables.now())
    seq = table.position.seq
    await move(table)
    while taken := await claim_turns(tables, 1):
        assert await send_all(tables.store, tables.now(), "board") == []
        assert await play_claimed_turn(tables, taken[0])
    (board,) = await send_all(tables.store, tables.now(), "board")
    made = [row for row in await tables.store.moves_after(table.id, seq) if decode_story(row.events)]
    assert [part.seq for part in await read_parts(tables.store, board)] == [row.seq for row in made]
    assert {row.person for row in made} == {ADA, -1, -2, -3}


async def test_the_channel_is_told_when_thinking_takes_long(tables: Tables) -> None:
    table = await start_practice(tables, 1)
    await play_until_turn_of(table, ADA)
    await send_all(tables.store, tables.now())
    await move(table)
    await claim_turns(tables, 1)  # by a process that is killed
    assert await send_all(tables.store, tables.now(), "board") == []
    advance(tables, COMPUTERS_TURN_SECONDS)
    assert len(await send_all(tables.store, tables.now(), "board")) == 1
    assert await run_all_due(tables) == ()
    advance(tables, CLAIM_SECONDS)
    assert await run_all_due(tables) == (table.id,)
    assert len(await send_all(tables.store, tables.now(), "board")) == 1
    assert table.position.acts(ADA)


async def test_leaver_and_first_stand_in_turn_share_a_board(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await send_all(tables.store, tables.now())
    await resign(table, table.position.to_act[0].person, next(clicks))
    assert await send_all(tables.store, tables.now(), "board") == []
    assert await run_all_due(tables) == (table.id,)
    (board,) = await send_all(tables.store, tables.now(), "board")
    kinds = [event.kind for part in await read_parts(tables.store, board) for event in part.events]
    assert kinds[:2] == ["gone", "stand-in"]
    assert len(kinds) > 2


async def test_undo_takes_the_answers_of_computers_along(tables: Tables) -> None:
    table = await start_practice(tables, 2, people=2)
    await play_until_turn_of(table, BEN)
    before = table.position.state
    await move(table)
    await play_computers(table)
    assert table.position.acts(ADA)
    assert {row.person for row in await free_moves(table, BEN)} == {BEN, -1, -2}
    await undo(table, BEN, next(clicks))
    assert table.position.state == before
    assert table.position.acts(BEN)
    await move(table)
    await play_until_turn_of(table, BEN)
    with pytest.raises(Refused, match="must agree"):
        await undo(table, BEN, next(clicks))


@pytest.mark.parametrize("game", GAMES_WITH_DEALERS)
async def test_undo_needs_no_consent_among_computers(tables: Tables, game: str) -> None:
    table = await start_practice(tables, 1, game=game)
    await play_until_turn_of(table, ADA)
    for number in range(3):
        before = table.position.state
        await move(table, number)
        await play_computers(table)
        await undo(table, ADA, next(clicks))
        assert table.position.state == before
        await move(table, number)
        await play_until_turn_of(table, ADA)


async def test_the_last_person_ends_the_game(tables: Tables) -> None:
    table = await start_practice(tables, 2, people=2)
    await resign(table, BEN, next(clicks))
    assert table.position.row.status == "running"
    await resign(table, ADA, next(clicks))
    assert (table.position.row.status, table.position.row.ending) == ("over", "alone")


async def test_stand_in_plays_at_one_level_by_its_view(tables: Tables) -> None:
    table = await start_table(tables, 3, "ishtar", lapse="stand-in")
    await move(table)
    at, seat = table.position, table.position.to_act[0].seat
    view = at.game.view(at.state, seat)
    expected = decide("ishtar", 3, view, seat, STEADY, f"{at.id} {at.moves} 0", THINKING_SECONDS, trained=True)
    advance(tables, DAY)
    assert await run_all_due(tables) == (table.id,)
    played = next(row for row in await tables.store.moves_after(table.id, at.seq) if row.seat != DEALER)
    assert (played.seat, played.person, tuple(played.path.split())) == (seat, STAND_IN, expected)
    (told,) = await pending_notices(tables.store, "played")
    assert text_of(told) == "Your time for this move was up. A stand-in has played your turn."


async def test_timed_out_turn_cannot_be_played_by_its_person(tables: Tables) -> None:
    table = await start_table(tables, 2, lapse="stand-in")
    late = table.position.to_act[0]
    advance(tables, DAY)
    await claim_turns(tables, 1)
    (clock,) = table.position.clocks.values()
    assert clock.level == ""
    await run_due(tables)
    with pytest.raises(Refused, match="Your time for this move is up"):
        table.position.acting_seat(late.person)
    assert table.position.seats[late.seat].strikes == 0
    assert await run_all_due(tables) == (table.id,)
    assert table.position.seats[late.seat].strikes == 1


async def test_computers_are_asked_and_told_nothing(tables: Tables) -> None:
    table = await start_practice(tables, 2)
    await play_until_turn_of(table, ADA)
    await move(table)
    for _ in range(9):
        advance(tables, DAY)
        await run_all_due(tables)
    persons = {row.person for row in await pending_notices(tables.store)}
    assert persons <= {None, ADA}
    assert [seat.person for seat in table.position.seated] == [ADA]


async def test_by_other_rules_computers_judge_by_points_alone(
    tables: Tables, address: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await start_practice(tables, 1, game="hanging_gardens")
    assert has_weights(table.position)
    await tables.store._db.run([Statement("UPDATE tables SET version = 1, revision = revision + 1 WHERE id = $1", (table.id,))])
    await table.reload()
    assert not has_weights(table.position)
    (foretold,) = (await next_start(address)).warnings
    assert foretold.startswith("1 running table of hanging_gardens with computers began by version 1 of the rules: ")
    await play_until_turn_of(table, ADA)
    for number in range(2):
        await move(table, number)
        await play_computers(table)
    assert caplog.text.count("computers judge by points alone") == 1
    assert -1 in await makers(table)


async def test_hidden_differences_do_not_change_thinking() -> None:
    game = GAMES["ishtar"]
    state = game.setup(2, frozenset())
    for number in range(30):
        acting = min(game.to_act(state))
        if acting != DEALER and number > 10:
            break
        state = random_move(game, state, acting, Random(number)).step.state
    seat = min(game.to_act(state))
    view = game.view(state, seat)
    twins = [game.possible(view, Random(seed)) for seed in range(4)]
    paths = {decide("ishtar", 2, game.view(twin, seat), seat, STEADY, "1 2", THINKING_SECONDS, trained=True) for twin in twins}
    assert len(paths) == 1
