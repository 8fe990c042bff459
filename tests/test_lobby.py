"""Tables before their start, servers' choices and rematches, on a real database."""

from __future__ import annotations

import dataclasses
from asyncio import Event, create_task, gather, sleep, wait
from collections.abc import Sequence

import pytest

from cogs.board.ending import points_lines, result_line
from cogs.lobby.message import wait_briefly
from cogs.shell.components import Picture
from cogs.shell.reader import Reader
from db.rows import SeatRow
from host import settings
from host.deadlines import Rest
from host.history import read_log
from host.leaving import end, give_up, replace_player, resign
from host.lobby import FULL_NOTICE_DELAY_SECONDS, Terms, change_terms, free_seat, reserve_seat, reserved_seat
from host.notices import notice_of
from host.refusal import Refused
from host.scheduler import change_rest, run_due
from host.servers import ServerSettings, may_open, read_server_settings, set_server_settings
from host.table import Table
from host.tables import Tables
from rules.text import say
from tests.manual_clock import ManualClock
from tests.sending import pending_notices, remarks_of, row_of, send_all, text_of

ADA, BEN, CLEO, DAN = 11, 22, 33, 44


async def opened(tables: Tables, size: int = 3, *, invited: Sequence[SeatRow] = (), **terms: str) -> Table:
    host, agreed = SeatRow(0, ADA, "Ada"), Terms(size=size, **terms)  # type: ignore[arg-type]
    return await tables.open(game="djinns", terms=agreed, host=host, guild=1, channel=2, invited=invited)


async def begun(tables: Tables, *people: int) -> Table:
    table = await opened(tables, len(people))
    for person in people[1:]:
        await tables.join(table.id, person, {BEN: "Ben", CLEO: "Cleo"}[person])
    return await tables.start(table.id, ADA, 1)


async def test_reserved_seat_is_taken_by_its_person_only(tables: Tables) -> None:
    table = await opened(tables, invited=[reserved_seat(BEN, "Ben")])
    await tables.join(table.id, CLEO, "Cleo")
    with pytest.raises(Refused, match="some are kept for Ben"):
        await tables.join(table.id, DAN, "Dan")
    assert table.position.seat_of(BEN) is None
    again = await Tables(tables.store).get(table.id)
    assert [(seat.person, seat.standing) for seat in again.position.seats] == [
        (ADA, "seated"),
        (CLEO, "seated"),
        (BEN, "reserved"),
    ]
    await tables.join(table.id, BEN, "Benjamin")
    assert [seat.name for seat in table.position.seated] == ["Ada", "Cleo", "Benjamin"]


async def test_the_host_is_told_that_the_table_is_full(tables: Tables) -> None:
    await settings.set_person_settings(tables.store, ADA, direct=True)
    table = await opened(tables, size=3)
    await tables.join(table.id, BEN, "Ben")
    await reserve_seat(table, ADA, CLEO, "Cleo")
    assert await pending_notices(tables.store, "full") == []
    await tables.join(table.id, CLEO, "Cleo")
    (told,) = await pending_notices(tables.store, "full")
    assert (told.person, notice_of(told).direct) == (ADA, True)
    assert "Press **Start** there" in text_of(told)
    await tables.leave(table.id, BEN)
    assert await pending_notices(tables.store, "full") == []
    await tables.join(table.id, BEN, "Ben")
    assert await send_all(tables.store, tables.now() + FULL_NOTICE_DELAY_SECONDS - 1, "notice") == []
    assert len(await send_all(tables.store, tables.now() + FULL_NOTICE_DELAY_SECONDS, "notice")) == 1
    await tables.start(table.id, ADA, 5)
    assert len(await send_all(tables.store, tables.now(), "delete")) == 1


