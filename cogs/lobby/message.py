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
from host.table import Table

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that an answer waits for its picture
_changing: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()


def lobby_message(table: Table, *shown: Picture) -> Layout:
    """An open table: who sits at it, what is agreed on, and how to join; with its picture once that is painted."""
    row, game = table.row, table.game
    options = [f"Option: {v.title}." for v in game.variants if v.key in row.variants.split()]
    again = [f"A rematch of table {row.rematch_of}."] if row.rematch_of else []
    head = [f"## {game.title}", f"-# {game.credits} · about {game.minutes} minutes of play · table {table.id}"]
    agreed = [f"-# {line}" for line in (*again, *terms_of(row), *options)]
    seats = [_seat_line(table, seat) for seat in table.seats]
    free = [f"{n}. *free*" for n in range(len(table.seats) + 1, row.size + 1)]
    who = "\n".join([*seats, *free, *_invitation(table)])
    return layout("\n".join([*head, *agreed]), *shown, who, *_controls(table))


def _seat_line(table: Table, seat: SeatRow) -> str:
    name = names_of(table.names)(seat.seat)
    if seat.standing == "reserved":
        return f"{seat.seat + 1}. *reserved for {name}*"
    return f"{seat.seat + 1}. {name}{' (host)' if seat.person == table.row.host else ''}"


def _invitation(table: Table) -> list[str]:
    people = ", ".join(f"<@{person}>" for person in invited(table))
    return [f"-# {people}: a seat is kept for you. **Join** takes it, **Leave** lets it go."] if people else []


def invited(table: Table) -> list[int]:
    """The persons whose seats are kept."""
    return [seat.person for seat in table.seats if seat.standing == "reserved"]


def _controls(table: Table) -> list[Row]:
    """For all, and for the host."""
    seated = len(table.seated)
    joining = [
        button("Join", f"l1:join:{table.id}", ButtonStyle.primary, disabled=seated >= table.row.size),
        button("Leave", f"l1:leave:{table.id}"),
        button("Start", f"l1:start:{table.id}", ButtonStyle.success, disabled=seated < min(table.game.seats)),
    ]
    hosting = [button("Change…", f"l1:change:{table.id}"), button("Cancel", f"l1:cancel:{table.id}", ButtonStyle.danger)]
    return [*rows(joining), *rows(hosting)]


def closed_message(table: Table) -> Layout:
    """What stays of the lobby message once the table has started or was cancelled."""
    head = f"## {table.game.title}\n"
    if table.row.status != "cancelled":
        people = ", ".join(names_of(table.names)(seat.seat) for seat in table.seats)
        return layout(f"{head}{people} play table {table.id} in <#{table.row.place}>.")
    if table.row.ending == "idle":
        days = int(EXPIRY / DAY)
        return layout(f"{head}Nobody started table {table.id} within {days} days, so it is closed. **/game new** opens another.")
    return layout(f"{head}Table {table.id} was cancelled.")


def paint(table: Table) -> asyncio.Task[Picture]:
    """The picture of a table of this size, painted off the event loop and kept."""
    return asyncio.create_task(asyncio.to_thread(cover, table.row.game, table.row.size))


async def _soon(painting: asyncio.Task[Picture]) -> list[Picture]:
    """The picture, if nobody has to wait for it; nothing else may depend on it."""
    done, _ = await asyncio.wait({painting}, timeout=PATIENCE)
    return [picture.result() for picture in done]


def _content(table: Table, shown: list[Picture]) -> tuple[Layout, list[Picture]]:
    return (lobby_message(table, *shown), shown) if table.row.status == "open" else (closed_message(table), [])


async def answer_new(i: Interaction, table: Table) -> None:
    """Show a table that was just opened; if its picture takes longer, it follows."""
    shown = await _soon(paint(table))
    view = lobby_message(table, *shown)
    answer = await i.response.send_message(view=view, files=files(*shown), allowed_mentions=to_invited(table))
    assert answer.message_id is not None
    await i.client.tables.set_lobby(table, answer.message_id)
    if not shown:
        i.client.background(refresh_lobby(i.client, table))


async def refresh(i: Interaction, table: Table) -> None:
    """Show the lobby message as it is now: as the answer where it was clicked, else by the bot's own right."""
    message = i.message
    if message is None or on_private_message(i) or table.row.lobby not in (None, message.id):
        await refresh_lobby(i.client, table)
        return
    if table.row.lobby is None:  # clicked before its id was kept
        await i.client.tables.set_lobby(table, message.id)
    shown, turn = await _soon(paint(table)), _turn(table)
    if turn.locked() and not i.response.is_done():
        await i.response.defer()
    async with turn:
        view, pictures = _content(table, shown)
        if i.response.is_done():
            await i.edit_original_response(view=view, attachments=files(*pictures))
        else:
            await i.response.edit_message(view=view, attachments=files(*pictures))
    if not shown and table.row.status == "open":
        i.client.background(refresh_lobby(i.client, table))


async def refresh_lobby(client: Parterre, table: Table) -> None:
    """Show a table's lobby message as it is now; one that was deleted is posted again while the table is open."""
    shown = [await paint(table)] if table.row.status == "open" else []
    lobby, place = table.row.lobby, (table.row.channel, table.row.guild)
    try:
        if lobby is not None:
            async with _turn(table):
                view, pictures = _content(table, shown)
                await edit_message(client, place, lobby, view, *pictures)
        elif table.row.status == "open":
            await _post(client, table, None)
    except discord.NotFound:
        if table.row.status == "open":
            await _post(client, table, lobby)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("lobby of table %d not refreshed: %s", table.id, error)


def _turn(table: Table) -> asyncio.Lock:
    """Changes of the message are made one by one, so that the last shows what is so now."""
    return _changing.setdefault(table, asyncio.Lock())


async def restore_lobby(client: Parterre, table: Table) -> None:
    """Post the lobby message of an open table again if it was deleted."""
    lobby, channel = table.row.lobby, client.get_partial_messageable(table.row.channel, guild_id=table.row.guild)
    try:
        if lobby is not None:
            await channel.fetch_message(lobby)
            return
    except discord.NotFound:
        log.info("lobby of table %d was deleted", table.id)
    await _post(client, table, lobby)


async def _post(client: Parterre, table: Table, former: int | None) -> None:
    """A new lobby message instead of the former; nothing if there is one already. The first pings those whose seats are kept."""
    shown = await paint(table)
    async with table.lock:
        if table.row.lobby != former or table.row.status != "open":
            return
        message = await client.get_partial_messageable(table.row.channel, guild_id=table.row.guild).send(
            view=lobby_message(table, shown),
            files=files(shown),
            nonce=f"lobby-{table.id}-{(former or 0) % 10_000}",
            allowed_mentions=discord.AllowedMentions.none() if former else to_invited(table),
        )
        await client.tables.set_lobby(table, message.id)


def to_invited(table: Table) -> discord.AllowedMentions:
    """Nobody is pinged but those whose seats are kept."""
    users = [discord.Object(person) for person in invited(table)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
