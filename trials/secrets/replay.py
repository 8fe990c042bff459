"""Play a game by the rules alone, and replay it at once with the same answers and public draws, but other secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from rules.choice import Conversation, IllegalMove, Path, sample, walk
from rules.game import DEALER, AnyGame, Move, Seat, play
from rules.turn import goes_on_at_once, split_turn
from tests.greedy import GREEDY
from trials.secrets.hidden_info import hidden_info

TRIES = 12  # of other secrets before the same ones are used
RENEWED = 0.1  # share of turns before which the other game gets new secrets without need
REDRAWN = 0.5  # share of secret draws that are drawn anew


class Draw(NamedTuple):
    """A draw of the dealer: option ``nth`` of ``of``."""

    nth: int
    of: int


class Turn(NamedTuple):
    """The next turn of both games: a person's move (at the start nobody's), and the dealer's draws after it."""

    seat: Seat
    path: Path
    one: list[Draw]
    other: list[Draw]
    anew: Any  # the state from which the other game goes on, if its secrets are new; else None


class ScriptedRandom(Random):
    """A source of chance that makes given draws, for the dealer of a game that is already known."""

    def __init__(self) -> None:
        super().__init__(0)
        self.ahead: list[Draw] = []

    def random(self) -> float:
        nth, of = self.ahead.pop(0)
        return (nth + 0.5) / of

    def choices(self, population: Sequence[Any], *_: Any, **__: Any) -> list[Any]:  # type: ignore[override]
        return [population[self.ahead.pop(0).nth]]


class Replay:
    """The present states of both games; ``known`` are the seats that could tell them apart."""

    def __init__(self, game: AnyGame, seats: int, variants: frozenset[str], random: Random) -> None:
        self.game = game
        self.seats = seats
        self.one = self.other = game.setup(seats, variants)
        self.known: frozenset[Seat] = frozenset()
        self.held = hidden_info(game.key)
        self._random = random
        self._player = Player(game, random)

    @property
    def apart(self) -> bool:
        """Return whether the states of the two games differ."""
        return self.one != self.other

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return not self.game.to_act(self.one)

    @property
    def watchers(self) -> list[Seat | None]:
        """Return the seats that must not notice a difference between the games; None stands for spectators."""
        if self.over and self.held.opened:
            return []
        return [None, *(seat for seat in range(self.seats) if seat not in self.known)]

    def next(self) -> Turn:
        """Play the next turn of both games; the second one gets other secrets first if it cannot follow."""
        acting = self.game.to_act(self.one) - {DEALER}
        seat = min(acting) if acting else DEALER
        path = self._choose(seat) if acting else ()
        one = self._moves(self.one, seat, path)
        before, other = self.other, self._like(self.other, one) if self._random.random() > RENEWED else None
        if other is None or not self.apart:
            before, other = self._anew(one)
            self.known = frozenset()
        self.known |= self.held.knowers(self.one, before, self.seats)
        for mine, theirs in zip(one, other, strict=True):
            self.known |= self.held.knowers(mine.step.state, theirs.step.state, self.seats)
        turn = Turn(seat, path, script_of(self.game, self.one, one), script_of(self.game, before, other), before)
        turn = turn._replace(anew=None) if before is self.other else turn
        self.one, self.other = one[-1].step.state, other[-1].step.state
        return turn

    def _choose(self, seat: Seat) -> Path:
        """Return the next move of a seat, with those that follow at once, as they are confirmed together."""
        path, after = Path(), self.one
        while not path or goes_on_at_once(self.game, after, seat):
            path = (*path, *self._player.choose(self.game.view(after, seat)))
            after = split_turn(self.game, self.one, seat, path)[-1].step.state
        return path

    def _moves(self, state: Any, seat: Seat, path: Path) -> tuple[Move[Any], ...]:
        moves = list(split_turn(self.game, state, seat, path)) if seat != DEALER else []
        state = moves[-1].step.state if moves else state
        while self.game.to_act(state) == frozenset({DEALER}):
            drawn, _ = sample(self.game.chance(state), self._random)
            moves.append(Move(DEALER, drawn, play(self.game, state, DEALER, drawn)))
            state = moves[-1].step.state
        return tuple(moves)

    def _like(self, state: Any, one: Sequence[Move[Any]]) -> tuple[Move[Any], ...] | None:
        """Replay moves from another state, with new draws of what only one seat sees; return None if that is illegal."""
        moves: list[Move[Any]] = []
        try:
            for move in one:
                path = move.path
                if move.seat == DEALER and self._is_secret(state) and self._random.random() < REDRAWN:
                    path, _ = sample(self.game.chance(state), self._random)
                moves.append(Move(move.seat, path, play(self.game, state, move.seat, path)))
                state = moves[-1].step.state
                if self.game.to_act(state) != self.game.to_act(move.step.state):
                    return None
        except IllegalMove:
            return None
        return tuple(moves)

    def _is_secret(self, state: Any) -> bool:
        _, action = sample(self.game.chance(state), Random(1))
        return isinstance(action, self.held.secret)

    def _anew(self, one: tuple[Move[Any], ...]) -> tuple[Any, tuple[Move[Any], ...]]:
        """Return a state with other secrets in which the same moves are legal, and the moves; the same state if none is found."""
        for _ in range(TRIES):
            state = self.held.other(self.one, self._random)
            if (other := self._like(state, one)) is not None:
                return state, other
        return self.one, one


def script_of(game: AnyGame, state: Any, moves: Sequence[Move[Any]]) -> list[Draw]:
    """Return the draws of the dealer that lead to these moves."""
    draws: list[Draw] = []
    for move in moves:
        if move.seat == DEALER:
            draws += _draws(partial(game.chance, state), move.path)
        state = move.step.state
    return draws


def _draws(chance: Conversation[Any], path: Path) -> Iterator[Draw]:
    for prompt, key in zip(walk(chance, path).answered, path, strict=True):
        keys = [option.key for option in prompt.options]
        if len(keys) > 1:
            yield Draw(keys.index(key), len(keys))


AIMS = (0.0, 0.8, 0.9, 1.0)  # shares of moves with an aim; each game has one


class Player:
    """Choose the moves of all seats of a game."""

    def __init__(self, game: AnyGame, random: Random) -> None:
        self._game = game
        self._random = random
        self._aim = random.choice(AIMS) if game.key in GREEDY else 0.0

    def choose(self, view: Any) -> Path:
        """Return a move of the seat whose view it is."""
        if self._random.random() < self._aim:
            return GREEDY[self._game.key](view, self._random)
        return sample(self._game.choices(view), self._random)[0]
