"""Run a whole trial: people play under faults and kills; then Discord heals, and the checker looks."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from random import Random

from sandbox.kinds import THREADS
from sandbox.server import Sandbox
from sandbox.shards import Shard
from trials.faults.check_channels import Channels, check_cards, check_channels
from trials.faults.check_drafts import check_drafts
from trials.faults.check_moves import check_moves
from trials.faults.check_processes import check_clerks, check_owners, check_sessions
from trials.faults.check_program import check_log, check_memory, check_requests
from trials.faults.db_reader import ServerReader
from trials.faults.fault_injection import NAMES, FaultInjector
from trials.faults.fleet import Fleet, fleet
from trials.faults.killing import Killer
from trials.faults.migrating import migrate
from trials.faults.play_loop import PlayLoop
from trials.faults.player import FAILED, Player
from trials.faults.process_faults import DISTURBANCES, ProcessFaults
from trials.faults.rolling import RollingRestart
from trials.faults.takeovers import STRIKES, Takeovers, describe
from trials.faults.testbed import Testbed
from trials.findings import Finding
from trials.monitored_bot import MonitoredBot

SANDBOX_TIMEOUT_FACTOR = 2.0  # times as long as Discord the sandbox waits: trial and bot share a machine
CHECK_TIMEOUT_FACTOR = 20.0  # the same during the check, which must not depend on the machine's speed
SESSIONS_A_DAY = 1_000_000  # a bot that is killed all the time needs more than Discord allows
RESTORE_SECONDS = 20.0  # for the bot to post a board again that somebody deleted
OUTBOX_SECONDS = 600.0  # until the outbox must be empty
HOME = "garden"  # a channel that nobody deletes, while the thread that somebody has open may be gone
MOST_REQUESTS = 5  # for a board before it is given up
HOUR = 3700.0  # seconds; more than the longest pause between two tries
FIRST_JUMP_SECONDS, JUMP_SECONDS = 5.0, 15.0  # between two moves of the clock while messages are pending
POLL_SECONDS = 0.25
MIGRATING = 10  # of so many kills one falls into a migration
BUCKET = 2  # shards that must wait for each other
EMPTY_POLLS = 4  # in a row that find the outbox empty


@dataclass(frozen=True)
class TrialSettings:
    """The size of a trial, and what it tries."""

    kills: int
    minutes: float
    seed: int
    games: tuple[str, ...]
    code: Path
    folder: Path
    faults: tuple[str, ...] = NAMES  # of Discord, of `trials.faults.fault_injection`
    record: bool = False  # keep all requests and a timeline in the folder
    shards: int = 1
    processes: int = 0  # on a PostgreSQL server; 0: one, on a file
    ranges: int = 1
    disturbances: tuple[str, ...] = tuple(DISTURBANCES)  # of processes and the database server
    rolling: bool = False  # restart each process once, in good order, and do nothing else


@dataclass(frozen=True)
class Result:
    """The counts and findings of a trial."""

    kills: dict[str, int]
    faults: dict[str, int]
    minutes: float
    turns: int
    findings: list[Finding]
    peak: float
    processes: list[str] = field(default_factory=list[str])  # lines about several processes


async def trial(asked: TrialSettings) -> Result:
    """Migrate older databases under kills; then play under faults, and check."""
    early = 0 if asked.processes else asked.kills // MIGRATING
    found: list[Finding] = []
    if early:
        folder = asked.folder / "migrating"
        folder.mkdir(exist_ok=True)
        found = await migrate(folder, asked.code, early, Random(asked.seed))
    result = await _played(replace(asked, kills=asked.kills - early))
    kills = {**result.kills, "migration": early} if early else result.kills
    return replace(result, kills=kills, findings=[*found, *result.findings])


async def _played(asked: TrialSettings) -> Result:
    record = asked.folder / "requests.jsonl" if asked.record else None
    sandbox = await Sandbox.start(record=record, clock=asked.folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    starts = sandbox.world.session_starts
    starts.recommended = starts.max_concurrency = asked.shards
    starts.total = SESSIONS_A_DAY
    try:
        if asked.processes:
            starts.max_concurrency = max(1, asked.shards // BUCKET)
            async with fleet(sandbox, asked.folder, asked.code, asked.processes, asked.ranges, keep=asked.record) as bots:
                return await _play_as_fleet(asked, sandbox, bots)
        bot = MonitoredBot(sandbox, asked.folder, asked.code)
        testbed = Testbed(sandbox, bot, Random(asked.seed), asked.shards)
        try:
            await bot.start()
            return await _play_and_look(asked, testbed, Killer(testbed, bot, Random(asked.seed + 1)))
        finally:
            await bot.stop()
    finally:
        await sandbox.close()


async def _play_as_fleet(asked: TrialSettings, sandbox: Sandbox, bots: Fleet) -> Result:
    """Play with several processes, and check besides that they keep out of each other's way."""
    testbed = Testbed(sandbox, bots, Random(asked.seed), asked.shards)
    takeovers = Takeovers(sandbox.gateway_state, ServerReader(bots.database), bots.members)
    random = Random(asked.seed + 1)
    if asked.rolling:
        killer = RollingRestart(testbed, bots, takeovers, random)
    else:
        killer = ProcessFaults(testbed, bots, takeovers, random, asked.disturbances)
    await bots.start()
    looking = asyncio.create_task(takeovers.look())
    try:
        result = await _play_and_look(asked, testbed, killer)
    finally:
        looking.cancel()
        await asyncio.wait({looking})
    findings = [
        *result.findings,
        *check_sessions(sandbox.world.session_starts.started),
        *check_owners(testbed.history, bots.members, ranges_of(asked.shards, asked.ranges)),
        *check_clerks(testbed.history, bots.members),
    ]
    processes = [f"takeovers after {how}: {describe(takeovers.times(testbed.history, how))}" for how in STRIKES]
    return replace(result, findings=findings, processes=[*killer.told, *processes])


