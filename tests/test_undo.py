"""Taking back what a stand-in has played for somebody, or what concerns those who went, on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from cogs.board.message import undo_button
from db.due import QUESTION
from host.automatic import STAND_IN
from host.ballots import ask_undo, review, vote, voters, withdraw
from host.codec import decode_story
from host.deadlines import DAY, HOUR
from host.leaving import come_back, give_up, resign
from host.position import state_after
from host.refusal import Refused
from host.table import Table, changing
from host.tables import Tables
from host.undo import free_moves, moves_since, newest_move_of, question_text, undo
from rules import GAMES
from rules.game import DEALER
from rules.text import say
from tests.people import (
    ADA,
    BEN,
    PEOPLE,
    acting,
    advance,
    clicks,
    move,
    outcome_of,
    play_computers,
    play_until_turn_of,
    reopened,
    run_all_due,
    start_practice,
    start_table,
)
from tests.sending import pending_notices, text_of


@pytest_asyncio.fixture(params=list(GAMES))
async def table(tables: Tables, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """A table where everybody has moved, and a turn begins."""
    table = await start_table(tables, 3, request.param, lapse="stand-in")
    for number in range(99):
        if not table.position.mid_turn and all([await made_by(table, person) for person in PEOPLE[:3]]):
            break
        await move(table, number)
    yield table


async def made_by(table: Table, person: int) -> list[int]:
    """The seqs of a person's moves that stand."""
    return [row.seq for row in await table.store.moves(table.id) if row.person == person and row.undone_at is None]


async def oversleep(tables: Tables, table: Table) -> int:
    """Let the time of the acting player run out, and a stand-in play the turn; return the person."""
    person = acting(table).person
    advance(tables, DAY)
    assert await run_all_due(tables) == (table.id,)
    return person


async def all_agree(table: Table, ballot: int) -> None:
    row = await table.store.ballots.get(ballot)
    assert row is not None
    for person in voters(table.position, row):
        row = await vote(table, ballot, person, yes=True)
    assert row.outcome == "agreed"


async def test_exactly_the_turn_of_the_stand_in_is_taken_back(tables: Tables, table: Table) -> None:
    before, seq = table.position.state, table.position.seq
    person = await oversleep(tables, table)
    seat = table.position.require_seat(person)
    await move(table)
    assert not await free_moves(table, person)
    with pytest.raises(Refused, match="must agree"):
        await undo(table, person, next(clicks))
    back_to = await newest_move_of(table, person)
    assert back_to > max(await made_by(table, person))
    assert back_to == seq + 1
    await all_agree(table, await ask_undo(table, person, table.position.seq))
    assert table.position.state == before
    assert [one.seat for one in table.position.to_act] == [seat]
    assert {clock.due for clock in table.position.clocks.values()} == {tables.now() + DAY}
    (remark,) = [row for row in await tables.store.remarks(table.id) if "undone" in row.events]
    told = str(decode_story(remark.events)[0].text)
    assert told.startswith(f"Seat {seat + 1} takes back the turn that a stand-in played, as the others agreed.")


async def test_the_question_tells_whose_moves_they_are(tables: Tables, table: Table) -> None:
    person = await oversleep(tables, table)
    seat = table.position.require_seat(person)
    back_to = await newest_move_of(table, person)
    moves, _ = await moves_since(table, back_to)
    text = str(await question_text(table, seat, back_to))
    assert text.startswith(f"Seat {seat + 1} would like to take back the turn that a stand-in played:\n- ")
    assert {(row.seat, row.person) for row in moves} <= {(seat, STAND_IN), (DEALER, None)}
    assert "other players' moves" not in text
    await move(table)
    assert "other players' moves" in str(await question_text(table, seat, back_to))


async def test_undo_takes_back_later_moves_of_stand_ins_freely(tables: Tables) -> None:
    table = await start_table(tables, 3)
    mover = await move(table)
    await resign(table, table.position.to_act[0].person, next(clicks))
    await play_computers(table)
    assert [row.person for row in await free_moves(table, mover)] == [mover, STAND_IN]