async def test_invited_player_may_decline_the_seat(tables: Tables) -> None:
    table = await opened(tables, size=2, invited=[reserved_seat(BEN, "Ben")])
    await tables.leave(table.id, BEN)
    await tables.join(table.id, CLEO, "Cleo")
    await tables.leave(table.id, ADA)
    assert table.position.row.host == CLEO
    await reserve_seat(table, CLEO, DAN, "Dan")
    await tables.leave(table.id, CLEO)
    assert table.position.row.status == "cancelled"


async def test_host_changes_the_terms(tables: Tables) -> None:
    table = await opened(tables, pace="daily")
    await tables.join(table.id, BEN, "Ben")
    await change_terms(table, ADA, Terms(4, "live", "give-up", "random", "hidden", "first", "fr"))
    stored = await row_of(tables.store, table.id)
    assert (stored.pace, stored.lapse, stored.seating, stored.size) == ("live", "give-up", "random", 4)
    assert (stored.points, stored.guidance, stored.language) == ("hidden", "first", "fr")
    assert not table.position.points_shown
    await change_terms(table, ADA, Terms(pace="untimed"))
    assert table.position.row.lapse == "wait"
    await reserve_seat(table, ADA, CLEO, "Cleo")
    (told,) = await pending_notices(tables.store)
    assert (told.subject, told.person) == ("invited", CLEO)
    assert "Ada is keeping a seat for you" in text_of(told)
    with pytest.raises(Refused, match="3 seats are taken or kept"):
        await change_terms(table, ADA, Terms(size=2))
    with pytest.raises(Refused, match="has a seat"):
        await reserve_seat(table, ADA, BEN, "Ben")
    with pytest.raises(Refused, match="No seat is kept"):
        await free_seat(table, ADA, BEN)
    await free_seat(table, ADA, CLEO)
    await change_terms(table, ADA, Terms(size=2))
    for wrong in (
        {"pace": "soon"},
        {"lapse": "x"},
        {"seating": "x"},
        {"points": "x"},
        {"guidance": "x"},
        {"size": 9},
        {"size": -1},
    ):
        with pytest.raises(Refused):
            await change_terms(table, ADA, Terms(**wrong))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="Only Ada"):
        await change_terms(table, BEN, Terms(pace="live"))
    await tables.start(table.id, ADA, 1)
    with pytest.raises(Refused, match="already started"):
        await change_terms(table, ADA, Terms(pace="live"))


async def test_seats_are_ordered_as_the_terms_say(tables: Tables) -> None:
    drawn: set[tuple[str, ...]] = set()
    for _ in range(12):
        table = await opened(tables, size=4, seating="random", invited=[reserved_seat(DAN, "Dan")])
        await tables.join(table.id, BEN, "Ben")
        await tables.join(table.id, CLEO, "Cleo")
        await tables.start(table.id, ADA, 100 + table.id)
        assert [seat.seat for seat in table.position.seats] == [0, 1, 2]
        drawn.add(table.position.names)
    assert len(drawn) > 2
    assert (await begun(tables, ADA, BEN, CLEO)).position.names == ("Ada", "Ben", "Cleo")


async def test_server_limits_places_and_people_for_tables(tables: Tables) -> None:
    store = tables.store
    assert await read_server_settings(store, 1) == ServerSettings()
    await set_server_settings(store, 1, say("unheard"), most=1)
    server = await set_server_settings(store, 1, say("{who} chose.", who="Ada"), channels=(2,), roles=(5, 6), log=9)
    assert await read_server_settings(store, 1) == server == ServerSettings(channels=(2,), roles=(5, 6), most=1, log=9)
    (told,) = await pending_notices(store)
    assert (told.table, told.place, text_of(told)) == (None, 9, "Ada chose.")
    await set_server_settings(store, 1, say("the last"), log=None)
    assert [notice.place for notice in await pending_notices(store)] == [9, 9]
    may_open(server, 2, [1, 6])
    with pytest.raises(Refused, match="played in 2"):
        may_open(server, 3, [5])
    with pytest.raises(Refused, match="open a table here: 5, 6"):
        may_open(server, 2, [1])
    await begun(tables, ADA, BEN)
    other = await opened(tables)
    await tables.join(other.id, BEN, "Ben")
    with pytest.raises(Refused, match="At most 1"):
        await tables.start(other.id, ADA, 2)
    assert other.position.row.status == "open"


