"""What the tables of the database hold, as plain values."""

from __future__ import annotations

from typing import NamedTuple


class TableRow(NamedTuple):
    """One match; see the migrations for the meaning of each column."""

    id: int
    game: str
    version: int
    variants: str
    size: int
    status: str
    host: int
    guild: int
    channel: int
    place: int
    seq: int
    board: int | None
    opened: float


class SeatRow(NamedTuple):
    """Who sits where."""

    seat: int
    person: int
    name: str


class MoveRow(NamedTuple):
    """A logged move: path, events and the state after it, as text."""

    seq: int
    seat: int
    path: str
    events: str
    state: str | None
    undone_at: float | None = None


class DraftRow(NamedTuple):
    """A path not yet confirmed, and the seq of the table it was begun at."""

    seq: int
    path: str


class PostRow(NamedTuple):
    """A board that the channel is owed."""

    table: int
    seq: int
    story: str
    trouble: str
