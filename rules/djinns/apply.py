"""The state after each action, and its events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from rules.djinns import story
from rules.djinns.lifting import after_lift, liftable, movable_colours, shares
from rules.djinns.parts import COLOURS, MAX_MOVES, Dome
from rules.djinns.score import gain, of_seat, points, scores
from rules.djinns.state import Action, Choose, First, Layout, Lift, Stack, State, with_position
from rules.game import DEALER, Event, Seat, Step, winners
from rules.values import changed, replace


def to_act(state: State) -> frozenset[Seat]:
    """Return the seat that chooses a marker, else the dealer, else the seat whose turn it is."""
    if state.ending:
        return frozenset()
    if state.order:
        return frozenset(state.order[:1])
    if state.bag or state.turn is None:
        return frozenset({DEALER})
    return frozenset({state.turn})


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return the state after a legal action, and its events."""
    match action:
        case Lift():
            return _lift(state, seat, action)
        case Choose(colour):
            return _choose(state, seat, colour)
        case First(first):
            return _first(state, first)
        case Layout(domes):
            return _layout(state, domes)


def _layout(state: State, domes: tuple[Dome, ...]) -> Step[State]:
    laid = replace(state, ring=tuple((dome,) for dome in domes), bag=())
    events = (story.layout(domes),)
    return Step(laid, events) if laid.turn is None else _first_turn(laid, events)


def _first(state: State, first: Seat) -> Step[State]:
    """Set the order of choosing: counter-clockwise from the first (R2.3); two seats choose first, other, other, first (R2.4)."""
    order = tuple((first - nth) % state.seats for nth in range(state.seats))
    if state.seats == 2:
        order = (*order, *reversed(order))
    return Step(replace(state, first=first, order=order), (story.first(first),))


def _choose(state: State, seat: Seat, colour: str) -> Step[State]:
    after, events = _given(state, seat, colour), [story.chosen(seat, colour)]
    left = [other for other in COLOURS if other not in chain(*after.colours)]
    if len(after.order) == len(left) == 1:  # nothing is left to choose
        seat, colour = after.order[0], left.pop()
        after = _given(after, seat, colour)
        events.append(story.given(seat, colour))
    if after.order:
        return Step(after, tuple(events))
    events += [*map(story.left_over, left), story.begins(seat)]
    after = replace(after, neutral=left[0] if left else "", turn=seat)
    return Step(after, tuple(events)) if after.bag else _first_turn(after, tuple(events))


def _given(state: State, seat: Seat, colour: str) -> State:
    colours = changed(state.colours, seat, (*state.colours[seat], colour))
    return replace(state, colours=colours, order=state.order[1:])


def chooses_again(state: State) -> bool:
    """Return whether a seat chooses twice in a row, as the second of two seats does (R2.4)."""
    return state.seats == len(state.order) == 2


def _first_turn(state: State, events: tuple[Event, ...]) -> Step[State]:
    assert state.turn is not None
    return _turn_begins(Step(replace(state, seen=with_position((), state.ring, state.turn)), events), state.turn)


def _lift(state: State, seat: Seat, lift: Lift) -> Step[State]:
    ring, taken, tower = after_lift(state, seat, lift)
    turn = (seat + 1) % state.seats
    fewer = tower or not ring[lift.space]  # stacks never become more: no earlier position can come again
    seen = () if fewer else state.seen
    after = replace(state, ring=ring, taken=taken, turn=turn, plies=state.plies + 1, seen=with_position(seen, ring, turn))
    return _turn_begins(Step(after, partial(_tell_lift, state, after, seat, lift, tower)), turn)


def _tell_lift(state: State, after: State, seat: Seat, lift: Lift, tower: Stack) -> tuple[Event, ...]:
    """Return the events of a move from one state to the one after it, and of the tower that it completed, () if none."""
    brings, domes = gain(state, after.ring, after.taken, lift), state.ring[lift.space][-lift.height :]
    total = sum(of_seat(after.ring, after.taken[seat], state.colours[seat], state.neutral))
    lifted = story.lifted(seat, lift, domes, brings, total, tower=bool(tower))
    return (lifted, *_completed(state, seat, lift.target, tower))


def _completed(state: State, seat: Seat, space: int, tower: Stack) -> Iterator[Event]:
    if not tower:
        return
    yield story.tower(space, tower)
    for owner, pile in shares(state, seat, tower):
        yield story.taken(owner, pile, pile == tower, points(pile, state.neutral))


def _turn_begins(step: Step[State], seat: Seat) -> Step[State]:
    """End the game if the next player cannot move, or by repetition or length (R5.1, R5.2)."""
    state = step.state
    if next(liftable(state.ring, movable_colours(state, seat)), None) is None:
        return _over(step, "stuck", partial(story.stuck, seat))
    if state.seen[-1][1] == 3:
        return _over(step, "repetition", story.repeated)
    if state.plies >= MAX_MOVES:
        return _over(step, "length", story.too_long)
    return step


def _over(step: Step[State], ending: str, reason: Callable[[], Event]) -> Step[State]:
    over = replace(step.state, ending=ending)
    return Step(over, lambda: (*step.events, reason(), _won(over)))


def _won(over: State) -> Event:
    table = scores(over)
    best = winners(table)
    return story.won(best, table[best[0]].points)
