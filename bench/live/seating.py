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
from trials.screen import MOVE, PLAYED, asks, board_of, confirms, enabled, matching, text_of, to_move
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
        self._random = random

    async def sit_down(self, tables: Tables) -> None:
        """Start their game straight in the database; its first board is pending for their thread."""
        people = [SeatRow(0, int(person.id), person.name) for person in self.people.values()]
        guild, channel = int(self.place["guild_id"]), int(self.place["parent_id"])
        table = await open_table(tables, self.game.key, people, guild=guild, channel=channel)
        self.table = table.id
        await tables.start(table.id, people[0].person, START + table.id)
        await tables.move_to(table, int(self.place["id"]))

    @property
    def can_move(self) -> bool:
        """Return whether their board shows a position at which nobody has moved yet.

        People who move twice in a row do not wait for the board in between: it comes late, and shows a turn that is over.
        """
        return self.seq > self._moved

    def hear(self, message: Json) -> bool:
        """Note a message of their thread; return whether it is a newer board of a running game."""
        place = board_of(message)
        if place is None or place.seq <= self.seq or matching(MOVE, message["components"]) is None:
            return False
        self.board, self.seq = message, place.seq
        return True

    async def open(self) -> tuple[Person, Answer, Click]:
        """Have the person who is to move open the panel."""
        mover = self.people[to_move(text_of(self.board))[0]]
        panel, click = await _timed("open", mover.press(f"b1:move:{self.table}", self.board))
        return mover, panel, click

    async def turn(self) -> list[Click]:
        """Have the person who is to move take the turn; it has several moves if something is revealed in between.

        :raises Stuck: if it cannot be finished.
        """
        mover, panel, click = await self.open()
        clicks = [click]
        while confirms(panel) or asks(panel):
            if len(clicks) > MOST_CLICKS:
                raise Stuck(f"{self.game.key}, table {self.table}: {panel.text}")
            panel, click = await self._next(mover, panel)
            clicks.append(click)
        if clicks[-1].kind != CONFIRM:
            raise Stuck(f"{self.game.key}, table {self.table}: {panel.text}")
        return clicks

    async def _next(self, mover: Person, panel: Answer) -> tuple[Answer, Click]:
        """Confirm the move if it is complete, else give an answer."""
        if not confirms(panel):
            return await _timed("answer", answer_at_random(mover, panel, self._random, turning=0))
        (button,) = enabled(panel, "p1:confirm")
        told, click = await _timed(CONFIRM, mover.press(button, panel))
        if not PLAYED.search(told.text):
            raise Stuck(f"{self.game.key}, table {self.table}: {told.text}")
        self._moved = int(button.split(":")[3])
        return told, click


async def _timed(kind: str, answer: Awaitable[Answer]) -> tuple[Answer, Click]:
    began = monotonic()
    given = await answer
    return given, Click(kind, began, (monotonic() - began) * MILLI)


def groups(sandbox: Sandbox, tables: int, people: int, seed: int, games: Sequence[str] = ()) -> list[Group]:
    """Return a group for each table, of these games in turn, with ``people`` in all, on servers of their own."""
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
    """Start their games in a database that no bot uses yet."""
    await begin(seated, await Store.open(address))


async def begin(seated: Sequence[Group], store: Store) -> None:
    """Start their games in an open database, and close it."""
    try:
        tables = Tables(store, len(seated), Random(1))
        for group in seated:
            await group.sit_down(tables)
    finally:
        await store.close()
