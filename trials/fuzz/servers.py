"""Set the scene: two servers, people with hostile names, and tables of all games at any stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from random import Random

from cogs.shell.reader import plain_name
from db.rows import SeatRow
from db.store import Store
from host.lobby import Terms
from host.refusal import Refused
from host.table import Table
from host.tables import Tables
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import PRIVATE_THREAD, PUBLIC_THREAD
from sandbox.objects import make_user
from sandbox.server import Sandbox
from sandbox.sight import permit
from trials.fuzz.hostile_values import BYSTANDER, NAMES
from trials.seeding import FIRST_CLICK_ID, begin, move_at_random, open_table

MOST_MOVES = 25  # at a table before it is shown
HIDDEN = "terrace"  # where not everybody may look
THREADS = (("Open", PUBLIC_THREAD), ("Secret", PRIVATE_THREAD))


@dataclass(frozen=True)
class Club:
    """A server with its people, the first of whom owns it, and their places: channels, a thread and a private thread."""

    id: int
    people: tuple[Person, ...]
    names: dict[str, str]  # of the people, by id
    places: tuple[str, ...]
    private: str
    hidden: str
    stranger: str  # may not look into the hidden channel


def clubs_of(sandbox: Sandbox) -> tuple[Club, Club]:
    """Prepare both servers before the bot starts."""
    sandbox.world.users[BYSTANDER] = make_user(BYSTANDER, "Bystander")
    half = len(NAMES) // 2
    return _club(sandbox.home, NAMES[:half]), _club(sandbox.found("Terrace Club"), NAMES[half:])


def _club(handle: GuildHandle, names: Sequence[str]) -> Club:
    world, guild = handle.world, handle.guild
    people = tuple(Person(world, guild, name) for name in guild.people)
    for person, name in zip(people, names, strict=True):
        world.users[person.id]["global_name"] = name
    guild.members.add(BYSTANDER)
    garden, hidden = world.place(guild, "garden"), world.place(guild, HIDDEN)
    permit(world, hidden, people[-1].id, {"view_channel": False})
    threads = tuple(str(world.new_thread(garden, name, kind, 1440)["id"]) for name, kind in THREADS)
    called = dict(zip((person.id for person in people), names, strict=True))
    return Club(int(guild.id), people, called, (garden["id"], hidden["id"], *threads), threads[1], hidden["id"], people[-1].id)


class Seeds:
    """Open and play tables in the bot's database, beside the bot."""

    def __init__(self, tables: Tables, clubs: tuple[Club, Club], random: Random, games: tuple[str, ...]) -> None:
        self.tables = tables
        self.made: set[int] = set()
        self._clubs = cycle(clubs)
        self._games = cycle(games)
        self._random = random
        self._clicks = count(FIRST_CLICK_ID)

    @classmethod
    async def on(cls, database: Path, clubs: tuple[Club, Club], random: Random, games: tuple[str, ...]) -> Seeds:
        """Open the database by another name, as the bot locks the first one."""
        other = database.with_name("seeds.sqlite3")
        other.symlink_to(database.name)
        return cls(Tables(await Store.open(other), random=random), clubs, random, games)

    async def close(self) -> None:
        """Close the database."""
        await self.tables.store.close()

    async def keep(self, running: int, opened: int) -> None:
        """Open and start tables until ``running`` run and ``opened`` are open, on both servers together."""
        rows = [row for club in (next(self._clubs), next(self._clubs)) for row in await self._living(club)]
        for status, wanted in (("running", running), ("open", opened)):
            for _ in range(wanted - sum(each == status for each in rows)):
                await self._one(next(self._clubs), status)

    async def _living(self, club: Club) -> list[str]:
        return [row.status for row in await self.tables.store.living_in_guild(club.id)]

    async def _one(self, club: Club, status: str) -> None:
        game, random = next(self._games), self._random
        people = random.sample(club.people, random.randint(2, 4))
        seats = [SeatRow(0, int(each.id), plain_name(club.names[each.id])) for each in people]
        place = int(random.choice(club.places))
        size = len(seats) if status == "running" else 4
        pace = random.choice(("untimed", "relaxed"))
        table = await open_table(self.tables, game, seats, Terms(size=size, pace=pace), guild=club.id, channel=place)
        self.made.add(table.id)
        if status == "running":
            await begin(table, next(self._clicks))
            await self._play(table)

    async def _play(self, table: Table) -> None:
        """Play a table to a random point, unless the bot gets ahead."""
        for _ in range(self._random.randrange(MOST_MOVES)):
            if len(table.position.to_act) == 0:
                return
            try:
                await move_at_random(table, self._random, next(self._clicks))
            except Refused:
                return
