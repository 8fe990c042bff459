"""What computers and stand-ins do: they think in other processes, by what their seat may see, and move as people do.

A computer is a seat with a ``level`` (`db.rows.SeatRow`), standing ``seated``, whose ``person`` is below 0, and like anybody's
only once at the table: -1, -2 …. `Outline.players` has people and computers, `Outline.seated` people alone. A seat that was
given up (``gone``) is played by a stand-in, and so is one turn of a person whose time was over; both play steadily.

Whoever wants good moves for a person, such as a hint, asks `consider`.
"""

from __future__ import annotations

from host.position import Position
from host.workers import Workers
from players.decision import consider as considered
from players.search import Turn
from rules.game import Seat

SECONDS = 2.0  # of a processor for one decision; then thinking is cut short


async def consider(workers: Workers, at: Position, seat: Seat, level: str) -> list[Turn]:
    """The moves worth a thought for this seat, whose turn it is, the best first; the same each time for the same position.

    Nothing but what the seat may see goes into it. `Tables.workers` think.
    """
    view, count = at.game.view(at.state, seat), len(at.seats)
    return await workers.run(considered, at.row.game, count, view, seat, level, seed(at), SECONDS, trained=trained(at))


def seed(at: Position) -> str:
    """What makes thinking about a position the same each time; nothing in it is secret."""
    return f"{at.id} {at.seq}"


def trained(at: Position) -> bool:
    """Were the weights made for the rules that this table is played by?"""
    return at.row.version == at.game.version
