"""Questions to the others at a table: put, answered and closed in the channel."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import discord
from discord import ButtonStyle

from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, defer, layout, note_view, private, rows
from cogs.shell.errors import explain
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import cut, told_with
from db.rows import BallotRow, NoticeRow
from host.ballots import ask_undo, subject_of, vote, voters, withdraw
from host.codec import decode_text
from host.position import Position
from host.refusal import Refused
from host.table import Table
from host.undo import newest_of, question

log = logging.getLogger(__name__)

LONGEST = 3000  # characters of a question; a message holds 4000
NOBODY = discord.AllowedMentions.none()  # those asked are pinged once, when the question is put
SIGNS = {True: " ✓", False: " ✗", None: ""}


async def ballot_layout(client: Parterre, notice: NoticeRow) -> Layout:
    """The message of a notice that puts a question: as it stands now, with buttons while it is open."""
    assert notice.ballot is not None
    row = await client.tables.store.ballots.get(notice.ballot)
    assert row is not None
    return await _layout(client, row, notice)


async def ballot_voters(client: Parterre, notice: NoticeRow) -> tuple[int, ...]:
    """The persons whom this message pings: all whose answer is asked for; nobody if the question is closed already."""
    assert notice.ballot is not None
    row = await client.tables.store.ballots.get(notice.ballot)
    return voters((await client.tables.get(row.table)).position, row) if row and not row.outcome else ()


async def show_outcome(client: Parterre, ballot: BallotRow) -> None:
    """Let the message of a closed question say so; if Discord does not take it now, `show_closed` tries again."""
    store = client.tables.store
    notice = await store.notices.of_ballot(ballot.id)
    if notice is None:
        return
    if notice.message is not None and notice.place is not None:
        guild = (await client.tables.get(ballot.table)).position.row.guild
        message = client.get_partial_messageable(notice.place, guild_id=guild).get_partial_message(notice.message)
        try:
            await message.edit(view=await _layout(client, ballot, notice), allowed_mentions=NOBODY)
        except discord.NotFound:
            log.info("table %d: the message of question %d is gone", ballot.table, ballot.id)
        except discord.HTTPException as error:
            log.info("table %d: question %d is not shown as closed: %s", ballot.table, ballot.id, error)
            return
    await store.notices.forget(notice.id)


async def show_closed(client: Parterre) -> None:
    """The same for all that were closed by something else than a click: moves, the end of the game, time."""
    for ballot in await client.tables.store.ballots.to_show():
        with suppress(Refused):  # by a table that is not understood any more
            await show_outcome(client, ballot)


async def tell_asked(i: Interaction) -> None:
    """What the asker is told; the question itself is in the channel."""
    i.client.notices.send_soon()
    await private(i, note_view("The others are asked. The question and its answer are at the table."))


async def offer_to_ask(i: Interaction, table: Table) -> None:
    """Tell privately what an undo would take back, and offer to ask the others."""
    at, seq = table.position, await newest_of(table, i.user.id)
    text = told_with(at.names, await question(table, at.require_seat(i.user.id), seq))
    head = "The others have to agree to this undo. They would be asked:"
    asking = button("Ask the others", f"q1:undo:{at.id}:{seq}", ButtonStyle.primary)
    await private(i, layout(head, cut(text, LONGEST), *rows([asking])))


@route("q1:undo:{table}:{seq}")
async def undo_button(i: Interaction, table: int, seq: int) -> None:
    await defer(i)
    await ask_undo(await table_of(i, table), i.user.id, seq)
    await tell_asked(i)


@route("q1:yes:{table}:{ballot}")
async def agree_button(i: Interaction, table: int, ballot: int) -> None:
    await _answer(i, table, ballot, partial(vote, yes=True))


@route("q1:no:{table}:{ballot}")
async def decline_button(i: Interaction, table: int, ballot: int) -> None:
    await _answer(i, table, ballot, partial(vote, yes=False))


@route("q1:back:{table}:{ballot}")
async def withdraw_button(i: Interaction, table: int, ballot: int) -> None:
    await _answer(i, table, ballot, withdraw)


async def _answer(i: Interaction, table: int, ballot: int, answer: Callable[[Table, int, int], Awaitable[BallotRow]]) -> None:
    found, store = await table_of(i, table), i.client.tables.store
    try:
        row = await answer(found, ballot, i.user.id)
    except Refused as error:
        await explain(i, error)
        await show_closed(i.client)
        return
    if row.outcome:
        i.client.boards.post_soon(table)
    notice = await store.notices.of_ballot(ballot)
    await i.response.edit_message(view=await _layout(i.client, row, notice), allowed_mentions=NOBODY)
    if row.outcome and notice is not None:
        await store.notices.forget(notice.id)


async def _layout(client: Parterre, row: BallotRow, notice: NoticeRow | None) -> Layout:
    at = (await client.tables.get(row.table)).position
    votes = await client.tables.store.ballots.votes(row.id)
    text = [cut(told_with(at.names, decode_text(notice.text)), LONGEST)] if notice else []
    if row.outcome:
        return layout(*text, _outcome(row, votes))
    place = f"{at.id}:{row.id}"
    controls = [
        button("Agree", f"q1:yes:{place}", ButtonStyle.success),
        button("Decline", f"q1:no:{place}", ButtonStyle.danger),
        button("Withdraw", f"q1:back:{place}"),
    ]
    return layout(*text, _tally(at, row, votes), *rows(controls))


def _tally(at: Position, row: BallotRow, votes: dict[int, bool]) -> str:
    """Who is asked, and how far it has come."""
    asked = voters(at, row)
    people = ", ".join(f"<@{person}>{SIGNS[votes.get(person)]}" for person in asked)
    agreed = f"**{sum(bool(votes.get(person)) for person in asked)} of {len(asked)} agree.** Asked: {people}"
    return f"{agreed}\n-# {_needed(at, row)} Open until <t:{int(row.expires)}:f>, <t:{int(row.expires)}:R>."


def _needed(at: Position, row: BallotRow) -> str:
    """Whose yes it takes."""
    if row.kind != "replace":
        return "All who are asked have to agree."
    newcomer, host = f"<@{subject_of(row).person}>", f"<@{at.row.host}>"
    if row.asker == at.row.host:
        return f"{newcomer} has to agree."
    return f"{newcomer} has to agree, and so has {host}, or more than half of those who sit here."


def _outcome(row: BallotRow, votes: dict[int, bool]) -> str:
    no = ", ".join(f"<@{person}>" for person, yes in votes.items() if not yes)
    return {
        "agreed": "**Agreed.**",
        "declined": f"**Declined** by {no}.",
        "expired": "**Closed:** not everyone has answered in time.",
        "withdrawn": f"**Withdrawn** by <@{row.asker}>.",
    }.get(row.outcome, "**Closed:** the table has moved on since.")
