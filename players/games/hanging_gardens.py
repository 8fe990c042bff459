"""Features of The Hanging Gardens: gains of series, structures without a temple, temples and turns left."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from players.evaluation import Features
from rules.game import Seat
from rules.hanging_gardens.garden import joined
from rules.hanging_gardens.parts import PERSONS, SERIES, TEMPLES
from rules.hanging_gardens.rounds import rounds
from rules.hanging_gardens.score import hand, series_worth
from rules.hanging_gardens.state import Garden, State, Tiles

SIZES = (2, 3, 4, 5, 6)  # squares of a group; the last one: or more
TENTH = 0.1  # keeps the product of temples and turns as small as the other numbers


def progress(state: State) -> float:
    """Return the share of the game that is over, by the turns of its rounds."""
    return (state.round - 1 + state.done / state.seats) / rounds(state)


def extract(state: State, seat: Seat) -> tuple[float, ...]:
    """Return the numbers of `FEATURES`, in the order of `NAMES`."""
    garden, left = state.gardens[seat], rounds(state) * (1 - progress(state))
    temples = TEMPLES - len(garden.temples)
    return (
        *(1.0, left, *_series_gains(hand(state, seat))),
        *_groups_without_temple(garden),
        *(temples, temples * left * TENTH),
    )


@lru_cache(maxsize=4096)
def _series_gains(tiles: Tiles) -> tuple[int, int, int]:
    """Return the gain of one more tile of each series begun, together and at best; and of persons."""
    counts = Counter(tiles)
    begun = [tile for tile in SERIES if 0 < counts[tile] < SERIES[tile].copies]
    more = [series_worth(tile, counts[tile] + 1) - series_worth(tile, counts[tile]) for tile in begun]
    return sum(more), max(more, default=0), sum(counts[tile] for tile in PERSONS)


@lru_cache(maxsize=4096)
def _groups_without_temple(garden: Garden) -> tuple[int, ...]:
    """Return the number of groups without a temple, by size."""
    sizes = [min(len(group), SIZES[-1]) for group in joined(garden) if group.isdisjoint(garden.temples)]
    return tuple(sizes.count(size) for size in SIZES)


SETS, BUILT, TEMPLES_LEFT = "series begun", "structures without a temple", "temples in hand"
NAMES = (
    *("prospects", "turns to come", SETS, SETS, "people"),
    *(BUILT for _ in SIZES),
    *(TEMPLES_LEFT, TEMPLES_LEFT),
)
FEATURES = Features(NAMES, extract, progress)
