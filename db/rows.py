"""The rows of the database as plain values. The migrations explain each column."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

PACKED_PREFIX = b"x"  # of zlib's output; no JSON begins with it


class TableRow(NamedTuple):
    """A table: one game that people play in a channel."""

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
    pace: str = "untimed"
    lapse: str = "wait"
    strikes: int = 3
    seating: str = "joined"
    paused: float | None = None
    ending: str = ""
    wake: float | None = None
    warned: int = 0
    lobby: int | None = None
    rematch_of: int | None = None
    revision: int = 0
    points: str = "shown"
    guidance: str = "none"
    language: str = "en"
    hints: int = 0
    level: str = ""
    started: float | None = None
    ended: float | None = None
    rated: int = 0


class SeatRow(NamedTuple):
    """A seat, with the person who has or had it (``standing``), or with a ``level`` a computer.

    The ``person`` of a computer is below 0. A table has each ``person`` once only. ``predecessor`` is the person who had the seat
    first, 0 if nobody else had it or only ``former``, their name, is known. ``missed`` counts time-outs of the person.
    """

    seat: int
    person: int
    name: str
    standing: str = "seated"
    strikes: int = 0
    former: str = ""
    level: str = ""
    missed: int = 0
    predecessor: int = 0

    @property
    def changed_hands(self) -> bool:
        """Return whether somebody else had the seat first."""
        return bool(self.predecessor or self.former)

    @property
    def is_person(self) -> bool:
        """Return whether the named person plays the seat, and can be asked and waited for."""
        return self.standing == "seated" and not self.level


class MoveRow(NamedTuple):
    """A move of the log: path and events as text, and the version of the rules that made it.

    ``state`` is the state after it, in queries that ask for it.
    """

    seq: int
    seat: int
    path: str
    events: str
    state: str | None
    version: int
    made: float = 0.0
    undone_at: float | None = None
    person: int | None = None
    began: float | None = None
    rung: int | None = None


class ClockRow(NamedTuple):
    """The running turn of a seat. With a ``level`` a computer plays it as soon as ``wake`` is reached."""

    table: int
    seat: int
    began: float
    rung: int = 0
    muted: int = 0
    due: float | None = None
    wake: float | None = None
    shift: str = ""
    nudged: float | None = None
    away: float | None = None
    level: str = ""


class Snapshot(NamedTuple):
    """A table as of one moment: its row, seats, running turns, newest standing move, and the number of standing moves.

    A standing move was not undone. ``by_people`` counts the standing moves of people and stand-ins.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    clocks: tuple[ClockRow, ...]
    newest: MoveRow | None
    moves: int = 0
    by_people: int = 0


class DraftRow(NamedTuple):
    """An unconfirmed path, and the seq of the table at which it was begun."""

    seq: int
    path: str


class BallotRow(NamedTuple):
    """A question that one player of a table puts to the others."""

    id: int
    table: int
    kind: str
    subject: str
    asker: int
    expires: float
    outcome: str = ""
    wake: float = 0.0


class OutboxRow(NamedTuple):
    """A message to send to Discord, or one that was sent and may have to be changed."""

    id: int
    table: int | None
    guild: int | None
    kind: str
    subject: str = ""
    queue: str | None = None
    seq: int | None = None
    seat: int | None = None
    person: int | None = None
    ballot: int | None = None
    target: int | None = None
    payload: str = "{}"
    not_before: float | None = 0.0
    tries: int = 0
    claimed_by: str | None = None
    claimed_until: float | None = None
    attempted: float | None = None
    refused: float | None = None
    trouble: str = ""
    place: int | None = None
    message: int | None = None
    shown: str = ""
    limited_until: float = 0.0


class ResultRow(NamedTuple):
    """The result of one seat of a game that is over. ``kinds`` is JSON, which `host.results.kinds_of` reads."""

    table: int
    seat: int
    person: int
    level: str
    game: str
    guild: int
    seats: int
    place: int
    points: int
    kinds: str
    ended: float
    reason: str
    missed: int
    finished: int
    rated: int = 0
    unrated_because: str = ""
    seconds: float = 0.0


class SeasonRow(NamedTuple):
    """A season of a server. ``ended`` is None while it runs; ``games`` is the number of games that count."""

    guild: int
    number: int
    started: float = 0.0
    ended: float | None = None
    games: int = 0


class FinishRow(NamedTuple):
    """The share of one game in the totals of a person: season points times two, and 1 for a win."""

    person: int
    half_points: int
    won: int


class TotalRow(NamedTuple):
    """The sums over the games of a person in a season. An empty ``game`` stands for all games together."""

    guild: int
    season: int
    game: str
    person: int
    half_points: int
    games: int
    wins: int


class RatingStepRow(NamedTuple):
    """The change of a person's rating by a rated game: mean and standard deviation before and after it.

    ``person`` had the seat first, and ``games`` counts their rated games up to this one.
    """

    table: int
    seat: int
    person: int
    guild: int
    game: str
    ended: float
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int


class RemarkRow(NamedTuple):
    """Events of a table other than moves, such as a change of seats."""

    table: int
    seq: int
    at: float
    events: str


def pack_state(state: str) -> bytes:
    """Return a state as it is stored: compressed JSON."""
    return zlib.compress(state.encode())


def unpack_state(stored: bytes) -> str:
    """Return the JSON of a stored state. Early versions stored it uncompressed."""
    return (zlib.decompress(stored) if stored.startswith(PACKED_PREFIX) else stored).decode()


def move_of(row: tuple[Any, ...]) -> MoveRow:
    """Return a row of a query as a move, with its state unpacked if the query asked for it."""
    move = MoveRow(*row)
    return move._replace(state=unpack_state(row[MoveRow._fields.index("state")])) if move.state is not None else move
