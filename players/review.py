"""Review a finished game: find the points to expect after each turn, and better moves than those that were played.

A move is judged by what its seat knew: all positions are drawn from the view that it had (`Game.possible`). Each function is one
piece of work for a worker process, so that people who wait for hints need not wait for a whole review.

Others may read about a move only what everybody could know. Such a move is *open*: it and the better one are legal in each of
some states drawn from the public view, and a reason counts only if it holds in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from players.evaluation import WEIGHTS, WIN_POINTS, Evaluator, load_evaluator
from players.forecast import forecast, forecast_file, load_forecast
from players.hint import TurnFacts, best_of_each_kind, complete_path, main_reasons
from players.levels import Level
from players.reasons import Fact, facts_of, reasons_of
from players.reasons import change_of as change_of_turn
from players.search import EvaluatedTurn, compare_moves, complete_turn, rank_turns
from players.timing import deadline_after
from rules import GAMES
from rules.choice import IllegalMove, Path, walk
from rules.game import DEALER, AnyGame, Seat, conversation, replay
from rules.text import Text
from rules.turn import split_turn

FORMAT = 1  # of reviews; raised when they are computed in another way
BUDGET_SECONDS = 44.0  # of processor time for all moves of a game together, besides `outline`
FIRST_LOOK_SHARE = 0.5  # of the budget, for all moves; the rest is for those that seem to cost most
FIRST_LOOK_SECONDS, SECOND_LOOK_SECONDS = 0.4, 2.0  # for a move, at most
LEAST_POINTS = 1.0  # that a better move would bring
WIN_SHARE = 1 / 3  # of the bonus for winning that is much of it
CANDIDATES = 12  # moves of a game that are looked at twice
POINTS_OF_SEAT = 5  # turning points of a seat, at most
OPEN_ATTEMPTS = 200  # to draw such a state
OPEN_STATES, OPEN_OTHERS = 6, 8  # states that show whether a move is open, and turns to compare it with in each
FIRST_LEVEL = Level(budget=150, compared_turns=4, replies=1)
SECOND_LEVEL = Level(budget=400, compared_turns=8, replies=1, sampled_states=2)
JUDGING_LEVEL = Level(budget=0, replies=2, sampled_states=5)


class Decision(NamedTuple):
    """A move to judge: its number in the game, its seat, and what this seat and everybody saw before it."""

    move: int
    seat: Seat
    path: Path
    view: Any
    public: Any


class Outline(NamedTuple):
    """The course of a game.

    :param points: the final points to expect before the first turn and after each, by seat, as far as everybody could know; at
        last the final points.
    :param own: the same as each seat could know about itself.
    :param turns: by number of a move, the number of its turn, from 1.
    :param decisions: the moves to judge.
    """

    points: tuple[tuple[float, ...], ...]
    own: tuple[tuple[float, ...], ...]
    turns: tuple[int, ...]
    decisions: tuple[Decision, ...]


class Reasons(NamedTuple):
    """One or two sentences, and the places that they name (`render.sketch.Mark`)."""

    texts: tuple[Text, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move with a better one. Its field names are stored.

    :param move: the number of the move in the game.
    :param better: the better move, with moves that follow at once.
    :param lost: about how many points the seat's lead would have been larger, by the forecast.
    :param cost: the same by the evaluation of computer players, with a bonus for winning; it decides which moves a review has.
    :param wins: much of this bonus is at stake.
    :param reasons: for the better move, as its seat sees them.
    :param open: what others may read of it; None if the moves name something that only their seat could know.
    """

    move: int
    seat: Seat
    better: Path
    lost: float
    cost: float
    wins: bool
    reasons: Reasons
    open: Reasons | None


def review_version(game: AnyGame) -> str:
    """Return a name for the rules and weights by which a review is made now; reviews by others are made anew."""
    files = (WEIGHTS / f"{name}.json" for name in (game.key, forecast_file(game)))
    weights = sha256(b"".join(file.read_bytes() for file in files if file.is_file())).hexdigest()[:12]
    return f"{FORMAT}-{game.version}-{weights}"


