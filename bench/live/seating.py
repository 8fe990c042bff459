"""Tables on a sandbox: people of many servers, each table in a thread of its own, and how its people play by clicks.

They know no rules, and so need next to no time: whoever is to move gives any answer that the panel offers until the move can be
confirmed. What is offered can always be finished.
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
TOO_MANY = 60  # clicks of one turn
CONFIRM = "confirm"
START = 10**15  # ids of the clicks that start tables, from here on
MILLI = 1000


class Stuck(RuntimeError):
    """A move that nobody could make by clicks."""


class Click(NamedTuple):
    """What it was, when it was made by the monotonic clock, and after how many ms it was answered."""

    kind: str
    at: float
    took: float


class Group:
    """Those who sit at one table, most of them for the first time in their lives."""

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
        """Their game begins, straight in the database; its first board is owed to their thread."""
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
        """A message of their thread was sent or changed: is it a newer position than the one they know, and do they play on?"""
        place = board_of(message)
        if place is None or place.seq <= self.seq or matching(MOVE, message["components"]) is None:
            return False
        self.board, self.seq = message, place.seq
        return True

    async def open(self) -> tuple[Person, Answer, Click]:
        """Whoever is to move opens the panel."""
        mover = self.people[to_move(text_of(self.board))[0]]
        panel, click = await _timed("open", mover.press(f"b1:move:{self.table}", self.board))
        return mover, panel, click

    async def turn(self) -> list[Click]:
        """Whoever is to move does so; of several moves, where something is revealed in between. Raises `Stuck`."""
        mover, panel, click = await self.open()
        clicks = [click]
        while confirms(panel) or asks(panel):
            if len(clicks) > TOO_MANY:
                raise Stuck(f"{self.game.key}, table {self.table}: {panel.text}")
            panel, click = await self._next(mover, panel)
            clicks.append(click)
        if clicks[-1].kind != CONFIRM:
            raise Stuck(f"{self.game.key}, table {self.table}: {panel.text}")
        return clicks

    async def _next(self, mover: Person, panel: Answer) -> tuple[Answer, Click]:
        """The move is confirmed, if it is one already."""
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
    """So many tables of all these games in turn, and who is to sit there: so many people on servers of their own."""
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
    """Their games begin in this database, which no bot uses yet."""
    await begin(seated, await Store.open(address))


async def begin(seated: Sequence[Group], store: Store) -> None:
    """Begin their games in an open database, and close it."""
    try:
        tables = Tables(store, len(seated), Random(1))
        for group in seated:
            await group.sit_down(tables)
    finally:
        await store.close()
