"""Pebbles: a whole game in one file, to begin a new one from (`docs/ADDING_A_GAME.md`).

Three heaps of three to five pebbles. On your turn take one to three of one heap. Each is a point; the last one is five more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from rules.choice import Choices, Label, Options, pick
from rules.dealing import draw
from rules.game import DEALER, Event, Finding, Game, Score, Seat, Step, Topic, winners
from rules.text import Text, say, verbatim, who
from rules.values import changed
from rules.wording import SIGNS, victory

HEAPS = 3
SIZES = {"3": 2, "4": 2, "5": 2}  # the cards that say how large a heap is
MOST = 3
LAST = 5


@dataclass(frozen=True, slots=True)
class State:
    """``heaps`` are empty until the dealer has laid them; nothing is hidden."""

    heaps: tuple[int, ...]
    taken: tuple[int, ...]
    turn: Seat = 0


@dataclass(frozen=True, slots=True)
class View:
    state: State
    seat: Seat | None


class Lay(NamedTuple):
    heaps: tuple[int, ...]


class Take(NamedTuple):
    heap: int
    count: int


Action = Lay | Take


class Taken(NamedTuple):
    """Hold the data of an event: the seat, the heap (counted from 0) and how many it took."""

    seat: Seat
    heap: int
    count: int


def to_act(state: State) -> frozenset[Seat]:
    if not state.heaps:
        return frozenset({DEALER})
    return frozenset({state.turn}) if any(state.heaps) else frozenset()


def chance(state: State) -> Choices[Action]:
    drawn = yield from draw("size", lambda nth: say("How large is heap {heap}?", heap=nth + 1), SIZES, HEAPS, str)
    return Lay(tuple(map(int, drawn)))


def choices(view: View) -> Choices[Action]:
    heaps = view.state.heaps
    left = [heap for heap, size in enumerate(heaps) if size]
    options = Options(left, _key, partial(_heap, heaps))
    heap = yield from pick("heap", say("From which heap?"), options, why_not=partial(_why_not_heap, heaps))
    counts = Options(range(1, min(heaps[heap], MOST) + 1), str)
    why_not = partial(_why_not_count, heap, heaps[heap])
    return Take(heap, (yield from pick("count", say("How many pebbles?"), counts, board=heap, why_not=why_not)))


def _key(heap: int) -> str:
    return f"heap-{heap + 1}"


def _heap(heaps: tuple[int, ...], heap: int) -> Label:
    return Label(say("heap {heap}: {size}", heap=heap + 1, size=heaps[heap]), at=_key(heap), note=verbatim(str(heaps[heap])))


def _why_not_heap(heaps: tuple[int, ...], answer: str) -> Text | None:
    empty = {_key(heap) for heap, size in enumerate(heaps) if not size}
    return say("{heap} is empty.", heap=answer) if answer in empty else None


def _why_not_count(heap: int, size: int, answer: str) -> Text | None:
    if not answer.isdecimal() or 1 <= int(answer) <= min(size, MOST):
        return None
    return say("Take one to three pebbles; heap {heap} has {size}.", heap=heap + 1, size=size)


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    if isinstance(action, Lay):
        laid = Event("laid", say("The heaps have {sizes} pebbles.", sizes=action.heaps))
        return Step(replace(state, heaps=action.heaps), (laid,))
    heap, count = action
    heaps = changed(state.heaps, heap, state.heaps[heap] - count)
    points = count + (0 if any(heaps) else LAST)
    after = State(heaps, changed(state.taken, seat, state.taken[seat] + points), (seat + 1) % len(state.taken))
    text = say("{seat} takes {count} of heap {heap}.", seat=who(seat), count=count, heap=heap + 1)
    return Step(after, (Event("taken", text, Taken(seat, heap, count)), *_end(after)))


def _end(state: State) -> Iterator[Event]:
    if not any(state.heaps):
        best = winners(scores(state))
        yield Event("won", victory(best, state.taken[best[0]]))


def scores(state: State) -> tuple[Score, ...]:
    return tuple(Score(points, ((say("pebbles"), points),)) for points in state.taken)


def describe(view: View) -> tuple[Text, ...]:
    heaps = (say("Heap {heap}: {size}", heap=heap, size=size) for heap, size in enumerate(view.state.heaps, start=1))
    return (*heaps, *(say("{seat}: {points}", seat=who(seat), points=points) for seat, points in enumerate(view.state.taken)))


TAKING = say("Take one to three pebbles of one heap.")


def topics() -> tuple[Topic, ...]:
    start = State((3, 5, 4), (0, 0))
    return (
        Topic(
            "aim", say("The aim"), (say("Most pebbles win."), say("A turn, step 1: choose a heap. Step 2: take of it.")), start
        ),
        Topic("taking", say("Taking"), (TAKING,), start, 0, helps={"heap": TAKING, "count": TAKING}),
        Topic("points", say("Points"), (say("Each pebble is a point."),), start, 0, ("heap-1",)),
        Topic("end", say("The end"), (say("Take the last pebble to get five more points."),), State((0, 0, 0), (9, 8))),
        Topic("signs", say("Signs"), (say("A number is a heap."), *SIGNS), start),
    )


def findings() -> Iterator[Finding]:
    if sum(SIZES.values()) < HEAPS:
        yield Finding(say("There are fewer cards than heaps."))


def check(state: State) -> None:
    """Check the invariants of every state, for random play."""
    assert all(0 <= size <= max(map(int, SIZES)) for size in state.heaps)
    assert 0 <= sum(state.heaps) + sum(state.taken) <= HEAPS * max(map(int, SIZES)) + LAST


GAME = Game[State, View, Action](
    key="toy", title=say("Pebbles"), credits="nobody in particular",
    seats=range(2, 5), minutes=2, version=1, state_type=State, events={"taken": Taken},
    setup=lambda seats, variants: State((), (0,) * seats), to_act=to_act, view=View, possible=lambda view, random: view.state,
    choices=choices, chance=chance, apply=apply,
    scores=scores, open_points=lambda view: view.state.taken, ending=lambda state: "" if to_act(state) else "empty",
    check=findings,
    describe=describe, summary=describe, topics=topics, topic_for=lambda view: "taking" if any(view.state.heaps) else "end",
)  # fmt: skip
