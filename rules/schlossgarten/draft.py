"""A turn as far as it has been answered: the board of its prompts (R7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.choice import Gain
from rules.game import Seat
from rules.schlossgarten.board import Board, bits, board_of, pawn_on, squares
from rules.schlossgarten.figures import Figure, own_workers, standing_figures
from rules.schlossgarten.movement import Reach, after_move, reach, refuges
from rules.schlossgarten.names import your_pawn
from rules.schlossgarten.parts import STEPS
from rules.schlossgarten.score import collected_tiles, gain
from rules.schlossgarten.state import Move, Square, Squares, Turn, View
from rules.schlossgarten.work import Sites, can_work, diggable, elements_under, sites
from rules.text import Text
from rules.values import Bitboard


class Draft(NamedTuple):
    """The answers so far; ``board`` is as it would be after them, ``left`` are the steps that remain.

    ``pawn`` is being moved, to ``to``; ``worker`` works.
    """

    seat: Seat
    board: Board
    card: int | None = None
    left: int = STEPS
    moves: tuple[Move, ...] = ()
    pawn: int | None = None
    to: Square | None = None
    worker: int | None = None
    dig: Square | None = None
    kind: int | None = None
    site: Squares = ()

    def after_move(self, move: Move) -> Draft:
        """Return the draft after one destination more."""
        cost = reach(self.board, self.seat, move.pawn).cost(move.to)
        board = after_move(self.board, self.seat, move)
        return Draft(self.seat, board, self.card, self.left - cost, (*self.moves, move))

    def after_moves(self, moves: Iterable[tuple[int, Square]]) -> Draft:
        """Return the draft after the destinations of a finishing position (R6.10)."""
        draft = self
        for pawn, to in moves:
            draft = draft.after_move(Move(pawn, to))
        return draft

    def after_digging(self, square: Square) -> Draft:
        """Return the draft after a tile is dug up."""
        return self._replace(board=self.board.with_pit(square), dig=square)

    def turn(self) -> Turn:
        """Return the action that carries the draft out (R3.3)."""
        assert self.card is not None
        worked = self.dig is not None or self.site
        return Turn(self.card, self.moves, self.worker if worked else None, self.dig, self.kind, self.site)

    def figures(self) -> tuple[Figure, ...]:
        """Return the complete figures of the chosen card; none before a card is chosen."""
        return () if self.card is None else standing_figures(self.board, self.seat, self.card)

    def reach(self) -> Reach:
        """Return the destinations of the pawn that is being moved."""
        assert self.pawn is not None
        return reach(self.board, self.seat, self.pawn)

    def victim(self) -> tuple[Seat, int] | None:
        """Return owner and kind of the worker that is hit on the destination; None if nobody is."""
        return None if self.to is None else pawn_on(self.board, self.to)

    def makes_figure(self, to: Square, refuge: Square | None = None) -> bool:
        """Return whether the card's figure is complete after this destination.

        ``refuge`` is the square for a pawn that is hit at the destination.
        """
        assert self.card is not None
        assert self.pawn is not None
        return bool(standing_figures(after_move(self.board, self.seat, Move(self.pawn, to, refuge)), self.seat, self.card))

    def makes_figure_by_refuge(self, to: Square) -> Iterator[bool]:
        """Yield `makes_figure` for every square to which a pawn hit at ``to`` may be put; once if no pawn is hit."""
        victim = pawn_on(self.board, to)
        places = [None] if victim is None else squares(refuges(self.board, victim[0]))
        return (self.makes_figure(to, place) for place in places)

    def own_workers(self) -> tuple[int, ...]:
        """Return the own workers that are part of the figure (R3.11)."""
        return () if self.card is None else own_workers(self.board, self.seat, self.card)

    def able_workers(self) -> list[int]:
        """Return the own workers of the figure that can dig or build something now (R6.6)."""
        return [worker for worker in self.own_workers() if can_work(self.board, self.seat, worker)]

    def your_worker(self) -> Text:
        assert self.worker is not None
        return your_pawn(self.worker)

    def square(self) -> Square:
        """Return the square of the worker."""
        assert self.worker is not None
        return self.board.pawns[self.seat][self.worker]

    def diggable(self) -> Bitboard:
        """Return the tiles that the worker may dig, as bits."""
        return diggable(self.board, self.square())

    def sites(self) -> Sites:
        """Return the sites where the worker may build, by kind."""
        assert self.worker is not None
        return sites(self.board, self.seat, self.worker)

    def gain(self, values: tuple[int, ...], site: Squares) -> Gain:
        """Return the points that building on a site brings; ``values`` are those of all tiles."""
        return gain(self.seat, collected_tiles(values, self.board.pits, site), site, elements_under(self.board, bits(site)))


def first_draft(view: View) -> Draft:
    """Return the draft of a turn in which nothing has been answered."""
    assert view.me is not None
    return Draft(view.me, board_of(view))


def draft_of(view: View, turn: Turn) -> Draft:
    """Return a complete turn of the viewer as a draft."""
    draft = first_draft(view)._replace(card=turn.card)
    for move in turn.moves:
        draft = draft.after_move(move)
    board = draft.board if turn.dig is None else draft.board.with_pit(turn.dig)
    return draft._replace(board=board, worker=turn.worker, dig=turn.dig, kind=turn.kind, site=turn.site)
