"""Change…: the private panel in which the host of an open table changes its terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from cogs.lobby.commands import lobby_of
from cogs.lobby.message import refresh_lobby
from cogs.lobby.opening import make_guest_seat
from cogs.lobby.terms import GUIDANCE, HINTS, LANGUAGES, PACE_NAMES, POINTS, SEATINGS, TIMEOUT_ACTIONS, known_language, term_menu
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_number, chosen_person, chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Menu, Picker, layout, menu, note, people_menu
from cogs.shell.routes import route
from cogs.shell.visibility import require_sight, table_of
from db.rows import SeatRow
from host.lobby import Terms, change_terms, free_seat, require_one_of, require_open, reserve_seat
from host.position import Position
from host.refusal import Refused
from host.table import Table
from rules.text import say, say_n, who


def terms_panel(at: Position) -> Layout:
    """Return menus that show the present terms."""
    row, game = at.row, at.game
    sizes = [(say_n("{count} player", "{count} players", n), str(n)) for n in game.seats if n >= len(at.seats)]
    late = None if row.pace == "untimed" else term_menu(say("When time is up"), f"l1:lapse:{row.id}", TIMEOUT_ACTIONS, row.lapse)
    return layout(
        say("**Table {table} before the start**\nEverybody sees a change at once in the message of the table.", table=row.id),
        term_menu(say("Pace"), f"l1:pace:{row.id}", PACE_NAMES, row.pace),
        late,
        term_menu(say("Who sits where"), f"l1:seating:{row.id}", SEATINGS, row.seating),
        term_menu(say("What an answer brings"), f"l1:points:{row.id}", POINTS, row.points),
        term_menu(say("Guidance with each question"), f"l1:guidance:{row.id}", GUIDANCE, row.guidance),
        term_menu(say("Hints"), f"l1:hints:{row.id}", HINTS, str(row.hints)),
        term_menu(say("Language of the table"), f"l1:language:{row.id}", LANGUAGES, row.language),
        menu(say("Seats"), f"l1:size:{row.id}", sizes, str(row.size)),
        *_reserving(at),
        names=at.names,
    )


def _reserving(at: Position) -> list[Menu | Picker]:
    """Return menus to reserve a free seat for somebody, and to release a reserved one."""
    reserved = [seat for seat in at.seats if seat.standing == "reserved"]
    kept = [(say("Seat {number}: {seat}", number=s.seat + 1, seat=who(s.seat)), str(s.person)) for s in reserved]
    keeping = [people_menu(say("Keep a seat for…"), f"l1:reserve:{at.id}")] if len(at.seats) < at.row.size else []
    return [*keeping, *([menu(say("Keep a seat no longer"), f"l1:free:{at.id}", kept)] if kept else [])]


@route("l1:change:{table}")
async def open_panel(i: Interaction) -> Answer:
    async with lobby_of(i) as found:
        require_open(found.position)
    return private(terms_panel(found.position))


@route("l1:pace:{table}")
async def choose_pace(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(pace=chosen_value(i))))


@route("l1:lapse:{table}")
async def choose_lapse(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(lapse=chosen_value(i))))


@route("l1:seating:{table}")
async def choose_seating(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(seating=chosen_value(i))))


@route("l1:points:{table}")
async def choose_points(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(points=chosen_value(i))))


@route("l1:guidance:{table}")
async def choose_guidance(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(guidance=chosen_value(i))))


@route("l1:hints:{table}")
async def choose_hints(i: Interaction) -> Answer:
    require_one_of(chosen_value(i), tuple(HINTS))
    return await _changed(i, partial(change_terms, terms=Terms(hints=int(chosen_value(i)))))


@route("l1:language:{table}")
async def choose_language(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(language=known_language(chosen_value(i)))))


@route("l1:size:{table}")
async def choose_size(i: Interaction) -> Answer:
    return await _changed(i, partial(change_terms, terms=Terms(size=chosen_number(i) or -1)))


@route("l1:reserve:{table}")
async def keep_seat(i: Interaction) -> Answer:
    chosen = _person(i)
    await require_sight(i, chosen.person, table_of(i).position.row.channel)
    return await _changed(i, partial(reserve_seat, person=chosen.person, name=chosen.name, bounded=True))


@route("l1:free:{table}")
async def free_button(i: Interaction) -> Answer:
    return await _changed(i, partial(free_seat, person=chosen_number(i) or -1))


async def _changed(i: Interaction, work: Callable[[Table, int], Awaitable[None]]) -> Answer:
    """Change the table, notify invited people, and answer with the panel; once the table has started, with the refusal."""
    found = table_of(i)
    try:
        await work(found, i.user.id)
    except Refused as refused:
        if found.position.row.status != "open":
            return private(note(refused.text, found.position.names))
        raise
    i.client.sender.wake()
    return private(terms_panel(found.position)).then(lambda _: refresh_lobby(i.client, found))


def _person(i: Interaction) -> SeatRow:
    """Return a reserved seat for the person chosen in a menu.

    :raises Refused: if they cannot play here.
    """
    chosen = chosen_person(i)
    return make_guest_seat(i, chosen.id, chosen.name, bot=not chosen.plays)


async def setup(_: Parterre) -> None:
    """Register only routes."""
