"""A person is erased: no column holds their id or name any more, their games go on, and a stop only delays it."""

from __future__ import annotations

import json
from pathlib import Path

from db.due import ERASE
from db.personal import ERASED_NAME
from db.statement import Statement
from host.ballots import ask_pause, ask_replace, offer_to_play, vote
from host.codec import decode_story, encode, encode_story
from host.erasure import erase_person, finish_erasures
from host.history import read_log
from host.leaving import resign
from host.outbox import Shown
from host.personal_export import export_person, is_known
from host.settings import set_person_settings
from host.table import Table
from host.tables import Tables
from rules.game import Event
from rules.text import say
from tests.erasing import ADA, BEN, CLEO, DAN, NAMES, opened, started, stored
from tests.people import acting, clicks, move, play_until_turn_of


async def leave_traces(tables: Tables) -> list[Table]:
    """Let Ben leave traces of every kind; return his tables: over, running with his seat, running with another, and open."""
    await set_person_settings(tables.store, BEN, swift=True, locale="fr")
    over = await started(tables, ADA, BEN, CLEO)
    for _ in range(5):
        await move(over)
    await resign(over, ADA, next(clicks))
    await resign(over, BEN, next(clicks))
    running = await started(tables, BEN, ADA, CLEO)
    await play_until_turn_of(running, BEN)
    await tables.store.put_draft(running.id, BEN, running.position.seq, "x")
    await vote(running, await ask_pause(running, ADA), BEN, yes=True)
    left = await started(tables, ADA, BEN, CLEO)
    await resign(left, BEN, next(clicks))
    seat = next(seat.seat for seat in left.position.seats if seat.person == BEN)
    ballot = await offer_to_play(left, seat, DAN, NAMES[DAN])
    await vote(left, ballot, ADA, yes=True)
    waiting = await opened(tables, BEN, ADA, size=3)
    return [over, running, left, waiting]


async def test_neither_id_nor_name_is_found_after_it(tables: Tables) -> None:
    await leave_traces(tables)
    before = await stored(tables)
    assert str(BEN) in before
    assert NAMES[BEN] in before
    await erase_person(tables, BEN)
    after = await stored(tables)
    assert str(BEN) not in after
    assert NAMES[BEN] not in after
    assert str(ADA) in after
    assert not await is_known(tables.store, BEN)


async def test_games_of_others_go_on_and_open_tables_get_another_host(tables: Tables) -> None:
    over, running, left, waiting = await leave_traces(tables)
    result = [(row.seat, row.place, row.points) for row in await tables.store.results.of_table(over.id)]
    await erase_person(tables, BEN)
    assert [(row.seat, row.place, row.points) for row in await tables.store.results.of_table(over.id)] == result
    at = (await tables.get(running.id)).position
    assert at.row.status == "running"
    assert [seat.standing for seat in at.seats] == ["gone", "seated", "seated"]
    assert at.seats[0].name == ERASED_NAME
    assert (await tables.get(left.id)).position.row.status == "running"
    at = (await tables.get(waiting.id)).position
    assert (at.row.host, [seat.person for seat in at.seats]) == (ADA, [ADA])


async def test_log_calls_them_a_former_player(tables: Tables) -> None:
    _, _, left, _ = await leave_traces(tables)
    await erase_person(tables, BEN)
    entries = await read_log(tables.store, (await tables.get(left.id)).position, None)
    told = " ".join(str(event.text) for entry in entries for event in entry.events)
    assert "a former player" in told
    assert NAMES[DAN] in told


async def test_two_players_erased_at_one_table_stay_apart(tables: Tables) -> None:
    over, *_ = await leave_traces(tables)
    await erase_person(tables, BEN)
    await erase_person(tables, ADA)
    assert len({row.person for row in await tables.store.results.of_table(over.id)}) == 3


async def test_a_stop_in_the_middle_only_delays_the_rest(tables: Tables) -> None:
    await leave_traces(tables)
    await tables.store.due.put(ERASE, BEN, tables.now())
    first = await tables.store.personal.tables_of(BEN, 0, 1)
    await tables.store.personal.erase_at(BEN, 2, first)  # the bot is killed after the first table
    await finish_erasures(tables)
    after = await stored(tables)
    assert str(BEN) not in after
    assert await tables.store.due.at(ERASE, BEN) is None


