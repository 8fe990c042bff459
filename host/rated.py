"""Rated tables before their start: where they can be opened, on which terms, and what people agree to when they join."""

from __future__ import annotations

from collections.abc import Iterable

from db.rows import SeatRow, TableRow
from db.store import Store
from host.mentions import command
from host.refusal import Refused
from host.servers import read_server_settings
from host.summary import TableSummary
from rules.text import message, say
from standings.ratings import SHOWN_AFTER_GAMES

CONSENT = say(
    "**Rated game.** If you join, the result changes your rating. After {count} rated games, your rating and your name appear on "
    "this server's leaderboard. You can hide your name at any time with {settings}.",
    count=SHOWN_AFTER_GAMES,
    settings=command("settings"),
)
NO_CHANGE = say("This is a rated game: if it ends this way, no rating changes.")
ENDED_UNRATED = say("No rating changes, as this rated game ended early.")
LATE_LOSS = say("This is a rated game: if the table closes, players who are to move rank last.")
MOVE_TO_KEEP = say("This is a rated game, and it is your turn. Make a move to keep the table open.")
LOSS = say("This is a rated game: if you resign, you rank last.")
HANDED_OVER = say("This is a rated game: the former player of the seat ranks last, and the new one is not rated.")
OFF = message("Games are not rated on this server. Somebody who manages it can turn ratings on with {setup}.")
NO_COMPUTERS = say("Computers cannot play rated games. Play without computers, or make the table unrated.")
NO_HINTS = say("There are no hints in rated games.")
ALREADY_JOINED = say(
    "Somebody has already joined this table as an unrated game. Open a new table, so that everybody can decide before joining."
)


class ConsentNeeded(Refused):
    """A person wants to join a rated table, and has not read what that means."""

    def __init__(self) -> None:
        super().__init__(CONSENT)


def time_out_action(row: TableRow) -> str:
    """Return what happens when the time for a turn is over, a key of `host.lobby.TIMEOUT_ACTIONS`.

    A rated table gives up seats instead of letting stand-ins play them to the end: people would be rated by their moves.
    """
    return "give-up" if row.rated and row.lapse == "stand-in" else row.lapse


def people_who_leave_when_idle(at: TableSummary) -> tuple[SeatRow, ...]:
    """Return the seats that count as left if nobody moves until the table is closed: of a rated game, the people who are to act.

    If the table is paused, or nobody else is left to win, these are none.
    """
    late = tuple(seat for seat in at.to_act if seat.is_person)
    return late if at.row.rated and at.row.paused is None and len(late) < len(at.seated) else ()


async def ratings_are_on(store: Store, guild: int) -> bool:
    """Return whether rated tables can be opened on a server."""
    return (await read_server_settings(store, guild)).ratings


async def require_ratings(store: Store, row: TableRow) -> None:
    """Require that a table may be opened on its server as a rated one if it is to be.

    :raises Refused: when the managers of the server have not turned ratings on.
    """
    if row.rated and not await ratings_are_on(store, row.guild):
        raise Refused(say(OFF, setup=command("setup")))


def require_rated_terms(row: TableRow, seats: Iterable[SeatRow]) -> None:
    """Require that a table may be rated if it is to be: no computers and no hints.

    :raises Refused: when it may not.
    """
    if not row.rated:
        return
    if any(seat.level for seat in seats):
        raise Refused(NO_COMPUTERS)
    if row.hints == 1:
        raise Refused(NO_HINTS)


def require_nobody_joined(at: TableSummary) -> None:
    """Require that only the host sits at a table that becomes rated, as the others have joined an unrated game.

    :raises Refused: when somebody else does.
    """
    if any(seat.person != at.row.host for seat in at.seated):
        raise Refused(ALREADY_JOINED)
