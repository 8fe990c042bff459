"""Write notices, and answer their buttons."""

from __future__ import annotations

from discord import ButtonStyle

from cogs.board.lines import title_line
from cogs.board.message import due_text
from cogs.sender.kinds import NOTICE_WRITERS, NoticeMessage
from cogs.shell.answer import Answer, Late, change, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, note, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from db.rows import OutboxRow
from host.mentions import moment
from host.mentions import person as mention
from host.notices import notice_of
from host.nudge import mute_reminders, nudge
from host.people import read_named
from host.position import Position
from host.scheduler import keep_open
from rules.text import Text, joined, say, who

MOVE, VIEW = (say("Your move"), "b1:move", ButtonStyle.primary), (say("My view"), "b1:view", ButtonStyle.secondary)
MUTE = (say("Mute for this turn"), "n1:mute", ButtonStyle.secondary)
KEEP = (say("Keep this table"), "n1:keep", ButtonStyle.primary)
BUTTONS = {
    "reminder": (MOVE, MUTE),
    "nudge": (MOVE, MUTE),
    "late": (MOVE, VIEW),
    "played": (VIEW,),
    "next": (VIEW,),
    "idle": (KEEP,),
}
MUTED = say("You get no more reminders of this turn, and nobody can nudge you about it. Your time keeps running.")


async def write_notice(client: Parterre, notice: OutboxRow, at: Position | None, *, direct: bool) -> NoticeMessage:
    """Return a notice as it is posted.

    :param at: its table, if it is about one.
    :param direct: it goes to its person as a direct message, so it need not name them.
    """
    writer = NOTICE_WRITERS.get(notice.subject)
    if writer is not None:
        return await writer(client, notice)
    text = await read_named(client.tables.store, at, notice_of(notice).text)
    ping = mention(notice.person) if notice.person is not None and not direct else None
    pinged = () if notice.person is None else (notice.person,)
    return NoticeMessage(_layout(client, notice, at, joined(" ", ping, text)), pinged)


def _layout(client: Parterre, notice: OutboxRow, at: Position | None, told: Text) -> Layout:
    """Return the notice's sentence, the end of the turn, and a way to the table; then its buttons."""
    if at is None:
        return note(told)
    head = say("-# {title}", title=title_line(at))
    buttons = [button(label, f"{target}:{at.id}", style) for label, target, style in BUTTONS.get(notice.subject, ())]
    lines, to_move = joined("\n", told, _until(notice, at, client.tables.now()), head), MOVE in BUTTONS.get(notice.subject, ())
    return layout(lines, *rows(buttons), names=at.names, marked=to_move)


def _until(notice: OutboxRow, at: Position, now: float) -> Text | None:
    """Return the end of the turn for a reminder, the end of days away for a person who is away; else None."""
    clock = at.clocks.get(notice.seat) if notice.seat is not None else None
    if clock is None:
        return None
    if notice.subject == "away":
        away = clock.away is not None and clock.away > now
        return say("Away until {day}.", day=moment(clock.away or 0, "D")) if away else None
    due = due_text(at, clock) if notice.subject in ("reminder", "nudge") else None
    return say("Your move: {due}", due=due) if due else None


@route("n1:mute:{table}")
async def mute_button(i: Interaction) -> Answer:
    """Send this person no more reminders of this turn."""
    await mute_reminders(table_of(i), i.user.id, i.id)
    return private(note(MUTED))


@route("n1:nudge:{table}")
async def nudge_button(i: Interaction) -> Answer:
    """Tell the people whose turn it is that this person waits."""
    found = table_of(i)
    nudged = await nudge(found, i.user.id, i.id)
    i.client.sender.wake()
    seats = tuple(who(clock.seat) for clock in nudged)
    told = note(say("{seats} will get a reminder.", seats=seats), found.position.names)
    return private(told).then(lambda _: i.client.presence.check_players(found))


@route("n1:keep:{table}", Late.CHANGE)
async def keep_button(i: Interaction) -> Answer:
    """Keep a table open that would close because nobody moves."""
    found = table_of(i)
    await keep_open(found, i.user.id, i.id)
    at = found.position
    told = say("**{seat}** keeps this table open.", seat=who(at.require_seat(i.user.id)))
    kept = layout(joined("\n", told, say("-# {title}", title=title_line(at))), names=at.names)
    return change(kept)
