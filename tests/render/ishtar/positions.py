"""Positions and questions of games between strong players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from random import Random

import render
from render import album
from rules.choice import Path, walk
from rules.game import DEALER, Event, Move, Seat, conversation
from rules.ishtar import GAME
from rules.ishtar.state import State
from tests.ishtar.greedy import play_greedily

preview = partial(album.preview, GAME)
EARLY, MIDDLE, END = 12, 45, 999
SEEDS = {2: 4, 3: 3, 4: 4}  # every number of seats on another kind of map


@cache
def game(seats: int, *variants: str) -> tuple[Move[State], ...]:
    """Return all moves of a game, including the dealer's."""
    return tuple(play_greedily(seats, frozenset(variants), Random(SEEDS[seats]), whim=True))


def after(seats: int, moves: int, seat: Seat | None = None, detail: str = "") -> render.Sketch:
    """Return the position after this number of moves, as a seat or the public sees it."""
    made = game(seats)[:moves]
    turn = next((nth for nth in reversed(range(len(made))) if made[nth].path[0].startswith("stack-")), len(made) - 1)
    last = tuple(event for move in made[turn:] for event in move.step.events)
    return sketch(made[-1].step.state, seat, last=last, detail=detail)


def sketch(state: State, seat: Seat | None, path: Path = (), last: tuple[Event, ...] = (), detail: str = "") -> render.Sketch:
    """Return a state as a seat sees it after these answers, or a detail of it."""
    shown = album.sketch(GAME, state, seat, path, last)
    return replace(shown, asked=render.NO_PROMPT, detail=detail) if detail else shown


def moments(seats: int) -> Iterator[tuple[State, Seat, Path]]:
    """Yield each move of a seat: the state before it, the seat, and the path."""
    made = game(seats)
    for before, move in pairwise(made):
        if move.seat != DEALER:
            yield before.step.state, move.seat, move.path


@cache
def questions(seats: int) -> dict[str, render.Sketch]:
    """Return each question of a game at the moment with the most options, by key."""
    found = dict[str, render.Sketch]()
    for before, move in pairwise(game(seats)):
        state, seat, path = before.step.state, move.seat, () if move.seat == DEALER else move.path
        for depth in range(len(path)):
            prompt = walk(conversation(GAME, state, seat), path[:depth]).prompt
            assert prompt
            shown = sketch(state, seat, path[:depth], before.step.events)
            if prompt.key not in found or len(shown.asked.marks) > len(found[prompt.key].asked.marks):
                found[prompt.key] = shown
    return found
