"""Ishtar: Gardens of Babylon, by Bruno Cathala and Evan Singh (IELLO, 2019): grow gardens round fountains in the desert."""

from __future__ import annotations

from collections.abc import Iterator

from rules.choice import Choices, Path
from rules.game import Finding, Game, Score, Seat, Step, Topic, Variant
from rules.ishtar import apply, check, choices, dealer, score, state, topics, view, why, words
from rules.ishtar.state import Action, State, View
from rules.text import Text, say


class Ishtar(Game[State, View, Action]):
    """The rules of Ishtar; `RULES.md` beside this file says which paragraph lives where."""

    key = "ishtar"
    title = "Ishtar: Gardens of Babylon"
    credits = "Bruno Cathala and Evan Singh · IELLO, 2019"
    seats = range(2, 5)
    minutes = 45
    version = 1
    variants = (Variant("open-trees", say("Planted tree cards stay visible to all")),)
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
        return dealer.chance(state)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        return apply.apply(state, seat, action)

    def scores(self, state: State) -> tuple[Score, ...]:
        return score.scores(state)

    def ending(self, state: State) -> str:
        return "stacks" if state.phase == "over" else ""

    def mid_turn(self, state: State) -> bool:
        return state.phase in ("reveal", "place")

    def why_not(self, view: View, path: Path, answer: str) -> Text | None:
        return why.why_not(view, path, answer)

    def describe(self, view: View) -> tuple[Text, ...]:
        return words.describe(view)

    def summary(self, view: View) -> tuple[Text, ...]:
        return words.summary(view)

    def topics(self) -> tuple[Topic, ...]:
        return topics.topics()

    def topic_for(self, view: View) -> str:
        if view.phase == "place":
            return "placing" if view.held else "trees"
        return "trees" if view.phase == "over" else "tiles"

    def check(self) -> Iterator[Finding]:
        return check.findings()


GAME = Ishtar()
