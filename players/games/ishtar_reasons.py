"""Reasons of Ishtar: fountains won, kept and neared, trees, flowers, masteries, and the gems that pay for trees.

They compare the view before the turn with the view after the whole turn: a stack is chosen for the tile that it brings. What
the can uncovers meanwhile, and new trees in the row, are drawn by chance, so no reason looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median_low
from typing import NamedTuple

from players.games.ishtar_turns import GEM_POINTS
from players.reasons import Change, Fact, Reason
from rules.game import Seat
from rules.ishtar.garden import cover_of, fountain_cell_key
from rules.ishtar.notation import fountain_sign, gems_words, mastery_name
from rules.ishtar.parts import FOUNTAIN_POINTS, MASTERIES, TREES, Cell, Gems
from rules.ishtar.score import flower_points, fountain_counts, holders, mastery_points
from rules.ishtar.state import View
from rules.ishtar.story import CanMoved
from rules.text import Text, say, say_n, who
from rules.wording import worth

CLOSE_CELLS = 3  # with so few flower cells between two seats, a fountain may soon change hands
CLOSE_SHARE = 0.15  # of a fountain's points, for each flower cell nearer than that
PAY_SHARE, GEM_SHARE = 0.4, 0.6  # of the points of a tree that can be paid, and of the value of gems
MASTERY_VALUE, RESERVE_SHARE = 1.5, 0.4
CELL_POINTS, MANY_CELLS = 0.25, 4  # of a free cell beside a bed, and so many are worth a sentence
HEMMED_CELLS, HEMMED_POINTS = 2, 1.5  # free cells beside a bed that is closed in


class Fountain(NamedTuple):
    """The flower cells of each seat at a fountain before and after a turn, and its points."""

    slot: int
    points: int
    before: tuple[int, ...]
    after: tuple[int, ...]

    def others_best(self, counts: Sequence[int], seat: Seat) -> Seat:
        """Return the other seat with most flower cells."""
        return max((each for each in range(len(counts)) if each != seat), key=lambda each: counts[each])

    def lead(self, counts: Sequence[int], seat: Seat) -> int:
        """Return how many flower cells a seat is ahead of the best other seat; negative if it is behind."""
        return counts[seat] - counts[self.others_best(counts, seat)]


def _fountains(change: Change) -> list[Fountain]:
    seats, colours = change.before.seats, change.before.garden.fountains
    was, now = (fountain_counts(view.garden, seats) for view in (change.before, change.whole))
    found = (Fountain(slot, FOUNTAIN_POINTS[c], *pair) for slot, (c, *pair) in enumerate(zip(colours, was, now, strict=True)))
    return [each for each in found if each.before != each.after]


def fountain(change: Change) -> Iterator[Fact]:
    """Yield the fountains that the turn wins, keeps from others, or brings nearer."""
    for each in _fountains(change):
        had, has = change.seat in holders(each.before), change.seat in holders(each.after)
        if has and not had:
            yield _won(change, each)
        elif has:
            yield from _kept(change, each)
        else:
            yield from _neared(change, each)


def _named(change: Change, each: Fountain) -> Text:
    return fountain_sign(each.slot, change.before.garden.fountains[each.slot])


def _at(change: Change, each: Fountain) -> tuple[str, ...]:
    return (fountain_cell_key(cover_of(change.before.garden), each.slot),)


def _won(change: Change, each: Fountain) -> Fact:
    """Return a fountain that one did not hold before, alone or together with others."""
    letter, other = _named(change, each), each.others_best(each.after, change.seat)
    subject = (each.slot, other, each.points)
    if holders(each.after) != (change.seat,):
        told = worth(say("Draws level with {seat} at fountain {letter}", seat=who(other), letter=letter), each.points)
        return Fact("level", each.points, told, subject, _at(change, each))
    if not any(each.before):
        told = worth(say("Makes fountain {letter} yours", letter=letter), each.points)
        return Fact("first", each.points, told, subject, _at(change, each))
    loser = holders(each.before)[0]
    told = worth(say("Takes fountain {letter} from {seat}", letter=letter, seat=who(loser)), each.points)
    size = each.points + each.points * len(holders(each.before)) / len(change.opponents)
    return Fact("wins", size, told, (each.slot, loser, each.points), _at(change, each))


def _kept(change: Change, each: Fountain) -> Iterator[Fact]:
    """Yield a fountain that stays one's own while another seat is near."""
    was, now = (each.lead(counts, change.seat) for counts in (each.before, each.after))
    letter, other = _named(change, each), each.others_best(each.after, change.seat)
    if was == 0 < now:
        told = say("Leaves {seat} behind at fountain {letter}, which you shared.", seat=who(other), letter=letter)
        yield Fact("alone", each.points / len(change.opponents) + 1, told, (each.slot, other, now), _at(change, each))
    elif was < now and was < CLOSE_CELLS and each.after[other]:
        told = say_n(
            "Keeps fountain {letter} yours; {seat} is {count} flower behind.",
            "Keeps fountain {letter} yours; {seat} is {count} flowers behind.",
            now, letter=letter, seat=who(other),
        )  # fmt: skip
        size = each.points * CLOSE_SHARE * (min(now, CLOSE_CELLS) - was)
        yield Fact("keeps", size, told, (each.slot, other, now), _at(change, each))


