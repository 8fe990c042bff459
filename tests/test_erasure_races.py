"""Data of an erased person does not come back: not from memory, and not by work that was under way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from db.database import Row
from db.due import ERASE
from db.erasing import TRACES, PersonAt
from db.rows import ResultRow, SeatRow, pack_state
from db.statement import Stale, Statement, Value
from db.stored_names import Renaming
from host.ballots import ask_pause, ask_replace, offer_to_play, vote
from host.codec import decode, decode_story, encode
from host.erasure import erase_person, finish_erasures
from host.leaving import resign
from host.lobby import Terms
from host.outbox import Shown
from host.personal_export import is_known
from host.settings import PersonSettings, read_person_settings, remember_locale, set_person_settings
from host.stored_results import compare_results, fill_results
from host.table import Table
from host.tables import Tables
from tests.erasing import ADA, BEN, CLEO, DAN, NAMES, opened, started, stored
from tests.people import clicks, move, play_until_turn_of
from tests.sending import pending_notices

SHOW = "UPDATE outbox SET shown = $1 WHERE kind = 'board'"


async def query(tables: Tables, sql: str, *values: str | bytes) -> None:
    await tables.store._db.run([Statement(sql, values)])


async def make_unreadable(tables: Tables, table: Table) -> None:
    """Store a state that no version understands, and forget the tables in memory."""
    await tables.store._db.run([Statement('UPDATE states SET state = $1 WHERE "table" = $2', (pack_state("xx"), table.id))])
    tables._alive.clear()
    tables._kept.clear()


async def test_settings_that_were_read_before_are_forgotten(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True, language="fr", direct=True)
    assert (await read_person_settings(tables.store, BEN)).swift
    await erase_person(tables, BEN)
    assert await read_person_settings(tables.store, BEN) == PersonSettings()
    assert await set_person_settings(tables.store, BEN, locale="de") == PersonSettings(locale="de")


async def test_change_of_erased_settings_stores_nothing(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True)
    before = await tables.store.settings.get("persons", BEN)
    assert before is not None
    await erase_person(tables, BEN)
    with pytest.raises(Stale):
        await tables.store.settings.put("persons", BEN, before, before)
    assert not await is_known(tables.store, BEN)


async def test_locale_of_players_only_is_remembered(tables: Tables) -> None:
    await started(tables, ADA, BEN)
    await remember_locale(tables.store, BEN, "fr")
    assert (await read_person_settings(tables.store, BEN)).locale == "fr"
    await erase_person(tables, BEN)
    await remember_locale(tables.store, BEN, "fr")
    assert not await is_known(tables.store, BEN)
    assert (await read_person_settings(tables.store, BEN)).locale == "en-US"


async def test_locale_of_people_with_settings_is_remembered(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True)
    await remember_locale(tables.store, BEN, "fr")
    assert await read_person_settings(tables.store, BEN) == PersonSettings(swift=True, locale="fr")


async def test_table_joined_during_the_erasure_is_erased_too(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(tables, ADA, BEN)
    erase_anywhere = tables.store.personal.erase_anywhere

    async def late(person: int, request: str) -> None:
        monkeypatch.undo()
        table = await opened(tables, ADA, size=2)
        await tables.join(table.id, BEN, NAMES[BEN])
        await erase_anywhere(person, request)

    monkeypatch.setattr(tables.store.personal, "erase_anywhere", late)
    await erase_person(tables, BEN)
    assert not await is_known(tables.store, BEN)
    assert str(BEN) not in await stored(tables)
    assert (await tables.get(2)).position.players == (SeatRow(0, ADA, NAMES[ADA]),)


async def test_person_is_not_erased_at_a_table_where_they_play_again(tables: Tables) -> None:
    table = await opened(tables, ADA, BEN, size=3)
    await tables.store.due.put(ERASE, BEN, tables.now())
    with pytest.raises(Stale):
        await tables.store.personal.erase_at(BEN, 2, [table.id])
    with pytest.raises(Stale):
        await tables.store.personal.erase_anywhere(BEN, ERASE)
    assert [seat.person for seat in (await tables.get(table.id)).position.seats] == [ADA, BEN]
    await finish_erasures(tables)
    assert [seat.person for seat in (await tables.get(table.id)).position.seats] == [ADA]
    assert str(BEN) not in await stored(tables)


async def test_table_that_nobody_can_read_delays_no_erasure(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await ask_pause(table, ADA)
    readable = await started(tables, ADA, BEN, CLEO)
    await make_unreadable(tables, table)
    await erase_person(tables, BEN)
    assert not await is_known(tables.store, BEN)
    assert str(BEN) not in await stored(tables)
    (outline,) = await tables.store.outlines([table.id])
    assert [(seat.person, seat.standing) for seat in outline.seats] == [(ADA, "seated"), (2, "gone"), (CLEO, "seated")]
    assert not await tables.store.ballots.open(table.id)
    assert [seat.standing for seat in (await tables.get(readable.id)).position.seats] == ["seated", "gone", "seated"]


async def test_failed_erasure_delays_no_other(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(tables, ADA, BEN, CLEO)
    for number, person in enumerate((BEN, CLEO)):
        await tables.store.due.put(ERASE, person, tables.now() - 10 + number)
    at = tables.store.personal.at

    async def broken(person: int, batch: Sequence[int]) -> list[PersonAt]:
        return await at(person, batch) if person == CLEO else [][0]

    with monkeypatch.context() as patch:
        patch.setattr(tables.store.personal, "at", broken)
        await finish_erasures(tables)
    assert [await is_known(tables.store, person) for person in (BEN, CLEO)] == [True, False]
    await finish_erasures(tables)
    assert not await is_known(tables.store, BEN)


async def test_board_that_is_edited_during_the_erasure_keeps_the_edit(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    people = tuple(seat.person for seat in table.position.seats)
    await query(tables, SHOW, encode(Shown("board-1.png", alt=f"{NAMES[BEN]} is next.", people=people)))
    at = tables.store.personal.at

    async def slow(person: int, batch: Sequence[int]) -> list[PersonAt]:
        monkeypatch.undo()
        found = await at(person, batch)
        await query(tables, SHOW, encode(Shown("board-2.png", alt=f"{NAMES[BEN]} is next.", file=9, people=people)))
        return found

    monkeypatch.setattr(tables.store.personal, "at", slow)
    await erase_person(tables, BEN)
    board = await tables.store.outbox.newest_board(table.id)
    assert board is not None
    assert decode(board.shown, Shown) == Shown("board-2.png", file=9, people=(ADA, 2, CLEO))


async def test_row_stored_at_the_last_moment_is_erased_too(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await over(tables)
    read = tables.store._db.all

    async def slow(sql: str, *values: Value) -> list[Row]:
        found = await read(sql, *values)
        if sql == TRACES:
            monkeypatch.undo()
            draft = Statement('INSERT INTO drafts ("table", person, seq, path) VALUES ($1, $2, 1, $3)', (table.id, BEN, ""))
            await tables.store._db.run([draft])
        return found

    monkeypatch.setattr(tables.store._db, "all", slow)
    await erase_person(tables, BEN)
    assert tables.store._db.all == read
    assert str(BEN) not in await stored(tables)


async def test_question_put_during_the_erasure_is_closed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    at = tables.store.personal.at

    async def slow(person: int, batch: Sequence[int]) -> list[PersonAt]:
        monkeypatch.undo()
        found = await at(person, batch)
        await ask_replace(await tables.get(table.id), ADA, 1, BEN, NAMES[BEN], bounded=False)
        return found

    monkeypatch.setattr(tables.store.personal, "at", slow)
    await erase_person(tables, BEN)
    assert not await tables.store.ballots.open(table.id)
    (answer,) = await pending_notices(tables.store, "answer")
    assert answer.person == ADA
    assert str(BEN) not in await stored(tables)


async def test_question_about_their_seat_stays_open(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    ballot = await ask_replace(table, ADA, 1, DAN, NAMES[DAN], bounded=False)
    await erase_person(tables, BEN)
    table = await tables.get(table.id)
    assert (await vote(table, ballot, DAN, yes=True)).outcome == "agreed"
    assert [seat.person for seat in table.position.seats] == [ADA, DAN, CLEO]


async def test_two_players_of_one_seat_stay_apart(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    for _ in range(2):
        await play_until_turn_of(table, BEN)
        await move(table)
    await erase_person(tables, BEN)
    table = await tables.get(table.id)
    await vote(table, await offer_to_play(table, 1, DAN, NAMES[DAN], bounded=False), ADA, yes=True)
    await play_until_turn_of(table, DAN)
    await move(table)
    await resign(table, ADA, next(clicks))
    await resign(table, CLEO, next(clicks))
    await erase_person(tables, DAN)
    seat = (await tables.get(table.id)).position.seats[1]
    assert seat.person != seat.predecessor
    assert [compared.differences async for compared in compare_results(tables.store)] == [()]


async def test_name_that_is_a_word_of_the_program_changes_no_sentence(tables: Tables) -> None:
    table = await tables.open(
        game="djinns", terms=Terms(size=3, pace="daily"), host=SeatRow(0, ADA, NAMES[ADA]), guild=1, channel=2
    )
    await tables.join(table.id, BEN, "replace")
    await tables.join(table.id, CLEO, NAMES[CLEO])
    await tables.start(table.id, ADA, next(clicks))
    await erase_person(tables, BEN)
    after = await stored(tables)
    assert '["command","replace"]' in after
    assert "a former player" not in after


async def over(tables: Tables) -> Table:
    table = await started(tables, ADA, BEN, CLEO)
    await resign(table, ADA, next(clicks))
    await resign(table, CLEO, next(clicks))
    return table


async def test_results_computed_before_the_erasure_are_not_stored(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await over(tables)
    await query(tables, "DELETE FROM results")
    add = tables.store.results.add

    async def late(number: int, revision: int, rows: Sequence[ResultRow]) -> None:
        monkeypatch.undo()
        await erase_person(tables, BEN)
        await add(number, revision, rows)

    monkeypatch.setattr(tables.store.results, "add", late)
    assert await fill_results(tables.store) == 1
    assert str(BEN) not in await stored(tables)
    assert [row.person for row in await tables.store.results.of_table(table.id)] == [ADA, 2, CLEO]


async def test_names_found_before_the_erasure_are_not_stored(tables: Tables) -> None:
    table = await over(tables)
    found = Renaming([], [], [], [(BEN, NAMES[BEN])])
    revision = table.position.row.revision
    await erase_person(tables, BEN)
    with pytest.raises(Stale):
        await tables.store.stored_names.replace(table.id, revision, found, tables.now())
    assert str(BEN) not in await stored(tables)


async def test_text_that_nobody_can_read_is_blanked(tables: Tables) -> None:
    table = await over(tables)
    await query(tables, "UPDATE remarks SET events = $1", f'[{{"text":{{"params":[["name","{NAMES[BEN]}"]]}}}}]')
    await query(tables, SHOW, f'{{"alt":"{NAMES[BEN]}","people":0}}')
    await erase_person(tables, BEN)
    assert NAMES[BEN] not in await stored(tables)
    assert not decode_story((await tables.store.remarks(table.id))[0].events)
