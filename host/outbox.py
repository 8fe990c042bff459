"""What Discord is owed, as plain data, and when what could not be paid is tried again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.hints import HintsTaken
from db.rows import ClockRow, MoveRow, OutboxRow, SeatRow
from db.store import Store
from host.codec import decode, decode_story, encode
from host.deadlines import DAY
from host.mentions import person
from rules.game import Event, Seat, visible_to
from rules.text import Text, joined, say, who

PAUSES = (2.0, 10.0, 60.0, 600.0, 3600.0)  # seconds until the next try; the last one again and again
JITTER = 0.2  # of a pause, so that not all who wait for Discord come back at once
LONGEST = DAY  # so long is tried what is refused


@dataclass(frozen=True, slots=True)
class Part:
    """What a board tells of one move; ``seq`` is 0 for what is no move."""

    seq: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Hold those parts of a board's message that an edit cannot make again: the picture's name and words, or the board in words.

    ``names`` are those of the seats when it was posted; ``file`` is the id of the picture's file, 0 where it is not known.
    """

    picture: str = ""
    alt: str = ""
    words: Text | None = None
    names: tuple[str, ...] = ()
    file: int = 0


def story(untold: Iterable[MoveRow], remark: Sequence[Event], made: Iterable[MoveRow]) -> str:
    """What a board has to tell: moves that no board has told of, what is no move, and the newest moves."""
    parts = [*map(_part, untold), Part(0, visible_to(remark, None)), *map(_part, made)]
    return encode([part for part in parts if part.events])


async def hints_told(store: Store, table: int, seats: Sequence[SeatRow]) -> tuple[Event, ...]:
    """Return what the last board tells of hints: how many each person took, those who left their seat included."""
    used = await store.hints.by_person(table)
    told = joined(", ", *(say("{seat} {count}", seat=_taker(taken, seats), count=taken.used) for taken in used))
    return (Event("hints", say("Hints: {used}.", used=told)),) if used else ()


def _taker(taken: HintsTaken, seats: Sequence[SeatRow]) -> Text:
    return who(taken.seat) if seats[taken.seat].person == taken.person else person(taken.person)


def _part(move: MoveRow) -> Part:
    return Part(move.seq, visible_to(decode_story(move.events), None))


def parts_of(board: OutboxRow) -> tuple[Part, ...]:
    return decode(board.payload, tuple[Part, ...])


def told_first(board: OutboxRow, *events: Event) -> str:
    """The board's payload, with something to be told before all else."""
    return encode((Part(0, events), *parts_of(board)))


async def untold(store: Store, board: OutboxRow) -> tuple[Part, ...]:
    """Return the parts of a board's story that the board before it has not told."""
    former, parts = await store.outbox.former_board(board), parts_of(board)
    told = parts_of(former) if former else ()
    return parts[len(told) :] if parts[: len(told)] == told else parts


async def last_story(store: Store, table: int) -> tuple[Event, ...]:
    """What the newest board tells, posted or owed."""
    board = await store.outbox.newest_board(table)
    return tuple(event for part in parts_of(board) for event in part.events) if board else ()


async def undone_in(store: Store, board: OutboxRow) -> frozenset[int]:
    """Of the moves that a board tells of, those that were taken back."""
    seqs = [part.seq for part in parts_of(board) if part.seq]
    if not seqs or board.table is None:
        return frozenset()
    return frozenset(await store.undone(board.table, min(seqs))) & frozenset(seqs)


def deadlines(clocks: Iterable[ClockRow]) -> set[tuple[Seat, float | None, str, float | None]]:
    """What a board shows of the running turns."""
    return {(clock.seat, clock.due, clock.shift, clock.away) for clock in clocks}


def next_try(tries: int, now: float, chance: float, after: float = 0.0) -> float:
    """When a row tried so often is tried again; ``chance`` is a random number up to 1, ``after`` what Discord demands."""
    pause = PAUSES[min(max(tries, 1), len(PAUSES)) - 1]
    return now + max(pause * (1 + JITTER * (2 * chance - 1)), after * (1 + JITTER * chance))


def hopeless(row: OutboxRow, now: float) -> bool:
    """Has this been refused for so long that it is given up?"""
    return row.refused is not None and now - row.refused >= LONGEST
