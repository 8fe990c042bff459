"""A drill: the database of four tables is copied while they play, they play on, and it is restored from the copy."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from db.rows import SeatRow
from db.store import Store
from host.lobby import Terms
from host.refusal import MovedOn
from host.table import Table
from host.tables import Tables
from rules import GAMES
from rules.choice import Path as Answers
from sandbox.answer import Answer
from tests.greedy import GREEDY
from tests.people import clicks
from tests.playing import Choose, at_random
from tests.program import run_bot_on
from tests.server import ON_SERVER, TOOLS, Server
from trials.journey import Journey
from trials.screen import says_over

pytestmark = pytest.mark.process

LEFT = 8  # moves to the end of each game when the bot starts
TURNS = 1  # played at each table between the copy and the end of the bot that is lost
RESTORED = "The bot was restored from a backup: this table is as it was on "


class AtTable(Journey):
    """A journey at one of several tables."""

    def __init__(self, journey: Journey, table: int, game: str, place: str) -> None:
        super().__init__(journey.bot, journey.home)
        self.number, self.game, self.place = table, game, place

    @property
    def tables(self) -> list[int]:
        return [self.number]

    @property
    def seq(self) -> int:
        ((seq,),) = self.rows("SELECT seq FROM tables WHERE id = ?", self.number)
        return seq

    @property
    def choose(self) -> Choose:
        return chooser(self.game)

    async def step(self, *, typed: bool = False) -> Answer:
        """Play a turn by clicks, or by typing, which brings fewer pictures."""
        self.look_at(self.place)
        return await self.play(self.choose, typed=typed)

    async def begin_anew(self) -> None:
        """Let the player to move drop the draft, if the copy holds one."""
        self.look_at(self.place)
        panel = await self.mover.click("Your move", on=self.board)
        if any(button.custom_id.startswith("p1:over") for button in panel.buttons):
            await self.mover.click("Start over", on=panel)

    async def preview(self) -> Answer:
        """Return the panel of the player to move, before the last click."""
        self.look_at(self.place)
        return await self.click_move(self.mover)


def chooser(game: str) -> Choose:
    return GREEDY.get(game) or at_random(game)


async def prepared(journey: Journey, folder: Path) -> list[AtTable]:
    """A table of each game, not long before its end, in a thread of its own; the bot does not run yet."""
    store = await journey.bot.open_store()
    tables: list[AtTable] = []
    for game in GAMES:
        place = journey.home.open_thread("garden", game)
        moves = await whole_game(journey, folder / game, game, place)
        table = await begun(journey, store, game, place)
        for person, path in moves[:-LEFT]:
            await table.move(person, table.position.seq, path, next(clicks))
        tables.append(AtTable(journey, table.id, game, place))
    await store.close()
    return tables


async def whole_game(journey: Journey, file: Path, game: str, place: str) -> list[tuple[int, Answers]]:
    """The moves of such a game: who made them, and the answers to the questions."""
    store, random, moves = await Store.open(file), Random(1), list[tuple[int, Answers]]()
    table = await begun(journey, store, game, place)
    while table.position.to_act:
        seat = table.position.to_act[0]
        moves.append((seat.person, chooser(game)(table.position.view(seat.person), random)))
        await table.move(seat.person, table.position.seq, moves[-1][1], next(clicks))
    await store.close()
    return moves


async def begun(journey: Journey, store: Store, game: str, place: str) -> Table:
    host, other = (SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(journey.people[:2]))
    tables, terms = Tables(store, random=Random(1)), Terms(size=2)
    table = await tables.open(game=game, terms=terms, host=host, guild=int(journey.home.guild.id), channel=int(place))
    await tables.join(table.id, other.person, other.name)
    return await tables.start(table.id, host.person, next(clicks))


async def upkeep(journey: Journey, *words: str) -> str:
    """Run a sub-command, which must succeed; return its output."""
    done = await asyncio.to_thread(run_bot_on, journey.bot.database, *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


class Copies:
    """A copy of the bot's database in a file, and the way back to it."""

    def __init__(self, journey: Journey, folder: Path) -> None:
        self._journey, self._file = journey, str(folder / "copy.sqlite3")

    async def make(self) -> None:
        await upkeep(self._journey, "backup", self._file)

    async def go_back(self) -> str:
        """Restore the bot's database from the copy; return the output."""
        return await upkeep(self._journey, "restore", self._file)

    async def sound(self) -> None:
        assert "no findings" in await upkeep(self._journey, "verify", self._file)


class Dumps(Copies):
    """A dump of a PostgreSQL database; it is restored into a new database."""

    def __init__(self, journey: Journey, server: Server) -> None:
        super().__init__(journey, server.folder)
        self._server, self._file = server, str(server.folder / f"drill-{next(clicks)}")

    async def make(self) -> None:
        words = ("-Fc", "-f", self._file, "-d", str(self._journey.bot.database))
        await asyncio.to_thread(self._server.run, "pg_dump", *words)

    async def go_back(self) -> str:
        address = self._server.address(self._server.new())
        self._server.run("pg_restore", "--no-owner", "-d", address, self._file)
        told = await upkeep(self._journey, "restore", address)
        self._journey.bot.database = address
        return told

    async def sound(self) -> None:
        """A dump is read by pg_restore alone."""


@pytest.fixture
def copies(journey: Journey, tmp_path: Path, request: pytest.FixtureRequest) -> Copies:
    return Dumps(journey, request.getfixturevalue("server")) if ON_SERVER else Copies(journey, tmp_path)


async def told_of_it(tables: list[AtTable], boards: list[int]) -> None:
    for at, former in zip(tables, boards, strict=True):
        await at.next_board(former)
        assert RESTORED in at.board.text


@pytest.mark.long
@TOOLS
@pytest.mark.both
@pytest.mark.timeout(600)
@pytest.mark.own_bot(started=False)
async def test_four_tables_go_on_from_a_backup(journey: Journey, copies: Copies, tmp_path: Path) -> None:
    tables = await prepared(journey, tmp_path)
    await journey.bot.start()
    for at in tables:
        await at.next_board(0)
    backup = asyncio.create_task(copies.make())
    for at in tables:
        await at.step()
    await backup
    for at in tables * TURNS:
        await at.step()
    newer = [(at, at.mover, await at.preview(), at.seq) for at in tables]
    boards = [len(at.boards) for at in tables]
    await journey.bot.stop()
    assert "4 running tables will say so" in await copies.go_back()
    await journey.bot.start()
    await told_of_it(tables, boards)
    for at, mover, preview, seq in newer:
        now = (at.seq, at.state)
        assert at.seq > 1000 * seq
        at.look_at(at.place)
        refused = await mover.click("Confirm", on=preview)
        assert (str(MovedOn().text) if mover is at.mover else "It is not your turn") in refused.text
        assert (at.seq, at.state) == now
    for at in tables:
        at.look_at(at.place)
        assert RESTORED in (await at.ada.slash("log", table=at.number)).text
        await at.begin_anew()
        await at.step()
        while not says_over(at.board.text):
            await at.step(typed=True)
    await copies.sound()
    await journey.bot.stop()
    assert "4 of them replayed" in await upkeep(journey, "verify", str(journey.bot.database))
