"""Replace people's names in texts that earlier versions stored by their ids, where they can be matched to seats.

Names that cannot be matched stay in their texts. A name is matched to the person who has the seat now, or to former players of
a seat: their names are in the log, and their ids at their moves.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from db.rows import RemarkRow, SeatRow
from db.statement import Stale
from db.store import Store
from db.stored_names import MessageRow, Renaming
from host.codec import SHAPE_ERRORS, decode, decode_story, encode, encode_story
from host.leaving import change_of_hands
from host.notices import Notice
from host.outbox import Shown, StoredPart
from host.summary import COMPUTERS, TableSummary, visible_name
from rules import GAMES
from rules.game import Event, Seat
from rules.text import PIECE, Param, Text, named

log = logging.getLogger(__name__)

NAMED_FACT = "names"  # of the database: stored texts were searched for names
PAGE_TABLES = 500
PERSON_PARAMS = ("name", "former", "old", "asker", "host")  # of stored texts
DATA = "{data}"  # message of a text that is a name

Rename = Callable[[str], Text | None]


async def replace_names(store: Store, now: float) -> int:
    """Replace the names in all stored texts, once for each database; return the number of tables that had some.

    A stop at any moment loses nothing: the next call goes on.

    :param now: seconds since 1970.
    """
    if await store.facts.get(NAMED_FACT) is not None:
        return 0
    last, done = 0, 0
    while (until := await store.stored_names.page_end(last, PAGE_TABLES)) is not None:
        for table in await store.stored_names.tables(last, until):
            done += await _replace_at(store, table, now)
        last = until
    await store.facts.put(**{NAMED_FACT: "replaced"})
    if done:
        log.info("stored texts of %d tables name people by id now", done)
    return done


async def _replace_at(store: Store, table: int, now: float) -> bool:
    """Replace the names in the texts of one table; return whether there were any."""
    (found,) = await store.outlines([table]) or (None,)
    if found is None or found.row.game not in GAMES:
        return False
    at, remarks = TableSummary.of_rows(found), await store.remarks(table)
    try:
        events = [event for remark in remarks for event in decode_story(remark.events)]
        players = Players.of(at, events, await store.stored_names.movers(table))
        renaming = Renaming(
            [(remark, new) for remark in remarks if (new := rename_remark(remark, players.named)) != remark],
            [(row, new) for row in await store.stored_names.messages(table) if (new := _renamed_message(row, players)) != row],
            [(seat.seat, first, seat.person) for seat in at.seats if seat.former and (first := players.first(seat))],
            players.former,
        )
    except SHAPE_ERRORS:
        log.exception("table %d keeps names in its texts, as they cannot be read", table)
        return False
    if not any(renaming[:3]):
        return False
    try:
        await store.stored_names.replace(table, found.row.revision, renaming, now)
    except Stale:
        return await _replace_at(store, table, now)
    return True


@dataclass(frozen=True)
class Players:
    """The people who have or had the seats of a table.

    ``by_seat``: by seat, ids by the names with which texts may call its players. ``former``: ids and names of former players.
    ``firsts``: by seat, the id of its first player, if another one has it now and the first one is known.
    """

    by_seat: Sequence[Mapping[str, int]]
    former: Sequence[tuple[int, str]]
    firsts: Mapping[Seat, int]

    @classmethod
    def of(cls, at: TableSummary, events: Iterable[Event], movers: Iterable[tuple[int, int]]) -> Players:
        """Return the players of a table by its seats, the events of its log, and the people who moved on each seat."""
        names = _former_names(at, events)
        by_seat: list[dict[str, int]] = []
        former, firsts = list[tuple[int, str]](), dict[Seat, int]()
        for seat in at.seats:
            moved = [person for number, person in movers if number == seat.seat and person != seat.person]
            people = [name for name in names[seat.seat] if name not in COMPUTERS]
            known = {} if seat.level else {name_key(at.names[seat.seat]): seat.person, name_key(seat.name): seat.person}
            if len(people) == len(moved):  # else somebody never moved, and nobody can tell who
                former += zip(moved, people, strict=True)
                known = {name_key(name): person for name, person in zip(people, moved, strict=True)} | known
                if people and names[seat.seat][0] == people[0]:
                    firsts[seat.seat] = moved[0]
            by_seat.append(known)
        return cls(by_seat, former, firsts)

    def first(self, seat: SeatRow) -> int:
        """Return the id of the first player of a seat; 0 if it is not known, or nobody else had it."""
        return self.firsts.get(seat.seat, 0)

    def named(self, name: str) -> Text | None:
        """Return the only player whom a text can mean by this name, or None."""
        key = name_key(name)
        found = {(known[key], seat) for seat, known in enumerate(self.by_seat) if key and key in known}
        return named(*found.pop()) if len({person for person, _ in found}) == 1 else None

    def at_seat(self, seat: Seat, name: str) -> int | None:
        """Return the player whom a board showed at a seat by this name, or None."""
        if name in COMPUTERS:
            return -1 - COMPUTERS.index(name)
        return self.by_seat[seat].get(name_key(name)) if seat < len(self.by_seat) else None


def name_key(name: str) -> str:
    """Return a name as names are compared; the first versions stored them with signs of Markdown escaped."""
    return visible_name(name.replace("\\", ""))


def _former_names(at: TableSummary, events: Iterable[Event]) -> Mapping[Seat, list[str]]:
    """Return by seat the names of its former players, the first one first, as the log has them."""
    found: dict[Seat, list[str]] = defaultdict(list)
    now = [{name_key(seat.name), name_key(at.names[seat.seat])} for seat in at.seats]
    for player, former in reversed([*filter(None, map(change_of_hands, events))]):
        key = name_key(player) if isinstance(player, str) else ""
        seat = next((number for number, names in enumerate(now) if key and key in names), None)
        if seat is not None and isinstance(former, str):
            now[seat] = {name_key(former)}
            found[seat].insert(0, former)
    for seat in at.seats:
        if seat.former and not found[seat.seat]:
            found[seat.seat] = [seat.former]
    return found


def rename_remark(remark: RemarkRow, person: Rename) -> RemarkRow:
    """Return a remark with other texts in place of names."""
    events = decode_story(remark.events)
    new = _renamed_events(events, person)
    return remark if new == events else remark._replace(events=encode_story(new))


def rename_payload(row: MessageRow, person: Rename) -> MessageRow:
    """Return a notice or board with other texts in place of names in its payload."""
    if row.kind == "notice":
        told = decode(row.payload, Notice)
        new = replace(told, text=rename(told.text, person))
        return row if new == told else row._replace(payload=encode(new))
    parts = decode(row.payload, tuple[StoredPart, ...])
    renamed = tuple(replace(part, events=_renamed_events(part.events, person)) for part in parts)
    return row if renamed == parts else row._replace(payload=encode(renamed))


def _renamed_message(row: MessageRow, players: Players) -> MessageRow:
    renamed = rename_payload(row, players.named)
    return renamed._replace(shown=_renamed_shown(row.shown, players)) if row.kind == "board" and row.shown else renamed


def _renamed_shown(stored: str, players: Players) -> str:
    """Return what a board has shown with ids in place of names, if each name is matched."""
    shown = decode(stored, Shown)
    people = [players.at_seat(seat, name) for seat, name in enumerate(shown.names)]
    if not people or None in people:
        return stored
    return encode(replace(shown, names=(), people=tuple(person or 0 for person in people)))


def _renamed_events(events: tuple[Event, ...], person: Rename) -> tuple[Event, ...]:
    return tuple(replace(event, text=rename(event.text, person)) for event in events)


def rename(text: Text, person: Rename) -> Text:
    """Return a text with other texts in place of the names of people. Names of commands and pieces stay.

    :param person: returns what to write for a name, None to leave it.
    """

    if text.message == PIECE:
        return text

    def changed(name: str, value: Param) -> Param:
        if isinstance(value, tuple):
            return tuple(rename(each, person) if isinstance(each, Text) else each for each in value)
        called = dict(value.params).get("data") if isinstance(value, Text) and value.message == DATA else value
        if name in PERSON_PARAMS and isinstance(called, str):
            return person(called) or value
        return rename(value, person) if isinstance(value, Text) else value

    return replace(text, params=tuple((name, changed(name, value)) for name, value in text.params))
