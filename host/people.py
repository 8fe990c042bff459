"""People in stored texts: texts name them by id (`rules.text.named`), and the names are filled in when the texts are read.

People with a seat at the table are called as the table calls them, others by the name that is stored for their account.
People whose name was erased are called "a former player".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from db.rows import SeatRow
from db.store import Store
from host.automatic import STEADY
from host.summary import COMPUTERS, TableSummary, displayed_names, visible_person
from rules.game import Event, Seat
from rules.names import UNKNOWN
from rules.text import FORMER_NAME, NAMED, Text, called, named, values_in, verbatim, with_values


def person_of(value: Text) -> int | None:
    """Return the person whom a parameter of a stored text names by id, or None."""
    return _number(value, "named") if value.message == NAMED else None


def people_in(*texts: Text) -> set[int]:
    """Return the people whom these texts name by id."""
    found = (person_of(value) for text in texts for value in values_in(text, NAMED))
    return {person for person in found if person is not None}


def by_id(at: TableSummary, seat: Seat) -> Text:
    """Return the player of a seat for a text that is stored; computers have names that nobody has to erase."""
    row = at.seats[seat]
    return verbatim(row.name) if row.level else named(row.person, seat)


async def names_of(store: Store, at: TableSummary | None, people: Iterable[int]) -> dict[int, str]:
    """Return the stored names by person, without those who have a seat at the table."""
    seated = set[int]() if at is None else {seat.person for seat in at.seats}
    return await store.people.names(set(people) - seated)


def name_of(at: TableSummary | None, names: Mapping[int, str], person: int, seat: Seat | None = None) -> str:
    """Return a person's displayed name; empty if nothing of it is visible, `FORMER_NAME` if none is stored.

    :param names: those of people without a seat at the table, by id.
    :param seat: the one that they had or would get: its number tells them from players with the same name.
    """
    if at is not None and (own := next((each.seat for each in at.seats if each.person == person), None)) is not None:
        return at.names[own]
    name = visible_person(names.get(person, FORMER_NAME))
    if at is None or seat is None or seat >= len(at.seats) or name in ("", FORMER_NAME):
        return name
    return displayed_names([each._replace(name=name, level="") if each.seat == seat else each for each in at.seats])[seat]


def fill_in(text: Text, at: TableSummary | None, names: Mapping[int, str]) -> Text:
    """Return a text with the names of the people in it; ``names`` are those of people without a seat at the table."""

    def name(value: Text) -> Text:
        person, seat = _number(value, "named"), _number(value, "of")
        if person is None:
            return value
        found = name_of(at, names, person, seat)
        return verbatim(UNKNOWN) if not found and seat is None else called(found, seat or 0)

    return with_values(text, NAMED, name)


async def read_named(store: Store, at: TableSummary | None, text: Text) -> Text:
    """Return a stored text with the names of the people in it; ``at`` is its table, if it is about one."""
    people = people_in(text)
    return fill_in(text, at, await names_of(store, at, people)) if people else text


def fill_in_events(events: Sequence[Event], at: TableSummary, names: Mapping[int, str]) -> tuple[Event, ...]:
    """Return stored events with the names of the people in them."""
    return tuple(replace(event, text=fill_in(event.text, at, names)) for event in events)


async def names_then(store: Store, at: TableSummary, people: Sequence[int]) -> tuple[str, ...]:
    """Return the displayed names of the seats when these people had them."""
    known = await names_of(store, at, people)
    return displayed_names([_seat_then(*each, known) for each in zip(at.seats, people, strict=False)])


def _seat_then(seat: SeatRow, person: int, known: Mapping[int, str]) -> SeatRow:
    """Return a seat when this person or computer had it."""
    if seat.person == person:
        return seat
    if person < 0:
        return seat._replace(name=COMPUTERS[-1 - person], level=STEADY)
    return seat._replace(name=known.get(person, FORMER_NAME), level="")


def _number(value: Text, param: str) -> int | None:
    number = dict(value.params).get(param)
    return number if isinstance(number, int) else None
