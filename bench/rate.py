"""Measure how many moves a second a bot keeps up with, name the limit, and look at the boards at four fifths of that rate.

People play many tables of all games by clicks, with pictures. A few of them play at any moment: as soon as one has made a
move, a person of another table begins. They choose by chance, which takes no time. The sandbox and its people need processor
time as well, which has its own rows. The sandbox enforces the rate limits of Discord. As on Discord, the bot has the machine's
clock. Moves a second depend on the machine, so they have no target; processor time for a move has one.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from bench.live import meters, request_rates
from bench.live.engines import CHOICES, Engine, engines
from bench.live.meters import HOST, Reading
from bench.live.program import NotingProgram, new
from bench.live.rounds import Played, Rounds
from bench.live.seating import groups, sit_down
from bench.rows import Row, quantile
from sandbox import rates
from sandbox.server import Sandbox
from trials.options import ROOT, add_games, add_keep, add_number, add_postgres, add_seed, folder
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

GOAL = 25  # moves a second that Discord allows: 50 requests at two a move
BOT_MS, WORKERS_MS = 20, 40  # of processor time for a move: the bot's own process, and drawing
START_SECONDS = 120.0  # for all processes to connect
STEADY = 0.8  # of the rate that was kept up; boards must come in time then
BOARD_MS = 2000  # from a turn to its board, p50, at that rate
FULL = 0.9  # share of a core, or of all, that counts as busy
TOLD, KINDS = 12, 4  # lines of the profile, and of the requests


class Found(NamedTuple):
    """The figures of a run.

    :param steady: those at `STEADY` of the rate; ``steady_seconds`` is its length.
    :param took: the rise of the meters until then.
    :param owed: the age of the oldest pending message then.
    """

    played: Played
    steady: Played
    steady_seconds: float
    took: Reading
    owed: float
    samples: Counter[str]


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the tables, the people, the engine and the time."""
    add_seed(asked)
    add_games(asked)
    add_number(asked, "tables", 200, "tables that are played")
    add_number(asked, "people", 600, "people who play at them")
    asked.add_argument("--minutes", type=float, default=5.0, metavar="M", help="minutes of play (default: 5); then half as many")
    asked.add_argument("--moves", type=int, metavar="N", help="stop after this many moves, or when the time is up")
    add_number(asked, "clicking", 8, "people who click at any moment")
    add_number(asked, "processes", 1, "processes of the bot, which divide the servers among them; PostgreSQL only if above 1")
    asked.add_argument("--engine", choices=CHOICES, help="database engine (default: one after the other)")
    add_postgres(asked)
    add_keep(asked, "the bot's log and its database")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Play on each engine, and name the limit."""
    with folder(given.keep) as kept, engines(_engines(given), kept, given.postgres) as found:
        for number, engine in enumerate(found):
            yield from _on(engine, given, kept / engine.name, f"{engine.name}: " if number else "")


def _engines(given: argparse.Namespace) -> list[str]:
    if given.engine:
        return [given.engine]
    return ["postgres"] if given.processes > 1 else [*CHOICES]


def _on(engine: Engine, given: argparse.Namespace, kept: Path, prefix: str) -> Iterator[Row]:
    found = asyncio.run(_measured(given, new(kept), engine, engine.new()))
    for row in (*_rows(found), *_steady_rows(found)):
        yield row._replace(name=prefix + row.name)
    if not given.json:
        print("\n".join(["", f"{prefix}{_limit(found)}", "", *_profile(found.samples), ""]))


async def _measured(given: argparse.Namespace, kept: Path, engine: Engine, address: Path | str) -> Found:
    async with AsyncExitStack() as open_:
        sandbox = await Sandbox.start(timeout_factor=SANDBOX_TIMEOUT_FACTOR)
        sandbox.world.rates.strict = True
        seated = groups(sandbox, given.tables, given.people, given.seed, given.game or ())
        await sit_down(seated, address)
        programs = [_program(sandbox, new(kept / f"bot-{number}"), given.processes, address) for number in range(given.processes)]
        sandbox.world.session_starts.recommended = given.processes
        rounds = Rounds(sandbox, seated, given.clicking)
        open_.push_async_callback(_stop, programs)
        for program in programs:
            await program.spawn()
        await sandbox.wait_ready(START_SECONDS)
        await rounds.opened()
        bots = {program.pid: int(program.settings["PARTERRE_METRICS"].rpartition(":")[2]) for program in programs}
        before = await meters.read(bots, engine.server)
        played = await rounds.play(60 * given.minutes, given.moves)
        after = await meters.read(bots, engine.server)
        took = after.since(before)
        samples = sum((_samples(program, before.at, after.at) for program in programs), Counter[str]())
        owed = max((value for name, value in after.metrics.items() if name.startswith("parterre_outbox_oldest")), default=0.0)
        await rounds.rested()
        began = monotonic()
        steady = await rounds.play(30 * given.minutes, given.moves, pause=took.at / max(1, played.turns) / STEADY)
        return Found(played, steady, monotonic() - began, took, owed, samples)


def _program(sandbox: Sandbox, folder: Path, processes: int, address: Path | str) -> NotingProgram:
    """Return one of the bot's processes, not started yet."""
    settings = {
        "PARTERRE_DATABASE": str(address),
        "PARTERRE_METRICS": f"{HOST}:{meters.free_port()}",
        "PARTERRE_CLOCK": "",
        "PARTERRE_RANGES": str(processes),
    }
    return NotingProgram(sandbox, folder, ["-m", "bench.live.sampled", str(ROOT), str(folder / "notes.jsonl")], settings)


