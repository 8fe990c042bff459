"""Quotas: how much of a server one person may use. Each limit is a row of `QUOTAS`; managers change them in `/setup`.

Tables are counted from their rows; what is limited by the hour is stored in ``uses``. Each limit is checked twice: before the
work, to tell people what to do, and in the transaction that does it, which holds when several clicks come at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from db.quotas import WINDOW_SECONDS, count_use, require_open_within, require_running_in_within, require_running_within
from db.reviews import DAY_SECONDS
from db.rows import SeatRow
from db.statement import Exceeded, Statement
from db.store import Store
from host.mentions import moment
from host.position import Position
from host.refusal import Refused
from host.servers import read_server_settings
from host.summary import displayed_names
from host.table import Table
from rules.names import call
from rules.text import Text, message, say, say_n

T = TypeVar("T")

LIMIT_ATTEMPTS = 3  # each of which a concurrent click has forestalled
UNLIMITED = 2**62  # no count reaches it


class Quota(NamedTuple):
    """A limit: its title in `/setup`, and its value where a server has set none; 0 means no limit."""

    title: Text
    default: int


QUOTAS = {
    "open": Quota(say("Open tables per person"), 3),
    "open_here": Quota(say("Open tables on the server"), 25),
    "practice": Quota(say("Running practice games per person"), 3),
    "running": Quota(say("Running tables per person"), 10),
    "invitations": Quota(say("Invitations per person, per hour"), 5),
    "same_person": Quota(say("Invitations to the same person, per hour"), 1),
    "replays": Quota(say("Replays per person, per hour"), 6),
    "hints": Quota(say("Hints per person, per hour"), 30),
    "reviews": Quota(say("Game reviews on the server, per day"), 25),
    "undo_pings": Quota(say("Pings after an undo per table, per hour"), 1),
}
TAKES_NO_MORE = message(
    "{name} has reached the limit of running tables here. Ask somebody else, or ask again when one of those games has ended."
)
TOO_FAST = say("Others were faster just now. Please try again.")


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of one server at one moment. ``most_running`` tables run there at once."""

    store: Store
    guild: int
    chosen: Mapping[str, int]
    most_running: int
    now: float

    @classmethod
    async def of(cls, store: Store, guild: int, now: float) -> Quotas:
        """Read the limits of a server."""
        server = await read_server_settings(store, guild)
        return cls(store, guild, server.limits, server.most, now)

    def most(self, name: str) -> int:
        """Return the value of the limit with this name."""
        return self.chosen.get(name, QUOTAS[name].default) or UNLIMITED

    async def require_opening(self, person: int) -> None:
        """Require that a person may open one more table.

        :raises Refused: when they, or all people of the server, have too many open, or they play at too many.
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
        """Require that a person may play at one more table.

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
        """Return the players who may not play at one more table. Computers have no limit."""
        practice = _is_practice(seats)
        return [seat for seat in seats if not seat.level and await self._plays_enough(seat.person, practice)]

    async def require_start(self, at: Position, person: int, bounded: Sequence[int]) -> None:
        """Require that the players of a table may begin to play.

        :param person: the player who starts the table.
        :param bounded: the people for whom the limits on tables count.
        :raises Refused: when too many tables run on the server, or one of these people plays at too many.
        """
        await self._require_running_here()
        over = [seat for seat in await self.exceeding(at.players) if seat.person in bounded]
        if any(seat.person == person for seat in over):
            await self._refuse_player(person)
        if over:
            raise Refused(
                say_n(
                    "{name} plays at {count} table here, which is the limit. Start once that game has ended, or without {name}.",
                    "{name} plays at {count} tables here, which is the limit. "
                    "Start once one of them has ended, or without {name}.",
                    self.most("running"),
                    name=at.called[over[0].seat],
                )
            )

    async def require_takeover(self, seats: Sequence[SeatRow], newcomer: int, asker: int) -> None:
        """Require that a newcomer may play at one more table, which has these seats then.

        :param asker: the person who reads the refusal.
        :raises Refused: when the newcomer plays at too many.
        """
        if not await self._plays_enough(newcomer, _is_practice(seats)):
            return
        if newcomer == asker:
            await self._refuse_player(newcomer)
        seat = next(seat.seat for seat in seats if seat.person == newcomer)
        raise Refused(say(TAKES_NO_MORE, name=call(displayed_names(seats), seat)))

    async def _require_running_here(self) -> None:
        if await self.store.quotas.running_in(self.guild) >= self.most_running:
            raise Refused(
                say_n(
                    "At most {count} game can run at once on this server. Please start when it has ended.",
                    "At most {count} games can run at once on this server. Please start when one of them has ended.",
                    self.most_running,
                )
            )

    async def _refuse_player(self, person: int) -> None:
        """Refuse with the limit on tables that a player has reached."""
        await self.require_running(person)
        raise Refused(
            say_n(
                "You have {count} running practice game, which is the limit. End it, or finish it, then start another.",
                "You have {count} running practice games, which is the limit. End or finish one, then start another.",
                self.most("practice"),
            )
        )

    async def _plays_enough(self, person: int, practice: bool) -> bool:
        counts = self.store.quotas
        full = await counts.running_of(self.guild, person) >= self.most("running")
        return full or (practice and await counts.practice_of(self.guild, person) >= self.most("practice"))

    async def require_use(self, kind: str, person: int) -> None:
        """Require that a person may do something once more within the hour.

        :param kind: ``hints``, ``invitations`` or ``replays``.
        :raises Refused: with the time at which they may.
        """
        most = self.most(kind)
        newest = await self.store.quotas.nth_newest(kind, self.guild, person, most - 1)
        if newest is not None and newest > self.now - WINDOW_SECONDS:
            raise Refused(_limit_text(kind, most, newest + WINDOW_SECONDS))

    async def require_review(self) -> None:
        """Require that one more review may be made on the server within the day.

        :raises Refused: with the time at which it may.
        """
        most = self.most("reviews")
        newest = await self.store.reviews.nth_newest(self.guild, most - 1)
        if newest is not None and newest > self.now - DAY_SECONDS:
            told = say_n(
                "{count} game was reviewed on this server within a day, which is the limit. You can ask again {time}.",
                "{count} games were reviewed on this server within a day, which is the limit. You can ask again {time}.",
                most,
                time=moment(newest + DAY_SECONDS, "R"),
            )
            raise Refused(told)

    async def require_invitations(self, person: int, seats: Sequence[SeatRow], invited: Sequence[int]) -> None:
        """Require that a person may send all these invitations.

        :param seats: the seats of the table, with those reserved for the people invited.
        :raises Refused: with the time at which they may.
        """
        if not invited:
            return
        await self.require_use("invitations", person)
        await self._require_invitations_at_once(person, len(invited))
        for seat in (seat for seat in seats if seat.person in invited):
            asked = ("invitations", self.guild, person, seat.person, self.most("same_person") - 1)
            newest = await self.store.quotas.nth_newest_about(*asked)
            if newest is not None and newest > self.now - WINDOW_SECONDS:
                told = say(
                    "You have invited {name} within the last hour. You can invite {name} again {time}. "
                    "Anybody can still take a free seat with **Join**.",
                    name=call(displayed_names(seats), seat.seat),
                    time=moment(newest + WINDOW_SECONDS, "R"),
                )
                raise Refused(told)

    async def _require_invitations_at_once(self, person: int, number: int) -> None:
        most = self.most("invitations")
        if number > most:
            raise Refused(
                say_n(
                    "You can send {count} invitation within an hour. Invite one person now, and the others later.",
                    "You can send {count} invitations within an hour. Invite fewer people now, and the others later.",
                    most,
                )
            )
        newest = await self.store.quotas.nth_newest("invitations", self.guild, person, most - number)
        if newest is not None and newest > self.now - WINDOW_SECONDS:
            told = say(
                "You can send {most} invitations within an hour and have sent some. "
                "Invite fewer people now, or all of them {time}.",
                most=most,
                time=moment(newest + WINDOW_SECONDS, "R"),
            )
            raise Refused(told)

    def hold_opening(self, person: int) -> list[Statement]:
        """Return statements that fail if an opened table exceeds the limits."""
        return require_open_within(self.guild, person, self.most("open"), self.most("open_here"))

    def hold_start(self, table: int, seats: Sequence[SeatRow], bounded: Sequence[int]) -> list[Statement]:
        """Return statements that fail if a started table exceeds the limits."""
        here = require_running_in_within(self.guild, table, self.most_running)
        players = (self.hold_player(table, seats, person) for person in bounded)
        return [*here, *(statement for player in players for statement in player)]

    def hold_player(self, table: int, seats: Sequence[SeatRow], person: int) -> list[Statement]:
        """Return statements that fail if a new player of a running table, with these seats then, exceeds the limits."""
        practice = self.most("practice") if _is_practice(seats) else UNLIMITED
        return require_running_within(self.guild, person, table, self.most("running"), practice)

    def hold_use(self, kind: str, person: int) -> list[Statement]:
        """Return statements that count one more use, and fail if it exceeds its limit."""
        return count_use(kind, self.guild, person, 0, self.now, self.most(kind), UNLIMITED)

    def hold_invitations(self, person: int, invited: Sequence[int]) -> list[Statement]:
        """Return statements that count these invitations, and fail if they exceed the limits."""
        most = (self.most("invitations"), self.most("same_person"))
        uses = (count_use("invitations", self.guild, person, about, self.now, *most) for about in invited)
        return [statement for use in uses for statement in use]

    async def use(self, kind: str, person: int) -> None:
        """Count a use that changes nothing else in the database.

        :raises Refused: with the time at which this person may do it again.
        """
        done = partial(self.store.quotas.use, self.hold_use(kind, person))
        await run_within(partial(self.require_use, kind, person), done)


async def quotas_of(table: Table) -> Quotas:
    """Return the limits of the server where a table is."""
    return await Quotas.of(table.store, table.position.row.guild, table.now())


async def run_within(require: Callable[[], Awaitable[None]], work: Callable[[], Awaitable[T]]) -> T:
    """Do work within limits: check them, and check again if a concurrent click was faster.

    :param require: raises `Refused` when the limits forbid it.
    :param work: raises `Exceeded` when they forbid it by now.
    :raises Refused: as ``require`` does, or when others were faster in every attempt.
    """
    for _ in range(LIMIT_ATTEMPTS):
        await require()
        with suppress(Exceeded):
            return await work()
    raise Refused(TOO_FAST)


async def undoes_too_often(table: Table) -> bool:
    """Return whether the newest move follows an undo, and its player used up the undos that may ping others within the hour."""
    most = (await quotas_of(table)).most("undo_pings")
    return await table.store.quotas.undos_before_newest(table.id, table.now() - WINDOW_SECONDS) > most


def _is_practice(seats: Sequence[SeatRow]) -> bool:
    """Return whether this is one person among computers."""
    return sum(not seat.level for seat in seats) == 1


def _limit_text(kind: str, most: int, at: float) -> Text:
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
