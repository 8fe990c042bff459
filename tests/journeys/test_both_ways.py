"""The bot asks the same of Discord in the test's process as in one of its own: so journeys in-process prove what they seem to."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import defaultdict
from pathlib import Path

import pytest

from rules import GAMES
from sandbox.kinds import Json
from sandbox.server import Sandbox
from tests.journeys.clocks import Clocks
from tests.journeys.conftest import NOWHERE
from tests.journeys.house import Journey
from tests.playing import at_random
from tests.waiting import PATIENCE
from trials.local_bot import LocalBot
from trials.virtual_time import VirtualLoop

SEED = 7
TURNS = 4
SECRET = re.compile(r"/(interactions|webhooks)/\d+/[^/]+")
ID = re.compile(r"\d{17,20}")  # of a person, place, message or interaction
TIME = re.compile(r"<t:\d+")


async def play(journey: Journey, seats: int, *, typed: bool) -> None:
    """Play some turns; look at the table, take a move back, and resign."""
    await journey.begin(seats)
    for turn in range(TURNS):
        await journey.play(at_random(journey.game), typed=typed and bool(turn % 2))
    mover = journey.mover
    for command in ("board", "log", "turns", "rules", "game list"):
        await mover.slash(command)
    await mover.click("My view", on=journey.board)
    await mover.click("Resign", on=await mover.slash("resign"))
    await Clocks(journey).all_paid()


def asked(requests: list[Json]) -> dict[str, list[str]]:
    """Return by route what was asked there, in order, without what differs between two servers."""
    found = defaultdict[str, list[str]](list)
    for request in requests:
        path = ID.sub("#", SECRET.sub(r"/\1/#/#", request["path"]))
        body = TIME.sub("<t", ID.sub("#", json.dumps(request["body"], sort_keys=True)))
        found[f"{request['method']} {path}"].append(f"{body} {sorted(name for name, _ in request['files'].values())}")
    return dict(found)


def played_here(folder: Path, game: str, seats: int, typed: bool) -> dict[str, list[str]]:
    """Play in this process and return what was asked."""

    async def run() -> dict[str, list[str]]:
        loop, began = asyncio.get_running_loop(), time.time()
        sandbox = Sandbox(patience=PATIENCE, now=lambda: began + loop.time())
        sandbox.world.origin = NOWHERE
        bot = LocalBot(sandbox, folder, str(SEED))
        await bot.start()
        journey = Journey(bot, sandbox.home)
        journey.game = game
        try:
            await play(journey, seats, typed=typed)
        finally:
            await bot.stop()
        return asked(sandbox.requests)

    folder.mkdir()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


@pytest.mark.process
@pytest.mark.dealer(SEED)
@pytest.mark.parametrize(("seats", "typed"), [(2, False), (2, True), (3, False)])
@pytest.mark.parametrize("game", GAMES)
async def test_same_requests_both_ways(journey: Journey, tmp_path: Path, game: str, seats: int, typed: bool) -> None:
    seats = seats if seats in GAMES[game].seats else GAMES[game].seats[0]
    journey.game = game
    await play(journey, seats, typed=typed)
    await journey.bot.stop()
    here = await asyncio.to_thread(played_here, tmp_path / "here", game, seats, typed)
    assert here == asked(journey.sandbox.requests)
