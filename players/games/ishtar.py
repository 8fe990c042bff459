"""Features of Ishtar: gems that trees can be paid with, room for one's beds, fountains that may change hands."""

from __future__ import annotations

from functools import lru_cache

from players.evaluation import Features
from players.games.ishtar_turns import GEM_POINTS, candidate_moves
from rules.game import Seat
from rules.ishtar.garden import cover_of
from rules.ishtar.legality import LOWER_MASTERY
from rules.ishtar.parts import BASIC_TILES_BY_SEATS, FOUNTAIN_POINTS, TREES
from rules.ishtar.score import fountain_counts
from rules.ishtar.state import Garden, State

CLOSE_FLOWER_CELLS = 3  # with so few between two seats, a fountain may soon change hands
ENOUGH_CELLS = 8  # beside a bed; more do not help it
SOON_TURNS = 3


def progress(state: State) -> float:
    """Return the share of the game that is over: two stacks have to be emptied."""
    if state.ending or not state.stacks:
        return float(state.ending)
    return 1 - sum(_tiles_of_smallest_stacks(state)) / (2 * (BASIC_TILES_BY_SEATS[state.seats] + 1))


def _tiles_of_smallest_stacks(state: State) -> list[int]:
    return sorted(stack.left for stack in state.stacks)[:2]


def turns_to_come(state: State, seat: Seat) -> float:
    """Return about how many turns a seat still has, in the last round exactly."""
    if state.ending and state.first is not None:
        return float((seat - state.first) % state.seats >= state.turns % state.seats)
    return 1 + 2 * sum(_tiles_of_smallest_stacks(state)) / state.seats


def extract(state: State, seat: Seat) -> tuple[float, ...]:
    """Return the numbers of `FEATURES`, in the order of `NAMES`."""
    player, left = state.players[seat], turns_to_come(state, seat)
    gems = sum(count * each for count, each in zip(player.gems, GEM_POINTS, strict=True))
    upper = sum(lower in player.owned and mastery not in player.owned for mastery, lower in LOWER_MASTERY.items())
    near = min(1.0, left / SOON_TURNS)
    reserved = TREES[player.reserved].points if player.reserved is not None else 0
    reach, hold = _contested_fountains(state.garden, state.seats, seat)
    return (
        *(1.0, left, gems * min(1.0, left), reserved * min(1.0, left)),
        *(min(player.assistants, left) * near, upper * near),
        *(_room(state.garden, seat) * near, reach * near, hold * near),
    )


@lru_cache(maxsize=4096)
def _room(garden: Garden, seat: Seat) -> int:
    """Return the number of cells beside one's beds where a tile may lie or a flower bloom."""
    cover = cover_of(garden)
    room = cover.bare | cover.free
    return sum(min(ENOUGH_CELLS, (bed.near & room).bit_count()) for bed in cover.beds if bed.seat == seat)


@lru_cache(maxsize=4096)
def _contested_fountains(garden: Garden, seats: int, seat: Seat) -> tuple[float, float]:
    """Return points of fountains that the seat may win from others, and of its own that are in danger; close ones count more."""
    reach = danger = 0.0
    for colour, counts in zip(garden.fountains, fountain_counts(garden, seats), strict=True):
        other = max(count for each, count in enumerate(counts) if each != seat)
        behind, near = other - counts[seat], FOUNTAIN_POINTS[colour] / CLOSE_FLOWER_CELLS
        if 0 < behind <= CLOSE_FLOWER_CELLS:
            reach += near * (CLOSE_FLOWER_CELLS + 1 - behind)
        elif counts[seat] and -CLOSE_FLOWER_CELLS < behind <= 0:
            danger += near * (CLOSE_FLOWER_CELLS + behind)
    return reach, danger


REACH = "fountains within reach"
NAMES = (
    *("prospects", "turns to come", "gems for trees", "the reserved tree"),
    *("assistants in hand", "masteries begun"),
    *("room beside the beds", REACH, "fountains in danger"),
)
GUESS = (0.0, 0.0, 0.8, 0.4, 1.0, 1.5, 0.25, 0.3, -0.5)
FEATURES = Features(NAMES, extract, progress, candidate_moves, GUESS)
