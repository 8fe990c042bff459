"""The content of messages in the outbox, and when a failed message is tried again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.hints import HintsTaken
from db.personal import is_former
from db.rows import ClockRow, MoveRow, OutboxRow, SeatRow
from db.store import Store
from host.codec import decode, decode_story, encode
from host.deadlines import DAY
from host.mentions import person
from rules.game import Event, Seat, visible_to
from rules.text import Text, joined, say, who

RETRY_PAUSES_SECONDS = (2.0, 10.0, 60.0, 600.0, 3600.0)  # before each further try; the last one repeats
JITTER_SHARE = 0.2  # of a pause, so that retries do not come all at once
REFUSED_LIMIT_SECONDS = DAY  # after which a message that Discord refuses is given up
MAX_TOLD_MOVES = 200  # of one board: the newest ones; a message has room for fewer


@dataclass(frozen=True, slots=True)
class StoredPart:
    """A part of a board's story as the outbox stores it: a move, whose events are in the log, or events with ``seq`` 0."""

    seq: int
    events: tuple[Event, ...] = ()


class Part(NamedTuple):
    """The events of one move on a board; ``seq`` is 0 for events that are no move."""

    seq: int
    events: tuple[Event, ...]
    undone: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a board's message that an edit cannot make again: the picture's name and description, or the board in words.

    ``people`` are the players by seat when it was posted; earlier versions stored their ``names``. ``file`` is the id of the
    picture's file, 0 if it is unknown. A retired board is rarely edited again, so it keeps no description.
    """

    picture: str = ""
    alt: str = ""
    words: Text | None = None
    names: tuple[str, ...] = ()
    file: int = 0
    people: tuple[int, ...] = ()

    @property
    def known_people(self) -> list[int]:
        """Return the players who had not been erased when the message was made."""
        return [one for one in self.people if one > 0 and not is_former(one)]

    def without_names(self) -> Shown:
        """Return the parts that name nobody."""
        return Shown(picture=self.picture, file=self.file)

    @property
    def needs_fetch(self) -> bool:
        """Return whether an edit must read the picture's file or description from the message."""
        return bool(self.picture) and not (self.file and self.alt)


def board_story(unshown: Iterable[MoveRow], remark: Sequence[Event], made: Iterable[MoveRow]) -> str:
    """Return a board's payload: moves that no board has shown, then remarks, then the newest moves."""
    remarks = visible_to(remark, None)
    return encode([*_public(unshown), *([StoredPart(0, remarks)] if remarks else ()), *_public(made)])


async def hints_event(store: Store, table: int, seats: Sequence[SeatRow]) -> tuple[Event, ...]:
    """Return an event with the number of hints that each person took, players who left included; none without hints."""
    used = await store.hints.by_person(table)
    told = joined(", ", *(say("{seat} {count}", seat=_taker(taken, seats), count=taken.used) for taken in used))
    return (Event("hints", say("Hints: {used}.", used=told)),) if used else ()


def _taker(taken: HintsTaken, seats: Sequence[SeatRow]) -> Text:
    return who(taken.seat) if seats[taken.seat].person == taken.person else person(taken.person)


def _public(moves: Iterable[MoveRow]) -> Iterator[StoredPart]:
    """Yield the moves of which everybody sees something."""
    return (StoredPart(move.seq) for move in moves if _public_events(move))


def _public_events(move: MoveRow) -> tuple[Event, ...]:
    return visible_to(decode_story(move.events), None)


async def read_parts(store: Store, board: OutboxRow) -> list[Part]:
    """Return the parts of a board's story, with the events of its moves."""
    parts = stored_parts(board)
    seqs = [part.seq for part in parts if part.seq][-MAX_TOLD_MOVES:]
    moves = await store.moves_between(board.table or 0, min(seqs) - 1, max(seqs)) if seqs else []
    logged = {move.seq: move for move in moves if move.seq in seqs}
    return [_read_part(part, logged.get(part.seq)) for part in parts]


def _read_part(part: StoredPart, move: MoveRow | None) -> Part:
    if move is None:
        return Part(part.seq, part.events, undone=False)
    return Part(part.seq, part.events or _public_events(move), undone=move.undone_at is not None)


def stored_parts(board: OutboxRow) -> tuple[StoredPart, ...]:
    """Return the parts of a board's story as they are stored."""
    return decode(board.payload, tuple[StoredPart, ...])


def with_first_part(board: OutboxRow, *events: Event) -> str:
    """Return the payload of a board, with these events before all other events."""
    return encode((StoredPart(0, events), *stored_parts(board)))


async def unshown_parts(store: Store, board: OutboxRow) -> tuple[StoredPart, ...]:
    """Return the parts of a board's story that the board before it has not shown, as they are stored."""
    former, parts = await store.outbox.former_board(board), stored_parts(board)
    told = stored_parts(former) if former else ()
    return parts[len(told) :] if parts[: len(told)] == told else parts


async def last_story(store: Store, table: int) -> tuple[Event, ...]:
    """Return the events of the newest board, sent or not."""
    board = await store.outbox.newest_board(table)
    return tuple(event for part in await read_parts(store, board) for event in part.events) if board else ()


def shown_deadlines(clocks: Iterable[ClockRow]) -> set[tuple[Seat, float | None, str, float | None]]:
    """Return the parts of clocks that a board shows."""
    return {(clock.seat, clock.due, clock.shift, clock.away) for clock in clocks}


def next_try_at(tries: int, now: float, chance: float, after: float = 0.0) -> float:
    """Return when a message is tried again, in seconds since 1970.

    :param tries: how often it was tried.
    :param chance: a random number from 0 to 1, which spreads retries.
    :param after: the seconds that Discord asks to wait.
    """
    pause = RETRY_PAUSES_SECONDS[min(max(tries, 1), len(RETRY_PAUSES_SECONDS)) - 1]
    return now + max(pause * (1 + JITTER_SHARE * (2 * chance - 1)), after * (1 + JITTER_SHARE * chance))


def is_hopeless(row: OutboxRow, now: float) -> bool:
    """Return whether Discord has refused a message for so long that it is given up."""
    return row.refused is not None and now - row.refused >= REFUSED_LIMIT_SECONDS
