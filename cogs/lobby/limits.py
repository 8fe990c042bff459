"""People for whom the limits on tables count: everybody but managers of the server."""

from __future__ import annotations

from cogs.discord_api.members import fetch_member
from cogs.shell.client import Interaction
from host.quotas import quotas_of
from host.table import Table


def is_limited(i: Interaction) -> bool:
    """Return whether the limits on tables count for this person."""
    return not i.permissions.manage_guild


async def limited_players(i: Interaction, table: Table) -> list[int]:
    """Return the players of a starting table for whom the limits count; only those above a limit are looked up."""
    above = {seat.person for seat in await (await quotas_of(table)).exceeding(table.position.players)}
    people = [seat.person for seat in table.position.seated]
    return [person for person in people if not (person in above and await manages(i, person))]


async def manages(i: Interaction, person: int) -> bool:
    """Return whether a person manages this server; False where Discord cannot say."""
    if person == i.user.id:
        return not is_limited(i)
    if i.guild is None:
        return False
    member = await fetch_member(i.guild, person)
    return member is not None and member.guild_permissions.manage_guild
