"""Check the reasons of Ishtar by the points and pieces of the views before and after the turn."""

from __future__ import annotations

from collections.abc import Callable

from players.reasons import Change, Fact
from rules.game import Seat
from rules.ishtar.garden import cover_of
from rules.ishtar.parts import FOUNTAIN_POINTS, TREES, Gems
from rules.ishtar.score import fountain_counts, holders, points_of
from rules.ishtar.state import View


def counts(view: View, slot: int) -> tuple[int, ...]:
    return fountain_counts(view.garden, view.seats)[slot]


def holds(view: View, slot: int, seat: Seat) -> bool:
    return seat in holders(counts(view, slot))


def _won(fact: Fact, change: Change) -> bool:
    slot, _, points = fact.subject
    more = points_of(change.whole)[change.seat].fountains - points_of(change.before)[change.seat].fountains
    worth = FOUNTAIN_POINTS[change.before.garden.fountains[slot]]
    return not holds(change.before, slot, change.seat) and holds(change.whole, slot, change.seat) and points == worth <= more


def _taken_from(fact: Fact, change: Change) -> bool:
    slot, other, _ = fact.subject
    return _won(fact, change) and holds(change.before, slot, other) and not holds(change.whole, slot, other)


def _behind(fact: Fact, change: Change) -> int:
    """Return how many flower cells the other seat has less than the seat that moves, after the turn."""
    slot, other, _ = fact.subject
    now = counts(change.whole, slot)
    return now[change.seat] - now[other]


def _keeps(fact: Fact, change: Change) -> bool:
    slot, _, cells = fact.subject
    both = holds(change.before, slot, change.seat) and holders(counts(change.whole, slot)) == (change.seat,)
    return both and _behind(fact, change) == cells > 0


def _nears(fact: Fact, change: Change) -> bool:
    return not holds(change.whole, fact.subject[0], change.seat) and -_behind(fact, change) == fact.subject[2] > 0


def planted(change: Change, tree: int) -> bool:
    return tree in change.whole.planted[change.seat] and tree not in change.before.planted[change.seat]


def lacks(gems: Gems, tree: int) -> int:
    return sum(max(0, need - have) for need, have in zip(TREES[tree].cost, gems, strict=True))


def _rival(fact: Fact, change: Change, gems: int) -> bool:
    tree, other = fact.subject
    return planted(change, tree) and other != change.seat and lacks(change.before.players[other].gems, tree) == gems


def _pays(fact: Fact, change: Change, *, then: bool) -> bool:
    (tree,) = fact.subject
    was, now = (lacks(view.players[change.seat].gems, tree) == 0 for view in (change.before, change.whole))
    open_ = tree in change.whole.row or tree == change.whole.players[change.seat].reserved
    return now == then != was and open_ and not planted(change, tree)


def _unlocked(fact: Fact, change: Change) -> bool:
    mastery = fact.subject[0]
    was, now = (view.players[change.seat].owned for view in (change.before, change.whole))
    return mastery in now and mastery not in was


def _mastery_points(fact: Fact, change: Change) -> bool:
    mastery, points = fact.subject
    was, now = (dict(points_of(view)[change.seat].masteries) for view in (change.before, change.whole))
    return now[mastery] - was.get(mastery, 0) == points > 0


def _flowers(fact: Fact, change: Change) -> bool:
    return points_of(change.whole)[change.seat].flowers - points_of(change.before)[change.seat].flowers == fact.subject[0]


def _hems_in(fact: Fact, change: Change) -> bool:
    other, cell, left = fact.subject
    cover = cover_of(change.whole.garden)
    bit = 1 << cover.grid.index(cell)
    bed = next(bed for bed in cover.beds if bed.cells & bit)
    return bed.seat == other != change.seat and (bed.near & (cover.bare | cover.free)).bit_count() == left


def _free(change: Change) -> int:
    """Return the free cells beside the beds of the seat that moves, each bed counted by itself."""
    cover = cover_of(change.whole.garden)
    beds = [bed for bed in cover.beds if bed.seat == change.seat]
    return sum(len(cover.grid.cells_of(bed.near & (cover.bare | cover.free))) for bed in beds)


def _room(fact: Fact, change: Change) -> bool:
    own, usual = fact.subject
    others = [_free(other) for other in change.others]
    most = sum((other <= usual) if own > usual else (other >= usual) for other in others)
    return own == _free(change) and 2 * most >= len(others) and (own > usual) == (fact.size > 0)


def _more_assistants(change: Change) -> bool:
    return len(change.whole.garden.assistants) > len(change.before.garden.assistants)


CHECKS: dict[str, Callable[[Fact, Change], bool]] = {
    "first": lambda f, c: _won(f, c) and not any(counts(c.before, f.subject[0])),
    "level": lambda f, c: _won(f, c) and holds(c.whole, f.subject[0], f.subject[1]),
    "wins": _taken_from,
    "alone": _keeps,
    "keeps": _keeps,
    "nears": _nears,
    "reserved": lambda f, c: planted(c, f.subject[0]) and c.before.players[c.seat].reserved == f.subject[0],
    "rival": lambda f, c: _rival(f, c, 0),
    "before": lambda f, c: _rival(f, c, 1),
    "plants": lambda f, c: planted(c, f.subject[0]),
    "flowers": lambda f, c: _flowers(f, c) and not _more_assistants(c),
    "bed": lambda f, c: _flowers(f, c) and _more_assistants(c),
    "scores": lambda f, c: _unlocked(f, c) and _mastery_points(f, c),
    "grows": _mastery_points,
    "keeps_tree": lambda f, c: _unlocked(f, c) and c.whole.players[c.seat].reserved == f.subject[1],
    "recruits": _unlocked,
    "blooms": lambda f, c: _unlocked(f, c) and len(c.whole.garden.tokens) > len(c.before.garden.tokens),
    "pays": lambda f, c: _pays(f, c, then=True),
    "cannot_pay": lambda f, c: _pays(f, c, then=False),
    "gems": lambda f, c: any(f.subject[0]) and min(f.subject[0]) >= 0,
    "costs": lambda f, c: c.before.players[c.seat].gems.holds(f.subject[0]),
    "room": _room,
    "hems_in": _hems_in,
    "last_round": lambda f, c: c.whole.ending and not c.before.ending,
}
