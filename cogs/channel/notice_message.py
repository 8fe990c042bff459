"""What a notice looks like, and what its buttons do."""

from __future__ import annotations

from discord import ButtonStyle

from cogs.channel.board import due_of
from cogs.channel.digest import digest_layout
from cogs.channel.lines import title_line
from cogs.channel.presence import look_after
from cogs.shell.answer import Answer, Late, change, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, note, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.together.ballots import ballot_layout
from db.rows import OutboxRow
from host.mentions import moment
from host.mentions import person as mention
from host.notices import notice_of
from host.nudge import mute, nudge
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
MUTED = say("No more reminders of this turn, and nobody can nudge you about it. The time runs on.")


async def message_of(client: Parterre, notice: OutboxRow, at: Position | None, *, direct: bool) -> Layout:
    """The message of a notice; ``direct``: as a direct message to its person."""
    if notice.subject == "ballot":
        return await ballot_layout(client, notice)
    if notice.subject == "digest":
        return await digest_layout(client, notice)
    ping = mention(notice.person) if notice.person is not None and not direct else None
    told = joined(" ", ping, notice_of(notice).text)
    if at is None:
        return note(told)
    head = say("-# {title}", title=title_line(at))
    buttons = [button(label, f"{target}:{at.id}", style) for label, target, style in BUTTONS.get(notice.subject, ())]
    return layout(joined("\n", told, _until(notice, at, client.tables.now()), head), *rows(buttons), names=at.names)


def _until(notice: OutboxRow, at: Position, now: float) -> Text | None:
    """By when the move is expected, or when its person is back."""
    clock = at.clocks.get(notice.seat) if notice.seat is not None else None
    if clock is None:
        return None
    if notice.subject == "away":
        away = clock.away is not None and clock.away > now
        return say("So this seat is away until {day}.", day=moment(clock.away or 0, "D")) if away else None
    due = due_of(at, clock) if notice.subject in ("reminder", "nudge") else None
    return say("Your move: {due}", due=due) if due else None


@route("n1:mute:{table}")
async def mute_button(i: Interaction) -> Answer:
    await mute(table_of(i), i.user.id, i.id)
    return private(note(MUTED))


@route("n1:nudge:{table}")
async def nudge_button(i: Interaction) -> Answer:
    found = table_of(i)
    asked = await nudge(found, i.user.id, i.id)
    i.client.payer.wake()
    seats = tuple(who(clock.seat) for clock in asked)
    told = note(say("{seats} will be told that you wait.", seats=seats), found.position.names)
    return private(told).then(lambda _: look_after(i.client, found))


@route("n1:keep:{table}", Late.CHANGE)
async def keep_button(i: Interaction) -> Answer:
    found = table_of(i)
    await keep_open(found, i.user.id, i.id)
    at = found.position
    told = say("**{seat}** keeps this table open.", seat=who(at.require_seat(i.user.id)))
    kept = layout(joined("\n", told, say("-# {title}", title=title_line(at))), names=at.names)
    return change(kept)
