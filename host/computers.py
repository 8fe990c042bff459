"""Computers at a table: what they are called, how well they play, and how they come to an open table."""

from __future__ import annotations

from db.rows import SeatRow
from host.automatic import STEADY
from host.lobby import full, one_of, require_host, require_open, seat_all
from host.outline import COMPUTERS
from host.refusal import Refused
from host.table import Table, changing
from players.levels import LEVELS
from rules.text import Text, say

MANY = say("Up to {most} computers play at a table.", most=len(COMPUTERS))
LEVEL_NAMES = {"gentle": say("gentle"), STEADY: say("steady"), "keen": say("keen")}


def several(count: int, level: str) -> tuple[SeatRow, ...]:
    """So many of them, whose numbers are nobody's; raises `Refused`."""
    one_of(level or STEADY, tuple(LEVELS))
    if not 0 <= count <= len(COMPUTERS):
        raise Refused(MANY)
    return tuple(computer(number, level or STEADY) for number in range(count))


def computer(number: int, level: str) -> SeatRow:
    """One of them, whose number at the table is nobody's."""
    return SeatRow(0, -1 - number, COMPUTERS[number], level=level)


def described(seat: SeatRow) -> Text:
    """The name of a computer, and what it is."""
    return say("{name} (computer, {level})", name=seat.name, level=LEVEL_NAMES[seat.level])


@changing
async def add(table: Table, host: int) -> None:
    """One more plays, as well as those who sit there; raises `Refused`."""
    at = table.position
    require_open(at)
    require_host(at, host)
    if len(at.seats) >= at.row.size:
        raise Refused(full(at))
    if len(at.computers) == len(COMPUTERS):
        raise Refused(MANY)
    level = next((seat.level for seat in at.computers), at.row.level or STEADY)
    known = {seat.person for seat in at.computers}
    new = next(one for one in several(len(COMPUTERS), level) if one.person not in known)
    await seat_all(table, [*at.players, new, *(seat for seat in at.seats if seat.standing == "reserved")])


@changing
async def remove(table: Table, host: int) -> None:
    """The one that came last plays no more; one that is added again will play as well. Raises `Refused`."""
    at = table.position
    require_open(at)
    require_host(at, host)
    if not at.computers:
        raise Refused(say("No computer sits at this table."))
    last = at.computers[-1]
    await seat_all(table, [seat for seat in at.seats if seat != last], level=last.level)


@changing
async def choose_level(table: Table, host: int, level: str) -> None:
    """So well they all play; raises `Refused`."""
    at = table.position
    require_open(at)
    require_host(at, host)
    one_of(level, tuple(LEVELS))
    await seat_all(table, [seat._replace(level=level) if seat.level else seat for seat in at.seats])
