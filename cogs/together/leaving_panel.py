"""Other terms and other people for a running table, chosen in private menus."""

from __future__ import annotations

from cogs.lobby.terms import LAPSES, PACES, options
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Row, chosen_value, defer, layout, menu, people_menu, private
from cogs.shell.people import chosen_person
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import names_of
from cogs.together.ballots import tell_asked
from cogs.together.leaving import ask_for_seat
from host.ballots import ask_terms
from host.position import Position


def _seats(at: Position, person: int) -> list[Row]:
    """A menu of people for one's own seat, and for each that a stand-in plays."""
    name, own = names_of(at.names), at.require_seat(person)
    told = {own: "Who takes over your seat?"}
    told |= {seat.seat: f"Who takes over the seat of {name(seat.seat)}?" for seat in at.seats if seat.standing == "gone"}
    return [people_menu(question, f"v1:by:{at.id}:{seat}") for seat, question in told.items()]


@route("v1:terms:{table}")
async def terms_button(i: Interaction, table: int) -> None:
    at = (await table_of(i, table)).position
    at.require_seat(i.user.id)
    pace = menu("Pace", f"v1:pace:{table}", options(PACES), at.row.pace)
    late = [menu("When time is up", f"v1:lapse:{table}", options(LAPSES), at.row.lapse)] if at.row.pace != "untimed" else []
    await private(i, layout("Other terms of time. The others are asked whether they agree to what you choose.", pace, *late))


@route("v1:pace:{table}")
async def choose_pace(i: Interaction, table: int) -> None:
    await _ask_terms(i, table, chosen_value(i), "")


@route("v1:lapse:{table}")
async def choose_lapse(i: Interaction, table: int) -> None:
    await _ask_terms(i, table, "", chosen_value(i))


async def _ask_terms(i: Interaction, table: int, pace: str, lapse: str) -> None:
    await defer(i)
    await ask_terms(await table_of(i, table), i.user.id, pace, lapse)
    await tell_asked(i)


@route("v1:replace:{table}")
async def replace_button(i: Interaction, table: int) -> None:
    at = (await table_of(i, table)).position
    await private(i, layout("Whoever you choose is asked, and so are the others.", *_seats(at, i.user.id)))


@route("v1:by:{table}:{seat}")
async def choose_person(i: Interaction, table: int, seat: int) -> None:
    await ask_for_seat(i, await table_of(i, table), seat, chosen_person(i))


async def setup(_: Parterre) -> None:
    """Nothing but routes."""
