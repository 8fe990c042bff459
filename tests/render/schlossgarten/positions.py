"""Positions of a game between busy players, and gardens set up by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import render
from render import album
from rules.choice import Path
from rules.game import DEALER, Event, Move, Seat
from rules.schlossgarten import GAME
from rules.schlossgarten.parts import CARDS, SIDES
from rules.schlossgarten.state import State, at
from tests.schlossgarten.builder import play_as_builders
from tests.schlossgarten.positions import collected, lying, pawns

EARLY, MIDDLE, END = 8, 30, 999


@cache
def game(seats: int, seed: int = 7) -> tuple[Move[State], ...]:
    """Return all moves of a game, including the dealer's."""
    return tuple(play_as_builders(seats, frozenset(), Random(seed)))


def after(seats: int, moves: int, seat: Seat | None = None) -> render.Sketch:
    """Return the position after this number of moves, as a seat or the public sees it."""
    made = game(seats)[:moves]
    turn = next((move.step.events for move in reversed(made) if move.seat != DEALER), ())
    return sketch(made[-1].step.state, seat, last=turn)


def sketch(state: State, seat: Seat | None, chosen: str = "", last: tuple[Event, ...] = ()) -> render.Sketch:
    """Return a state as a seat sees it after these answers."""
    return album.sketch(GAME, state, seat, tuple(chosen.split()), last)


def preview(state: State, chosen: str) -> render.Sketch:
    """Return the preview of a complete move of the seat to act."""
    return album.preview(GAME, state, state.turn, tuple(chosen.split()))


def moments(seats: int, seed: int = 7) -> list[tuple[State, Seat, Path]]:
    """Return each turn of a game: the state before it, the seat, and the path."""
    made = game(seats, seed)
    return [(made[i - 1].step.state, made[i].seat, made[i].path) for i in range(1, len(made)) if made[i].seat != DEALER]


VALUES = tuple(map(int, "2131232132312132123132331122121323131223132312131"))


def rich(seats: int, **changes: Any) -> State:
    """Return a crowded garden late in the game; red is to play."""
    laid = {
        "red": "red hedge-2 c1 d1, red terrace e2 f2 e3, red column a2",
        "white": "white pool c6 d6, white maze f5 g5 g6, white hedge-1 d5",
        "blue": "blue hedge-2 a6 b6, blue column b3",
        "yellow": "yellow terrace g1 g2 f1",
    }
    stand = {
        "red": "K e3 G c3 A d3",
        "white": "K d7 G e5 A g7",
        "blue": "K a5 G b4 A a6",
        "yellow": "K g4 G f3 A g2",
    }
    empty = GAME.setup(seats, frozenset())
    colours = tuple(SIDES[side].colour for side in empty.sides)
    state = replace(
        empty,
        phase="turn",
        values=VALUES,
        pits=tuple(sorted(map(at, ["b2", "c4", "d4", "c2"]))),
        elements=lying(", ".join(laid[colour] for colour in colours), colours),
        pawns=tuple(pawns(stand[colour]) for colour in colours),
        discard=(7, 22, 13, 30),
        hands=((9, 17), *((each,) for each in (1, 3, 4)[: seats - 1])),
        bag=tuple(card for card in CARDS if card not in (7, 22, 13, 30, 9, 17, 1, 3, 4)),
        first=0,
        turn=0,
        turns=25,
    )
    return replace(collected(state), **changes)
