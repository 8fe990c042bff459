"""Sketches of whole games: boards, questions, previews and details, for palettes, contact sheets and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import render
from rules.choice import Path, answer_forced, walk
from rules.game import DEALER, AnyGame, Event, Move, Seat, Turn, conversation, play, play_at_random, random_move

NAMES = ("Amélie", "Gül", "Łukasz", "Zoë")  # of the four seats
SKETCHED_TURNS = 8  # of a game, about


def sketch_random_game(game: AnyGame, seats: int, moves: int, seed: int, chosen: tuple[str, ...] | None = None) -> render.Sketch:
    """Play at random, and return a sketch of the public board after some moves, or of the question after the answers ``chosen``.

    :raises IllegalMove: if an answer is not on offer.
    """
    state = game.setup(seats, frozenset())
    last: tuple[Event, ...] = ()
    for move in islice(play_at_random(game, state, Random(seed)), moves):
        state, last = move.step.state, move.step.events
    acting = game.to_act(state) - {DEALER}
    if chosen is None or not acting:
        return render.Sketch(game.key, game.view(state, None), render.Teller(NAMES[:seats]), last=last)
    seat = min(acting)
    prompt = walk(conversation(game, state, seat), chosen).prompt
    return render.Sketch(game.key, game.view(state, seat), render.Teller(NAMES[:seats]), render.sketch_prompt(prompt), last)


def sketch(game: AnyGame, state: Any, seat: Seat | None, path: Path = (), last: tuple[Event, ...] = ()) -> render.Sketch:
    """Return a state as a seat sees it after these answers, or as everybody sees it."""
    prompt = None
    if seat is not None and seat in game.to_act(state):
        prompt = walk(conversation(game, state, seat), path).prompt
    return render.Sketch(game.key, game.view(state, seat), _teller(game, state), render.sketch_prompt(prompt), last)


def _teller(game: AnyGame, state: Any) -> render.Teller:
    return render.Teller(NAMES[: len(game.scores(state))])


def preview(game: AnyGame, state: Any, seat: Seat, path: Path) -> render.Sketch:
    """Return the preview of a complete move, as its seat sees it before confirming."""
    step = play(game, state, seat, path)
    return render.Sketch(game.key, game.view(step.state, seat), _teller(game, state), last=step.events)


def question_with_turns(game: AnyGame, state: Any, seat: Seat, path: Path, turns: Sequence[Turn]) -> render.Sketch:
    """Return the question after these answers and forced ones, with these complete turns on offer."""
    prompt = answer_forced(conversation(game, state, seat), path).prompt
    return replace(sketch(game, state, seat), asked=render.sketch_prompt(prompt, turns=turns))


def _questions(game: AnyGame, state: Any, seat: Seat, paths: Sequence[Path]) -> Iterator[tuple[str, render.Sketch]]:
    """Yield the questions along the first path, and from the other paths those with other keys."""
    seen = set[str]()
    for path in paths:
        found = [sketch(game, state, seat, path[:depth]) for depth in range(len(path))]
        yield from ((f"question {each.asked.key}", each) for each in found if each.asked.key not in seen)
        seen |= {each.asked.key for each in found}


def titled_sketches(
    game: AnyGame, state: Any, moves: Sequence[Move[Any]], random: Random, first: int = 0
) -> Iterator[tuple[str, render.Sketch]]:
    """Yield sketches of about `SKETCHED_TURNS` turns, each with its title: ``board``, ``preview``, ``question …``, ``detail …``.

    :param state: the position before the first of the moves.
    :param random: draws a second path through the questions of each turn.
    :param first: the index of the first turn; the others follow at equal distances, and then the last one.
    """
    turns: list[tuple[Any, Move[Any]]] = []
    for move in moves:
        if move.seat != DEALER:
            turns.append((state, move))
        state = move.step.state
    for before, move in (*turns[first :: max(1, len(turns) // SKETCHED_TURNS)], turns[-1]):
        yield from _questions(game, before, move.seat, (move.path, random_move(game, before, move.seat, random).path))
        if turns_on_offer := game.best_turns(game.view(before, move.seat), ()):
            yield "question with turns", question_with_turns(game, before, move.seat, (), turns_on_offer)
        yield "preview", preview(game, before, move.seat, move.path)
        yield "board", sketch(game, move.step.state, None, last=move.step.events)
    seen = sketch(game, turns[len(turns) // 2][0], 0)
    for detail in render.details(game.key, seen.view):
        yield f"detail {detail.key}", render.Sketch(game.key, seen.view, seen.teller, detail=detail.key)
