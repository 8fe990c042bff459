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
from host.outbox import parts_of
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
from tests.paying import notices_owed, pay, text_of
from tests.people import ADA, BEN, after, begun, clicks, move, pass_time, play_by_itself, practice, until_turn_of

GAMES_WITH_DEALERS = ["ishtar", "hanging_gardens", "schlossgarten"]


async def makers(table: Table) -> list[int | None]:
    """Who made the moves that stand."""
    return [row.person for row in await table.store.moves_since(table.id, 1)]


@pytest.mark.short("djinns", "schlossgarten")
@pytest.mark.parametrize("game", GAMES)
async def test_one_person_and_computers_play_to_the_end(tables: Tables, game: str) -> None:
    table = await practice(tables, 2, game=game)
    for number in range(400):
        await play_by_itself(table)
        if not table.position.to_act:
            break
        assert [seat.person for seat in table.position.to_act] == [ADA]
        await move(table, number)
    assert (table.position.row.status, table.position.row.ending) == ("over", "")
    assert {-1, -2, ADA} <= set(await makers(table))
    assert [result_counts(seat) for seat in table.position.seats] == [True, False, False]


async def test_computers_in_a_row_make_one_post(tables: Tables) -> None:
    table = await practice(tables, 3)
    await until_turn_of(table, ADA)
    await pay(tables.store, tables.now())
    seq = table.position.seq
    await move(table)
    while taken := await claim_turns(tables, 1):
        assert await pay(tables.store, tables.now(), "board") == []
        assert await play_claimed_turn(tables, taken[0])
    (board,) = await pay(tables.store, tables.now(), "board")
    made = [row for row in await tables.store.moves_after(table.id, seq) if decode_story(row.events)]
    assert [part.seq for part in parts_of(board)] == [row.seq for row in made]
    assert {row.person for row in made} == {ADA, -1, -2, -3}


async def test_the_channel_is_told_when_thinking_takes_long(tables: Tables) -> None:
    table = await practice(tables, 1)
    await until_turn_of(table, ADA)
    await pay(tables.store, tables.now())
    await move(table)
    await claim_turns(tables, 1)  # by a process that is killed
    assert await pay(tables.store, tables.now(), "board") == []
    after(tables, COMPUTERS_TURN_SECONDS)
    assert len(await pay(tables.store, tables.now(), "board")) == 1
    assert await pass_time(tables) == ()
    after(tables, CLAIM_SECONDS)
    assert await pass_time(tables) == (table.id,)
    assert len(await pay(tables.store, tables.now(), "board")) == 1
    assert table.position.acts(ADA)


async def test_who_leaves_is_told_of_with_what_the_stand_in_plays(tables: Tables) -> None:
    table = await begun(tables, 3)
    await pay(tables.store, tables.now())
    await resign(table, table.position.to_act[0].person, next(clicks))
    assert await pay(tables.store, tables.now(), "board") == []
    assert await pass_time(tables) == (table.id,)
    (board,) = await pay(tables.store, tables.now(), "board")
    kinds = [event.kind for part in parts_of(board) for event in part.events]
    assert kinds[:2] == ["gone", "stand-in"]
    assert len(kinds) > 2


async def test_undo_takes_the_answers_of_computers_along(tables: Tables) -> None:
    table = await practice(tables, 2, people=2)
    await until_turn_of(table, BEN)
    before = table.position.state
    await move(table)
    await play_by_itself(table)
    assert table.position.acts(ADA)
    assert {row.person for row in await free_moves(table, BEN)} == {BEN, -1, -2}
    await undo(table, BEN, next(clicks))
    assert table.position.state == before
    assert table.position.acts(BEN)
    await move(table)
    await until_turn_of(table, BEN)
    with pytest.raises(Refused, match="have to agree"):
        await undo(table, BEN, next(clicks))


@pytest.mark.parametrize("game", GAMES_WITH_DEALERS)
async def test_who_is_alone_asks_nobody(tables: Tables, game: str) -> None:
    table = await practice(tables, 1, game=game)
    await until_turn_of(table, ADA)
    for number in range(3):
        before = table.position.state
        await move(table, number)
        await play_by_itself(table)
        await undo(table, ADA, next(clicks))
        assert table.position.state == before
        await move(table, number)
        await until_turn_of(table, ADA)


async def test_the_last_person_ends_the_game(tables: Tables) -> None:
    table = await practice(tables, 2, people=2)
    await resign(table, BEN, next(clicks))
    assert table.position.row.status == "running"
    await resign(table, ADA, next(clicks))
    assert (table.position.row.status, table.position.row.ending) == ("over", "alone")


async def test_a_stand_in_plays_steadily_what_its_seat_may_see(tables: Tables) -> None:
    table = await begun(tables, 3, "ishtar", lapse="stand-in")
    await move(table)
    at, seat = table.position, table.position.to_act[0].seat
    view = at.game.view(at.state, seat)
    expected = decide("ishtar", 3, view, seat, STEADY, f"{at.id} {at.moves} 0", THINKING_SECONDS, trained=True)
    after(tables, DAY)
    assert await pass_time(tables) == (table.id,)
    played = next(row for row in await tables.store.moves_after(table.id, at.seq) if row.seat != DEALER)
    assert (played.seat, played.person, tuple(played.path.split())) == (seat, STAND_IN, expected)
    (told,) = await notices_owed(tables.store, "played")
    assert text_of(told) == "Your time for this move was over. A stand-in has played your turn."


async def test_a_turn_whose_time_is_over_is_nobodys_until_it_is_played(tables: Tables) -> None:
    table = await begun(tables, 2, lapse="stand-in")
    late = table.position.to_act[0]
    after(tables, DAY)
    await claim_turns(tables, 1)
    (clock,) = table.position.clocks.values()
    assert clock.level == ""
    await run_due(tables)
    with pytest.raises(Refused, match="The time for your move is over"):
        table.position.acting_seat(late.person)
    assert table.position.seats[late.seat].strikes == 0
    assert await pass_time(tables) == (table.id,)
    assert table.position.seats[late.seat].strikes == 1


async def test_computers_are_asked_and_told_nothing(tables: Tables) -> None:
    table = await practice(tables, 2)
    await until_turn_of(table, ADA)
    await move(table)
    for _ in range(9):
        after(tables, DAY)
        await pass_time(tables)
    persons = {row.person for row in await notices_owed(tables.store)}
    assert persons <= {None, ADA}
    assert [seat.person for seat in table.position.seated] == [ADA]


async def test_by_other_rules_computers_judge_by_points_alone(
    tables: Tables, address: Path | str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await practice(tables, 1, game="hanging_gardens")
    assert has_weights(table.position)
    await tables.store._db.run([Statement("UPDATE tables SET version = 1, revision = revision + 1 WHERE id = $1", (table.id,))])
    await table.reload()
    assert not has_weights(table.position)
    (foretold,) = (await next_start(address)).warnings
    assert foretold.startswith("1 running table of hanging_gardens with computers began by version 1 of the rules: ")
    await until_turn_of(table, ADA)
    for number in range(2):
        await move(table, number)
        await play_by_itself(table)
    assert caplog.text.count("computers judge by points alone") == 1
    assert -1 in await makers(table)


async def test_twins_that_differ_in_what_is_hidden_think_alike() -> None:
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
