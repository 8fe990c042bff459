"""Hints: a few good moves for the person whose turn it is, if the table allows them. The log says that a hint was taken."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from db.statement import Repeated
from db.store import Store
from host.history import HINT_KIND
from host.position import Position
from host.quotas import Quotas, quotas_of, run_within
from host.rated import NO_HINTS
from host.refusal import MovedOn, Refused
from host.step import Cause, TableStep
from host.summary import IN_PRACTICE
from host.table import Table, changing
from host.thinking import THINKING_SECONDS, has_weights, thinking_seed
from host.workers import Workers
from players.hint import Hint, HintGroup, advise
from rules.game import Event, Seat
from rules.text import Text, say, who

HINTS_PER_TURN = 3
CACHED_POSITIONS = 200
REQUESTS_PER_WORKER = 6  # running or waiting; the last one is answered within 12 seconds

NOT_ALLOWED = say("There are no hints at this table: that was chosen before the start.")
PRACTICE_ALONE = say("Hints are allowed only in practice games, unless the host chose otherwise before the start.")
ENOUGH = say("You have used your three hints. You get more once somebody else has moved.")
NONE = say("As far as I can see, no move stands out here. This hint does not count.")
NO_OTHERS = say("There is no other move worth a hint here.")
BUSY = say("Many people have asked for a hint just now. Please ask again in a minute.")
NOT_GIVEN = say("You have not been given this hint yet.")

Advice = tuple[HintGroup, ...]
"""The hints for a position, each a few moves; empty if no move stands out."""


class Allowance(NamedTuple):
    """The number of hints that a seat took: at this position, in this turn, and in this game."""

    here: int
    used: int
    ever: int

    @classmethod
    async def of(cls, store: Store, at: Position, seat: Seat) -> Allowance:
        """Read the numbers of a seat at this position."""
        used = store.hints.used
        return cls(await used(at.id, seat, at.seq), await store.hints.used_in_turn(at.id, seat), await used(at.id, seat, 0))

    def allows(self, number: int) -> bool:
        """Return whether the seat may see hint ``number`` (from 0). Hints of this position can be read again."""
        return number < self.here or self.used < HINTS_PER_TURN


class GivenHint(NamedTuple):
    """A hint: its position, its moves, the reason for all of them, whether there are more hints, and how many the seat took."""

    at: Position
    moves: tuple[Hint, ...]
    shared: Text | None
    others: bool
    left: Allowance


class HintedMove(NamedTuple):
    """One move of a hint, with its position."""

    at: Position
    move: Hint


class Adviser:
    """Lets workers find hints, and caches them. A position has the same hints each time."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept = OrderedDict[tuple[int, int, Seat], asyncio.Task[Advice]]()

    async def advice(self, at: Position, seat: Seat) -> Advice:
        """Return the hints for a seat whose turn it is. They depend only on what the seat may see.

        Concurrent requests for one position share one search.

        :raises Refused: when too many other searches wait.
        """
        key = (at.id, at.seq, seat)
        if key not in self._kept or _failed(self._kept[key]):
            if sum(not thought.done() for thought in self._kept.values()) >= REQUESTS_PER_WORKER * self._workers.room:
                raise Refused(BUSY)
            self._kept[key] = asyncio.create_task(self._think(at, seat))
        self._kept.move_to_end(key)
        while len(self._kept) > CACHED_POSITIONS:
            self._kept.popitem(last=False)
        return await asyncio.shield(self._kept[key])

    async def _think(self, at: Position, seat: Seat) -> Advice:
        view, count, points = at.game.view(at.state, seat), len(at.seats), at.points_shown
        asked = (at.row.game, count, view, seat, thinking_seed(at), THINKING_SECONDS)
        return await self._workers.run(advise, *asked, trained=has_weights(at), points=points)


def _failed(thought: asyncio.Task[Advice]) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)


