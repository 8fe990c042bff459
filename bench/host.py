"""The whole house under load: the real bot in this process, the sandbox and its people in another.

Ten tables are played at once by clicks; people pause for a random while between two clicks, a second on average, which
is far quicker than anybody plays. Times are seen from the sandbox, so its own work and the wire are in them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import perf_counter

from bench.rows import Row, quantile
from cogs.run import point_at
from cogs.shell.client import Parterre
from db.store import Store
from host.tables import Tables
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.server import Sandbox

TABLES = 10
SECONDS = 40.0
PAUSE = 1.0  # between two clicks of a table, on average
TICK = 0.005


def run() -> list[Row]:
    """Play for a while; quantiles of the answers and of the event loop's lag."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    people = multiprocessing.get_context("spawn").Process(target=_people, args=(theirs,))
    people.start()
    try:
        return asyncio.run(_serve(ours))
    finally:
        people.join()


async def _serve(pipe: Connection) -> list[Row]:
    api, gateway, token = await asyncio.to_thread(pipe.recv)
    point_at(api, gateway)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "bench.sqlite3")
        client = Parterre(Tables(store))
        async with client:
            running = asyncio.create_task(client.start(token))
            await asyncio.to_thread(pipe.recv)  # the tables are open: from here on it counts
            lags: list[float] = []
            ticking = asyncio.create_task(_tick(lags))
            answers: list[float] = await asyncio.to_thread(pipe.recv)
            ticking.cancel()
            await client.close()
            await running
        await store.close()
    return [
        Row(f"private answers with {TABLES} tables, p50", quantile(answers, 0.5), "ms"),
        Row(f"private answers with {TABLES} tables, p99", quantile(answers, 0.99), "ms", 100),
        Row("answers counted", len(answers), ""),
        Row("event-loop lag, p99", quantile(lags, 0.99), "ms", 50),
    ]


async def _tick(lags: list[float]) -> None:
    while True:
        began = perf_counter()
        await asyncio.sleep(TICK)
        lags.append((perf_counter() - began - TICK) * 1000)


def _people(pipe: Connection) -> None:
    asyncio.run(_play(pipe))


async def _play(pipe: Connection) -> None:
    sandbox = await Sandbox.start()
    pipe.send((sandbox.api, sandbox.gateway, sandbox.token))
    await sandbox.wait_ready(60)
    await sandbox.wait_commands(60)
    boards = [await _open(sandbox) for _ in range(TABLES)]
    pipe.send("open")
    spent: list[float] = []
    await asyncio.gather(*(_table(sandbox, place, spent, Random(n)) for n, place in enumerate(boards)))
    pipe.send(spent)
    await sandbox.close()


async def _open(sandbox: Sandbox) -> str:
    """Ada and Ben sit down; returns the thread."""
    ada, ben = sandbox.home.person("Ada"), sandbox.home.person("Ben")
    lobby = await ada.slash("game new", game="djinns", seats=2)
    await ben.click("Join", on=lobby)
    await ada.click("Start", on=lobby)
    place = str(lobby.message["id"])
    await sandbox.home.wait_for(lambda m: m["channel_id"] == place and "to move" in str(m["components"]), 30)
    return place


async def _table(sandbox: Sandbox, place: str, spent: list[float], random: Random) -> None:
    """Two people click through a game, turn by turn, until the time is up."""
    people = [sandbox.home.person("Ada"), sandbox.home.person("Ben")]
    until = perf_counter() + SECONDS
    panel: Answer | None = None
    while perf_counter() < until:
        await asyncio.sleep(random.expovariate(1 / PAUSE))
        board = people[0].read([m for m in sandbox.home.messages(place) if m["attachments"] and not m["_reader"]][-1])
        mover = next((p for p in people if f"{p.mention} to move" in board.text), None)
        if mover is None:
            return
        began = perf_counter()
        panel = await _click(mover, board, panel, random)
        spent.append((perf_counter() - began) * 1000)
        if "Played" in panel.text:
            panel = None
            await asyncio.sleep(0.5)


async def _click(mover: Person, board: Answer, panel: Answer | None, random: Random) -> Answer:
    """The next click of a turn: open the panel, answer, or confirm."""
    if panel is None:
        return await mover.click("Your move", on=board)
    labels = [b.label for b in panel.buttons]
    if "Confirm" in labels:
        return await mover.click("Confirm", on=panel)
    answers = [b.custom_id for b in panel.buttons if b.custom_id.startswith("p1:pick")]
    return await mover.click(custom_id=random.choice(answers), on=panel)