def ranges_of(shards: int, ranges: int) -> list[list[Shard]]:
    """Return the shards of each range."""
    return [[Shard(each, shards) for each in range(shards) if each * ranges // shards == number] for number in range(ranges)]


async def _play_and_look(asked: TrialSettings, testbed: Testbed, killer: Killer) -> Result:
    injector = FaultInjector(testbed, Random(asked.seed + 2), asked.faults)
    lives = [
        PlayLoop(testbed, game, handle.guild.id, Random(f"{asked.seed} {game} {handle.guild.id}"))
        for game in asked.games
        for handle in testbed.guilds[: 2 if len(asked.games) > 1 else 3]
    ]
    began = time.monotonic()
    await _hinder(asked, testbed, killer, injector, lives)
    minutes = (time.monotonic() - began) / 60
    testbed.log += [*injector.log, *killer.log]
    findings = [*await killer.check(), *await _look(testbed, lives, power_cut=asked.kills > 0)]
    if asked.record:
        happened = sorted([*testbed.log, *((at, "kill") for at in testbed.history.deaths)])
        lines = [f"{at:.2f} {what}" for at, what in happened]
        await asyncio.to_thread((asked.folder / "timeline.txt").write_text, "\n".join(lines))
    turns = sum(life.turns for life in lives)
    return Result(killer.kills, injector.seen, minutes, turns, findings, max(run.peak for run in testbed.bot.runs))


async def _hinder(asked: TrialSettings, testbed: Testbed, killer: Killer, injector: FaultInjector, lives: list[PlayLoop]) -> None:
    """Play under faults until there were enough kills and minutes."""
    stop, end = asyncio.Event(), time.monotonic() + asked.minutes * 60
    work = [*(life.live(stop) for life in lives), injector.change(stop)]
    if asked.kills or asked.processes:
        pause = max(2.0, asked.minutes * 60 / asked.kills - 3) if asked.kills else inf
        work.append(killer.kill_at(pause, stop))
    tasks = [asyncio.create_task(each) for each in work]
    try:
        while time.monotonic() < end or killer.count < asked.kills:
            await asyncio.sleep(POLL_SECONDS)
            testbed.note()
            for task in tasks:
                if task.done():
                    task.result()
    finally:
        stop.set()
        injector.clear()
        await asyncio.gather(*tasks)


async def _look(testbed: Testbed, lives: list[PlayLoop], *, power_cut: bool) -> list[Finding]:
    """Kill the bot once more in the middle of everybody's move, wait until the outbox is empty, and check."""
    findings = await _heal(testbed)
    await asyncio.gather(*(life.begin_a_move() for life in lives))
    if power_cut:
        await testbed.bot.kill()
        await testbed.bot.start()
    await _until_paid(testbed)
    reader = testbed.reader
    testbed.note()
    findings += [Finding("unexplained", each, str(testbed.bot.database)) for each in await reader.integrity()]
    tables = await reader.tables()
    findings += check_moves(tables, testbed.history)
    channels = Channels(list(testbed.messages()), testbed.history)
    findings += check_channels(tables, await reader.open_questions(), channels)
    findings += check_cards(tables, channels, await reader.resting(testbed.world.now()))
    findings += [finding async for finding in check_drafts(testbed)]
    findings += check_requests(testbed.history, [at for table in await reader.tables() for at in table.happened])
    findings += [finding for bot in testbed.bots for finding in (*check_memory(bot.runs), *check_log(bot))]
    return findings


async def _heal(testbed: Testbed) -> list[Finding]:
    """Heal Discord, run the bot without players, and find messages that stay pending."""
    for handle in testbed.guilds:
        handle.come_back()
        handle.invite_bot()
        for thread in [c for c in testbed.world.channels_of(handle.guild) if c["type"] in THREADS]:
            if thread["thread_metadata"]["locked"]:
                handle.archive(thread["id"], archived=False)
    testbed.world.timeout_factor = CHECK_TIMEOUT_FACTOR
    await testbed.bot.ready()
    await _until_paid(testbed)
    testbed.sandbox.advance(HOUR)  # for cards that wait
    await _until_paid(testbed)
    await _ask_for_boards(testbed)
    await _until_paid(testbed)
    return [Finding("missing", f"still owed: {each}") for each in await testbed.reader.owed(testbed.world.now())]


async def _ask_for_boards(testbed: Testbed) -> None:
    """Ask for boards that were deleted by hand."""
    players = {player.id: player for player in testbed.everybody}
    for table in await testbed.reader.tables():
        person = next((seat.person for seat in table.seats if seat.is_person), None)
        if table.status == "running" and person is not None:
            await _ask_for_board(testbed, players[person], table.id)


async def _ask_for_board(testbed: Testbed, player: Player, table: int) -> None:
    for _ in range(MOST_REQUESTS):
        if not testbed.history.newest_is_deleted(table):
            return
        with suppress(*FAILED):
            await player.slash("board", table=table, channel=HOME)
            await testbed.world.changes.wait_until(lambda: not testbed.history.newest_is_deleted(table), RESTORE_SECONDS)


async def _until_paid(testbed: Testbed) -> None:
    reader, still = testbed.reader, 0
    end, advance = time.monotonic() + OUTBOX_SECONDS, time.monotonic() + FIRST_JUMP_SECONDS
    while still < EMPTY_POLLS and time.monotonic() < end:
        await asyncio.sleep(POLL_SECONDS)
        testbed.note()
        owed = await reader.owed(testbed.world.now())
        still = 0 if owed else still + 1
        if owed and time.monotonic() > advance:  # a message that failed often waits for an hour
            advance = time.monotonic() + JUMP_SECONDS
            testbed.log.append((testbed.world.now(), f"still owed: {owed[0]}"))
            testbed.sandbox.advance(HOUR)
