"""The log of a table on a real database: who may read what, and past boards."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from cogs.play.log import log_view
from cogs.shell.components import build
from cogs.shell.reader import Reader
from db.rows import SeatRow
from db.statement import Statement
from host.codec import decode_state
from host.history import MOVES_PER_PAGE, read_log, read_news, read_page, read_past_position
from host.leaving import replace_player, resign
from host.refusal import Refused
from host.step import TableStep
from host.table import Table
from host.tables import Tables
from host.undo import undo
from render.plain import board
from render.teller import Teller
from rules import GAMES
from rules.game import DEALER, Event, random_move, visible_to
from rules.text import say, seat_name, story
from tests.manual_clock import ManualClock
from tests.people import acting, play_computers
from tests.sending import send_all
from trials.seeding import FIRST_CLICK_ID, start_table

PEOPLE = [SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben"), SeatRow(2, 33, "_C*l~e`o_" * 3)]
MESSAGE, COMPONENTS = 4000, 40  # Discord's limits


def later(table: Table) -> None:
    """A minute passes."""
    now = table.now
    assert isinstance(now, ManualClock)
    now.forward(60)


async def move(table: Table, number: int) -> int:
    """Let the player whose turn it is move at random, a minute later; return the person."""
    later(table)
    seat = acting(table)
    path = random_move(table.position.game, table.position.state, seat.seat, Random(number)).path
    await table.move(seat.person, table.position.seq, path, FIRST_CLICK_ID + number)
    return seat.person


async def test_later_remark_stands_after_the_newest_move(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE)
    await move(table, 1)
    later(table)
    async with table.lock:
        await table.change(TableStep(remarks=(Event("hint", say("A hint.")),)))
    await move(table, 2)
    log = await read_log(table.store, table.position, None)
    told = next(index for index, entry in enumerate(log) if entry.seat is None)
    assert [entry.at for entry in log] == sorted(entry.at for entry in log)
    assert 0 < told < len(log) - 1


async def test_entries_before_a_takeover_keep_former_names(tables: Tables) -> None:
    """Ben's seat is Eve's, then Dan's: in the log, since one's last move, and under the board of then."""
    table = await start_table(tables, "djinns", PEOPLE)

    async def taken_over(person: int, name: str, clicks: range) -> None:
        for number in clicks:
            await move(table, number)
            await play_computers(table)
        later(table)
        async with table.lock:
            await replace_player(table, 1, person, name)

    await taken_over(55, "Eve", range(1, 4))
    await taken_over(44, "Dan", range(4, 7))
    await move(table, 7)
    log = await read_log(table.store, table.position, None)
    changed = [index for index, entry in enumerate(log) if "replaced" in {event.kind for event in entry.events}]
    spans = log[: changed[0]], log[changed[0] + 1 : changed[1]], log[changed[1] + 1 :]
    called = table.position.names.__getitem__
    for name, entries in zip(["Ben", "Eve", "Dan"], spans, strict=True):
        assert {entry.names[1] for entry in entries} == {name}
        told = story([event.text for entry in entries for event in entry.events], called)
        assert {each for each in ("Ben", "Eve", "Dan") if each in told} <= {name}
    of_ben = next(entry for entry in spans[0] if entry.seat == 1)
    past = await read_past_position(table.store, table.position, of_ben.seq, None)
    assert past.story == of_ben.events
    assert "Ben" in story([event.text for event in past.story], called)
    page = await read_page(table.store, table.position, None, table.position.seq, 0)
    assert page.entries == log[: len(page.entries)]
    standing = await read_log(table.store, table.position, None, only_standing=True)
    assert standing == [entry for entry in log if entry.seat is not None]


async def test_undone_moves_and_remarks_have_their_places(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE)
    for number in range(1, 5):
        person = await move(table, number)
    undone = table.position.seq
    await undo(table, person, FIRST_CLICK_ID + 5)
    await move(table, 6)
    later(table)
    await resign(table, table.position.to_act[0].person, FIRST_CLICK_ID + 7)
    await play_computers(table)
    log = await read_log(table.store, table.position, None)
    at = next(index for index, entry in enumerate(log) if entry.seq == undone)
    assert [entry.undone for entry in log[at - 1 : at + 3]] == [False, True, False, False]
    assert log[at + 1].seat is None
    assert log[at + 1].events[0].kind == "undone"
    assert log[at + 2].seat == log[at].seat
    resigned = next(index for index, entry in enumerate(log) if entry.events[0].kind == "gone")
    assert log[resigned + 1].person == 0  # the stand-in, after the remark that says why
    assert [entry.seq for entry in log if entry.seat is not None] == sorted(entry.seq for entry in log if entry.seat is not None)
    past = await read_past_position(table.store, table.position, undone, 0)
    assert past.view.seat == 0
    with pytest.raises(Refused, match="no such move"):
        await read_past_position(table.store, table.position, 999, 0)


@pytest.mark.short("djinns", "hanging_gardens")
@pytest.mark.parametrize("key", list(GAMES))
async def test_a_finished_table_replays_to_the_states_it_had(tables: Tables, key: str) -> None:
    table = await start_table(tables, key, PEOPLE)
    had: dict[int, object] = {}
    number = 0
    while table.position.to_act:
        number += 1
        await move(table, number)
        rows = await table.store.moves_since(table.id, max(had, default=1))
        had |= {row.seq: decode_state(table.position.game, row.state, row.version) for row in rows if row.state}
    for seq in list(had)[:: max(1, len(had) // 6)]:
        for seat in (None, 0, 1):
            past = await read_past_position(table.store, table.position, seq, seat)
            assert past.view == table.position.game.view(had[seq], seat)
    assert await table.store.seqs_with_states(table.id) == {table.position.seq}
    at, reader = table.position, Reader(table.position.names)
    newest = await read_page(table.store, at, 1, at.seq)
    pages = [await read_page(table.store, at, 1, at.seq, number) for number in range(newest.pages)]
    assert pages[-1] == newest
    assert [entry for page in pages for entry in page.entries] == await read_log(table.store, at, 1)
    for page in pages:
        view = build(log_view(reader, at, page, at.seq), reader)
        assert view.content_length() <= MESSAGE
        assert view.total_children_count <= COMPONENTS


async def test_a_page_of_the_log_reads_no_other(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE)
    for number in range(1, 25):
        await move(table, number)
    at = table.position
    page = await read_page(table.store, at, None, at.seq, 1)
    seqs = [entry.seq for entry in page.entries if entry.seat is not None]
    unreadable = f"UPDATE moves SET events = 'x' WHERE seq NOT BETWEEN {seqs[0]} AND {seqs[-1]}"
    await table.store._db.run([Statement(unreadable, ())])
    assert await read_page(table.store, at, None, at.seq, 1) == page
    assert (page.number, page.pages, len(seqs)) == (1, -(-at.seq // MOVES_PER_PAGE), MOVES_PER_PAGE)


@pytest.mark.parametrize("key", list(GAMES))
async def test_private_events_of_others_stay_hidden(tables: Tables, key: str) -> None:
    table = await start_table(tables, key, PEOPLE)
    for number in range(1, 25):
        await move(table, number)
    moves = {row.seq: row for row in await table.store.moves(table.id)}

    def public(seq: int) -> bool:
        return moves[seq].seat != DEALER and table.position.game.is_public(tuple(moves[seq].path.split()))

    for seat in (None, 0, 1, 2):
        entries = await read_log(table.store, table.position, seat)
        assert all(event.to in (None, seat) for entry in entries for event in entry.events)
        assert all(bool(entry.path) == (entry.seat == seat or public(entry.seq)) for entry in entries if entry.seat is not None)
    for person in PEOPLE:
        recent = await read_news(table.store, table.position, person.person)
        assert all(event.to in (None, person.seat) for event in recent.events)


async def test_paths_of_others_are_shown_unless_secret(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await start_table(tables, "djinns", PEOPLE)
    for number in range(1, 5):
        await move(table, number)
    for told in (False, True):
        monkeypatch.setitem(GAMES, "djinns", replace(GAMES["djinns"], is_public=lambda path, told=told: told))
        log = [entry for entry in await read_log(table.store, table.position, None) if entry.seat is not None]
        assert [bool(entry.path) for entry in log] == [told and entry.seat != DEALER for entry in log]


async def test_news_begin_after_the_persons_own_newest_move(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE)
    start = await read_news(table.store, table.position, 11)
    assert start.since == 0
    assert start.events
    first = await move(table, 1)
    rest = [await move(table, number) for number in (2, 3)]
    recent = await read_news(table.store, table.position, first)
    moves = [row for row in await table.store.moves(table.id) if row.seq > recent.since]
    assert {row.person for row in moves if row.person} == set(rest)
    assert len(await read_log(table.store, table.position, None)) > len(moves)
    await undo(table, rest[-1], FIRST_CLICK_ID + 8)
    again = await read_news(table.store, table.position, first)
    assert again.events[-1].kind == "undone"
    assert len(again.events) <= len(recent.events)
    assert again == await read_news(table.store, table.position, first)
    assert again.untold == again.events
    assert "Seat" in story([event.text for event in visible_to(again.events, None)], seat_name)


@pytest.mark.parametrize("key", list(GAMES))
async def test_news_leave_out_the_events_of_the_shown_board(tables: Tables, key: str) -> None:
    table = await start_table(tables, key, PEOPLE)
    for number in range(1, 12):
        await move(table, number)
    await send_all(table.store, table.now())
    board = await table.store.outbox.newest_board(table.id)
    assert board is not None
    mover = acting(table).person
    seen = await read_news(table.store, table.position, mover, board.message)
    assert seen.events
    assert visible_to(seen.untold, None) == ()
    elsewhere = await read_news(table.store, table.position, mover)
    assert elsewhere.untold == elsewhere.events == seen.events
    await move(table, 12)
    stale = await read_news(table.store, table.position, mover, board.message)
    assert stale.untold == stale.events


@pytest.mark.parametrize("key", list(GAMES))
async def test_nobody_is_to_act_where_a_game_was_ended_early(tables: Tables, key: str) -> None:
    table = await start_table(tables, key, PEOPLE[:2])
    for number in range(1, 8):
        await move(table, number)
    await resign(table, 11, FIRST_CLICK_ID + 8)
    at = table.position
    assert at.row.status == "over"
    for person in (None, 22):
        told = board(at.game, at.view(person), Teller(at.names))
        assert not re.search(r" to (act|move|play)\b", told)
