"""The bot asks and shows the same in the test's process as in its own, so that journeys in-process prove what they seem to.

Some requests depend on the speed of the machine: edits that wait for each other become one, and a slow answer to a person is put
off and edited in. So edits and answers are compared by the messages at the end, all other requests one by one.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import GAMES
from sandbox.kinds import Json
from sandbox.server import Sandbox
from sandbox.world import World
from tests.journeys.clocks import Clocks
from tests.playing import at_random
from trials.journey import Journey
from trials.local_bot import unstarted_bot
from trials.screen import says_over
from trials.virtual_time import VirtualLoop
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

SEED = 7
TURNS = 4
ID = re.compile(r"\d{17,20}")  # of a person, place, message or interaction
TIME = re.compile(r"<t:\d+")
PORT = re.compile(r"127\.0\.0\.1:\d+")
SIZE = re.compile(r'"(width|height|size)": \d+')  # of a picture: in-process boards are smaller
ROW = re.compile(r'"outbox-\d+"')  # the nonce of a post
ANSWER = re.compile("/(interactions|webhooks)/")
MARK = re.compile(r'"id": 1\d{6}\b')  # of the outbox row that a message came from: edits that become one share a row


class Seen(NamedTuple):
    """All messages of a sandbox as they are at the end, and the requests of its bot about each of `Subjects`."""

    messages: list[str]
    requests: dict[str, list[str]]


class Subjects:
    """Names for what requests are about: answers, messages and places, each numbered in the order in which they came to be."""

    def __init__(self, world: World) -> None:
        messages = sorted(int(number) for box in world.messages.values() for number in box)
        self._names = {token: f"answer {at}" for at, token in enumerate(world.interactions)}
        self._names |= {str(number): f"message {at}" for at, number in enumerate(messages)}
        self._names |= {number: f"place {at}" for at, number in enumerate(world.channels) if number not in self._names}

    def of(self, path: str) -> str:
        """Return the name of the last of these in a path; empty if it has none."""
        return next((self._names[part] for part in reversed(path.split("/")) if part in self._names), "")


async def play(journey: Journey, seats: int, *, typed: bool) -> None:
    """Play some turns; look at the table, take a move back, and resign."""
    await journey.begin(seats)
    for turn in range(TURNS):
        person = journey.mover
        await journey.play(at_random(journey.game), typed=typed and bool(turn % 2))
        if journey.mover is person:  # is asked below the new board, before anything else is compared
            await journey.until(lambda person=person: person.visible()[-1]["id"] != journey.board.message["id"])
    mover, former = journey.mover, len(journey.boards)
    for command in ("board", "log", "turns", "rules", "game list"):
        await mover.slash(command)
    await mover.click("My view", on=journey.board)
    await mover.click("Resign", on=await mover.slash("resign"))
    await journey.next_board(former)
    await journey.until(lambda: waits_for_nobody_but_people(journey))
    await Clocks(journey).all_sent()


def waits_for_nobody_but_people(journey: Journey) -> bool:
    """Return whether the newest board asks somebody to move, or nobody any more; a stand-in may have to play before."""
    text = journey.board.text
    return says_over(text) or any(person.mention in text for person in journey.people)


def seen(sandbox: Sandbox) -> Seen:
    """Return what this sandbox has seen, in order, without what differs between two servers."""
    world = sandbox.world
    messages = sorted((int(message["id"]), message) for box in world.messages.values() for message in box.values())
    return Seen([_shown(message) for _, message in messages], _asked(world, sandbox.requests))


def _shown(message: Json) -> str:
    told = {"reader": message["_reader"], **{key: message[key] for key in ("content", "components", "flags", "mentions")}}
    return _alike(told | {"files": [file["filename"] for file in message["attachments"]]})


def _asked(world: World, requests: list[Json]) -> dict[str, list[str]]:
    """Return the requests about each subject, in order; of answers and edits only that there were some."""
    subjects, found = Subjects(world), defaultdict[str, list[str]](list)
    for each in requests:
        about = found[subjects.of(each["path"])]
        if each["method"] != "PATCH" and not ANSWER.search(each["path"]):
            told = [each[key] for key in ("method", "path", "query", "body", "status")]
            told.append([name for name, _ in each["files"].values()])  # without their sizes
            about.append(ROW.sub('"outbox-#"', _alike(told)))
    return dict(found)


def _alike(part: object) -> str:
    text = MARK.sub("mark", PORT.sub("here", TIME.sub("<t", ID.sub("#", json.dumps(part, sort_keys=True)))))
    return SIZE.sub("size", text)


def played_here(folder: Path, game: str, seats: int, typed: bool) -> Seen:
    """Play in this process and return what was seen."""

    async def run() -> Seen:
        async with unstarted_bot(folder, str(SEED), timeout_factor=SANDBOX_TIMEOUT_FACTOR) as bot:
            await bot.start()
            journey = Journey(bot, bot.sandbox.home)
            journey.game = game
            await play(journey, seats, typed=typed)
        return seen(bot.sandbox)

    folder.mkdir()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


@pytest.mark.short("hanging_gardens-2-False")
@pytest.mark.process
@pytest.mark.dealer(SEED)
@pytest.mark.parametrize(
    ("seats", "typed"),
    [(2, False), pytest.param(2, True, marks=pytest.mark.long), pytest.param(3, False, marks=pytest.mark.long)],
)
@pytest.mark.parametrize("game", GAMES)
async def test_same_messages_both_ways(journey: Journey, tmp_path: Path, game: str, seats: int, typed: bool) -> None:
    seats = seats if seats in GAMES[game].seats else GAMES[game].seats[0]
    journey.game = game
    await play(journey, seats, typed=typed)
    await journey.bot.stop()
    here = await asyncio.to_thread(played_here, tmp_path / "here", game, seats, typed)
    there = seen(journey.sandbox)
    assert here.requests.keys() == there.requests.keys()
    for subject, asked in here.requests.items():
        assert asked == there.requests[subject], subject
    assert here.messages == there.messages
