"""What the answers are called, where they lie, and what they bring."""

from __future__ import annotations

from rules.choice import Label
from rules.djinns.lifting import lifts_from, moved
from rules.djinns.score import totals
from rules.djinns.state import Lift, State, space_key
from rules.djinns.words import named
from rules.text import Text, say, term
from rules.wording import signed


def marker(colour: str) -> Label:
    """A djinn to be played."""
    return Label(term(colour), at=colour)


def gain(state: State, lift: Lift) -> int:
    """By how much the mover's points change."""
    assert state.turn is not None
    ring, taken, _ = moved(state, state.turn, lift)
    before = totals(state.ring, state.taken, state.colours, state.neutral)[state.turn]
    return sum(totals(ring, taken, state.colours, state.neutral)[state.turn]) - sum(before)


def _promise(state: State, legal: list[Lift]) -> dict[str, Text | tuple[int, ...]]:
    """Where some lifts lead and what the best of them brings, as parameters of a label."""
    gains = {gain(state, lift) for lift in legal}
    lands = tuple(dict.fromkeys(lift.target + 1 for lift in legal))
    return {"targets": lands, "gain": say("{gain}" if len(gains) == 1 else "up to {gain}", gain=signed(max(gains)))}


def stack(state: State, space: int) -> Label:
    here = list(lifts_from(state.ring, space))
    return Label(say("{space} → {targets}: {gain}", space=space + 1, **_promise(state, here)), at=space_key(space))


def count(state: State, here: list[Lift], height: int) -> Label:
    these = [lift for lift in here if lift.height == height]
    domes = named(state.ring[these[0].space][-height:])
    return Label(say("{count}: {domes} → {targets}: {gain}", count=height, domes=domes, **_promise(state, these)))


def way(state: State, lift: Lift) -> Label:
    worth = signed(gain(state, lift))
    params = {"space": lift.space + 1, "target": lift.target + 1, "gain": worth, "way": term(lift.way)}
    return Label(say("{way} {space} → {target}: {gain}", **params), at=space_key(lift.target), note=worth)
