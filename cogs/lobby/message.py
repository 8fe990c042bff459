"""The lobby message: it shows the seats and terms of an open table, and becomes its card after the start."""

from __future__ import annotations

import asyncio
import logging
from weakref import WeakKeyDictionary

import discord
from discord import ButtonStyle, ui

from cogs.board.message import cover_picture
from cogs.discord_api.errors import UNREACHABLE, Kind, classify
from cogs.lobby.card import closed_message, left_message
from cogs.lobby.terms import term_menu, terms_of
from cogs.sender.editing import Posted, edit_message
from cogs.sender.kinds import Postponed, Sent, sends
from cogs.sender.marked import items_of, send_marked, sent_before
from cogs.shell.answer import Answer, change, private, public
from cogs.shell.audience import public_reader
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, Menu, Picture, Row, button, layout, note, rows
from cogs.shell.visibility import set_table
from db.rows import OutboxRow, SeatRow, TableRow
from host.computers import LEVEL_NAMES, describe_computer
from host.mentions import person as mention
from host.position import Position
from host.rated import CONSENT
from host.table import Table
from rules.text import Text, joined, say, say_n, who

log = logging.getLogger(__name__)

LIMITED_CARD_SECONDS = 3600.0  # until the next edit, after Discord has limited edits of an old card
CROWDED_CHANNEL_SECONDS = 10.0  # until a card asks again whether its channel has room for its change
PICTURE_WAIT_SECONDS = 0.5  # that an answer waits for its picture
_changing: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()


def lobby_message(at: Position, shown: Picture | None) -> Layout:
    """Return the message of an open table: its terms, seats and buttons, and its picture once that is painted."""
    row, game = at.row, at.game
    options = [say("Option: {title}.", title=v.title) for v in game.variants if v.key in row.variants.split()]
    again = [say("A rematch of table {table}.", table=row.rematch_of)] if row.rematch_of else []
    agreed = [say("-# {line}", line=line) for line in (*again, *terms_of(at), *options)]
    seats = [_seat_line(at, seat) for seat in at.seats]
    free = [say("{number}. *free*", number=n) for n in range(len(at.seats) + 1, row.size + 1)]
    consent = say("-# {line}", line=CONSENT) if row.rated else None
    people = joined("\n", *seats, *free, _invitation(at), _needed(at), _room(at), consent)
    return layout(joined("\n", *_head(at), *agreed), shown, people, *_controls(at), names=at.names)


def _head(at: Position) -> list[Text]:
    game = at.game
    length = say_n(
        "-# {credits} · about {count} minute in one sitting · table {table}",
        "-# {credits} · about {count} minutes in one sitting · table {table}",
        game.minutes,
        credits=game.credits,
        table=at.id,
    )
    return [say("## {game}", game=game.title), length]


def _seat_line(at: Position, seat: SeatRow) -> Text:
    name, number = who(seat.seat), seat.seat + 1
    if seat.level:
        return say("{number}. {seat}", number=number, seat=describe_computer(seat))
    if seat.standing == "reserved":
        return say("{number}. *kept for {seat}*", number=number, seat=name)
    if seat.person == at.row.host:
        return say("{number}. {seat} (host)", number=number, seat=name)
    return say("{number}. {seat}", number=number, seat=name)


def _invitation(at: Position) -> Text | None:
    people = tuple(mention(person) for person in invited_people(at))
    return (
        say("-# {people}: a seat is kept for you. **Join** takes it, **Leave** gives it up.", people=people) if people else None
    )


def _needed(at: Position) -> Text | None:
    """Return why the table cannot start yet; None if it can."""
    least = min(at.game.seats)
    if len(at.players) >= least:
        return None
    return say_n("-# **Start** needs {count} player.", "-# **Start** needs {count} players.", least)


def _room(at: Position) -> Text | None:
    """Return how somebody may join a table that is full of computers; None for other tables."""
    if not at.computers or len(at.players) < at.row.size:
        return None
    host = next(seat.seat for seat in at.seats if seat.person == at.row.host)
    return say("-# All seats are taken. If somebody wants to join, {host} can press **Remove a computer**.", host=who(host))


def invited_people(at: Position) -> list[int]:
    """Return the people for whom seats are reserved."""
    return [seat.person for seat in at.seats if seat.standing == "reserved"]


