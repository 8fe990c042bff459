"""What workers may dig and build (R3.24–R3.36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from rules.game import Seat
from rules.schlossgarten.board import BIT, BOARD, FORMS, NEAR, Ground, occupied
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import Square, Squares
from rules.values import Bitboard

Sites = dict[int, tuple[Squares, ...]]


def covered(here: Ground) -> Bitboard:
    """The squares under elements, as bits."""
    return sum(map(sum, here.elements))


def diggable(here: Ground, worker: Square) -> Bitboard:
    """The tiles that a worker on a square may dig, as bits (R3.25)."""
    return NEAR[worker] & ~here.pits & ~covered(here) & ~occupied(here)


@cache
def near_forms(size: int, worker: Square) -> tuple[tuple[Bitboard, Squares], ...]:
    """The places of an element next to a worker that leave the worker's own square free (R3.27, R3.29)."""
    return tuple((mask, form) for mask, form in FORMS[size].items() if mask & NEAR[worker] and not mask & BIT[worker])


def under(here: Ground, site: Bitboard) -> list[tuple[Seat, int]]:
    """The elements touched by a site: owner and kind, in that order."""
    return [(owner, kind) for owner, own in enumerate(here.elements) for kind, mask in enumerate(own) if mask & site]


def half(here: Ground, site: Bitboard) -> tuple[Seat, int] | None:
    """An element that would be covered only in part (R3.33)."""
    return next(((owner, kind) for owner, kind in under(here, site) if here.elements[owner][kind] & ~site), None)


def ground_for(here: Ground, size: int) -> Bitboard:
    """The squares on which an element of a size may lie: pits and smaller elements, without pawns, as bits (R3.28, R3.29)."""
    return (here.pits | _smaller(here.elements, size)) & ~occupied(here) & BOARD


@lru_cache(maxsize=256)
def _smaller(elements: tuple[tuple[Bitboard, ...], ...], size: int) -> Bitboard:
    """The squares under elements that are smaller, as bits."""
    return sum(mask for own in elements for kind, mask in zip(KINDS, own, strict=True) if kind.size < size)


@lru_cache(maxsize=256)
def sites(here: Ground, seat: Seat, pawn: int) -> Sites:
    """Where a worker may build, by kind; kinds without a site are left out (R3.26)."""
    worker = here.pawns[seat][pawn]
    found = {kind: tuple(_sites(here, each.size, worker)) for kind, each in enumerate(KINDS) if buildable(here, seat, pawn, kind)}
    return {kind: places for kind, places in found.items() if places}


def buildable(here: Ground, seat: Seat, pawn: int, kind: int) -> bool:
    """Is this a kind of the worker's that lies in the supply (R3.26, R3.35)?"""
    return KINDS[kind].pawn == pawn and not here.elements[seat][kind]


def _sites(here: Ground, size: int, worker: Square) -> Iterator[Squares]:
    allowed = ground_for(here, size)
    if allowed & NEAR[worker]:
        for mask, form in near_forms(size, worker):
            if not mask & ~allowed and not half(here, mask):
                yield form


def can_work(here: Ground, seat: Seat, pawn: int) -> bool:
    """Is there anything to dig or to build now (R6.6)?"""
    return bool(diggable(here, here.pawns[seat][pawn]) or sites(here, seat, pawn))
