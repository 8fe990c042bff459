"""Carries an answer to Discord: in one request if it is ready in time, else by an edit of what was deferred."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress

import discord
from discord import ui

from cogs.discord_api.errors import UNREACHABLE, Kind, classify
from cogs.shell.answer import Answer, Late
from cogs.shell.audience import language_of, reader_of
from cogs.shell.client import Interaction
from cogs.shell.components import Form, Layout, build_form, mark_of_message, note
from cogs.shell.message import Carry, T, carried
from host.mentions import command
from rules.text import say

log = logging.getLogger(__name__)

IN_TIME = 1.0  # seconds; Discord waits for 3
UNSHOWN = say(
    "The bot could not show you the answer. What you did may have counted: {board} shows how the table stands.",
    board=command("board"),
)


class Delivery:
    """One interaction, from its arrival to its answer."""

    def __init__(self, interaction: Interaction) -> None:
        self._i = interaction
        self._deferred: Late | None = None
        self._deferring: Late | None = None  # what was tried, whether or not it took effect
        message = interaction.message
        self._on_private = message is not None and message.flags.ephemeral

    @classmethod
    def of(cls, interaction: Interaction) -> Delivery:
        """The delivery of this interaction; always the same."""
        known: Delivery = interaction.extras.setdefault("delivery", cls(interaction))
        return known

    async def in_time(self, work: Awaitable[Answer], late: Late) -> Answer:
        """What the work comes to; after a second the person is told to wait for it."""
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=IN_TIME)
            if not done and late is not Late.NEVER:
                await self._defer(_put_off(late, on_private=self._on_private))
            return await task
        finally:
            if not task.done():  # nobody waits for it any more
                task.cancel()
                await asyncio.wait({task})  # until then it uses the database

    async def deliver(self, answer: Answer) -> None:
        """Carry an answer; where Discord does not take it, once more, and then in a message of its own."""
        message: int | None = None
        try:
            message = await self._tried(answer)
            for shown in answer.more:
                await self._apart(shown)
        except UNREACHABLE as error:
            log.warning("interaction %d is not answered: %r", self._i.id, error)
        except Exception:  # what the answer tells has happened all the same
            log.exception("interaction %d: its answer cannot be shown", self._i.id)
            with suppress(*UNREACHABLE):
                await self._apart(note(UNSHOWN))
        if answer.afterwards is not None:
            try:
                await answer.afterwards(message)
            except Exception as error:  # the answer stands
                log.error("after interaction %d: %r", self._i.id, error, exc_info=not classify(error).expected)

    async def update(self, answer: Answer, shown: Layout) -> None:
        """Show something else in the message of an answer that was delivered; of no consequence if Discord does not take it."""
        with suppress(*UNREACHABLE):
            await self._edit(answer, shown)

    async def finish(self, answer: Answer, shown: Layout) -> None:
        """Show there what it was all about; where that is not taken, in a message of its own."""
        try:
            await self._edit(answer, shown)
        except UNREACHABLE as error:
            log.info("interaction %d is answered apart, as %r", self._i.id, error)
            with suppress(*UNREACHABLE):
                await self._apart(shown)

    async def _defer(self, late: Late) -> None:
        self._deferring = late
        for _ in range(2):
            try:
                if late is Late.CHANGE:
                    await self._i.response.defer()
                else:
                    await self._i.response.defer(ephemeral=late is Late.PRIVATE, thinking=True)
            except UNREACHABLE as error:
                if classify(error).kind is not Kind.DONE:
                    log.info("interaction %d is not deferred: %r", self._i.id, error)
                    continue
            self._deferred = late
            return

    async def _tried(self, answer: Answer) -> int | None:
        for _ in range(2):
            try:
                return await self._carry(answer)
            except UNREACHABLE as error:
                kind = classify(error).kind
                if kind is Kind.DONE and self._deferred is not self._deferring:
                    self._deferred = self._deferring  # it took effect after all
                elif kind in (Kind.DONE, Kind.EXPIRED):
                    log.info("interaction %d: %r", self._i.id, error)
                    return None
                log.info("interaction %d is answered once more, as %r", self._i.id, error)
        return await self._anew(answer, answer.shown) if isinstance(answer.shown, Layout) else None

    async def _anew(self, answer: Answer, shown: Layout) -> int | None:
        """Send an answer in a message of its own, and return its id if everybody sees it.

        A message that still loads is deleted first: the first followup would only edit it, and Discord refuses pictures in
        edits at times.
        """
        loads = self._deferred in (Late.PRIVATE, Late.PUBLIC)
        if loads:
            with suppress(*UNREACHABLE):
                await self._i.delete_original_response()
        everybody = loads and self._deferred is Late.PUBLIC and answer.way == "public"
        return await self._apart(shown, _pinging(answer) if everybody else None)

    async def _carry(self, answer: Answer) -> int | None:
        """By the one request that fits."""
        if isinstance(answer.shown, Form):
            await self._i.response.send_modal(build_form(answer.shown, reader_of(self._i)))
            return None
        changes = answer.way == "change" or (answer.way == "private" and self._on_private)
        if self._deferred is None:
            return await (self._change if changes else self._first)(answer, answer.shown)
        waits = {Late.PRIVATE: answer.way != "public", Late.PUBLIC: answer.way == "public"}.get(self._deferred, changes)
        if waits:
            return await self._edit(answer, answer.shown)
        if self._deferred is Late.PUBLIC:
            await self._i.delete_original_response()  # what everybody waits for is told to one alone
        await self._apart(answer.shown)
        return None

    async def _first(self, answer: Answer, shown: Layout) -> int | None:
        everybody = answer.way == "public"
        mentions = _pinging(answer)

        async def send(view: ui.LayoutView, uploads: list[discord.File]) -> int | None:
            respond = self._i.response.send_message
            sent = await respond(view=view, files=uploads, ephemeral=not everybody, allowed_mentions=mentions)
            return sent.message_id

        return await self._carried(shown, send, everybody=everybody)

    async def _change(self, answer: Answer, shown: Layout) -> int | None:
        nobody = discord.AllowedMentions.none()

        async def change(view: ui.LayoutView, uploads: list[discord.File]) -> None:
            await self._i.response.edit_message(view=view, attachments=uploads, allowed_mentions=nobody)

        await self._carried(shown, change, everybody=answer.way == "change", mark=self._mark(answer))
        return self._i.message.id if self._i.message else None

    async def _edit(self, answer: Answer, shown: Layout) -> int | None:
        """Of what was deferred."""
        mentions, everybody = _pinging(answer), answer.way in ("change", "public")

        async def edit(view: ui.LayoutView, uploads: list[discord.File]) -> int:
            return (await self._i.edit_original_response(view=view, attachments=uploads, allowed_mentions=mentions)).id

        return await self._carried(shown, edit, everybody=everybody, mark=self._mark(answer))

    async def _apart(self, shown: Layout, public: discord.AllowedMentions | None = None) -> int | None:
        """Send something in a message of its own for this person alone, whatever came before; no others know it.

        :param public: it is for everybody and pings these; then return its id.
        """
        if self._deferred is None and not self._i.response.is_done():
            await self._first(Answer(shown, "apart"), shown)
            return None
        private, mentions = public is None, public or discord.AllowedMentions.none()

        async def send(view: ui.LayoutView, uploads: list[discord.File]) -> int:
            to = self._i.followup
            return (await to.send(view=view, files=uploads, ephemeral=private, allowed_mentions=mentions, wait=True)).id

        sent = await self._carried(shown, send, everybody=not private)
        return None if private else sent

    def _mark(self, answer: Answer) -> int | None:
        """A message that changes stays known by its mark."""
        return mark_of_message(self._i.message) if answer.way == "change" else None

    async def _carried(self, shown: Layout, carry: Carry[T], *, everybody: bool, mark: int | None = None) -> T:
        language = language_of(self._i, everybody=everybody)
        return await carried(self._i.client, shown, carry, language=language, mark=mark, guild=self._i.guild_id)


def _put_off(late: Late, *, on_private: bool) -> Late:
    """What Discord is told to wait for."""
    if late is Late.APART:
        return Late.PRIVATE
    return Late.CHANGE if on_private else late


def _pinging(answer: Answer) -> discord.AllowedMentions:
    users = [discord.Object(person) for person in answer.pinged]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
