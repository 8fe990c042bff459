"""People in stored texts: named by id, told by the name of today, or as a former player."""

from __future__ import annotations

import pytest

from cogs.shell.languages import Languages
from cogs.shell.reader import Reader
from db.rows import SeatRow
from db.statement import Statement
from host.ballots import ask_pause, ask_replace, offer_to_play
from host.codec import decode
from host.history import read_log
from host.known_people import UNKNOWN_PAUSE_SECONDS, UPDATE_PAUSE_SECONDS, KnownPeople
from host.leaving import end_by_manager, move_table, replace_player, resign
from host.lobby import Terms, reserve_seat
from host.outbox import Shown
from host.people import names_then, people_in, read_named
from host.summary import displayed_names, former_name
from host.tables import Tables
from rules.text import FORMER_NAME, called, joined, named, say, sentences, verbatim, who
from tests.people import ADA, BEN, CLEO, DAN, EVE, advance, clicks, move, reopened, start_table
from tests.sending import pending_notices, remarks_of, text_of

TEXTS = {
    "seats": ("name", "former"),
    "remarks": ("events",),
    "outbox": ("payload", "shown"),
    "moves": ("events",),
}
ERASE = "DELETE FROM people WHERE id = $1"


async def erase(tables: Tables, person: int) -> None:
    await tables.store._db.run([Statement(ERASE, (person,))])


async def columns_with(tables: Tables, name: str) -> set[str]:
    """Return the columns in which a name stands."""
    found: set[str] = set()
    for table, columns in TEXTS.items():
        for column in columns:
            if await tables.store._db.all(f"SELECT 1 FROM {table} WHERE {column} LIKE $1 LIMIT 1", f"%{name}%"):
                found.add(f"{table}.{column}")
    return found


async def test_seated_people_are_known_by_id(tables: Tables) -> None:
    await start_table(tables, 2)
    opened = await tables.open(game="djinns", terms=Terms(size=3), host=SeatRow(0, CLEO, "Cleo"), guild=1, channel=2)
    await reserve_seat(opened, CLEO, DAN, "Dan")
    assert await tables.store.people.names([ADA, BEN, CLEO, DAN, EVE]) == {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}


async def test_stories_and_questions_hold_no_names(tables: Tables) -> None:
    table = await start_table(tables, 3)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dandelion")
    await ask_pause(table, ADA)
    await ask_replace(table, ADA, 2, EVE, "Evergreen")
    await move_table(table, 3, 3, None, (77, "Gardener"), next(clicks))
    await end_by_manager(table, 77, "Gardener", next(clicks))
    assert await columns_with(tables, "Dandelion") == {"seats.name"}
    for name in ("Ben", "Evergreen", "Gardener"):
        assert await columns_with(tables, name) == set()
    assert await remarks_of(table) == [
        "Dandelion takes over Ben's seat.",
        "Gardener, who manages this server, moved this table here.",
        "Gardener, who manages this server, ends the game here.",
    ]


async def test_questions_name_people_when_they_are_posted(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await ask_replace(table, ADA, 2, EVE, "Eve")
    (asked,) = await pending_notices(tables.store, "ballot")
    assert text_of(asked) == "Ada asks Eve to take over Cleo's seat."
    await resign(table, BEN, next(clicks))
    await offer_to_play(table, 1, DAN, "Dan")
    assert text_of((await pending_notices(tables.store, "ballot"))[1]) == "Dan offers to take over Ben's seat."


async def test_newcomer_with_the_name_of_a_player_has_a_mark(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await ask_replace(table, ADA, 2, EVE, "ADA")
    (asked,) = await pending_notices(tables.store, "ballot")
    assert text_of(asked) == "Ada asks ADA (3) to take over Cleo's seat."


async def test_erased_person_is_a_former_player(tables: Tables) -> None:
    table = await start_table(tables, 3)
    await move(table)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dan")
    await erase(tables, BEN)
    table = await reopened(tables).get(table.id)
    assert await remarks_of(table) == ["Dan takes over a former player's seat."]
    assert str(former_name(table.position.seats[1])) == "a former player"
    entries = await read_log(table.store, table.position, None)
    assert {entry.names[1] for entry in entries[:-1]} == {FORMER_NAME}
    assert "Ben" not in str(entries)


async def test_name_of_a_predecessor_is_that_of_today(tables: Tables) -> None:
    table = await start_table(tables, 3)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dan")
        await replace_player(table, 1, EVE, "Eve")
    assert table.position.seats[1] == SeatRow(1, EVE, "Eve", former="Ben", predecessor=BEN)
    assert await tables.store.people.update(BEN, "Benedict", tables.now())
    table = await reopened(tables).get(table.id)
    assert table.position.seats[1] == SeatRow(1, EVE, "Eve", former="Benedict", predecessor=BEN)
    assert await remarks_of(table) == ["Dan takes over Benedict's seat.", "Eve takes over Dan's seat."]


async def test_player_is_called_as_at_their_seat(tables: Tables) -> None:
    table = await start_table(tables, 3)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dan")
        await replace_player(table, 2, BEN, "Benny")
    assert await remarks_of(table) == ["Dan takes over Benny's seat.", "Benny takes over Cleo's seat."]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "a former player"), ("fr", "quelqu’un qui est parti"), ("de", "jemand von früher")]
)
def test_reader_tells_a_former_player_in_each_language(language: str, told: str) -> None:
    reader = Reader(("Ada", FORMER_NAME, f"{FORMER_NAME} (3)"), language, translate=Languages.load().translate(language))
    assert [reader.name(seat) for seat in range(3)] == ["Ada", told, f"{told} (3)"]
    assert reader.markdown(say("{who} to move", who=named(ADA))) == f"{told} to move"
    assert reader.markdown(say("{who}, who won", who=who(1))) == f"{told}, who won"
    assert reader.bare(joined(" ", named(ADA), called(FORMER_NAME, 0))) == f"{told} {told}"
    assert reader.teller.names == ("Ada", told, f"{told} (3)")


