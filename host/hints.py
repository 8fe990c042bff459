"""Hints: a few good moves for whoever is to move, where the table allows them; the log tells all others that they were used."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from typing import NamedTuple

from db.statement import Repeated
from db.store import Store
from host.history import HINT
from host.outline import IN_PRACTICE
from host.position import Position
from host.quotas import Quotas, quotas_of, within
from host.refusal import MovedOn, Refused
from host.step import Cause, TableStep
from host.table import Table, changing
from host.thinking import SECONDS, seed, trained
from host.workers import Workers
from players.hint import Hint, advise
from rules.game import Event, Seat
from rules.text import say, who

MOST = 3  # hints in a turn
KEPT = 200  # positions whose hints are kept at hand
AT_ONCE = 6  # that are thought out or wait for it, for each worker: the last one comes within 12 seconds

NOT_ALLOWED = say("There are no hints at this table: that was chosen before the start.")
PRACTICE_ALONE = say("There are hints in practice games alone, as nothing else was chosen before the start.")
ENOUGH = say("You have had three hints. There are more once somebody else has moved.")
NONE = say("No move stands out here, as far as can be foreseen. This hint is not counted.")
NO_OTHERS = say("There is no other move worth a hint here.")
BUSY = say("Many people have asked for a hint just now. Please ask again in a minute.")
NOT_GIVEN = say("You have not been given this hint yet.")

Advice = tuple[tuple[Hint, ...], ...]
"""For a position a few moves at a time: each few is a hint. There is none where no move stands out."""


class Allowance(NamedTuple):
    """How many hints a seat has had: for this position, in this turn, and in the whole game."""

    here: int
    used: int
    ever: int

    @classmethod
    async def of(cls, store: Store, at: Position, seat: Seat) -> Allowance:
        """Of a seat at this position."""
        used = store.hints.used
        return cls(await used(at.id, seat, at.seq), await store.hints.used_in_turn(at.id, seat), await used(at.id, seat, 0))

    def allows(self, number: int) -> bool:
        """May it have this one, counted from 0? What was given before may be looked at again."""
        return number < self.here or self.used < MOST


class Given(NamedTuple):
    """A hint for a position, whether there are other moves worth one, and what the seat has had by then."""

    at: Position
    moves: tuple[Hint, ...]
    others: bool
    left: Allowance


class Chosen(NamedTuple):
    """A move of a hint, and the position that it is a move of."""

    at: Position
    move: Hint


class Adviser:
    """Has hints thought out by workers, and keeps the newest, which are the same each time for the same position."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept = OrderedDict[tuple[int, int, Seat], asyncio.Task[Advice]]()

    async def advice(self, at: Position, seat: Seat) -> Advice:
        """For a seat that is to move, thought out once however many ask. Nothing but what the seat may see goes into it.

        Raises `Refused` where too many others wait for theirs.
        """
        key = (at.id, at.seq, seat)
        if key not in self._kept or _failed(self._kept[key]):
            if sum(not thought.done() for thought in self._kept.values()) >= AT_ONCE * self._workers.room:
                raise Refused(BUSY)
            self._kept[key] = asyncio.create_task(self._think(at, seat))
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(self._kept[key])

    async def _think(self, at: Position, seat: Seat) -> Advice:
        view, count, points = at.game.view(at.state, seat), len(at.seats), at.points_shown
        asked = (at.row.game, count, view, seat, seed(at), SECONDS)
        return await self._workers.run(advise, *asked, trained=trained(at), points=points)


def _failed(thought: asyncio.Task[Advice]) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)


def entitled(at: Position, person: int) -> Seat:
    """The seat of a person who may ask for a hint now; raises `Refused`."""
    seat = at.acting_seat(person)
    if not at.hints_allowed:
        raise Refused(PRACTICE_ALONE if at.row.hints == IN_PRACTICE else NOT_ALLOWED)
    return seat


async def ask(
    table: Table, adviser: Adviser, person: int, seq: int, number: int, interaction: int, *, bounded: bool = False
) -> Given:
    """A hint for the position with this ``seq``, counted from 0; one that was given before is given again, and not counted.

    :param bounded: does the server's limit on hints count?
    :raises Refused: out of turn, where there are no hints or no more of them, where no move stands out or too many others wait,
        which is not counted, when the person has had enough in this hour, or (`MovedOn`) for an earlier position.
    """
    at = table.position
    if seq != at.seq:
        raise MovedOn
    seat = entitled(at, person)
    quotas = await quotas_of(table) if bounded else None
    require = partial(_require, table.store, at, person, number, quotas)
    await require()
    found = await adviser.advice(at, seat)
    if number >= len(found):
        raise Refused(NO_OTHERS if found else NONE)
    try:
        await within(require, partial(_count, table, person, seq, number, interaction, quotas))
    except Repeated:  # the same click, delivered twice
        await table.confirm()
    return Given(at, found[number], number + 1 < len(found), await Allowance.of(table.store, at, seat))


async def _require(store: Store, at: Position, person: int, number: int, quotas: Quotas | None) -> None:
    """Require that this hint was given before, or that there are more in this turn and in this hour; raises `Refused`."""
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
    seat = entitled(at, person)
    given = await table.store.hints.used(at.id, seat, seq)
    if number < given:
        return
    if number > given:
        raise Refused(NOT_GIVEN)
    await _require(table.store, at, person, number, quotas)
    told = Event(HINT, say("{seat} takes a hint.", seat=who(seat)))
    counted = quotas.hold_use("hints", person) if quotas is not None else ()
    await table.change(TableStep(remarks=(told,), hint=seat, cause=Cause(interaction, limits=counted)))


async def hinted(table: Table, adviser: Adviser, person: int, seq: int, number: int, index: int) -> Chosen:
    """A move of a hint that was given; raises `Refused`."""
    at = table.position
    if seq != at.seq:
        raise MovedOn
    seat = entitled(at, person)
    if number >= await table.store.hints.used(at.id, seat, seq):
        raise Refused(NOT_GIVEN)
    found = await adviser.advice(at, seat)
    if number >= len(found) or index >= len(found[number]):
        raise Refused(NOT_GIVEN)
    return Chosen(at, found[number][index])
