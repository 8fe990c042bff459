"""Replace names in texts that earlier versions stored by the ids of people."""

from __future__ import annotations

from random import Random

import pytest

from db.statement import Statement
from db.store import Store
from host.history import read_log
from host.leaving import TAKEN_OVER, replace_player
from host.people import names_then
from host.stored_names import Players, rename, replace_names
from host.summary import former_name
from host.tables import Tables
from rules.text import Text
from tests.manual_clock import ManualClock
from tests.people import ADA, BEN, CLEO, DAN, EVE, move, play_computers, reopened, start_table
from tests.sending import pending_notices, remarks_of, text_of
from tests.stored.driver import BEN as STORED_BEN
from tests.stored.driver import FRED
from tests.stored.frozen import FROZEN, Frozen

PUT_REMARK = 'UPDATE remarks SET events = $2 WHERE "table" = $1'
DELETE_EARLIER_REMARKS = 'DELETE FROM remarks WHERE "table" = $1 AND seq != $2'
PUT_FORMER = 'UPDATE seats SET former = $2, predecessor = 0 WHERE "table" = $1 AND seat = $3'
HOLDS = """SELECT (SELECT count(*) FROM remarks WHERE events LIKE '%["former","%' OR events LIKE '%["name","%'),
                  (SELECT count(*) FROM seats WHERE former != ''),
                  (SELECT count(*) FROM outbox WHERE shown LIKE '%"names":["%')"""


def _unescaped(*texts: str) -> tuple[str, ...]:
    """Return texts without the signs by which the first versions escaped names."""
    return tuple(text.replace("\\", "") for text in texts)


async def told_logs(tables: Tables, numbers: list[int]) -> list[list[tuple[str, ...]]]:
    """Return the sentences of the logs of these tables, with the names of the seats at each time."""
    logs: list[list[tuple[str, ...]]] = []
    for number in numbers:
        table = await tables.get(number)
        log = await read_log(table.store, table.position, None)
        logs.append([_unescaped(str(event.text), *entry.names) for entry in log for event in entry.events])
    return logs


@pytest.mark.parametrize("frozen", FROZEN, ids=[frozen.name for frozen in FROZEN])
async def test_earlier_logs_read_the_same_without_stored_names(frozen: Frozen, frozen_store: Store) -> None:
    store, tables = frozen_store, Tables(frozen_store, random=Random(1), now=ManualClock())
    changed = [row[0] for row in frozen.asked("SELECT \"table\" FROM seats WHERE former != ''")]
    played = [row[0] for row in frozen.asked("SELECT id FROM tables WHERE status IN ('running', 'over')")]
    before = await told_logs(tables, played)
    assert await replace_names(store, tables.now()) >= len(changed) == 4
    assert await store._db.all(HOLDS) == [(0, 0, 0)]
    assert await told_logs(reopened(tables), played) == before
    for number in changed:
        at = (await reopened(tables).get(number)).position
        seat = next(seat for seat in at.seats if seat.changed_hands)
        assert (seat.person, seat.predecessor, str(former_name(seat))) == (FRED.person, STORED_BEN.person, STORED_BEN.name)
    boards = await store._db.all('SELECT "table", shown FROM outbox WHERE shown LIKE \'%"people":[%\'')
    assert len(boards) == (0 if frozen.name == "first" else 350)
    assert await replace_names(store, tables.now()) == 0


async def with_old_remark(tables: Tables, number: int, *pairs: tuple[str, str]) -> None:
    """Put texts of an earlier version into the log of a table whose seat changed hands."""
    events = ",".join(
        f'{{"kind":"replaced","text":{{"message":"{TAKEN_OVER}","params":[["name","{name}"],["former","{former}"]],'
        '"plural":""},"data":null,"to":null,"headline":false,"begins":false}'
        for name, former in pairs
    )
    await tables.store._db.run([Statement(PUT_REMARK, (number, f"[{events}]"))])


async def handed_over(tables: Tables, *, moved: bool) -> int:
    """Play a game in which Ben's seat was taken over by Dan, then by Eve; Dan moved only if ``moved``. Return its id."""
    table = await start_table(tables, 3)
    for number in range(3):
        await move(table, number)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dan")
    for number in range(3 * moved):
        await move(table, number)
        await play_computers(table)
    async with table.lock:
        await replace_player(table, 1, EVE, "Eve")
    assert len(await remarks_of(table)) == 2
    await tables.store._db.run([Statement(PUT_FORMER, (table.id, "Ben", 1))])
    await tables.store._db.run([Statement(DELETE_EARLIER_REMARKS, (table.id, table.position.seq))])
    await with_old_remark(tables, table.id, ("Dan", "Ben"), ("Eve", "Dan"))
    return table.id


async def test_each_former_player_is_found_by_the_moves(tables: Tables) -> None:
    number = await handed_over(tables, moved=True)
    assert await replace_names(tables.store, tables.now()) == 1
    table = await reopened(tables).get(number)
    assert table.position.seats[1].predecessor == BEN
    assert "Ben" not in (await tables.store.remarks(number))[0].events
    assert await remarks_of(table) == ["Dan takes over Ben's seat.", "Eve takes over Dan's seat."]


async def test_name_stays_where_nobody_can_tell_whose_it_is(tables: Tables) -> None:
    number = await handed_over(tables, moved=False)
    await replace_names(tables.store, tables.now())
    table = await reopened(tables).get(number)
    assert (table.position.seats[1].predecessor, table.position.seats[1].former) == (0, "Ben")
    assert "Ben" in (await tables.store.remarks(number))[0].events
    assert await remarks_of(table) == ["Dan takes over Ben's seat.", "Eve takes over Dan's seat."]


async def test_questions_and_boards_are_found_by_the_seats(tables: Tables) -> None:
    table = await start_table(tables, 3)
    store, number = tables.store, table.id
    asker = '["asker",{"message":"{data}","params":[["data","Ada"]]}]'
    question = f'{{"text":{{"message":"{{asker}} asks {{name}}","params":[{asker},["name","Zoe"]]}}}}'
    insert = 'INSERT INTO outbox ("table", guild, kind, subject, payload, shown) VALUES ($1, 1, $2, $3, $4, $5)'
    shown = ['{"picture":"x.png","names":["Ada","Ben","Cleo"]}', '{"picture":"y.png","names":["Ada","Ben","Zoe"]}']
    job = [Statement(insert, (number, "notice", "asked", question, ""))]
    await store._db.run([*job, *(Statement(insert, (number, "board", "", "[]", each)) for each in shown)])
    assert await replace_names(store, tables.now()) == 1
    (asked,) = await pending_notices(store, "asked")
    assert text_of(asked) == "Ada asks Zoe"
    (payload,) = (await store._db.all("SELECT payload FROM outbox WHERE subject = 'asked'"))[0]
    assert "Ada" not in payload
    assert "Zoe" in payload
    rows = await store._db.all("SELECT shown FROM outbox WHERE shown LIKE '%.png%' ORDER BY id")
    assert "Ada" not in rows[0][0]
    assert rows[1][0] == shown[1]  # nobody knows who Zoe was
    assert await names_then(store, table.position, (ADA, BEN, CLEO)) == ("Ada", "Ben", "Cleo")


def test_pieces_keep_their_names() -> None:
    text = Text("{piece}", (("piece", "red"), ("name", "Ada"), ("alone", 0)))
    assert rename(text, Players([{"Ada": ADA}], [], {})) == text
