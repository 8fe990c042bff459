"""The message of an open table, which shows its seats and terms, and what stays of it."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakKeyDictionary

import aiohttp
import discord
from discord import ButtonStyle

from cogs.channel.board import cover
from cogs.channel.threads import edit_message
from cogs.lobby.terms import terms_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picture, Row, button, files, layout, on_private_message, rows
from cogs.shell.words import names_of
from db.rows import SeatRow
from host.deadlines import DAY, EXPIRY
from host.position import Position
from host.table import Table

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that an answer waits for its picture
_changing: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()


def lobby_message(at: Position, *shown: Picture) -> Layout:
    """An open table: who sits at it, what is agreed on, and how to join; with its picture once that is painted."""
    row, game = at.row, at.game
    options = [f"Option: {v.title}." for v in game.variants if v.key in row.variants.split()]
    again = [f"A rematch of table {row.rematch_of}."] if row.rematch_of else []
    head = [f"## {game.title}", f"-# {game.credits} · about {game.minutes} minutes of play · table {at.id}"]
    agreed = [f"-# {line}" for line in (*again, *terms_of(row), *options)]
    seats = [_seat_line(at, seat) for seat in at.seats]
    free = [f"{n}. *free*" for n in range(len(at.seats) + 1, row.size + 1)]
    who = "\n".join([*seats, *free, *_invitation(at)])
    return layout("\n".join([*head, *agreed]), *shown, who, *_controls(at))


def _seat_line(at: Position, seat: SeatRow) -> str:
    name = names_of(at.names)(seat.seat)
    if seat.standing == "reserved":
        return f"{seat.seat + 1}. *reserved for {name}*"
    return f"{seat.seat + 1}. {name}{' (host)' if seat.person == at.row.host else ''}"


def _invitation(at: Position) -> list[str]:
    people = ", ".join(f"<@{person}>" for person in invited(at))
    return [f"-# {people}: a seat is kept for you. **Join** takes it, **Leave** lets it go."] if people else []


def invited(at: Position) -> list[int]:
    """The persons whose seats are kept."""
    return [seat.person for seat in at.seats if seat.standing == "reserved"]


def _controls(at: Position) -> list[Row]:
    """For all, and for the host."""
    seated = len(at.seated)
    joining = [
        button("Join", f"l1:join:{at.id}", ButtonStyle.primary, disabled=seated >= at.row.size),
        button("Leave", f"l1:leave:{at.id}"),
        button("Start", f"l1:start:{at.id}", ButtonStyle.success, disabled=seated < min(at.game.seats)),
    ]
    hosting = [button("Change…", f"l1:change:{at.id}"), button("Cancel", f"l1:cancel:{at.id}", ButtonStyle.danger)]
    return [*rows(joining), *rows(hosting)]


def closed_message(at: Position) -> Layout:
    """What stays of the lobby message once the table has started or was cancelled."""
    head = f"## {at.game.title}\n"
    if at.row.status != "cancelled":
        people = ", ".join(names_of(at.names)(seat.seat) for seat in at.seats)
        return layout(f"{head}{people} play table {at.id} in <#{at.row.place}>.")
    if at.row.ending == "idle":
        days = int(EXPIRY / DAY)
        return layout(f"{head}Nobody started table {at.id} within {days} days, so it is closed. **/game new** opens another.")
    return layout(f"{head}Table {at.id} was cancelled.")


def paint(at: Position) -> asyncio.Task[Picture]:
    """The picture of a table of this size, painted off the event loop and kept."""
    return asyncio.create_task(asyncio.to_thread(cover, at.row.game, at.row.size))


async def _soon(painting: asyncio.Task[Picture]) -> list[Picture]:
    """The picture, if nobody has to wait for it; nothing else may depend on it."""
    done, _ = await asyncio.wait({painting}, timeout=PATIENCE)
    return [picture.result() for picture in done]


def _content(at: Position, shown: list[Picture]) -> tuple[Layout, list[Picture]]:
    return (lobby_message(at, *shown), shown) if at.row.status == "open" else (closed_message(at), [])


async def answer_new(i: Interaction, table: Table) -> None:
    """Show a table that was just opened; if its picture takes longer, it follows."""
    at = table.position
    shown = await _soon(paint(at))
    view = lobby_message(at, *shown)
    answer = await i.response.send_message(view=view, files=files(*shown), allowed_mentions=to_invited(at))
    assert answer.message_id is not None
    await i.client.tables.set_lobby(table, answer.message_id)
    if not shown:
        i.client.background(refresh_lobby(i.client, table))


async def refresh(i: Interaction, table: Table) -> None:
    """Show the lobby message as it is now: as the answer where it was clicked, else by the bot's own right."""
    message, lobby = i.message, table.position.row.lobby
    if message is None or on_private_message(i) or lobby not in (None, message.id):
        await refresh_lobby(i.client, table)
        return
    if lobby is None:  # clicked before its id was kept
        await i.client.tables.set_lobby(table, message.id)
    shown, turn = await _soon(paint(table.position)), _turn(table)
    if turn.locked() and not i.response.is_done():
        await i.response.defer()
    async with turn:
        view, pictures = _content(table.position, shown)
        if i.response.is_done():
            await i.edit_original_response(view=view, attachments=files(*pictures))
        else:
            await i.response.edit_message(view=view, attachments=files(*pictures))
    if not shown and table.position.row.status == "open":
        i.client.background(refresh_lobby(i.client, table))


async def refresh_lobby(client: Parterre, table: Table) -> None:
    """Show a table's lobby message as it is now; one that was deleted is posted again while the table is open."""
    row = table.position.row
    shown = [await paint(table.position)] if row.status == "open" else []
    lobby, place = row.lobby, (row.channel, row.guild)
    try:
        if lobby is not None:
            async with _turn(table):
                view, pictures = _content(table.position, shown)
                await edit_message(client, place, lobby, view, *pictures)
        elif row.status == "open":
            await _post(client, table, None)
    except discord.NotFound:
        if table.position.row.status == "open":
            await _post(client, table, lobby)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("lobby of table %d not refreshed: %s", table.id, error)


def _turn(table: Table) -> asyncio.Lock:
    """Changes of the message are made one by one, so that the last shows what is so now."""
    return _changing.setdefault(table, asyncio.Lock())


async def restore_lobby(client: Parterre, table: Table) -> None:
    """Post the lobby message of an open table again if it was deleted."""
    row = table.position.row
    lobby, channel = row.lobby, client.get_partial_messageable(row.channel, guild_id=row.guild)
    try:
        if lobby is not None:
            await channel.fetch_message(lobby)
            return
    except discord.NotFound:
        log.info("lobby of table %d was deleted", table.id)
    await _post(client, table, lobby)


async def _post(client: Parterre, table: Table, former: int | None) -> None:
    """A new lobby message instead of the former; nothing if there is one already. The first pings those whose seats are kept."""
    shown = await paint(table.position)
    async with table.lock:
        at = table.position
        if at.row.lobby != former or at.row.status != "open":
            return
        message = await client.get_partial_messageable(at.row.channel, guild_id=at.row.guild).send(
            view=lobby_message(at, shown),
            files=files(shown),
            nonce=f"lobby-{table.id}-{(former or 0) % 10_000}",
            allowed_mentions=discord.AllowedMentions.none() if former else to_invited(at),
        )
        await client.tables.set_lobby(table, message.id)


def to_invited(at: Position) -> discord.AllowedMentions:
    """Nobody is pinged but those whose seats are kept."""
    users = [discord.Object(person) for person in invited(at)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
