"""The end of a game in the channel: who won, and everybody's points."""

from __future__ import annotations

from discord.utils import escape_markdown

from cogs.shell.components import Row, button, rows
from cogs.shell.words import names_of
from db.rows import SeatRow
from host.leaving import result_counts
from host.position import Position
from rules.game import Score, winners
from rules.text import tell

MOST = 1500  # characters of the points; without their parts if there are more


def result_line(at: Position) -> str:
    """Who won; where the game ended before its end, which its story tells, who was ahead."""
    best = [f"**{seat_name(at.seats[seat])}**" for seat in winners(at.game.scores(at.state))]
    names = " and ".join(filter(None, (", ".join(best[:-1]), best[-1])))
    if at.row.ending:
        return f"The game is over early: {names} {'had the same points' if best[1:] else 'was ahead'}."
    return f"The game is over: {names} {'share the victory' if best[1:] else 'won'}."


def points_lines(at: Position) -> str:
    """Everybody's points with what they are made of, most points first."""
    scores = at.game.scores(at.state)
    order = sorted(at.seats, key=lambda seat: (scores[seat.seat].points, scores[seat.seat].ties), reverse=True)
    full = "\n".join(_line(at, seat, scores[seat.seat], with_parts=True) for seat in order)
    if len(full) <= MOST:
        return full
    return "\n".join(_line(at, seat, scores[seat.seat], with_parts=False) for seat in order)


def seat_name(seat: SeatRow) -> str:
    """Whose result this is: of the person named, of a stand-in, or of one who took the seat over."""
    name, former = escape_markdown(seat.name), escape_markdown(seat.former)
    if result_counts(seat):
        return name
    if seat.standing == "gone":
        return f"{name} (stand-in)"
    return f"{name}, for {former}"


def ending_rows(at: Position) -> list[Row]:
    """What can still be done at an ended table, besides looking at it."""
    return rows(
        [
            button("My view", f"b1:view:{at.id}"),
            button("Rematch", f"l1:rematch:{at.id}"),
            button("⋯", f"b1:more:{at.id}"),
        ]
    )


def _line(at: Position, seat: SeatRow, score: Score, *, with_parts: bool) -> str:
    name = names_of(at.names)
    parts = [f"{tell(label, name)} {points}" for label, points in score.parts if points] if with_parts else []
    told = f"\n-# {' · '.join(parts)}" if parts else ""
    return f"**{score.points}** {seat_name(seat)}{told}"
