"""Questions to the others at a table, on a real database with a manual clock."""

from __future__ import annotations

from asyncio import gather

import pytest

from host.ballots import (
    ask_end,
    ask_language,
    ask_pause,
    ask_terms,
    ask_undo,
    close_for_absent,
    offer_to_play,
    review,
    vote,
    voters,
    withdraw,
)
from host.codec import decode_story
from host.deadlines import DAY, HOUR
from host.leaving import resign, resume
from host.refusal import MovedOn, Refused
from host.table import Table
from host.tables import Tables
from host.undo import newest_move_of, question_text
from rules.text import verbatim
from tests.people import (
    ADA,
    BEN,
    CLEO,
    DAN,
    EVE,
    PEOPLE,
    advance,
    clicks,
    move,
    outcome_of,
    remark_kinds,
    reopened,
    run_all_due,
    start_practice,
    start_table,
)
from tests.sending import pending_notices, pending_rows, send_all, text_of, with_names


async def remarks_told(table: Table) -> list[str]:
    return [str(event.text) for remark in await table.store.remarks(table.id) for event in decode_story(remark.events)]


async def test_older_position_closes_no_question(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await vote(table, await ask_pause(table, ADA), BEN, yes=True)
    elsewhere = await reopened(tables).get(table.id)
    await resume(table, ADA, next(clicks))
    again = await ask_pause(table, ADA)
    await review(elsewhere)
    assert await outcome_of(table, again) == ""
    await vote(table, again, BEN, yes=True)
    assert table.position.row.paused is not None


# Undo


async def moved_twice(table: Table) -> int:
    """Let somebody move, and then others; return the first one."""
    first = await move(table)
    while table.position.last in (first, None):
        await move(table)
    return first


async def test_undo_needs_all_others_and_leaves_a_trace(tables: Tables) -> None:
    table = await start_table(tables, 3)
    before, due = table.position.state, next(iter(table.position.clocks.values())).due
    first = await moved_twice(table)
    ballot = await ask_undo(table, first, table.position.seq)
    asked = voters(table.position, await tables.store.ballots.get(ballot))  # type: ignore[arg-type]
    assert set(asked) == {*PEOPLE[:3]} - {first}
    assert (await vote(table, ballot, asked[0], yes=True)).outcome == ""
    with pytest.raises(Refused, match="not for you"):
        await vote(table, ballot, first, yes=True)
    assert (await vote(table, ballot, asked[1], yes=True)).outcome == "agreed"
    assert table.position.state == before
    assert await remark_kinds(table) == ["undone"]
    assert [m.undone_at is not None for m in await tables.store.moves(table.id)].count(True) >= 2
    assert next(iter(table.position.clocks.values())).due == due
    assert (await reopened(tables).get(table.id)).position.state == before


async def test_undo_is_declined_and_void_after_a_move(tables: Tables) -> None:
    table = await start_table(tables, 2)
    first = await moved_twice(table)
    other = next(person for person in PEOPLE[:2] if person != first)
    declined = await ask_undo(table, first, table.position.seq)
    assert (await vote(table, declined, other, yes=False)).outcome == "declined"
    with pytest.raises(Refused, match="less than 6 hours ago"):
        await ask_undo(table, first, table.position.seq)
    advance(tables, 6 * HOUR)
    again = await ask_undo(table, first, table.position.seq)
    with pytest.raises(Refused, match="already been asked"):
        await ask_undo(table, first, table.position.seq)
    await move(table)
    assert await outcome_of(table, again) == "void"
    with pytest.raises(Refused, match="closed"):
        await vote(table, again, other, yes=True)
    assert [await outcome_of(table, ballot) for ballot in (declined, again)] == ["declined", "void"]
    assert {row.ballot for row in await pending_notices(tables.store, "ballot")} == set()  # never sent, so nobody is to see them


async def test_undo_request_for_an_old_position_is_refused(tables: Tables) -> None:
    table = await start_table(tables, 2)
    with pytest.raises(Refused, match="no move"):
        await newest_move_of(table, ADA)
    first, shown = await moved_twice(table), table.position.seq
    await move(table)
    with pytest.raises(MovedOn):
        await ask_undo(table, first, shown)


async def test_undo_question_names_public_events_only(tables: Tables) -> None:
    table = await start_table(tables, 3, game="hanging_gardens")
    first = await moved_twice(table)
    seat = table.position.seat_of(first)
    assert seat is not None
    text = str(await question_text(table, seat, await newest_move_of(table, first)))
    assert "would like to take back a move" in text
    assert "other players" in text
    story = [e for m in await tables.store.moves(table.id) for e in decode_story(m.events)]
    assert all(str(event.text) not in text for event in story if event.to is not None)


async def test_undo_gains_no_time_across_a_pause(tables: Tables) -> None:
    table = await start_table(tables, 2)
    advance(tables, 3 * HOUR)
    first = await moved_twice(table)
    other = next(person for person in PEOPLE[:2] if person != first)
    await vote(table, await ask_pause(table, first), other, yes=True)
    advance(tables, 50 * HOUR)
    await vote(table, await ask_undo(table, first, table.position.seq), other, yes=True)
    advance(tables, HOUR)
    await resume(table, first, next(clicks))
    (clock,) = table.position.clocks.values()
    assert clock.due == tables.now() + 21 * HOUR


# Pause, end, terms


async def test_pause_and_resume_shift_the_deadline(tables: Tables) -> None:
    table = await start_table(tables, 2)
    (clock,) = table.position.clocks.values()
    advance(tables, 5 * HOUR)
    await vote(table, await ask_pause(table, ADA), BEN, yes=True)
    assert [one.due for one in table.position.clocks.values()] == [None]
    with pytest.raises(Refused, match="already paused"):
        await ask_pause(table, BEN)
    advance(tables, 40 * HOUR)
    await run_all_due(tables)
    assert table.position.row.paused is not None
    again = reopened(tables)
    table = await again.get(table.id)
    await resume(table, BEN, next(clicks))
    assert clock.due is not None
    assert [one.due for one in table.position.clocks.values()] == [clock.due + 40 * HOUR]
    with pytest.raises(Refused, match="is not paused"):
        await resume(table, BEN, next(clicks))
    assert await remark_kinds(table) == ["paused", "resumed"]


async def test_end_by_agreement_closes_the_other_questions(tables: Tables) -> None:
    table = await start_table(tables, 2)
    pausing = await ask_pause(table, BEN)
    await vote(table, await ask_end(table, ADA), BEN, yes=True)
    assert (table.position.row.status, table.position.row.ending, table.position.clocks) == ("over", "agreed", {})
    assert await outcome_of(table, pausing) == "void"
    with pytest.raises(Refused, match="closed"):
        await vote(table, pausing, ADA, yes=True)
    with pytest.raises(Refused, match="over"):
        await ask_end(table, ADA)


async def test_terms_need_everyone_and_the_turn_begins_anew(tables: Tables) -> None:
    table = await start_table(tables, 3)
    with pytest.raises(Refused, match="already"):
        await ask_terms(table, ADA, "daily", "")
    with pytest.raises(Refused, match="not possible here"):
        await ask_terms(table, ADA, "hasty", "")
    advance(tables, 20 * HOUR)
    ballot = await ask_terms(table, ADA, "quick", "stand-in")
    notice = await tables.store.outbox.of_ballot(ballot)
    assert notice is not None
    asked = text_of(notice)
    assert "- From now on: quick: 12 hours a turn; when time is up: the bot plays the turn as a stand-in" in asked
    assert "- Until now: daily: 24 hours a turn; when time is up: the table waits" in asked
    await vote(table, ballot, BEN, yes=True)
    await vote(table, ballot, CLEO, yes=True)
    assert (table.position.row.pace, table.position.row.lapse) == ("quick", "stand-in")
    assert [clock.due for clock in table.position.clocks.values()] == [tables.now() + 12 * HOUR]
    ballot = await ask_terms(table, BEN, "untimed", "")
    await vote(table, ballot, ADA, yes=True)
    await vote(table, ballot, CLEO, yes=True)
    assert (table.position.row.pace, table.position.row.lapse) == ("untimed", "wait")
    assert [clock.due for clock in table.position.clocks.values()] == [None]


async def test_new_language_needs_everyone_and_keeps_the_turn(tables: Tables) -> None:
    table = await start_table(tables, 2)
    clocks, before = table.position.clocks, table.position.row.language
    with pytest.raises(Refused, match="table already has this language"):
        await ask_language(table, ADA, before, verbatim("English"))
    advance(tables, HOUR)
    ballot = await ask_language(table, ADA, "de", verbatim("Deutsch"))
    notice = await tables.store.outbox.of_ballot(ballot)
    assert notice is not None
    assert text_of(await with_names(tables.store, notice)) == "Ada would like to change the language of this table: Deutsch"
    assert table.position.row.language == before
    await vote(table, ballot, BEN, yes=True)
    assert (await reopened(tables).get(table.id)).position.row.language == "de"
    assert table.position.clocks == clocks
    assert await remarks_told(table) == ["Everyone agreed to a new language for this table: Deutsch"]
    refused = await ask_language(table, BEN, "fr", verbatim("Français"))
    await vote(table, refused, ADA, yes=False)
    assert table.position.row.language == "de"


async def test_texts_differ_when_nobody_had_to_agree(tables: Tables) -> None:
    table = await start_practice(tables)
    await ask_language(table, ADA, "de", verbatim("Deutsch"))
    await ask_terms(table, ADA, "quick", "")
    await ask_pause(table, ADA)
    await ask_end(table, ADA)
    assert (table.position.row.language, table.position.row.pace, table.position.row.status) == ("de", "quick", "over")
    assert await remarks_told(table) == [
        "This table now has another language: Deutsch",
        "New terms apply from now on. The current turn starts over.",
        "The table is paused. The clocks have stopped.",
        "The game ends here, as there is nobody else to ask.",
    ]


async def test_questions_are_withdrawn_or_expire(tables: Tables) -> None:
    table = await start_table(tables, 2)
    ballot = await ask_pause(table, ADA)
    with pytest.raises(Refused, match="Only the person who asked"):
        await withdraw(table, ballot, BEN)
    assert (await withdraw(table, ballot, ADA)).outcome == "withdrawn"
    advance(tables, 6 * HOUR)
    late, looked = await ask_pause(table, ADA), await ask_end(table, BEN)
    advance(tables, 2 * DAY)
    with pytest.raises(Refused, match="closed"):
        await vote(table, late, BEN, yes=True)
    assert await outcome_of(table, late) == "expired"
    await run_all_due(tables)
    assert await outcome_of(table, looked) == "expired"
    assert table.position.row.status == "running"


async def test_a_question_of_another_table_cannot_be_answered_here(tables: Tables) -> None:
    one, two = await start_table(tables, 2), await start_table(tables, 2)
    with pytest.raises(Refused, match="closed"):
        await vote(two, await ask_pause(one, ADA), BEN, yes=True)


async def test_last_vote_is_settled_after_a_restart(tables: Tables) -> None:
    table = await start_table(tables, 2)
    ballot = await ask_end(table, ADA)
    row = await tables.store.ballots.get(ballot)
    assert row is not None
    await tables.store.ballots.vote(row, BEN, tables.now(), yes=True)
    again = reopened(tables)
    looked = await run_all_due(again)
    assert looked == (table.id,)
    assert (await again.get(table.id)).position.row.status == "over"
    assert await outcome_of(table, ballot) == "agreed"


async def test_two_processes_ask_a_question_once(tables: Tables) -> None:
    here = await start_table(tables, 2)
    there = await reopened(tables).get(here.id)
    answers = await gather(ask_pause(here, ADA), ask_pause(there, BEN), return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "int"]
    assert len(await tables.store.ballots.open(here.id)) == 1
    await gather(here.confirm(), there.confirm())
    assert len({table.position.row.revision for table in (here, there)}) == 1


# Somebody offers to play for a stand-in


async def test_spectators_may_offer_to_take_a_seat(tables: Tables) -> None:
    table = await start_table(tables, 3)
    with pytest.raises(Refused, match="No stand-in plays for this seat"):
        await offer_to_play(table, 2, EVE, "Eve")
    await resign(table, CLEO, next(clicks))
    offer = await offer_to_play(table, 2, EVE, "Eve")
    with pytest.raises(Refused, match="already been asked"):
        await offer_to_play(table, 2, DAN, "Dan")
    with pytest.raises(Refused, match="not for you"):
        await vote(table, offer, EVE, yes=True)
    assert (await vote(table, offer, BEN, yes=True)).outcome == ""
    assert (await vote(table, offer, ADA, yes=True)).outcome == "agreed"
    assert (table.position.seats[2].name, table.position.seats[2].former) == ("Eve", "Cleo")
    assert table.position.stood_in == ()


async def test_posted_question_follows_the_seats_until_it_is_settled(tables: Tables) -> None:
    table = await start_table(tables, 4)

    async def changes() -> list[str]:
        return [row.kind for row in await pending_rows(tables.store) if row.queue == f"message:{put.id}"]

    ballot = await ask_pause(table, ADA)
    await resign(table, DAN, next(clicks))
    assert "question-update" not in [row.kind for row in await pending_rows(tables.store)]  # as nothing is posted yet
    (put,) = await send_all(tables.store, tables.now() + 100, "notice")
    await resign(table, CLEO, next(clicks))
    assert await changes() == ["question-update"]
    assert (await vote(table, ballot, BEN, yes=True)).outcome == "agreed"
    assert await changes() == ["settle"]


async def test_question_that_is_being_changed_is_settled_after_it(tables: Tables) -> None:
    table = await start_table(tables, 3)
    ballot = await ask_pause(table, ADA)
    await send_all(tables.store, tables.now() + 100, "notice")
    await resign(table, CLEO, next(clicks))
    await tables.store.outbox.claim("me", tables.now() + 100, 50)
    assert (await vote(table, ballot, BEN, yes=True)).outcome == "agreed"
    kinds = [row.kind for row in await pending_rows(tables.store)]
    assert (kinds.count("question-update"), kinds.count("settle")) == (1, 1)


async def test_vote_during_an_edit_of_the_question_is_shown_after_it(tables: Tables) -> None:
    table = await start_table(tables, 4)
    ballot = await ask_pause(table, ADA)
    await send_all(tables.store, tables.now() + 100, "notice")
    await resign(table, DAN, next(clicks))

    async def updates() -> int:
        return [row.kind for row in await pending_rows(tables.store)].count("question-update")

    assert (await vote(table, ballot, BEN, yes=True)).outcome == ""
    assert await updates() == 1
    await tables.store.outbox.claim("me", tables.now() + 100, 50)
    for yes in (False, True):
        await tables.store.ballots.vote((await tables.store.ballots.open(table.id))[0], BEN, tables.now(), yes=yes)
        assert await updates() == 2


@pytest.mark.parametrize("outcome", ["left", "erased"])
async def test_absent_person_gets_no_answer_to_their_own_offer(tables: Tables, outcome: str) -> None:
    table = await start_table(tables, 3)
    await resign(table, CLEO, next(clicks))
    offer = await offer_to_play(table, 2, DAN, "Dan")
    assert await close_for_absent(table, DAN, outcome)
    assert await outcome_of(table, offer) == outcome
    assert "answer" not in [row.subject for row in await pending_notices(tables.store)]