async def test_a_rematch_is_opened_once(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN, CLEO)
    with pytest.raises(Refused, match="not over"):
        await tables.rematch(table.id, ADA, "Ada")
    await resign(table, CLEO, 2)
    await resign(table, BEN, 3)
    with pytest.raises(Refused, match="Nobody has opened"):
        await tables.rematch(table.id, 99, "Eve")
    again, new = await tables.rematch(table.id, ADA, "Ada")
    assert new
    assert (again.position.row.size, again.position.row.rematch_of, again.position.row.channel) == (3, table.id, 2)
    assert await tables.rematch(table.id, ADA, "Ada") == (again, False)
    await tables.cancel(again.id, ADA)
    later, new = await tables.rematch(table.id, BEN, "Ben")  # who had left for a stand-in
    assert new
    assert later.id != again.id
    assert [(seat.person, seat.standing) for seat in later.position.seats] == [(BEN, "seated"), (ADA, "reserved")]
    assert await tables.rematch(table.id, 99, "Eve") == (later, False)


async def test_rematch_keeps_the_terms(tables: Tables) -> None:
    table = await opened(tables, 2, pace="live", lapse="give-up", points="hidden", guidance="first", language="de")
    await tables.join(table.id, BEN, "Ben")
    await tables.start(table.id, ADA, 1)
    await resign(table, BEN, 2)
    again, _ = await tables.rematch(table.id, ADA, "Ada")
    row = again.position.row
    assert (row.pace, row.lapse, row.points, row.guidance, row.language) == ("live", "give-up", "hidden", "first", "de")


async def test_a_first_game_is_known_by_earlier_tables_of_that_game(tables: Tables) -> None:
    table = await opened(tables, 2, guidance="first")
    await tables.join(table.id, BEN, "Ben")
    cancelled = await opened(tables, 2)
    await tables.cancel(cancelled.id, ADA)
    later = await opened(tables, 2)
    await tables.join(later.id, BEN, "Ben")
    await tables.start(later.id, ADA, 1)
    known = tables.store.has_played
    assert not await known(ADA, "djinns", table.id)  # what was opened later does not count
    assert await known(ADA, "djinns", later.id + 1)
    assert not await known(ADA, "ishtar", later.id + 1)
    assert not await known(CLEO, "djinns", later.id + 1)
    assert not await known(ADA, "djinns", later.id)  # one that has not started and one that was cancelled


async def test_two_rematches_at_once_are_one_table(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN, CLEO)
    async with table.lock:
        await end(table, "agreed", ())
    other = Tables(tables.store)  # as another process
    found = await gather(tables.rematch(table.id, ADA, "Ada"), other.rematch(table.id, BEN, "Ben"))
    assert sorted(new for _, new in found) == [False, True]
    assert len({again.id for again, _ in found}) == 1


async def test_concurrent_choices_are_all_kept(tables: Tables) -> None:
    await gather(
        settings.set_person_settings(tables.store, ADA, swift=True), settings.set_person_settings(tables.store, ADA, direct=True)
    )
    assert await settings.read_person_settings(tables.store, ADA) == settings.PersonSettings(direct=True, swift=True)
    nights, days = (23 * 60, 7 * 60), (("2030-03-18", "2030-03-20"),)
    await gather(
        change_rest(tables, ADA, lambda rest: dataclasses.replace(rest, quiet=nights)),
        change_rest(tables, ADA, lambda rest: dataclasses.replace(rest, away=days)),
    )
    assert (await settings.read_person_settings(tables.store, ADA)).rest == Rest(quiet=nights, away=days)
    await gather(
        set_server_settings(tables.store, 1, say("one"), most=3), set_server_settings(tables.store, 1, say("two"), threads=False)
    )
    assert await read_server_settings(tables.store, 1) == ServerSettings(most=3, threads=False)


