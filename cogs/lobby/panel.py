"""Change… and Seats…: a form and a private panel in which the host of an open table changes its terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from cogs.lobby.commands import lobby_of
from cogs.lobby.message import refresh_lobby
from cogs.lobby.opening import make_guest_seat
from cogs.lobby.terms import (
    HINTS,
    LANGUAGES,
    PACE_NAMES,
    SEATINGS,
    TIMEOUT_ACTIONS,
    known_language,
    menu_options,
    offered_language,
)
from cogs.shell.answer import Answer, Late, open_form, private
from cogs.shell.chosen import chosen_number, chosen_person, chosen_value, form_values
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Menu, Picker, layout, menu, note, people_menu
from cogs.shell.forms import ChoiceField, Form, SwitchField
from cogs.shell.routes import route
from cogs.shell.visibility import require_sight, table_of
from db.rows import SeatRow
from host.lobby import Terms, change_terms, free_seat, require_one_of, require_open, reserve_seat
from host.position import Position
from host.rated import ratings_are_on
from host.refusal import Refused
from host.table import Table
from rules.text import say, say_n, who

HELP = {  # switches of the form
    "points": say("Show the points for each answer"),
    "guidance": say("Show first-time players a line of the rules"),
    "hints": say("Allow hints"),
}
RATED = {"rated": say("Rated game, without hints")}


def terms_form(at: Position, *, ratings: bool) -> Form:
    """Return a form with the present terms.

    :param ratings: whether the server has rated games.
    """
    row = at.row
    on = {"points": row.points == "shown", "guidance": row.guidance == "first", "hints": at.hints_allowed, "rated": row.rated}
    rates = ratings or bool(row.rated)
    label, offered = (say("Help and rating"), HELP | RATED) if rates else (say("Help"), HELP)
    return Form(
        say("Change table {table}", table=row.id),
        f"l1:terms:{row.id}",
        (
            ChoiceField(say("Time limit"), tuple(menu_options(PACE_NAMES)), row.pace),
            ChoiceField(say("When time is up"), tuple(menu_options(TIMEOUT_ACTIONS)), row.lapse),
            ChoiceField(say("Order of the seats"), tuple(menu_options(SEATINGS)), row.seating),
            SwitchField(label, tuple(menu_options(offered)), tuple(name for name in offered if on[name])),
            ChoiceField(say("Language of the table"), tuple(menu_options(LANGUAGES)), offered_language(row.language)),
        ),
    )


def _terms_in(at: Position, values: list[list[str]]) -> Terms:
    """Return the terms of a submitted form; hints that are allowed in practice games only stay so if nobody switched them."""
    pace, lapse, seating, switched, language = (*values, [], [], [], [], [])[:5]
    hints = "hints" in switched
    return Terms(
        pace=next(iter(pace), ""),
        lapse=next(iter(lapse), ""),
        seating=next(iter(seating), ""),
        points="shown" if "points" in switched else "hidden",
        guidance="first" if "guidance" in switched else "none",
        hints=None if hints == at.hints_allowed else int(hints),
        rated=int("rated" in switched),
        language=known_language(next(iter(language), "")),
    )


def seats_panel(at: Position) -> Layout:
    """Return menus for the number of seats, and to keep seats for people."""
    sizes = [(say_n("{count} player", "{count} players", n), str(n)) for n in at.game.seats if n >= len(at.seats)]
    return layout(
        say("**Seats of table {table}**\nEverybody sees a change at once in the table's message.", table=at.id),
        menu(say("Seats"), f"l1:size:{at.id}", sizes, str(at.row.size)),
        *_reserving(at),
        names=at.names,
    )


def _reserving(at: Position) -> list[Menu | Picker]:
    """Return menus to reserve a free seat for somebody, and to release a reserved one."""
    reserved = [seat for seat in at.seats if seat.standing == "reserved"]
    kept = [(say("Seat {number}: {seat}", number=s.seat + 1, seat=who(s.seat)), str(s.person)) for s in reserved]
    keeping = [people_menu(say("Keep a seat for…"), f"l1:reserve:{at.id}")] if len(at.seats) < at.row.size else []
    return [*keeping, *([menu(say("Free a kept seat…"), f"l1:free:{at.id}", kept)] if kept else [])]


@route("l1:change:{table}", Late.NEVER)
async def open_terms(i: Interaction) -> Answer:
    at = table_of(i).position
    require_open(at)
    return open_form(terms_form(at, ratings=await ratings_are_on(i.client.tables.store, at.row.guild)))


@route("l1:terms:{table}")
async def change_all_terms(i: Interaction) -> Answer:
    """Store the terms of a submitted form."""
    terms = _terms_in(table_of(i).position, form_values(i))
    return await _changed(i, partial(change_terms, terms=terms), note(say("Done. The table's message shows the new terms.")))


@route("l1:seats:{table}")
async def open_seats(i: Interaction) -> Answer:
    async with lobby_of(i) as found:
        require_open(found.position)
    return private(seats_panel(found.position))


# The menus of panels that former versions sent.


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


async def _changed(i: Interaction, work: Callable[[Table, int], Awaitable[None]], done: Layout | None = None) -> Answer:
    """Change the table, notify invited people, and answer; once the table has started, with the refusal.

    :param done: the answer; None: the panel of the seats.
    """
    found = table_of(i)
    try:
        await work(found, i.user.id)
    except Refused as refused:
        if found.position.row.status != "open":
            return private(note(refused.text, found.position.names))
        raise
    i.client.sender.wake()
    return private(done or seats_panel(found.position)).then(lambda _: refresh_lobby(i.client, found))


def _person(i: Interaction) -> SeatRow:
    """Return a reserved seat for the person chosen in a menu.

    :raises Refused: if they cannot play here.
    """
    chosen = chosen_person(i)
    return make_guest_seat(i, chosen.id, chosen.name, bot=not chosen.plays)


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