async def test_export_has_all_erased_rows(tables: Tables) -> None:
    await leave_traces(tables)
    data = await export_person(tables.store, BEN)
    assert data["person"] == BEN
    rows = data["rows"]
    assert rows["people"][0]["name"] == NAMES[BEN]
    assert [(row["table"], row["name"], row["first_yours"]) for row in rows["seats"]] == [
        *((table, NAMES[BEN], 0) for table in (1, 2)),
        (3, None, 1),
        (4, NAMES[BEN], 0),
    ]
    assert [row["hosted_by_you"] for row in rows["tables"]] == [0, 1, 0, 1]
    assert [row["payload"] for row in rows["outbox"] if row["kind"] == "board"]
    assert rows["results"][0]["game"] == "djinns"
    assert json.loads(rows["persons"][0]["settings"])["swift"] is True
    assert rows["drafts"][0]["path"] == "x"
    assert rows["votes"][0]["yes"] == 1
    assert rows["moves"]
    assert str(CLEO) not in json.dumps(rows["seats"])
    assert (await export_person(tables.store, 5))["rows"] == {}


async def test_export_names_nobody_else(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await ask_replace(table, BEN, 2, DAN, NAMES[DAN], bounded=False)
    await leave_traces(tables)
    data = await export_person(tables.store, BEN)
    (asked,) = [row for row in data["rows"]["ballots"] if row["asked_by_you"]]
    assert (asked["kind"], asked["outcome"]) == ("replace", "")
    told = json.dumps(data)
    for other in (ADA, CLEO, DAN):
        assert str(other) not in told
        assert NAMES[other] not in told


async def test_the_last_person_leaves_and_the_game_ends(tables: Tables) -> None:
    table = await started(tables, ADA, BEN)
    await erase_person(tables, BEN)
    assert (await tables.get(table.id)).position.row.status == "running"
    await erase_person(tables, ADA)
    assert (await tables.get(table.id)).position.row.status == "over"
    after = await stored(tables)
    assert str(ADA) not in after


async def test_their_own_question_is_closed(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await ask_pause(table, BEN)
    await erase_person(tables, BEN)
    assert not await tables.store.ballots.open(table.id)
    assert acting(await tables.get(table.id)).person in (ADA, CLEO)


def bytes_of(address: Path | str) -> bytes:
    """Return all bytes of a database's files; none of a server's."""
    return b"".join(file.read_bytes() for file in Path(address).parent.glob("*.sqlite3*")) if isinstance(address, Path) else b""


async def test_they_are_in_no_part_of_the_file(tables: Tables, address: Path | str) -> None:
    await leave_traces(tables)
    await erase_person(tables, BEN)
    content = bytes_of(address)
    for trace in (str(BEN).encode(), BEN.to_bytes(8, "big"), NAMES[BEN].encode()):
        assert trace not in content
    assert isinstance(address, str) or ADA.to_bytes(8, "big") in content


async def test_names_that_earlier_versions_stored_in_texts_are_blanked(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    old = say("{name}, who manages this server, ends the game here.", name=NAMES[BEN])
    story = encode_story((Event("moved", old),))
    board = encode([{"seq": 0, "events": [Event("moved", old)]}])
    shown = encode(Shown(picture="board-1.png", alt=f"{NAMES[BEN]} is next.", names=(NAMES[ADA], NAMES[BEN])))
    await tables.store._db.run(
        [
            Statement('INSERT INTO remarks ("table", seq, at, events) VALUES ($1, 1, 2.0, $2)', (table.id, story)),
            Statement(
                "INSERT INTO outbox (\"table\", kind, payload, shown) VALUES ($1, 'board', $2, $3)", (table.id, board, shown)
            ),
        ]
    )
    await erase_person(tables, BEN)
    after = await stored(tables)
    assert NAMES[BEN] not in after
    assert NAMES[ADA] in after
    (remark,) = [row for row in await tables.store.remarks(table.id) if row.at == 2.0]
    assert str(decode_story(remark.events)[0].text) == "A former player, who manages this server, ends the game here."
