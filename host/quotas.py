"""Quotas: how much of a server one person may use. Each limit is a row of `QUOTAS`; servers change them in `/setup`.

Tables are counted from their rows. What counts within an hour is kept in ``uses``. Limits are asked before something is done,
which tells people what to do, and once more in the transaction that does it, which holds when several clicks come at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from db.quotas import WINDOW, holding_open, holding_running, using
from db.rows import SeatRow
from db.statement import Exceeded, Statement
from db.store import Store
from host.mentions import moment
from host.refusal import Refused
from host.servers import server_of
from host.table import Table
from rules.text import Text, say, say_n

T = TypeVar("T")

TRIES = 3  # where others are always faster
UNLIMITED = 2**62  # more than anybody can count


class Quota(NamedTuple):
    """A limit: what `/setup` calls it, and how many there may be where a server has chosen nothing; 0: any number."""

    title: Text
    default: int


QUOTAS = {
    "open": Quota(say("Open tables of a person"), 3),
    "open_here": Quota(say("Open tables of the server"), 25),
    "practice": Quota(say("Running practice games of a person"), 3),
    "running": Quota(say("Running tables of a person"), 10),
    "invitations": Quota(say("Invitations of a person in an hour"), 5),
    "same_person": Quota(say("Invitations to the same person in an hour"), 1),
    "replays": Quota(say("Replays for a person in an hour"), 6),
    "hints": Quota(say("Hints for a person in an hour"), 30),
    "undo_pings": Quota(say("Pings after an undo in an hour, at each table"), 1),
}
TOO_FAST = say("Others were faster just now. Please try again.")


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of one server, as they are now."""

    store: Store
    guild: int
    chosen: Mapping[str, int]
    now: float

    @classmethod
    async def of(cls, store: Store, guild: int, now: float) -> Quotas:
        """Read the limits of a server."""
        return cls(store, guild, (await server_of(store, guild)).limits, now)

    def most(self, name: str) -> int:
        """Return how many there may be."""
        return self.chosen.get(name, QUOTAS[name].default) or UNLIMITED

    async def require_opening(self, person: int) -> None:
        """Require that this person may open one more table.

        :raises Refused: when they, or all here, have too many open, or they play at too many.
        """
        counts, most = self.store.quotas, self.most("open")
        if await counts.open_of(self.guild, person) >= most:
            raise Refused(
                say_n(
                    "You have {count} open table, which is the limit. Start or cancel it first, then open another.",
                    "You have {count} open tables, which is the limit. Start or cancel one first, then open another.",
                    most,
                )
            )
        if await counts.open_in(self.guild) >= self.most("open_here"):
            raise Refused(
                say_n(
                    "{count} table is open on this server, which is the limit. Join it, or open yours once it has started.",
                    "{count} tables are open on this server, which is the limit. Join one, or open yours once one has started.",
                    self.most("open_here"),
                )
            )
        await self.require_running(person)

    async def require_running(self, person: int) -> None:
        """Require that this person may play at one more table.

        :raises Refused: when they play at too many.
        """
        most = self.most("running")
        if await self.store.quotas.running_of(self.guild, person) >= most:
            raise Refused(
                say_n(
                    "You play at {count} table here, which is the limit. You can play at another once that game has ended.",
                    "You play at {count} tables here, which is the limit. You can play at another once one of them has ended.",
                    most,
                )
            )

    async def exceeding(self, seats: Sequence[SeatRow]) -> list[SeatRow]:
        """Return those of the players who may not play at one more table; computers are left out."""
        practice, found = _is_practice(seats), list[SeatRow]()
        for seat in (seat for seat in seats if not seat.level):
            full = await self.store.quotas.running_of(self.guild, seat.person) >= self.most("running")
            if full or (practice and await self._practises_enough(seat.person)):
                found.append(seat)
        return found

    async def require_start(self, person: int, seats: Sequence[SeatRow], bounded: Sequence[int]) -> None:
        """Require that these players may begin to play.

        :param person: whoever starts the table.
        :param bounded: those for whom limits count.
        :raises Refused: when one of them plays at too many tables.
        """
        over = [seat for seat in await self.exceeding(seats) if seat.person in bounded]
        if any(seat.person == person for seat in over):
            await self.require_running(person)
            raise Refused(
                say_n(
                    "You have {count} running practice game, which is the limit. End it, or finish it, then start another.",
                    "You have {count} running practice games, which is the limit. End or finish one, then start another.",
                    self.most("practice"),
                )
            )
        if over:
            raise Refused(
                say_n(
                    "{name} plays at {count} table here, which is the limit. Start once that game has ended, or without {name}.",
                    "{name} plays at {count} tables here, which is the limit. "
                    "Start once one of them has ended, or without {name}.",
                    self.most("running"),
                    name=over[0].name,
                )
            )

    async def _practises_enough(self, person: int) -> bool:
        return await self.store.quotas.practice_of(self.guild, person) >= self.most("practice")

    async def require_use(self, kind: str, person: int) -> None:
        """Require that this person may do this once more within the hour.

        :raises Refused: with the time at which they may.
        """
        most = self.most(kind)
        newest = await self.store.quotas.nth_newest(kind, self.guild, person, most - 1)
        if newest is not None and newest > self.now - WINDOW:
            raise Refused(_told(kind, most, newest + WINDOW))

    async def require_invitations(self, person: int, invited: Sequence[SeatRow]) -> None:
        """Require that this person may invite these.

        :raises Refused: with the time at which they may.
        """
        for seat in invited:
            await self.require_use("invitations", person)
            asked = ("invitations", self.guild, person, seat.person, self.most("same_person") - 1)
            newest = await self.store.quotas.nth_newest_about(*asked)
            if newest is not None and newest > self.now - WINDOW:
                told = say(
                    "You have invited {name} within the last hour. You can invite {name} again {time}.",
                    name=seat.name,
                    time=moment(newest + WINDOW, "R"),
                )
                raise Refused(told)

    def hold_opening(self, person: int) -> list[Statement]:
        """Return what holds an opened table to the limits."""
        return [holding_open(self.guild, person, self.most("open"), self.most("open_here"))]

    def hold_start(self, table: int, seats: Sequence[SeatRow], bounded: Sequence[int]) -> list[Statement]:
        """Return what holds a started table to the limits."""
        practice = self.most("practice") if _is_practice(seats) else UNLIMITED
        return [holding_running(self.guild, person, table, self.most("running"), practice) for person in bounded]

    def hold_use(self, kind: str, person: int) -> list[Statement]:
        """Return what counts one more use, within its limit."""
        return using(kind, self.guild, person, 0, self.now, self.most(kind), UNLIMITED)

    def hold_invitations(self, person: int, invited: Sequence[SeatRow]) -> list[Statement]:
        """Return what counts these invitations, within their limits."""
        most = (self.most("invitations"), self.most("same_person"))
        uses = (using("invitations", self.guild, person, seat.person, self.now, *most) for seat in invited)
        return [statement for use in uses for statement in use]

    async def use(self, kind: str, person: int) -> None:
        """Count something that changes nothing in the database.

        :raises Refused: with the time at which this person may do it again.
        """
        done = partial(self.store.quotas.use, self.hold_use(kind, person))
        await within(partial(self.require_use, kind, person), done)


