"""Finds good moves, the same way for every game: whole turns, then what the others may answer, in worlds that may be.

A seat's whole turn is completed by a beam over the steps of the conversation, and judged before the dealer draws again. The
best few turns are held against each other in some states that the seat's view could belong to, the same ones for each of them:
there the others answer with what seems best to them. All that is random comes from one source, and thinking is counted in
positions, so the same view, level and seed give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from math import exp
from random import Random
from typing import Any, NamedTuple

from players.estimate import Estimate, lead
from players.levels import Level
from rules.choice import Conversation, Path, Progress, sample, walk
from rules.game import Seat, conversation, deal
from rules.legal import few_moves

GOING_ON = 40  # positions that are looked at for the rest of a turn that has begun
REPLY = 60  # positions that are looked at for an answer of somebody else
BEAM = 6  # beginnings of a turn that are thought on after each answer
STEPS = 4  # parts into which a budget is divided, one for each answer of a turn


class Turn(NamedTuple):
    """A move, the state when the whole turn is over, and how far ahead it brings its seat, in points."""

    path: Path
    state: Any
    value: float


def never() -> bool:
    """No deadline: thinking ends when it is done."""
    return False


def best_turns(
    view: Any,
    seat: Seat,
    level: Level,
    estimate: Estimate,
    random: Random,
    until: Callable[[], bool] = never,
    *,
    among: Callable[[list[Turn]], list[Turn]] = list,
) -> list[Turn]:
    """The moves worth a thought for the seat whose view it is, the best first.

    :param among: those of them that are held against each other, out of all that were looked at, the best first.
    :param until: is the time over? Then what was thought to its end is the answer; from then on it has to stay true.
    """
    game, search = estimate.game, _Search(estimate, random, until)
    few = among(search.turns(game.possible(view, random), seat, level.budget))
    if not level.replies or len(few) == 1:
        return few
    few = few[: level.width]
    worlds = [(game.possible(view, random), random.getrandbits(64)) for _ in range(level.worlds)]
    for replies in range(1, level.replies + 1):
        if replies > 1 and search.looked > level.budget:
            break
        judged = [sum(search.answered(*world, seat, turn.path, replies, level.answers) for world in worlds) for turn in few]
        if until():
            break
        few = [turn._replace(value=value / len(worlds)) for turn, value in zip(few, judged, strict=True)]
    return sorted(few, key=lambda turn: -turn.value)


def choose(turns: Sequence[Turn], temperature: float, random: Random) -> Turn:
    """One of them: the best, or the warmer, the more often one that is worth less."""
    if not temperature:
        return turns[0]
    weights = [exp((turn.value - turns[0].value) / temperature) for turn in turns]
    return random.choices(turns, weights)[0]


class _Search:
    """Thinks about one move; ``looked`` are the positions that it has judged. When the time is over, it is soon done."""

    def __init__(self, estimate: Estimate, random: Random, until: Callable[[], bool]) -> None:
        self._until = until
        self._game = estimate.game
        self._estimate = estimate
        self._random = random
        self.looked = 0

    def turns(self, state: Any, seat: Seat, budget: int) -> list[Turn]:
        """Moves of a seat, each with its turn completed, the best first; some, where there are more than the budget."""
        found = dict[Path, Turn]()
        for turn in self._moves(state, seat, budget):
            found[turn.path] = turn
            if self._until():
                break
        self.looked += len(found)
        return sorted(found.values(), key=lambda turn: -turn.value)

    def answered(self, state: Any, seed: int, seat: Seat, path: Path, replies: int, width: int) -> float:
        """How far ahead a seat is in this state after its move and the answers to it."""
        random = Random(seed)
        at = walk(conversation(self._game, state, seat), path)
        after = self._completed(state, seat, at).state
        return lead(self._ahead(after, replies, width, random), seat)

    def _ahead(self, state: Any, replies: int, width: int, random: Random) -> tuple[float, ...]:
        """The points to be expected by seat, when everybody moves so as to be ahead."""
        for move in deal(self._game, state, random):
            state = move.step.state
        acting = self._game.to_act(state)
        if not replies or not acting:
            return self._estimate.points(state)
        seat = min(acting)
        turns = self.turns(state, seat, REPLY)
        if replies == 1 or width == 1:
            return self._ahead(turns[0].state, replies - 1, width, random)
        ends = (self._ahead(turn.state, replies - 1, width, random) for turn in turns[:width])
        return max(ends, key=lambda points: lead(points, seat))

    def _completed(self, state: Any, seat: Seat, at: Progress[Any]) -> Turn:
        """A move, and the best way to go on while the turn does."""
        game = self._game
        after = game.apply(state, seat, at.action).state
        while game.mid_turn(after):
            for move in deal(game, after, self._random):
                after = move.step.state
            if seat not in game.to_act(after):
                break
            after = self.turns(after, seat, GOING_ON)[0].state
        return Turn(at.path, after, lead(self._estimate.points(after), seat))

    def _moves(self, state: Any, seat: Seat, budget: int) -> Iterator[Turn]:
        """All that are legal, or where there are too many, those that a beam finds."""
        if known := self._estimate.features.moves(self._game.view(state, seat), budget):
            self.looked += budget * self._game.mid_turn(state)  # from among so many the game has found them
            return (self._completed(state, seat, at) for at in known)
        talk = conversation(self._game, state, seat)
        found = few_moves(talk, budget)
        if found is not None:
            return (self._completed(state, seat, at) for at in found)
        ready = (walk(talk, turn.path) for turn in self._game.best_turns(self._game.view(state, seat)))
        return chain((self._completed(state, seat, at) for at in ready), self._beam(state, seat, talk, budget))

    def _beam(self, state: Any, seat: Seat, talk: Conversation[Any], budget: int) -> Iterator[Turn]:
        """Answer by answer, those that led to the best turns when the rest was drawn by chance."""
        starts: list[Path] = [()]
        while starts and budget > 0:
            tried = dict[Path, float]()
            longer = [(*start, option.key) for start in starts for option in _options(talk, start)]
            self._random.shuffle(longer)
            each = max(1, budget // STEPS // max(1, len(longer)))
            for start in longer[: budget // 2 + 1]:
                for _ in range(each):
                    path, action = sample(talk(), self._random, start)
                    budget -= 1
                    turn = self._completed(state, seat, Progress(path, None, action))
                    tried[start] = max(turn.value, tried.get(start, turn.value))
                    yield turn
            starts = sorted(tried, key=lambda start: -tried[start])[:BEAM]


def _options(talk: Conversation[Any], start: Path) -> Sequence[Any]:
    prompt = walk(talk, start).prompt
    return prompt.options if prompt else ()
