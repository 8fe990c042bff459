"""Check the reasons of Djinns of the Lake by playing all moves of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from players.reasons import Change, Fact
from rules import GAMES
from rules.djinns.state import State
from rules.game import Seat, conversation
from rules.legal import few_moves
from rules.values import replace

GAME = GAMES["djinns"]
MANY = 10_000


class Reply(NamedTuple):
    """A legal move: the points it brings to its seat, the space where it ends, and whether a tower leaves the lake."""

    points: int
    target: int
    tower: bool


@lru_cache(maxsize=256)
def replies(state: State, seat: Seat) -> tuple[Reply, ...]:
    turned = replace(state, turn=seat)
    found = few_moves(conversation(GAME, turned, seat), MANY) or []
    return tuple(_reply(turned, seat, at.action) for at in found)


def _reply(state: State, seat: Seat, lift: Any) -> Reply:
    after = GAME.apply(state, seat, lift).state
    gained = GAME.scores(after)[seat].points - GAME.scores(state)[seat].points
    return Reply(gained, lift.target + 1, after.taken != state.taken)


def most(state: State, seat: Seat) -> int:
    return max([0, *(reply.points for reply in replies(state, seat))])


def towers(state: State, seat: Seat) -> list[Reply]:
    return [reply for reply in replies(state, seat) if reply.tower and reply.points > 0]


def owner(state: State, space: int) -> Seat | None:
    stack = state.ring[space - 1]
    return next((seat for seat, own in enumerate(state.colours) if stack and stack[-1].colour in own), None)


def covers(state: State, seat: Seat, space: int) -> bool:
    return any(reply.target == space for reply in replies(state, seat))


def _saved(fact: Fact, change: Change) -> bool:
    space, other = fact.subject
    was, now = change.before.state, change.after.state
    mine = owner(was, space) == change.seat and was.ring[space - 1] == now.ring[space - 1]
    return mine and covers(was, other, space) and not any(covers(now, each, space) for each in change.opponents)


def _at_risk(fact: Fact, change: Change) -> bool:
    space, other = fact.subject
    return owner(change.after.state, space) == change.seat and covers(change.after.state, other, space)


def _answer(fact: Fact, change: Change) -> bool:
    other, own, usual = fact.subject
    values = [most(each.after.state, other) for each in change.others]
    half = sum(value >= usual for value in values) * 2 >= len(values)
    return own == most(change.after.state, other) and half and (own < usual) == (fact.size > 0)


def _new_tower(state: State, other: State, seat: Seat, target: int) -> bool:
    """Return whether a seat could complete a tower there in one state, and none at all in the other."""
    return any(reply.target == target for reply in towers(state, seat)) and not towers(other, seat)


def _points(change: Change, seat: Seat) -> int:
    return GAME.scores(change.after.state)[seat].points - GAME.scores(change.before.state)[seat].points


def _taken(fact: Fact, change: Change) -> bool:
    space, other, own, lost = fact.subject
    then = owner(change.before.state, space) == other != change.seat
    return then and own == _points(change, change.seat) and lost == -_points(change, other)


CHECKS: dict[str, Callable[[Fact, Change], bool]] = {
    "tower": lambda f, c: c.before.state.taken != c.after.state.taken and f.subject[0] == _points(c, c.seat) > 0,
    "ends_stack": lambda f, c: owner(c.before.state, f.subject[1]) == f.subject[0] and -_points(c, f.subject[0]) == f.subject[2],
    "half": lambda f, c: len(c.after.state.taken[f.subject[0]]) > len(c.before.state.taken[f.subject[0]]) and f.size < 0,
    "brings": lambda f, c: _points(c, c.seat) == f.subject[0] > 0,
    "takes": lambda f, c: _taken(f, c) and f.subject[2] > 0 and owner(c.after.state, f.subject[0]) == c.seat,
    "covers": lambda f, c: _taken(f, c) and f.subject[3] > 0 and owner(c.after.state, f.subject[0]) != f.subject[1],
    "neutral": lambda f, c: owner(c.before.state, f.subject[0]) is None and owner(c.after.state, f.subject[0]) == c.seat,
    "grows": lambda f, c: owner(c.before.state, f.subject[0]) == owner(c.after.state, f.subject[0]) == c.seat,
    "loses": lambda f, c: _points(c, c.seat) == -f.subject[0] < 0,
    "costs": lambda f, c: _points(c, f.subject[0]) == -f.subject[1] < 0,
    "gives": lambda f, c: _points(c, f.subject[0]) == f.subject[1] > 0,
    "saved": _saved,
    "at_risk": _at_risk,
    "stops": lambda f, c: _new_tower(c.before.state, c.after.state, f.subject[0], f.subject[1]),
    "lets": lambda f, c: _new_tower(c.after.state, c.before.state, f.subject[0], f.subject[1]),
    "answer": _answer,
    "ready": lambda f, c: _new_tower(c.after.state, c.before.state, c.seat, f.subject[0]),
    "wins": lambda f, c: not GAME.to_act(c.after.state) and f.subject[0] > f.subject[1],
    "ends_behind": lambda f, c: not GAME.to_act(c.after.state) and f.subject[0] < f.subject[1],
}
