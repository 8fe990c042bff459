"""Positions of whole games of any game, with what is asked there and its larger pictures."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import render
from render.__main__ import NAMES
from rules import GAMES
from rules.choice import Path, walk
from rules.game import DEALER, AnyGame, Event, Seat, conversation, play
from tests.keen import KEEN
from tests.playing import at_random, play_out, with_states

TURNS = 8  # of a game


def sketch(game: AnyGame, state: Any, seat: Seat | None, path: Path = (), last: tuple[Event, ...] = ()) -> render.Sketch:
    """A state as a seat sees it that has given these answers, or as everybody sees it."""
    asked = seat is not None and seat in game.to_act(state)
    prompt = walk(conversation(game, state, seat), path).prompt if asked else None
    return render.Sketch(game.key, game.view(state, seat), NAMES[: len(game.scores(state))], render.asked(prompt), last)


def preview(game: AnyGame, state: Any, seat: Seat, path: Path) -> render.Sketch:
    """What a seat sees of a complete move before it is confirmed."""
    step = play(game, state, seat, path)
    return render.Sketch(game.key, game.view(step.state, seat), NAMES[: len(game.scores(state))], last=step.events)


def album(key: str, seed: int) -> Iterator[render.Sketch]:
    """All that is drawn now and then in a game of two, three and four, who know what they are about if we know how."""
    return (sketch for _, sketch in titled(key, seed))


def titled(key: str, seed: int) -> Iterator[tuple[str, render.Sketch]]:
    """The same, each with what it is: ``board``, ``preview``, ``question …`` or ``detail …``."""
    game = GAMES[key]
    for seats in game.seats:
        variants = frozenset(variant.key for variant in game.variants) if seats % 2 else frozenset[str]()
        moves = play_out(game, KEEN.get(key, at_random(key)), seats, variants, Random(seed))
        turns = [each for each in with_states(game.setup(seats, variants), moves) if each[1].seat != DEALER]
        for state, move in (*turns[seed :: max(1, len(turns) // TURNS)], turns[-1]):
            for depth in range(len(move.path)):
                question = sketch(game, state, move.seat, move.path[:depth])
                yield f"question {question.asked.key}", question
            yield "preview", preview(game, state, move.seat, move.path)
            yield "board", sketch(game, move.step.state, None, last=move.step.events)
        seen = sketch(game, turns[len(turns) // 2][0], 0)
        for detail in render.details(key, seen.view):
            yield f"detail {detail.key}", render.Sketch(key, seen.view, seen.names, detail=detail.key)
