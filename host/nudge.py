"""Waiting for a move: nudge the people for whom others wait, or mute one's own reminders."""

from __future__ import annotations

from db.rows import ClockRow
from host.ballots import voters
from host.deadlines import HOUR, next_awake
from host.mentions import duration
from host.notices import notice
from host.position import NOT_STARTED, Position
from host.refusal import Refused
from host.settings import read_person_settings
from host.step import Cause, TableStep
from host.table import Table, changing
from rules.text import Text, say, who

NUDGE_PAUSE_SECONDS = 6 * HOUR  # between two nudges of a turn
PAUSED = say("The table is paused. Nobody needs to move.")
NOBODY = say("The table is waiting only for you.")


def turns_waited_for(at: Position, person: int) -> tuple[ClockRow, ...]:
    """Return the running turns of other people; none for somebody without a seat."""
    if at.seat_of(person) is None:
        return ()
    return tuple(clock for clock in at.clocks.values() if at.seats[clock.seat].person != person and not clock.level)


async def people_waited_for(table: Table) -> tuple[int, ...]:
    """Return the people for whom a table waits.

    At an open table, it is the host; at a running one, people whose turn it is, and people who put or were asked a question.
    """
    at = table.position
    if at.row.status == "open":
        return (at.row.host,)
    people = [seat.person for seat in at.to_act if seat.is_person]
    for ballot in await table.store.ballots.open(table.id) if at.row.status == "running" else ():
        people += [ballot.asker, *voters(at, ballot)]
    return tuple(dict.fromkeys(people))


@changing
async def nudge(table: Table, person: int, interaction: int) -> tuple[ClockRow, ...]:
    """Ping the people whose turn it is, unless they rest, muted their turn, or were nudged lately; return the nudged turns.

    :raises Refused: when nobody can be nudged now.
    """
    at = table.position
    seat = at.require_seat(person)
    if at.row.paused is not None:
        raise Refused(PAUSED)
    waited = turns_waited_for(at, person)
    refusals = {clock.seat: await _reason_against(table, at, clock) for clock in waited}
    asked = tuple(clock for clock in waited if refusals[clock.seat] is None)
    if not asked:
        raise Refused(next((text for text in refusals.values() if text), NOBODY))
    now = table.now()
    clocks = {**at.clocks, **{clock.seat: clock._replace(nudged=now) for clock in asked}}
    text = say("{asker} is waiting for your move.", asker=who(seat))
    persons = {clock.seat: at.seats[clock.seat].person for clock in asked}
    notices = [
        notice(table.id, "nudge", text, seat=waited_for, person=one, direct=(await read_person_settings(table.store, one)).direct)
        for waited_for, one in persons.items()
    ]
    await table.change(TableStep(clocks=tuple(clocks.values()), notices=tuple(notices), cause=Cause(interaction)))
    return asked


@changing
async def mute_reminders(table: Table, person: int, interaction: int) -> None:
    """Stop reminders and nudges for the rest of this person's turn.

    :raises Refused: when it is not their turn.
    """
    at = table.position
    clock = at.clocks.get(at.acting_seat(person))
    if clock is None:
        raise Refused(NOT_STARTED)
    clocks = {**at.clocks, clock.seat: clock._replace(muted=1)}
    await table.change(TableStep(clocks=tuple(clocks.values()), cause=Cause(interaction)))


async def _reason_against(table: Table, at: Position, clock: ClockRow) -> Text | None:
    """Return why a turn cannot be nudged now, or None."""
    now, seat = table.now(), who(clock.seat)
    if clock.muted:
        return say("{seat} knows that it is their turn and wants no more reminders of it.", seat=seat)
    morning = next_awake(now, (await read_person_settings(table.store, at.seats[clock.seat].person)).rest)
    if morning > now:
        rest = duration(morning - now)
        return say("{seat} is away or has quiet hours now. You can nudge again in {time}.", seat=seat, time=rest)
    again = (clock.nudged or -NUDGE_PAUSE_SECONDS) + NUDGE_PAUSE_SECONDS
    if again <= now:
        return None
    return say("{seat} has already been nudged. You can do it again in {time}.", seat=seat, time=duration(again - now))