def outline(
    game: str, seats: int, variants: frozenset[str], moves: Sequence[tuple[Seat, Path]], judged: frozenset[int]
) -> Outline:
    """Return the course of a game that is over.

    :param moves: all moves, also the dealer's, from the state that `setup` returns.
    :param judged: numbers of the moves that people made.
    :raises IllegalMove: when today's rules play the moves differently.
    """
    rules = GAMES[game]
    state, evaluator = rules.setup(seats, variants), load_forecast(rules, seats)
    points, own, turns, found = list[tuple[float, ...]](), list[tuple[float, ...]](), list[int](), list[Decision]()
    turn = 0
    for number, ((seat, path), step) in enumerate(zip(moves, replay(rules, state, moves), strict=True)):
        turn += seat != DEALER and len(points) > turn
        turns.append(turn)
        if number in judged:
            found.append(Decision(number, seat, path, rules.view(state, seat), rules.view(state, None)))
        state = step.state
        if not (DEALER in rules.to_act(state) or rules.mid_turn(state)):
            points.append(forecast(evaluator, rules.view(state, None), f"{number}"))
            own.append(tuple(forecast(evaluator, rules.view(state, each), f"{number}")[each] for each in range(seats)))
    final = tuple(float(score.points) for score in rules.scores(state))
    return Outline((*points[:-1], final), (*own[:-1], final), tuple(turns), tuple(found))


def first_look(game: str, seats: int, decision: Decision, seconds: float, *, trained: bool) -> float:
    """Return about how many points a move seems to cost.

    :param seconds: of processor time, about (`deadline_after`).
    :param trained: evaluate by the weights of the game, if there are any; else by points alone.
    """
    rules, seat, path = GAMES[game], decision.seat, decision.path
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    deadline, random = deadline_after(seconds), Random(f"{decision.move} first")
    best = rank_turns(decision.view, seat, FIRST_LEVEL, evaluator, random, deadline)[0]
    if best.path == path:
        return 0.0
    better, played = compare_moves(decision.view, seat, (best.path, path), FIRST_LEVEL, evaluator, random)
    return better - played


def second_look(game: str, seats: int, decision: Decision, seconds: float, *, trained: bool) -> TurningPoint | None:
    """Return a better move with its reasons; None if there is none that is worth `LEAST_POINTS`.

    The parameters are those of `first_look`.
    """
    rules = GAMES[game]
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    points = load_forecast(rules, seats) if trained else Evaluator(rules)
    return _Second(evaluator, points._replace(win=0.0), decision).look(seconds)


