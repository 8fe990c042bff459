"""Matches between computer players: results and their confidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean, variance
from typing import Any, NamedTuple

from players.evaluation import Evaluator, features_of, load_evaluator
from players.levels import Level, level_of
from players.search import choose, rank_turns
from rules.choice import Path, sample
from rules.game import DEALER, AnyGame, Move, Seat, conversation, play, random_move, winners
from rules.legal import legal_moves

Z_95_PERCENT = 1.96  # standard deviations on each side of the mean that hold 95 % of a normal distribution

Player = Callable[[Any, Seat, Random], Path]
"""Returns a move for the seat whose view it is."""


class Result(NamedTuple):
    """The result of some games of one player against other players.

    :param wins: won games; a shared win counts as its part.
    :param points_ahead: the sum of the points ahead of the best other.
    :param places: the player's place in each game.
    :param others_places: the mean place of the others in each game.
    """

    games: int = 0
    wins: float = 0.0
    points_ahead: int = 0
    places: tuple[float, ...] = ()
    others_places: tuple[float, ...] = ()

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds of the share of wins with 95 % confidence (Wilson's interval)."""
        n, z = max(1, self.games), Z_95_PERCENT
        share, room = self.wins / n, z * z / n
        middle, width = share + room / 2, z * sqrt(share * (1 - share) / n + room / 4 / n)
        return max(0.0, (middle - width) / (1 + room)), min(1.0, (middle + width) / (1 + room))


def mean_place(places: Sequence[float], seats: int) -> tuple[float, float, float]:
    """Return the mean of places and the bounds of its 95 % confidence interval, by their standard deviation.

    The interval is cut off at the first and the last place.
    """
    middle = mean(places)
    width = Z_95_PERCENT * sqrt(variance(places) / len(places)) if len(places) > 1 else 0.0
    return middle, max(1.0, middle - width), min(float(seats), middle + width)


def make_player(name: str, game: AnyGame, seats: int) -> Player:
    """Return a player for a game with this number of seats.

    :param name: ``random``, ``greedy`` or a level.
    """
    if name == "random":
        return lambda view, seat, random: sample(game.choices(view), random)[0]
    return _greedy(game) if name == "greedy" else make_search_player(level_of(name, game.key), load_evaluator(game, seats))


def _greedy(game: AnyGame) -> Player:
    """Return a player that makes the legal move with the most points at once, or the first turn that the panel offers."""
    transposition = features_of(game).transposition

    def move(view: Any, seat: Seat, random: Random) -> Path:
        if ready := game.best_turns(view, ()):
            return ready[0].path
        state = game.possible(view, random)
        moves = legal_moves(conversation(game, state, seat), transposition=transposition)
        steps = ((at.path, game.apply(state, seat, at.action)) for at in moves)
        return max((game.scores(step.state)[seat].points, random.random(), path) for path, step in steps)[2]

    return move


def make_search_player(level: Level, evaluator: Evaluator) -> Player:
    """Return a player that searches as computer players of this level do."""

    def move(view: Any, seat: Seat, random: Random) -> Path:
        return choose(rank_turns(view, seat, level, evaluator, random), level.temperature, random).path

    return move


def play_game(game: AnyGame, players: Sequence[Player], variants: frozenset[str], seed: int) -> Any:
    """Return the last state of a game; equal seeds give equal draws of the dealer."""
    *_, last = play_moves(game, players, variants, seed)
    return last.step.state


def play_moves(game: AnyGame, players: Sequence[Player], variants: frozenset[str], seed: int) -> Iterator[Move[Any]]:
    """Yield all moves of a game, those of the dealer included; equal seeds give equal draws of the dealer."""
    dealer, minds = Random(f"{seed} dealer"), [Random(f"{seed} {seat}") for seat in range(len(players))]
    state = game.setup(len(players), variants)
    while acting := game.to_act(state):
        seat = min(acting)
        if seat == DEALER:
            move = random_move(game, state, DEALER, dealer)
        else:
            path = players[seat](game.view(state, seat), seat, minds[seat])
            move = Move(seat, path, play(game, state, seat, path))
        yield move
        state = move.step.state


def match(
    game: AnyGame, one: str, other: str | Player, seats: int, games: int, seed: int, goal: float | None = None
) -> Iterator[Result]:
    """Yield the result so far after each round of games, in which the player ``one`` has each seat once.

    The last round is shorter if the number of games is no multiple of the seats.

    :param other: the player on the other seats, or its name.
    :param goal: a share of wins; the match ends once the confidence interval excludes it.
    """
    result, mine = Result(), make_player(one, game, seats)
    theirs = make_player(other, game, seats) if isinstance(other, str) else other
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
        result.points_ahead + points[seat] - best,
        (*result.places, places[seat]),
        (*result.others_places, mean(place for other, place in enumerate(places) if other != seat)),
    )
