"""Opening, finding and loading tables; their life before the start."""

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

from db.rows import OutboxRow, SeatRow, TableRow
from db.statement import Stale
from db.store import Store
from host import lobby
from host.deadlines import EXPIRY
from host.mentions import command
from host.outline import Outline
from host.quotas import Quotas, within
from host.refusal import Refused
from host.seeds import Seeds, seeds
from host.table import Table, load
from host.workers import Workers
from rules import GAMES
from rules.game import AnyGame
from rules.text import say

log = logging.getLogger(__name__)

NO_REMATCH = say("Nobody has opened a rematch. Those who sat here can; {new} opens another table.", new=command("game new"))
LIVING = ("open", "running")


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
        wake=now + EXPIRY,
    )


def game_named(key: str) -> AnyGame:
    """The game with this key; raises `Refused`."""
    if key not in GAMES:
        titles = tuple(say("{game} ({key})", game=game.title, key=game.key) for game in GAMES.values())
        raise Refused(say("There is no game called “{key}”. There are: {games}.", key=key[:40], games=titles))
    return GAMES[key]


class Tables:
    """All tables; at most ``limit`` are kept in memory, those not asked for longest are dropped first.

    A table that somebody still holds is found again after that, so that there is never a second one with the same id.
    ``random`` draws for all dealers, in place of what nobody foresees. ``now`` tells the time, in seconds since 1970; ``workers``
    think for computers and stand-ins, without any a thread does.
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
        """The table with this id, where the database says it is now; raises `Refused` if there is none."""
        found = self._alive.get(table)
        if found is None:
            async with self._loading:
                found = self._alive.get(table)
                if found is None:
                    self._seeds = self._seeds or await seeds(self.store)
                    found = Table(self.store, await load(self.store, table), self._seeds, self.now)
                self._alive[table] = found
        else:
            await found.confirm()
        self._kept[table] = found
        self._kept.move_to_end(table)
        if len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return found

    async def those(self, ids: Iterable[int]) -> list[Table]:
        """The tables with these ids; one whose position is not understood any more does not stand in the way of the others."""
        found: list[Table] = []
        for table in ids:
            try:
                found.append(await self.get(table))
            except Refused as refused:
                log.warning("table %d is left out: %s (%s)", table, refused, refused.__cause__)
        return found

    async def living_in(self, channel: int) -> list[TableRow]:
        """Open and running tables of a channel or thread."""
        return await self.store.living_in(channel)

    async def running_of(self, person: int) -> list[Outline]:
        """The running tables where a person sits, oldest first."""
        return [Outline.of_rows(found) for found in await self.store.running_of(person) if found.row.game in GAMES]

    async def open_of(self, person: int) -> list[Outline]:
        """Return the open tables where a person has a seat, or one is kept for them, oldest first."""
        return [Outline.of_rows(found) for found in await self.store.open_of(person) if found.row.game in GAMES]

    async def outlines(self, ids: Sequence[int]) -> list[Outline]:
        """The tables with these ids, as lists show them."""
        return [Outline.of_rows(found) for found in await self.store.outlines(ids) if found.row.game in GAMES]

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
        """Open a table; with ``lobby_answers`` its lobby message answers the interaction, else the sender posts it.

        :param bounded: do the limits on tables count for its host?
        :param inviting: do those on invitations?
        :raises Refused: when the terms do not fit the game, or a limit is reached.
        :raises Repeated: when this interaction has opened a table already.
        """
        rules = game_named(game)
        row = _new_row(rules, host, guild, channel, self.now())._replace(variants=" ".join(variants), rematch_of=rematch_of)
        seats = lobby.numbered((host, *computers, *invited))
        row = lobby.agreed(rules, row, terms, seats)
        quotas = await Quotas.of(self.store, guild, self.now())
        asked = [seat.person for seat in invited] if inviting else []
        hold = [*(quotas.hold_opening(host.person) if bounded else ()), *quotas.hold_invitations(host.person, asked)]

        async def require() -> None:
            if bounded:
                await quotas.require_opening(host.person)
            await quotas.require_invitations(host.person, seats, asked)

        made = partial(self.store.open_table, row, seats, interaction, lobby_answers=lobby_answers, within=hold)
        return await self.get(await within(require, made))

    async def rematch(self, table: int, person: int, name: str, *, bounded: bool = False) -> tuple[Table, bool]:
        """The table where those of an ended one play again, seats of people kept, and whether it was opened just now.

        Who had left for a stand-in may open it, too; to others it is shown once it is open.

        :param bounded: do the limits on tables count for this person?
        :raises Refused: if the game is not over, or the person did not sit there and nobody has opened it, or a limit is reached.
        """
        at = (await self.get(table)).position
        row = at.row
        if row.status != "over":
            raise Refused(say("This game is not over yet."))
        if again := await self.store.rematch(table):
            return await self.get(again), False
        if all(seat.person != person for seat in at.seats):
            raise Refused(NO_REMATCH)
        others = [lobby.reserved(seat.person, seat.name) for seat in at.seated if seat.person != person]
        try:
            opened = await self.open(
                game=row.game,
                terms=replace(lobby.Terms.of(row), size=len(at.seats)),
                variants=tuple(row.variants.split()),
                host=SeatRow(0, person, name),
                guild=row.guild,
                channel=row.channel,
                invited=others,
                computers=at.computers,
                rematch_of=table,
                bounded=bounded,
            )
        except Stale:  # somebody else was faster
            return await self.rematch(table, person, name, bounded=bounded)
        return opened, True

    async def join(self, table: int, person: int, name: str, *, bounded: bool = False) -> Table:
        """Take a free seat, or the one that is kept for this person; with ``bounded`` limits count. Raises `Refused`."""
        found = await self.get(table)
        await lobby.join(found, person, name, bounded=bounded)
        return found

    async def leave(self, table: int, person: int) -> Table:
        """Give one's seat up before the start; the next person becomes host, an empty table is cancelled."""
        found = await self.get(table)
        await lobby.leave(found, person)
        return found

    async def start(self, table: int, person: int, interaction: int, bounded: Sequence[int] = ()) -> Table:
        """Begin to play; the limits on tables count for those who are ``bounded``. Raises `Refused`."""
        found = await self.get(table)
        await lobby.start(found, person, interaction, self._random, bounded)
        return found

    async def cancel(self, table: int, person: int, *, admin: bool = False) -> Table:
        """Close an open table; its host may, and who manages the server; raises `Refused`."""
        found = await self.get(table)
        await lobby.cancel(found, person, admin=admin)
        return found

    async def move_to(self, table: Table, place: int) -> None:
        """The board is shown elsewhere from now on."""
        table.apply_row_change(await self.store.set_place(table.id, place), place=place, board=None)

    async def move_board(self, table: Table, board: OutboxRow, place: int, payload: str) -> None:
        """The same, and the board that is about to be posted says so."""
        table.apply_row_change(await self.store.outbox.move(board, place, payload, self.now()), place=place, board=None)

    async def paid(self, row: OutboxRow, place: int, message: int, shown: str = "") -> None:
        """What was owed has its message."""
        revision = await self.store.outbox.paid(row, place, message, shown)
        table = self._alive.get(row.table or 0)
        if table is not None and revision is not None:
            table.apply_row_change(revision, **{"board": message} | ({"lobby": message} if row.kind == "lobby" else {}))

    async def set_lobby(self, table: Table, message: int, revision: int | None) -> None:
        """The message that offers the seats of an open table, which shows it as it was at this revision, or nobody knows when."""
        now = await self.store.outbox.lobby_shown(table.id, message, revision, self.now())
        if now is not None:
            table.apply_row_change(now, board=message, lobby=message)

    async def forget_lobby(self, table: Table) -> None:
        """The message of a started table's lobby is gone, and nothing is shown there any more."""
        table.apply_row_change(await self.store.outbox.forget_lobby(table.id), lobby=None)
