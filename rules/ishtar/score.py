"""What gardens, trees and masteries are worth (R4.4–R4.7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.game import Score, Seat
from rules.ishtar.ground import Cover, cover
from rules.ishtar.notation import mastery_name
from rules.ishtar.parts import FOUNTAIN_POINTS, MASTERIES, TREES, Gems
from rules.ishtar.state import Garden, Player, Points, State, View, planted_count
from rules.text import Text, say

UPPER = ("cells", "stones", "pawns", "cards", "treasure")


def control(garden: Garden, seats: int) -> tuple[tuple[int, ...], ...]:
    """The flower cells in controlled beds of each fountain's gardens, by slot and seat (R4.5)."""
    lying = cover(garden)
    found: list[tuple[int, ...]] = []
    for garden_cells in lying.gardens:
        counts = [0] * seats
        for bed in lying.beds:
            counts[bed.seat] += (bed.cells & garden_cells).bit_count()
        found.append(tuple(counts))
    return tuple(found)


def holders(counts: Sequence[int]) -> tuple[Seat, ...]:
    """Who controls a fountain, by everybody's flower cells there (R4.5)."""
    best = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == best) if best else ()


def fountain_points(garden: Garden, seats: int) -> tuple[int, ...]:
    """The points of the fountains that each seat controls, by seat."""
    points = [0] * seats
    if not garden.fountains:  # not yet dealt
        return tuple(points)
    for colour, counts in zip(garden.fountains, control(garden, seats), strict=True):
        for seat in holders(counts):
            points[seat] += FOUNTAIN_POINTS[colour]
    return tuple(points)


def flower_points(garden: Garden, seat: Seat) -> int:
    """A point for each flower in the beds of a seat."""
    lying = cover(garden)
    return sum(lying.count(bed.cells) for bed in lying.beds if bed.seat == seat)


def mastery_points(mastery: str, garden: Garden, player: Player, seat: Seat, cards: int) -> int | None:
    """What an upper mastery is worth to a seat now (R4.6); None for a lower one."""
    effect, numbers = MASTERIES[mastery]
    if effect not in UPPER:
        return None
    if effect == "treasure":
        return sum(treasure(paid, numbers) for _, paid in player.masteries)
    if effect == "cards":
        return numbers[0] * cards
    return numbers[0] * _seen(effect, cover(garden), seat)


def treasure(gems: Gems, numbers: Sequence[int]) -> int:
    """Gems at so much for each colour."""
    return sum(count * number for count, number in zip(gems, numbers, strict=True))


def _seen(effect: str, lying: Cover, seat: Seat) -> int:
    """Cells, stones or pawns in or beside the beds of a seat, each once."""
    cells = near = 0
    for bed in lying.beds:
        if bed.seat == seat:
            cells |= bed.cells
            near |= bed.near
    if effect == "cells":
        return cells.bit_count()
    return (near & (lying.land.stones if effect == "stones" else lying.pawns)).bit_count()


def tree_points(trees: Sequence[int]) -> int:
    """The points of planted cards."""
    return sum(TREES[tree].points for tree in trees)


def open_points(garden: Garden, player: Player, seat: Seat, cards: int, fountains: int) -> Points:
    """What a seat has but for its trees, all of it public."""
    each = ((mastery, mastery_points(mastery, garden, player, seat, cards)) for mastery in player.owned)
    upper = tuple((mastery, points) for mastery, points in each if points is not None)
    return Points(None, flower_points(garden, seat), fountains, upper, None)


def points_of(table: State | View) -> tuple[Points, ...]:
    """Everybody's points, as far as they are known there."""
    if isinstance(table, View) and table.totals:
        return table.totals
    return tuple(map(partial(_points, table, fountain_points(table.garden, table.seats)), range(table.seats)))


def _points(table: State | View, fountains: Sequence[int], seat: Seat) -> Points:
    own = table.planted[seat]
    points = open_points(table.garden, table.players[seat], seat, planted_count(table, seat), fountains[seat])
    return points if own is None else points._replace(trees=tree_points(own), total=tree_points(own) + points.known)


def scores(state: State) -> tuple[Score, ...]:
    """Totals; of equal ones the more gems left in front are better (R4.7)."""
    return tuple(
        Score(points.total or 0, (*_ground(points), *_upper(points)), (sum(player.gems),), _kinds(points))
        for points, player in zip(points_of(state), state.players, strict=True)
    )


def _ground(points: Points) -> tuple[tuple[Text, int], ...]:
    return (say("trees"), points.trees or 0), (say("flowers"), points.flowers), (say("fountains"), points.fountains)


def _upper(points: Points) -> tuple[tuple[Text, int], ...]:
    return tuple((say("mastery {mastery}", mastery=mastery_name(mastery)), worth) for mastery, worth in points.masteries)


def _kinds(points: Points) -> tuple[tuple[Text, int], ...]:
    return *_ground(points), (say("upper masteries"), sum(worth for _, worth in points.masteries))


def places(table: Sequence[Score]) -> tuple[int, ...]:
    """Each seat's place, 1 for the winner; places may be shared (R4.7)."""
    ranks = [(score.points, score.ties) for score in table]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
