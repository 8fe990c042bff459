"""Are the tables in a database in order? Their moves are played again, or where other rules played, the newest state is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple

from db.rows import MoveRow, Snapshot
from db.store import Store
from host.codec import MISFIT, decode_state
from host.course import standing, states
from host.position import Position
from host.refusal import Refused
from rules import GAMES

BATCH = 500  # tables whose numbers are asked for at a time


class Verified(NamedTuple):
    """A table: how many of its moves were played again, or None if only its newest state was read; what is wrong, if anything."""

    table: int
    replayed: int | None = None
    finding: str = ""


async def verified(store: Store) -> AsyncIterator[Verified]:
    """All tables that were ever started, oldest first."""
    last = 0
    while ids := await store.table_ids(last, BATCH):
        for table in ids:
            snapshot = await store.snapshot(table)
            if snapshot is not None and snapshot.row.status in ("running", "over"):
                yield await _verified(store, snapshot)
        last = ids[-1]


async def _verified(store: Store, snapshot: Snapshot) -> Verified:
    row, newest = snapshot.row, snapshot.newest
    if row.game not in GAMES:
        return Verified(row.id, finding=f"there is no game {row.game} in this version of the program")
    if newest is None or newest.state is None:
        return Verified(row.id, finding="its newest position is not there")
    if newest.seq > row.seq:
        return Verified(row.id, finding=f"its move {newest.seq} is later than the table, which stands at {row.seq}")
    try:
        at, moves = Position.of(snapshot), standing(await store.moves(row.id))
        if any(move.version != at.game.version for move in moves):
            return Verified(row.id)
        return Verified(row.id, len(moves), _differing(at, moves, await store.states(row.id)))
    except (Refused, *MISFIT) as error:
        return Verified(row.id, finding=f"it cannot be read by today's rules ({error})")


def _differing(at: Position, moves: Sequence[MoveRow], kept: Mapping[int, str]) -> str:
    """The first move after which the position is not the one that is kept, as a finding; empty if there is none."""
    try:
        for move, state in states(at, moves):
            if move.seq in kept and decode_state(at.game, kept[move.seq], move.version) != state:
                return f"its move {move.seq} leads to another position than the one that is kept"
    except Refused:
        return "its moves cannot be made one after another"
    return ""