def _neared(change: Change, each: Fountain) -> Iterator[Fact]:
    """Yield a fountain of another seat to which one comes near."""
    was, now = (-each.lead(counts, change.seat) for counts in (each.before, each.after))
    other = each.others_best(each.after, change.seat)
    if now < was and now < CLOSE_CELLS:
        told = say_n(
            "At fountain {letter} ({points} points) you are then only {count} flower behind {seat}.",
            "At fountain {letter} ({points} points) you are then only {count} flowers behind {seat}.",
            now, letter=_named(change, each), points=each.points, seat=who(other),
        )  # fmt: skip
        size = each.points * CLOSE_SHARE * (min(was, CLOSE_CELLS + 1) - now)
        yield Fact("nears", size, told, (each.slot, other, now), _at(change, each))


def new_trees(change: Change) -> list[int]:
    """Return the trees that the turn plants."""
    return [tree for tree in change.whole.planted[change.seat] if tree not in change.before.planted[change.seat]]


def missing(gems: Gems, cost: Gems) -> int:
    """Return how many gems are missing to pay a cost."""
    return sum(max(0, need - have) for need, have in zip(cost, gems, strict=True))


def trees(change: Change) -> Iterator[Fact]:
    """Yield the trees that the turn plants, and who else is about to pay for them."""
    for tree in new_trees(change):
        cost, points = TREES[tree]
        params = {"points": points}
        rival = min(change.opponents, key=lambda other: missing(change.before.players[other].gems, cost))
        lacks = missing(change.before.players[rival].gems, cost)
        if tree == change.before.players[change.seat].reserved:
            yield Fact("reserved", points, say("Plants your reserved tree: {points} points.", **params), (tree,))
        elif not lacks:
            told = say("Takes the {points}-point tree, which {seat} could pay for, too.", seat=who(rival), **params)
            yield Fact("rival", points, told, (tree, rival))
        elif lacks == 1:
            told = say("Takes the {points}-point tree before {seat} can pay for it.", seat=who(rival), **params)
            yield Fact("before", points, told, (tree, rival))
        else:
            yield Fact("plants", points, say("Plants the {points}-point tree.", **params), (tree,))


def flowers(change: Change) -> Iterator[Fact]:
    """Yield the flowers that the turn adds to one's beds."""
    was, now = (flower_points(view.garden, change.seat) for view in (change.before, change.whole))
    placed = len(change.whole.garden.assistants) - len(change.before.garden.assistants)
    if now > was:
        told = say("Your assistant makes a new bed yours") if placed else say("More flowers in your beds")
        yield Fact("bed" if placed else "flowers", now - was, worth(told, now - was), (now - was,))


def mastery(change: Change) -> Iterator[Fact]:
    """Yield the mastery that the turn unlocks, and what one's other masteries score more."""
    before, after = (view.players[change.seat].owned for view in (change.before, change.whole))
    for each in after:
        name, now = mastery_name(each), _mastery_points(change.whole, change.seat, each)
        if each not in before and now is not None:
            told = worth(say("Unlocks mastery {name}, which scores already", name=name), now)
            yield Fact("scores", now, told, (each, now))
        elif each not in before:
            yield from _lower(change, each)
        elif now is not None and (more := now - (_mastery_points(change.before, change.seat, each) or 0)) > 0:
            yield Fact("grows", more, worth(say("Your mastery {name} scores more", name=name), more), (each, more))


def _mastery_points(view: View, seat: Seat, mastery: str) -> int | None:
    return mastery_points(mastery, view.garden, view.players[seat], seat, view.planted_count[seat])


def _lower(change: Change, mastery: str) -> Iterator[Fact]:
    """Yield what a mastery of the lower row gives at once."""
    name, (effect, numbers), tree = mastery_name(mastery), MASTERIES[mastery], change.whole.players[change.seat].reserved
    if effect == "reserve" and tree is not None:
        points = TREES[tree].points
        told = say("Mastery {name} keeps the {points}-point tree for you alone.", name=name, points=points)
        yield Fact("keeps_tree", max(MASTERY_VALUE, points * RESERVE_SHARE), told, (mastery, tree))
    elif effect == "recruit":
        told = say("Mastery {name} brings you {count} more assistants.", name=name, count=numbers[0])
        yield Fact("recruits", MASTERY_VALUE, told, (mastery, numbers[0]))
    elif effect == "bloom":
        told = say("Mastery {name} lets flowers bloom on grass.", name=name)
        yield Fact("blooms", MASTERY_VALUE, told, (mastery,))


