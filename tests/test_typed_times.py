"""Hours, days and time zones as people type them, in all languages; and zones that a machine does not know any more."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from cogs.lobby.terms import LANGUAGES
from cogs.person.cities import find_zone, offer_zones
from cogs.shell.reader import Reader
from db.rows import SeatRow
from host.deadlines import DAY, Rest, next_awake, next_digest, reminder_times
from host.lost_zones import notify_of_lost_zones
from host.mentions import day, zone
from host.notices import notice_of
from host.refusal import Refused
from host.scheduler import change_rest
from host.settings import NO_DAYS, NO_HOURS, add_trip, read_person_settings, read_quiet_hours, set_person_settings, zones
from host.settings import read_zone as zone_named
from host.tables import Tables
from host.zones import is_known, zone_of
from rules.text import say
from tests.people import ADA, BEN
from tests.sending import pending_notices
from trials.local_bot import known_languages
from trials.seeding import start_table

TODAY = date(2027, 7, 1)
NIGHT, LATER = (22 * 60, 7 * 60), (22 * 60 + 30, 7 * 60)
TRIP = ("2027-07-15", "2027-07-20")
HOURS = {
    NIGHT: (
        "22h-7h",
        "22-7",
        "22:00 07:00",
        "10 pm to 7 am",
        "10pm-7am",
        "22 Uhr bis 7 Uhr",
        "de 22h à 7h",
        "2200-0700",
        "22:00–7:00",
    ),
    LATER: (
        "22h30-7h",
        "22.30-7.00",
        "22:30 à 07:00",
        "22:30 bis 07:00",
        "22:30 to 07:00",
        "10:30 p.m. - 7 a.m.",
        "２２：３０ - ７：００",
    ),
    (0, 8 * 60): ("24h-8h", "0-8", "12 am to 8 am", "von 0:00 Uhr bis 8:00 Uhr"),
}
DAYS = (
    "2027-07-15 2027-07-20",
    "2027-07-15 - 2027-07-20",
    "2027-07-15-2027-07-20",
    "2027-07-15/2027-07-20",
    "2027-07-15 to 2027-07-20",
    "15.07.2027-20.07.2027",
    "15.7.2027 bis 20.7.2027",
    "vom 15. 7. 2027 bis zum 20. 7. 2027",
    "du 15/07/2027 au 20/07/2027",
    "15.07.2027 – 2027-07-20",
)
EXAMPLES = {  # in the sentences that refuse other words; other languages show the English ones
    "en": ("22:30-07:00", "10 pm to 7 am", "2027-07-15 to 2027-07-20"),
    "fr": ("22h30-7h", "22:30 à 07:00", "15/07/2027 au 20/07/2027"),
    "de": ("22:30-7:00", "22 Uhr bis 7 Uhr", "15.07.2027 bis 20.07.2027"),
}


@pytest.mark.parametrize(("typed", "hours"), [(typed, hours) for hours, each in HOURS.items() for typed in each])
def test_hours_are_understood(typed: str, hours: tuple[int, int]) -> None:
    assert read_quiet_hours(typed) == read_quiet_hours(typed.upper()) == hours


@pytest.mark.parametrize("typed", ["late", "22", "8-25", "22:60-7", "13 pm to 7 am", "22:30-", "22-7-9", "", "6.00-23.00"])
def test_other_hours_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_quiet_hours(typed)


@pytest.mark.parametrize("typed", DAYS)
def test_days_are_understood(typed: str) -> None:
    assert add_trip(Rest(), typed, TODAY).away == (TRIP,)


@pytest.mark.parametrize("typed", ["2027-07-15", "15.07.2027", "15/07/2027", "07/15/2027", " 15.7.2027 "])
def test_a_single_day_is_understood(typed: str) -> None:
    assert add_trip(Rest(), typed, TODAY).away == ((TRIP[0], TRIP[0]),)


@pytest.mark.parametrize("typed", ["tomorrow", "05/06/2027", "2027-02-30", "15.07.27", "2027-07-20 2027-07-15", "15.07.2027-"])
def test_other_days_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        add_trip(Rest(), typed, TODAY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_show_examples_that_are_understood(language: str) -> None:
    reader = Reader(locale=language, translate=known_languages().translate(language))
    *hours, days = EXAMPLES.get(language, EXAMPLES["en"])
    told = reader.bare(say(NO_HOURS, typed="late"))
    assert all(example in told and read_quiet_hours(example) for example in hours)
    assert days in reader.bare(say(NO_DAYS, typed="tomorrow"))
    assert add_trip(Rest(), days, TODAY).away == (TRIP,)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Zürich", "Europe/Zurich"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("New York", "America/New_York"),
        ("Wien", "Europe/Vienna"),
        ("Londres", "Europe/London"),
        ("KIEW", "Europe/Kyiv"),
        ("Kalkutta", "Asia/Kolkata"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("gmt+2", "UTC+02:00"),
        ("utc+2", "UTC+02:00"),
        ("UTC+5:30", "UTC+05:30"),
        ("GMT -3", "UTC-03:00"),
        ("+0545", "UTC+05:45"),
        ("UTC\u22129:30", "UTC-09:30"),
        ("gmt+0", "UTC"),
        ("utc", "UTC"),
    ],
)
async def test_zones_are_understood(typed: str, found: str) -> None:
    assert await find_zone(typed) == found
    assert is_known(found)


@pytest.mark.parametrize(
    "typed", ["Mars", "", "localtime", "Factory", "posixrules", "Etc/GMT+2", "GMT+15", "UTC-13", "utc+2:99", "Europe"]
)
async def test_other_zones_are_refused(typed: str) -> None:
    with pytest.raises(Refused):
        await find_zone(typed)
    with pytest.raises(Refused):
        zone_named(typed)


async def test_only_places_are_offered() -> None:
    assert {"localtime", "factory", "posixrules", "etc/gmt+2"}.isdisjoint(zones())
    assert await offer_zones("gmt+2") == await offer_zones("UTC-5") == []
    assert await offer_zones("zür") == ["Europe/Zurich"]
    assert (await offer_zones("sao"))[0] == "America/Sao_Paulo"
    assert len(await offer_zones("")) == 25
    assert all(ZoneInfo(name) for name in zones().values())


def test_distances_run_the_way_they_are_read() -> None:
    noon = datetime(2027, 1, 1, 12, tzinfo=UTC)
    for name, hours in (("UTC+02:00", 2.0), ("UTC-09:30", -9.5), ("UTC+05:45", 5.75)):
        assert noon.astimezone(zone_of(name)).utcoffset() == timedelta(hours=hours)
    night = Rest("UTC+02:00", quiet=NIGHT)
    assert next_awake(noon.timestamp() + 9 * 3600, night) == noon.timestamp() + 17 * 3600  # 23:00 there, until 7:00


def test_an_unknown_zone_counts_as_utc() -> None:
    lost, utc = Rest("Europe/Nowhere", NIGHT, (TRIP,)), Rest("UTC", NIGHT, (TRIP,))
    for moment in (1_900_000_000.0, datetime(2027, 7, 14, 20, tzinfo=UTC).timestamp()):
        assert reminder_times(moment, DAY, lost) == reminder_times(moment, DAY, utc)
        assert next_digest(moment, lost, 7) == next_digest(moment, utc, 7)
    assert [zone_of(name) for name in ("localtime", "../etc", "Europe", "")] == [UTC] * 4


def test_zones_and_days_are_told_in_words() -> None:
    french, german = (Reader((), each, translate=known_languages().translate(each)) for each in ("fr", "de"))
    assert german.markdown(zone("Europe/Zurich")) == "Zürich"
    assert french.markdown(zone("Europe/London")) == "Londres"
    assert Reader().bare(zone("America/New_York")) == "New York"
    assert Reader().bare(zone("UTC+05:30")) == "UTC+05:30"
    assert (Reader().bare(day(TRIP[0])), german.bare(day(TRIP[0]))) == ("15 July 2027", "15. Juli 2027")


async def test_the_owner_of_a_lost_zone_is_told_once(tables: Tables) -> None:
    store = tables.store
    table = await start_table(tables, "djinns", [SeatRow(0, ADA, "Ada"), SeatRow(1, BEN, "Ben")])
    await set_person_settings(store, ADA, rest=Rest("Europe/Nowhere", quiet=NIGHT))
    await set_person_settings(store, BEN, rest=Rest("Europe/Berlin"))
    assert await notify_of_lost_zones(store) == 1
    assert await notify_of_lost_zones(store) == 0
    (told,) = [row for row in await pending_notices(store) if row.subject == "zone"]
    assert (told.person, notice_of(told).direct) == (ADA, True)
    assert "Europe/Nowhere" in str(notice_of(told).text)
    await change_rest(tables, BEN, lambda rest: rest)  # clocks are made for both
    assert (await table.clock_maker()).restart_all(table.position, table.position.row)
    assert (await read_person_settings(store, ADA)).rest.quiet == NIGHT
