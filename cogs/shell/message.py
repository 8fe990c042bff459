"""Carry a message to Discord, and simplify it where Discord refuses: words instead of emojis, words instead of files."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord
from discord import ui

from cogs.discord_api.errors import Kind, classify
from cogs.shell.client import Parterre
from cogs.shell.components import Layout, build, files, uploads_in, without_uploads
from cogs.shell.reader import Reader

log = logging.getLogger(__name__)

T = TypeVar("T")
Carry = Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]]

MESSAGE_CHARACTERS = 4000  # of all texts of a message together


def build_message(shown: Layout, reader: Reader, mark: int | None = None) -> ui.LayoutView:
    """Return the message with emojis; without them if they make it too long."""
    view = build(shown, reader, mark)
    return view if view.content_length() <= MESSAGE_CHARACTERS else build(shown, reader.in_words(), mark)


async def carry_message(
    client: Parterre,
    shown: Layout,
    carry: Carry[T],
    *,
    language: str,
    mark: int | None = None,
    guild: int | None = None,
) -> T:
    """Carry a message to Discord by ``carry``, and return its result.

    A message that Discord refuses as malformed is sent again without emojis; one whose files it refuses, without files.

    :param carry: makes the request, such as a post or an edit.
    :param language: of the people who read it.
    :param mark: the id of its first component, by which the sender recognizes it.
    :param guild: the server on which it is shown.
    :raises discord.HTTPException: if Discord refuses the simplified message, too.
    """
    reader = client.reader(shown.names, language)
    if client.uploads.are_refused(guild):
        return await _carried_in(_without_uploads(shown, reader), carry, client, reader, mark)
    try:
        return await _carried_in(shown, carry, client, reader, mark)
    except discord.HTTPException as error:
        verdict = classify(error)
        if verdict.kind is not Kind.NO_UPLOADS or not uploads_in(shown):
            raise
        log.warning("sent without pictures: %s", error)
        if verdict.reason == "uploads" and guild is not None and not client.uploads.are_refused(guild):
            client.uploads.note_refusal(guild)
            client.dispatch("uploads_limited", guild)
        return await _carried_in(_without_uploads(shown, reader), carry, client, reader, mark)


async def _carried_in(shown: Layout, carry: Carry[T], client: Parterre, reader: Reader, mark: int | None) -> T:
    """Carry it with emojis; if Discord refuses it as malformed, without."""
    view = build_message(shown, reader, mark)
    try:
        return await carry(view, files(shown, view))
    except discord.HTTPException as error:
        plain = build(shown, reader.in_words(), mark)
        if classify(error).kind is not Kind.MALFORMED or plain.to_components() == view.to_components():
            raise
        log.warning("sent in words: %s", error)
        client.pieces.doubt()
        return await carry(plain, files(shown, plain))


def _without_uploads(shown: Layout, reader: Reader) -> Layout:
    """Return the message with each board in words, or with alternative texts if the words are too long."""
    told = without_uploads(shown)
    return told if build(told, reader).content_length() <= MESSAGE_CHARACTERS else without_uploads(shown, short=True)
