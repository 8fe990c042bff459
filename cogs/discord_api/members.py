"""Membership of people on a server, which only a request tells: the bot has no cache of members."""

from __future__ import annotations

import logging

import discord

from cogs.discord_api.errors import UNREACHABLE, Kind, classify

log = logging.getLogger(__name__)


async def fetch_member(guild: discord.Guild, person: int) -> discord.Member | None:
    """Return a member of a server; None for everybody else, and where Discord cannot say."""
    try:
        return await guild.fetch_member(person)
    except UNREACHABLE as error:
        if classify(error).kind is not Kind.MISSING:
            log.info("person %d of server %d is not known: %r", person, guild.id, error)
        return None


async def has_left(client: discord.Client, guild: int, person: int) -> bool | None:
    """Return whether a person is no member of a server any more, or no user at all; None when Discord cannot say."""
    try:
        await client.http.get_member(guild, person)
    except UNREACHABLE as error:
        log.info("person %d of server %d: %s", person, guild, error)
        verdict = classify(error)
        return True if verdict.kind is Kind.MISSING and verdict.reason == "person" else None
    return False
