"""Carry databases of earlier days on: today's code tells, shows and plays everything stored then to its end.

`tests/stored/make.py` tells what lies in them. They are never made anew: a change that cannot follow them needs a migration, or
`Game.upgrade`, or has to go on understanding what was stored.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any, cast

import pytest
import pytest_asyncio
from discord.ui import TextDisplay

from cogs.play.log import log_view
from cogs.shell.components import build
from cogs.shell.reader import Reader
from db.due import DIGEST
from db.enqueue import CARD_DELAY_SECONDS
from db.outbox import ROW
from db.rows import OutboxRow
from db.store import Store
from host.ballots import vote, voters
from host.codec import decode, with_data
from host.deadlines import DAY, Rest
from host.history import read_log, read_page, read_past_position
from host.leaving import come_back, guild_back, resume
from host.notices import notice_of
from host.outbox import read_parts
from host.replay import OTHER_RULES
from host.scheduler import run_due
from host.servers import read_server_settings
from host.settings import read_person_settings
from host.table import Table
from host.tables import Tables
from render import Sketch, Teller, picture
from render.plain import board
from rules import GAMES
from rules.game import Event
from rules.text import Text, tell
from tests.examples import some
from tests.manual_clock import ManualClock
from tests.people import clicks, run_all_due
from tests.sending import pending_rows, send_all
from tests.server import ON_SERVER, Server
from tests.stored.driver import BEN, CHANNEL, CLEO, DAN, EVE, GUILD, PEOPLE, Dice
from tests.stored.frozen import FIRST, FROZEN, SECOND, Frozen, act
from tests.stored.make import make
from trials.inline import migrated, open_inline

SHORT = 5  # moves of each running table; more take long


@pytest.fixture(params=FROZEN, ids=[frozen.name for frozen in FROZEN])
def frozen(request: pytest.FixtureRequest) -> Frozen:
    """A database of an earlier day."""
    return cast("Frozen", request.param)


@pytest.fixture(params=[key for key in GAMES if SECOND.ids(key, "true")])
def game(request: pytest.FixtureRequest) -> str:
    """Return each game of which the frozen databases hold tables."""
    return str(request.param)


@pytest_asyncio.fixture
async def kept(frozen: Frozen, address: Path | str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Tables]:
    """Open a copy with the host of today, a minute after that day."""
    ((last,),) = frozen.asked("SELECT max(at) FROM answered")
    if ON_SERVER:
        server: Server = request.getfixturevalue("server")
        address = server.address(server.new())
        await frozen.load(address, tmp_path)
        store = await Store.open(address)
    else:
        assert isinstance(address, Path)
        store = Store(await open_inline(Path(copy(migrated(frozen.file), address))))
    tables = Tables(store, random=Random(1), now=ManualClock(last + 60), workers=Dice())
    yield tables
    await tables.store.close()


def test_frozen_files_are_unchanged(frozen: Frozen) -> None:
    assert frozen.found() == frozen.digests
    assert frozen.asked("SELECT count(DISTINCT game), count(*) FROM tables") == [(4, frozen.tables)]


async def test_everybody_can_read_every_log(kept: Tables, frozen: Frozen, game: str) -> None:
    for number, moves in frozen.told(game).items():
        table = await kept.get(number)
        for seat in (None, *range(len(table.position.seats))):
            log = await read_log(table.store, table.position, seat)
            assert moves <= {entry.seq for entry in log if entry.seat is not None}
            assert all(tell(event.text, table.position.names.__getitem__) for entry in log for event in entry.events)


async def test_every_old_position_can_be_shown(kept: Tables, frozen: Frozen, game: str) -> None:
    for number in frozen.told(game):
        table = await kept.get(number)
        for entry in some(await read_log(table.store, table.position, None)):
            if entry.kept:
                past = await read_past_position(table.store, table.position, entry.seq, entry.seq % len(table.position.seats))
                assert len(board(table.position.game, past.view, Teller(table.position.names)).splitlines()) > 1
        newest = max(row.seq for row in await kept.store.moves(number) if row.undone_at is None)
        assert (await read_past_position(table.store, table.position, newest, None)).view == table.position.view(None)


def drawn(table: Table, view: Any, story: Sequence[Event] = ()) -> bytes:
    return picture(
        Sketch(table.position.row.game, view, Teller(table.position.names), last=with_data(table.position.game, story))
    )


async def test_boards_of_all_sizes_are_drawn(kept: Tables, frozen: Frozen, game: str) -> None:
    for size in GAMES[game].seats:
        table = await kept.get(frozen.ids(game, f"size = {size} AND status IN ('running', 'over')")[-1])
        assert drawn(table, table.position.view(table.position.seats[0].person)).startswith(b"\x89PNG")


@pytest.mark.long
async def test_every_board_is_drawn(kept: Tables, frozen: Frozen, game: str) -> None:
    for number in frozen.told(game):
        table = await kept.get(number)
        for entry in [entry for entry in await read_log(table.store, table.position, None) if entry.kept][::-5]:
            past = await read_past_position(table.store, table.position, entry.seq, 0)
            assert drawn(table, past.view, past.story).startswith(b"\x89PNG")


async def test_boards_tell_the_same_story_from_the_log(kept: Tables, frozen: Frozen) -> None:
    told, size = stories_of(frozen), 0
    for (table, seq), events in told.items():
        boards = [board for board in await boards_of(kept.store, table) if board.seq == seq]
        stories = [[event for part in await read_parts(kept.store, board) for event in part.events] for board in boards]
        assert list(decode(json.dumps(events), tuple[Event, ...])) in stories
        size += sum(len(board.payload) for board in boards)
    assert size < sum(map(len, map(json.dumps, told.values()))) / 5 or frozen is FIRST  # its boards do not name their moves


def stories_of(frozen: Frozen) -> dict[tuple[int, int], list[Any]]:
    """Return the stored events of all boards, by table and seq."""
    if frozen is FIRST:
        return {(table, seq): json.loads(story) for table, seq, story in frozen.asked('SELECT "table", seq, story FROM posts')}
    rows = frozen.asked("SELECT \"table\", seq, payload FROM outbox WHERE kind = 'board'")
    return {(table, seq): [event for part in json.loads(parts) for event in part["events"]] for table, seq, parts in rows}


async def boards_of(store: Store, table: int) -> list[OutboxRow]:
    """Return all boards of a table, sent or not."""
    found = await store._db.all(f"SELECT {ROW} FROM outbox WHERE kind = 'board' AND \"table\" = $1", table)
    return [OutboxRow(*row) for row in found]


async def test_log_says_that_boards_by_other_rules_are_gone(kept: Tables, frozen: Frozen, game: str) -> None:
    table = await kept.get(frozen.ids(game, "status = 'over'")[-1])
    at, reader = table.position, Reader(table.position.names)
    view = build(log_view(reader, at, await read_page(table.store, at, None, at.seq), at.seq), reader)
    told = [child.content for child in view.walk_children() if isinstance(child, TextDisplay)]
    assert (str(OTHER_RULES) in "".join(told)) == frozen.other_rules


async def test_running_tables_go_on(kept: Tables, frozen: Frozen, game: str) -> None:
    running = frozen.ids(game, "status = 'running'")
    for number in running:
        table = await kept.get(number)
        await act(table, SHORT)
        assert await read_log(table.store, table.position, None)
    table = await kept.get(running[-1])
    await act(table)
    assert (table.position.row.status, table.position.row.ending) == ("over", "")
    assert (await read_past_position(table.store, table.position, table.position.seq, None)).view == table.position.view(None)


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_running_tables_are_played_to_their_end(kept: Tables, frozen: Frozen, game: str) -> None:
    for number in frozen.ids(game, "status = 'running'"):
        table = await kept.get(number)
        await act(table)
        assert (table.position.row.status, table.position.row.ending) == ("over", "")
        assert [entry.seq for entry in await read_log(table.store, table.position, None) if entry.seq == table.position.seq]


async def test_open_tables_are_joined_and_played(kept: Tables, frozen: Frozen, game: str) -> None:
    for number in frozen.ids(game, "status = 'open'"):
        table = await kept.get(number)
        for seat in [seat for seat in table.position.seats if seat.standing == "reserved"]:
            await kept.join(number, seat.person, seat.name)
        for person in PEOPLE[2:]:
            if len(table.position.seats) < table.position.row.size and table.position.seat_of(person.person) is None:
                await kept.join(number, person.person, person.name)
        await kept.start(number, table.position.row.host, next(clicks))
        await act(table, SHORT)
        assert len(table.position.players) == table.position.row.size
        assert table.position.clocks


async def test_draft_goes_on(kept: Tables, frozen: Frozen, game: str) -> None:
    middle = set[bool]()
    for number in frozen.ids(game, 'id IN (SELECT "table" FROM drafts)'):
        table = await kept.get(number)
        person = table.position.to_act[0].person
        draft = await kept.store.draft(number, person)
        assert draft is not None
        assert draft.seq == table.position.seq
        at = table.position.drafted(person, tuple(draft.path.split()))
        assert frozen.other_rules or " ".join(at.path).startswith(draft.path)
        assert at.prompt is None or at.prompt.options
        middle.add(table.position.mid_turn)
    assert (True in middle) == (game == "ishtar")


async def test_ballots_can_be_answered(kept: Tables, frozen: Frozen, game: str) -> None:
    (number,) = frozen.ids(game, "id IN (SELECT \"table\" FROM ballots WHERE outcome = '' AND kind = 'undo')")
    table = await kept.get(number)
    ((subject,),) = frozen.asked("SELECT subject FROM ballots WHERE \"table\" = ? AND outcome = '' AND kind = 'undo'", number)
    sql = 'SELECT seq FROM moves WHERE "table" = ? AND (seq >= ? OR undone_at IS NOT NULL)'
    undone = {row[0] for row in frozen.asked(sql, number, json.loads(subject)["back_to"])}
    for ballot in await kept.store.ballots.open(number):
        answered = ballot
        for person in voters(table.position, ballot):
            if not answered.outcome:
                answered = await vote(table, ballot.id, person, yes=True)
        assert answered.outcome == "agreed", ballot.kind
    assert {row.seq for row in await kept.store.moves(number) if row.undone_at is not None} == undone
    assert (table.position.row.pace, table.position.row.lapse) == ("relaxed", "stand-in")
    assert table.position.seats[3].person == EVE.person
    assert table.position.row.paused is not None


async def test_pause_can_be_ended(kept: Tables, frozen: Frozen, game: str) -> None:
    for number in frozen.ids(game, "paused IS NOT NULL"):
        table = await kept.get(number)
        forsaken = table.position.row.wake is None
        await (guild_back(table) if forsaken else resume(table, BEN.person, next(clicks)))
        assert table.position.row.paused is None
        assert all(clock.due is not None and clock.due > kept.now() for clock in table.position.clocks.values())


async def test_player_comes_back_after_time_outs(kept: Tables, frozen: Frozen, game: str) -> None:
    (number,) = frozen.ids(game, "id IN (SELECT \"table\" FROM seats WHERE standing = 'gone' AND strikes > 0)")
    table = await kept.get(number)
    await come_back(table, BEN.person, next(clicks))
    assert table.position.seat_of(BEN.person) == 1


@pytest.mark.parametrize("frozen", [FIRST], indirect=True, ids=["first"])
async def test_pending_notices_are_still_pending(kept: Tables, frozen: Frozen) -> None:
    posts = frozen.asked('SELECT "table" FROM posts WHERE message IS NULL ORDER BY 1')
    owed = await pending_rows(kept.store)
    assert sorted(row.table for row in owed if row.kind == "board" and row.table) == [row[0] for row in posts]
    notices = frozen.asked("SELECT kind, text, direct FROM notices WHERE message IS NULL ORDER BY id")
    kept_notices = [(row.subject, notice_of(row)) for row in owed if row.kind == "notice"]
    assert [(subject, told.text, told.direct) for subject, told in kept_notices] == [
        (kind, decode(text, Text), direct) for kind, text, direct in notices
    ]
    stale = frozen.asked("SELECT message FROM notices WHERE stale ORDER BY id")
    targets = [await kept.store.outbox.get(row.target or 0) for row in owed if row.kind == "delete"]
    assert [(row and row.message,) for row in targets] == stale
    settled = frozen.asked("""SELECT message FROM notices JOIN ballots ON ballots.id = notices.ballot
                       WHERE outcome != '' AND message IS NOT NULL ORDER BY notices.id""")
    targets = [await kept.store.outbox.get(row.target or 0) for row in owed if row.kind == "settle"]
    assert [(row and row.message,) for row in targets] == settled


async def test_all_pending_rows_can_be_sent(kept: Tables, frozen: Frozen) -> None:
    owed, given_up = await pending_rows(kept.store), await kept.store.outbox.given_up(GUILD, kept.now())
    assert {row.kind for row in owed} == {*frozen.owed}
    told = {row.subject: notice_of(row).text for row in owed if row.kind == "notice"}
    digests = (await kept.store.due.all_by(kept.now() + 2 * DAY, 9)).get(DIGEST, ())
    assert {*told, *(row.kind for row in digests)} == {*frozen.notices}
    await run_due(kept, found={DIGEST: digests})
    for later in (
        0,
        CARD_DELAY_SECONDS,
        2 * DAY,
        2 * DAY + CARD_DELAY_SECONDS,
    ):  # then the cards of those boards, and rows that Discord refused or limited
        await send_all(kept.store, kept.now() + later)
    assert [row for row in await pending_rows(kept.store) if row.kind != "archive"] == []
    assert len(given_up) == frozen.given_up


async def test_clocks_go_on(kept: Tables, frozen: Frozen, caplog: pytest.LogCaptureFixture) -> None:
    late, waiting, lobbies, warned = [
        {number for game in GAMES for number in frozen.ids(game, which)}
        for which in (
            "status = 'running' AND lapse = 'stand-in' AND pace = 'daily'",
            "status = 'running' AND lapse = 'wait' AND pace = 'daily'",
            "status = 'open'",
            "status = 'running' AND warned",
        )
    ]
    before = {number: (await kept.get(number)).position.seq for number in late | waiting}
    assert isinstance(kept.now, ManualClock)
    for _ in range(8):
        kept.now.forward(DAY)
        await run_all_due(kept)
    warned_by = {"host.thinking"} if frozen.other_rules else set[str]()  # as stand-ins play by points alone then
    assert {record.name for record in caplog.records} == warned_by
    assert {number for number, seq in before.items() if (await kept.get(number)).position.seq > seq} == late
    assert {(await kept.get(number)).position.row.status for number in lobbies} == {"cancelled"}
    assert {(await kept.get(number)).position.row.ending for number in warned} == {"idle"}


async def test_settings_of_people_are_kept(kept: Tables, frozen: Frozen) -> None:
    ben, cleo, dan = [await read_person_settings(kept.store, one.person) for one in (BEN, CLEO, DAN)]
    assert (ben.direct, ben.next_up, cleo.swift) == (True, True, True)
    assert cleo.rest == Rest("Europe/Berlin", quiet=(22 * 60, 7 * 60))
    assert dan.rest.away == frozen.away
    server = await read_server_settings(kept.store, GUILD)
    assert (server.pace, server.lapse, server.most, server.log) == ("quick", "give-up", 200, CHANNEL + 1)


@pytest.mark.long
def test_another_database_can_be_frozen(tmp_path: Path) -> None:
    make(tmp_path / "another.sqlite3")
    count = "SELECT game, status, count(*) FROM tables GROUP BY game, status"
    with closing(sqlite3.connect(tmp_path / "another.sqlite3")) as db:
        assert db.execute(count).fetchall() == SECOND.asked(count)
