"""Opening, finding and loading tables; their life before the start."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from random import Random, SystemRandom

from db.rows import SeatRow, TableRow
from db.store import Store
from host.deadlines import EXPIRY, PACES
from host.position import CANCELLED, OVER
from host.refusal import Refused
from host.table import Table
from rules import GAMES
from rules.game import AnyGame
from rules.text import Text, say

LIVING = ("open", "running")
NO_TABLE = say("There is no such table.")


def game_named(key: str) -> AnyGame:
    """The game with this key; raises `Refused`."""
    if key not in GAMES:
        titles = tuple(f"{game.title} ({game.key})" for game in GAMES.values())
        raise Refused(say("There is no game called “{key}”. There are: {games}.", key=key[:40], games=titles))
    return GAMES[key]


class Tables:
    """All tables; at most ``limit`` are kept in memory, those not asked for longest are dropped first.

    ``now`` tells the time, in seconds since 1970.
    """

    def __init__(
        self, store: Store, limit: int = 200, random: Random | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self.store = store
        self.now = now
        self._limit = limit
        self._random = random or SystemRandom()
        self._loaded: OrderedDict[int, Table] = OrderedDict()

    @property
    def in_memory(self) -> frozenset[int]:
        """The tables that are loaded now."""
        return frozenset(self._loaded)

    async def get(self, table: int) -> Table:
        """The table with this id; raises `Refused` if there is none."""
        if table not in self._loaded:
            loaded = await self._load(table)
            self._loaded.setdefault(table, loaded)  # another may have been quicker
        found = self._loaded[table]
        self._loaded.move_to_end(table)
        self._drop_idle()
        return found

    async def living_in(self, channel: int) -> list[TableRow]:
        """Open and running tables of a channel or thread."""
        return await self.store.tables_in(channel, LIVING)

    async def open(
        self,
        *,
        game: str,
        size: int | None,
        variants: tuple[str, ...],
        host: SeatRow,
        guild: int,
        channel: int,
        pace: str = "untimed",
        lapse: str = "",
    ) -> Table:
        """A new table with its host seated; raises `Refused`."""
        rules = game_named(game)
        wanted = max(rules.seats) if size is None else size
        _check(rules, wanted, variants, pace)
        now = self.now()
        row = TableRow(
            id=0,
            game=game,
            version=rules.version,
            variants=" ".join(variants),
            size=wanted,
            status="open",
            host=host.person,
            guild=guild,
            channel=channel,
            place=channel,
            seq=0,
            board=None,
            opened=now,
            pace=pace,
            lapse=lapse or ("wait" if pace == "untimed" else "stand-in"),
            wake=now + EXPIRY,
        )
        return await self.get(await self.store.open_table(row, host.name))

    async def join(self, table: int, person: int, name: str) -> Table:
        """Take a free seat; raises `Refused`."""
        async with self._open_table(table) as found:
            if found.seat_of(person) is not None:
                raise Refused(say("You sit at this table already."))
            if len(found.seats) >= found.row.size:
                raise Refused(say("All {count} seats of this table are taken.", count=found.row.size))
            await _seat(found, [*found.seats, SeatRow(0, person, name)])
            return found

    async def leave(self, table: int, person: int) -> Table:
        """Give one's seat up before the start; the next person becomes host, an empty table is cancelled."""
        async with self._open_table(table) as found:
            if found.seat_of(person) is None:
                raise Refused(say("You do not sit at this table."))
            others = [seat for seat in found.seats if seat.person != person]
            await (_seat(found, others) if others else _cancel(found))
            return found

    async def start(self, table: int, person: int, interaction: int) -> Table:
        """Begin to play; raises `Refused`."""
        async with self._open_table(table) as found:
            _only_host(found, person, "start")
            least = min(found.game.seats)
            if len(found.seats) < least:
                sentence = "{game} needs at least {least} players; {count} sits here. Others can press Join."
                raise Refused(say(sentence, game=found.game.title, least=least, count=len(found.seats)))
            await found.begin(found.seats, interaction)
            return found

    async def cancel(self, table: int, person: int, *, admin: bool = False) -> Table:
        """Close an open table; its host may, and who manages the server; raises `Refused`."""
        async with self._open_table(table) as found:
            if not admin:
                _only_host(found, person, "cancel")
            await _cancel(found)
            return found

    async def move_to(self, table: Table, place: int) -> None:
        """The board is shown elsewhere from now on."""
        await self.store.set_place(table.id, place)
        table.row = table.row._replace(place=place, board=None)

    async def set_board(self, table: Table, message: int) -> None:
        """The message that carries the living buttons."""
        await self.store.set_board(table.id, message)
        table.row = table.row._replace(board=message)

    async def _load(self, table: int) -> Table:
        row = await self.store.table(table)
        if row is None or row.game not in GAMES:
            raise Refused(NO_TABLE)
        newest = next(iter(await self.store.last_moves(table, 1)), None)
        seats, clocks = await self.store.seats(table), await self.store.clocks(table)
        return Table(self.store, row, seats, clocks, newest, self._random, self.now)

    def _drop_idle(self) -> None:
        for table in list(self._loaded)[: max(0, len(self._loaded) - self._limit)]:
            if not self._loaded[table].busy:
                del self._loaded[table]

    @asynccontextmanager
    async def _open_table(self, table: int) -> AsyncGenerator[Table]:
        """An open table, its lock held; raises `Refused`."""
        found = await self.get(table)
        async with found.lock:
            if found.row.status != "open":
                raise Refused(_closed(found.row.status))
            yield found


def _check(rules: AnyGame, size: int, variants: tuple[str, ...], pace: str) -> None:
    """Can such a table be opened? Raises `Refused`."""
    if size not in rules.seats:
        sentence = "{game} is for {least} to {most} players."
        raise Refused(say(sentence, game=rules.title, least=min(rules.seats), most=max(rules.seats)))
    known = tuple(variant.key for variant in rules.variants)
    for variant in set(variants) - set(known):
        sentence = "“{option}” is no option of {game}. Options: {known}."
        raise Refused(say(sentence, option=variant, game=rules.title, known=known or ("none",)))
    if pace not in PACES:
        raise Refused(say("“{pace}” is no pace. There are: {known}.", pace=pace[:40], known=tuple(PACES)))


def _only_host(table: Table, person: int, verb: str) -> None:
    if person != table.row.host:
        host = next(seat.name for seat in table.seats if seat.person == table.row.host)
        raise Refused(say("Only {host}, who opened this table, can {verb} it.", host=host, verb=say(verb)))


async def _seat(table: Table, seats: list[SeatRow]) -> None:
    seated = tuple(seat._replace(seat=number) for number, seat in enumerate(seats))
    host = table.row.host if any(s.person == table.row.host for s in seated) else seated[0].person
    await table.change(table.row._replace(host=host), seats=seated)


async def _cancel(table: Table) -> None:
    await table.change(table.row._replace(status="cancelled", seq=table.seq + 1, wake=None))


def _closed(status: str) -> Text:
    return {"running": say("This game has started already."), "over": OVER}.get(status, CANCELLED)
