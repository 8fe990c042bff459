"""What the tables of the database hold, as plain values; the migrations tell the meaning of each column."""

from __future__ import annotations

from typing import NamedTuple


class TableRow(NamedTuple):
    """One match."""

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


class SeatRow(NamedTuple):
    """Who sits where: a person, whose seat may be theirs no more (``gone``), or with a ``level`` a computer.

    The ``person`` of a computer is below 0, and like anybody's there only once at a table.
    """

    seat: int
    person: int
    name: str
    standing: str = "seated"
    strikes: int = 0
    former: str = ""
    level: str = ""

    @property
    def is_person(self) -> bool:
        """Is it played by the person named there, who can be asked, told and waited for?"""
        return self.standing == "seated" and not self.level


class MoveRow(NamedTuple):
    """A logged move: path and events as text, the state after it where it is asked for, the version of the rules that made it."""

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
    """The running turn of a seat; with a ``level`` it is played by itself, as soon as ``wake`` is reached."""

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
    """A table at one moment: its row, seats, running turns, newest standing move, and the number of standing moves.

    ``by_people`` counts those that people and stand-ins made.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    clocks: tuple[ClockRow, ...]
    newest: MoveRow | None
    moves: int = 0
    by_people: int = 0


class DraftRow(NamedTuple):
    """A path not yet confirmed, and the seq of the table it was begun at."""

    seq: int
    path: str


class BallotRow(NamedTuple):
    """A question to the others at a table."""

    id: int
    table: int
    kind: str
    subject: str
    asker: int
    expires: float
    outcome: str = ""
    wake: float = 0.0


class OutboxRow(NamedTuple):
    """Something that Discord is owed, or was sent and may have to be changed."""

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


class RemarkRow(NamedTuple):
    """Something that happened around a table besides moves."""

    table: int
    seq: int
    at: float
    events: str
