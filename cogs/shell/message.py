"""A message on its way to Discord: with emojis, and where Discord refuses it so, once more in words."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord
from discord import ui

from cogs.shell.client import Parterre
from cogs.shell.components import Layout, build, files
from cogs.shell.reader import Reader

log = logging.getLogger(__name__)

T = TypeVar("T")
Carry = Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]]

MALFORMED = 50035  # what Discord says of an emoji that it does not know, and of much else
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
) -> T:
    """What comes of it when ``carry`` brings this message to Discord.

    :param language: of who reads it.
    :param mark: the id of its first component, by which it is known again.
    :raises discord.HTTPException: as Discord refuses it.
    """
    reader = client.reader(shown.names, language)
    words = reader.in_words()
    view = built(shown, reader, mark)
    try:
        return await carry(view, files(shown, view))
    except discord.HTTPException as error:
        plain = build(shown, words, mark)
        if error.code != MALFORMED or plain.to_components() == view.to_components():
            raise
        log.warning("told in words, as %s", error)
        client.pieces.doubt()
        return await carry(plain, files(shown, plain))
