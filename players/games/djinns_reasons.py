"""Reasons of Djinns of the Lake: towers, stacks won and saved, and the answers that a turn leaves to the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from statistics import median_low
from typing import NamedTuple

from players.reasons import Change, Fact, Reason, costs, ends, gains, loses, while_running
from rules.djinns.lifting import after_lift, lifts, movable_colours
from rules.djinns.score import gain, points, scores
from rules.djinns.state import Lift, State, space_key
from rules.djinns.story import Lifted, Taken, Tower
from rules.game import Seat
from rules.text import say, say_n, who
from rules.values import replace
from rules.wording import WORTH, signed, worth

SAFE_SHARE, RISK_SHARE = 0.7, 0.5  # of the points of a stack that is saved, or left in reach of others
READY_SHARE = 0.4  # of the points of a tower that the next turn may complete


class Answer(NamedTuple):
    """A move of a seat: the points that it brings, the space where it ends, and whether it completes a tower."""

    points: int
    target: int
    tower: bool


@lru_cache(maxsize=512)
def _answers(state: State, seat: Seat) -> tuple[Answer, ...]:
    """Return the moves that a seat could make if it were its turn."""
    turned = replace(state, turn=seat)
    return tuple(_answer(turned, seat, lift) for lift in lifts(state.ring, movable_colours(state, seat)))


def _answer(state: State, seat: Seat, lift: Lift) -> Answer:
    ring, taken, tower = after_lift(state, seat, lift)
    return Answer(gain(state, ring, taken, lift).own, lift.target, bool(tower))


def _best(state: State, seat: Seat, *, tower: bool = False) -> Answer | None:
    """Return the move that brings a seat most points; with ``tower``, only moves that complete a tower count."""
    return max((each for each in _answers(state, seat) if each.tower or not tower), default=None)


def _owner(state: State, space: int) -> Seat | None:
    """Return the seat that controls the stack on a space; None for an empty space and a neutral stack."""
    stack = state.ring[space]
    return next((seat for seat, own in enumerate(state.colours) if stack and stack[-1].colour in own), None)


def _hunters(state: State, seat: Seat, opponents: list[Seat]) -> dict[int, Seat]:
    """Return the own stacks that another seat could cover with its next move, each with the first seat that can."""
    found = dict[int, Seat]()
    for other in opponents:
        for answer in _answers(state, other):
            if _owner(state, answer.target) == seat:
                found.setdefault(answer.target, other)
    return found


def tower(change: Change) -> Iterator[Fact]:
    """Yield the tower that the turn completes: the points that are new, the stack that it ends, and the half that others get."""
    own = change.gains[change.seat]
    for place in change.data(Tower):
        space, at = place.space + 1, (space_key(place.space),)
        points = sum(taken.points for taken in change.data(Taken) if taken.seat == change.seat)
        if own > 0:
            told = worth(say("Completes a dream tower"), own)
            if points > own:
                had = points - own
                told = say(
                    "Completes a dream tower for {points} points; {had} of them were yours already.", points=points, had=had
                )
            yield Fact("tower", own, told, (own, points), at, plain=say("Completes a dream tower."))
        owner = _owner(change.before.state, place.space)
        if owner not in (None, change.seat) and (lost := -change.gains[owner]) > 0:
            told = say_n(
                "Turns {seat}'s stack on {space} into a tower: {seat} loses {count} point.",
                "Turns {seat}'s stack on {space} into a tower: {seat} loses {count} points.",
                lost, seat=who(owner), space=space,
            )  # fmt: skip
            yield Fact("ends_stack", lost / len(change.opponents), told, (owner, space, lost), at, counted=True)
        halves: list[Taken] = change.data(Taken)
        for half in halves:
            if half.seat != change.seat and (won := change.gains[half.seat]) > 0:
                told = worth(say("The lower half of the tower goes to {seat}", seat=who(half.seat)), won)
                yield Fact("half", -won / len(change.opponents), told, (half.seat, won), at)


def stack(change: Change) -> Iterator[Fact]:
    """Yield the points of the stack on which the domes land, if no tower is completed."""
    own = change.gains[change.seat]
    if own < 0:
        yield loses(change)
    for lift in () if change.data(Tower) else change.data(Lifted):
        owner, space, at = _owner(change.before.state, lift.target), lift.target + 1, (space_key(lift.target),)
        mine = _owner(change.after.state, lift.target) == change.seat
        if owner is not None and owner != change.seat:
            yield from _taken(change, owner, space, at, mine=mine)
        elif own > 0 and mine:
            told = say("Makes your stack on {space} taller", space=space)
            if owner is None:
                told = say("Makes the neutral stack on {space} yours", space=space)
            yield Fact("neutral" if owner is None else "grows", own, worth(told, own), (space,), at)
        if own > 0 and not mine:
            yield gains(change)


def _taken(change: Change, owner: Seat, space: int, at: tuple[str, ...], *, mine: bool) -> Iterator[Fact]:
    """Yield the points of a stack that another seat controlled before the turn.

    :param mine: it is one's own after the turn.
    """
    own, lost = change.gains[change.seat], -change.gains[owner]
    size, subject = lost / len(change.opponents), (space, owner, own, lost)
    if own > 0 and mine:
        taken = say("Takes the stack on {space} from {seat}", space=space, seat=who(owner))
        both = say(
            "{taken}: {own} for you, {lost} for {seat}.", taken=taken, own=signed(own), lost=signed(-lost), seat=who(owner)
        )
        yield Fact("takes", own + size, both if lost > 0 else worth(taken, own), subject, at, plain=say(WORTH, what=taken))
    elif lost > 0:
        covers = say("Covers {seat}'s stack on {space}", seat=who(owner), space=space)
        told = say_n(
            "{covers}: {seat} loses {count} point.",
            "{covers}: {seat} loses {count} points.",
            lost, covers=covers, seat=who(owner),
        )  # fmt: skip
        yield Fact("covers", size, told, subject, at, plain=say(WORTH, what=covers))


def others(change: Change) -> Iterator[Fact]:
    """Yield the points of seats that neither owned the stack on which the domes land nor get half a tower."""
    told = [_owner(change.before.state, lift.target) for lift in change.data(Lifted)]
    told += [half.seat for half in change.data(Taken)]
    yield from (fact for fact in costs(change) if fact.subject[0] not in told)


def saved(change: Change) -> Iterator[Fact]:
    """Yield own stacks that another seat could have covered and no longer can, and large ones that it now can."""
    if not change.data(Lifted):
        return
    was, now = (_hunters(each.state, change.seat, change.opponents) for each in (change.before, change.after))
    before, after = change.before.state, change.after.state
    for space, other in was.items():
        if before.ring[space] == after.ring[space] and space not in now:
            value = points(after.ring[space], after.neutral)
            told = say_n(
                "Your stack on {space} ({count} point) is then out of {seat}'s reach.",
                "Your stack on {space} ({count} points) is then out of {seat}'s reach.",
                value, space=space + 1, seat=who(other),
            )  # fmt: skip
            yield Fact("saved", value * SAFE_SHARE, told, (space + 1, other), (space_key(space),))
    fresh = [(space, other) for space, other in now.items() if space not in was or before.ring[space] != after.ring[space]]
    for space, other in sorted(fresh, key=lambda each: -points(after.ring[each[0]], after.neutral))[:1]:
        value = points(after.ring[space], after.neutral)
        told = say_n(
            "{seat} can then cover your stack on {space} ({count} point).",
            "{seat} can then cover your stack on {space} ({count} points).",
            value, space=space + 1, seat=who(other),
        )  # fmt: skip
        yield Fact("at_risk", -value * RISK_SHARE, told, (space + 1, other), (space_key(space),))


def stops(change: Change) -> Iterator[Fact]:
    """Yield the tower that the next seat could have completed and no longer can, or can only now."""
    if not change.data(Lifted):
        return
    other = change.opponents[0]
    was, now = (_best(each.state, other, tower=True) for each in (change.before, change.after))
    if was and was.points > 0 and not (now and now.points > 0):
        told = say_n(
            "Stops {seat} from completing a tower on {space}: {count} point.",
            "Stops {seat} from completing a tower on {space}: {count} points.",
            was.points, seat=who(other), space=was.target + 1,
        )  # fmt: skip
        yield Fact("stops", was.points, told, (other, was.target + 1), (space_key(was.target),), counted=True)
    elif now and now.points > 0 and not (was and was.points > 0):
        told = say_n(
            "{seat} can then complete a tower on {space}: {count} point.",
            "{seat} can then complete a tower on {space}: {count} points.",
            now.points, seat=who(other), space=now.target + 1,
        )  # fmt: skip
        yield Fact("lets", -now.points, told, (other, now.target + 1), (space_key(now.target),), counted=True)


def answer(change: Change) -> Iterator[Fact]:
    """Yield the best answer of the next seat, if most other turns leave it a better or a worse one."""
    if not change.others or not change.data(Lifted):
        return
    other = change.opponents[0]
    own = _most(change, other)
    usual = median_low(_most(each, other) for each in change.others)
    size, subject = usual - own, (other, own, usual)
    if 0 == own < usual:
        told = say("{seat} can then gain nothing; after most other moves it would be {usual}.", seat=who(other), usual=usual)
        yield Fact("answer", size, told, subject, counted=True)
    elif own < usual:
        told = say_n(
            "{seat} can then gain {count} point at most; after most other moves it would be {usual}.",
            "{seat} can then gain {count} points at most; after most other moves it would be {usual}.",
            own, seat=who(other), usual=usual,
        )  # fmt: skip
        yield Fact("answer", size / 2, told, subject, counted=True)
    elif own > usual:
        told = say_n("{seat} can then gain {count} point.", "{seat} can then gain {count} points.", own, seat=who(other))
        yield Fact("answer", size, told, subject, counted=True)


def _most(change: Change, other: Seat) -> int:
    """Return the most points that a seat can gain with its next move; 0 if it can gain none."""
    best = _best(change.after.state, other)
    return max(0, best.points) if best else 0


def ready(change: Change) -> Iterator[Fact]:
    """Yield the tower that the next turn could complete, if it is new."""
    if not change.data(Lifted):
        return
    was, now = (_best(each.state, change.seat, tower=True) for each in (change.before, change.after))
    if now and now.points > 0 and not (was and was.points > 0) and not change.over:
        told = say("Prepares a tower on {space} for your next turn, unless the others break it up.", space=now.target + 1)
        yield Fact("ready", now.points * READY_SHARE, told, (now.target + 1,), (space_key(now.target),))


def last(change: Change) -> Iterator[Fact]:
    """Yield who wins, if the turn ends the game."""
    yield from ends(change, [score.points for score in scores(change.after.state)])


REASONS: tuple[Reason, ...] = (last, tower, stack, *map(while_running, (saved, stops, answer, ready)), others)
