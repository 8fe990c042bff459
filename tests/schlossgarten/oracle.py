"""An oracle for movement (R3.18) and finishing positions (R6.9): a slow second implementation without code of the rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, permutations
from typing import NamedTuple

from rules.schlossgarten.parts import CARDS
from rules.schlossgarten.state import Pawns, Square, State

Cell = tuple[int, int]  # column and row from 0
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
STEPS = 5


class Found(NamedTuple):
    """Hold a finishing position: cost, key of the figure, and moves."""

    cost: int
    key: str
    moves: tuple[tuple[int, Square], ...]


def cell(square: Square) -> Cell:
    return square % 7, square // 7


def square_at(place: Cell) -> Square:
    return place[1] * 7 + place[0]


def inside(place: Cell) -> bool:
    return 0 <= place[0] < 7 and 0 <= place[1] < 7


def beyond(place: Cell, way: Cell, far: int = 1) -> Cell:
    return place[0] + way[0] * far, place[1] + way[1] * far


def name(square: Square) -> str:
    return "abcdefg"[square % 7] + str(square // 7 + 1)


def fields(state: State, seat: int) -> dict[Square, frozenset[Square]]:
    """Return the field of every tile and every square of an own element (R3.17, R3.18)."""
    own = {square: frozenset(site) for site in state.elements[seat] for square in site}
    covered = {square for kinds in state.elements for site in kinds for square in site}
    tiles = {square: frozenset({square}) for square in range(49) if square not in covered and square not in state.pits}
    return tiles | own


def destinations(state: State, seat: int, pawn: int, *, jumps: bool = True) -> dict[Square, int]:
    """Return the cost of each destination (R3.18); ``jumps`` may be forbidden."""
    field = fields(state, seat)
    start = state.pawns[seat][pawn]
    others = {square: (owner, which) for owner, own in enumerate(state.pawns) for which, square in enumerate(own)}
    del others[start]
    enterable = {each for each in field.values() if any(square not in others for square in each)}
    hits = {
        square for square, (owner, which) in others.items() if owner != seat and which and can_be_hit(state, field, owner, square)
    }
    reached, found = {field[start]}, dict[Square, int]()
    for square in field[start] - {start} - others.keys():
        found[square] = 1
    edge = [field[start]]
    for cost in range(1, STEPS + 1):
        landed = {square for each in edge for square in landings(state, seat, each, others if jumps else {})}
        for square in landed & hits:
            found.setdefault(square, cost)
        edge = [
            each for each in {field[square] for square in landed if square in field} if each in enterable and each not in reached
        ]
        reached.update(edge)
        for square in chain.from_iterable(edge):
            if square not in others:
                found.setdefault(square, cost)
    return found


def can_be_hit(state: State, field: dict[Square, frozenset[Square]], owner: int, square: Square) -> bool:
    occupied = set(chain.from_iterable(state.pawns))
    return square in field and any(s not in occupied for site in state.elements[owner] for s in site)


def landings(state: State, seat: int, field: frozenset[Square], others: dict[Square, tuple[int, int]]) -> set[Square]:
    """Return the squares one step or one jump from a field, occupied or not."""
    foreign = {s for owner, kinds in enumerate(state.elements) if owner != seat for site in kinds for s in site}
    found: set[Square] = set()
    for square in field:
        for way in DIRECTIONS:
            beside, behind = beyond(cell(square), way), beyond(cell(square), way, 2)
            if inside(beside):
                found.add(square_at(beside))
            if inside(behind):
                jumped = square_at(beside)
                if jumped in others and others[jumped][1] and jumped not in foreign:
                    found.add(square_at(behind))
    return found


def with_pawn(state: State, seat: int, pawn: int, to: Square) -> State:
    own = list(state.pawns[seat])
    own[pawn] = to
    changed: Pawns = (own[0], own[1], own[2])
    return replace(state, pawns=(*state.pawns[:seat], changed, *state.pawns[seat + 1 :]))


def turns(card: int) -> list[tuple[Cell, Cell]]:
    """Return the four rotations of a card: a clockwise quarter turn takes (x, y) to (y, −x)."""
    found = [CARDS[card]]
    for _ in range(3):
        (gx, gy), (ax, ay) = found[-1]
        found.append(((gy, -gx), (ay, -ax)))
    return found


def finishing(state: State, seat: int, card: int) -> list[Found]:
    """Return all finishing positions in the order of the list (R6.9), without its limit of 12."""
    own = state.pawns[seat]
    best: dict[Pawns, Found] = {}
    for king in range(49):
        for gardener, architect in turns(card):
            places = beyond(cell(king), gardener), beyond(cell(king), architect)
            if not all(map(inside, places)):
                continue
            figure = (king, *map(square_at, places))
            targets = aims(state, seat, figure)
            route = cheapest(state, seat, targets) if targets and targets != own else None
            if targets and route:
                found = Found(route[0], "-".join(map(name, figure)), tuple((pawn, targets[pawn]) for pawn in route[1]))
                if targets not in best or found.key < best[targets].key:
                    best[targets] = found
    return sorted(best.values())


def aims(state: State, seat: int, figure: tuple[Square, ...]) -> Pawns | None:
    """Return the squares where the own pawns go to make a figure; None if they cannot."""
    foreign = {s: which for owner, own in enumerate(state.pawns) if owner != seat for which, s in enumerate(own)}
    if figure[0] in foreign:
        return None
    targets = [figure[0]]
    for which in (1, 2):
        if figure[which] in foreign and foreign[figure[which]] != which:
            return None
        targets.append(state.pawns[seat][which] if figure[which] in foreign else figure[which])
    both_foreign = figure[1] in foreign and figure[2] in foreign
    return None if both_foreign or len(set(targets)) < 3 else (targets[0], targets[1], targets[2])


def cheapest(state: State, seat: int, targets: Pawns) -> tuple[int, tuple[int, ...]] | None:
    """Return the fewest steps, and the first order that takes them; None if five steps are too few."""
    movers = [pawn for pawn in range(3) if targets[pawn] != state.pawns[seat][pawn]]
    costs: list[tuple[int, tuple[int, ...]]] = []
    for order in permutations(movers):
        cost, here = 0, state
        for pawn in order:
            cost += destinations(here, seat, pawn).get(targets[pawn], 99)
            if cost > STEPS:
                break
            here = with_pawn(here, seat, pawn, targets[pawn])
        costs.append((cost, order))
    return min(costs) if min(costs)[0] <= STEPS else None
