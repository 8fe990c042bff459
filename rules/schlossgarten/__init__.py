"""Der Prestel Schlossgarten, by Ulf Siebert (Prestel, 2004): king, gardener and architect make figures, dig and build."""

from __future__ import annotations

from collections.abc import Iterator

from rules.choice import Choices, Path
from rules.game import Finding, Game, Score, Seat, Step, Topic, Variant
from rules.schlossgarten import apply, check, choices, score, state, topics, view, why, words
from rules.schlossgarten.state import Action, State, View
from rules.text import Text, say


class Schlossgarten(Game[State, View, Action]):
    """The rules of Schlossgarten; `RULES.md` beside this file says which paragraph lives where."""

    key = "schlossgarten"
    title = "Schlossgarten"
    credits = "Ulf Siebert · Prestel, 2004"
    seats = range(2, 5)
    minutes = 45
    version = 1
    variants = (
        Variant("full-round", say("The round is finished when somebody reaches the goal; the highest score wins")),
        Variant("long-game", say("The goal is 30 points instead of 21")),
    )
    state_type = State

    def setup(self, seats: int, variants: frozenset[str]) -> State:
        return state.setup(seats, variants)

    def to_act(self, state: State) -> frozenset[Seat]:
        return apply.to_act(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

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
        return why.why_not(view, path, answer)

    def describe(self, view: View) -> tuple[Text, ...]:
        return words.describe(view)

    def summary(self, view: View) -> tuple[Text, ...]:
        return words.summary(view)

    def topics(self) -> tuple[Topic, ...]:
        return topics.topics()

    def topic_for(self, view: View) -> str:
        return "work" if view.ending else "figures"

    def check(self) -> Iterator[Finding]:
        return check.findings()


GAME = Schlossgarten()
