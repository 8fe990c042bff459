"""Try whether one person can spoil a server: exceed each limit while Cleo and Dan open tables and look at lists.

Ben exceeds the limits on tables, invitations and replays; Eve those on hints and undo, at tables of hers that run already.

Each kind of input is sent far more often than its limit, several at once. The rows tell how often it was carried out, with the
limit as target, and the longest wait of the others. The bot runs in a process and draws its pictures.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

from bench.rows import Row
from db.rows import SeatRow
from db.store import Store
from host.lobby import Terms
from host.quotas import QUOTAS
from host.table import Table
from host.tables import Tables
from rules.game import random_move
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import EPHEMERAL, Json
from sandbox.server import Sandbox
from trials import options
from trials.monitored_bot import MonitoredBot
from trials.seeding import allow_hints, begin, open_table
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

GAME = "djinns"
AT_ONCE = 5  # inputs of one person under way
SEEDED = 20  # tables where Eve is to move and may take hints
PLAYED = 10  # moves of each of them
MOST_WAIT_SECONDS = 2.0  # of anybody else
ANSWER_SECONDS = 120.0  # until an answer is given up

NO = ("which is the limit", "within the last hour")  # in a refusal by a limit
NOTHING = ("no move stands out", "no other move worth a hint")  # in a hint that does not count


class Scene:
    """A server with seeded tables of Eve and Fay; ``waits`` are the seconds that the others waited."""

    def __init__(self, club: GuildHandle, store: Store, seed: int) -> None:
        self.club, self.ben = club, club.person("Ben")
        self.eve, self.fay = club.welcome("Eve"), club.welcome("Fay")
        self.waits: list[float] = []
        self.pings = self.boards = 0  # of Fay, and of the first table
        club.world.listeners.append(self._hear)
        self.tables: list[tuple[int, int, str]] = []  # with the seq, and a move of Eve's
        self._tables, self._random, self._clicks = Tables(store, random=Random(seed)), Random(seed), count(10**6)

    async def seed(self) -> None:
        """Start tables and play them until Eve is to move."""
        for _ in range(SEEDED):
            people = [SeatRow(0, int(person.id), person.name) for person in (self.eve, self.fay)]
            guild, channel = int(self.club.guild.id), int(self.club.channel_id("garden"))
            terms = Terms(size=len(people), pace="relaxed")
            found = await open_table(self._tables, GAME, people, terms, guild=guild, channel=channel)
            await begin(found, next(self._clicks))
            await allow_hints(found)
            await self._play(found)
        await self._tables.store.close()

    async def _play(self, found: Table) -> None:
        while True:
            at = found.position
            seat = at.to_act[0]
            path = random_move(at.game, at.state, seat.seat, self._random).path
            if at.moves >= PLAYED and seat.name == "Eve" and not at.mid_turn and not at.preview(seat.person, path).goes_on:
                self.tables.append((found.id, at.seq, " ".join(path)))
                return
            await found.move(seat.person, at.seq, path, next(self._clicks))

    @asynccontextmanager
    async def others(self) -> AsyncGenerator[None]:
        """Let Cleo and Dan use the server all the while."""
        over = asyncio.Event()
        busy = [asyncio.create_task(self._use(self.club.person(name), over)) for name in ("Cleo", "Dan")]
        try:
            yield
        finally:
            over.set()
            await asyncio.gather(*busy)

    async def _use(self, person: Person, over: asyncio.Event) -> None:
        while not over.is_set():
            lobby = await self._timed(person.slash("game new", game=GAME, seats=2, timeout=ANSWER_SECONDS))
            assert any(button.label == "Cancel" for button in lobby.buttons), lobby.text
            await self._timed(person.slash("game list", timeout=ANSWER_SECONDS))
            await self._timed(person.click("Cancel", on=lobby, timeout=ANSWER_SECONDS))

    def _hear(self, event: str, data: Json) -> None:
        """Count boards and pings when they are sent: an edit takes mentions away."""
        if event == "MESSAGE_CREATE" and not data["flags"] & EPHEMERAL:
            self.pings += self.fay.id in [user["id"] for user in data["mentions"]]
            self.boards += f"board-{self.tables[0][0]}-" in str(data["components"])

    async def posted(self, number: int) -> None:
        """Wait until the first table has this number of boards."""
        assert await self.club.world.changes.wait_until(lambda: self.boards >= number, ANSWER_SECONDS)

    def longest_wait(self, name: str) -> Row:
        """Return the longest wait of the others since the last call."""
        waits, self.waits = self.waits, []
        return Row(f"{QUOTAS[name].title}: longest wait of the others", max(waits, default=0.0), "s", MOST_WAIT_SECONDS)

    async def _timed(self, asked: Awaitable[Answer]) -> Answer:
        began = perf_counter()
        answer = await asked
        self.waits.append(perf_counter() - began)
        return answer


Try = Callable[[Scene, int], Awaitable[Answer]]


async def open_lobby(scene: Scene, _: int) -> Answer:
    """Open one more table."""
    return await scene.ben.slash("game new", game=GAME, seats=2, timeout=ANSWER_SECONDS)


async def practise(scene: Scene, _: int) -> Answer:
    """Start one more game against a computer; a table that may not start is closed."""
    lobby = await scene.ben.slash("game new", game=GAME, seats=2, computers=1, timeout=ANSWER_SECONDS)
    if refused(lobby):
        return lobby
    started = await scene.ben.click("Start", on=lobby, timeout=ANSWER_SECONDS)
    if refused(started):
        await scene.ben.click("Cancel", on=lobby, timeout=ANSWER_SECONDS)
    return started


async def join_and_play(scene: Scene, number: int) -> Answer:
    """Join the table of somebody else, who starts it."""
    host = scene.club.welcome(f"Host {number}")
    lobby = await host.slash("game new", game=GAME, seats=2, timeout=ANSWER_SECONDS)
    joined = await scene.ben.click("Join", on=lobby, timeout=ANSWER_SECONDS)
    started = joined if refused(joined) else await host.click("Start", on=lobby, timeout=ANSWER_SECONDS)
    if refused(started):
        await host.click("Cancel", on=lobby, timeout=ANSWER_SECONDS)
    return started


async def invite(scene: Scene, number: int) -> Answer:
    """Challenge a new person each time."""
    return await _challenge(scene, scene.club.welcome(f"Guest {number}"))


async def invite_again(scene: Scene, _: int) -> Answer:
    """Challenge the same person each time."""
    return await _challenge(scene, scene.club.person("Dan"))


async def _challenge(scene: Scene, person: Person) -> Answer:
    asked = await scene.ben.on_person("Challenge", person, timeout=ANSWER_SECONDS)
    chosen = await scene.ben.choose(f"l1:challenge:{person.id}", GAME, on=asked, timeout=ANSWER_SECONDS)
    await scene.club.world.changes.wait_until(lambda: refused(chosen) or bool(_lobbies(chosen)), ANSWER_SECONDS)
    for lobby in _lobbies(chosen):
        await scene.ben.click("Cancel", on=lobby, timeout=ANSWER_SECONDS)
    return chosen


def _lobbies(answer: Answer) -> list[Answer]:
    """Return the lobby that an answer is; one of a slow bot is a message of its own, which comes later."""
    return [each for each in (answer, *answer.followups) if any(button.label == "Cancel" for button in each.buttons)]


async def replay(scene: Scene, number: int) -> Answer:
    """Ask for a replay of some table."""
    return await scene.ben.slash("replay", table=scene.tables[number % SEEDED][0], timeout=ANSWER_SECONDS)


async def hint(scene: Scene, number: int) -> Answer:
    """Ask for one of the three hints of some table."""
    found, seq, _ = scene.tables[number % SEEDED]
    panel = await scene.eve.slash("board", table=found, timeout=ANSWER_SECONDS)
    return await scene.eve.press(f"p1:hint:{found}:{seq}:{number // SEEDED}", panel, timeout=ANSWER_SECONDS)


def refused(answer: Answer) -> bool:
    """Return whether a limit refused an input, or there was no hint."""
    told = "\n".join([answer.text, *(each.text for each in answer.followups)])
    return any(words in told for words in (*NO, *NOTHING))


async def attempts(scene: Scene, work: Try, times: int) -> int:
    """Try an input ``times`` times, several at once; return how often no limit refused it."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> bool:
        async with room:
            return not refused(await work(scene, number))

    return sum(await asyncio.gather(*map(one, range(times))))


