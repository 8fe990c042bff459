"""Playthroughs: every public answer of a seeded game, compared exactly; ``python -m tests.test_playthroughs`` writes them anew.

Read the difference before you commit it: it is what a change of the rules means.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.choice import walk
from rules.game import DEALER, AnyGame, Move, conversation, play_at_random, visible_to
from rules.text import seat_name, tell

HERE = Path(__file__).parent
SEED = 2023
FIRST, LAST = 40, 5  # moves that are shown with all that was offered and the whole board; between them only what is told


def playthrough(game: AnyGame, seats: int) -> Iterator[str]:
    """A game as text: actors, questions, options, answers, events and views."""
    state = game.setup(seats, frozenset())
    yield f"{game.key}, version {game.version}, {seats} seats, seed {SEED}"
    moves = list(play_at_random(game, state, Random(SEED)))
    for seq, move in enumerate(moves, start=1):
        closely = seq <= FIRST or seq > len(moves) - LAST
        yield f"\n# {seq}. {'Dealer' if move.seat == DEALER else seat_name(move.seat)}: {' '.join(move.path)}"
        if closely and move.seat != DEALER:
            yield from offered(game, state, move)
        state = move.step.state
        yield from (f"! {event.kind}: {tell(event.text, seat_name)}" for event in visible_to(move.step.events, None))
        if closely:
            yield from (tell(line, seat_name) for line in game.describe(game.view(state, None)))
    for seat, score in enumerate(game.scores(state)):
        parts = ", ".join(f"{tell(what, seat_name)} {points}" for what, points in score.parts)
        yield f"= {seat_name(seat)}: {score.points} ({parts})"
    yield f"= {game.ending(state)}"


def offered(game: AnyGame, state: Any, move: Move[Any]) -> Iterator[str]:
    """The questions of a move with all answers on offer."""
    for depth in range(len(move.path)):
        prompt = walk(conversation(game, state, move.seat), move.path[:depth]).prompt
        assert prompt is not None
        yield f"? {tell(prompt.question, seat_name)}"
        for option in prompt.options:
            about = option.shown()
            note = tell(about.note, seat_name) if about.note else ""
            yield f"  {option.key} | {tell(about.text, seat_name)} | {about.at} | {note}"


def files() -> Iterator[tuple[AnyGame, int, Path]]:
    for game in GAMES.values():
        for seats in game.seats:
            yield game, seats, HERE / game.key / "playthroughs" / f"{seats}-seats.txt"


@pytest.mark.parametrize(("game", "seats", "path"), list(files()), ids=lambda each: getattr(each, "stem", ""))
def test_playthrough(game: AnyGame, seats: int, path: Path) -> None:
    assert path.read_text(encoding="utf-8").splitlines() == "\n".join(playthrough(game, seats)).splitlines()


if __name__ == "__main__":
    for game, seats, path in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(playthrough(game, seats)) + "\n", encoding="utf-8")
