"""Candidate turns of Ishtar: a tile laid for gems and flowers, its symbol used, trees planted.

A tile has hundreds of spots, and each leaves a choice of symbols and trees. A cheap value sorts the spots, and the best are
looked at. The lead on the board, with the trees that the gems can pay, says which turns to complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import Any, NamedTuple

from players.evaluation import lead_over_mean
from rules.choice import Option, Progress, Prompt, drive
from rules.game import Seat
from rules.ishtar.choices import choices
from rules.ishtar.draft import Draft, after_mastery, after_symbol, after_tile, after_tree, start_draft
from rules.ishtar.garden import Cover, Land, bloom_cells, bloom_partners, cover_of, spots
from rules.ishtar.hexes import Grid, face, offsets, symbol_cell
from rules.ishtar.legality import ASSIST, gift_colours, payments, plantable_trees, stack_costs, symbol_uses
from rules.ishtar.parts import ASSISTANT, FOUNTAIN_POINTS, JOKER, MASTERIES, MASTERY_COST, TREES, Cell, Gems
from rules.ishtar.score import fountain_counts, fountain_points, holders, public_points
from rules.ishtar.state import Assist, Plant, PublicState, Spot, Unlock, View
from rules.values import Bitboard

GEM_POINTS = Gems(1, 2, 3)  # about the points that a tree brings for one gem of its price
HELD_GEM_SHARE = 0.6  # of these points, for a gem in hand while there are turns to come
BUDGET_PER_SPOT, BUDGET_PER_TURN = 3, 10  # the budget divided by these: spots looked at, and turns completed
SPOTS_PER_MASTERY_SPOT = 4  # one of this many spots is tried with masteries, too
MIN_PLANS = 4
MAX_BLOOM_CELLS = 3  # cells that are tried for a blooming token


class Plan(NamedTuple):
    """The values of the answers before the trees, the board then, and the lead with the best trees."""

    answers: tuple[Any, ...]
    draft: Draft
    value: float


def candidate_moves(view: View, budget: int) -> Sequence[Progress[Any]]:
    """Return turns of a view to evaluate, the most promising first (`players.evaluation.Features`)."""
    if view.phase == "select":
        return [_complete_turn(view, answers) for answers in _selections(view)]
    left = turns_left(view)
    plans = nlargest(max(MIN_PLANS, budget // BUDGET_PER_TURN), _plans(view, budget, left), key=lambda plan: plan.value)
    return [_complete_turn(view, (*plan.answers, *_planting(plan.draft, left))) for plan in plans]


def turns_left(table: PublicState) -> float:
    """Return about how many turns a seat still has after this one: two stacks have to be emptied."""
    fewest = sorted(stack.left for stack in table.stacks)[:2]
    return 0.0 if table.ending else 2 * sum(fewest) / table.seats


def gem_value(gems: Gems, left: float) -> float:
    """Return the points that gems in hand will bring about, with this many turns to come."""
    return HELD_GEM_SHARE * min(1.0, left) * sum(count * each for count, each in zip(gems, GEM_POINTS, strict=True))


def _complete_turn(view: View, answers: Sequence[Any]) -> Progress[Any]:
    """Return the path and the action of a whole turn.

    :param answers: the values of the options to choose, in their order.
    :raises ValueError: if an option is not on offer.
    """
    left = iter(answers)

    def with_value(prompt: Prompt[Any]) -> Option[Any]:
        value = next(left)
        option, *_ = (each for each in prompt.options if each.value == value)
        return option

    return drive(choices(view), with_value)


def _selections(view: View) -> Iterator[tuple[Any, ...]]:
    """Yield each stack, paid with the least valuable gems, and so that the best tree can still be paid."""
    draft = start_draft(view)
    gems = draft.player.gems
    for stack, cost in stack_costs(view).items():
        paid = payments(gems, cost) if cost <= sum(gems) else []
        if not cost:
            yield (stack,)
        elif paid:
            cheapest = min(paid, key=lambda some: gem_value(some, 1))
            dearest = max(paid, key=lambda some: _best_affordable(draft, some))
            yield from ((stack, some) for some in dict.fromkeys((cheapest, dearest)))


def _best_affordable(draft: Draft, paid: Gems) -> tuple[int, float]:
    """Return the points of the best tree that the seat can pay after this, and the value of the gems left."""
    left = Gems(*(have - some for have, some in zip(draft.player.gems, paid, strict=True)))
    open_trees = (*draft.row, *(() if draft.player.reserved is None else (draft.player.reserved,)))
    return max((TREES[tree].points for tree in open_trees if left.holds(TREES[tree].cost)), default=0), gem_value(left, 1)


def _plans(view: View, budget: int, left: float) -> Iterator[Plan]:
    """Yield the tile on its promising spots, with and without its symbol."""
    draft, tile = start_draft(view), view.held
    if tile is None:
        yield Plan((), draft, 0.0)
        return
    simple = list[tuple[float, Spot, tuple[Any, ...]]]()
    for slot, spot in promising_spots(draft, tile, max(2 * MIN_PLANS, budget // BUDGET_PER_SPOT)):
        then, answers = after_tile(draft, tile, spot), (slot, spot.rotation, spot.anchor)
        plans = [_evaluated(answers, then, left)]
        if _assistable(then, tile, spot):
            plans.append(_evaluated((*answers, ASSIST), after_symbol(then, tile, spot, Assist()), left))
        simple.append((max(plan.value for plan in plans), spot, answers))
        yield from plans
    for _, spot, answers in sorted(simple, key=lambda each: -each[0])[: max(1, len(simple) // SPOTS_PER_MASTERY_SPOT)]:
        then = after_tile(draft, tile, spot)
        for said, unlock in _unlocks(then, tile, spot):
            yield _evaluated((*answers, *said), after_mastery(then, unlock), left)


def promising_spots(draft: Draft, tile: str, most: int) -> list[tuple[int, Spot]]:
    """Return the spots of a tile with the largest cheap value, each after the slot of its fountain.

    The cheap value counts gems under the tile, flowers that join beds, and fountains won by them.
    """
    cover = cover_of(draft.garden)
    shown, wide, corner = face(tile), cover.grid.wide, cover.grid.corner
    gems, flowers = _gems(cover.land), _flowers(cover, draft.seat, len(draft.players))
    fountain_gains = _fountain_gains(draft, sum(map(bool, shown.flowers)))
    alone = draft.player.assistants > 0 and shown.symbol in (ASSISTANT, JOKER)  # an assistant may make any bed one's own
    found = list[tuple[float, int, int, int]]()
    for slot, each in enumerate(spots(cover, tile)):
        for rotation, anchors in enumerate(each):
            steps = [r * wide + q for q, r in offsets(tile, rotation)]
            while anchors:
                at = anchors.bit_length() - 1
                anchors ^= 1 << at
                blooms = sum([number * flowers[at + step] for number, step in zip(shown.flowers, steps, strict=True)])
                fountain_gain = fountain_gains[slot] if alone or blooms > 0 else 0
                found.append((sum([gems[at + step] for step in steps]) + blooms + fountain_gain, slot, rotation, at))
    best = nlargest(most, found)
    return [(slot, Spot((at % wide + corner[0], at // wide + corner[1]), rotation)) for _, slot, rotation, at in best]


@lru_cache(maxsize=16)
def _gems(land: Land) -> tuple[float, ...]:
    """Return the value of the gem on each cell, by the index of its bit."""
    table = [0.0] * _bit_count(land.grid)
    for bits, each in zip(land.gems, GEM_POINTS, strict=True):
        for at in _indices(bits):
            table[at] = HELD_GEM_SHARE * each
    return tuple(table)


@lru_cache(maxsize=1024)
def _flowers(cover: Cover, seat: Seat, seats: int) -> tuple[float, ...]:
    """Return the value of a flower on each cell, by the beds that it would join, by the index of its bit."""
    table = [0.0] * _bit_count(cover.grid)
    for bed in cover.beds:
        for at in _indices(bed.near & cover.bare):
            table[at] += 1.0 if bed.seat == seat else -1.0 / (seats - 1)
    return tuple(table)


def _fountain_gains(draft: Draft, more: int) -> list[float]:
    """Return the seat's change of lead with this many more flower cells, by fountain."""
    found = list[float]()
    for colour, counts in zip(draft.garden.fountains, fountain_counts(draft.garden, len(draft.players)), strict=True):
        then = [count + more * (seat == draft.seat) for seat, count in enumerate(counts)]
        before, after = (
            [FOUNTAIN_POINTS[colour] * (seat in holders(each)) for seat in range(len(then))] for each in (counts, then)
        )
        found.append(lead_over_mean(after, draft.seat) - lead_over_mean(before, draft.seat))
    return found


