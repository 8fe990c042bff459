"""The conversations: a seat chooses a marker or moves (section 7), the dealer lays the domes and draws who begins (R2).

Beside each question stand the labels of its answers, and the reasons against answers that are not on offer.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from rules.choice import Choices, Gain, Label, Options, best_of, pick, unless_begun
from rules.dealing import draw, seat_options
from rules.djinns.lifting import BIT, after_lift, liftable, lifts_from, may_lie_on, movable_colours, reach
from rules.djinns.parts import COLOURS, SPACES, Dome
from rules.djinns.score import gain
from rules.djinns.state import Action, Choose, Draft, First, Layout, Lift, Ring, State, View, landing_key, space_key
from rules.djinns.words import colour_name
from rules.game import Seat
from rules.text import Text, say, say_n

MARKER = say("Which djinn do you play?")
FIRST_MARKER = say("Choose your first djinn.")
SECOND_MARKER = say("Choose your second djinn.")
STACK = say("Which stack do you move from?")
LANDING = say("How many domes do you move, and where to?")
NO_SUCH_SPACE = say("The spaces around the lake are numbered from 1 to {last}.", last=SPACES)
WHO_BEGINS = say("Who is the first to choose?")
WHICH_DOME = [say("Which dome lies on space {space}?", space=space) for space in range(1, SPACES + 1)]


def choices(view: View) -> Choices[Action]:
    """Ask for a marker (R2.4), or for a move (R3)."""
    if view.state.order:
        return _marker(view.state)
    assert view.seat is not None
    return _move(view.state, view.seat)


def _marker(state: State) -> Choices[Action]:
    chosen = sum(state.colours, ())
    left = Options([colour for colour in COLOURS if colour not in chosen], str, _marker_label)
    return Choose((yield from pick("marker", _marker_question(state), left, why_not=partial(_why_not_marker, chosen))))


def _marker_question(state: State) -> Text:
    """Return the question for a marker; two players choose twice (R2.4)."""
    if state.seats > 2:
        return MARKER
    return SECOND_MARKER if state.colours[state.order[0]] else FIRST_MARKER


def _marker_label(colour: str) -> Label:
    return Label(colour_name(colour), at=colour)


def _why_not_marker(chosen: tuple[str, ...], answer: str) -> Text | None:
    taken = next((colour for colour in chosen if colour.startswith(answer)), None)
    return say("Somebody has already chosen {colour}.", colour=colour_name(taken)) if taken else None


def _move(state: State, seat: Seat) -> Choices[Action]:
    colours = movable_colours(state, seat)
    stacks = Options(list(liftable(state.ring, colours)), space_key, partial(_stack_label, state))
    why_not = partial(_why_not_stack, state, colours)
    space = yield from pick("stack", STACK, stacks, board=Draft(), form="places", why_not=why_not)
    lifts = Options(list(lifts_from(state.ring, space)), landing_key, partial(_landing_label, state))
    why_not = unless_begun(lifts, partial(_why_not_landing, state.ring, space))
    return (yield from pick("landing", LANDING, lifts, board=Draft(space), why_not=why_not))


def _stack_label(state: State, space: int) -> Label:
    """Say where domes of this stack may land, and the most that this brings."""
    lifts = list(lifts_from(state.ring, space))
    gains, completes = zip(*(_brought(state, lift) for lift in lifts), strict=True)
    best = gains[0] if len(set(gains)) == 1 else best_of(gains)
    text = say("{space} → {targets}", space=space + 1, targets=tuple(dict.fromkeys(lift.target + 1 for lift in lifts)))
    words = say("from {space}", space=space + 1)
    return Label(text, at=space_key(space), gain=best, star=any(completes), words=words)


def _why_not_stack(state: State, colours: tuple[str, ...], answer: str) -> Text | None:
    """Return why no domes can be lifted there (R3.2), be it for too few stacks (R3.5) or a double colour (R3.6)."""
    if not answer.isdecimal():
        return None
    space = int(answer) - 1
    if not 0 <= space < SPACES:
        return NO_SUCH_SPACE
    if not state.ring[space]:
        return say("There is no stack on {space}.", space=space + 1)
    top = state.ring[space][-1].colour
    if top not in colours:
        return say("The stack on {space} is under {colour}'s control.", space=space + 1, colour=colour_name(top))
    return _why_nowhere(state.ring, space, 1)


def _landing_label(state: State, lift: Lift) -> Label:
    """Say how many domes land where."""
    text = say_n("{count} dome to {target}", "{count} domes to {target}", lift.height, target=lift.target + 1)
    brings, completes = _brought(state, lift)
    return Label(text, at=space_key(lift.target), gain=brings, star=completes)


def _brought(state: State, lift: Lift) -> tuple[Gain, bool]:
    """Return the points that a move brings, and whether it completes a tower without a loss for its player."""
    assert state.turn is not None
    ring, taken, tower = after_lift(state, state.turn, lift)
    brings = gain(state, ring, taken, lift)
    return brings, bool(tower) and brings.own >= 0


def _why_not_landing(ring: Ring, space: int, answer: str) -> Text | None:
    """Return why these domes cannot land there (R3.3 to R3.6)."""
    count, _, target = answer.partition("-")
    if not count.isdecimal() or not (target.isdecimal() or not target):
        return None
    height = len(ring[space])
    if not 1 <= int(count) <= height:
        return say("The height of the stack on {space} is {height}.", space=space + 1, height=height)
    return _why_nowhere(ring, space, int(count)) or _why_not_there(ring, space, int(count), int(target or 0) - 1)


def _why_nowhere(ring: Ring, space: int, height: int) -> Text | None:
    """Return why this number of domes can go neither way; None if they can (R3.5, R3.6)."""
    lands_on = reach(ring, space)
    if not lands_on:
        return say_n(
            "This move from {space} needs {count} other stack around the lake.",
            "This move from {space} needs {count} other stacks around the lake.",
            ring[space][-1].strength,
            space=space + 1,
        )
    reasons = [_why_not_on(ring, space, height, target) for target in lands_on]
    return reasons[0] if all(reasons) else None


def _why_not_on(ring: Ring, space: int, height: int, target: int) -> Text | None:
    """Return which colour would be double in the target (R3.6)."""
    doubled = [dome.colour for dome in ring[space][-height:] if not may_lie_on(BIT[dome.colour], ring[target])]
    if not doubled:
        return None
    return say("There is already a {colour} dome on {space}.", colour=colour_name(doubled[0]), space=target + 1)


def _why_not_there(ring: Ring, space: int, height: int, target: int) -> Text | None:
    """Return why the target is out of reach or has a double colour (R3.4, R3.6)."""
    if not 0 <= target < SPACES:
        return NO_SUCH_SPACE
    lands_on = reach(ring, space)
    if target in lands_on:
        return _why_not_on(ring, space, height, target)
    strength, numbers = ring[space][-1].strength, tuple(each + 1 for each in lands_on)
    return say(
        "From {space} a dome of strength {strength} lands on {targets}.", space=space + 1, strength=strength, targets=numbers
    )


def chance(state: State) -> Choices[Action]:
    """Lay the domes before the markers (R2.2), unless they are chosen blind; draw who chooses first (R2.3)."""
    if state.turn is None and (state.blind or not state.bag):
        return First((yield from pick("seat", WHO_BEGINS, seat_options(state.seats))))
    return Layout((yield from draw("dome", WHICH_DOME.__getitem__, Counter(state.bag), len(state.bag), _dome_key)))


def _dome_key(dome: Dome) -> str:
    return f"{dome.colour}-{dome.strength}"
