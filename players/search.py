"""The search for good moves, the same for every game: whole turns, then answers of the others in possible states.

A beam over the steps of the conversation completes the turns of a seat; each is judged before the dealer draws again. The best
few are compared in some states that the view could belong to, the same states for each: there the others answer with what seems
best to them. All chance comes from one source and effort is counted in positions, so equal view, level and seed give equal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import exp
from random import Random
from typing import Any, NamedTuple

from players.evaluation import Evaluator, lead_over_mean
from players.halving import halve
from players.levels import Level
from rules.choice import Conversation, Path, Progress, sample, walk
from rules.game import Seat, conversation, deal
from rules.legal import few_moves

CONTINUATION_BUDGET = 40  # positions to evaluate for the rest of a turn that has begun
REPLY_BUDGET = 60  # positions to evaluate for the reply of another seat
REPLY_ACTIONS = 12  # replies to evaluate where a game knows the best (`Features.reply_actions`)
BEAM_WIDTH = 6  # beginnings of a turn that are kept after each answer
BEAM_STEPS = 4  # parts of the budget, one for each answer of a turn

World = tuple[Any, int]
"""A state that a view could belong to, and the seed of all draws there."""


class EvaluatedTurn(NamedTuple):
    """A move, the state after the whole turn, and its value: the lead of its seat then (`lead_over_mean`), in points."""

    path: Path
    state: Any
    value: float


def no_deadline() -> bool:
    """Return False: a deadline that never comes."""
    return False


def rank_turns(
    view: Any,
    seat: Seat,
    level: Level,
    evaluator: Evaluator,
    random: Random,
    deadline: Callable[[], bool] = no_deadline,
    *,
    candidates: Callable[[list[EvaluatedTurn]], list[EvaluatedTurn]] = list,
    start: Any | None = None,
) -> list[EvaluatedTurn]:
    """Return evaluated turns of the seat whose view it is, the best first.

    :param start: the state in which turns are searched, one that the view could belong to; by default it is drawn.
    :param candidates: picks the turns to compare by the replies to them, from all turns found, the best first.
    :param deadline: says whether the time is over; the result is then what was found so far.
    """
    game, search = evaluator.game, _Search(evaluator, random, deadline)
    shortlist = candidates(search.turns(game.possible(view, random) if start is None else start, seat, level.budget))
    if not level.replies or len(shortlist) == 1:
        return shortlist
    if level.tree_moves and (
        ahead := evaluator.features.look_ahead([turn.state for turn in shortlist], seat, level.tree_moves, deadline)
    ):
        return [shortlist[place]._replace(value=value) for place, value in ahead]
    return search.compared(shortlist[: level.compared_turns], view, seat, level)


def complete_turn(state: Any, seat: Seat, path: Path, evaluator: Evaluator, random: Random) -> EvaluatedTurn:
    """Return the whole turn that begins with a move: further moves of it are the best ones.

    :raises IllegalMove: when the move is not legal in this state.
    """
    at = walk(conversation(evaluator.game, state, seat), path)
    return _Search(evaluator, random, no_deadline).completed(state, seat, at)


def compare_moves(
    view: Any, seat: Seat, paths: Sequence[Path], level: Level, evaluator: Evaluator, random: Random
) -> list[float]:
    """Return the value of each of these moves after the replies to it: the mean of the same sampled states for all of them.

    Unlike the values of `rank_turns`, the best of which is best by luck, too, they are without bias if ``random`` is new.
    """
    search = _Search(evaluator, random, no_deadline)
    worlds = [(evaluator.game.possible(view, random), random.getrandbits(64)) for _ in range(level.sampled_states)]
    return [
        sum(search.value_after_replies(*world, seat, path, level.replies, level.replies_tried) for world in worlds) / len(worlds)
        for path in paths
    ]


def choose(turns: Sequence[EvaluatedTurn], temperature: float, random: Random) -> EvaluatedTurn:
    """Return the best of the turns, which comes first, or with a temperature sometimes a worse one.

    :param temperature: points; a turn that is one temperature behind the best is drawn 1/e times as often (softmax).
    """
    if not temperature:
        return turns[0]
    weights = [exp((turn.value - turns[0].value) / temperature) for turn in turns]
    return random.choices(turns, weights)[0]


class _Search:
    """The search for one move; ``evaluated`` counts the positions evaluated. After the deadline it soon ends."""

    def __init__(self, evaluator: Evaluator, random: Random, deadline: Callable[[], bool]) -> None:
        self._deadline = deadline
        self._game = evaluator.game
        self._evaluator = evaluator
        self._random = random
        self.evaluated = 0

    def turns(self, state: Any, seat: Seat, budget: int) -> list[EvaluatedTurn]:
        """Return turns of a seat, completed and sorted from the best down; not all, if there are more than the budget."""
        found = dict[Path, EvaluatedTurn]()
        for turn in self._moves(state, seat, budget):
            found[turn.path] = turn
            if self._deadline():
                break
        self.evaluated += len(found)
        return sorted(found.values(), key=lambda turn: -turn.value)

    def compared(self, turns: list[EvaluatedTurn], view: Any, seat: Seat, level: Level) -> list[EvaluatedTurn]:
        """Return turns with their values after replies in sampled states, the best first."""

        def draw() -> World:
            return self._game.possible(view, self._random), self._random.getrandbits(64)

        def value(turn: EvaluatedTurn, world: World, replies: int = level.replies) -> float:
            return self.value_after_replies(*world, seat, turn.path, replies, level.replies_tried)

        if level.halving:
            ranked = halve(turns, value, draw, level.sampled_states, self._deadline)
            return [turn._replace(value=mean) for turn, mean in ranked] or turns
        worlds = [draw() for _ in range(level.sampled_states)]
        for replies in range(1, level.replies + 1):
            if replies > 1 and self.evaluated > level.budget:
                break
            judged = [sum(value(turn, world, replies) for world in worlds) for turn in turns]
            if self._deadline():
                break
            turns = [turn._replace(value=each / len(worlds)) for turn, each in zip(turns, judged, strict=True)]
        return sorted(turns, key=lambda turn: -turn.value)

    def value_after_replies(self, state: Any, seed: int, seat: Seat, path: Path, replies: int, width: int) -> float:
        """Return the lead of a seat in this state after its move and the replies to it.

        :param seed: of all random draws, so that turns are compared with equal luck.
        :param width: replies to try for each of these turns.
        """
        random = Random(seed)
        at = walk(conversation(self._game, state, seat), path)
        after = self.completed(state, seat, at).state
        return lead_over_mean(self._play_replies(after, replies, width, random), seat)

    def _play_replies(self, state: Any, replies: int, width: int, random: Random) -> tuple[float, ...]:
        """Return the expected points by seat, if each seat makes the move with its largest lead."""
        for move in deal(self._game, state, random):
            state = move.step.state
        acting = self._game.to_act(state)
        if not replies or not acting:
            return self._evaluator.points(state)
        seat = min(acting)
        turns = self._replies(state, seat)
        if replies == 1 or width == 1:
            return self._play_replies(turns[0].state, replies - 1, width, random)
        ends = (self._play_replies(turn.state, replies - 1, width, random) for turn in turns[:width])
        return max(ends, key=lambda points: lead_over_mean(points, seat))

    def _replies(self, state: Any, seat: Seat) -> list[EvaluatedTurn]:
        """Return good replies of a seat, the best first."""
        actions = self._evaluator.features.reply_actions(self._game.view(state, seat), REPLY_ACTIONS)
        if not actions:
            return self.turns(state, seat, REPLY_BUDGET)
        found = [self.completed(state, seat, Progress((), None, action)) for action in actions]
        self.evaluated += len(found)
        return sorted(found, key=lambda turn: -turn.value)

    def completed(self, state: Any, seat: Seat, at: Progress[Any]) -> EvaluatedTurn:
        """Return a move as a whole turn: further moves of the same turn are the best ones."""
        game = self._game
        after = game.apply(state, seat, at.action).state
        while game.mid_turn(after):
            for move in deal(game, after, self._random):
                after = move.step.state
            if seat not in game.to_act(after):
                break
            after = self.turns(after, seat, CONTINUATION_BUDGET)[0].state
        return EvaluatedTurn(at.path, after, lead_over_mean(self._evaluator.points(after), seat))

    def _moves(self, state: Any, seat: Seat, budget: int) -> Iterator[EvaluatedTurn]:
        """Yield all legal turns or, if they are too many, those that a beam finds."""
        if known := self._evaluator.features.candidate_moves(self._game.view(state, seat), budget):
            self.evaluated += budget * self._game.mid_turn(state)  # the game looked at so many to find them
            return (self.completed(state, seat, at) for at in known)
        talk = conversation(self._game, state, seat)
        found = few_moves(talk, budget)
        if found is not None:
            return (self.completed(state, seat, at) for at in found)
        ready = (walk(talk, turn.path) for turn in self._game.best_turns(self._game.view(state, seat), ()))
        return chain((self.completed(state, seat, at) for at in ready), self._beam(state, seat, talk, budget))

    def _beam(self, state: Any, seat: Seat, talk: Conversation[Any], budget: int) -> Iterator[EvaluatedTurn]:
        """Yield turns found by a beam search: after each answer it keeps the beginnings with the best random completions."""
        starts: list[Path] = [()]
        while starts and budget > 0:
            tried = dict[Path, float]()
            longer = [(*start, option.key) for start in starts for option in _options(talk, start)]
            self._random.shuffle(longer)
            each = max(1, budget // BEAM_STEPS // max(1, len(longer)))
            for start in longer[: budget // 2 + 1]:
                for _ in range(each):
                    path, action = sample(talk(), self._random, start)
                    budget -= 1
                    turn = self.completed(state, seat, Progress(path, None, action))
                    tried[start] = max(turn.value, tried.get(start, turn.value))
                    yield turn
            starts = sorted(tried, key=lambda start: -tried[start])[:BEAM_WIDTH]


def _options(talk: Conversation[Any], start: Path) -> Sequence[Any]:
    prompt = walk(talk, start).prompt
    return prompt.options if prompt else ()
