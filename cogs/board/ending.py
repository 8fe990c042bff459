"""The end of a game: its winner, and the points of every seat."""

from __future__ import annotations

from cogs.shell.components import Row, button, rows
from db.rows import SeatRow
from host.computers import describe_computer
from host.leaving import result_counts
from host.position import Position
from host.summary import former_name
from rules.game import Score, winners
from rules.text import Text, joined, listed, say, who

POINTS_CHARACTERS = 1500  # with more, the points are shown without their parts


def result_line(at: Position, *, bold: bool = True) -> Text:
    """Return who won; if the game was ended early, who was ahead."""
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
    """Return the points of every seat with their parts, most points first."""
    scores = at.game.scores(at.state)
    order = sorted(at.seats, key=lambda seat: (scores[seat.seat].points, scores[seat.seat].ties), reverse=True)
    full = joined("\n", *(_line(seat, scores[seat.seat], with_parts=True) for seat in order))
    if len(str(full)) <= POINTS_CHARACTERS:
        return full
    return joined("\n", *(_line(seat, scores[seat.seat], with_parts=False) for seat in order))


def seat_name(seat: SeatRow) -> Text:
    """Return the name for a seat's result: the person, a stand-in, or a person who took the seat over."""
    if seat.level:
        return describe_computer(seat)
    if result_counts(seat):
        return who(seat.seat)
    if seat.standing == "gone":
        return say("{name} (stand-in)", name=who(seat.seat))
    return say("{name}, for {former}", name=who(seat.seat), former=former_name(seat))


def winner_name(seat: SeatRow) -> Text:
    """Return the name for a headline; the points beneath it tell which seats are computers."""
    return who(seat.seat) if seat.level else seat_name(seat)


def ending_rows(at: Position) -> list[Row]:
    """Return the buttons of an ended table."""
    return rows(
        [
            button(say("My view"), f"b1:view:{at.id}"),
            button(say("Rematch"), f"l1:rematch:{at.id}"),
            button(say("Replay"), f"g1:replay:{at.id}"),
            button(say("⋯"), f"b1:more:{at.id}"),
        ]
    )


def _line(seat: SeatRow, score: Score, *, with_parts: bool) -> Text:
    line = say("**{points}** {name}", points=score.points, name=seat_name(seat))
    parts = [say("{part} {points}", part=label, points=points) for label, points in score.parts if points]
    if not (with_parts and parts):
        return line
    return joined("\n", line, say("-# {parts}", parts=joined(" · ", *parts)))
