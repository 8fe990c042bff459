"""Digging and building: the tiles and sites of a worker (R3.24–R3.36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, ALL_SQUARES, BIT, FORMS, Board, occupied
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import Square, Squares
from rules.values import Bitboard

Sites = dict[int, tuple[Squares, ...]]


def diggable(board: Board, worker: Square) -> Bitboard:
    """Return the tiles that a worker on this square may dig, as bits (R3.25)."""
    covered: Bitboard = sum(map(sum, board.elements))
    return ADJACENT[worker] & ~board.pits & ~covered & ~occupied(board)


@cache
def adjacent_forms(size: int, worker: Square) -> tuple[tuple[Bitboard, Squares], ...]:
    """Return the places of an element next to a worker that leave his own square free (R3.27, R3.29)."""
    return tuple((mask, form) for mask, form in FORMS[size].items() if mask & ADJACENT[worker] and not mask & BIT[worker])


def elements_under(board: Board, site: Bitboard) -> list[tuple[Seat, int]]:
    """Return owner and kind of each element that a site touches."""
    return [(owner, kind) for owner, own in enumerate(board.elements) for kind, mask in enumerate(own) if mask & site]


def partly_covered(board: Board, site: Bitboard) -> tuple[Seat, int] | None:
    """Return owner and kind of an element that a site would cover only in part (R3.33); None if there is none."""
    return next(((owner, kind) for owner, kind in elements_under(board, site) if board.elements[owner][kind] & ~site), None)


def buildable_squares(board: Board, size: int) -> Bitboard:
    """Return the squares on which an element may lie: pits and smaller elements, without pawns, as bits (R3.28, R3.29)."""
    return (board.pits | _smaller(board.elements, size)) & ~occupied(board) & ALL_SQUARES


@lru_cache(maxsize=256)
def _smaller(elements: tuple[tuple[Bitboard, ...], ...], size: int) -> Bitboard:
    """Return the squares under smaller elements, as bits."""
    return sum(mask for own in elements for kind, mask in zip(KINDS, own, strict=True) if kind.size < size)


@lru_cache(maxsize=256)
def sites(board: Board, seat: Seat, pawn: int) -> Sites:
    """Return the sites of a worker by kind; kinds without a site are left out (R3.26)."""
    worker = board.pawns[seat][pawn]
    found = {
        kind: tuple(_sites(board, each.size, worker)) for kind, each in enumerate(KINDS) if buildable(board, seat, pawn, kind)
    }
    return {kind: places for kind, places in found.items() if places}


def buildable(board: Board, seat: Seat, pawn: int, kind: int) -> bool:
    """Return whether this worker builds such elements, and one is in supply (R3.26, R3.35)."""
    return KINDS[kind].pawn == pawn and not board.elements[seat][kind]


def _sites(board: Board, size: int, worker: Square) -> Iterator[Squares]:
    allowed = buildable_squares(board, size)
    if allowed & ADJACENT[worker]:
        for mask, form in adjacent_forms(size, worker):
            if not mask & ~allowed and not partly_covered(board, mask):
                yield form


def can_work(board: Board, seat: Seat, pawn: int) -> bool:
    """Return whether a worker can dig or build anything now (R6.6)."""
    return bool(diggable(board, board.pawns[seat][pawn]) or sites(board, seat, pawn))
