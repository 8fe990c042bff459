"""Questions to the other players of a table: posted in the channel, answered by buttons, and closed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from discord import ButtonStyle

from cogs.sender.editing import Posted, edit_message
from cogs.sender.kinds import NoticeMessage, sends, writes_notice
from cogs.sender.marked import mark_of
from cogs.shell.answer import Answer, Late, change, private
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, button, layout, note, rows
from cogs.shell.reader import clip
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from db.rows import BallotRow, OutboxRow
from host.ballots import ask_undo, prepare_ballot, silence_agrees, vote, voters, withdraw
from host.mentions import moment
from host.mentions import person as mention
from host.notices import notice_of
from host.people import read_named
from host.position import Position
from host.questions import NewPlayer, Undo, question_of
from host.refusal import MovedOn, Refused
from host.table import Table
from host.undo import free_moves, newest_move_of, question_text
from rules.text import Text, joined, say

QUESTION_CHARACTERS = 3000  # a message holds 4000
ANEW = say("The game has moved on since then.")
NEED_NOT_ASK = say("The game has moved on since then, so nobody needs to be asked. **Undo** shows what it takes back.")
SIGNS = {True: say("✓"), False: say("✗"), None: None}


@writes_notice("ballot")
async def write_question(client: Parterre, notice: OutboxRow) -> NoticeMessage:
    """Write a question as it stands now; while it is open, with buttons, and with a ping for everybody who is asked."""
    assert notice.ballot is not None
    row = await client.tables.store.ballots.get(notice.ballot)
    assert row is not None
    asked = () if row.outcome else voters((await client.tables.get(row.table)).position, row)
    return NoticeMessage(await _layout(client, row, notice), asked)


@sends("settle")
@sends("question-update")
async def update_question(client: Parterre, row: OutboxRow) -> None:
    """Edit the message of a question, so that it shows the outcome, or the people who are asked by now."""
    put = await client.tables.store.outbox.get(row.target or 0)
    if put is None or put.ballot is None or put.message is None or put.place is None or put.guild is None:
        return
    ballot = await client.tables.store.ballots.get(put.ballot)
    assert ballot is not None
    at = (await client.tables.get(ballot.table)).position
    posted = Posted(at.row.guild, put.place, put.message, at.row.language)
    await edit_message(client, posted, await _layout(client, ballot, put), mark=mark_of(put))


async def tell_asked(i: Interaction, ballot: int, *refused: Text) -> Answer:
    """Tell the asker that the question is in the channel, or that nobody had to be asked.

    :param ballot: its id; 0 if nobody had to be asked.
    :param refused: reasons why other requests of the same command were refused.
    """
    i.client.sender.wake()
    if not ballot:
        return private(note(joined("\n", say("Done: nobody else had to agree."), *refused)))
    row = await i.client.tables.store.ballots.get(ballot)
    asked = voters(table_of(i).position, row) if row is not None else ()
    told = say("I have asked the others. You will see the question and their answers at the table.")
    if len(asked) == 1:
        told = say("I have asked {name}. You will see the question and the answer at the table.", name=mention(asked[0]))
    return private(note(joined("\n", told, *refused)))


async def offer_to_ask(i: Interaction, table: Table, remark: Text | None = None) -> Answer:
    """Tell privately what an undo would take back, and offer to ask the others; raises `Refused` if they can't be asked now."""
    at, back_to = table.position, await newest_move_of(table, i.user.id)
    await prepare_ballot(table, i.user.id, Undo(back_to))
    text = await question_text(table, at.require_seat(i.user.id), back_to)
    head = say("The others have to agree to this undo. They will be asked this:")
    asking = button(say("Ask the others"), f"q2:undo:{at.id}:{at.seq}", ButtonStyle.primary)
    close = button(say("Close"), f"p1:close:{at.id}")
    return private(layout(remark, head, clip(text, QUESTION_CHARACTERS), *rows([asking, close]), names=at.names))


@route("q2:undo:{table}:{seq}")
async def undo_button(i: Interaction, seq: int) -> Answer:
    """Ask the question that was shown; if the table has moved on since, show it again, unless nobody has to be asked now."""
    table = table_of(i)
    try:
        return await tell_asked(i, await ask_undo(table, i.user.id, seq))
    except MovedOn:
        if await free_moves(table, i.user.id):
            raise Refused(NEED_NOT_ASK) from None
        return await offer_to_ask(i, table, ANEW)


@route("q1:yes:{table}:{ballot}", Late.CHANGE)
async def agree_button(i: Interaction, ballot: int) -> Answer:
    return await _answer(i, ballot, partial(vote, yes=True))


