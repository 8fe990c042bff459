"""Hints: a few good moves of different kinds for the seat whose view it is, each with its reasons.

They are computed from what that seat may see; the same view and seed give the same hints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from random import Random
from typing import Any, NamedTuple

from players.evaluation import Evaluator, load_evaluator
from players.levels import Level
from players.search import EvaluatedTurn, no_deadline, rank_turns
from players.timing import deadline_after
from rules import GAMES
from rules.choice import Path, walk
from rules.game import Seat, play
from rules.text import Param, Text, joined, say, say_n, who
from rules.turn import goes_on_at_once, split_turn
from rules.wording import signed

HINT_MOVES = 3
MAX_REASONS = 3
WORST_GAP_POINTS = 6.0  # a move so much worse than the best is no hint
MAX_GROUPED_TURNS = 150  # the best turns, which are grouped by kind
BASELINE_TURNS = 60  # about so many turns at most give the mean that a turn's promises are compared with
ALIKE_POINTS = 1.0  # moves whose values differ by no more are about equally good
HINT_LEVEL = Level(budget=400, compared_turns=8, replies=1, sampled_states=2)
EVEN = say("as good as the others, as far as I can see")
BETTER = say("better than others, as far as I can see")

Kind = tuple[str, str]
Term = tuple[Seat, Text]


class Hint(NamedTuple):
    """A move and its reasons: "+4 points at once · Ben −3 points · +1½ points for later: series begun"."""

    path: Path
    why: Text


def advise(
    game: str, seats: int, view: Any, seat: Seat, seed: str, seconds: float, *, trained: bool, points: bool
) -> tuple[tuple[Hint, ...], ...]:
    """Return groups of `hints`; each path includes the moves that follow at once.

    The arguments are plain values, so that this can run in another process.

    :param seconds: of processor time (`deadline_after`); then thinking is cut short.
    :param trained: evaluate by the weights of the game, if there are any; else by points alone.
    """
    rules, deadline = GAMES[game], deadline_after(seconds)
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    state = rules.possible(view, Random(seed))
    return tuple(
        tuple(each._replace(path=_complete(evaluator, state, seat, each.path, seed, deadline)) for each in few)
        for few in hints(view, seat, evaluator, seed, points=points, deadline=deadline)
    )


def _complete(evaluator: Evaluator, state: Any, seat: Seat, path: Path, seed: str, deadline: Callable[[], bool]) -> Path:
    """Return the path with the best moves that follow at once (`rules.turn`), as people choose them together."""
    while True:
        after = split_turn(evaluator.game, state, seat, path)[-1].step.state
        if not goes_on_at_once(evaluator.game, after, seat):
            return path
        view = evaluator.game.view(after, seat)
        path = (*path, *rank_turns(view, seat, HINT_LEVEL, evaluator, Random(seed), deadline)[0].path)


def hints(
    view: Any,
    seat: Seat,
    evaluator: Evaluator,
    seed: str,
    *,
    points: bool = True,
    level: Level = HINT_LEVEL,
    deadline: Callable[[], bool] = no_deadline,
) -> tuple[tuple[Hint, ...], ...]:
    """Return good moves, the best first, in groups of three: each further request shows the next. Empty if none stands out.

    :param seed: of all random draws while thinking.
    :param points: whether people may see how many points a move brings at once.
    :param deadline: says whether the time is over; the hints then come from what was found so far.
    """
    before = evaluator.game.possible(view, Random(seed))  # as `rank_turns` does with the same seed: the state that it plays from
    reasons = _Reasons(evaluator, seat, before)

    def candidates(turns: list[EvaluatedTurn]) -> list[EvaluatedTurn]:
        reasons.compare_with(turns)
        return best_of_each_kind(evaluator, view, turns)

    turns = rank_turns(view, seat, level, evaluator, Random(seed), deadline, candidates=candidates)
    reasons.look_ahead(turns)
    if reasons.are_alike(turns):
        return ()
    told = ((turn.path, reasons.why(turn, points)) for turn in choose_moves(evaluator, view, turns))
    found = [Hint(path, why) for path, why in told if why is not None]
    if points and all(hint.why == EVEN for hint in found):
        return ()
    return tuple(tuple(found[n : n + HINT_MOVES]) for n in range(0, len(found), HINT_MOVES))


def kind_of(evaluator: Evaluator, view: Any, path: Path) -> Kind:
    """Return the kind of a move: its first answer, and its last answer that is a place in the picture."""
    answered = walk(lambda: evaluator.game.choices(view), path).answered
    placed = [key for key, prompt in zip(path, answered, strict=True) if prompt.form == "places"]
    return path[0], placed[-1] if placed else ""


def choose_moves(evaluator: Evaluator, view: Any, turns: Sequence[EvaluatedTurn]) -> list[EvaluatedTurn]:
    """Return the good moves, the best first; of each group, no two share an answer of their kinds if that can be avoided."""
    left = [(turn, kind_of(evaluator, view, turn.path)) for turn in turns if turn.value > turns[0].value - WORST_GAP_POINTS]
    found = list[EvaluatedTurn]()
    while left:
        firsts, places = set[str](), set[str]()
        for _ in range(min(HINT_MOVES, len(left))):
            other = (each for each in left if each[1][0] not in firsts and each[1][1] not in places)
            taken = next(other, left[0])
            left.remove(taken)
            found.append(taken[0])
            firsts.add(taken[1][0])
            places.add(taken[1][1])
    return found


def best_of_each_kind(evaluator: Evaluator, view: Any, turns: Sequence[EvaluatedTurn]) -> list[EvaluatedTurn]:
    """Return the best turn of each kind, from turns sorted from the best down."""
    found = dict[Kind, EvaluatedTurn]()
    for turn in turns[:MAX_GROUPED_TURNS]:
        found.setdefault(kind_of(evaluator, view, turn.path), turn)
    return list(found.values())


def format_halves(points: float) -> str:
    """Return expected points to the nearest half: ``+2``, ``−1½``, ``+½``."""
    whole, half = divmod(round(2 * abs(points)), 2)
    return f"{'−' if points < 0 else '+'}{whole or ''}{'½' * half}"


class _Reasons:
    """The reasons for a move: points at once, and promises above or below the mean of other moves."""

    def __init__(self, evaluator: Evaluator, seat: Seat, before: Any) -> None:
        self._evaluator = evaluator
        self._seat = seat
        self._before = before
        self._usual: Mapping[Term, float] = {}
        self._same = frozenset[Seat]()  # seats whose points are the same after every move, so that they are no reason
        self._expected = 0.0  # points ahead, on average

    def compare_with(self, turns: Sequence[EvaluatedTurn]) -> None:
        """Use the mean of some of these turns as the baseline for promises."""
        some = [self._promises(turn.state) for turn in turns[:: 1 + len(turns) // BASELINE_TURNS]]
        terms = {term for promised in some for term in promised}
        self._expected = sum(turn.value for turn in turns) / len(turns)
        points = zip(*([score.points for score in self._evaluator.game.scores(turn.state)] for turn in turns), strict=True)
        self._same = frozenset(each for each, won in enumerate(points) if len(won) > 1 and len(set(won)) == 1)
        self._usual = {term: sum(promised.get(term, 0.0) for promised in some) / len(some) for term in terms}

    def look_ahead(self, turns: Sequence[EvaluatedTurn]) -> None:
        """Use the searched turns' mean value as the baseline where there is no other reason; one turn keeps all turns' mean."""
        if len(turns) > 1:
            self._expected = sum(turn.value for turn in turns) / len(turns)

    def are_alike(self, turns: Sequence[EvaluatedTurn]) -> bool:
        """Return whether these turns, sorted from the best down, are worth about the same without a reason for any of them."""
        return turns[0].value - turns[-1].value <= ALIKE_POINTS and not any(self._terms(turn, points=True) for turn in turns)

    def why(self, turn: EvaluatedTurn, points: bool) -> Text | None:
        """Return the reasons that matter most, else how the turn compares with the others; None if it compares badly."""
        if told := self._terms(turn, points):
            return joined(" · ", *told[:MAX_REASONS])
        more = round(2 * (turn.value - self._expected))
        return BETTER if more > 0 else None if more < 0 else EVEN

    def _terms(self, turn: EvaluatedTurn, points: bool) -> list[Text]:
        """Return all reasons for and against a turn: own points at once, then sure gains, then promises, the largest first."""
        first, gains = self._gains(turn) if points else ([], [])
        promised = self._compared(turn)
        sure = gains if promised or not first else [*gains, *self._kinds(turn)]
        most = (term for terms in (sure, promised) for term in sorted(terms, key=lambda term: -abs(term[0])))
        return [*first, *(text for size, text in most if round(2 * size))]

    def _gains(self, turn: EvaluatedTurn) -> tuple[list[Text], list[tuple[float, Text]]]:
        """Return the seat's own points at once, and as other terms later points of the same turn and the points of others."""
        game, seat = self._evaluator.game, self._seat
        at_once = play(game, self._before, seat, turn.path).state
        before, now, then = ([score.points for score in game.scores(each)] for each in (self._before, at_once, turn.state))
        own, later = (0, 0) if seat in self._same else (now[seat] - before[seat], then[seat] - now[seat])
        first = [say_n("{points} point at once", "{points} points at once", abs(own), points=signed(own))] if own else []
        on = say_n("{points} point later in this turn", "{points} points later in this turn", abs(later), points=signed(later))
        told: list[tuple[float, Text]] = [(later, on)]
        for other, gain in ((each, then[each] - before[each]) for each in range(len(then)) if each not in {seat, *self._same}):
            theirs = say_n("{seat} {points} point", "{seat} {points} points", abs(gain), seat=who(other), points=signed(gain))
            told.append((gain, theirs))
        return first, told

    def _kinds(self, turn: EvaluatedTurn) -> list[tuple[float, Text]]:
        """Return the kinds of the seat's points at once if they are several; used where no promises differ."""
        game, seat = self._evaluator.game, self._seat
        at_once = play(game, self._before, seat, turn.path).state
        before, now = (game.scores(each)[seat] for each in (self._before, at_once))
        had = dict(before.kinds or before.parts)
        gains = [(kind, points - had.get(kind, 0)) for kind, points in now.kinds or now.parts]
        several = [(kind, gain) for kind, gain in gains if gain]
        return [(gain, say("{kind}: {points}", kind=kind, points=signed(gain))) for kind, gain in several] if several[1:] else []

    def _compared(self, turn: EvaluatedTurn) -> list[tuple[float, Text]]:
        """Return by how many points this move promises each seat more or less than the baseline; empty if it ends the game."""
        promised = self._promises(turn.state)
        more = {term: points - self._usual.get(term, 0.0) for term, points in promised.items()}
        return [(size, self._told(*term, size)) for term, size in more.items()]

    def _told(self, seat: Seat, feature: Text, size: float) -> Text:
        given: dict[str, Param] = {"points": format_halves(size), "feature": feature}
        count = ceil(round(2 * abs(size)) / 2)
        if seat == self._seat:
            return say_n("{points} point for later: {feature}", "{points} points for later: {feature}", count, **given)
        given["seat"] = who(seat)
        return say_n("{seat} {points} point for later: {feature}", "{seat} {points} points for later: {feature}", count, **given)

    def _promises(self, state: Any) -> dict[Term, float]:
        """Return the promised points of a state by seat and name of a feature; features of one name are added up."""
        game, features = self._evaluator.game, self._evaluator.features
        weights = self._evaluator.weights[features.third(state)] if game.to_act(state) else ()
        found = dict[Term, float]()
        for seat in range(len(game.scores(state))) if weights else ():
            for name, weight, number in zip(features.names, weights, features.extract(state, seat), strict=True):
                found[seat, name] = found.get((seat, name), 0.0) + weight * number
        return found
