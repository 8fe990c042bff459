"""States as they are stored: JSON, made small."""

from __future__ import annotations

import zlib

from db.database import Row
from db.rows import MoveRow

MARK = b"x"  # how what zlib makes begins, and JSON never does


def packed(state: str) -> bytes:
    """What is stored of a state."""
    return zlib.compress(state.encode())


def unpacked(stored: bytes) -> str:
    """The state; older ones were stored as they are."""
    return (zlib.decompress(stored) if stored.startswith(MARK) else stored).decode()


def move_of(row: Row) -> MoveRow:
    """A logged move, with its state if that was asked for and is kept."""
    move = MoveRow(*row)
    return move._replace(state=unpacked(row[MoveRow._fields.index("state")])) if move.state is not None else move