@route("q1:no:{table}:{ballot}", Late.CHANGE)
async def decline_button(i: Interaction, ballot: int) -> Answer:
    return await _answer(i, ballot, partial(vote, yes=False))


@route("q1:back:{table}:{ballot}", Late.CHANGE)
async def withdraw_button(i: Interaction, ballot: int) -> Answer:
    return await _answer(i, ballot, withdraw)


async def _answer(i: Interaction, ballot: int, answer: Callable[[Table, int, int], Awaitable[BallotRow]]) -> Answer:
    found, store = table_of(i), i.client.tables.store
    row = await answer(found, ballot, i.user.id)
    if row.outcome:
        i.client.sender.wake()
    notice = await store.outbox.of_ballot(ballot)
    # An edit that began before may arrive after the answer, so the row that shows the outcome has to stay behind it.
    edited = notice is not None and await store.outbox.is_edited(notice)

    async def shown(message: int | None) -> None:
        if row.outcome and message is not None and not edited:
            await store.outbox.mark_question_shown(ballot)

        await i.client.presence.check_players(found)

    return change(await _layout(i.client, row, notice)).then(shown)


async def _layout(client: Parterre, row: BallotRow, notice: OutboxRow | None) -> Layout:
    at = (await client.tables.get(row.table)).position
    votes = await client.tables.store.ballots.votes(row.id)
    asked = await read_named(client.tables.store, at, notice_of(notice).text) if notice else None
    text = clip(asked, QUESTION_CHARACTERS) if asked else None
    if row.outcome:
        return layout(text, _outcome(row, votes), names=at.names)
    place = f"{at.id}:{row.id}"
    controls = [
        button(say("Agree"), f"q1:yes:{place}", ButtonStyle.success),
        button(say("Decline"), f"q1:no:{place}", ButtonStyle.danger),
        button(say("Withdraw"), f"q1:back:{place}"),
    ]
    return layout(text, _votes_so_far(at, row, votes), *rows(controls), names=at.names)


def _votes_so_far(at: Position, row: BallotRow, votes: dict[int, bool]) -> Text:
    """Return the votes so far, and until when the question is open."""
    asked = voters(at, row)
    yes = sum(bool(votes.get(person)) for person in asked)
    people = tuple(joined(" ", mention(person), SIGNS[votes.get(person)]) for person in asked)
    agreed = say("**{yes} of {count} agree.** Asked: {people}", yes=yes, count=len(asked), people=people)
    date, left = moment(row.expires, "f"), moment(row.expires, "R")
    until = say("-# {needed} Open until {date}, {left}.", needed=_needed(at, row), date=date, left=left)
    return joined("\n", agreed, until)


def _needed(at: Position, row: BallotRow) -> Text:
    """Return whose agreement the question needs."""
    if silence_agrees(at, row):
        return say("Stand-ins play for everyone who is asked. If nobody declines in time, the answer is yes.")
    question = question_of(row)
    if not question.newcomer:
        return say("Everyone who is asked must agree.")
    assert isinstance(question, NewPlayer)
    newcomer, host = mention(question.newcomer), mention(at.row.host)
    if (leaver := question.leaver) in question.must_agree(at) and leaver not in (row.asker, question.newcomer):
        both = {"newcomer": newcomer, "leaver": mention(leaver)}
        if at.row.host in (row.asker, leaver):
            return say("{newcomer} and {leaver} must agree.", **both)
        return say("{newcomer} and {leaver} must agree, and so must {host} or more than half of the players.", **both, host=host)
    if row.asker == at.row.host:
        return say("{newcomer} must agree.", newcomer=newcomer)
    if row.asker == question.newcomer:
        return say("{host} or more than half of the players must agree.", host=host)
    return say("{newcomer} must agree, and so must {host} or more than half of the players.", newcomer=newcomer, host=host)


def _outcome(row: BallotRow, votes: dict[int, bool]) -> Text:
    no = tuple(mention(person) for person, yes in votes.items() if not yes)
    newcomer = mention(question_of(row).newcomer)
    return {
        "agreed": say("**Agreed.**"),
        "declined": say("**Declined** by {people}.", people=no),
        "expired": say("**Closed:** not everyone answered in time."),
        "withdrawn": say("**Withdrawn** by {asker}.", asker=mention(row.asker)),
        "full": say("**Closed:** {person} has reached the limit of running tables here.", person=newcomer),
        "left": say("**Closed:** {person} has left this server.", person=newcomer),
        "erased": say("**Closed:** the new player is no longer here."),
    }.get(row.outcome, say("**Closed:** the game has moved on since then."))
