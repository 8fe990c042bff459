"""Turns of Schlossgarten that build, found quickly: those worth a look, and those with which a seat may answer.

They are the candidates that the rules offer (`rules.schlossgarten.best_turns.candidates`), in the same order. As a worker may dig
any of eight tiles before he builds, his sites are found once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import Any, NamedTuple

from rules.choice import Progress
from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, BIT, SQUARE, Board, board_of, squares
from rules.schlossgarten.choices import movement_path
from rules.schlossgarten.draft import first_draft
from rules.schlossgarten.figures import own_workers
from rules.schlossgarten.finishes import Finish, offered_finishes
from rules.schlossgarten.movement import after_move
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import Move, Square, Squares, Turn, View
from rules.schlossgarten.work import adjacent_forms, buildable, buildable_squares, can_work, diggable, elements_under
from rules.schlossgarten.work_choices import work_path


class Building(NamedTuple):
    """An element that a worker can build: the gain of lead, the tile that is dug for it, if any, the kind and the squares."""

    gain: int
    dig: Square | None
    kind: int
    site: Squares


class Work(NamedTuple):
    """The work of a worker after a movement: None is no movement."""

    card: int
    finish: Finish | None
    moves: tuple[Move, ...]
    board: Board
    worker: int


def candidate_moves(view: View, most: int) -> Sequence[Progress[Any]]:
    """Return up to ``most`` turns that build: those that gain the largest lead, the best first."""
    best = nlargest(most, _ways(view), key=lambda way: way[0].gain)
    return [Progress(_path(view, *way), None, _turn(*way)) for way in best]


def reply_actions(view: View, most: int) -> Sequence[Turn]:
    """Return up to ``most`` turns that build, to look ahead with: those that gain the largest lead, the best first.

    Of the ways to the same element on the same squares only the first is taken, and a tile is dug only to be built on.
    """
    found = dict[tuple[int, Squares], tuple[int, Turn]]()
    for work in _works(view):
        for built in _buildings(work.board, view.values, view.me or 0, work.worker):
            key = built.kind, built.site
            if key not in found or built.gain > found[key][0]:
                found[key] = built.gain, _turn(built, work)
    return [turn for _, turn in nlargest(most, found.values(), key=itemgetter(0))]


def _turn(built: Building, work: Work) -> Turn:
    return Turn(work.card, work.moves, work.worker, built.dig, built.kind, built.site)


def _path(view: View, built: Building, work: Work) -> tuple[str, ...]:
    """Return the answers that make this turn."""
    draft, seat = first_draft(view)._replace(card=work.card), view.me or 0
    able = [worker for worker in own_workers(work.board, seat, work.card) if can_work(work.board, seat, worker)]
    done = draft._replace(worker=work.worker, dig=built.dig, kind=built.kind, site=built.site)
    return card_key(work.card), *movement_path(draft, work.finish), *work_path(able, done)


def _ways(view: View) -> Iterator[tuple[Building, Work]]:
    """Yield every way to build, with or without a tile dug first."""
    for work in _works(view):
        seat = view.me or 0
        found = [*_buildings(work.board, view.values, seat, work.worker)]
        for dig in (None, *squares(diggable(work.board, work.board.pawns[seat][work.worker]))):
            yield from ((built._replace(dig=dig), work) for built in found if built.dig in (None, dig))


def _works(view: View) -> Iterator[Work]:
    """Yield the workers who may work, without a movement and after each that makes a figure, by card; cheaper movement first."""
    seat, start = view.me, board_of(view)
    assert seat is not None
    for card in view.hand:
        for finish in (None, *offered_finishes(start, seat, card)):
            board, moves = start, () if finish is None else tuple(Move(pawn, to) for pawn, to in finish.moves)
            for move in moves:
                board = after_move(board, seat, move)
            yield from (Work(card, finish, moves, board, worker) for worker in own_workers(board, seat, card))


def _buildings(board: Board, values: tuple[int, ...], seat: Seat, worker: int) -> Iterator[Building]:
    """Yield what a worker can build, with a tile dug first only if the element needs it."""
    square = board.pawns[seat][worker]
    tiles = diggable(board, square)
    for kind, each in enumerate(KINDS):
        allowed = buildable_squares(board, each.size)
        if not buildable(board, seat, worker, kind) or not (allowed | tiles) & ADJACENT[square]:
            continue
        for mask, site in adjacent_forms(each.size, square):
            dug = mask & ~allowed
            if dug & ~tiles or dug & (dug - 1):
                continue
            covered = elements_under(board, mask)
            if any(board.elements[owner][under] & ~mask for owner, under in covered):
                continue
            pits, lost = board.pits | dug, [0] * len(board.pawns)
            for owner, under in covered:
                lost[owner] += KINDS[under].size
            own = each.size + sum([values[part] for part in site if pits & BIT[part]]) - lost[seat]
            lost[seat] = 0
            yield Building(own + max(lost), SQUARE[dug] if dug else None, kind, site)