async def _stop(programs: Sequence[NotingProgram]) -> None:
    await asyncio.gather(*(program.stop() for program in programs))
    await programs[0].sandbox.close()


def _rows(found: Found) -> Iterator[Row]:
    played, took, moves = found.played, found.took, max(1, found.played.moves)
    yield Row("moves, sustained", moves / took.at, "/s")
    yield Row("turns, of one move or more", played.turns / took.at, "/s")
    yield Row("clicks a move", len(played.clicks) / moves, "")
    for kind in ("open", "answer", "confirm"):
        ms = [click.took for click in played.clicks if click.kind == kind]
        yield from _times(f"click to answer, {kind}", ms)
    yield from _times("from a turn to its board", played.posted)
    for metric in ("commit", "picture", "loop_lag"):
        yield Row(f"parterre_{metric}_seconds, mean", took.mean(f"parterre_{metric}_seconds"), "ms")
    yield Row("age of what is owed at the end", found.owed, "s")
    yield from _polite(played.request_rates, moves)
    yield from _processors(took, moves)


def _steady_rows(found: Found) -> Iterator[Row]:
    steady, share = found.steady, f"at {STEADY:.0%} of that rate"
    yield Row(f"{share}: moves", steady.moves / found.steady_seconds, "/s")
    yield from _times(f"{share}: click to answer", [click.took for click in steady.clicks])
    yield from _times(f"{share}: from a turn to its board", steady.posted, BOARD_MS)
    yield Row(f"{share}: requests refused as too many", steady.request_rates.refused, "", 0)


def _times(name: str, ms: list[float], target: float | None = None) -> Iterator[Row]:
    for share, told, goal in ((0.5, "p50", target), (0.99, "p99", None)) if ms else ():
        yield Row(f"{name}, {told}", quantile(ms, share), "ms", goal)


def _polite(polite: request_rates.RequestRates, moves: int) -> Iterator[Row]:
    yield Row("requests a move, but for those about clicks", polite.counted / moves, "")
    for kind, count in polite.kinds.most_common(KINDS):
        yield Row(f"requests a move, {kind}", count / moves, "")
    yield Row("requests in a second, most", polite.all.most, "", rates.BOT_REQUEST_LIMIT)
    yield Row("messages to one place in 5 seconds, most", polite.most("POST"), "", rates.CHANNEL_MESSAGE_LIMIT)
    yield Row("changes in one place in 5 seconds, most", polite.most("PATCH"), "", rates.CHANNEL_MESSAGE_LIMIT)
    yield Row("requests that were refused as too many", polite.refused, "", 0)


def _processors(took: Reading, moves: int) -> Iterator[Row]:
    yield Row("processors for a move, the bot", 1000 * took.bot / moves, "ms", BOT_MS)
    yield Row("processors for a move, its workers", 1000 * took.workers / moves, "ms", WORKERS_MS)
    yield Row("processors for a move, the database server", 1000 * took.server / moves, "ms")
    yield Row("processors for a move, the sandbox and its people", 1000 * took.ours / moves, "ms")
    for name, seconds in (("the bot", took.bot), ("its workers", took.workers), ("the sandbox", took.ours)):
        yield Row(f"cores in use, {name}", seconds / took.at, "")
    yield Row("cores in use by other programs", took.others / took.at, "")
    needed = GOAL * (took.bot + took.workers + took.server) / moves
    yield Row(f"cores for {GOAL} moves/s, without the sandbox", needed, "")
    yield Row(f"of them the bot's own process, for {GOAL} moves/s", GOAL * took.bot / moves, "")


def _limit(found: Found) -> str:
    """Name the limit of the rate."""
    took, there = found.took, meters.cores()
    if took.machine / took.at > FULL * there:
        ours = took.machine - took.others
        return f"The limit: all {there} cores are busy, {100 * ours / took.machine:.0f} % of that with this."
    if took.bot / took.at > FULL:
        return "The limit: the bot's own process, which uses a core."
    return "The limit: the people; neither the cores nor the bot's process are fully used. Let more of them click."


def _samples(program: NotingProgram, since: float, until: float) -> Counter[str]:
    """Return the samples of the bot's process between two moments."""
    lines = [Counter[str](line["samples"]) for line in program.notes_between(since, until)]
    return lines[-1] - lines[0] if lines else Counter()


def _profile(samples: Counter[str]) -> Iterator[str]:
    """Yield the shares of processor time in the bot's process, by innermost function of ours, else by library."""
    total = max(1, samples.total())
    for name, count in samples.most_common(TOLD):
        yield f"{100 * count / total:5.1f} %  {name}"