def _bit_count(grid: Grid) -> int:
    """Return the number of bits that the cells of a grid take."""
    return max(map(grid.index, grid.cells)) + 1


def _indices(bits: Bitboard) -> Iterator[int]:
    while bits:
        yield (at := bits.bit_length() - 1)
        bits ^= 1 << at


def _unlocks(draft: Draft, tile: str, spot: Spot) -> Iterator[tuple[tuple[Any, ...], Unlock]]:
    """Yield the masteries that the symbol can unlock, paid with the least valuable gems: the answers and the action."""
    for mastery in symbol_uses(draft, face(tile).symbol, symbol_cell(tile, spot)):
        if mastery != ASSIST:
            paid = min(payments(draft.player.gems, MASTERY_COST), key=lambda some: gem_value(some, 1))
            for answers, unlock in _effects(draft, Unlock(mastery, paid)):
                yield (mastery, paid, *answers), unlock


def _effects(draft: Draft, unlock: Unlock) -> Iterator[tuple[tuple[Any, ...], Unlock]]:
    effect, numbers = MASTERIES[unlock.mastery]
    if effect == "reserve":
        tree = max(draft.row, key=lambda each: TREES[each].points)
        yield (tree,), unlock._replace(tree=tree)
    elif effect == "gift":
        yield from (((colour,), unlock._replace(colour=colour)) for colour in gift_colours(draft))
    elif effect == "bloom":
        for cells in _bloom(draft, numbers[0]):
            yield cells, unlock._replace(cells=tuple(sorted(cells, key=lambda cell: cell[::-1])))
    else:
        yield (), unlock


