"""The end of a game in the channel: who won, and everybody's points."""

from __future__ import annotations

from cogs.shell.components import Row, button, rows
from db.rows import SeatRow
from host.computers import described
from host.leaving import result_counts
from host.outline import former_name
from host.position import Position
from rules.game import Score, winners
from rules.text import Text, joined, listed, say, who

MOST = 1500  # characters of the points; without their parts if there are more


def result_line(at: Position, *, bold: bool = True) -> Text:
    """Who won; where the game ended before its end, which its story tells, who was ahead."""
    found = [winner_name(at.seats[seat]) for seat in winners(at.game.scores(at.state))]
    names = listed(*(say("**{name}**", name=name) if bold else name for name in found))
    if at.row.ending and len(found) > 1:
        return say("The game is over early: {names} had the same points.", names=names)
    if at.row.ending:
        return say("The game is over early: {name} was ahead.", name=names)
    if len(found) > 1:
        return say("The game is over: {names} share the victory.", names=names)
    return say("The game is over: {name} won.", name=names)


def points_lines(at: Position) -> Text:
    """Everybody's points with what they are made of, most points first."""
    scores = at.game.scores(at.state)
    order = sorted(at.seats, key=lambda seat: (scores[seat.seat].points, scores[seat.seat].ties), reverse=True)
    full = joined("\n", *(_line(seat, scores[seat.seat], with_parts=True) for seat in order))
    if len(str(full)) <= MOST:
        return full
    return joined("\n", *(_line(seat, scores[seat.seat], with_parts=False) for seat in order))


def seat_name(seat: SeatRow) -> Text:
    """Whose result this is: of the person named, of a stand-in, or of one who took the seat over."""
    if seat.level:
        return described(seat)
    if result_counts(seat):
        return who(seat.seat)
    if seat.standing == "gone":
        return say("{name} (stand-in)", name=who(seat.seat))
    return say("{name}, for {former}", name=who(seat.seat), former=former_name(seat))


def winner_name(seat: SeatRow) -> Text:
    """The same in a headline: what a computer is, the points tell that stand with it."""
    return who(seat.seat) if seat.level else seat_name(seat)


def ending_rows(at: Position) -> list[Row]:
    """What can still be done at an ended table, besides looking at it."""
    return rows(
        [
            button(say("My view"), f"b1:view:{at.id}"),
            button(say("Rematch"), f"l1:rematch:{at.id}"),
            button(say("Replay"), f"g1:replay:{at.id}"),
            button(say("⋯"), f"b1:more:{at.id}"),
        ]
    )


def _line(seat: SeatRow, score: Score, *, with_parts: bool) -> Text:
    told = say("**{points}** {name}", points=score.points, name=seat_name(seat))
    parts = [say("{part} {points}", part=label, points=points) for label, points in score.parts if points]
    if not (with_parts and parts):
        return told
    return joined("\n", told, say("-# {parts}", parts=joined(" · ", *parts)))
