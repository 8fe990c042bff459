"""/review: a finished game with the points to expect after each turn, and turns for which there was a better move."""

from __future__ import annotations

import asyncio
import logging

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.play.review_pages import overview, point_page
from cogs.shell.answer import Answer, Late, private, public
from cogs.shell.audience import public_reader, reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Layout, note
from cogs.shell.delivery import Delivery
from cogs.shell.find import offer_tables
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import is_seen_by_all_here, table_of
from cogs.shell.words import describe, word
from db.reviews import ReviewRow
from db.statement import Exceeded
from host.mentions import command, moment
from host.position import Position
from host.refusal import Refused
from host.reviews import NOT_SHOWN, POSTED, Review, finished_review, read_moves, request_review, shown_points
from rules.text import joined, say, say_n

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0  # between two looks whether a review is finished
REPORT_LOOKS = 6  # looks between two reports of progress
LEFT_SECONDS = 45.0  # before Discord stops to accept changes of the answer
LATER = say("The review takes longer than usual. {review} shows it when it is finished.", review=command("review"))
STOPPED = say("The bot stopped before the review was finished. {review} asks for it again.", review=command("review"))
NOT_HERE = say("Not everybody who reads this channel may see this table, so its review cannot be posted here.")
UNFINISHED = say("This review is not finished yet. Please try again in a minute.")


class Reviews(commands.Cog):
    """The command /review."""

    @app_commands.command(
        name=word("command", "review"), description=word("description", "A finished game, with better moves for your turns")
    )
    @describe(table=word("description", "The table, if there are several"))
    @answers()
    async def review(self, i: Interaction, table: int | None = None) -> Answer:
        return await show_review(i, table_of(i).position)

    @review.autocomplete("table")
    @offers
    async def tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "over")


async def show_review(i: Interaction, at: Position) -> Answer:
    """Show a person the review of an ended game, or its progress until it is made.

    :raises Refused: when the game cannot be reviewed, or the server has reached its limit.
    """
    row = await request_review(i.client.tables, at)
    if (review := finished_review(row)) is not None:
        return private(await _overview(i, at, review))

    async def follow(_: int | None) -> None:
        i.client.background(_follow(i, at, private(_progress(i, row))))

    return private(_progress(i, row)).then(follow)


async def _follow(i: Interaction, at: Position, answer: Answer) -> None:
    """Report the progress, and then show the review; if it takes too long, or the bot ends before, say so."""
    delivery = Delivery.of(i)
    try:
        await delivery.finish(answer, await _awaited(i, at, answer))
    except asyncio.CancelledError:
        await delivery.update(answer, note(STOPPED))
        raise


async def _awaited(i: Interaction, at: Position, answer: Answer) -> Layout:
    """Return the review once it is made, or a sentence."""
    looks = max(1, int((i.expires_at.timestamp() - i.client.tables.now() - LEFT_SECONDS) / LOOK_SECONDS))
    for look in range(1, looks + 1):
        await asyncio.sleep(LOOK_SECONDS)
        row = await i.client.tables.store.reviews.get(at.id)
        if row is None:
            break
        try:
            review = finished_review(row)
        except Refused as error:
            return note(error.text)
        if review is not None:
            return await _overview(i, at, review)
        if look % REPORT_LOOKS == 0:
            await Delivery.of(i).update(answer, _progress(i, row))
    return note(LATER)


def _progress(i: Interaction, row: ReviewRow) -> Layout:
    """Return the progress, and until when the review can come, in case the bot is killed."""
    done = say_n("{done} of {count} step", "{done} of {count} steps", row.pieces, done=row.done)
    far = say("The game is being reviewed: {done}.", done=done) if row.pieces else say("The game is being reviewed.")
    until = moment(i.expires_at.timestamp(), "f")
    return note(joined("\n", far, say("-# If the review is not here by {moment}, please ask for it again.", moment=until)))


async def _overview(i: Interaction, at: Position, review: Review) -> Layout:
    store, person = i.client.tables.store, i.user.id
    shown = await shown_points(store, at, await read_moves(store, at), review, person)
    return await overview(i.client.drawing, at, review, shown, reader_of(i, at.names), person=person)


@route("g1:review:{table}")
async def review_button(i: Interaction) -> Answer:
    return await show_review(i, table_of(i).position)


@route("g1:point:{table}:{move}")
async def point_button(i: Interaction, move: int) -> Answer:
    """Show a turning point, if this person may read it."""
    at, store = table_of(i).position, i.client.tables.store
    review = await _finished(i, at)
    moves = await read_moves(store, at)
    shown = await shown_points(store, at, moves, review, i.user.id)
    number = next((number for number, each in enumerate(shown) if each.point.move == move), None)
    if number is None:
        raise Refused(NOT_SHOWN)
    return private(await point_page(i.client.drawing, at, moves, shown, number, reader_of(i, at.names)))


@route("g1:post:{table}", Late.PUBLIC)
async def post_button(i: Interaction) -> Answer:
    """Post a review for everybody, with the turns of players who show theirs."""
    at, store = table_of(i).position, i.client.tables.store
    review = await _finished(i, at)
    if not await is_seen_by_all_here(i, at.row):
        raise Refused(NOT_HERE)
    try:
        await store.reviews.post(at.id, i.client.tables.now())
    except Exceeded:
        raise Refused(POSTED) from None
    shown = await shown_points(store, at, await read_moves(store, at), review, None)
    reader = await public_reader(i.client, at.row, at.names)
    return public(await overview(i.client.drawing, at, review, shown, reader, person=None))


async def _finished(i: Interaction, at: Position) -> Review:
    """Return the finished review of a table.

    :raises Refused: when it is not finished.
    """
    row = await request_review(i.client.tables, at)
    if (review := finished_review(row)) is None:
        raise Refused(UNFINISHED)
    return review


async def setup(client: Parterre) -> None:
    await client.add_cog(Reviews())
