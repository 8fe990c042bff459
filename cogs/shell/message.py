"""A message on its way to Discord: with emojis, and where Discord refuses it so, once more in words."""

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

LONGEST = 4000  # characters of all texts of a message


def built(shown: Layout, reader: Reader, mark: int | None = None) -> ui.LayoutView:
    """The message with emojis; in words where they make it too long."""
    view = build(shown, reader, mark)
    return view if view.content_length() <= LONGEST else build(shown, reader.in_words(), mark)


async def carried(
    client: Parterre,
    shown: Layout,
    carry: Carry[T],
    *,
    language: str,
    mark: int | None = None,
    guild: int | None = None,
) -> T:
    """Bring this message to Discord by ``carry``, and return what comes of it.

    Words replace pictures where Discord takes no files.

    :param language: of who reads it.
    :param mark: the id of its first component, by which it is known again.
    :param guild: the server on which it is shown.
    :raises discord.HTTPException: as Discord refuses it.
    """
    reader = client.reader(shown.names, language)
    if client.uploads.limited(guild):
        return await _carried_in(_without_uploads(shown, reader), carry, client, reader, mark)
    try:
        return await _carried_in(shown, carry, client, reader, mark)
    except discord.HTTPException as error:
        verdict = classify(error)
        if verdict.kind is not Kind.NO_UPLOADS or not uploads_in(shown):
            raise
        log.warning("told without pictures, as %s", error)
        if verdict.reason == "uploads" and guild is not None and not client.uploads.limited(guild):
            client.uploads.limit(guild)
            client.dispatch("uploads_limited", guild)
        return await _carried_in(_without_uploads(shown, reader), carry, client, reader, mark)


async def _carried_in(shown: Layout, carry: Carry[T], client: Parterre, reader: Reader, mark: int | None) -> T:
    """With emojis, and where Discord refuses it so, in words."""
    view = built(shown, reader, mark)
    try:
        return await carry(view, files(shown, view))
    except discord.HTTPException as error:
        plain = build(shown, reader.in_words(), mark)
        if classify(error).kind is not Kind.MALFORMED or plain.to_components() == view.to_components():
            raise
        log.warning("told in words, as %s", error)
        client.pieces.doubt()
        return await carry(plain, files(shown, plain))


def _without_uploads(shown: Layout, reader: Reader) -> Layout:
    """With the boards in words, or where those are too long, with what the pictures say to people who cannot see them."""
    told = without_uploads(shown)
    return told if build(told, reader).content_length() <= LONGEST else without_uploads(shown, short=True)
