"""A turn as far as it has been said, and the board as it would be."""

from __future__ import annotations

from typing import NamedTuple

from rules.game import Seat
from rules.schlossgarten.board import Ground
from rules.schlossgarten.figures import Figure, standing, workers
from rules.schlossgarten.movement import hit, reach, walked
from rules.schlossgarten.parts import STEPS
from rules.schlossgarten.state import NONE, Move, Square, Squares, Turn
from rules.schlossgarten.work import can_work


class Draft(NamedTuple):
    """What was answered; ``here`` is the ground after it, ``left`` are the steps that remain.

    ``pawn`` and ``to`` are what is being moved, ``worker`` who works.
    """

    seat: Seat
    here: Ground
    card: int = NONE
    left: int = STEPS
    moves: tuple[Move, ...] = ()
    pawn: int = NONE
    to: Square = NONE
    worker: int = NONE
    dig: Square = NONE
    kind: int = NONE
    site: Squares = ()

    def gone(self, move: Move) -> Draft:
        """After one destination more."""
        cost = reach(self.here, self.seat, move.pawn).cost(move.to)
        here = walked(self.here, self.seat, move)
        return Draft(self.seat, here, self.card, self.left - cost, (*self.moves, move))

    def turn(self) -> Turn:
        """The action."""
        done = self.dig != NONE or self.site
        return Turn(self.card, self.moves, self.worker if done else NONE, self.dig, self.kind, self.site)

    def figures(self) -> tuple[Figure, ...]:
        """The figures of the card that stand."""
        return standing(self.here, self.seat, self.card)

    def victim(self) -> tuple[Seat, int]:
        """Whose worker, and which, is hit on the destination named."""
        return hit(self.here, self.seat, self.to)

    def square(self) -> Square:
        """Where the worker stands."""
        return self.here.pawns[self.seat][self.worker]


def qualified(draft: Draft) -> list[int]:
    """The own workers in the figure who can dig or build something now (R6.6)."""
    return [worker for worker in workers(draft.here, draft.seat, draft.card) if can_work(draft.here, draft.seat, worker)]


def makes_figure(draft: Draft, to: Square, refuge: Square = NONE) -> bool:
    """Does the figure stand when the pawn being moved goes there, and whoever is hit there onto this square?"""
    return bool(standing(walked(draft.here, draft.seat, Move(draft.pawn, to, refuge)), draft.seat, draft.card))
