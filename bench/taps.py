"""Count the taps of a typical turn on a phone, with *Your move* and every Confirm.

Turns are found in seeded games of two, three and four, and sorted by the events of their stories, so that questions may
change. At each position several random turns are tried; the game goes on with the one that scores most. A menu is opened by
one tap and answered by another; the median must reach the goal.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bench.rows import Row, quantile
from host.position import Position
from rules.choice import Path
from rules.game import AnyGame, Seat, deal, random_move, visible_to
from rules.turn import goes_on_at_once
from trials.clicks import clicks, ready, taps
from trials.options import add_games, add_number, games
from trials.seeding import started_position

MOST_GAMES = 24  # in which turns are looked for
TRIED = 12  # turns at a position
APART = 3  # each so many positions one is looked at
YOUR_MOVE, CONFIRM, READY = 1, 1, 1


class Kind(NamedTuple):
    """A kind of turn: its story has all kinds of events in ``told``, exactly one of ``one``, and none of ``untold``.

    ``goal``: the median of taps. ``direct``: count the way with the fewest answers; ``plain``: with the default tabs;
    ``ready``: as a complete turn on offer, if there is one.
    """

    game: str
    name: str
    goal: int | None
    told: frozenset[str]
    one: frozenset[str] = frozenset()
    untold: frozenset[str] = frozenset()
    direct: bool = False
    plain: bool = False
    ready: bool = False

    def has(self, story: list[str]) -> bool:
        """Return whether a turn with a story of these kinds of events is of this kind."""
        single = not self.one or sum(each in self.one for each in story) == 1
        return self.told <= set(story) and single and not self.untold & set(story)


TEMPLE = frozenset({"temple_built", "temple_moved"})
TILE = frozenset({"tile_taken", "hidden_drawn"})
EXTRAS = frozenset({"planted", "unlocked"})
BUILT = frozenset({"figure_made", "element_built"})

CARD = Kind("hanging_gardens", "a card", 4, frozenset({"laid"}), untold=TEMPLE | TILE)
PAID = Kind(CARD.game, "a card with temple and tile", 6, CARD.told | {"tile_taken"}, TEMPLE, TILE - {"tile_taken"})
REACHED = Kind("schlossgarten", "reach, dig and build", 6, BUILT | {"tile_dug"}, direct=True)
PLACED = Kind("ishtar", "a tile", 5, frozenset({"placed"}), untold=EXTRAS | {"assisted"})
GROWN = Kind(PLACED.game, "a tile with a tree or a mastery", 7, PLACED.told, EXTRAS)

KINDS = (
    Kind("djinns", "a move", 4, frozenset({"lifted"})),
    REACHED,
    REACHED._replace(name="the same, ready", goal=3, ready=True),
    Kind("schlossgarten", "reach and build only", 5, BUILT, untold=frozenset({"tile_dug"}), direct=True),
    *(kind._replace(name=f"{kind.name}, first way round", plain=True) for kind in (CARD, PAID, PLACED, GROWN)),
    *(kind._replace(name=f"{kind.name}, any way round", goal=None) for kind in (CARD, PAID, PLACED, GROWN)),
)


class Turn(NamedTuple):
    """The moves of a seat until its turn is over, each with its state and path; the story, and the state after it.

    Moves that are confirmed together (`rules.turn`) count as one.
    """

    moves: tuple[tuple[Any, Path], ...]
    story: list[str]
    after: Any

    @property
    def answers(self) -> int:
        return sum(len(path) for _, path in self.moves)


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games and the number of turns."""
    add_games(asked)
    add_number(asked, "turns", 36, "turns of each kind")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Count the taps of all kinds of turns."""
    for game in games(given):
        yield from rows(game, given.turns)


def rows(game: AnyGame, wanted: int) -> Iterator[Row]:
    """Yield the rows of a game, for each kind of turn."""
    found = counted(game, wanted)
    for kind, counts in found.items():
        name = f"{game.key}, {kind.name}"
        if counts:
            yield Row(f"{name}: p50 of {len(counts)} turns", quantile(counts, 0.5), "taps", kind.goal)
            yield Row(f"{name}: p90", quantile(counts, 0.9), "taps")
        else:
            yield Row(f"{name}: turns found", 0, "")


def counted(game: AnyGame, wanted: int) -> dict[Kind, list[float]]:
    """Return the taps of ``wanted`` turns of each kind, or of fewer if they are rare."""
    found: dict[Kind, list[float]] = {kind: [] for kind in KINDS if kind.game == game.key}
    for seed in range(MOST_GAMES):
        at = asyncio.run(started_position(game.key, [f"Guest {n}" for n in range(1, game.seats[seed % len(game.seats)] + 1)]))
        for turns in islice(_positions(game, at.state, Random(seed)), seed % APART, None, APART):
            for kind, counts in found.items():
                if len(counts) < wanted and (turn := _typical(kind, turns, at)):
                    counts.append(float(_taps(at, turn, kind)))
            if all(len(counts) >= wanted for counts in found.values()):
                return found
    return found


def _typical(kind: Kind, turns: list[Turn], at: Position) -> Turn | None:
    found = [turn for turn in turns if kind.has(turn.story) and not (kind.plain and _tabs(at, turn))]
    return min(found, key=lambda turn: turn.answers if kind.direct else 0, default=None)


def _places(at: Position, turn: Turn) -> Iterator[tuple[Position, int, Path]]:
    """Yield the position, the person and the path of each move of a turn."""
    for state, path in turn.moves:
        place = replace(at, state=state)
        yield place, place.to_act[0].person, path


def _tabs(at: Position, turn: Turn) -> bool:
    """Is a tab asked for?"""
    asked = ((place, place.conversation(person), path) for place, person, path in _places(at, turn))
    made = (each for place, ask, path in asked for each in clicks(place.id, place.seq, ask, path))
    return any(custom_id.startswith("p1:tab") for custom_id in made)


def _taps(at: Position, turn: Turn, kind: Kind) -> int:
    """Return the taps of a turn, which may have several moves."""
    place, person, _ = next(_places(at, turn))
    if kind.ready and ready(place, person):
        return YOUR_MOVE + READY + CONFIRM
    return YOUR_MOVE + sum(taps(*each) + CONFIRM for each in _places(at, turn))


def _positions(game: AnyGame, state: Any, random: Random) -> Iterator[list[Turn]]:
    """Yield random turns at each position of a game, which goes on with the turn that scores most."""
    while acting := game.to_act(state):
        seat = min(acting)
        turns = [_turn(game, state, seat, random) for _ in range(TRIED)]
        yield turns
        state = max(turns, key=lambda turn: game.scores(turn.after)[seat].points).after


def _turn(game: AnyGame, state: Any, seat: Seat, random: Random) -> Turn:
    """Return a random turn."""
    moves: list[tuple[Any, Path]] = []
    story: list[str] = []
    at_once = False
    while True:
        move = random_move(game, state, seat, random)
        if at_once:
            moves[-1] = (moves[-1][0], (*moves[-1][1], *move.path))
        else:
            moves.append((state, move.path))
        at_once = goes_on_at_once(game, move.step.state, seat)
        steps = [move.step, *(dealt.step for dealt in deal(game, move.step.state, random))]
        story += [event.kind for step in steps for event in visible_to(step.events, seat)]
        state = steps[-1].state
        if not game.mid_turn(state) or seat not in game.to_act(state):
            return Turn(tuple(moves), story, state)
