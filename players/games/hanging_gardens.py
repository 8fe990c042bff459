"""What promises points in The Hanging Gardens: tiles that want company, structures without a temple, temples and turns left."""

from __future__ import annotations

from collections import Counter

from players.estimate import Features
from rules.game import Seat
from rules.hanging_gardens.garden import groups, top
from rules.hanging_gardens.parts import PERSONS, SERIES, TEMPLES
from rules.hanging_gardens.rounds import rounds
from rules.hanging_gardens.score import hand, series_worth
from rules.hanging_gardens.state import State
from rules.text import say

SIZES = (2, 3, 4, 5, 6)  # squares of a group; the last one: or more
TENTH = 0.1


def progress(state: State) -> float:
    """How much of the game is over: turns of its rounds."""
    return (state.round - 1 + state.done / state.seats) / rounds(state)


def of(state: State, seat: Seat) -> tuple[float, ...]:
    """The numbers of `FEATURES`."""
    counts = Counter(hand(state, seat))
    begun = [tile for tile in SERIES if 0 < counts[tile] < SERIES[tile].copies]
    more = [series_worth(tile, counts[tile] + 1) - series_worth(tile, counts[tile]) for tile in begun]
    garden, left = state.gardens[seat], rounds(state) * (1 - progress(state))
    free = [min(len(group), SIZES[-1]) for group in groups(top(garden), SIZES[0]) if group.isdisjoint(garden.temples)]
    temples = TEMPLES - len(garden.temples)
    return (
        *(1.0, left, sum(more), max(more, default=0), sum(counts[tile] for tile in PERSONS)),
        *(free.count(size) for size in SIZES),
        *(temples, temples * left * TENTH),
    )


SETS, BUILT, TEMPLES_LEFT = say("series begun"), say("structures without a temple"), say("temples in hand")
NAMES = (
    *(say("prospects"), say("turns to come"), SETS, SETS, say("persons")),
    *(BUILT for _ in SIZES),
    *(TEMPLES_LEFT, TEMPLES_LEFT),
)
FEATURES = Features(NAMES, of, progress)
