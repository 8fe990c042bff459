"""Invariants of every state, and of every move (I1–I9)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from rules.game import DEALER, Move
from rules.schlossgarten import GAME
from rules.schlossgarten.parts import KINDS
from rules.schlossgarten.state import State

QUIET = 8
WHOLE = {1: 17, 2: 16, 3: 16}
FIELDS = [(x, y) for y in range(7) for x in range(7)]


def check(state: State) -> None:
    """Check a state by itself."""
    _squares(state)
    _pawns(state)
    _tiles(state)
    _cards(state)
    _ending(state)


def covered(state: State) -> list[int]:
    return [square for kinds in state.elements for site in kinds for square in site]


def _squares(state: State) -> None:
    """Check that every square is one thing, and every element has its form (I1)."""
    under = covered(state)
    assert len(under) == len(set(under))
    assert not set(under) & set(state.pits)
    assert sorted(set(state.pits)) == list(state.pits)
    for kinds in state.elements:
        for kind, site in zip(KINDS, kinds, strict=True):
            if site:
                assert len(site) == kind.size
                assert _form(site) in {(0,), (0, 1), (0, 1, 1, 2)}, site


def _form(site: tuple[int, ...]) -> tuple[int, ...]:
    """Return the distances between squares, edge by edge: 1 for neighbours by an edge, 2 across a corner."""
    places = [FIELDS[square] for square in site]
    if len(places) == 1:
        return (0,)
    apart = [abs(a - c) + abs(b - d) for n, (a, b) in enumerate(places) for c, d in places[n + 1 :]]
    if len(places) == 3:
        assert max(abs(a - c) for a, _ in places for c, _ in places) == 1
        assert max(abs(b - d) for _, b in places for _, d in places) == 1
    return (0, *sorted(apart))


def _pawns(state: State) -> None:
    """Check that pawns stand on different squares, on tiles or own elements (I2)."""
    stood = list(chain(*state.pawns))
    assert len(stood) == len(set(stood)) == 3 * len(state.sides)
    assert not set(stood) & set(state.pits)
    for owner, kinds in enumerate(state.elements):
        others = {square for seat, own in enumerate(state.pawns) if seat != owner for square in own}
        assert not others & set(chain(*kinds))


def _tiles(state: State) -> None:
    """Check that no tile is lost (I3)."""
    under = covered(state)
    assert sum(map(len, state.tiles)) == len(under) or state.phase == "lay"
    if state.phase != "lay":
        left = Counter(value for square, value in enumerate(state.values) if square not in under)
        assert left + Counter(chain(*state.tiles)) == WHOLE


def _cards(state: State) -> None:
    """Check that no card is lost, and hands have their size (I4)."""
    assert sorted((*state.bag, *state.discard, *chain(*state.hands))) == list(range(1, 33))
    if state.phase in {"draw", "turn", "over"}:
        for seat, hand in enumerate(state.hands):
            assert len(hand) == (2 if state.phase == "turn" and seat == state.turn else 1)


def _ending(state: State) -> None:
    """Check that points add up (I5), limits hold (I6), and the game ends when it should (I9)."""
    points = [score.points for score in GAME.scores(state)]
    assert points == [sum(t) + sum(map(len, e)) for t, e in zip(state.tiles, state.elements, strict=True)]
    assert sum(map(sum, state.tiles)) <= 97
    assert all(sum(map(len, kinds)) <= 12 for kinds in state.elements)
    seats = len(state.sides)
    assert state.quiet <= QUIET * seats
    assert state.turns <= QUIET * seats * 197
    if "full-round" not in state.variants:
        over = max(points) >= state.goal or state.quiet == QUIET * seats
        assert over == (state.phase == "over")
        assert not state.closing
    assert (state.phase == "over") == bool(state.ending) == (not GAME.to_act(state))


def level(state: State) -> list[int]:
    """Return the level of each square: tile 0, pit 1, element of one, two or three squares 2, 3, 4 (R4.6)."""
    found = [int(square in state.pits) for square in range(49)]
    for kinds in state.elements:
        for kind, site in zip(KINDS, kinds, strict=True):
            for square in site:
                found[square] = kind.size + 1
    return found


def check_move(before: State, move: Move[State]) -> None:
    """Check a turn, or a move of the dealer."""
    after = move.step.state
    if move.seat == DEALER:
        assert (after.pawns, after.pits, after.elements, after.tiles) == (
            before.pawns,
            before.pits,
            before.elements,
            before.tiles,
        )
        return
    _levels(before, after)
    _points(before, after, move.seat)
    _steps(before, after, move.seat)
    _hits(before, after, move.seat)
    if after.ending == "goal" and not after.variants:
        points = [score.points for score in GAME.scores(after)]
        assert points[move.seat] == max(points)
        assert points.count(max(points)) == 1


def _levels(before: State, after: State) -> None:
    """Check that levels never fall, and work raises one (I6)."""
    old, new = level(before), level(after)
    assert all(a <= b for a, b in zip(old, new, strict=True))
    assert sum(new) <= 196
    assert (after.quiet == 0) == (sum(new) > sum(old))
    assert after.turns == before.turns + 1


def _points(before: State, after: State, seat: int) -> None:
    """Check that only the acting seat gains points, 12 at most, and that collected tiles stay (I5)."""
    old, new = (tuple(score.points for score in GAME.scores(state)) for state in (before, after))
    assert 0 <= new[seat] - old[seat] <= 12
    assert all(new[other] <= old[other] for other in range(len(old)) if other != seat)
    assert all(b[: len(a)] == a for a, b in zip(before.tiles, after.tiles, strict=True))


def _steps(before: State, after: State, seat: int) -> None:
    """Check that a turn has five steps and the work of one worker (I7)."""
    last = after.last
    assert last
    assert last.seat == seat
    assert sum(moved.steps for moved in last.moves) <= 5
    assert all(moved.steps >= 1 for moved in last.moves)
    assert len(after.pits) <= len(before.pits) + 1
    assert sum(a != b for a, b in zip(before.elements[seat], after.elements[seat], strict=True)) <= 1 + len(last.returned)
    if last.worker is not None:
        assert last.worker in (1, 2)
        assert last.figure
        assert after.pawns[seat][last.worker] in range(49)


def _hits(before: State, after: State, seat: int) -> None:
    """Check that other seats' pawns move only when hit, onto an element of their owner (I8)."""
    last = after.last
    assert last
    hit = {(moved.hit.owner, moved.hit.pawn): moved.hit.to for moved in last.moves if moved.hit}
    for owner, own in enumerate(before.pawns):
        for pawn, square in enumerate(own):
            if owner == seat:
                continue
            now = after.pawns[owner][pawn]
            if (owner, pawn) in hit:
                assert pawn != 0
                assert now == hit[owner, pawn]
                assert now in chain(*before.elements[owner])
                assert square not in chain(*before.elements[owner])
            else:
                assert now == square
