"""What is seen of a state where that is not all there is (section 6)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules.djinns.score import shown
from rules.djinns.state import State, View
from rules.game import Outcome
from rules.wording import leaving_out


def possible(view: View, random: Random) -> State:
    """The state itself, as nothing is hidden."""
    return view.state


def stopped(view: View) -> View:
    """Of a game that ended early: nobody is to act."""
    return replace(view, stopped=True)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """A move before it is made: nothing is hidden but perhaps the points."""
    if points:
        return outcome
    return Outcome(replace(outcome.view, totals=shown(before)), leaving_out(outcome.events, "won"))