def _controls(at: Position) -> list[Row | Menu]:
    """Return the controls of an open table: a row for everybody, a row for the host, and those of computers."""
    players, way = len(at.players), "agree" if at.row.rated else "join"
    joining = [
        button(say("Join"), f"l1:{way}:{at.id}", ButtonStyle.primary, disabled=players >= at.row.size),
        button(say("Leave"), f"l1:leave:{at.id}"),
        button(say("Start"), f"l1:start:{at.id}", ButtonStyle.success, disabled=players < min(at.game.seats)),
    ]
    hosting = [
        button(say("Rules"), f"r1:table:{at.id}"),
        button(say("Change…"), f"l1:change:{at.id}"),
        button(say("Seats…"), f"l1:seats:{at.id}"),
        button(say("Cancel"), f"l1:cancel:{at.id}", ButtonStyle.danger),
    ]
    return [*rows(joining), *rows(hosting), *([] if at.row.rated else _of_computers(at))]


def _of_computers(at: Position) -> list[Row | Menu]:
    """Return controls to add or remove computers, and to choose their level."""
    add = button(say("Add a computer"), f"l1:add:{at.id}", disabled=len(at.seats) >= at.row.size)
    if not at.computers:
        return [*rows([add])]
    level = term_menu(say("Computers"), f"l1:level:{at.id}", LEVEL_NAMES, at.computers[0].level)
    return [*rows([add, button(say("Remove a computer"), f"l1:remove:{at.id}")]), level]


def start_painting(client: Parterre, at: Position) -> asyncio.Task[Picture]:
    """Start to paint the cover of a table, off the event loop."""
    return asyncio.create_task(_paint_cover(client, at))


async def _paint_cover(client: Parterre, at: Position) -> Picture:
    reader = await public_reader(client, at.row)
    return await cover_picture(client.drawing, at.row.game, at.row.size, reader.teller)


async def wait_briefly(painting: asyncio.Task[Picture]) -> Picture | None:
    """Return the picture if it is there within `PICTURE_WAIT_SECONDS`, else None."""
    painting.add_done_callback(_log_failure)  # also if it fails later
    done, _ = await asyncio.wait({painting}, timeout=PICTURE_WAIT_SECONDS)
    return painting.result() if done and not painting.exception() else None


def _log_failure(painting: asyncio.Task[Picture]) -> None:
    if not painting.cancelled() and (error := painting.exception()):
        log.error("no cover: %r", error, exc_info=None if classify(error).expected else error)


async def _painted(client: Parterre, table: Table) -> Picture | None:
    """Return the picture however long it takes; None if it cannot be drawn."""
    painting = start_painting(client, table.position)
    await asyncio.wait({painting})
    return await wait_briefly(painting)


def _content(at: Position, shown: Picture | None, now: float) -> Layout:
    return lobby_message(at, shown) if at.row.status == "open" else closed_message(at, now)


async def answer_new(i: Interaction, table: Table) -> Answer:
    """Answer with the message of a new table; a picture that takes longer follows in an edit."""
    at = set_table(i, table).position
    painted = await wait_briefly(start_painting(i.client, at))

    async def then(message: int | None) -> None:
        if message is not None:
            await i.client.tables.set_lobby(table, message, at.row.revision)
        if painted is None or message is None:
            await refresh_lobby(i.client, table)

    return public(lobby_message(at, painted), tuple(invited_people(at))).then(then)


def on_lobby(i: Interaction, table: Table) -> bool:
    """Return whether the person clicked the message of this table."""
    lobby = table.position.row.lobby
    return i.message is not None and not i.message.flags.ephemeral and lobby in (None, i.message.id)


async def remember_lobby(i: Interaction, table: Table) -> None:
    """Remember the clicked message as that of its table, in case Discord's answer was lost when it was sent."""
    await table.confirm()
    if i.message is not None and table.position.row.lobby is None and on_lobby(i, table):
        await i.client.tables.set_lobby(table, i.message.id, None)


async def show_lobby(i: Interaction, table: Table, sentence: Text) -> Answer:
    """Answer by updating the lobby message if it was clicked; else answer with a sentence, and refresh the message."""
    if not on_lobby(i, table):
        return private(note(sentence)).then(lambda _: refresh_lobby(i.client, table))
    painted, at = await wait_briefly(start_painting(i.client, table.position)), table.position

    async def then(message: int | None) -> None:
        await table.confirm()
        behind = at.row.revision != table.position.row.revision or (painted is None and at.row.status == "open")
        if message is not None:
            await i.client.tables.set_lobby(table, message, at.row.revision)
        if behind or message is None:
            await refresh_lobby(i.client, table)
        i.client.sender.wake()  # only now: later messages stand beneath this one

    return change(_content(at, painted, i.client.tables.now())).then(then)


async def refresh_lobby(client: Parterre, table: Table) -> None:
    """Queue an update of a table's lobby message; a deleted one is sent again while the table is open."""
    await table.store.outbox.enqueue_lobby(table.id, table.now())
    client.sender.wake()


