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

UNPLAYED_ENDINGS = ("alone", "idle")  # after which no stand-in may have moved for people who left
POINTS_CHARACTERS = 1500  # with more, the points are shown without their parts


def result_line(at: Position) -> Text:
    """Return who won; if the game was ended early, who was ahead."""
    if at.row.ending and _is_even(at):
        return say("The game ended early: nobody was ahead.")
    found = [_winner_name(at, at.seats[seat]) for seat in winners(at.game.scores(at.state))]
    names = listed(*(say("**{name}**", name=name) for name in found))
    if at.row.ending and len(found) > 1:
        return say("The game ended early: {names} were tied.", names=names)
    if at.row.ending:
        return say("The game ended early: {name} was ahead.", name=names)
    if len(found) > 1:
        return say("The game is over: {names} share the victory.", names=names)
    return say("The game is over: {name} won.", name=names)


def _is_even(at: Position) -> bool:
    """Return whether nobody is ahead: no person has moved yet, or all seats have the same points."""
    return not at.by_people or len({score.points for score in at.game.scores(at.state)}) == 1


def points_lines(at: Position) -> Text:
    """Return the points of every seat with their parts, most points first."""
    scores = at.game.scores(at.state)
    order = sorted(at.seats, key=lambda seat: (scores[seat.seat].points, scores[seat.seat].ties), reverse=True)
    full = joined("\n", *(_line(at, seat, scores[seat.seat], with_parts=True) for seat in order))
    if len(str(full)) <= POINTS_CHARACTERS:
        return full
    return joined("\n", *(_line(at, seat, scores[seat.seat], with_parts=False) for seat in order))


def seat_name(at: Position, seat: SeatRow) -> Text:
    """Return the name for a seat's result, with its playing strength or its note."""
    if seat.level:
        return describe_computer(seat)
    note = seat_note(at, seat)
    return say("{name} ({note})", name=who(seat.seat), note=note) if note else who(seat.seat)


def seat_note(at: Position, seat: SeatRow) -> Text | None:
    """Return who played a seat of people, unless the person named there played it to the end.

    If the game ended because people left, or did not move, no stand-in may have moved, so none is named.
    """
    if seat.level or result_counts(seat):
        return None
    if seat.standing != "gone":
        return say("for {former}", former=former_name(seat))
    return say("left the game") if at.row.ending in UNPLAYED_ENDINGS else say("stand-in")


def _winner_name(at: Position, seat: SeatRow) -> Text:
    """Return the name for a headline; the points tell which seats are computers."""
    return who(seat.seat) if seat.level else seat_name(at, seat)


def ending_rows(at: Position) -> list[Row]:
    """Return the buttons of an ended table."""
    again = [button(say("My view"), f"b1:view:{at.id}"), button(say("Rematch"), f"l1:rematch:{at.id}")]
    back = [button(say("Replay"), f"g1:replay:{at.id}"), button(say("Review"), f"g1:review:{at.id}")]
    return [*rows([*again, back[0]]), *rows([back[1], button(say("⋯"), f"b1:more:{at.id}")])]  # they do not wrap on a phone


def _line(at: Position, seat: SeatRow, score: Score, *, with_parts: bool) -> Text:
    line = say("**{points}** {name}", points=score.points, name=seat_name(at, seat))
    parts = [say("{part} {points}", part=label, points=points) for label, points in score.parts if points]
    if not (with_parts and parts):
        return line
    return joined("\n", line, say("-# {parts}", parts=joined(" · ", *parts)))