def pays(change: Change) -> Iterator[Fact]:
    """Yield the best tree that the gems can pay for only after the turn, or not any more."""
    before, after, row = change.before.players[change.seat], change.whole.players[change.seat], change.before.row
    open_trees = [tree for tree in row if tree in change.whole.row]
    own = [] if after.reserved is None or after.reserved != before.reserved else [after.reserved]
    fresh = [
        tree for tree in (*open_trees, *own) if after.gems.holds(TREES[tree].cost) and not before.gems.holds(TREES[tree].cost)
    ]
    if change.whole.ending:
        return
    if fresh:
        tree = max(fresh, key=lambda each: TREES[each].points)
        told = say("You can then pay for the {points}-point tree.", points=TREES[tree].points)
        yield Fact("pays", TREES[tree].points * PAY_SHARE, told, (tree,))
    gone = [
        tree for tree in (*open_trees, *own) if before.gems.holds(TREES[tree].cost) and not after.gems.holds(TREES[tree].cost)
    ]
    if gone and not new_trees(change):
        tree = max(gone, key=lambda each: TREES[each].points)
        told = say("You can then no longer pay for the {points}-point tree.", points=TREES[tree].points)
        yield Fact("cannot_pay", -TREES[tree].points * PAY_SHARE, told, (tree,))


def gems(change: Change) -> Iterator[Fact]:
    """Yield the gems that the turn brings, without those that it pays."""
    before, after = change.before.players[change.seat], change.whole.players[change.seat]
    paid = [TREES[tree].cost for tree in new_trees(change)] + [moved.paid for moved in change.data(CanMoved)]
    paid += [each.paid for each in after.masteries if each.mastery not in before.owned]
    taken = Gems(*(now - was + sum(p) for was, now, *p in zip(before.gems, after.gems, *paid, strict=True)))
    value = sum(count * points for count, points in zip(taken, GEM_POINTS, strict=True))
    if value > 0:
        yield Fact("gems", value * GEM_SHARE, say("Brings gems: {gems}.", gems=gems_words(taken)), (taken,))
    for moved in change.data(CanMoved):
        cost = sum(count * points for count, points in zip(moved.paid, GEM_POINTS, strict=True))
        if cost:
            yield Fact(
                "costs", -cost * GEM_SHARE, say("The stack costs you gems: {gems}.", gems=gems_words(moved.paid)), (moved.paid,)
            )


def hems_in(change: Change) -> Iterator[Fact]:
    """Yield the bed of another seat that the turn closes in, so that it can hardly grow."""
    before, after = (_room(view) for view in (change.before, change.whole))
    for cell, (other, room) in before.items():
        if other != change.seat and cell in after and after[cell][1] <= HEMMED_CELLS < room:
            left = after[cell][1]
            told = say_n(
                "Closes in a bed of {seat}: only {count} free cell is left beside it.",
                "Closes in a bed of {seat}: only {count} free cells are left beside it.",
                left, seat=who(other),
            )  # fmt: skip
            yield Fact("hems_in", HEMMED_POINTS, told, (other, cell, left))


def _room(view: View) -> dict[Cell, tuple[Seat, int]]:
    """Return by the cell of each assistant its seat, and the cells beside its bed where a flower may still come."""
    cover = cover_of(view.garden)
    beds = {cover.grid.index(cell): cell for cell, _ in view.garden.assistants}
    found = dict[Cell, tuple[Seat, int]]()
    for bed in cover.beds:
        cell = next(cell for index, cell in beds.items() if bed.cells >> index & 1)
        found[cell] = bed.seat, (bed.near & (cover.bare | cover.free)).bit_count()
    return found


def room(change: Change) -> Iterator[Fact]:
    """Yield the free cells beside one's beds, if most other turns leave many more of them or many fewer."""
    own, usual = (
        free_beside(change.whole, change.seat),
        median_low(free_beside(each.whole, change.seat) for each in change.others),
    )
    size = (own - usual) * CELL_POINTS
    if change.whole.ending or abs(own - usual) < MANY_CELLS:
        return
    told = say_n("Leaves your beds only {count} free cell to grow.", "Leaves your beds only {count} free cells to grow.", own)
    if own > usual:
        told = say("Leaves your beds {count} free cells to grow, more than most other moves.", count=own)
    yield Fact("room", size, told, (own, usual))


def free_beside(view: View, seat: Seat) -> int:
    """Return the free cells beside the beds of a seat, each bed counted by itself."""
    return sum(free for owner, free in _room(view).values() if owner == seat)


def last_round(change: Change) -> Iterator[Fact]:
    """Yield that the turn begins the last round, where it may surprise."""
    if change.whole.ending and not change.before.ending:
        yield Fact("last_round", MASTERY_VALUE, say("Starts the last round."))


REASONS: tuple[Reason, ...] = (fountain, trees, flowers, mastery, pays, gems, room, hems_in, last_round)