def require_hints(at: Position, person: int) -> Seat:
    """Return the seat of a person who may ask for a hint now.

    :raises Refused: when it is not their turn, or the table has no hints.
    """
    seat = at.acting_seat(person)
    if at.row.rated:
        raise Refused(NO_HINTS)
    if not at.hints_allowed:
        raise Refused(PRACTICE_ALONE if at.row.hints == IN_PRACTICE else NOT_ALLOWED)
    return seat


async def take_hint(
    table: Table, adviser: Adviser, person: int, seq: int, number: int, interaction: int, *, bounded: bool = False
) -> GivenHint:
    """Return hint ``number`` (from 0) of the position with this ``seq``, and count it unless it was given before.

    :param bounded: whether the server's limit on hints counts.
    :raises Refused: when it is not the person's turn, there are no hints or none left, no move stands out, too many searches
        wait, or the person has reached the limit; `MovedOn`, when the table has another seq.
    """
    at = table.position
    if seq != at.seq:
        raise MovedOn
    seat = require_hints(at, person)
    quotas = await quotas_of(table) if bounded else None
    require = partial(_require_allowance, table.store, at, person, number, quotas)
    await require()
    found = await adviser.advice(at, seat)
    if number >= len(found):
        raise Refused(NO_OTHERS if found else NONE)
    try:
        await run_within(require, partial(_count, table, person, seq, number, interaction, quotas))
    except Repeated:  # Discord delivered the click twice
        await table.confirm()
    return await _given(table, at, seat, found, number)


async def _given(table: Table, at: Position, seat: Seat, found: Advice, number: int) -> GivenHint:
    more, left = number + 1 < len(found), await Allowance.of(table.store, at, seat)
    return GivenHint(at, found[number].moves, found[number].shared, more, left)


async def _require_allowance(store: Store, at: Position, person: int, number: int, quotas: Quotas | None) -> None:
    """Require that this hint was given before, or that the limits of the turn and of the hour allow it.

    :raises Refused: when they do not.
    """
    left = await Allowance.of(store, at, at.require_seat(person))
    if not left.allows(number):
        raise Refused(ENOUGH)
    if quotas is not None and number >= left.here:
        await quotas.require_use("hints", person)


@changing
async def _count(table: Table, person: int, seq: int, number: int, interaction: int, quotas: Quotas | None) -> None:
    at = table.position
    if seq != at.seq:
        raise MovedOn
    seat = require_hints(at, person)
    given = await table.store.hints.used(at.id, seat, seq)
    if number < given:
        return
    if number > given:
        raise Refused(NOT_GIVEN)
    await _require_allowance(table.store, at, person, number, quotas)
    told = Event(HINT_KIND, say("{seat} used a hint.", seat=who(seat)))
    counted = quotas.hold_use("hints", person) if quotas is not None else ()
    await table.change(TableStep(remarks=(told,), hint=seat, cause=Cause(interaction, limits=counted)))


async def given_hint(table: Table, adviser: Adviser, person: int, seq: int, number: int) -> GivenHint:
    """Return hint ``number`` that was given at this ``seq``; it does not count again.

    :raises Refused: when it was not given.
    """
    at = table.position
    if seq != at.seq:
        raise MovedOn
    seat = require_hints(at, person)
    if number >= await table.store.hints.used(at.id, seat, seq):
        raise Refused(NOT_GIVEN)
    found = await adviser.advice(at, seat)
    if number >= len(found):
        raise Refused(NOT_GIVEN)
    return await _given(table, at, seat, found, number)


async def hinted_move(table: Table, adviser: Adviser, person: int, seq: int, number: int, index: int) -> HintedMove:
    """Return move ``index`` of hint ``number`` that was given at this ``seq``.

    :raises Refused: when it was not given.
    """
    given = await given_hint(table, adviser, person, seq, number)
    if index >= len(given.moves):
        raise Refused(NOT_GIVEN)
    return HintedMove(given.at, given.moves[index])
