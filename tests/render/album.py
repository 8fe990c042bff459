"""Sketches of whole games: boards, questions, previews and details."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import render
from render.__main__ import NAMES
from rules import GAMES
from rules.choice import Path, answer_forced, walk
from rules.game import DEALER, AnyGame, Event, Seat, Turn, conversation, play, random_move
from tests.keen import KEEN
from tests.playing import at_random, play_out, with_states

TURNS = 8  # of a game
SEED = 2  # of games that several tests draw


def sketch(game: AnyGame, state: Any, seat: Seat | None, path: Path = (), last: tuple[Event, ...] = ()) -> render.Sketch:
    """Return a state as a seat sees it after these answers, or as everybody sees it."""
    asked = seat is not None and seat in game.to_act(state)
    prompt = walk(conversation(game, state, seat), path).prompt if asked else None
    return render.Sketch(game.key, game.view(state, seat), _teller(game, state), render.asked(prompt), last)


def _teller(game: AnyGame, state: Any) -> render.Teller:
    return render.Teller(NAMES[: len(game.scores(state))])


def preview(game: AnyGame, state: Any, seat: Seat, path: Path) -> render.Sketch:
    """Return the preview of a complete move, as its seat sees it before confirming."""
    step = play(game, state, seat, path)
    return render.Sketch(game.key, game.view(step.state, seat), _teller(game, state), last=step.events)


def first_question(game: AnyGame, state: Any, seat: Seat, turns: Sequence[Turn]) -> render.Sketch:
    """Return the first question of a turn, with these complete turns on offer."""
    prompt = answer_forced(conversation(game, state, seat), ()).prompt
    full = sketch(game, state, seat)
    return replace(full, asked=render.asked(prompt, turns=turns))


def _questions(game: AnyGame, state: Any, seat: Seat, paths: Sequence[Path]) -> Iterator[tuple[str, render.Sketch]]:
    """Yield the questions along the first path, and from the other paths those with other keys."""
    seen = set[str]()
    for path in paths:
        found = [sketch(game, state, seat, path[:depth]) for depth in range(len(path))]
        yield from ((f"question {each.asked.key}", each) for each in found if each.asked.key not in seen)
        seen |= {each.asked.key for each in found}


def album(key: str, seed: int) -> Iterator[render.Sketch]:
    """Yield sketches of some turns of whole games for two, three and four; strong players play if there are any."""
    return (sketch for _, sketch in titled(key, seed))


@cache
def titled(key: str, seed: int) -> tuple[tuple[str, render.Sketch], ...]:
    """Return the sketches of an album with titles: ``board``, ``preview``, ``question …`` or ``detail …``."""
    return tuple(_titled(key, seed))


def _titled(key: str, seed: int) -> Iterator[tuple[str, render.Sketch]]:
    game, random = GAMES[key], Random(seed)
    for seats in game.seats:
        variants = frozenset(variant.key for variant in game.variants) if seats % 2 else frozenset[str]()
        moves = play_out(game, KEEN.get(key, at_random(key)), seats, variants, Random(seed))
        turns = [each for each in with_states(game.setup(seats, variants), moves) if each[1].seat != DEALER]
        for state, move in (*turns[seed :: max(1, len(turns) // TURNS)], turns[-1]):
            yield from _questions(game, state, move.seat, (move.path, random_move(game, state, move.seat, random).path))
            if turns_on_offer := game.best_turns(game.view(state, move.seat)):
                yield "question with turns", first_question(game, state, move.seat, turns_on_offer)
            yield "preview", preview(game, state, move.seat, move.path)
            yield "board", sketch(game, move.step.state, None, last=move.step.events)
        seen = sketch(game, turns[len(turns) // 2][0], 0)
        for detail in render.details(key, seen.view):
            yield f"detail {detail.key}", render.Sketch(key, seen.view, seen.teller, detail=detail.key)
