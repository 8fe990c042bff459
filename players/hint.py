"""Hints: good moves for the seat whose view it is, each with its reasons.

They are computed from what that seat may see; the same view and seed give the same hints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from players.evaluation import Evaluator, load_evaluator
from players.levels import Level
from players.reasons import Change, Fact, Reason, change_of, facts_of, reasons_of, shown_without_points
from players.search import EvaluatedTurn, no_deadline, rank_turns
from players.timing import deadline_after
from rules import GAMES
from rules.choice import Path, walk
from rules.game import Seat
from rules.text import Text, joined, say
from rules.turn import goes_on_at_once, split_turn

HINT_MOVES = 3
MAX_REASONS = 2  # sentences
WORST_GAP_POINTS = 6.0  # a move so much worse than the best is no hint
MAX_GROUPED_TURNS = 150  # the best turns, which are grouped by kind
COMPARED_TURNS = 24  # about so many turns at most are compared: what holds for all of them is no reason
ALIKE_POINTS = 1.0  # moves whose values differ by no more are about equally good
HINT_LEVEL = Level(budget=400, compared_turns=8, replies=1, sampled_states=2)
EVEN = say("As good as the others, as far as I can see.")
BETTER = say("Better than the others a few moves ahead, as far as I can see.")

Kind = tuple[str, str]


class Hint(NamedTuple):
    """A move and its main reasons, at most two.

    :param compared: how it compares with the other moves, where no reason speaks for it.
    """

    path: Path
    facts: tuple[Fact, ...]
    compared: Text | None = None

    @property
    def why(self) -> Text:
        """Return the reasons in one or two sentences."""
        texts = [fact.text for fact in self.facts]
        return _told([self.compared, *(say("Against it: {why}", why=text) for text in texts)] if self.compared else texts)

    @property
    def places(self) -> tuple[str, ...]:
        """Return the places that the reasons name."""
        return tuple(dict.fromkeys(place for fact in self.facts for place in fact.places))


class HintGroup(NamedTuple):
    """A few moves that are shown together, and the reasons that hold for all of them."""

    moves: tuple[Hint, ...]
    common: tuple[Fact, ...] = ()

    @property
    def shared(self) -> Text | None:
        """Return the reasons for all moves in one or two sentences; None if there are none."""
        return _told([fact.text for fact in self.common]) if self.common else None


def _told(texts: Sequence[Text | None]) -> Text:
    return joined(" ", *texts)


class _Candidate(NamedTuple):
    """A turn with its facts, the largest first."""

    turn: EvaluatedTurn
    kind: Kind
    facts: tuple[Fact, ...]

    def without_points(self) -> _Candidate:
        """Return the turn with the facts for a table that hides points before a move."""
        return self._replace(facts=tuple(fact for each in self.facts if (fact := shown_without_points(each)) is not None))

    @property
    def texts(self) -> frozenset[Text]:
        return frozenset(fact.text for fact in self.facts)

    def adds_to(self, group: Sequence[_Candidate]) -> bool:
        """Return whether the turn has a reason for it that tells it from each turn of a group."""
        main = {fact.text for fact in self.facts if fact.size > 0}
        return all(main - each.texts for each in group)

    def likeness(self, group: Sequence[_Candidate]) -> int:
        """Return how much the turn is like one of a group: the same main reason, the same first answer, the same last place."""
        return max(self._shared_parts(other) for other in group)

    def _shared_parts(self, other: _Candidate) -> int:
        main = bool(self.facts and other.facts) and self.facts[0].text == other.facts[0].text
        return main + sum(a == b and bool(a) for a, b in zip(self.kind, other.kind, strict=True))


def advise(
    game: str, seats: int, view: Any, seat: Seat, seed: str, seconds: float, *, trained: bool, points: bool
) -> tuple[HintGroup, ...]:
    """Return groups of `hints`.

    The arguments are plain values, so that this can run in another process.

    :param seconds: of processor time (`deadline_after`); then thinking is cut short.
    :param trained: evaluate by the weights of the game, if there are any; else by points alone.
    """
    rules = GAMES[game]
    evaluator = load_evaluator(rules, seats) if trained else Evaluator(rules)
    return hints(view, seat, evaluator, seed, points=points, deadline=deadline_after(seconds))


def hints(
    view: Any,
    seat: Seat,
    evaluator: Evaluator,
    seed: str,
    *,
    points: bool = True,
    level: Level = HINT_LEVEL,
    deadline: Callable[[], bool] = no_deadline,
    reasons: Sequence[Reason] | None = None,
) -> tuple[HintGroup, ...]:
    """Return good moves, the best first, in groups of three: each further request shows the next. Empty if none stands out.

    A path includes the moves that follow at once (`rules.turn`), as people choose them together.

    :param seed: of all random draws while thinking.
    :param points: whether people may see how many points a move brings at once.
    :param deadline: says whether the time is over; the hints then come from what was found so far.
    :param reasons: to look for; by default the reasons of the game.
    """
    random = Random(seed)
    before = evaluator.game.possible(view, random)
    facts = TurnFacts(evaluator, seat, before, reasons or reasons_of(evaluator.game))

    def candidates(turns: list[EvaluatedTurn]) -> list[EvaluatedTurn]:
        facts.compare_with(turns)
        return best_of_each_kind(evaluator, view, turns)

    turns = rank_turns(view, seat, level, evaluator, random, deadline, candidates=candidates, start=before)
    good = [turn for turn in turns if turn.value > turns[0].value - WORST_GAP_POINTS]
    told = [_Candidate(turn, kind_of(evaluator, view, turn.path), facts.about(turn)) for turn in good]
    if turns[0].value - turns[-1].value <= ALIKE_POINTS and not any(each.facts for each in told):
        return ()
    groups = _grouped(told, facts.usual_value(turns), points=points)

    def completed(hint: Hint) -> Hint:
        return hint._replace(path=complete_path(evaluator, before, seat, hint.path, seed, deadline))

    return tuple(group._replace(moves=tuple(map(completed, group.moves))) for group in groups)


def _grouped(told: Sequence[_Candidate], usual: float, *, points: bool) -> list[HintGroup]:
    """Return the turns in groups of a few, without groups in which no move stands out.

    :param usual: the mean value of the turns.
    :param points: as for `hints`. Where points are hidden, a move may be good for them alone, and stands out without a reason.
    """
    groups = [_group(few, usual) for few in _choose(told if points else [each.without_points() for each in told])]
    return [group for group in groups if any(hint.compared != EVEN or not (points or hint.facts) for hint in group.moves)]


def complete_path(evaluator: Evaluator, state: Any, seat: Seat, path: Path, seed: str, deadline: Callable[[], bool]) -> Path:
    """Return the path with the best moves that follow at once."""
    while True:
        after = split_turn(evaluator.game, state, seat, path)[-1].step.state
        if not goes_on_at_once(evaluator.game, after, seat):
            return path
        view = evaluator.game.view(after, seat)
        path = (*path, *rank_turns(view, seat, HINT_LEVEL, evaluator, Random(seed), deadline)[0].path)


def kind_of(evaluator: Evaluator, view: Any, path: Path) -> Kind:
    """Return the kind of a move: its first answer, and its last answer that is a place in the picture."""
    answered = walk(lambda: evaluator.game.choices(view), path).answered
    placed = [key for key, prompt in zip(path, answered, strict=True) if prompt.form == "places"]
    return path[0], placed[-1] if placed else ""


def best_of_each_kind(evaluator: Evaluator, view: Any, turns: Sequence[EvaluatedTurn]) -> list[EvaluatedTurn]:
    """Return the best turn of each kind, from turns sorted from the best down."""
    found = dict[Kind, EvaluatedTurn]()
    for turn in turns[:MAX_GROUPED_TURNS]:
        found.setdefault(kind_of(evaluator, view, turn.path), turn)
    return list(found.values())


def _choose(told: Sequence[_Candidate]) -> list[list[_Candidate]]:
    """Return groups of turns, the best first; each turn of a group has a reason that no other one has, and another kind."""
    left, groups = list(told), list[list[_Candidate]]()
    while left:
        group = [left.pop(0)]
        while len(group) < HINT_MOVES and (others := [each for each in left if each.adds_to(group)]):
            taken = min(others, key=lambda each: (each.likeness(group), -each.turn.value))
            left.remove(taken)
            group.append(taken)
        groups.append(group)
        left = [each for each in left if each.facts]
    return groups


def _group(few: Sequence[_Candidate], usual: float) -> HintGroup:
    """Return turns with their reasons; `HintGroup.common` has the reasons that hold for all of them, if one speaks for them.

    :param usual: the mean value of the turns; a turn without any reason is left out if it is worse.
    """
    common = [fact for fact in few[0].facts if all(fact.text in each.texts for each in few)] if few[1:] else []
    shared = main_reasons(common) if any(fact.size > 0 for fact in common) else []
    texts = [fact.text for fact in shared]
    found = [_hint(each, [fact for fact in each.facts if fact.text not in texts], usual, shared=bool(shared)) for each in few]
    return HintGroup(tuple(hint for hint in found if hint is not None), tuple(shared))


def main_reasons(facts: Sequence[Fact]) -> list[Fact]:
    """Return the main reasons, one for the turn among them if there is any; those for it first.

    :param facts: the largest first.
    """
    main = next((fact for fact in facts if fact.size > 0), None)
    chosen = sorted(facts, key=lambda fact: fact is not main)[:MAX_REASONS]  # the others stay in their order
    return sorted(chosen, key=lambda fact: (fact.size < 0, fact.order))


def _hint(told: _Candidate, facts: Sequence[Fact], usual: float, *, shared: bool) -> Hint | None:
    """Return a turn with its main reasons, those for it first; without a reason for it, how it compares with the others."""
    if any(fact.size > 0 for fact in facts):
        return Hint(told.turn.path, tuple(main_reasons(facts)))
    more = round(2 * (told.turn.value - usual))
    if more < 0 and not shared:
        return None
    return Hint(told.turn.path, tuple(facts[: MAX_REASONS - 1]), BETTER if more > 0 else EVEN)


class TurnFacts:
    """Finds the facts about turns that do not hold for all turns alike."""

    def __init__(self, evaluator: Evaluator, seat: Seat, before: Any, reasons: Sequence[Reason]) -> None:
        self._evaluator = evaluator
        self._seat = seat
        self._before = before
        self._reasons = reasons
        self._others = list[Change]()
        self._constant = frozenset[Text]()
        self._mean = 0.0

    def compare_with(self, turns: Sequence[EvaluatedTurn]) -> None:
        """Find the facts that hold for some of these turns alike, and the mean value of all."""
        self._mean = sum(turn.value for turn in turns) / len(turns)
        self._others[:] = [self._change(turn) for turn in turns[:: 1 + len(turns) // COMPARED_TURNS]]
        if len(self._others) > 1:
            found = [{fact.text for fact in facts_of(self._reasons, each)} for each in self._others]
            self._constant = frozenset(set[Text].intersection(*found))

    def usual_value(self, turns: Sequence[EvaluatedTurn]) -> float:
        """Return the mean value of the searched turns; of all turns if only one was searched."""
        return sum(turn.value for turn in turns) / len(turns) if len(turns) > 1 else self._mean

    def about(self, turn: EvaluatedTurn) -> tuple[Fact, ...]:
        """Return the facts to tell about a turn, the largest first."""
        return tuple(fact for fact in facts_of(self._reasons, self._change(turn)) if fact.text not in self._constant)

    def _change(self, turn: EvaluatedTurn) -> Change:
        return change_of(self._evaluator.game, self._before, self._seat, turn.path, turn.state, self._others)
