"""What the dealer draws by: a secret of the database, so that nobody foresees a draw, and an undo changes none."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from secrets import token_hex

from db.store import Store

Seeds = Callable[[int, int], Random]
"""By a table, and how many of its moves stand: what is drawn after these."""


async def seeds(store: Store) -> Seeds:
    """Those of this database, the same for ever."""
    secret = await store.facts.first("seed", token_hex(32))
    return lambda table, moves: Random(f"{secret} {table} {moves}")