def _bloom(draft: Draft, token: int) -> Iterator[tuple[Cell, ...]]:
    """Yield some places of a token, beside own beds if there are any."""
    cover, may = cover_of(draft.garden), bloom_cells(draft.garden, token)
    own = may & _beside(cover, draft.seat, own=True)
    for first in cover.grid.cells_of(own or may)[:MAX_BLOOM_CELLS]:
        yield (first,) if token == 1 else (first, cover.grid.cells_of(bloom_partners(draft.garden, first))[0])


def _assistable(draft: Draft, tile: str, spot: Spot) -> bool:
    shown = face(tile).symbol
    return shown in (ASSISTANT, JOKER) and ASSIST in symbol_uses(draft, shown, symbol_cell(tile, spot))


def _evaluated(answers: tuple[Any, ...], draft: Draft, left: float) -> Plan:
    """Return a plan; its value is the lead on the board plus the value of the gems and the best trees."""
    fountains = fountain_points(draft.garden, len(draft.players))
    seats = enumerate(zip(draft.players, fountains, strict=True))
    points = [public_points(draft.garden, player, seat, draft.cards, most).known for seat, (player, most) in seats]
    return Plan(answers, draft, lead_over_mean(points, draft.seat) + _trees(draft, left)[0])


def _trees(draft: Draft, left: float) -> tuple[float, tuple[int, ...]]:
    """Return the value of the gems if the best trees are planted, and these trees."""
    own, room = draft.player.reserved, cover_of(draft.garden).free.bit_count()
    return _best_trees(draft.player.gems, tuple(plantable_trees(draft)), own, min(room, draft.pawns), left)


@lru_cache(maxsize=4096)
def _best_trees(
    gems: Gems, among: tuple[int, ...], reserved: int | None, pawns: int, left: float
) -> tuple[float, tuple[int, ...]]:
    best = gem_value(gems, left), ()
    for place, tree in enumerate(among):
        cost, points = TREES[tree]
        if gems.holds(cost) and (pawns or tree == reserved):
            rest = Gems(*(have - some for have, some in zip(gems, cost, strict=True)))
            value, more = _best_trees(rest, among[place + 1 :], reserved, pawns - (tree != reserved), left)
            best = max(best, (points + value, (tree, *more)))
    return best


def _planting(draft: Draft, left: float) -> Iterator[int | Cell | None]:
    """Yield the answers that plant the best trees, on free grass beside own beds rather than others'."""
    for tree in _trees(draft, left)[1]:
        cover = cover_of(draft.garden)
        own, others = (_beside(cover, draft.seat, own=own) for own in (True, False))
        free = cover.free
        if not free:
            break
        where = next(bits for bits in (free & own & ~others, free & ~others, free) if bits)
        (cell,) = cover.grid.cells_of(where & -where)
        yield from (tree, cell)
        draft = after_tree(draft, Plant(tree, cell))
    yield None


def _beside(cover: Cover, seat: Seat, *, own: bool) -> Bitboard:
    found = 0
    for bed in cover.beds:
        if (bed.seat == seat) == own:
            found |= bed.near
    return found
