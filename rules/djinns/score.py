"""Points, shown and final (R5.3–R5.5)."""

from __future__ import annotations

from rules.choice import Gain
from rules.djinns.state import Lift, Ring, Stack, State, View
from rules.game import Outcome, Score, Seat
from rules.text import say
from rules.values import replace
from rules.wording import leaving_out

Taken = tuple[tuple[Stack, ...], ...]

TOWERS, STACKS = say("dream towers"), say("around the lake")


def points(stack: Stack, neutral: str) -> int:
    """Return floors × strength of the top dome (R5.3, R5.4); 0 under a neutral top (R4.4, R5.4)."""
    top = stack[-1]
    return 0 if top.colour == neutral else len(stack) * top.strength


def of_seat(ring: Ring, piles: tuple[Stack, ...], own: tuple[str, ...], neutral: str) -> tuple[int, int]:
    """Return the points of a seat's towers, and of the stacks on the ring that its colours control."""
    ringed = sum([points(stack, neutral) for stack in ring if stack and stack[-1].colour in own])
    return sum([points(pile, neutral) for pile in piles]), ringed


def totals(ring: Ring, taken: Taken, colours: tuple[tuple[str, ...], ...], neutral: str) -> tuple[tuple[int, int], ...]:
    """Return by seat the points of its towers, and of the stacks on the ring that its colours control (`of_seat`)."""
    return tuple(of_seat(ring, piles, own, neutral) for piles, own in zip(taken, colours, strict=True))


def gain(state: State, ring: Ring, taken: Taken, lift: Lift) -> Gain:
    """Return the points that a move brings to its seat and to other seats, given the ring and the taken towers after the move."""
    by_seat = [0] * state.seats
    for ends, sign in (((state.ring[lift.space], state.ring[lift.target]), -1), ((ring[lift.space], ring[lift.target]), 1)):
        for stack in filter(None, ends):
            if (owner := _owner(state, stack)) is not None:
                by_seat[owner] += sign * points(stack, state.neutral)
    if taken is not state.taken:
        for seat, (before, after) in enumerate(zip(state.taken, taken, strict=True)):
            by_seat[seat] += sum(points(pile, state.neutral) for pile in after[len(before) :])
    turn = state.turn
    assert turn is not None
    return Gain(by_seat[turn], tuple((seat, change) for seat, change in enumerate(by_seat) if change and seat != turn))


def _owner(state: State, stack: Stack) -> Seat | None:
    """Return the seat whose colour is on top; None under a neutral top."""
    top = stack[-1].colour
    for seat, own in enumerate(state.colours):
        if top in own:
            return seat
    return None


def points_shown(view: View) -> tuple[int, ...]:
    """Return the points by seat that this view shows."""
    return view.totals or tuple(score.points for score in scores(view.state))


def preview(before: View, outcome: Outcome[View], points: bool) -> Outcome[View]:
    """Return the outcome of a move before it is made: nothing is hidden but perhaps the points."""
    if points:
        return outcome
    return Outcome(replace(outcome.view, totals=points_shown(before)), leaving_out(outcome.events, "won"))


def scores(state: State) -> tuple[Score, ...]:
    """Return the points by seat; equal points share the victory (R5.5)."""
    by_seat = totals(state.ring, state.taken, state.colours, state.neutral)
    return tuple(Score(towers + ring, ((TOWERS, towers), (STACKS, ring))) for towers, ring in by_seat)
