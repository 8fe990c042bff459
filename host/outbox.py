"""The content of messages in the outbox, and when a failed message is tried again."""

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

RETRY_PAUSES_SECONDS = (2.0, 10.0, 60.0, 600.0, 3600.0)  # before each further try; the last one repeats
JITTER_SHARE = 0.2  # of a pause, so that retries do not come all at once
REFUSED_LIMIT_SECONDS = DAY  # after which a message that Discord refuses is given up


@dataclass(frozen=True, slots=True)
class Part:
    """The events of one move on a board; ``seq`` is 0 for events that are no move."""

    seq: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a board's message that an edit cannot make again: the picture's name and description, or the board in words.

    ``names`` are those of the seats when it was posted; ``file`` is the id of the picture's file, 0 if it is unknown.
    """

    picture: str = ""
    alt: str = ""
    words: Text | None = None
    names: tuple[str, ...] = ()
    file: int = 0


def board_story(unshown: Iterable[MoveRow], remark: Sequence[Event], made: Iterable[MoveRow]) -> str:
    """Return a board's payload: moves that no board has shown, then remarks, then the newest moves."""
    parts = [*map(_part, unshown), Part(0, visible_to(remark, None)), *map(_part, made)]
    return encode([part for part in parts if part.events])


async def hints_event(store: Store, table: int, seats: Sequence[SeatRow]) -> tuple[Event, ...]:
    """Return an event with the number of hints that each person took, players who left included; none without hints."""
    used = await store.hints.by_person(table)
    told = joined(", ", *(say("{seat} {count}", seat=_taker(taken, seats), count=taken.used) for taken in used))
    return (Event("hints", say("Hints: {used}.", used=told)),) if used else ()


def _taker(taken: HintsTaken, seats: Sequence[SeatRow]) -> Text:
    return who(taken.seat) if seats[taken.seat].person == taken.person else person(taken.person)


def _part(move: MoveRow) -> Part:
    return Part(move.seq, visible_to(decode_story(move.events), None))


def parts_of(board: OutboxRow) -> tuple[Part, ...]:
    """Return the parts of a board's story."""
    return decode(board.payload, tuple[Part, ...])


def with_first_part(board: OutboxRow, *events: Event) -> str:
    """Return the payload of a board, with these events before all other events."""
    return encode((Part(0, events), *parts_of(board)))


async def unshown_parts(store: Store, board: OutboxRow) -> tuple[Part, ...]:
    """Return the parts of a board's story that the board before it has not shown."""
    former, parts = await store.outbox.former_board(board), parts_of(board)
    told = parts_of(former) if former else ()
    return parts[len(told) :] if parts[: len(told)] == told else parts


async def last_story(store: Store, table: int) -> tuple[Event, ...]:
    """Return the events of the newest board, sent or not."""
    board = await store.outbox.newest_board(table)
    return tuple(event for part in parts_of(board) for event in part.events) if board else ()


async def undone_on(store: Store, board: OutboxRow) -> frozenset[int]:
    """Return the seqs of moves on a board that were undone since."""
    seqs = [part.seq for part in parts_of(board) if part.seq]
    if not seqs or board.table is None:
        return frozenset()
    return frozenset(await store.undone_seqs(board.table, min(seqs))) & frozenset(seqs)


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
