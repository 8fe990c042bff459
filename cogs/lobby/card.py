"""The card above a table's thread: its lobby's message after the start."""

from __future__ import annotations

from cogs.board.ending import result_line, seat_name
from cogs.board.lines import title_line
from cogs.board.message import PAUSED
from cogs.shell.components import Layout, layout
from db.rows import ClockRow, SeatRow
from host.deadlines import DAY, IDLE_NOTICE_SECONDS, OPEN_TABLE_SECONDS
from host.mentions import command, moment, place
from host.position import Position
from host.rating_steps import changes_ratings
from rules.text import Text, joined, say, say_n, who


def closed_message(at: Position, now: float) -> Layout:
    """Return the lobby message of a table that is not open any more: a card above its thread, else a sentence.

    :param now: the time that the card of a running game tells, as it may be shown for long.
    """
    card = at.row.place != at.row.channel and at.row.status in ("running", "over")
    return layout(joined("\n", *_card(at, now)), names=at.names) if card else left_message(at)


def left_message(at: Position) -> Layout:
    """Return a message that will not change again: the way to the table, or that it was cancelled."""
    return layout(joined("\n", say("## {game}", game=at.game.title), _what_became(at)), names=at.names)


def _card(at: Position, now: float) -> list[Text | None]:
    """Return the lines of a card: the game with a link to its newest board, people, turn and points; at the end the result."""
    people = tuple(who(seat.seat) for seat in at.seats)
    rated = say("rated") if at.row.rated and changes_ratings(at.row.ending, at.seats) else None
    head = joined(" · ", say("{people} in {place}", people=people, place=place(at.row.place)), rated)
    way = say("### {title}", title=title_line(at))
    if at.row.status == "over":
        return [way, head, result_line(at), _points(at)]
    return [
        way,
        head,
        *_turns(at),
        _points(at),
        None if at.row.paused is not None else say("-# As of {time}", time=moment(now, "R")),
    ]


def _turns(at: Position) -> list[Text]:
    """Return the turns of people; a computer has moved long before the card changes again."""
    return [PAUSED] if at.row.paused is not None else [_turn(at, seat) for seat in at.to_act if not seat.level]


def _turn(at: Position, seat: SeatRow) -> Text:
    clock = at.clocks.get(seat.seat)
    if clock is None:
        return say("**{seat}** to move", seat=who(seat.seat))
    return say("**{seat}** to move · turn began {time}", seat=who(seat.seat), time=moment(_began(at, clock), "R"))


def _began(at: Position, clock: ClockRow) -> float:
    """Return when a turn began; its clock tells a later time, maybe a future one, if the time was extended."""
    row = at.row
    return clock.began if row.wake is None or row.warned else min(clock.began, row.wake - IDLE_NOTICE_SECONDS)


def _points(at: Position) -> Text | None:
    """Return the points of every seat: of a running game only those known to all, or None if the table hides them."""
    if at.row.status == "over":
        points = tuple(score.points for score in at.game.scores(at.state))
    else:
        points = at.game.open_points(at.view(None)) if at.points_shown else ()
    each = [say("{name} {points}", name=seat_name(at, at.seats[seat]), points=count) for seat, count in enumerate(points)]
    if not each:
        return None
    told = joined(" · ", *each)
    return say("Points: {points}", points=told) if at.row.status == "over" else say("Points so far: {points}", points=told)


def _what_became(at: Position) -> Text:
    if at.row.status != "cancelled":
        return _where(at)
    if at.row.ending == "idle":
        return say_n(
            "Nobody started table {table} within {count} day, so it is closed. {new} opens another.",
            "Nobody started table {table} within {count} days, so it is closed. {new} opens another.",
            int(OPEN_TABLE_SECONDS / DAY),
            table=at.id,
            new=command("game new"),
        )
    return say("Table {table} was cancelled.", table=at.id)


def _where(at: Position) -> Text:
    people = tuple(who(seat.seat) for seat in at.seats)
    return say("{people} are playing at table {table} in {place}.", people=people, table=at.id, place=place(at.row.place))