async def test_newer_of_two_turns_is_taken_back(tables: Tables, table: Table) -> None:
    person = await oversleep(tables, table)
    first = await newest_move_of(table, person)
    for number in range(99):
        if table.position.acts(person) and not table.position.mid_turn:
            break
        await move(table, number)
    before = table.position.state
    assert await oversleep(tables, table) == person
    second = await newest_move_of(table, person)
    assert second > first
    _, last = await moves_since(table, second)
    assert state_after(table.position.game, last) == before


async def test_own_newer_move_is_taken_back_first(tables: Tables, table: Table) -> None:
    person = await oversleep(tables, table)
    for number in range(99):
        if await move(table, number) == person:
            break
    else:
        pytest.skip(f"{table.position.game.title} is over before this person moves again.")
    assert await newest_move_of(table, person) == max(await made_by(table, person))


async def test_own_part_of_the_turn_stays(tables: Tables) -> None:
    table = await start_table(tables, 2, "ishtar", lapse="stand-in")
    for number in range(99):
        if table.position.mid_turn:
            break
        await move(table, number)
    before, own = table.position.state, max(await made_by(table, table.position.to_act[0].person))
    person = await oversleep(tables, table)
    assert await newest_move_of(table, person) > own
    await all_agree(table, await ask_undo(table, person, table.position.seq))
    assert table.position.state == before
    assert table.position.mid_turn
    assert max(await made_by(table, person)) == own


