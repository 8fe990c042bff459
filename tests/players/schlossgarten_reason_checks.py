"""Check the reasons of Schlossgarten by the squares, tiles and points of the views before and after the turn."""

from __future__ import annotations

from collections.abc import Callable

from players.reasons import Change, Fact
from rules.game import Seat
from rules.schlossgarten.board import NAMES
from rules.schlossgarten.parts import KINDS, SIZE
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import Square, View


def far(one: Square, other: Square) -> int:
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


def left(change: Change, view: View) -> int:
    return view.goal - totals(view)[change.seat]


def near(view: View, seat: Seat, square: Square) -> bool:
    """Return whether a worker of a seat stands within two squares."""
    return any(far(worker, square) <= 2 for worker in view.pawns[seat][1:])


def stood(view: View, squares: tuple[Square, ...]) -> bool:
    return any(pawn in squares for own in view.pawns for pawn in own)


def may_cover(view: View, owner: Seat, kind: int, other: Seat) -> bool:
    """Return whether a seat has a larger element whose worker stands within two squares of an element without a pawn."""
    site = view.elements[owner][kind]
    if not site or stood(view, site):
        return False
    larger = [
        each.pawn for each, laid in zip(KINDS, view.elements[other], strict=True) if not laid and each.size > KINDS[kind].size
    ]
    return any(far(view.pawns[other][pawn], square) <= 2 for pawn in larger for square in site)


def _builds(fact: Fact, change: Change) -> bool:
    kind, squares, tiles = fact.subject
    new = list(change.after.tiles[change.seat])
    for value in change.before.tiles[change.seat]:
        new.remove(value)
    return len(change.after.elements[change.seat][kind]) == squares and sum(new) == tiles


def _covered(fact: Fact, change: Change) -> bool:
    owner, kind = fact.subject
    site = change.before.elements[owner][kind]
    built = set(change.after.last.site)
    return bool(site) and set(site) <= built and (owner == change.seat) == (fact.kind == "returns")


def _digs(fact: Fact, change: Change) -> bool:
    square = NAMES.index(fact.subject[0])
    new = square in change.after.pits and square not in change.before.pits
    return new and change.before.values[square] + 1 == fact.subject[1] and near(change.after, change.seat, square)


def _pits(fact: Fact, change: Change) -> bool:
    points, names = fact.subject
    squares = [NAMES.index(name) for name in names]
    free = [square for square in squares if square in change.after.pits and near(change.after, change.seat, square)]
    return free == squares and sum(change.after.values[square] for square in squares) == points


def _guards(fact: Fact, change: Change) -> bool:
    (kind,) = fact.subject
    threatened = any(may_cover(change.before, change.seat, kind, other) for other in change.opponents)
    return threatened and stood(change.after, change.after.elements[change.seat][kind])


def _leaves_open(fact: Fact, change: Change) -> bool:
    kind, other = fact.subject
    was = any(may_cover(change.before, change.seat, kind, each) for each in change.opponents)
    return may_cover(change.after, change.seat, kind, other) and not was


def _shut(fact: Fact, change: Change) -> bool:
    owner, pawn, free = fact.subject
    square = change.after.pawns[owner][pawn]
    foreign = {s for seat, own in enumerate(change.after.elements) if seat != owner for site in own for s in site}
    own = {s for site in change.after.elements[owner] for s in site}
    barred = (set(change.after.pits) - own) | foreign | {s for pawns in change.after.pawns for s in pawns}
    around = [other for other in range(SIZE**2) if far(square, other) == 1 and other not in barred]
    return len(around) >= free == fact.subject[2] <= 1 and (owner == change.seat) == (fact.size < 0)


CHECKS: dict[str, Callable[[Fact, Change], bool]] = {
    "builds": _builds,
    "builds_over": _covered,
    "returns": _covered,
    "loses": lambda f, c: totals(c.before)[c.seat] - totals(c.after)[c.seat] == f.subject[0] > 0,
    "digs": _digs,
    "rival": lambda f, c: near(c.after, f.subject[0], NAMES.index(f.subject[1])),
    "guards": _guards,
    "leaves_open": _leaves_open,
    "lasts": lambda f, c: KINDS[f.subject[0]].size == 3 and bool(c.after.elements[c.seat][f.subject[0]]),
    "closing": lambda f, c: c.after.closing and left(c, c.after) <= 0,
    "near_goal": lambda f, c: 0 < left(c, c.after) == f.subject[0] < left(c, c.before),
    "wins": lambda f, c: c.after.phase == "over" and f.subject == _results(c) and f.subject[0] > f.subject[1],
    "ends_behind": lambda f, c: c.after.phase == "over" and f.subject == _results(c) and f.subject[0] < f.subject[1],
    "pits": _pits,
    "shut_in": _shut,
    "shuts_in": _shut,
    "last_large": lambda f, c: all(c.after.elements[c.seat][kind] for kind, each in enumerate(KINDS) if each.size == 3),
}


def _results(change: Change) -> tuple[int, int]:
    points = totals(change.after)
    return points[change.seat], max(points[other] for other in change.opponents)
