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
from cogs.shell.answer import change, on_private_message
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Picture, Row, build, button, files, layout, rows
from db.rows import SeatRow
from host.deadlines import DAY, EXPIRY
from host.mentions import command, place
from host.mentions import person as mention
from host.table import Table
from rules.text import Text, joined, say, who

log = logging.getLogger(__name__)

HEADING = "## {game}"
PATIENCE = 1.0  # seconds that an answer waits for its picture
_changing: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()


def lobby_message(table: Table, shown: Picture | None) -> Layout:
    """An open table: who sits at it, what is agreed on, and how to join; with its picture once that is painted."""
    row, game = table.row, table.game
    options = [say("Option: {title}.", title=v.title) for v in game.variants if v.key in row.variants.split()]
    again = [say("A rematch of table {table}.", table=row.rematch_of)] if row.rematch_of else []
    agreed = [say("-# {line}", line=line) for line in (*again, *terms_of(row), *options)]
    seats = [_seat_line(table, seat) for seat in table.seats]
    free = [say("{number}. *free*", number=n) for n in range(len(table.seats) + 1, row.size + 1)]
    people = joined("\n", *seats, *free, _invitation(table))
    return layout(joined("\n", *_head(table), *agreed), shown, people, *_controls(table), names=table.names)


def _head(table: Table) -> list[Text]:
    game = table.game
    length = say(
        "-# {credits} · about {minutes} minutes of play · table {table}",
        credits=game.credits,
        minutes=str(game.minutes),
        table=table.id,
    )
    return [say(HEADING, game=game.title), length]


def _seat_line(table: Table, seat: SeatRow) -> Text:
    name, number = who(seat.seat), seat.seat + 1
    if seat.standing == "reserved":
        return say("{number}. *reserved for {seat}*", number=number, seat=name)
    if seat.person == table.row.host:
        return say("{number}. {seat} (host)", number=number, seat=name)
    return say("{number}. {seat}", number=number, seat=name)


def _invitation(table: Table) -> Text | None:
    people = tuple(mention(person) for person in invited(table))
    return say("-# {people}: a seat is kept for you. **Join** takes it, **Leave** lets it go.", people=people) if people else None


def invited(table: Table) -> list[int]:
    """The persons whose seats are kept."""
    return [seat.person for seat in table.seats if seat.standing == "reserved"]


def _controls(table: Table) -> list[Row]:
    """For all, and for the host."""
    seated = len(table.seated)
    joining = [
        button(say("Join"), f"l1:join:{table.id}", ButtonStyle.primary, disabled=seated >= table.row.size),
        button(say("Leave"), f"l1:leave:{table.id}"),
        button(say("Start"), f"l1:start:{table.id}", ButtonStyle.success, disabled=seated < min(table.game.seats)),
    ]
    hosting = [
        button(say("Change…"), f"l1:change:{table.id}"),
        button(say("Cancel"), f"l1:cancel:{table.id}", ButtonStyle.danger),
    ]
    return [*rows(joining), *rows(hosting)]


def closed_message(table: Table) -> Layout:
    """What stays of the lobby message once the table has started or was cancelled."""
    return layout(joined("\n", say(HEADING, game=table.game.title), _what_became(table)), names=table.names)


def _what_became(table: Table) -> Text:
    if table.row.status != "cancelled":
        people = tuple(who(seat.seat) for seat in table.seats)
        return say("{people} play table {table} in {place}.", people=people, table=table.id, place=place(table.row.place))
    if table.row.ending == "idle":
        told = "Nobody started table {table} within {days} days, so it is closed. {new} opens another."
        return say(told, table=table.id, days=int(EXPIRY / DAY), new=command("game new"))
    return say("Table {table} was cancelled.", table=table.id)


def paint(table: Table) -> asyncio.Task[Picture]:
    """The picture of a table of this size, painted off the event loop and kept."""
    return asyncio.create_task(asyncio.to_thread(cover, table.row.game, table.row.size))


async def _soon(painting: asyncio.Task[Picture]) -> Picture | None:
    """The picture, if nobody has to wait for it; nothing else may depend on it."""
    done, _ = await asyncio.wait({painting}, timeout=PATIENCE)
    return painting.result() if done else None


def _content(table: Table, shown: Picture | None) -> Layout:
    return lobby_message(table, shown) if table.row.status == "open" else closed_message(table)


async def answer_new(i: Interaction, table: Table) -> None:
    """Show a table that was just opened; if its picture takes longer, it follows."""
    shown = await _soon(paint(table))
    message, reader = lobby_message(table, shown), i.client.reader(table.names)
    answer = await i.response.send_message(
        view=build(message, reader), files=files(message, reader), allowed_mentions=to_invited(table)
    )
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
        await change(i, _content(table, shown))
    if not shown and table.row.status == "open":
        i.client.background(refresh_lobby(i.client, table))


async def refresh_lobby(client: Parterre, table: Table) -> None:
    """Show a table's lobby message as it is now; one that was deleted is posted again while the table is open."""
    shown = await paint(table) if table.row.status == "open" else None
    lobby, where = table.row.lobby, (table.row.channel, table.row.guild)
    try:
        if lobby is not None:
            async with _turn(table):
                await edit_message(client, where, lobby, _content(table, shown))
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
    painted = await paint(table)
    async with table.lock:
        if table.row.lobby != former or table.row.status != "open":
            return
        shown, reader = lobby_message(table, painted), client.reader(table.names)
        message = await client.get_partial_messageable(table.row.channel, guild_id=table.row.guild).send(
            view=build(shown, reader),
            files=files(shown, reader),
            nonce=f"lobby-{table.id}-{(former or 0) % 10_000}",
            allowed_mentions=discord.AllowedMentions.none() if former else to_invited(table),
        )
        await client.tables.set_lobby(table, message.id)


def to_invited(table: Table) -> discord.AllowedMentions:
    """Nobody is pinged but those whose seats are kept."""
    users = [discord.Object(person) for person in invited(table)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
