"""A turn as far as it has been answered: the board of its prompts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.choice import Gain
from rules.game import Seat
from rules.schlossgarten.board import Ground, bits, ground, pawn_on, squares
from rules.schlossgarten.figures import Figure, standing, workers
from rules.schlossgarten.movement import Reach, reach, refuges, walked
from rules.schlossgarten.names import your_pawn
from rules.schlossgarten.parts import STEPS
from rules.schlossgarten.score import collected, gain
from rules.schlossgarten.state import Move, Square, Squares, Turn, View
from rules.schlossgarten.work import Sites, can_work, diggable, sites, under
from rules.text import Text
from rules.values import Bitboard


class Draft(NamedTuple):
    """What was answered; ``here`` is the ground after it, ``left`` are the steps that remain.

    ``pawn`` and ``to`` are what is being moved, ``worker`` is who works.
    """

    seat: Seat
    here: Ground
    card: int | None = None
    left: int = STEPS
    moves: tuple[Move, ...] = ()
    pawn: int | None = None
    to: Square | None = None
    worker: int | None = None
    dig: Square | None = None
    kind: int | None = None
    site: Squares = ()

    def gone(self, move: Move) -> Draft:
        """After one destination more."""
        cost = reach(self.here, self.seat, move.pawn).cost(move.to)
        here = walked(self.here, self.seat, move)
        return Draft(self.seat, here, self.card, self.left - cost, (*self.moves, move))

    def made(self, moves: Iterable[tuple[int, Square]]) -> Draft:
        """After the destinations of a finishing position."""
        draft = self
        for pawn, to in moves:
            draft = draft.gone(Move(pawn, to))
        return draft

    def dug(self, square: Square) -> Draft:
        """After a tile was dug."""
        return self._replace(here=self.here.dug(square), dig=square)

    def turn(self) -> Turn:
        """The action."""
        assert self.card is not None
        worked = self.dig is not None or self.site
        return Turn(self.card, self.moves, self.worker if worked else None, self.dig, self.kind, self.site)

    def figures(self) -> tuple[Figure, ...]:
        """The figures of the card that stand; none before it is known which."""
        return () if self.card is None else standing(self.here, self.seat, self.card)

    def reach(self) -> Reach:
        """Where the pawn that is being moved may go."""
        assert self.pawn is not None
        return reach(self.here, self.seat, self.pawn)

    def victim(self) -> tuple[Seat, int] | None:
        """Whose worker, and which, is hit on the destination named."""
        return None if self.to is None else pawn_on(self.here, self.to)

    def makes_figure(self, to: Square, refuge: Square | None = None) -> bool:
        """Does the figure stand when the pawn being moved goes there, and whoever is hit there onto this square?"""
        assert self.card is not None
        assert self.pawn is not None
        return bool(standing(walked(self.here, self.seat, Move(self.pawn, to, refuge)), self.seat, self.card))

    def outcomes(self, to: Square) -> Iterator[bool]:
        """The same for every square onto which whoever is hit there may be put."""
        victim = pawn_on(self.here, to)
        places = [None] if victim is None else squares(refuges(self.here, victim[0]))
        return (self.makes_figure(to, place) for place in places)

    def in_figure(self) -> tuple[int, ...]:
        """The own workers that are part of the figure."""
        return () if self.card is None else workers(self.here, self.seat, self.card)

    def able(self) -> list[int]:
        """Those of them who can dig or build something now (R6.6)."""
        return [worker for worker in self.in_figure() if can_work(self.here, self.seat, worker)]

    def your_worker(self) -> Text:
        assert self.worker is not None
        return your_pawn(self.worker)

    def square(self) -> Square:
        """Where the worker stands."""
        assert self.worker is not None
        return self.here.pawns[self.seat][self.worker]

    def diggable(self) -> Bitboard:
        """The tiles that the worker may dig, as bits."""
        return diggable(self.here, self.square())

    def sites(self) -> Sites:
        """Where the worker may build, by kind."""
        assert self.worker is not None
        return sites(self.here, self.seat, self.worker)

    def gain(self, values: tuple[int, ...], site: Squares) -> Gain:
        """Return the points that building on a site brings; ``values`` are those of all tiles."""
        return gain(self.seat, collected(values, self.here.pits, site), site, under(self.here, bits(site)))


def drafted(view: View, turn: Turn) -> Draft:
    """A complete turn of the seat whose view it is."""
    assert view.me is not None
    draft = Draft(view.me, ground(view), turn.card)
    for move in turn.moves:
        draft = draft.gone(move)
    here = draft.here if turn.dig is None else draft.here.dug(turn.dig)
    return draft._replace(here=here, worker=turn.worker, dig=turn.dig, kind=turn.kind, site=turn.site)
