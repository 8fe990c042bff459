"""Points (R5.3–R5.5)."""

from __future__ import annotations

from rules.choice import Gain
from rules.djinns.state import Lift, Ring, Stack, State, View
from rules.game import Score
from rules.text import say

Taken = tuple[tuple[Stack, ...], ...]


def points(stack: Stack, neutral: str) -> int:
    """Floors × strength of the top dome (R5.3, R5.4); nothing under a neutral top (R4.4, R5.4)."""
    top = stack[-1]
    return 0 if top.colour == neutral else len(stack) * top.strength


def of_seat(ring: Ring, piles: tuple[Stack, ...], own: tuple[str, ...], neutral: str) -> tuple[int, int]:
    """The points of a seat's towers, and of the stacks on the ring that its colours control."""
    ringed = sum(points(stack, neutral) for stack in ring if stack and stack[-1].colour in own)
    return sum(points(pile, neutral) for pile in piles), ringed


def totals(ring: Ring, taken: Taken, colours: tuple[tuple[str, ...], ...], neutral: str) -> tuple[tuple[int, int], ...]:
    """The same by seat."""
    return tuple(of_seat(ring, piles, own, neutral) for piles, own in zip(taken, colours, strict=True))


def gain(state: State, ring: Ring, taken: Taken, lift: Lift) -> Gain:
    """By how much the points of who is to move, and of others, change by a move that makes this ring and takes these towers."""
    ends = lift.space, lift.target  # the ring is another one on these spaces alone
    before, after = (
        totals(tuple(stacks[space] for space in ends), piles, state.colours, state.neutral)
        for stacks, piles in ((state.ring, state.taken), (ring, taken))
    )
    by_seat = [sum(now) - sum(then) for then, now in zip(before, after, strict=True)]
    assert state.turn is not None
    return Gain(
        by_seat[state.turn], tuple((seat, points) for seat, points in enumerate(by_seat) if points and seat != state.turn)
    )


def shown(view: View) -> tuple[int, ...]:
    """The points by seat that this viewer is shown."""
    return view.totals or tuple(score.points for score in scores(view.state))


def scores(state: State) -> tuple[Score, ...]:
    """Points by seat; equal points share the victory (R5.5)."""
    by_seat = totals(state.ring, state.taken, state.colours, state.neutral)
    taken, left = say("dream towers"), say("around the lake")
    return tuple(Score(towers + ring, ((taken, towers), (left, ring))) for towers, ring in by_seat)
