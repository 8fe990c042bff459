"""One message a day instead of single reminders: when it is due, and that a person has one at most."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from db.due import DIGEST, DueRow
from db.outbox import CLAIM_SECONDS
from host.deadlines import HOUR, Rest, next_digest
from host.erasure import erase_person
from host.scheduler import run_due
from host.settings import set_person_settings
from host.tables import Tables
from tests.people import advance, start_table
from tests.sending import pending_notices

PERSON = 7  # whose own minute is the first one


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


async def digests(tables: Tables, by: float) -> list[DueRow]:
    return [*(await tables.store.due.all_by(by, 9)).get(DIGEST, ())]


@pytest.mark.parametrize(
    ("now", "rest", "told"),
    [
        ("2030-03-17 08:59", Rest(), "2030-03-17 09:00"),
        ("2030-03-17 09:00", Rest(), "2030-03-18 09:00"),
        ("2030-03-17 12:00", Rest("America/New_York"), "2030-03-17 13:00"),
        ("2030-03-30 12:00", Rest("Europe/Berlin"), "2030-03-31 07:00"),  # clocks have been set forward that night
        ("2030-03-17 12:00", Rest("Europe/Berlin", quiet=(0, 600)), "2030-03-18 09:00"),
        ("2030-03-17 12:00", Rest(away=(("2030-03-18", "2030-03-19"),)), "2030-03-20 00:00"),
    ],
)
def test_digest_comes_in_the_persons_morning(now: str, rest: Rest, told: str) -> None:
    assert next_digest(at(now), rest, PERSON) == at(told)


def test_digests_of_a_time_zone_are_spread_over_half_an_hour() -> None:
    people = [(1_600_000_000_000 + 7919 * number) << 22 for number in range(1000)]  # ids as Discord makes them
    times = sorted(next_digest(at("2030-03-17 08:59"), Rest(), person) for person in people)
    assert at("2030-03-17 09:00") <= times[0]
    assert times[-1] < at("2030-03-17 09:30")
    assert max(sum(first <= each < first + 60 for each in times) for first in times) < 60  # a minute
    assert times == sorted(next_digest(at("2030-03-17 08:59"), Rest(), person) for person in people)


def test_digest_after_quiet_hours_is_spread_as_well() -> None:
    late = (29 * 60 * 1000 // 1000) << 22
    quiet = Rest(quiet=(0, 600))
    assert next_digest(at("2030-03-17 00:30"), quiet, late) == at("2030-03-17 10:29")
    assert next_digest(at("2030-03-17 10:10"), quiet, late) == at("2030-03-18 10:29")
    assert next_digest(at("2030-03-17 09:10"), Rest(), late) == at("2030-03-17 09:29")


async def test_one_message_for_all_tables(tables: Tables) -> None:
    one, two = await start_table(tables, 2, pace="relaxed"), await start_table(tables, 2, pace="relaxed")
    for table in (one, two):
        await set_person_settings(tables.store, table.position.to_act[0].person, direct=True, digest=True)
    advance(tables, 36 * HOUR + 1)
    await run_due(tables)
    people = {table.position.to_act[0].person for table in (one, two)}
    morning = next_digest(tables.now(), Rest(), PERSON)
    assert await pending_notices(tables.store) == []
    assert {(row.subject, row.at) for row in await digests(tables, morning)} == {(person, morning) for person in people}
    advance(tables, morning - tables.now())
    await run_due(tables)
    owed = await pending_notices(tables.store)
    assert sorted((row.subject, row.person, row.table) for row in owed) == sorted(("digest", person, None) for person in people)
    assert await digests(tables, morning) == []
    claimed = await tables.store.outbox.claim("me", tables.now(), 20)
    again = await tables.store.outbox.claim("other", tables.now() + CLAIM_SECONDS, 20)  # after a kill
    assert {row.id for row in claimed if row.subject == "digest"} == {row.id for row in again if row.subject == "digest"}


async def test_earliest_digest_counts(tables: Tables) -> None:
    for at_ in (9.0, 5.0, 7.0):
        await tables.store.due.put(DIGEST, PERSON, at_)
    assert await digests(tables, 5.0) == [DueRow(DIGEST, PERSON, 5.0)]


async def test_turn_ending_before_the_digest_gets_its_own_message(tables: Tables) -> None:
    table = await start_table(tables, 2, pace="live")
    await set_person_settings(tables.store, table.position.to_act[0].person, direct=True, digest=True)
    advance(tables, 301)
    await run_due(tables)
    assert [row.subject for row in await pending_notices(tables.store)] == ["reminder"]


async def test_person_erased_in_between_gets_no_daily_message(tables: Tables) -> None:
    await tables.store.due.put(DIGEST, PERSON, 5.0)
    found = await tables.store.due.all_by(5.0, 9)
    await erase_person(tables, PERSON)
    await run_due(tables, found=found)
    assert await pending_notices(tables.store) == []
