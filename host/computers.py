"""Computers at an open table: their names, their playing strength, and how the host adds and removes them."""

from __future__ import annotations

from db.rows import SeatRow
from host.automatic import STEADY
from host.lobby import full_table_text, require_host, require_one_of, require_open, seat_all
from host.rated import NO_COMPUTERS
from host.refusal import Refused
from host.summary import COMPUTERS
from host.table import Table, changing
from players.levels import LEVELS
from rules.text import Text, say

TOO_MANY = say("Up to {most} computers can play at a table.", most=len(COMPUTERS))
LEVEL_NAMES = {"gentle": say("gentle"), STEADY: say("steady"), "keen": say("keen")}


def new_computers(count: int, level: str) -> tuple[SeatRow, ...]:
    """Return ``count`` computers, not yet seated.

    :param level: a key of `players.levels.LEVELS`; empty for the default.
    :raises Refused: when the level is unknown, or there are too many.
    """
    require_one_of(level or STEADY, tuple(LEVELS))
    if not 0 <= count <= len(COMPUTERS):
        raise Refused(TOO_MANY)
    return tuple(new_computer(number, level or STEADY) for number in range(count))


def new_computer(number: int, level: str) -> SeatRow:
    """Return one computer player without a seat; ``number``, from 0, distinguishes the computers of a table."""
    return SeatRow(0, -1 - number, COMPUTERS[number], level=level)


def describe_computer(seat: SeatRow) -> Text:
    """Return the name of a computer with its playing strength."""
    return say("{name} (computer, {level})", name=seat.name, level=LEVEL_NAMES[seat.level])


@changing
async def add_computer(table: Table, host: int) -> None:
    """Add a computer that plays as well as the present ones.

    :raises Refused: when the table is full, rated or has started, or this person is not its host.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    if at.row.rated:
        raise Refused(NO_COMPUTERS)
    if len(at.seats) >= at.row.size:
        raise Refused(full_table_text(at))
    if len(at.computers) == len(COMPUTERS):
        raise Refused(TOO_MANY)
    level = next((seat.level for seat in at.computers), at.row.level or STEADY)
    known = {seat.person for seat in at.computers}
    new = next(one for one in new_computers(len(COMPUTERS), level) if one.person not in known)
    await seat_all(table, [*at.players, new, *(seat for seat in at.seats if seat.standing == "reserved")])


@changing
async def remove_computer(table: Table, host: int) -> None:
    """Remove the computer that was added last. A computer that is added later gets the same playing strength.

    :raises Refused: when there is none, the table has started, or this person is not its host.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    if not at.computers:
        raise Refused(say("No computer sits at this table."))
    last = at.computers[-1]
    await seat_all(table, [seat for seat in at.seats if seat != last], level=last.level)


@changing
async def choose_level(table: Table, host: int, level: str) -> None:
    """Set the playing strength of all computers at a table.

    :raises Refused: when the level is unknown, the table has started, or this person is not its host.
    """
    at = table.position
    require_open(at)
    require_host(at, host)
    require_one_of(level, tuple(LEVELS))
    await seat_all(table, [seat._replace(level=level) if seat.level else seat for seat in at.seats])