async def test_a_cover_that_cannot_be_drawn_is_left_out() -> None:
    async def painted() -> Picture:
        raise ValueError("no fonts")

    assert await wait_briefly(create_task(painted())) is None


async def test_late_cover_that_fails_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("cogs.lobby.message.PICTURE_WAIT_SECONDS", 0.0)
    awaited = Event()

    async def painted() -> Picture:
        await awaited.wait()
        raise TimeoutError

    painting = create_task(painted())
    assert await wait_briefly(painting) is None
    awaited.set()
    await wait({painting})
    del painting
    await sleep(0)
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [("no cover: TimeoutError()", None)]


async def test_points_of_an_early_end_mark_former_players(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN, CLEO)
    await replace_player(table, 1, DAN, "D_an")
    await give_up(table, table.position.seats[2], say("gone"))
    await resign(table, DAN, 4)
    assert str(result_line(table.position)) == "The game ended early: nobody was ahead."
    lines = Reader(table.position.names).bare(points_lines(table.position))
    assert "Cleo (left the game)" in lines
    assert "D_an (left the game)" in lines
    assert table.position.row.wake is None


async def test_points_name_substitutes(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN)
    await replace_player(table, 1, DAN, "Dan")
    await resign(table, ADA, 4)
    lines = Reader(table.position.names).bare(points_lines(table.position))
    assert "Dan (for Ben)" in lines
    assert "Ada (left the game)" in lines


async def test_newcomer_with_an_equal_name_gets_a_mark(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN, CLEO)
    await replace_player(table, 1, DAN, "ADA")
    at = table.position
    assert at.names == ("Ada (1)", "ADA (2)", "Cleo")
    assert (await remarks_of(table))[-1] == "ADA (2) takes over Ben's seat."
    assert next(entry.names for entry in await read_log(tables.store, at, None)) == ("Ada (1)", "Ben", "Cleo")


async def test_the_thread_of_an_ended_table_is_archived_later_and_once(tables: Tables) -> None:
    table = await begun(tables, ADA, BEN)
    await tables.move_to(table, 77)
    await resign(table, BEN, 4)
    now = tables.now
    assert isinstance(now, ManualClock)
    await send_all(tables.store, now())
    now.forward(599)
    assert await send_all(tables.store, now(), "archive") == []
    now.forward(2)
    assert [row.table for row in await send_all(tables.store, now(), "archive")] == [table.id]
    assert await send_all(tables.store, now()) == []
    assert await run_due(tables) == ()


@pytest.mark.parametrize("why", ["agreed", "idle"])
async def test_early_ends_say_their_reason(tables: Tables, why: str) -> None:
    table = await begun(tables, ADA, BEN)
    async with table.lock:
        await end(table, why, ())
    assert "ended early" in str(result_line(table.position))
    assert "won" not in str(result_line(table.position))


async def test_open_tables_of_a_person_include_seats_kept_for_them(tables: Tables) -> None:
    joined, kept, other = [
        await tables.open(game="djinns", terms=Terms(size=3), host=SeatRow(0, host, "Host"), guild=1, channel=2)
        for host in (11, 12, 12)
    ]
    await tables.join(joined.id, 12, "Ben")
    await reserve_seat(kept, 12, 13, "Cleo")
    assert [at.id for at in await tables.open_of(11)] == [joined.id]
    assert [at.id for at in await tables.open_of(13)] == [kept.id]
    assert (await tables.open_of(13))[0].seats == kept.position.seats
    for table in (kept, other):
        await tables.cancel(table.id, 12)
    assert [at.id for at in await tables.open_of(12)] == [joined.id]
    assert await tables.open_of(13) == []
