"""Try extreme settings: many people at many tables, away for a year, change quiet hours of every length at once.

Each person sits at several tables, announces days away and quiet hours, makes them longer and shorter, and takes them back.
All look at lists, logs and boards, too. No step of the event loop may take longer than `MOST_STEP_MS`, or open a file.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import count, cycle
from pathlib import Path
from random import Random

from bench.rows import Row
from db.rows import SeatRow
from db.store import Store
from host.lobby import Terms
from host.settings import QUIET_LIMIT_MINUTES, TRIP_LIMIT_DAYS
from host.tables import Tables
from rules import GAMES
from sandbox.answer import Unanswered
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from sandbox.server import Sandbox
from trials import options
from trials.faults.check_program import check_log
from trials.findings import Finding
from trials.loop_watch import MOST_STEP_MS, Steps
from trials.monitored_bot import MonitoredBot
from trials.seeding import FIRST_CLICK_ID, begin, move_at_random, open_table

SEATS = 4  # of each table
PLAYED = 12  # moves of each table
AWAY = 6  # times of `TRIP_LIMIT_DAYS` days each: a year
AT_ONCE = 24  # inputs under way
SANDBOX_TIMEOUT_FACTOR = 400.0  # times as long as Discord the sandbox waits: this does not test speed
ANSWER_SECONDS = 900.0  # until an answer is given up
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo", "Pacific/Chatham")
LOOKS = ("turns", "log", "board", "game list", "game list everywhere", "completions")
DAY = 86_400.0


@dataclass(frozen=True)
class TrialSettings:
    """The size of the bench; ``tables`` is the number of tables of each person."""

    people: int
    tables: int
    seed: int
    games: tuple[str, ...]
    code: Path
    folder: Path


@dataclass(frozen=True)
class Result:
    """Inputs, tables and failures, and the steps of the event loop."""

    inputs: int
    tables: int
    steps: Steps
    findings: tuple[Finding, ...]


def wishes(number: int, today: date) -> Iterator[dict[str, str]]:
    """Yield the options of ``/settings`` that a person sends in order; ``number`` is theirs, so that all lengths occur."""
    start, length = number * 37 % (24 * 60), 1 + number * 97 % QUIET_LIMIT_MINUTES
    yield {"zone": ZONES[number % len(ZONES)]}
    yield {"quiet": hours(start, QUIET_LIMIT_MINUTES - number % 3)}
    for trip in range(AWAY):
        first = today + timedelta(days=TRIP_LIMIT_DAYS * trip + number % 2)
        yield {"away": f"{first} {first + timedelta(days=TRIP_LIMIT_DAYS - 1)}"}
    yield {"quiet": hours(start, QUIET_LIMIT_MINUTES - 4)}  # minutes shorter, in days away
    yield {"quiet": hours(start, length)}
    yield {"zone": ZONES[(number + 1) % len(ZONES)], "quiet": hours(start + 1, length)}
    yield {"away": "off"}
    yield {"quiet": "off"}


def hours(start: int, length: int) -> str:
    """Return quiet hours as they are typed, from a minute of the day on."""
    return "-".join("{:02}:{:02}".format(*divmod(minute % (24 * 60), 60)) for minute in (start, start + length))


class Crowd:
    """People of one server, each at several tables that run."""

    def __init__(self, asked: TrialSettings, club: GuildHandle, store: Store) -> None:
        self._asked, self._club = asked, club
        self._tables = Tables(store, random=Random(asked.seed))
        self._random, self._clicks = Random(asked.seed), count(FIRST_CLICK_ID)
        self.people: list[Person] = []
        self.of: dict[str, int] = {}  # by person: a table of theirs
        self.tables = 0

    async def sit_down(self) -> None:
        """Seat everybody at running tables."""
        self.people = [self._club.welcome(f"Person {number}") for number in range(self._asked.people)]
        games = cycle(self._asked.games)
        for _ in range(self._asked.tables):
            mixed = self._random.sample(self.people, len(self.people))
            for first in range(0, len(mixed) - 1, SEATS):
                await self._open(mixed[first : first + SEATS], next(games))
        await self._tables.store.close()

    async def _open(self, people: Sequence[Person], game: str) -> None:
        seats = [SeatRow(0, int(person.id), person.name) for person in people]
        terms = Terms(size=len(people), pace="relaxed", lapse="wait")
        channel = int(self._club.channel_id("garden"))
        guild = int(self._club.guild.id)
        table = await open_table(self._tables, game, seats, terms, guild=guild, channel=channel)
        await begin(table, next(self._clicks))
        for _ in range(self._random.randrange(PLAYED)):
            if table.position.to_act:
                await move_at_random(table, self._random, next(self._clicks))
        self.of.update((person.id, table.id) for person in people)
        self.tables += 1


class Inputs:
    """Send the inputs of people; ``sent`` counts them."""

    def __init__(self, sandbox: Sandbox, crowd: Crowd, seed: int) -> None:
        self.sent, self.findings = 0, list[Finding]()
        self._sandbox, self._people, self._of, self._random = sandbox, crowd.people, crowd.of, Random(seed)
        self._room = asyncio.Semaphore(AT_ONCE)

    async def all(self) -> None:
        """Have everybody change their settings step by step and look around; then move the clock, and have them look again."""
        today = datetime.now(UTC).date()
        await asyncio.gather(*(self._change(person, number, today) for number, person in enumerate(self._people)))
        for days in (1, 2, 30):
            self._sandbox.advance(days * DAY)
            looks = zip(self._people, cycle(LOOKS), strict=False)
            await asyncio.gather(*(self._send(person, {}, look) for person, look in looks))

    async def _change(self, person: Person, number: int, today: date) -> None:
        for wish in wishes(number, today):
            await self._send(person, wish)
            await self._send(person, {}, self._random.choice(LOOKS))

    async def _send(self, person: Person, wish: dict[str, str], look: str = "") -> None:
        async with self._room:
            self.sent += 1
            try:
                await (self._look(person, look) if look else person.slash("settings", dict(wish), timeout=ANSWER_SECONDS))
            except Unanswered as error:
                self.findings.append(Finding("unanswered", str(error), look or str(wish)))

    async def _look(self, person: Person, look: str) -> None:
        if look == "completions":
            await person.complete("settings", "zone", self._random.choice(("", "e", "new", "berlin")))
            await person.complete("settings", "away")
            await person.complete("log", "table")
        elif look.startswith("game list"):
            await person.slash("game list", {"everywhere": True} if look.endswith("everywhere") else {}, timeout=ANSWER_SECONDS)
        else:
            named = {} if look == "turns" or person.id not in self._of else {"table": self._of[person.id]}
            await person.slash(look, named, timeout=ANSWER_SECONDS)


async def trial(asked: TrialSettings) -> Result:
    """Have all people change their settings at once; the bot runs in a process of its own."""
    sandbox = await Sandbox.start(clock=asked.folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    bot = MonitoredBot(sandbox, asked.folder, asked.code, timed=True)
    try:
        crowd = Crowd(asked, sandbox.home, await Store.open(bot.database))
        await crowd.sit_down()
        await bot.start()
        ready = time.monotonic()
        inputs = Inputs(sandbox, crowd, asked.seed)
        await inputs.all()
        found = (*inputs.findings, *check_log(bot))
        return Result(inputs.sent, crowd.tables, Steps.since(bot.notes, ready), found)
    finally:
        await bot.stop()
        await sandbox.close()


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the number of people, and the program."""
    options.add_seed(asked)
    options.add_games(asked)
    options.add_number(asked, "people", 100, "people")
    options.add_number(asked, "tables", 10, "tables of each of them")
    options.add_trial(asked, "the database and the log")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Send all inputs; print failures on stderr."""
    with options.folder(given.keep) as kept:
        games = tuple(given.game or sorted(GAMES))
        result = asyncio.run(trial(TrialSettings(given.people, given.tables, given.seed, games, given.code.resolve(), kept)))
    for finding in result.findings:
        print(f"{finding.kind}: {finding.what} [{finding.where}]", file=sys.stderr)
    print(result.steps.told, file=sys.stderr)
    yield Row("inputs", result.inputs, "")
    yield Row("tables", result.tables, "")
    yield Row("failures", len(result.findings), "", 0)
    yield Row("files that the event loop opened", len(result.steps.opened), "", 0)
    yield Row("longest step of the event loop, processor time", result.steps.longest, "ms", MOST_STEP_MS)
