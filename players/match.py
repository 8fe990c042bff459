"""Matches between computer players: results and their confidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean, variance
from typing import Any, NamedTuple

from players.evaluation import Evaluator, features_of, load_evaluator
from players.levels import LEVELS, Level
from players.search import best_turns, choose
from rules.choice import Path, sample
from rules.game import DEALER, AnyGame, Seat, conversation, play, random_move, winners
from rules.legal import legal_moves

CERTAIN = 1.96  # standard deviations: 95 %

Player = Callable[[Any, Seat, Random], Path]
"""Makes a move for the seat whose view it is."""


class Result(NamedTuple):
    """Of games of one player among others: wins, a shared one in parts; points ahead of the best other, in all; in each game
    the place, and the mean place of the others."""

    games: int = 0
    wins: float = 0.0
    ahead: int = 0
    places: tuple[float, ...] = ()
    others: tuple[float, ...] = ()

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds of the share of wins with 95 % confidence (Wilson's interval)."""
        n, z = max(1, self.games), CERTAIN
        share, room = self.wins / n, z * z / n
        middle, width = share + room / 2, z * sqrt(share * (1 - share) / n + room / 4 / n)
        return max(0.0, (middle - width) / (1 + room)), min(1.0, (middle + width) / (1 + room))


def mean_place(places: Sequence[float], seats: int) -> tuple[float, float, float]:
    """Return the mean of places, and from where to where it lies with a certainty of 95 %, by how far they are spread.

    Nobody is before the first or behind the last place, so no interval reaches there.
    """
    middle = mean(places)
    width = CERTAIN * sqrt(variance(places) / len(places)) if len(places) > 1 else 0.0
    return middle, max(1.0, middle - width), min(float(seats), middle + width)


def named(name: str, game: AnyGame, seats: int) -> Player:
    """Return the player ``random``, ``greedy`` or a level, for a game with this number of seats."""
    if name == "random":
        return lambda view, seat, random: sample(game.choices(view), random)[0]
    return _greedy(game) if name == "greedy" else thinking(LEVELS[name], load_evaluator(game, seats))


def _greedy(game: AnyGame) -> Player:
    """Return a legal move with most immediate points, any of equal ones."""
    transposition = features_of(game).transposition

    def move(view: Any, seat: Seat, random: Random) -> Path:
        if ready := game.best_turns(view):
            return ready[0].path
        state = game.possible(view, random)
        moves = legal_moves(conversation(game, state, seat), transposition=transposition)
        steps = ((at.path, game.apply(state, seat, at.action)) for at in moves)
        return max((game.scores(step.state)[seat].points, random.random(), path) for path, step in steps)[2]

    return move


def thinking(level: Level, evaluator: Evaluator) -> Player:
    """Return a computer player of this level."""

    def move(view: Any, seat: Seat, random: Random) -> Path:
        return choose(best_turns(view, seat, level, evaluator, random), level.temperature, random).path

    return move


def play_game(game: AnyGame, players: Sequence[Player], variants: frozenset[str], seed: int) -> Any:
    """Return the last state of a game; equal seeds give equal draws of the dealer."""
    dealer, minds = Random(f"{seed} dealer"), [Random(f"{seed} {seat}") for seat in range(len(players))]
    state = game.setup(len(players), variants)
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            state = random_move(game, state, DEALER, dealer).step.state
        else:
            state = play(game, state, seat, players[seat](game.view(state, seat), seat, minds[seat])).state
    return state


def match(game: AnyGame, one: str, other: str, seats: int, games: int, seed: int, goal: float | None = None) -> Iterator[Result]:
    """Yield the result of one player among others after each round of games, in which it has had every seat once.

    The last round is shorter where the games do not suffice for every seat.

    :param goal: a share of wins; it ends when that lies outside the interval.
    """
    result, mine, theirs = Result(), named(one, game, seats), named(other, game, seats)
    for nth in range(0, games, seats):
        for seat in range(min(seats, games - nth)):
            players = [mine if each == seat else theirs for each in range(seats)]
            result = _counted(game, result, play_game(game, players, frozenset(), seed + nth), seat)
        yield result
        if goal is not None and not result.interval[0] <= goal <= result.interval[1]:
            return


def _counted(game: AnyGame, result: Result, end: Any, seat: Seat) -> Result:
    scores = game.scores(end)
    won, points = winners(scores), [score.points for score in scores]
    best = max(each for other, each in enumerate(points) if other != seat)
    places = [1 + sum((one.points, one.ties) > (each.points, each.ties) for one in scores) for each in scores]
    return Result(
        result.games + 1,
        result.wins + (seat in won) / len(won),
        result.ahead + points[seat] - best,
        (*result.places, places[seat]),
        (*result.others, mean(place for other, place in enumerate(places) if other != seat)),
    )
