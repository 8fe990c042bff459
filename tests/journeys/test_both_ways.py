"""The bot shows the same in the test's process as in one of its own, so that journeys in-process prove what they seem to."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from rules import GAMES
from sandbox.kinds import Json
from sandbox.world import World
from tests.journeys.clocks import Clocks
from tests.journeys.house import Journey
from tests.playing import at_random
from tests.waiting import PATIENCE
from trials.local_bot import housed
from trials.virtual_time import VirtualLoop

SEED = 7
TURNS = 4
ID = re.compile(r"\d{17,20}")  # of a person, place, message or interaction
TIME = re.compile(r"<t:\d+")
PORT = re.compile(r"127\.0\.0\.1:\d+")
MARK = re.compile(r'"id": 1\d{6}\b')  # of the outbox row that a message came from; where edits become one, there are fewer rows


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


def shown(world: World) -> list[str]:
    """Return all messages as they are at last, in order, without what differs between two servers.

    How often a message was changed on the way depends on the machine: edits that wait for each other become one.
    """
    messages = sorted((int(message["id"]), message) for box in world.messages.values() for message in box.values())
    return [_alike(message) for _, message in messages]


def _alike(message: Json) -> str:
    told = {"reader": message["_reader"], **{key: message[key] for key in ("content", "components", "flags", "mentions")}}
    files = [file["filename"] for file in message["attachments"]]
    text = json.dumps(told | {"files": files}, sort_keys=True)
    return MARK.sub("mark", PORT.sub("here", TIME.sub("<t", ID.sub("#", text))))


def played_here(folder: Path, game: str, seats: int, typed: bool) -> list[str]:
    """Play in this process and return all messages."""

    async def run() -> list[str]:
        async with housed(folder, str(SEED), patience=PATIENCE) as bot:
            await bot.start()
            journey = Journey(bot, bot.sandbox.home)
            journey.game = game
            await play(journey, seats, typed=typed)
        return shown(bot.sandbox.world)

    folder.mkdir()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


@pytest.mark.process
@pytest.mark.dealer(SEED)
@pytest.mark.parametrize(("seats", "typed"), [(2, False), (2, True), (3, False)])
@pytest.mark.parametrize("game", GAMES)
async def test_same_messages_both_ways(journey: Journey, tmp_path: Path, game: str, seats: int, typed: bool) -> None:
    seats = seats if seats in GAMES[game].seats else GAMES[game].seats[0]
    journey.game = game
    await play(journey, seats, typed=typed)
    await journey.bot.stop()
    here = await asyncio.to_thread(played_here, tmp_path / "here", game, seats, typed)
    assert here == shown(journey.sandbox.world)
