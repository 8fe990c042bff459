"""What has happened at a table, as far as somebody may know it; and the board as it was after a move."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from db.rows import MoveRow, RemarkRow
from db.store import Store
from host.codec import decode_state, decode_story
from host.course import all_alike, played_alike, states
from host.leaving import names_changed
from host.outbox import parts_of
from host.outline import seen_name
from host.position import Position
from host.refusal import Refused
from rules.game import DEALER, Event, Seat, visible_to
from rules.text import naming, say

PAGE = 8  # moves of a page
REMARKS = 100  # of a page, or of what is new, the newest; no message holds more
AT_ONCE = 1.0  # seconds; what is noted so soon after a move belongs to the same step
HINT = "hint"  # the kind of event that tells of one

NO_MOVE = say("There is no such move at this table.")
NOT_KEPT = say("The board after this move is not kept.")


class Entry(NamedTuple):
    """A move, or with ``seat`` None a remark, as it is told; ``path`` of one's own moves, and of others that hold nothing secret.

    ``person`` made the move (0: a stand-in); ``kept``: can the board after it be shown? ``names`` are those of the seats then.
    """

    seq: int
    at: float
    events: tuple[Event, ...]
    seat: Seat | None = None
    person: int | None = None
    path: str = ""
    undone: bool = False
    kept: bool = False
    names: tuple[str, ...] = ()


class Page(NamedTuple):
    """Some entries of a log, oldest first; the number of the page, and how many there are."""

    entries: list[Entry]
    number: int
    pages: int


class News(NamedTuple):
    """What somebody may know of what has happened since their newest move, that with seq ``since``; 0: they have made none.

    ``untold`` is all of it, or where they see the rest told already, what is for them alone.
    """

    since: int
    events: tuple[Event, ...]
    untold: tuple[Event, ...]


class Past(NamedTuple):
    """What a seat could see after a move, what it was told of it, and the moves that stand before and after it, if there are."""

    view: Any
    story: tuple[Event, ...]
    before: int | None
    next: int | None


async def history(store: Store, at: Position, seat: Seat | None, *, only_standing: bool = False) -> list[Entry]:
    """Return the log as this seat, or with None the public, may read it, oldest first.

    :param only_standing: leave out undone moves and remarks, of which there may be many more than a game has moves.
    """
    moves = await (store.standing if only_standing else store.moves)(at.id)
    remarks, kept = [] if only_standing else await store.remarks(at.id), await store.kept(at.id)
    entries = await asyncio.to_thread(_in_time, at, seat, moves, remarks, kept, alike=played_alike(at, moves))
    return [entry for entry in _with_names(at, entries) if entry.events and entry.seq <= at.seq]


async def page_of(store: Store, at: Position, seat: Seat | None, seq: int, number: int | None = None) -> Page:
    """A page of the log as it stood at ``seq``, so that pages keep their places while the table goes on; None: the newest.

    Nothing else of the log is read. A page is so many moves, whatever numbers they have.
    """
    newest = min(seq, at.seq)
    total = await store.moves_until(at.id, newest)
    count = max(1, -(-total // PAGE))
    number = count - 1 if number is None else min(number, count - 1)
    end = total - PAGE * (count - 1 - number)
    before = max(0, end - PAGE - 1)
    seqs = await store.seqs(at.id, newest, before, end - before)  # those of the page, and the one before
    first = seqs[0] if number else -1
    until = newest if number == count - 1 else seqs[-1]
    moves, kept = await store.some_moves(at.id, first, until), await store.kept(at.id, first, until)
    remarks = await store.remarks(at.id, first, until, REMARKS)
    entries = _in_time(at, seat, moves, remarks, kept, alike=all_alike(at, await store.versions(at.id)))
    return Page([entry for entry in await _as_named(store, at, entries, until) if entry.events], number, count)


async def news(store: Store, at: Position, person: int, seen: int | None = None) -> News:
    """What has happened since this person's own newest move, by others, by itself, and around the table; hints the log tells.

    :param seen: the message that the person looks at, perhaps the newest board.
    """
    last = await store.newest_by(at.id, person)
    moves, remarks = await store.moves_after(at.id, last), await store.remarks(at.id, last, most=REMARKS)
    entries = _in_time(at, at.seat_of(person), moves, remarks)
    found = [
        (entry.seq, event, shown)
        for entry, named in zip(entries, _with_names(at, entries), strict=True)
        for event, shown in zip(entry.events, named.events, strict=True)
        if entry.seq <= at.seq and event.kind != HINT
    ]
    events = tuple(shown for *_, shown in found)
    board = await store.outbox.newest_board(at.id) if seen else None
    if board is None or board.message != seen:
        return News(last, events, events)
    dealt = [move.seq for move in takewhile(lambda move: last and move.seat == DEALER, moves)]  # told with that newest move
    posted = [(part.seq, event) for part in parts_of(board) for event in part.events]
    rest = tuple(shown for seq, e, shown in found if seq not in dealt and (seq, e) not in posted and (0, e) not in posted)
    return News(last, events, events if visible_to(rest, None) else rest)


async def after(store: Store, at: Position, seq: int, seat: Seat | None) -> Past:
    """The board after a move; of a table that is over its moves are played again.

    :raises Refused: if there is no such move, or its position can no longer be had.
    """
    moves, found = await store.standing(at.id), await store.some_moves(at.id, seq - 1, seq)
    if not found:
        raise Refused(NO_MOVE)
    (move,) = found
    if (kept := await store.state(at.id, seq)) is not None:
        state = await asyncio.to_thread(decode_state, at.game, kept, move.version)
    elif _replayable(at, move):
        state = await asyncio.to_thread(_last_state, at, [each for each in moves if each.seq <= seq])
    else:
        raise Refused(NOT_KEPT)
    view, seqs = at.game.view(state, seat), [each.seq for each in moves]
    before, later = [each for each in seqs if each < seq], [each for each in seqs if each > seq]
    over = at.row.status == "over" and not later
    told = await _as_named(store, at, _in_time(at, seat, [move], ()), seq)
    story = next(entry.events for entry in told if entry.seat is not None)
    return Past(at.game.stopped(view) if over else view, story, max(before, default=None), min(later, default=None))


def _replayable(at: Position, move: MoveRow) -> bool:
    return move.undone_at is None and at.row.status == "over"


def _last_state(at: Position, moves: Sequence[MoveRow]) -> Any:
    return deque(states(at, moves), maxlen=1).pop()[1]


def _in_time(
    at: Position,
    seat: Seat | None,
    moves: Sequence[MoveRow],
    remarks: Iterable[RemarkRow],
    kept: Set[int] = frozenset(),
    *,
    alike: bool = False,
) -> list[Entry]:
    """Moves and remarks in their order; a remark made together with moves stands before them, as it says why, others after.

    :param alike: do today's rules play the moves of this table as they were played?
    """
    made = {move.seq: move.made for move in moves}
    first = {move.made: move.seq for move in reversed(moves)}  # of those made together
    shown = kept | {move.seq for move in moves if alike and _replayable(at, move)}
    placed = [((move.seq, 1), _move(at, move, seat, kept=move.seq in shown)) for move in moves]
    for remark in remarks:
        events = visible_to(decode_story(remark.events), seat)
        why = remark.seq in made and remark.at <= made[remark.seq] + AT_ONCE and not any(map(names_changed, events))
        place = (first[made[remark.seq]], 0) if why else (remark.seq, 2)
        placed.append((place, Entry(remark.seq, remark.at, events)))
    return [entry for _, entry in sorted(placed, key=lambda pair: pair[0])]


async def _as_named(store: Store, at: Position, entries: Sequence[Entry], until: int) -> list[Entry]:
    """Return these entries, all of them up to this seq, told with the names of that time."""
    former = any(seat.former for seat in at.seats)
    renames = await store.remarks_with(at.id, "replaced", until, REMARKS) if former else []
    return _with_names(at, [*entries, *_in_time(at, None, (), renames)])[: len(entries)]


def _with_names(at: Position, entries: Sequence[Entry]) -> list[Entry]:
    """The same, told with the names of that time: whoever has taken over a seat since has done nothing of it."""
    names, earlier, told = list(at.names), dict[Seat, str](), list[Entry]()
    kept = [seat.name for seat in at.seats]  # as earlier versions told them
    for entry in reversed(entries):
        events = tuple(replace(each, text=naming(each.text, earlier)) for each in entry.events) if earlier else entry.events
        told.append(entry._replace(events=events, names=tuple(names)))
        for name, former in filter(None, map(names_changed, entry.events)):
            changed = next((seat.seat for seat in at.seats if seat.former and name in (names[seat.seat], kept[seat.seat])), None)
            if changed is not None:
                kept[changed], names[changed] = former, seen_name(former)
                earlier[changed] = names[changed]
    return told[::-1]


def _move(at: Position, move: MoveRow, seat: Seat | None, *, kept: bool) -> Entry:
    story = visible_to(decode_story(move.events), seat)
    path = move.path if move.seat == seat or _is_public(at, move) else ""
    return Entry(move.seq, move.made, story, move.seat, move.person, path, move.undone_at is not None, kept)


def _is_public(at: Position, move: MoveRow) -> bool:
    """May everybody read how this move is typed? What the dealer draws, or other rules meant by it, is not said."""
    return move.seat != DEALER and played_alike(at, [move]) and at.game.is_public(tuple(move.path.split()))
