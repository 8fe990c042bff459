"""Points: of gardens, trees and masteries (R4.4–R4.7), and the points that an answer brings at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from rules.choice import Gain
from rules.game import Score, Seat
from rules.ishtar.draft import Draft
from rules.ishtar.garden import Cover, cover_of
from rules.ishtar.notation import mastery_name
from rules.ishtar.parts import FOUNTAIN_POINTS, MASTERIES, TREES, Gems
from rules.ishtar.state import Garden, Owned, Player, Points, State, View, planted_count
from rules.text import Text, joined, say, say_n

UPPER = ("cells", "stones", "pawns", "cards", "treasure")


def fountain_counts(garden: Garden, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the flower cells in controlled beds of each fountain's gardens, by slot, then by seat (R4.5)."""
    cover = cover_of(garden)
    found: list[tuple[int, ...]] = []
    for garden_cells in cover.gardens:
        counts = [0] * seats
        for bed in cover.beds:
            counts[bed.seat] += (bed.cells & garden_cells).bit_count()
        found.append(tuple(counts))
    return tuple(found)


def holders(counts: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats that control a fountain: the seats with most flower cells in its gardens, none without any (R4.5)."""
    best = max(counts)
    return tuple([seat for seat, count in enumerate(counts) if count == best]) if best else ()


@lru_cache(maxsize=256)
def fountain_points(garden: Garden, seats: int) -> tuple[int, ...]:
    """Return the points of the fountains that each seat controls, by seat (R4.4)."""
    points = [0] * seats
    if not garden.fountains:  # not yet dealt
        return tuple(points)
    for colour, counts in zip(garden.fountains, fountain_counts(garden, seats), strict=True):
        for seat in holders(counts):
            points[seat] += FOUNTAIN_POINTS[colour]
    return tuple(points)


@lru_cache(maxsize=256)
def flower_points(garden: Garden, seat: Seat) -> int:
    """Return a point for each flower in the beds of a seat (R4.4)."""
    cover = cover_of(garden)
    return sum([cover.count_flowers(bed.cells) for bed in cover.beds if bed.seat == seat])


def mastery_points(mastery: str, garden: Garden, player: Player, seat: Seat, cards: int) -> int | None:
    """Return the points of an upper mastery for a seat now (R4.6); None for a lower mastery."""
    effect, numbers = MASTERIES[mastery]
    if effect not in UPPER:
        return None
    if effect == "treasure":
        return sum(gem_points(paid, numbers) for _, paid in player.masteries)
    if effect == "cards":
        return numbers[0] * cards
    return numbers[0] * _count_near_beds(effect, cover_of(garden), seat)


def gem_points(gems: Gems, numbers: Sequence[int]) -> int:
    """Return the points of gems; ``numbers`` are the points of one gem of each colour."""
    return sum(count * number for count, number in zip(gems, numbers, strict=True))


def _count_near_beds(effect: str, cover: Cover, seat: Seat) -> int:
    """Return the number of cells, stones or pawns in or beside the beds of a seat, each counted once (R4.6)."""
    cells = near = 0
    for bed in cover.beds:
        if bed.seat == seat:
            cells |= bed.cells
            near |= bed.near
    if effect == "cells":
        return cells.bit_count()
    return (near & (cover.land.stones if effect == "stones" else cover.pawns)).bit_count()


def tree_points(trees: Sequence[int]) -> int:
    """Return the points of planted cards."""
    return sum(TREES[tree].points for tree in trees)


def public_points(garden: Garden, player: Player, seat: Seat, cards: int, fountains: int) -> Points:
    """Return the points of a seat without those of its trees, all of them public.

    :param cards: how many trees the seat has planted.
    :param fountains: its points of fountains.
    """
    return Points(None, flower_points(garden, seat), fountains, _upper_points(garden, player, seat, cards), None)


def _upper_points(garden: Garden, player: Player, seat: Seat, cards: int) -> tuple[tuple[str, int], ...]:
    """Return the points of each upper mastery of a seat."""
    each = [(mastery, mastery_points(mastery, garden, player, seat, cards)) for mastery, _ in player.masteries]
    return tuple([(mastery, points) for mastery, points in each if points is not None])


def points_of(table: State | View) -> tuple[Points, ...]:
    """Return the points of each seat, as far as this state or view shows them."""
    if isinstance(table, View) and table.totals:
        return table.totals
    return tuple(map(partial(_points, table, fountain_points(table.garden, table.seats)), range(table.seats)))


def _points(table: State | View, fountains: Sequence[int], seat: Seat) -> Points:
    own = table.planted[seat]
    points = public_points(table.garden, table.players[seat], seat, planted_count(table, seat), fountains[seat])
    return points if own is None else points._replace(trees=tree_points(own), total=tree_points(own) + points.known)


def known_points(draft: Draft) -> tuple[int, ...]:
    """Return the points of each seat without its trees.

    Mastery D, which scores planted trees, counts only for the seat that moves: nobody else plants during its turn.
    """
    garden, points = draft.garden, list(fountain_points(draft.garden, len(draft.players)))
    for seat, player in enumerate(draft.players):
        upper = _upper_points(garden, player, seat, draft.cards if seat == draft.seat else 0)
        points[seat] += flower_points(garden, seat) + sum([worth for _, worth in upper])
    return tuple(points)


def gain_of(before: Draft, after: Draft) -> Gain | None:
    """Return the points that a step brings to the seat that moves and to other seats; None if nobody gains or loses."""
    found = [new - old for old, new in zip(known_points(before), known_points(after), strict=True)]
    others = tuple((seat, points) for seat, points in enumerate(found) if points and seat != before.seat)
    return Gain(found[before.seat], others) if any(found) else None


def bed_gain(before: Draft, after: Draft) -> Gain:
    """Return the points that an assistant's new bed brings, with their parts: flowers, fountain, masteries."""
    was, now = map(draft_points, (before, after))
    flowers, fountains = now.flowers - was.flowers, now.fountains - was.fountains
    masteries = now.known - was.known - flowers - fountains
    parts = joined(
        ", ",
        say_n("{count} flower", "{count} flowers", flowers),
        say("fountain {points}", points=fountains) if fountains else None,
        say("masteries {points}", points=masteries) if masteries else None,
    )
    found = gain_of(before, after)
    assert found
    return found._replace(parts=parts)


def draft_points(draft: Draft) -> Points:
    """Return the points of the seat that moves, without its trees."""
    fountains = fountain_points(draft.garden, len(draft.players))[draft.seat]
    return public_points(draft.garden, draft.player, draft.seat, draft.cards, fountains)


def mastery_gain(draft: Draft, mastery: str, paid: Gems) -> int:
    """Return the points that unlocking a mastery with these gems brings to the seat that moves.

    Mastery E scores the gems on all masteries of its owner, so it may gain by another mastery (R4.6).
    """
    owning = draft.player._replace(masteries=(*draft.player.masteries, Owned(mastery, paid)))
    before, after = (_upper_points(draft.garden, player, draft.seat, draft.cards) for player in (draft.player, owning))
    return sum(points for _, points in after) - sum(points for _, points in before)


def scores(state: State) -> tuple[Score, ...]:
    """Return the scores by seat; the gems left in front of a seat break ties (R4.7)."""
    return tuple(
        Score(points.total or 0, (*_public_parts(points), *_upper(points)), (sum(player.gems),), _kinds(points))
        for points, player in zip(points_of(state), state.players, strict=True)
    )


def _public_parts(points: Points) -> tuple[tuple[Text, int], ...]:
    return (say("trees"), points.trees or 0), (say("flowers"), points.flowers), (say("fountains"), points.fountains)


def _upper(points: Points) -> tuple[tuple[Text, int], ...]:
    return tuple((say("mastery {mastery}", mastery=mastery_name(mastery)), worth) for mastery, worth in points.masteries)


def _kinds(points: Points) -> tuple[tuple[Text, int], ...]:
    return *_public_parts(points), (say("upper masteries"), sum(worth for _, worth in points.masteries))


def places(table: Sequence[Score]) -> tuple[int, ...]:
    """Return the rank of each seat, 1 for the winner; seats may share a rank (R4.7)."""
    ranks = [(score.points, score.ties) for score in table]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