@pytest.mark.parametrize(("language", "began"), [("en", "A former"), ("fr", "Quelqu’un qui"), ("de", "Jemand von")])
def test_sentence_begins_with_a_capital_for_a_former_player(language: str, began: str) -> None:
    reader = Reader(("Ada", FORMER_NAME), language, translate=Languages.load().translate(language))
    left = say("{seat} has left the game.", seat=who(1))
    for told in (reader.markdown, reader.bare, reader.teller.told):
        assert told(left).startswith(began)
        assert told(say("{seat} has left the game.", seat=who(0))).startswith("Ada")
        assert told(say("**{line}**", line=left)).startswith(f"**{began}")
        assert told(sentences(joined(" ", who(1), verbatim("3")), verbatim("Over."))).startswith(began)
    assert reader.markdown(say("{seat} has left the game.", seat=named(ADA))).startswith(began)


def test_nobody_can_be_called_like_an_erased_person() -> None:
    seats = [SeatRow(0, ADA, f"{FORMER_NAME}x{FORMER_NAME}"), SeatRow(1, BEN, FORMER_NAME), SeatRow(2, CLEO, FORMER_NAME)]
    assert displayed_names(seats) == ("x", f"{FORMER_NAME} (2)", f"{FORMER_NAME} (3)")


async def test_text_of_a_server_is_told_by_stored_names(tables: Tables) -> None:
    text = say("{who} and {other}", who=named(ADA), other=named(BEN))
    assert people_in(text) == {ADA, BEN}
    assert str(await read_named(tables.store, None, text)) == "a former player and a former player"
    await start_table(tables, 2)
    assert str(await read_named(tables.store, None, text)) == "Ada and Ben"


async def test_boards_keep_the_players_of_their_time_by_id(tables: Tables) -> None:
    table = await start_table(tables, 3)
    then = tuple(seat.person for seat in table.position.seats)
    async with table.lock:
        await replace_player(table, 1, DAN, "Dan")
    assert await names_then(tables.store, table.position, then) == ("Ada", "Ben", "Cleo")
    assert await names_then(tables.store, table.position, (ADA, -2, CLEO)) == ("Ada", "⚙ Buxus", "Cleo")
    await erase(tables, BEN)
    assert await names_then(tables.store, table.position, then) == ("Ada", FORMER_NAME, "Cleo")


def test_shown_parts_of_earlier_versions_are_read() -> None:
    assert decode('{"picture": "x.png", "alt": "", "names": ["Ada", "Ben"]}', Shown).people == ()


async def test_acting_people_are_updated_once_in_a_while(tables: Tables) -> None:
    known, store = KnownPeople(tables), tables.store

    async def seen(person: int) -> float | None:
        row = await store._db.one("SELECT seen FROM people WHERE id = $1", person)
        return row[0] if row else None

    await known.update(ADA, "Ada")
    assert await seen(ADA) is None  # not known, so not stored
    began = tables.now()
    await start_table(tables, 2)
    advance(tables, 60)
    await known.update(BEN, "Benedict")
    assert (await store.people.names([BEN]), await seen(BEN)) == ({BEN: "Benedict"}, began + 60)
    await known.update(ADA, "Adele")
    assert await store.people.names([ADA]) == {ADA: "Adele"}  # as the name is another one
    advance(tables, UNKNOWN_PAUSE_SECONDS)
    await known.update(BEN, "Benedict")
    assert await seen(BEN) == began + 60
    advance(tables, UPDATE_PAUSE_SECONDS)
    await known.update(BEN, "Benedict")
    assert await seen(BEN) == began + 60 + UNKNOWN_PAUSE_SECONDS + UPDATE_PAUSE_SECONDS
