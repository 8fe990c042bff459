"""A line of the rules with each question, for those who play a game for the first time."""

from __future__ import annotations

from db.store import Store
from host.position import Position
from rules.text import Text, say
from rules.topics import help_with


async def guidance(store: Store, at: Position, person: int, asked: str) -> Text | None:
    """What helps with the question of this key, where a first game was agreed on and this is the person's; else None."""
    if at.row.guidance == "none" or await store.has_played(person, at.row.game, at.id):
        return None
    told = help_with(at.game, asked)
    return say("-# {guidance}", guidance=told) if told else None
