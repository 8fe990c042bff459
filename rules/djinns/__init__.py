"""Djinns of the Lake, by Claude Leroy (Cosmoludo, 2023): stack domes of four colours into dream towers."""

from __future__ import annotations

from rules.choice import Choices, Path
from rules.djinns import apply, choices, score, state, topics
from rules.djinns.apply import named
from rules.djinns.state import UNKNOWN, Action, Stack, State, View
from rules.game import DEALER, Game, Score, Seat, Step, Topic, Variant
from rules.text import Text, say, term, who


class Djinns(Game[State, View, Action]):
    """The rules of Djinns of the Lake; `RULES.md` beside this file says which paragraph lives where."""

    key = "djinns"
    title = "Djinns of the Lake"
    credits = "Claude Leroy · Cosmoludo, 2023"
    seats = range(2, 5)
    minutes = 10
    version = 1
    variants = (Variant("blind-markers", say("Markers are chosen before the domes are laid, as in the book")),)
    state_type = State

    def setup(self, seats: int, variants: frozenset[str]) -> State:
        return state.setup(seats, variants)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.ending:
            return frozenset()
        if state.order:
            return frozenset(state.order[:1])
        if state.bag or state.turn == UNKNOWN:
            return frozenset({DEALER})
        return frozenset({state.turn})

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state, seat)

    def choices(self, view: View) -> Choices[Action]:
        return choices.choices(view)

    def chance(self, state: State) -> Choices[Action]:
        return choices.chance(state)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        return apply.apply(state, seat, action)

    def scores(self, state: State) -> tuple[Score, ...]:
        return score.scores(state)

    def ending(self, state: State) -> str:
        return state.ending

    def why_not(self, view: View, path: Path, answer: str) -> Text | None:
        return choices.why_not(view, path, answer)

    def describe(self, view: View) -> tuple[Text, ...]:
        state = view.state
        neutral = [say(apply.NEUTRAL, colour=term(state.neutral.capitalize()))] if state.neutral else []
        return (*_stacks(state), *neutral, *_seats(state))

    def summary(self, view: View) -> tuple[Text, ...]:
        return (*_seats(view.state), *_stacks(view.state))

    def topics(self) -> tuple[Topic, ...]:
        return topics.topics()

    def topic_for(self, view: View) -> str:
        if view.state.ending:
            return "scoring"
        return "towers" if view.state.order else "moving"


def _stacks(state: State) -> list[Text]:
    return [_described(space, stack) for space, stack in enumerate(state.ring, start=1) if stack]


def _seats(state: State) -> list[Text]:
    return [
        say("{seat} ({colours}): {points} points", seat=who(seat), colours=tuple(map(term, own)), points=total.points)
        if own
        else say("{seat}: {points} points", seat=who(seat), points=total.points)
        for seat, (own, total) in enumerate(zip(state.colours, score.scores(state), strict=True))
    ]


def _described(space: int, stack: Stack) -> Text:
    """One line of the board: ``7: red 3 on blue 1``."""
    text, *floors = reversed(named(stack))
    for dome in floors:
        text = say("{dome} on {floors}", dome=dome, floors=text)
    return say("{space}: {domes}", space=space, domes=text)


GAME = Djinns()