async def quotas_of(table: Table) -> Quotas:
    """Return the limits of the server where a table is."""
    return await Quotas.of(table.store, table.position.row.guild, table.now())


async def within(require: Callable[[], Awaitable[None]], work: Callable[[], Awaitable[T]]) -> T:
    """Do what is within limits; where another click was faster, ask them again.

    :raises Refused: as ``require`` does.
    """
    for _ in range(TRIES):
        await require()
        with suppress(Exceeded):
            return await work()
    raise Refused(TOO_FAST)


async def undone_again(table: Table) -> bool:
    """Does the newest move follow an undo, and has its player undone more often within the hour than may ping others?"""
    most = (await quotas_of(table)).most("undo_pings")
    return await table.store.quotas.undos_before_newest(table.id, table.now() - WINDOW) > most


def _is_practice(seats: Sequence[SeatRow]) -> bool:
    """Is this one person among computers?"""
    return sum(not seat.level for seat in seats) == 1


def _told(kind: str, most: int, at: float) -> Text:
    time = moment(at, "R")
    if kind == "replays":
        return say_n(
            "You have asked for {count} replay within an hour, which is the limit. You can ask for the next one {time}.",
            "You have asked for {count} replays within an hour, which is the limit. You can ask for the next one {time}.",
            most,
            time=time,
        )
    if kind == "hints":
        return say_n(
            "You have taken {count} hint within an hour, which is the limit. You can take the next one {time}.",
            "You have taken {count} hints within an hour, which is the limit. You can take the next one {time}.",
            most,
            time=time,
        )
    return say_n(
        "You have sent {count} invitation within an hour, which is the limit. You can send the next one {time}.",
        "You have sent {count} invitations within an hour, which is the limit. You can send the next one {time}.",
        most,
        time=time,
    )
