"""What is seen of a state where that is not all there is (section 6)."""

from __future__ import annotations

from dataclasses import replace

from rules.djinns.score import shown
from rules.djinns.state import View
from rules.game import Outcome
from rules.wording import leaving_out


def stopped(view: View) -> View:
    """Of a game that ended early: nobody is to act."""
    return replace(view, stopped=True)


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """A move before it is made: nothing is hidden but perhaps the points."""
    if points:
        return outcome
    return Outcome(replace(outcome.view, totals=shown(before)), leaving_out(outcome.events, "won"))
