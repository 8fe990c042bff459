"""Private menus of a running table: other terms, and other people for its seats."""

from __future__ import annotations

from cogs.ballots.leaving import ask_for_language, ask_for_seat, back_to_more
from cogs.ballots.question import tell_asked
from cogs.lobby.limits import is_limited
from cogs.lobby.terms import LANGUAGES, PACE_NAMES, TIMEOUT_ACTIONS, offered_language, term_menu
from cogs.shell.answer import Answer, private
from cogs.shell.chosen import chosen_person, chosen_value
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Picker, layout, people_menu, rows
from cogs.shell.reader import plain_name
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from host.ballots import ask_terms, offer_to_play
from host.position import Position
from host.rated import time_out_action
from rules.text import say, who

ASKED = say("The bot asks the person you choose and the other players.")


def _seats(at: Position, person: int) -> list[Picker]:
    """Return a menu of people for this person's own seat, and for each seat that a stand-in or a computer plays."""
    told = {at.require_seat(person): say("Who takes over your seat?")}
    told |= {s.seat: say("Who takes over {seat}'s seat?", seat=who(s.seat)) for s in at.seats if not s.is_person}
    return [people_menu(question, f"v1:by:{at.id}:{seat}") for seat, question in told.items()]


@route("v1:terms:{table}")
async def terms_button(i: Interaction) -> Answer:
    at = table_of(i).position
    row = at.row
    pace = term_menu(say("Time limit"), f"v1:pace:{row.id}", PACE_NAMES, row.pace)
    late = (
        term_menu(say("When time is up"), f"v1:lapse:{row.id}", TIMEOUT_ACTIONS, time_out_action(row))
        if row.pace != "untimed"
        else None
    )
    language = term_menu(say("Language of the table"), f"v1:language:{row.id}", LANGUAGES, offered_language(row.language))
    told = say("Choose other terms. The bot then asks the others whether they agree.")
    return private(layout(told, pace, late, language, *rows(back_to_more(i, at))))


@route("v1:pace:{table}")
async def choose_pace(i: Interaction) -> Answer:
    return await _ask_terms(i, chosen_value(i), "")


@route("v1:lapse:{table}")
async def choose_lapse(i: Interaction) -> Answer:
    return await _ask_terms(i, "", chosen_value(i))


@route("v1:language:{table}")
async def choose_language(i: Interaction) -> Answer:
    return await tell_asked(i, await ask_for_language(table_of(i), i.user.id, chosen_value(i)))


async def _ask_terms(i: Interaction, pace: str, lapse: str) -> Answer:
    return await tell_asked(i, await ask_terms(table_of(i), i.user.id, pace, lapse))


@route("v1:replace:{table}")
async def replace_button(i: Interaction) -> Answer:
    at = table_of(i).position
    return private(layout(ASKED, *_seats(at, i.user.id), *rows(back_to_more(i, at)), names=at.names))


@route("v1:by:{table}:{seat}")
async def choose_person(i: Interaction, seat: int) -> Answer:
    return await ask_for_seat(i, table_of(i), seat, chosen_person(i))


@route("v1:offer:{table}:{seat}")
async def offer_button(i: Interaction, seat: int) -> Answer:
    """Ask the players whether a spectator may take over the seat of a stand-in."""
    name = plain_name(i.user.display_name)
    return await tell_asked(i, await offer_to_play(table_of(i), seat, i.user.id, name, bounded=is_limited(i)))


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the routes. discord.py calls this."""
