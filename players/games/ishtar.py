"""What promises points in Ishtar: gems and the trees they pay, assistants to come, fountains, room to grow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from players.estimate import Features
from rules.game import Seat
from rules.ishtar.ground import cover
from rules.ishtar.parts import EMPTY_STACKS, FOUNTAIN_POINTS, MASTERIES, STACKS, TILES, TREES, Gems
from rules.ishtar.score import UPPER, control
from rules.ishtar.state import Garden, Player, State
from rules.text import say

TALL = len(TILES) // STACKS  # tiles of a stack at the start
SAFE = 4  # flower cells; whoever is so far ahead at a fountain will hardly lose it
ROUNDS = 10  # turns of a seat in a game, about


def progress(state: State) -> float:
    """How much of the game is over: how far the stacks are that will be empty first."""
    lowest = sorted(stack.left for stack in state.stacks)[:EMPTY_STACKS]
    return 1 - sum(lowest) / (EMPTY_STACKS * TALL) if lowest else 0.0


def of(state: State, seat: Seat) -> tuple[float, ...]:
    """The numbers of `FEATURES`."""
    player, left = state.players[seat], 1 - progress(state)
    upper = sum(MASTERIES[mastery].effect in UPPER for mastery in player.owned)
    return (
        *(1.0, ROUNDS * left),
        *player.gems,
        *_trees(state.row, player),
        player.assistants,
        *_fountains(state.garden, state.seats)[seat],
        *_room(state.garden, seat),
        upper,
    )


def _trees(row: Sequence[int], player: Player) -> tuple[int, int]:
    """The points of the best tree that can be paid, and of the best that lacks a single gem."""
    best = [0, 0]
    for tree in row if player.reserved is None else (*row, player.reserved):
        missing = _missing(player.gems, TREES[tree].cost)
        if missing < len(best):
            best[missing] = max(best[missing], TREES[tree].points)
    return best[0], best[1]


def _missing(gems: Gems, cost: Gems) -> int:
    return max(0, cost.p - gems.p) + max(0, cost.r - gems.r) + max(0, cost.w - gems.w)


@lru_cache(maxsize=4096)
def _fountains(garden: Garden, seats: int) -> list[tuple[float, float]]:
    """By seat the points of fountains it holds, the safer the more of them; and of others, the nearer it is the more."""
    held, near = [0.0] * seats, [0.0] * seats
    for colour, counts in zip(garden.fountains, control(garden, seats), strict=True):
        worth = FOUNTAIN_POINTS[colour]
        for seat, own in enumerate(counts):
            ahead = own - max(count for other, count in enumerate(counts) if other != seat)
            if own and ahead >= 0:
                held[seat] += worth * min(ahead, SAFE) / SAFE
            else:
                near[seat] += worth * max(0, SAFE + min(ahead, -1)) / SAFE
    return list(zip(held, near, strict=True))


@lru_cache(maxsize=4096)
def _room(garden: Garden, seat: Seat) -> tuple[int, int]:
    """Bare cells beside the beds of a seat, where tiles may bring flowers; and free grass there, for tokens and trees."""
    lying, near = cover(garden), 0
    for bed in lying.beds:
        if bed.seat == seat:
            near |= bed.near
    return (near & lying.bare).bit_count(), (near & lying.free).bit_count()


NAMES = (
    *(say("prospects"), say("turns to come"), say("purple gems"), say("red gems"), say("white gems")),
    *(say("a tree that can be paid"), say("a tree nearly paid"), say("assistants to come")),
    *(say("lead at the fountains"), say("fountains within reach"), say("room for flowers"), say("grass beside the beds")),
    say("masteries that grow"),
)
FEATURES = Features(NAMES, of, progress)
