"""Tell a journey: what people do at a table, and what they see of it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from random import Random
from typing import Any

import asyncpg

from db.rows import SeatRow, unpack_state
from host.codec import decode_state
from host.tables import Tables
from rules import GAMES
from rules.choice import Path
from rules.game import play, read
from rules.turn import goes_on_at_once, turn_conversation
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import Json
from trials import screen
from trials.local_bot import LocalBot
from trials.player import Choose, answer_at_random, answer_by_path, confirm, press, type_at_random
from trials.process_bot import ProcessBot
from trials.screen import enabled, is_preview, says_over
from trials.seeding import Stop, play_until, start_table
from trials.waiting import T, wait_until


def rows_of(address: str, sql: str, given: Sequence[object]) -> list[tuple[Any, ...]]:
    """Run a query for SQLite on a server: each ``?`` stands for a value, and text of digits counts as a number."""
    numbers = count(1)
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
    values = [int(value) if isinstance(value, str) and value.isdecimal() else value for value in given]

    async def ask() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(address)
        rows = [tuple(row) for row in await connection.fetch(numbered, *values)]
        await connection.close()
        return rows

    with ThreadPoolExecutor(1) as another:  # this thread runs an event loop already
        return another.submit(asyncio.run, ask()).result()


def said(answer: Answer) -> str:
    """Return the private text that answered a person, in the answer or after it."""
    notes = answer.followups
    assert answer.ephemeral or notes, answer.text
    return "\n".join([answer.text, *(note.text for note in notes)])


def is_board(message: Json) -> bool:
    """Return whether a message asks for a move; the card in the channel above asks for none."""
    return "b1:move:" in str(message.get("components"))


class Journey:
    """A table under test: its people act in few words, and its messages and rows are read."""

    def __init__(self, bot: ProcessBot | LocalBot, home: GuildHandle, *, shared: bool = False) -> None:
        self.bot = bot
        self.home = home
        self.shared = shared  # the bot, and so its database, with other journeys
        self.game = "djinns"
        self.sandbox = bot.sandbox
        self.people = list(home.people.values())
        self.ada, self.ben, self.cleo, self.dan = self.people
        self.place = self.home.channel_id("garden")
        self.random = Random(1)

    async def open(self, seats: int, given: dict[str, object] | None = None, **options: Any) -> Answer:
        """Have Ada open a table and the others join; return the lobby message."""
        lobby = await self.ada.slash("game new", given, game=self.game, seats=seats, **options)
        for person in self.people[1:seats]:
            await person.click("Join", on=lobby)
        return lobby

    async def begin(self, seats: int, given: dict[str, object] | None = None, **options: Any) -> Answer:
        """Start a table and have everybody look at its board; return the board."""
        lobby = await self.open(seats, given, **options)
        known = {message["id"] for message in self.home.all_messages}
        await self.ada.click("Start", on=lobby)
        message = await self.home.wait_for(lambda m: is_board(m) and m["id"] not in known)
        self.look_at(message["channel_id"])
        return self.ada.read(message)

    async def under_way(self, seats: int = 2, turns: int = 4) -> None:
        """Start a table and play ``turns`` turns."""
        await self.begin(seats)
        for _ in range(turns):
            await self.turn()

    async def prepared(
        self, seats: int, choose: Choose, stop: Stop, seed: int, language: str = "", *, hints: bool = False
    ) -> Path:
        """Play a table to a point in the database, then start the bot, which posts its board; return the path that comes next."""
        assert not self.bot.running
        store = await self.bot.open_store()
        people = [SeatRow(seat, int(person.id), person.name) for seat, person in enumerate(self.people[:seats])]
        place, guild = self.home.channel_id("garden"), int(self.home.guild.id)
        tables = Tables(store, random=Random(seed))
        table = await start_table(tables, self.game, people, guild=guild, channel=int(place), language=language, hints=hints)
        path = await play_until(table, choose, stop, Random(seed))
        await store.close()
        await self.bot.start()
        self.look_at(place)
        await self.next_board(0)
        return path

    def rows(self, sql: str, *given: object) -> list[Any]:
        """Query the bot's database; if journeys share it, the values ``given`` must name the guild or table."""
        assert given or not self.shared, f"of which guild or table? {sql}"
        if isinstance(self.bot.database, str):
            return rows_of(self.bot.database, sql, given)
        with closing(sqlite3.connect(self.bot.database)) as db:
            return db.execute(sql, given).fetchall()

    @property
    def tables(self) -> list[int]:
        """Return the ids of all tables in this guild, oldest first."""
        return [number for (number,) in self.rows("SELECT id FROM tables WHERE guild = ? ORDER BY id", self.home.guild.id)]

    @property
    def state(self) -> Any:
        """Return the state of the newest table."""
        return self.state_of(self.tables[-1])

    def state_of(self, table: int) -> Any:
        """Return the state of a table."""
        sql = """SELECT state, version FROM moves JOIN states USING ("table", seq)
                 WHERE "table" = ? AND undone_at IS NULL ORDER BY seq DESC LIMIT 1"""
        ((stored, version),) = self.rows(sql, table)
        return decode_state(GAMES[self.game], unpack_state(stored), version)

    def requests(self, method: str, path: str) -> list[Json]:
        """Return the bot's requests about this guild with this method and this part of the path."""
        return [r for r in self._asked(self._places) if r["method"] == method and path in r["path"]]

    @property
    def told(self) -> list[Json]:
        """Return all requests of the bot about this guild, answers to people included."""
        places, asked = self._places, self.sandbox.world.interactions.values()
        return self._asked(places | {each.token for each in asked if each.channel_id in places})

    @property
    def _places(self) -> set[str]:
        return {self.home.guild.id, *(channel["id"] for channel in self.home.world.channels_of(self.home.guild))}

    def _asked(self, about: set[str]) -> list[Json]:
        return [r for r in self.sandbox.requests if about.intersection(r["path"].split("/"))]

    async def until(self, look: Callable[[], T]) -> T:
        """Wait until ``look`` returns something true, and return it; the error shows all messages and the log."""
        return await wait_until(look, changes=self.sandbox.world.changes, explain=self._look_around)

    def _look_around(self) -> str:
        return f"{[answer.text for answer in map(self.ada.read, self.home.all_messages)]}\n{self.bot.log}"

    async def start_with_emojis(self) -> None:
        """Start the bot, and wait until Discord has all emojis."""
        self.bot.emojis = True
        self.bot.clear_log()
        await self.bot.start()
        await self.until(lambda: "emojis: " in self.bot.log)

    def look_at(self, place: str) -> None:
        self.place = place
        for person in self.people:
            person.go(place)

    async def move_in_channel(self, mover: Person) -> Answer:
        """Type a move in the channel, as the thread takes no board; return the board that is posted here."""
        self.look_at(self.home.channel_id("garden"))
        await mover.click("Confirm", on=await mover.slash("move", move="red", table=self.tables[0]))
        return await self.next_board(0)

    async def board_in_channel(self) -> Answer:
        """Go to the channel, as the thread is gone or locked; return the board that is posted there."""
        self.look_at(self.home.channel_id("garden"))
        return await self.next_board(0)

    @property
    def boards(self) -> list[Answer]:
        """Return the boards in the channel, oldest first."""
        return [self.ada.read(message) for message in screen.boards(self.home.messages(self.place))]

    @property
    def board(self) -> Answer:
        return self.boards[-1]

    @property
    def mover(self) -> Person:
        """Return the person who is pinged under the newest board."""
        (person,) = [p for p in self.people if p.mention in self.board.text]
        return person

    @property
    def waiting(self) -> Person:
        """Return a person at the table who is not to move."""
        mover = self.mover
        return next(p for p in self.people if p is not mover and f"{p.name}" in self.board.alt[0])

    async def next_board(self, former: int) -> Answer:
        """Wait for the board after the first ``former`` ones, and return the newest."""
        await self.until(lambda: len(self.boards) > former)
        return self.board

    def of_tables(self, column: str) -> list[Any]:
        """Return the values of a database column for the guild's tables, oldest table first."""
        return [value for (value,) in self.rows(f"SELECT {column} FROM tables WHERE guild = ? ORDER BY id", self.home.guild.id)]

    async def board_with(self, words: str) -> Answer:
        """Wait until the newest board has this text, and return it."""
        await self.until(lambda: words in self.board.text)
        return self.board

    async def turn(self, *, typed: bool = False) -> Answer:
        """Have somebody who is to move take a random turn, by clicks or by typing; return the new board."""
        former, person = len(self.boards), self.mover
        panel = await (self.type_move(person) if typed else self.click_move(person))
        while True:
            while not is_preview(panel):
                panel = await self.answer(person, panel)
            table = int(enabled(panel, "p1:confirm")[0].split(":")[2])
            panel = await confirm(person, panel)
            if not GAMES[self.game].mid_turn(self.state_of(table)):
                return await self.next_board(former)

    async def play(self, choose: Choose, *, typed: bool) -> Answer:
        """Have somebody who is to move take a whole turn that ``choose`` finds; return the new board."""
        former, person = len(self.boards), self.mover
        while True:
            done = await self.play_move(person, choose, typed=typed)
            assert "Played" in done.text, done.text
            if not GAMES[self.game].mid_turn(self.state):
                return await self.next_board(former)

    async def play_out(self, choose: Choose, *, typed: bool) -> Answer:
        """Play turns that ``choose`` finds until the game is over, each with a picture; return the last board."""
        while not says_over(self.board.text):
            assert self.board.images[0].startswith(b"\x89PNG")
            await self.play(choose, typed=typed)
        return self.board

    async def play_move(self, person: Person, choose: Choose, *, typed: bool) -> Answer:
        """Make and confirm a move and those that follow at once, all found by ``choose``."""
        game, state = GAMES[self.game], self.state
        seat, made, after = min(game.to_act(state)), Path(), state
        while not made or goes_on_at_once(game, after, seat):
            path = choose(game.view(after, seat), self.random)
            meant = read(game, after, seat, " ".join(path)).path  # the words may be short
            made, after = (*made, *path), play(game, after, seat, meant).state
        if typed:
            preview = await person.slash("move", move=" ".join(made))
        else:
            ask = turn_conversation(game, state, seat)
            preview = await answer_by_path(person, await self.open_panel(person), ask, made)
        return await confirm(person, preview)

    async def open_panel(self, person: Person) -> Answer:
        """Press "Your move" under the newest board."""
        return await press(person, "b1:move", self.board)

    async def click_move(self, person: Person) -> Answer:
        """Answer by random buttons and menus until the move can be confirmed; return its preview."""
        panel = await self.open_panel(person)
        while not is_preview(panel):
            panel = await self.answer(person, panel)
        return panel

    async def answer(self, person: Person, panel: Answer) -> Answer:
        """Give one random answer, perhaps on another page or tab."""
        return await answer_at_random(person, panel, self.random)

    async def type_move(self, person: Person) -> Answer:
        """Follow random completions; return the preview of the move."""
        return await type_at_random(person, self.random)
