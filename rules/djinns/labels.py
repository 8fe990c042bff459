"""What the answers are called, where they lie, and what they bring."""

from __future__ import annotations

from rules.choice import Gain, Label, best_of
from rules.djinns.lifting import lifts_from, moved
from rules.djinns.score import gain
from rules.djinns.state import Lift, State, space_key
from rules.djinns.words import colour_name
from rules.text import say, say_n


def marker(colour: str) -> Label:
    """A djinn to be played."""
    return Label(colour_name(colour), at=colour)


def stack(state: State, space: int) -> Label:
    """Where domes of this stack may land, and the most that this brings."""
    lifts = list(lifts_from(state.ring, space))
    found, completes = zip(*(_comes_of(state, lift) for lift in lifts), strict=True)
    best = found[0] if len(set(found)) == 1 else best_of(found)
    text = say("{space} → {targets}", space=space + 1, targets=tuple(dict.fromkeys(lift.target + 1 for lift in lifts)))
    words = say("from {space}", space=space + 1)
    return Label(text, at=space_key(space), gain=best, star=any(completes), words=words)


def landing(state: State, lift: Lift) -> Label:
    """How many domes land where."""
    text = say_n("{count} dome to {target}", "{count} domes to {target}", lift.height, target=lift.target + 1)
    brings, completes = _comes_of(state, lift)
    return Label(text, at=space_key(lift.target), gain=brings, star=completes)


def _comes_of(state: State, lift: Lift) -> tuple[Gain, bool]:
    """What a move brings, and does it complete a tower?"""
    assert state.turn is not None
    ring, taken, tower = moved(state, state.turn, lift)
    return gain(state, ring, taken, lift), bool(tower)
