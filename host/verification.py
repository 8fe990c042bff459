"""Verify the tables in a database: replay their moves, or read their newest state if other rules played them.

The due work of each table must be stored, too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple

from db.due import DueRow
from db.rows import MoveRow, Snapshot
from db.store import Store
from host.codec import SHAPE_ERRORS, decode_state
from host.position import Position
from host.refusal import Refused
from host.replay import replay_states, without_undone
from rules import GAMES

BATCH_SIZE = 500  # tables whose ids are read at a time


class Verified(NamedTuple):
    """The result for a table.

    ``replayed``: the number of replayed moves, None if only the newest state was read. ``finding``: an error, else empty.
    """

    table: int
    replayed: int | None = None
    finding: str = ""


async def verify_tables(store: Store) -> AsyncIterator[Verified]:
    """Yield the result for each table that was ever started, and for others with a finding, oldest first."""
    last = 0
    while ids := await store.table_ids(last, BATCH_SIZE):
        for table in ids:
            snapshot = await store.snapshot(table)
            lacking = _find_lacking_work(await store.due.of_table(table), await store.due.derived(table))
            if snapshot is not None and snapshot.row.status in ("running", "over"):
                verified = await _verify_table(store, snapshot)
                yield verified if verified.finding else verified._replace(finding=lacking)
            elif lacking:
                yield Verified(table, finding=lacking)
        last = ids[-1]


async def _verify_table(store: Store, snapshot: Snapshot) -> Verified:
    row, newest = snapshot.row, snapshot.newest
    if row.game not in GAMES:
        return Verified(row.id, finding=f"there is no game {row.game} in this version of the program")
    if newest is None or newest.state is None:
        return Verified(row.id, finding="its newest position is not there")
    if newest.seq > row.seq:
        return Verified(row.id, finding=f"its move {newest.seq} is later than the table, which stands at {row.seq}")
    try:
        at, moves = Position.of(snapshot), without_undone(await store.moves(row.id))
        if any(move.version != at.game.version for move in moves):
            return Verified(row.id)
        return Verified(row.id, len(moves), _find_difference(at, moves, await store.states(row.id)))
    except (Refused, *SHAPE_ERRORS) as error:
        return Verified(row.id, finding=f"it cannot be read by today's rules ({error})")


def _find_lacking_work(stored: Sequence[DueRow], derived: Sequence[DueRow]) -> str:
    """Return a finding for work that is not stored as due; empty without one. The scheduler drops rows without such work."""
    lacking = {row.kind for row in derived} - {row.kind for row in stored}
    return f"its due work is not stored: {', '.join(sorted(lacking))}" if lacking else ""


def _find_difference(at: Position, moves: Sequence[MoveRow], kept: Mapping[int, str]) -> str:
    """Return a finding for the first move after which the position differs from the stored one; empty if none does."""
    try:
        for move, state in replay_states(at, moves):
            if move.seq in kept and decode_state(at.game, kept[move.seq], move.version) != state:
                return f"its move {move.seq} leads to another position than the one that is kept"
    except Refused:
        return "its moves cannot be made one after another"
    return ""