async def test_absent_player_is_asked_if_nobody_else_is_left(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    before = await turn_of_both(table)
    await away(table, BEN, strikes=3)
    assert await free_moves(table, ADA) == []
    ballot = await ask_undo(table, ADA, table.position.seq)
    assert table.position.state != before
    row = await table.store.ballots.get(ballot)
    assert row is not None
    assert voters(table.position, row) == (BEN,)
    await all_agree(table, ballot)
    assert table.position.state == before


@pytest.mark.parametrize(("pace", "open_for"), [("daily", 6 * HOUR), ("live", 150.0), ("untimed", 2 * DAY)])
async def test_silence_of_an_absent_player_is_a_yes(tables: Tables, pace: str, open_for: float) -> None:
    table = await start_practice(tables, 1, people=2, pace=pace)
    before = await turn_of_both(table)
    await away(table, BEN, strikes=3)
    ballot = await ask_undo(table, ADA, table.position.seq)
    row = await table.store.ballots.get(ballot)
    assert row is not None
    assert row.expires == tables.now() + open_for
    await review(table)
    advance(tables, open_for - 1)
    assert not await review(table)
    assert table.position.state != before
    advance(tables, 1)
    assert await review(table)
    assert await outcome_of(table, ballot) == "agreed"
    assert table.position.state == before


async def test_no_or_return_of_an_absent_player_counts(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    await turn_of_both(table)
    await away(table, BEN, strikes=3)
    last, declined = table.position.state, await ask_undo(table, ADA, table.position.seq)
    assert (await vote(table, declined, BEN, yes=False)).outcome == "declined"
    advance(tables, 7 * HOUR)
    again = await ask_undo(table, ADA, table.position.seq)
    await come_back(table, BEN, next(clicks))
    advance(tables, 7 * HOUR)
    await review(table)
    assert await outcome_of(table, again) == "expired"
    assert table.position.state == last


async def test_silence_is_a_yes_only_if_voters_knew_it(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    await turn_of_both(table)
    last, ballot = table.position.state, await ask_undo(table, ADA, table.position.seq)
    await away(table, BEN, strikes=3)
    advance(tables, 2 * DAY)
    assert not await review(table)
    assert await outcome_of(table, ballot) == "expired"
    assert table.position.state == last


async def test_no_and_withdrawal_count_until_silence_is_a_yes(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    before = await turn_of_both(table)
    await away(table, BEN, strikes=3)
    last, seq = table.position.state, table.position.seq
    withdrawn = await ask_undo(table, ADA, seq)
    advance(tables, 6 * HOUR + 1)
    assert (await withdraw(table, withdrawn, ADA)).outcome == "withdrawn"
    declined = await ask_undo(table, ADA, seq)
    advance(tables, 6 * HOUR + 1)
    assert (await vote(table, declined, BEN, yes=False)).outcome == "declined"
    assert table.position.state == last
    agreed = await ask_undo(table, ADA, seq)
    advance(tables, 6 * HOUR + 1)
    assert (await vote(table, agreed, BEN, yes=True)).outcome == "agreed"
    assert table.position.state == before


async def test_voters_get_more_time_after_a_stop_of_the_bot(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    before = await turn_of_both(table)
    await away(table, BEN, strikes=3)
    last, ballot = table.position.state, await ask_undo(table, ADA, table.position.seq)
    advance(tables, 9 * HOUR)
    assert not await review(table)
    assert (await outcome_of(table, ballot), table.position.state) == ("", last)
    (told,) = await pending_notices(tables.store, "asked")
    assert (told.person, "You can decline until" in text_of(told)) == (BEN, True)
    assert await tables.store.due.by(tables.now() + HOUR - 1, QUESTION, 9) == []
    advance(tables, 2 * HOUR)
    assert await review(table)  # once is enough
    assert (await outcome_of(table, ballot), table.position.state) == ("agreed", before)


async def test_hours_to_ask_again_begin_when_it_was_asked(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    await turn_of_both(table)
    await vote(table, await ask_undo(table, ADA, table.position.seq), BEN, yes=False)  # open for two days
    await away(table, BEN, strikes=3)
    advance(tables, 6 * HOUR - 1)
    with pytest.raises(Refused, match="less than 6 hours ago"):
        await ask_undo(table, ADA, table.position.seq)
    advance(tables, 1)
    assert await ask_undo(table, ADA, table.position.seq)  # open for six hours


async def test_final_leaver_is_not_asked(tables: Tables) -> None:
    table = await start_practice(tables, 1, people=2)
    before = await turn_of_both(table)
    await away(table, BEN, strikes=0)
    await undo(table, ADA, next(clicks))
    assert table.position.state == before


async def test_moves_before_a_final_leave_concern_others(tables: Tables) -> None:
    table = await start_table(tables, 3)
    first, second = [await whole_turn(table) for _ in range(2)]
    await away(table, second, strikes=0)
    with pytest.raises(Refused, match="must agree"):
        await undo(table, first, next(clicks))


async def whole_turn(table: Table) -> int:
    """Let the player whose turn it is make a whole turn; return the person."""
    person = table.position.to_act[0].person
    while table.position.acts(person):
        await move(table)
    return person


async def turn_of_both(table: Table) -> Any:
    """Ada has moved, and Ben after her; the state before that."""
    before = None
    for person in (ADA, BEN):
        await play_until_turn_of(table, person)
        before = before or table.position.state
        await whole_turn(table)
    return before


@changing
async def away(table: Table, person: int, *, strikes: int) -> None:
    """A stand-in plays for this person, who may come back if the time ran out so often."""
    seat = table.position.seats[table.position.require_seat(person)]
    await give_up(table, seat._replace(strikes=strikes), say("Gone."))


async def test_undo_button_waits_for_a_move_of_a_person(tables: Tables) -> None:
    def disabled(table: Table) -> list[bool]:
        return [each.disabled for each in undo_button(table.position)]

    table = await start_table(tables, 2)
    assert disabled(table) == [True]
    person = await move(table)
    assert disabled(table) == disabled(await reopened(tables).get(table.id)) == [False]
    await undo(table, person, next(clicks))
    assert disabled(table) == disabled(await reopened(tables).get(table.id)) == [True]


async def test_computers_make_no_moves_by_people(tables: Tables) -> None:
    table = await start_practice(tables)
    await move(table)
    await play_until_turn_of(table, ADA)
    own = len(await made_by(table, ADA))
    assert len(await table.store.moves(table.id)) > own
    assert (table.position.by_people, (await reopened(tables).get(table.id)).position.by_people) == (own, own)