class _Second:
    """The second look at a move.

    :param points: the evaluator of the points that people read: a forecast, without a bonus for winning.
    """

    def __init__(self, evaluator: Evaluator, points: Evaluator, decision: Decision) -> None:
        self._evaluator = evaluator
        self._points = points
        self._decision = decision
        self._seed = f"{decision.move} second"
        self._state = evaluator.game.possible(decision.view, Random(self._seed))  # from which `rank_turns` plays, too
        self._facts = TurnFacts(evaluator, decision.seat, self._state, reasons_of(evaluator.game))
        self._compared = list[Path]()

    def look(self, seconds: float) -> TurningPoint | None:
        move, seat, path, view, _ = self._decision
        deadline = deadline_after(seconds)
        ranked = rank_turns(view, seat, SECOND_LEVEL, self._evaluator, Random(self._seed), deadline, candidates=self._candidates)
        better = next((turn for turn in ranked if turn.path != path), None)
        if better is None:
            return None
        judges = (self._evaluator, self._evaluator._replace(win=0.0), self._points)
        cost, without_win, lost = (self._gap(better.path, evaluator) for evaluator in judges)
        wins = cost - without_win >= WIN_SHARE * WIN_POINTS
        if cost < LEAST_POINTS or (lost < LEAST_POINTS and not wins):
            return None
        whole = complete_path(self._evaluator, self._state, seat, better.path, self._seed, deadline)
        return TurningPoint(
            move, seat, whole, round(lost, 1), round(cost, 1), wins, self._reasons(better), self._open(better.path, whole)
        )

    def _gap(self, better: Path, evaluator: Evaluator) -> float:
        """Return by how much the better move is better, in points."""
        move, seat, path, view, _ = self._decision
        one, other = compare_moves(view, seat, (better, path), JUDGING_LEVEL, evaluator, Random(f"{move} judged"))
        return one - other

    def _candidates(self, turns: list[EvaluatedTurn]) -> list[EvaluatedTurn]:
        self._facts.compare_with(turns)
        self._compared = [turn.path for turn in turns[:: 1 + len(turns) // OPEN_OTHERS]]
        return best_of_each_kind(self._evaluator, self._decision.view, turns)

    def _completed(self, state: Any, path: Path) -> EvaluatedTurn:
        return complete_turn(state, self._decision.seat, path, self._evaluator, Random(self._seed))

    def _reasons(self, better: EvaluatedTurn) -> Reasons:
        played = self._facts.about(self._completed(self._state, self._decision.path))
        return _told(without(self._facts.about(better), played))

    def _open(self, better: Path, whole: Path) -> Reasons | None:
        """Return the reasons that everybody could find; None if the moves are not open, or too few states could be drawn."""
        game, played = self._evaluator.game, self._decision.path
        if not (game.is_public(whole) and game.is_public(played)):
            return None
        fitting = fitting_states(game, self._decision.public, self._decision.seat, played, self._seed)
        states = list(islice(fitting, OPEN_STATES))
        if len(states) < OPEN_STATES:
            return None
        try:
            found = [self._facts_in(state, better, played) for state in states]
            for state in states:
                split_turn(game, state, self._decision.seat, whole)
        except IllegalMove:
            return None
        shared = set[Text].intersection(*({fact.text for fact in facts} for facts in found))
        return _told([fact for fact in found[0] if fact.text in shared])

    def _facts_in(self, state: Any, better: Path, played: Path) -> list[Fact]:
        """Return the facts for the better move in one state.

        :raises IllegalMove: when one of the moves is not legal there.
        """
        game, seat, reasons = self._evaluator.game, self._decision.seat, reasons_of(self._evaluator.game)
        chosen = [self._completed(state, path) for path in (better, played)]
        others = list(chain(chosen, self._legal(state)))
        changes = [change_of_turn(game, state, seat, turn.path, turn.state, ()) for turn in others]
        one, other = (facts_of(reasons, each._replace(others=changes)) for each in changes[:2])
        return without(one, other)

    def _legal(self, state: Any) -> Iterator[EvaluatedTurn]:
        for path in self._compared:
            try:
                yield self._completed(state, path)
            except IllegalMove:
                continue


def fitting_states(game: AnyGame, public: Any, seat: Seat, path: Path, seed: str) -> Iterator[Any]:
    """Yield states that a public view could belong to, and in which a played move is legal: everybody saw it."""
    states = (game.possible(public, Random(f"{seed} {nth}")) for nth in range(OPEN_ATTEMPTS))
    return (state for state in states if is_legal(game, state, seat, path))


def is_legal(game: AnyGame, state: Any, seat: Seat, path: Path) -> bool:
    """Return whether a seat may make this move in a state."""
    try:
        return walk(conversation(game, state, seat), path).prompt is None
    except IllegalMove:
        return False


def without(facts: Sequence[Fact], others: Sequence[Fact]) -> list[Fact]:
    """Return the facts that hold for one turn and not for the other one."""
    texts = {fact.text for fact in others}
    return [fact for fact in facts if fact.text not in texts]


def _told(facts: Sequence[Fact]) -> Reasons:
    """Return the main reasons for a turn, and where they are."""
    main = main_reasons([fact for fact in facts if fact.size > 0])
    return Reasons(tuple(fact.text for fact in main), tuple(dict.fromkeys(place for fact in main for place in fact.places)))


def first_seconds(moves: int) -> float:
    """Return the processor time of a first look at a move, for a game with this number of moves."""
    return min(FIRST_LOOK_SECONDS, FIRST_LOOK_SHARE * BUDGET_SECONDS / max(1, moves))


def choose_candidates(costs: Sequence[tuple[Decision, float]]) -> list[Decision]:
    """Return the moves that seem to cost most, for a second look; each seat has its share of them.

    :param costs: of all moves, from `first_look`.
    """
    seats = {decision.seat for decision, _ in costs}
    most = {seat: max(2, min(POINTS_OF_SEAT + 1, CANDIDATES // max(1, len(seats)))) for seat in seats}
    chosen = list[Decision]()
    for decision, cost in sorted(costs, key=lambda each: -each[1]):
        if cost >= LEAST_POINTS and most[decision.seat]:
            most[decision.seat] -= 1
            chosen.append(decision)
    return chosen


def largest(points: Sequence[TurningPoint], turns: Sequence[int]) -> tuple[TurningPoint, ...]:
    """Return the turning points of each seat that cost most, one of a turn at most, in the order of the game.

    :param turns: the number of the turn of each move (`Outline`).
    """
    of_turn = dict[int, TurningPoint]()
    for point in sorted(points, key=lambda point: -point.cost):
        of_turn.setdefault(turns[point.move], point)
    ranked = list(of_turn.values())
    kept = [
        point
        for number, point in enumerate(ranked)
        if sum(other.seat == point.seat for other in ranked[:number]) < POINTS_OF_SEAT
    ]
    return tuple(sorted(kept, key=lambda point: point.move))