@sends("lobby")
async def post_lobby(client: Parterre, row: OutboxRow) -> Sent | None:
    """Show a table in its lobby message as it is now; send the message if it is missing and the table is open.

    A deleted card does not come back. If Discord limits edits of an old card, the next one comes an hour later.

    :raises Postponed: while other cards of the channel were changed too often.
    """
    assert row.table is not None
    table = await client.tables.get(row.table)
    if table.position.row.status != "open":
        now = client.tables.now()
        if not await table.store.outbox.reserve_card(table.id, table.position.row.channel, now):
            raise Postponed(now + CROWDED_CHANNEL_SECONDS)
    picture = await _painted(client, table) if table.position.row.status == "open" else None
    async with _turn(table):
        at = table.position
        while at.row.lobby is not None and await _edited(
            client, table, at, at.row.lobby, _content(at, picture, client.tables.now())
        ):
            if at.row.status != "open":
                await _leave_former(client, row, table, at)
            await table.confirm()
            if at.row.status != "open" or table.position.row.revision == at.row.revision:
                return None
            at = table.position  # a click changed the message meanwhile, and this edit may have overwritten it
        sent = await _sent(client, row, at)
        await table.confirm()  # the search may have taken long
        at = table.position
        if at.row.status == "open":
            return await _send(client, row, at, picture, sent)
        if sent is not None:  # its id was unknown when the table was cancelled or started
            await _edited(client, table, at, sent.id, left_message(at))
        return None


async def _leave_former(client: Parterre, row: OutboxRow, table: Table, at: Position) -> None:
    """Show the way to the table in an older lobby message whose id was unknown when the table got its card."""
    sent = await _sent(client, row, at)
    if sent is not None and sent.id != at.row.lobby:
        await _edited(client, table, at, sent.id, left_message(at))


async def _edited(client: Parterre, table: Table, at: Position, lobby: int, shown: Layout) -> bool:
    """Edit the lobby message; return False if it is gone."""
    try:
        await edit_message(client, Posted(at.row.guild, at.row.channel, lobby, at.row.language), shown)
    except (discord.HTTPException, discord.RateLimited) as error:
        kind = classify(error).kind
        if at.row.status != "open" and kind is Kind.LIMITED:
            raise Postponed(client.tables.now() + LIMITED_CARD_SECONDS) from error
        if kind is not Kind.MISSING:
            raise
        log.info("lobby of table %d was deleted", at.id)
        if at.row.status != "open":
            await client.tables.forget_lobby(table)
        return False
    return True


async def _sent(client: Parterre, row: OutboxRow, at: Position) -> discord.Message | None:
    """Return a lobby message with an unknown id that an earlier try, or the answer to a command, has sent."""
    place = client.get_partial_messageable(at.row.channel, guild_id=at.row.guild)
    return await sent_before(client, row, [place], lambda message: message.id != at.row.lobby and _offers(message, at.id))


async def _send(client: Parterre, row: OutboxRow, at: Position, picture: Picture | None, sent: discord.Message | None) -> Sent:
    """Send a lobby message unless one was sent; the first one pings the people with reserved seats."""
    if sent is None:
        place = client.get_partial_messageable(at.row.channel, guild_id=at.row.guild)
        people = [] if at.row.lobby else invited_people(at)
        sent = await send_marked(client, row, place, lobby_message(at, picture), at.row.language, people)
    return Sent(sent.channel.id, sent.id)


def _offers(message: discord.Message, table: int) -> bool:
    """Return whether a message has the button to start a table, which stands beside the one to join it."""
    return any(isinstance(item, ui.Button) and item.custom_id == f"l1:start:{table}" for item in items_of(message))


def _turn(table: Table) -> asyncio.Lock:
    """Return the lock of a table's lobby message: edits are made one by one, so that the last one is the newest."""
    return _changing.setdefault(table, asyncio.Lock())


async def restore_lobby(client: Parterre, table: Table) -> None:
    """Send the lobby message of an open table if it is missing or deleted, and wait a moment for it."""
    queue, outbox = f"lobby:{table.id}", table.store.outbox
    if await _stands(client, table.position.row):
        return
    if not await outbox.has_pending(queue):
        await outbox.enqueue_lobby(table.id, table.now())
    await client.sender.until_sent(queue)


async def _stands(client: Parterre, row: TableRow) -> bool:
    if row.lobby is None:
        return False
    try:
        await client.get_partial_messageable(row.channel, guild_id=row.guild).fetch_message(row.lobby)
    except UNREACHABLE as error:
        if classify(error).kind is Kind.MISSING:
            log.info("lobby of table %d was deleted", row.id)
            return False
        log.info("lobby of table %d: cannot fetch its message: %s", row.id, error)
    return True