async def undo_often(scene: Scene, times: int) -> int:
    """Move and undo in turns; return how many boards pinged Fay after an undo."""
    found, _, path = scene.tables[0]
    for number in range(times):
        preview = await scene.eve.slash("move", move=path, table=found, timeout=ANSWER_SECONDS)
        await scene.eve.click("Confirm", on=preview, timeout=ANSWER_SECONDS)
        await scene.posted(2 * number + 2)
        asked = await scene.eve.slash("undo", table=found, timeout=ANSWER_SECONDS)
        await scene.eve.click("Take it back", on=asked, timeout=ANSWER_SECONDS)
        await scene.posted(2 * number + 3)
    return scene.pings - 1  # the first move follows no undo


async def measured(scene: Scene, times: int) -> list[Row]:
    """Exceed all limits, in an order in which none hides another."""
    most = {name: quota.default for name, quota in QUOTAS.items()}
    tries: list[tuple[str, Try, int, int]] = [
        ("same_person", invite_again, times, most["same_person"]),
        ("invitations", invite, times, most["invitations"] - most["same_person"]),
        ("replays", replay, times, most["replays"]),
        ("hints", hint, min(times, 3 * SEEDED), most["hints"]),
        ("practice", practise, times, most["practice"]),
        ("open", open_lobby, times, most["open"]),
        ("running", join_and_play, times, most["running"] - most["practice"]),
    ]
    rows: list[Row] = []
    async with scene.others():
        for name, work, tried, target in tries:
            rows.append(Row(f"{QUOTAS[name].title}: of {tried}", await attempts(scene, work, tried), "done", target))
            rows.append(scene.longest_wait(name))
        pings = await undo_often(scene, AT_ONCE)
        rows.append(Row(f"{QUOTAS['undo_pings'].title}: of {AT_ONCE - 1}", pings, "done", most["undo_pings"]))
        rows.append(scene.longest_wait("undo_pings"))
    return rows


async def trial(seed: int, times: int, code: Path, folder: Path) -> list[Row]:
    """Run the bench against a bot in a process of its own."""
    sandbox = await Sandbox.start(clock=folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    bot = MonitoredBot(sandbox, folder, code)
    try:
        scene = Scene(sandbox.home, await Store.open(bot.database), seed)
        await scene.seed()
        await bot.start()
        return await measured(scene, times)
    finally:
        await bot.stop()
        await sandbox.close()


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the number of tries, and the program."""
    options.add_seed(asked)
    options.add_number(asked, "times", 60, "times that each limit is tried")
    options.add_trial(asked, "the database and the log")


def run(given: argparse.Namespace) -> list[Row]:
    """Run the bench: try to exceed each limit on people."""
    with options.folder(given.keep) as kept:
        return asyncio.run(trial(given.seed, given.times, given.code.resolve(), kept))
