"""Open, find and load tables, and act at those that have not started."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from weakref import WeakValueDictionary

from db.personal import is_former
from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Stale
from db.store import Store
from host import lobby
from host.automatic import Seeds, load_seeds
from host.codec import decode, encode
from host.deadlines import OPEN_TABLE_SECONDS
from host.mentions import command
from host.outbox import Shown
from host.quotas import Quotas, run_within
from host.rated import ratings_are_on
from host.refusal import NoTable, Refused
from host.summary import TableSummary
from host.table import Table, load
from host.workers import Workers
from rules import GAMES
from rules.game import AnyGame
from rules.text import say

log = logging.getLogger(__name__)

NO_REMATCH = say("Nobody has opened a rematch. Anyone who played here can; {new} opens another table.", new=command("game new"))
LIVING_STATUSES = ("open", "running")


def _new_row(rules: AnyGame, host: SeatRow, guild: int, channel: int, now: float) -> TableRow:
    """Return the row of a table that opens now, before its terms are agreed."""
    return TableRow(
        id=0,
        game=rules.key,
        version=rules.version,
        variants="",
        size=max(rules.seats),
        status="open",
        host=host.person,
        guild=guild,
        channel=channel,
        place=channel,
        seq=0,
        board=None,
        opened=now,
        lapse="stand-in",
        wake=now + OPEN_TABLE_SECONDS,
    )


def game_named(key: str) -> AnyGame:
    """Return the game with this key.

    :raises Refused: when there is none.
    """
    if key not in GAMES:
        titles = tuple(say("{game} ({key})", game=game.title, key=game.key) for game in GAMES.values())
        raise Refused(say("There is no game called “{key}”. The games are: {games}.", key=key[:40], games=titles))
    return GAMES[key]


class Tables:
    """All tables. At most ``limit`` stay in memory; those that were used longest ago are dropped first.

    A table that other code still holds is found again, so there is never a second object with its id. ``random``: draws for all
    dealers in tests, in place of the database's secret. ``now``: returns seconds since 1970. ``workers``: think for computers and
    stand-ins; the default is a thread.
    """

    def __init__(
        self,
        store: Store,
        limit: int = 200,
        random: Random | None = None,
        now: Callable[[], float] = time.time,
        workers: Workers | None = None,
    ) -> None:
        self.store = store
        self.now = now
        self.workers = workers or Workers()
        self._limit = limit
        self._random = random or SystemRandom()
        self._seeds: Seeds | None = (lambda table, moves: random) if random else None
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._alive: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._loading = asyncio.Lock()

    async def get(self, table: int) -> Table:
        """Return a table at its present position.

        :raises Refused: when there is none with this id, or its state is not understood.
        """
        found = self._alive.get(table)
        if found is None:
            async with self._loading:
                found = self._alive.get(table)
                if found is None:
                    self._seeds = self._seeds or await load_seeds(self.store)
                    found = Table(self.store, await load(self.store, table), self._seeds, self.now)
                self._alive[table] = found
        else:
            await found.confirm()
        self._kept[table] = found
        self._kept.move_to_end(table)
        if len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return found

    async def get_all(self, ids: Iterable[int]) -> list[Table]:
        """Return the tables with these ids, without deleted ones and those whose state is not understood."""
        found: list[Table] = []
        for table in ids:
            try:
                found.append(await self.get(table))
            except NoTable:
                continue
            except Refused as refused:
                log.warning("table %d is left out: %s (%s)", table, refused, refused.__cause__)
        return found

    async def living_in(self, channel: int) -> list[TableRow]:
        """Return the rows of open and running tables in a channel or thread."""
        return await self.store.living_in(channel)

    async def running_of(self, person: int) -> list[TableSummary]:
        """Return the running tables where a person has a seat, oldest first."""
        return [TableSummary.of_rows(found) for found in await self.store.running_of(person) if found.row.game in GAMES]

    async def open_of(self, person: int) -> list[TableSummary]:
        """Return the open tables where a person has a seat or a reservation, oldest first."""
        return [TableSummary.of_rows(found) for found in await self.store.open_of(person) if found.row.game in GAMES]

    async def summaries(self, ids: Sequence[int]) -> list[TableSummary]:
        """Return summaries of the tables with these ids."""
        return [TableSummary.of_rows(found) for found in await self.store.outlines(ids) if found.row.game in GAMES]

    async def open(
        self,
        *,
        game: str,
        host: SeatRow,
        guild: int,
        channel: int,
        terms: lobby.Terms,
        variants: tuple[str, ...] = (),
        invited: Sequence[SeatRow] = (),
        computers: Sequence[SeatRow] = (),
        rematch_of: int | None = None,
        interaction: int | None = None,
        lobby_answers: bool = True,
        bounded: bool = False,
        inviting: bool = False,
    ) -> Table:
        """Open a table.

        :param lobby_answers: whether the lobby message answers the interaction; else the sender posts it.
        :param bounded: whether the limits on tables count for the host.
        :param inviting: whether the limits on invitations count.
        :raises Refused: when the terms do not fit the game, or a limit is reached.
        :raises Repeated: when this interaction has opened a table already.
        """
        rules = game_named(game)
        row = _new_row(rules, host, guild, channel, self.now())._replace(variants=" ".join(variants), rematch_of=rematch_of)
        seats = lobby.number_seats((host, *computers, *invited))
        row = await lobby.row_with_terms(self.store, rules, row, terms, seats)
        quotas = await Quotas.of(self.store, guild, self.now())
        asked = [seat.person for seat in invited] if inviting else []
        hold = [*(quotas.hold_opening(host.person) if bounded else ()), *quotas.hold_invitations(host.person, asked)]

        async def require() -> None:
            if bounded:
                await quotas.require_opening(host.person)
            await quotas.require_invitations(host.person, seats, asked)

        made = partial(self.store.open_table, row, seats, interaction, lobby_answers=lobby_answers, limits=hold)
        return await self.get(await run_within(require, made))

    async def rematch(self, table: int, person: int, name: str, *, bounded: bool = False) -> tuple[Table, bool]:
        """Return the rematch of an ended game, with a reservation for each of its people, and whether it was opened just now.

        People who left their seat to a stand-in may open it, too. Others see it once it is open. The seats of erased people stay
        free. The rematch of a rated game is rated if ratings are still on.

        :param bounded: whether the limits on tables count for this person.
        :raises Refused: when the game is not over, a limit is reached, or the person did not play and nobody has opened it.
        """
        at = (await self.get(table)).position
        row = at.row
        at.require_over()
        if again := await self.store.rematch(table):
            return await self.get(again), False
        if all(seat.person != person for seat in at.seats):
            raise Refused(NO_REMATCH)
        others = [seat for seat in at.seated if seat.person != person and not is_former(seat.person)]
        rated = int(bool(row.rated) and await ratings_are_on(self.store, row.guild))
        try:
            opened = await self.open(
                game=row.game,
                terms=replace(lobby.Terms.of(row), size=len(at.seats), rated=rated),
                variants=tuple(row.variants.split()),
                host=SeatRow(0, person, name),
                guild=row.guild,
                channel=row.channel,
                invited=[lobby.reserved_seat(seat.person, seat.name) for seat in others],
                computers=at.computers,
                rematch_of=table,
                bounded=bounded,
            )
        except Stale:  # another click was faster
            return await self.rematch(table, person, name, bounded=bounded)
        return opened, True

    async def join(self, table: int, person: int, name: str, *, bounded: bool = False, rated: bool = True) -> Table:
        """Let a person join an open table, as `lobby.join` does."""
        found = await self.get(table)
        await lobby.join(found, person, name, bounded=bounded, rated=rated)
        return found

    async def leave(self, table: int, person: int) -> Table:
        """Let a person leave an open table, as `lobby.leave` does."""
        found = await self.get(table)
        await lobby.leave(found, person)
        return found

    async def start(self, table: int, person: int, interaction: int, bounded: Sequence[int] = ()) -> Table:
        """Start the game of a table by `lobby.start`, and return the table."""
        found = await self.get(table)
        await lobby.start(found, person, interaction, self._random, bounded)
        return found

    async def cancel(self, table: int, person: int, *, admin: bool = False) -> Table:
        """Close an open table, as `lobby.cancel` does."""
        found = await self.get(table)
        await lobby.cancel(found, person, admin=admin)
        return found

    async def move_to(self, table: Table, place: int) -> None:
        """Store that a table's boards are posted in another channel or thread from now on: its place.

        :raises NoTable: when the table was deleted meanwhile.
        """
        try:
            revision = await self.store.set_place(table.id, place)
        except Stale:
            raise NoTable from None
        table.apply_row_change(revision, place=place, board=None)

    async def move_board(self, table: Table, board: OutboxRow, place: int, payload: str) -> None:
        """Store a new place as `move_to` does, and replace the payload of the board that is about to be posted there."""
        table.apply_row_change(await self.store.outbox.move_board(board, place, payload, self.now()), place=place, board=None)

    async def mark_sent(self, row: OutboxRow, place: int, message: int, shown: str = "") -> None:
        """Store that a row of the outbox was sent as this message.

        :param place: the channel or thread of the message.
        :param shown: JSON of `host.outbox.Shown`, for a board.
        """
        parts = decode(shown, Shown) if row.kind == "board" and shown else Shown()
        revision = await self.store.outbox.mark_sent(
            row, place, message, shown, people=parts.known_people, unnamed=encode(parts.without_names())
        )
        table = self._alive.get(row.table or 0)
        if table is not None and revision is not None:
            table.apply_row_change(revision, **{"board": message} | ({"lobby": message} if row.kind == "lobby" else {}))

    async def set_lobby(self, table: Table, message: int, revision: int | None) -> None:
        """Store the message that shows the seats of an open table.

        :param revision: the table's revision that it shows; None if that is unknown.
        """
        now = await self.store.outbox.mark_lobby_shown(table.id, message, revision, self.now())
        if now is not None:
            table.apply_row_change(now, board=message, lobby=message)

    async def forget_lobby(self, table: Table) -> None:
        """Store that the lobby message of a started table was deleted, so nothing is shown there any more."""
        table.apply_row_change(await self.store.outbox.forget_lobby(table.id), lobby=None)
