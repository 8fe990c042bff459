"""The Hanging Gardens, by Din Li (Hans im Glück, 2008): lay cards over cards, build temples, collect tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rules.choice import Choices, Path
from rules.game import Finding, Game, Score, Seat, Step, Topic, Variant
from rules.hanging_gardens import apply, check, choices, score, state, topics, view, why, words
from rules.hanging_gardens.state import Action, State, View
from rules.text import Text, say


class HangingGardens(Game[State, View, Action]):
    """The rules of The Hanging Gardens; `RULES.md` beside this file says which paragraph lives where."""

    key = "hanging_gardens"
    title = "The Hanging Gardens"
    credits = "Din Li · Hans im Glück, 2008"
    seats = range(2, 5)
    minutes = 45
    version = 1
    variants = (Variant("open-tiles", say("Tiles taken from the display stay visible to all")),)
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
        return ("cards" if state.tile_bag else "tiles") if apply.over(state) else ""

    def mid_turn(self, state: State) -> bool:
        return state.pending is not None

    def why_not(self, view: View, path: Path, answer: str) -> Text | None:
        return why.why_not(view, path, answer)

    def describe(self, view: View) -> tuple[Text, ...]:
        return words.describe(view)

    def summary(self, view: View) -> tuple[Text, ...]:
        return words.summary(view)

    def topics(self) -> tuple[Topic, ...]:
        return topics.topics()

    def topic_for(self, view: View) -> str:
        return "tiles" if view.over or view.pending else "placing"

    def check(self) -> Iterator[Finding]:
        return check.findings()


GAME = HangingGardens()
