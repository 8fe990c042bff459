"""The person of an interaction, as the database knows people: by id, with a name."""

from __future__ import annotations

from cogs.shell.client import Interaction
from cogs.shell.reader import plain_name
from db.people import add_people
from db.statement import Statement


async def update_person(i: Interaction) -> None:
    """Store that this person acts now, and the name that Discord shows of them on any server."""
    await i.client.people.update(i.user.id, plain_name(i.user.global_name or i.user.name))


def known_person(i: Interaction) -> list[Statement]:
    """Return statements that store this person, whom a stored text names by id."""
    return add_people([(i.user.id, plain_name(i.user.display_name))], i.client.tables.now())
