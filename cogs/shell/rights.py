"""Check access rows before a handler runs: the meaning of each value in `cogs.shell.access`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cogs.shell.access import Row, Where, Who
from cogs.shell.client import Interaction
from cogs.shell.find import find_table
from cogs.shell.hosting import pass_on_hosting
from cogs.shell.server_choices import require_opener
from cogs.shell.visibility import table_of
from db.rows import BallotRow
from host.ballots import require_asker, require_voter
from host.leaving import require_given_up
from host.lobby import require_guest, require_host
from host.log_context import current_work
from host.position import NOT_SEATED, Position
from host.refusal import Refused
from rules.text import say

Arguments = Mapping[str, Any]
ELSEWHERE = say("Games are played in the channels of a server. Please do this there.")
SEATED = say("You have a seat at this table.")
MANAGERS = say("Only people who can manage this server may do that.")


async def admit(i: Interaction, row: Row, arguments: Arguments) -> None:
    """Find the table of an interaction, for `table_of`, and check whether this person may do what the row is about.

    :param arguments: those of the custom_id, or the options of the command.
    :raises Refused: if there is no such table, or the person may not do it.
    """
    if row.where is Where.SERVER and (i.guild is None or i.channel_id is None):
        raise Refused(ELSEWHERE)
    if row.about_a_table:
        at = (await find_table(i, arguments.get("table"), row.which)).position
        current_work().about(at.id, at.seq, at.seat_of(i.user.id))
    if row.who in (Who.HOST, Who.CLOSER):
        await pass_on_hosting(i.client, table_of(i), i.user.id)
    if row.who in SEATS:
        SEATS[row.who](table_of(i).position, i.user.id)
    if row.who in PLACES:
        await PLACES[row.who](i)
    if row.who in QUESTIONS:
        await _of_question(i, arguments["ballot"], QUESTIONS[row.who])


async def _manages(i: Interaction) -> None:
    if not i.permissions.manage_guild:
        raise Refused(MANAGERS)


async def _closes(i: Interaction) -> None:
    if not i.permissions.manage_guild:
        _hosts(table_of(i).position, i.user.id)


def _hosts(at: Position, person: int) -> None:
    if at.row.status == "open":
        require_host(at, person)


def _kept(at: Position, person: int) -> None:
    if at.row.status == "open":
        require_guest(at, person)


def _sits(at: Position, person: int) -> None:
    if at.seat_of(person) is None:
        raise Refused(NOT_SEATED)


def _watches(at: Position, person: int) -> None:
    if not at.watches(person):
        raise Refused(SEATED)


def _replaces(at: Position, person: int) -> None:
    if at.row.status == "running" and at.seat_of(person) is None:
        require_given_up(at, person)
    else:
        at.require_seat(person)


async def _of_question(i: Interaction, ballot: int, require: Callable[[Position, BallotRow, int], None]) -> None:
    """Check a voter or asker while the question is open; the handler itself explains a closed one."""
    found = await i.client.tables.store.ballots.get(ballot)
    at = table_of(i).position
    if found is not None and found.table == at.id and not found.outcome:
        require(at, found, i.user.id)


PLACES: dict[Who, Callable[[Interaction], Awaitable[object]]] = {
    Who.OPENER: require_opener,
    Who.REMATCHER: require_opener,
    Who.MANAGER: _manages,
    Who.TABLE_MANAGER: _manages,
    Who.CLOSER: _closes,
}
SEATS: dict[Who, Callable[[Position, int], object]] = {
    Who.GUEST: _kept,
    Who.HOST: _hosts,
    Who.SEATED: _sits,
    Who.PLAYER: Position.require_seat,
    Who.MOVER: Position.acting_seat,
    Who.MOVER_OR_WATCHER: lambda at, person: at.watches(person) or at.acting_seat(person),
    Who.PLAYER_OR_WATCHER: lambda at, person: at.watches(person) or at.require_seat(person),
    Who.WATCHER: _watches,
    Who.RETURNING: require_given_up,
    Who.REPLACER: _replaces,
}
QUESTIONS = {Who.VOTER: require_voter, Who.ASKER: require_asker}
