"""The log of a table as one seat may read it, and the board after an earlier move."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from db.rows import MoveRow, RemarkRow
from db.store import Store
from host.codec import decode_state, decode_story
from host.leaving import change_of_hands
from host.outbox import read_parts
from host.people import fill_in_events, name_of, names_of, people_in
from host.position import Position
from host.refusal import NoTable, Refused
from host.replay import all_play_alike, plays_alike, replay_states
from host.summary import visible_name
from rules.game import DEALER, Event, Seat, visible_to
from rules.text import naming, say

MOVES_PER_PAGE = 8
REMARK_LIMIT = 100  # the newest of a page; no message holds more
SAME_STEP_SECONDS = 1.0  # a remark so soon after a move belongs to the same step
HINT_KIND = "hint"

NO_MOVE = say("There is no such move at this table.")
NOT_KEPT = say("The board after this move was not kept.")


class Entry(NamedTuple):
    """A move in the log, or a remark if ``seat`` is None.

    ``seq``: the table's seq after it. ``at``: seconds since 1970. ``events``: what the reader may see. ``person`` made the move
    (0: a stand-in). ``path``: the answers, if the reader may know them, else empty. ``kept``: the board after it can be shown.
    ``names``: those of the seats at that time.
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
    """A page of a log: its entries, oldest first, its number from 0, and how many pages there are."""

    entries: list[Entry]
    number: int
    pages: int


class News(NamedTuple):
    """Events since a person's newest move, as far as they may see them.

    ``since`` is the seq of that move, 0 if they have made none. ``untold`` leaves out events that the board before them shows.
    """

    since: int
    events: tuple[Event, ...]
    untold: tuple[Event, ...]


class PastPosition(NamedTuple):
    """The board after an earlier move: the view of a seat, the move's events, and the seqs of the neighbouring moves."""

    view: Any
    story: tuple[Event, ...]
    before: int | None
    next: int | None


async def read_log(store: Store, at: Position, seat: Seat | None, *, only_standing: bool = False) -> list[Entry]:
    """Return the log of a table, oldest entry first.

    :param seat: who reads; None for what is public.
    :param only_standing: leave out undone moves and all remarks: there may be many more of them than moves in a game.
    """
    moves = await (store.standing_moves if only_standing else store.moves)(at.id)
    remarks = await (_changes_of_hands(store, at, 0) if only_standing else store.remarks(at.id))
    kept = await store.seqs_with_states(at.id)
    entries = await asyncio.to_thread(_in_order, at, seat, moves, remarks, kept, alike=plays_alike(at, moves))
    told = [entry for entry in await _with_names(store, at, entries) if entry.events and entry.seq <= at.seq]
    return [entry for entry in told if entry.seat is not None] if only_standing else told


async def read_standing_moves(store: Store, at: Position) -> list[MoveRow]:
    """Return the moves of a started table that were not undone, oldest first, without states.

    :raises NoTable: when it was deleted meanwhile.
    """
    if moves := await store.standing_moves(at.id):
        return moves
    raise NoTable


