"""What a notice looks like, and what its buttons do."""

from __future__ import annotations

from discord import ButtonStyle

from cogs.channel.board import away_of, due_of
from cogs.channel.lines import title_line
from cogs.channel.presence import look_after
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, note_view, on_private_message, private, rows
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import names_of, told_with
from cogs.together.ballots import ballot_layout
from db.rows import NoticeRow
from host.codec import decode_text
from host.keeper import keep
from host.nudge import mute, nudge
from host.position import Position

MOVE, VIEW = ("Your move", "b1:move", ButtonStyle.primary), ("My view", "b1:view", ButtonStyle.secondary)
MUTE = ("Mute for this turn", "n1:mute", ButtonStyle.secondary)
KEEP = ("Keep this table", "n1:keep", ButtonStyle.primary)
BUTTONS = {
    "reminder": (MOVE, MUTE),
    "nudge": (MOVE, MUTE),
    "late": (MOVE, VIEW),
    "played": (VIEW,),
    "next": (VIEW,),
    "idle": (KEEP,),
}
MUTED = "No more reminders of this turn, and nobody can nudge you about it. The time runs on."


async def message_of(client: Parterre, notice: NoticeRow, at: Position | None, *, direct: bool) -> Layout:
    """The message of a notice; ``direct``: as a direct message to its person."""
    if notice.kind == "ballot":
        return await ballot_layout(client, notice)
    ping = f"<@{notice.person}> " if notice.person is not None and not direct else ""
    if at is None:
        return note_view(ping + told_with((), decode_text(notice.text)))
    text = ping + told_with(at.names, decode_text(notice.text)) + _until(notice, at, client.tables.now())
    head = f"-# {title_line(at)}"
    buttons = [button(label, f"{target}:{at.id}", style) for label, target, style in BUTTONS.get(notice.kind, ())]
    return layout(f"{text}\n{head}", *rows(buttons))


def _until(notice: NoticeRow, at: Position, now: float) -> str:
    """By when the move is expected, or when its person is back."""
    clock = at.clocks.get(notice.seat) if notice.seat is not None else None
    if clock is None:
        return ""
    dated = notice.kind in ("reminder", "nudge")
    line = due_of(at, clock) if dated else away_of(clock, now) if notice.kind == "away" else ""
    return f"\n{line[0].upper()}{line[1:]}." if line else ""


@route("n1:mute:{table}")
async def mute_button(i: Interaction, table: int) -> None:
    await mute(await table_of(i, table), i.user.id, i.id)
    await private(i, note_view(MUTED))


@route("n1:nudge:{table}")
async def nudge_button(i: Interaction, table: int) -> None:
    found = await table_of(i, table)
    asked = await nudge(found, i.user.id, i.id)
    i.client.notices.send_soon()
    names = " and ".join(names_of(found.position.names)(clock.seat) for clock in asked)
    await private(i, note_view(f"{names} will be told that you wait."))
    await look_after(i.client, found)


@route("n1:keep:{table}")
async def keep_button(i: Interaction, table: int) -> None:
    found = await table_of(i, table)
    await keep(found, i.user.id, i.id)
    at = found.position
    kept = layout(f"**{names_of(at.names)(at.require_seat(i.user.id))}** keeps this table open.\n-# {title_line(at)}")
    if on_private_message(i):
        await private(i, kept)
    else:
        await i.response.edit_message(view=kept)
