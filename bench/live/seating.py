"""Seat people of many servers at tables, each in a thread of its own, and have them play by clicks.

They play by chance, which takes next to no time: they give random answers until the move can be confirmed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from db.rows import SeatRow
from db.store import Store
from host.tables import Tables
from rules import GAMES
from rules.game import AnyGame
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.kinds import Json
from sandbox.server import Sandbox
from trials.player import answer_at_random
from trials.screen import MOVE, PLAYED, board_of, enabled, has_question, is_preview, matching, says_over, text_of, to_move
from trials.seeding import open_table

NEIGHBOURS = 20  # tables on one server
MOST_CLICKS = 60  # of one turn
CONFIRM = "confirm"
START = 10**15  # ids of the clicks that start tables, from here on
MILLI = 1000


class Stuck(RuntimeError):
    """A turn that could not be finished by clicks."""


class Click(NamedTuple):
    """A click: its kind, its time by the monotonic clock, and the ms until its answer."""

    kind: str
    at: float
    took: float


class Group:
    """The people at one table."""

    def __init__(self, people: Sequence[Person], place: Json, game: AnyGame, random: Random) -> None:
        self.people = {person.id: person for person in people}
        self.place = place
        self.game = game
        self.table = 0
        self.board: Json = {}
        self.seq = -1  # of the board
        self._moved = -1  # the seq of the newest position at which one of them has moved
        self.over = False
        self._mover: Person | None = None
        self._panel: Answer | None = None
        self.random = random

    async def sit_down(self, tables: Tables) -> None:
        """Start a game of these people straight in the database. The bot posts its first board in their thread."""
        people = [SeatRow(0, int(person.id), person.name) for person in self.people.values()]
        guild, channel = int(self.place["guild_id"]), int(self.place["parent_id"])
        table = await open_table(tables, self.game.key, people, guild=guild, channel=channel)
        self.table = table.id
        await tables.start(table.id, people[0].person, START + table.id)
        await tables.move_to(table, int(self.place["id"]))

    @property
    def can_move(self) -> bool:
        """Return whether the table's board shows a position at which nobody of this group has moved yet.

        False until the bot posts their next board.
        """
        return self.seq > self._moved

    def hear(self, message: Json) -> bool:
        """Note a message of the table's thread; return whether it is a newer board of a running game."""
        self.over = self.over or says_over(text_of(message))
        place = board_of(message)
        if place is None or place.seq <= self.seq or matching(MOVE, message["components"]) is None:
            return False
        self.board, self.seq, self.table = message, place.seq, place.table
        return True

    def listen(self, event: str, message: Json) -> None:
        """Hear an event of the sandbox if it is a message in the table's thread."""
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and message.get("channel_id") == self.place["id"]:
            self.hear(message)

    @property
    def in_turn(self) -> bool:
        """Return whether a panel is open, so that the next click answers or confirms."""
        return self._panel is not None

    async def open(self) -> Click:
        """Have the person who is to move open the panel."""
        self._mover = self.people[to_move(text_of(self.board))[0]]
        self._panel, click = await _timed("open", self._mover.press(f"b1:move:{self.table}", self.board))
        return click

    async def click(self) -> Click:
        """Make the next click of the person who is to move: open the panel, answer, or confirm.

        :raises Stuck: if the move is not made.
        """
        if self._panel is None or self._mover is None:
            return await self.open()
        if is_preview(self._panel):
            (button,) = enabled(self._panel, "p1:confirm")
            panel, click = await _timed(CONFIRM, self._mover.press(button, self._panel))
            if not PLAYED.search(panel.text):
                raise Stuck(f"{self.game.key}, table {self.table}: {panel.text}")
            self._moved = int(button.split(":")[3])
        else:
            panel, click = await _timed("answer", answer_at_random(self._mover, self._panel, self.random, turning=0))
        self._panel = panel if is_preview(panel) or has_question(panel) else None
        return click

    async def turn(self) -> list[Click]:
        """Have the person who is to move take the whole turn: several moves if something is revealed in between.

        :raises Stuck: if the turn cannot be finished.
        """
        clicks = [await self.open()]
        while self.in_turn and len(clicks) <= MOST_CLICKS:
            clicks.append(await self.click())
        if self.in_turn or clicks[-1].kind != CONFIRM:
            raise Stuck(f"{self.game.key}, table {self.table}: no end after {len(clicks)} clicks")
        return clicks


async def _timed(kind: str, answer: Awaitable[Answer]) -> tuple[Answer, Click]:
    began = monotonic()
    given = await answer
    return given, Click(kind, began, (monotonic() - began) * MILLI)


def groups(sandbox: Sandbox, tables: int, people: int, seed: int, games: Sequence[str] = ()) -> list[Group]:
    """Return a group of people for each table, on new servers.

    :param people: for all tables together, shared out as the numbers of seats allow.
    :param games: keys of the games, one table each in turn; empty for all games.
    """
    found: list[Group] = []
    clubs = [sandbox.found(f"Club {number + 1}") for number in range(-(-tables // NEIGHBOURS))]
    for number in range(tables):
        club = clubs[number // NEIGHBOURS]
        game = GAMES[(games or sorted(GAMES))[number % len(games or GAMES)]]
        seats = min(max(game.seats), max(min(game.seats), people // tables + (number < people % tables)))
        sitting = [club.welcome(f"Guest {number + 1}-{seat + 1}") for seat in range(seats)]
        place = club.place(club.open_thread("garden", f"Table {number + 1}"))
        found.append(Group(sitting, place, game, Random(f"{seed}-{number}")))
    return found


async def sit_down(seated: Sequence[Group], address: Path | str) -> None:
    """Start the games of these groups in a database that no bot uses yet."""
    await begin(seated, await Store.open(address))


async def begin(seated: Sequence[Group], store: Store) -> None:
    """Start the games of these groups in an open database, and close it."""
    try:
        tables = Tables(store, len(seated), Random(1))
        for group in seated:
            await group.sit_down(tables)
    finally:
        await store.close()