async def read_page(store: Store, at: Position, seat: Seat | None, seq: int, number: int | None = None) -> Page:
    """Return one page of the log as it was at ``seq``, so that page numbers stay while the table goes on.

    Only the page is read from the database. It has the same number of moves as others, and the remarks between them.

    :param seat: who reads; None for what is public.
    :param number: the page, from 0; None for the newest.
    :raises NoTable: when the table was deleted meanwhile.
    """
    newest = min(seq, at.seq)
    total = await store.count_moves(at.id, newest)
    count = max(1, -(-total // MOVES_PER_PAGE))
    number = count - 1 if number is None else min(number, count - 1)
    end = total - MOVES_PER_PAGE * (count - 1 - number)
    before = max(0, end - MOVES_PER_PAGE - 1)
    seqs = await store.seqs(at.id, newest, before, end - before)  # of the page, and the one before it
    if not seqs:
        raise NoTable
    first = seqs[0] if number else -1
    until = newest if number == count - 1 else seqs[-1]
    moves, kept = await store.moves_between(at.id, first, until), await store.seqs_with_states(at.id, first, until)
    remarks = await store.remarks(at.id, first, until, REMARK_LIMIT)
    entries = _in_order(at, seat, moves, remarks, kept, alike=all_play_alike(at, await store.versions(at.id)))
    return Page([entry for entry in await _name_entries(store, at, entries, until) if entry.events], number, count)


async def read_news(store: Store, at: Position, person: int, seen: int | None = None) -> News:
    """Return the events since a person's own newest move, without hints that others took.

    :param seen: the message that the person looks at, which may be the newest board.
    """
    last = await store.newest_by(at.id, person)
    moves, remarks = await store.moves_after(at.id, last), await store.remarks(at.id, last, most=REMARK_LIMIT)
    entries = _in_order(at, at.seat_of(person), moves, remarks)
    found = [
        (entry.seq, event, shown)
        for entry, named in zip(entries, await _with_names(store, at, entries), strict=True)
        for event, shown in zip(entry.events, named.events, strict=True)
        if entry.seq <= at.seq and event.kind != HINT_KIND
    ]
    events = tuple(shown for *_, shown in found)
    board = await store.outbox.newest_board(at.id) if seen else None
    if board is None or board.message != seen:
        return News(last, events, events)
    dealt = [move.seq for move in takewhile(lambda move: last and move.seat == DEALER, moves)]  # shown with that newest move
    posted = [(part.seq, event) for part in await read_parts(store, board) for event in part.events]
    rest = tuple(shown for seq, e, shown in found if seq not in dealt and (seq, e) not in posted and (0, e) not in posted)
    return News(last, events, events if visible_to(rest, None) else rest)


async def read_past_position(store: Store, at: Position, seq: int, seat: Seat | None) -> PastPosition:
    """Return the board after an earlier move. Moves of an ended game are replayed.

    :param seat: who looks; None for what is public.
    :raises Refused: when there is no such move, or its position was not kept.
    """
    moves, found = await read_standing_moves(store, at), await store.moves_between(at.id, seq - 1, seq)
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
    told = await _name_entries(store, at, _in_order(at, seat, [move], ()), seq)
    story = next(entry.events for entry in told if entry.seat is not None)
    return PastPosition(at.game.stopped(view) if over else view, story, max(before, default=None), min(later, default=None))


def _replayable(at: Position, move: MoveRow) -> bool:
    return move.undone_at is None and at.row.status == "over"


def _last_state(at: Position, moves: Sequence[MoveRow]) -> Any:
    return deque(replay_states(at, moves), maxlen=1).pop()[1]


def _in_order(
    at: Position,
    seat: Seat | None,
    moves: Sequence[MoveRow],
    remarks: Iterable[RemarkRow],
    kept: Set[int] = frozenset(),
    *,
    alike: bool = False,
) -> list[Entry]:
    """Return moves and remarks in order. A remark of the same moment as moves stands before them: it gives their reason.

    :param alike: whether today's rules would play these moves as they were played.
    """
    made = {move.seq: move.made for move in moves}
    first = {move.made: move.seq for move in reversed(moves)}  # the first of the moves made in one step
    shown = kept | {move.seq for move in moves if alike and _replayable(at, move)}
    placed = [((move.seq, 1), _move(at, move, seat, kept=move.seq in shown)) for move in moves]
    for remark in remarks:
        events = visible_to(decode_story(remark.events), seat)
        why = remark.seq in made and remark.at <= made[remark.seq] + SAME_STEP_SECONDS and not any(map(change_of_hands, events))
        place = (first[made[remark.seq]], 0) if why else (remark.seq, 2)
        placed.append((place, Entry(remark.seq, remark.at, events)))
    return [entry for _, entry in sorted(placed, key=lambda pair: pair[0])]


async def _name_entries(store: Store, at: Position, entries: Sequence[Entry], until: int) -> list[Entry]:
    """Return the entries up to ``until`` with the names that seats had then."""
    renames = await _changes_of_hands(store, at, until)
    return (await _with_names(store, at, [*entries, *_in_order(at, None, (), renames)]))[: len(entries)]


async def _changes_of_hands(store: Store, at: Position, after: int) -> list[RemarkRow]:
    """Return the remarks after a seq that say who took over a seat."""
    changed = any(seat.changed_hands for seat in at.seats)
    return await store.remarks_with(at.id, "replaced", after, REMARK_LIMIT) if changed else []


async def _with_names(store: Store, at: Position, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries with the names of the people in them, and with those that seats had then."""
    remarks = [event.text for entry in entries if entry.seat is None for event in entry.events]  # moves name seats alone
    people = people_in(*remarks)
    return _as_called_then(at, entries, await names_of(store, at, people) if people else {})


def _as_called_then(at: Position, entries: Sequence[Entry], known: Mapping[int, str]) -> list[Entry]:
    """Return the entries with the names that seats had then: a later player of a seat did none of it.

    :param known: the stored names of people without a seat.
    """
    names, earlier, told = list(at.names), dict[Seat, str](), list[Entry]()
    players: list[set[int | str]] = [{seat.person, seat.name, names[seat.seat]} for seat in at.seats]  # ids, or names
    for entry in reversed(entries):
        events = tuple(replace(each, text=naming(each.text, earlier)) for each in entry.events) if earlier else entry.events
        told.append(entry._replace(events=fill_in_events(events, at, known), names=tuple(names)))
        for player, former in filter(None, map(change_of_hands, entry.events)):
            changed = next((seat.seat for seat in at.seats if seat.changed_hands and player in players[seat.seat]), None)
            if changed is not None:
                names[changed] = earlier[changed] = (
                    visible_name(former) if isinstance(former, str) else name_of(at, known, former)
                )
                players[changed] = {former, names[changed]}
    return told[::-1]


def _move(at: Position, move: MoveRow, seat: Seat | None, *, kept: bool) -> Entry:
    story = visible_to(decode_story(move.events), seat)
    path = move.path if move.seat == seat or _is_public(at, move) else ""
    return Entry(move.seq, move.made, story, move.seat, move.person, path, move.undone_at is not None, kept)


def _is_public(at: Position, move: MoveRow) -> bool:
    """Return whether everybody may read how a move is typed: never the dealer's, nor one of other rules."""
    return move.seat != DEALER and plays_alike(at, [move]) and at.game.is_public(tuple(move.path.split()))
