"""Features of Schlossgarten: elements that can be built soon or built over by others, and nearness to the goal."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from players.evaluation import Features
from players.games.schlossgarten_turns import candidate_moves, reply_actions
from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, BIT, Board, board_of, occupied, squares, with_adjacent
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.movement import land, open_fields
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, SIZE
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import Square, State
from rules.values import Bitboard

LARGEST_SQUARES = max(kind.size for kind in KINDS)
GOOD_TURN_POINTS = 6
HELPER_SQUARES = 3  # others' workers so near to a king help him to figures
BEST_TILE_POINTS = 3


def progress(state: State) -> float:
    """Return the share of the game that is over: how near the leader is to the goal."""
    return min(1.0, max(totals(state)) / state.goal)


def extract(state: State, seat: Seat) -> tuple[float, ...]:
    """Return the numbers of `FEATURES`, in the order of `NAMES`."""
    board, points, seats = board_of(state), totals(state), len(state.sides)
    left = [max(0, state.goal - own) for own in points]
    turns_away = (seat - state.turn) % seats if state.turn is not None else 0
    supply = _supply(board.elements[seat])
    king, *workers = board.pawns[seat]
    return (
        1.0,
        seats - 1 - turns_away,
        min(own for other, own in enumerate(left) if other != seat) - left[seat],
        max(0, GOOD_TURN_POINTS - left[seat]) * (turns_away == 0),
        *(supply.count(size) for size in (LARGEST_SQUARES, LARGEST_SQUARES - 1)),
        *_exposed(board, seat),
        *_at_hand(state.values, board.pits & ~occupied(board), workers),
        _best_tiles_near(state.values, board, seat),
        _room(board, seat),
        sum(_distance(king, worker) for worker in workers),
        _helpers(board, seat, king),
    )


def _exposed(board: Board, seat: Seat) -> tuple[int, int]:
    """Return the squares of own elements of two squares and of one that others can build over, and on which no pawn stands."""
    stood, found = occupied(board), [0] * (LARGEST_SQUARES + 1)
    largest = max(max(_supply(own), default=0) for other, own in enumerate(board.elements) if other != seat)
    for kind, laid in zip(KINDS, board.elements[seat], strict=True):
        if laid and kind.size < largest and not laid & stood:
            found[kind.size] += kind.size
    return found[2], found[1]


def _supply(own: Sequence[Bitboard]) -> list[int]:
    """Return the squares of each element that is not in the garden."""
    return [kind.size for kind, laid in zip(KINDS, own, strict=True) if not laid]


def _at_hand(values: Sequence[int], pits: Bitboard, workers: Sequence[Square]) -> tuple[int, int]:
    """Return the pits within two squares of own workers, and the points of their tiles."""
    near = 0
    for worker in workers:
        near |= with_adjacent(ADJACENT[worker])
    found = list(squares(near & pits))
    return len(found), sum(values[square] for square in found)


@lru_cache(maxsize=4096)
def _best_tiles(values: tuple[int, ...]) -> Bitboard:
    return sum(BIT[square] for square, value in enumerate(values) if value == BEST_TILE_POINTS)


def _best_tiles_near(values: tuple[int, ...], board: Board, seat: Seat) -> int:
    """Return the number of best tiles that can be dug within two squares of own workers."""
    near = 0
    for worker in board.pawns[seat][GARDENER:]:
        near |= with_adjacent(ADJACENT[worker])
    return (near & _best_tiles(values) & land(board.pits, board.elements, seat).tiles & ~occupied(board)).bit_count()


def _room(board: Board, seat: Seat) -> int:
    """Return the free squares next to own king and workers, at most five for each."""
    stood = occupied(board)
    free = open_fields(land(board.pits, board.elements, seat), stood) & ~stood
    return sum(min(5, (ADJACENT[square] & free).bit_count()) for square in board.pawns[seat])


def _distance(one: Square, other: Square) -> int:
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


def _helpers(board: Board, seat: Seat, king: Square) -> int:
    """Return the others' workers near the own king, who may stand in his figures."""
    pawns = (own[pawn] for other, own in enumerate(board.pawns) if other != seat for pawn in (GARDENER, ARCHITECT))
    return sum(_distance(king, pawn) <= HELPER_SQUARES for pawn in pawns)


def transposition(draft: Draft) -> Hashable:
    """Return a draft without the way its pawns came: moves from equal results go on alike."""
    return draft._replace(moves=())


NAMES = (
    *("prospects", "the next turn", "the race to the goal", "the race to the goal"),
    *("mazes and terraces to build", "long hedges and pools to build"),
    *("elements that may be built over", "elements that may be built over"),
    *("pits at hand", "pits at hand", "lawns to dig", "room to walk", "distance of the workers"),
    "others' workers near the king",
)
FEATURES = Features(NAMES, extract, progress, candidate_moves, transposition=transposition, reply_actions=reply_actions)
