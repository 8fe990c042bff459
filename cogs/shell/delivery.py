"""Deliver an answer to Discord: in one request if it is ready within a second, else by deferring and editing.

Discord drops an interaction that is not acknowledged within 3 seconds, and takes no follow-ups 15 minutes after it.
"""

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
from cogs.shell.components import Layout, mark_of_message, note
from cogs.shell.forms import Form, build_form
from cogs.shell.message import Carry, T, carry_message
from host.mentions import command
from host.refusal import Refused
from rules.text import say

log = logging.getLogger(__name__)

DEFER_AFTER_SECONDS = 1.0  # Discord waits for 3
UNSHOWN = say(
    "The bot could not show you the answer. Your action may have counted: {board} shows the current board.",
    board=command("board"),
)


class Delivery:
    """The delivery of one interaction's answer."""

    def __init__(self, interaction: Interaction) -> None:
        self._i = interaction
        self._deferred: Late | None = None
        self._deferring: Late | None = None  # tried, whether or not it took effect
        message = interaction.message
        self._on_private = message is not None and message.flags.ephemeral

    @classmethod
    def of(cls, interaction: Interaction) -> Delivery:
        """Return the delivery of this interaction. Each call returns the same object."""
        known: Delivery = interaction.extras.setdefault("delivery", cls(interaction))
        return known

    async def in_time(self, work: Awaitable[Answer], late: Late) -> Answer:
        """Return the result of a handler; defer the interaction after `DEFER_AFTER_SECONDS`."""
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=DEFER_AFTER_SECONDS)
            if not done and late is not Late.NEVER:
                await self._defer(_deferral(late, on_private=self._on_private))
            return await task
        finally:
            if not task.done():  # this task was cancelled
                task.cancel()
                await asyncio.wait({task})  # it may use the database until it has ended

    async def deliver(self, answer: Answer) -> None:
        """Deliver an answer; after an error try once more, and then in a message of its own.

        Errors are logged, never raised, as the action that the answer reports has happened.
        """
        message: int | None = None
        try:
            message = await self._try_twice(answer)
            for shown in answer.more:
                await self.send_apart(shown)
        except UNREACHABLE as error:
            log.warning("interaction %d is not answered: %r", self._i.id, error)
        except Exception:  # the reported action has happened all the same
            log.exception("interaction %d: its answer cannot be shown", self._i.id)
            with suppress(*UNREACHABLE):
                await self.send_apart(note(UNSHOWN))
        if answer.afterwards is not None:
            try:
                await answer.afterwards(message)
            except Refused as error:  # somebody else was faster
                log.info("after interaction %d: %s", self._i.id, error)
            except Exception as error:  # the answer stands
                log.error("after interaction %d: %r", self._i.id, error, exc_info=not classify(error).expected)

    async def update(self, answer: Answer, shown: Layout) -> None:
        """Edit the message of a delivered answer; ignore it if Discord refuses."""
        with suppress(*UNREACHABLE):
            await self._edit(answer, shown)

    async def finish(self, answer: Answer, shown: Layout) -> None:
        """Edit the message of a delivered answer; if Discord refuses, send a message of its own."""
        try:
            await self._edit(answer, shown)
        except UNREACHABLE as error:
            log.info("interaction %d is answered in a message of its own: %r", self._i.id, error)
            with suppress(*UNREACHABLE):
                await self.send_apart(shown)

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

    async def _try_twice(self, answer: Answer) -> int | None:
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
                log.info("interaction %d is answered again: %r", self._i.id, error)
        return await self._send_anew(answer, answer.shown) if isinstance(answer.shown, Layout) else None

    async def _send_anew(self, answer: Answer, shown: Layout) -> int | None:
        """Send an answer in a new message, and return its id if everybody sees it.

        A message that still loads is deleted first. Otherwise the first follow-up would only edit it, and Discord sometimes
        refuses pictures in edits.
        """
        loads = self._deferred in (Late.PRIVATE, Late.PUBLIC)
        if loads:
            with suppress(*UNREACHABLE):
                await self._i.delete_original_response()
        everybody = loads and self._deferred is Late.PUBLIC and answer.way == "public"
        return await self.send_apart(shown, _pinging(answer) if everybody else None)

    async def _carry(self, answer: Answer) -> int | None:
        """Deliver an answer by the one request that fits its way and the deferral; return the id of the message if known."""
        if isinstance(answer.shown, Form):
            self._i.client.forms.keep(self._i.user.id, answer.shown)
            await self._i.response.send_modal(build_form(answer.shown, reader_of(self._i)))
            return None
        if answer.shown is None:
            if self._deferred is None:
                await self._i.response.defer()
            return None
        changes = answer.way == "change" or (answer.way == "private" and self._on_private)
        if self._deferred is None:
            return await (self._change if changes else self._first)(answer, answer.shown)
        waits = {Late.PRIVATE: answer.way != "public", Late.PUBLIC: answer.way == "public"}.get(self._deferred, changes)
        if waits:
            return await self._edit(answer, answer.shown)
        if self._deferred is Late.PUBLIC:
            await self._i.delete_original_response()  # a private answer replaces a public deferral
        await self.send_apart(answer.shown)
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
        """Edit the original response."""
        mentions, everybody = _pinging(answer), answer.way in ("change", "public")

        async def edit(view: ui.LayoutView, uploads: list[discord.File]) -> int:
            return (await self._i.edit_original_response(view=view, attachments=uploads, allowed_mentions=mentions)).id

        return await self._carried(shown, edit, everybody=everybody, mark=self._mark(answer))

    async def send_apart(self, shown: Layout, public: discord.AllowedMentions | None = None) -> int | None:
        """Send a new message to this person alone, whether or not the interaction was answered or deferred.

        :param public: send it to everybody instead, ping these people, and return its id.
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
        """Return the mark of the clicked message, which has to survive a change."""
        return mark_of_message(self._i.message) if answer.way == "change" else None

    async def _carried(self, shown: Layout, carry: Carry[T], *, everybody: bool, mark: int | None = None) -> T:
        language = language_of(self._i, everybody=everybody)
        return await carry_message(self._i.client, shown, carry, language=language, mark=mark, guild=self._i.guild_id)


def _deferral(late: Late, *, on_private: bool) -> Late:
    """Return the deferral that Discord knows."""
    if late is Late.APART:
        return Late.PRIVATE
    return Late.CHANGE if on_private else late


def _pinging(answer: Answer) -> discord.AllowedMentions:
    users = [discord.Object(person) for person in answer.pinged]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
