"""A player who makes figures and works (I12): random play hardly ever builds over anything or reaches the goal, this one does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.choice import Path
from rules.game import DEALER, Move, move_at_random, play
from rules.schlossgarten import GAME
from rules.schlossgarten.state import State, View

RESTS = 0.2


def busy_move(view: View, random: Random) -> Path:
    """Takes a ready-made figure when there is one, then is done; avoids `rest` four times in five."""
    talk = GAME.choices(view)
    path: list[str] = []
    try:
        prompt = next(talk)
        while True:
            options = {option.key: option for option in prompt.options}
            if "reach" in options:
                option = options["reach"]
            elif "done" in options:
                option = options["done"]
            else:
                if len(options) > 1 and random.random() >= RESTS:
                    options.pop("rest", None)
                option = random.choice(list(options.values()))
            path.append(option.key)
            prompt = talk.send(option.value)
    except StopIteration:
        return tuple(path)


def play_busily(seats: int, variants: frozenset[str], random: Random) -> Iterator[Move[State]]:
    """All moves of a game in which everybody is busy, the dealer's among them."""
    state = GAME.setup(seats, variants)
    while acting := GAME.to_act(state):
        (seat,) = acting
        if seat == DEALER:
            move = move_at_random(GAME, state, DEALER, random)
        else:
            path = busy_move(GAME.view(state, seat), random)
            move = Move(seat, path, play(GAME, state, seat, path))
        yield move
        state = move.step.state
