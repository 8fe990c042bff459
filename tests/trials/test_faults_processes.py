"""The trial with several processes: its checkers on small cases, and the lines that it cuts."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox.server import Sandbox
from sandbox.shards import SessionStarts, Shard
from tests.trials.test_faults_checker import kinds
from trials.faults.check_processes import check_clerks, check_owners, check_sessions
from trials.faults.fleet import Member
from trials.faults.history import Callback, History, RecordedInteraction, RecordedRequest
from trials.faults.line import COMMIT, SOCKET, Line
from trials.faults.takeovers import Times, describe
from trials.faults.trial import ranges_of
from trials.waiting import wait_until

ONE, OTHER = "127.0.0.1:1", "127.0.0.1:2"


def test_session_that_starts_too_soon_is_found() -> None:
    starts = SessionStarts(lambda: 0.0, max_concurrency=2)
    for shard, at in ((0, 0.0), (1, 0.1), (2, 5.0), (3, 5.0)):
        starts.take(Shard(shard, 4), at, ONE)
    (found,) = check_sessions(starts.started)
    assert found.kind == "unexplained"
    assert "4.90 s after another" in found.what


def test_interaction_that_two_processes_answer_is_found() -> None:
    history = History(lambda: 0.0)
    history.interactions["a"] = RecordedInteraction("1", "11", "b1:move:1", 0.0)
    history.interactions["a"].callbacks = [Callback(ONE, 0.1, accepted=False), Callback(ONE, 0.2, accepted=True)]
    assert list(check_owners(history, [], [])) == []
    history.interactions["a"].callbacks.append(Callback(OTHER, 0.3, accepted=False))
    assert kinds(check_owners(history, [], [])) == ["doubled"]


def test_answers_after_another_process_took_the_shards_are_found() -> None:
    history, members = History(lambda: 0.0), [member(ONE, 0.0), member(OTHER, 0.0)]

    def answered(asked: float, at: float, host: str, guild: int = 0) -> None:
        interaction = RecordedInteraction(f"{at}", "11", "b1:move:1", 0.0, guild=str(guild << 22), moment=asked)
        interaction.callbacks.append(Callback(host, at, accepted=True))
        history.interactions[interaction.id] = interaction

    def found() -> list[str]:
        return kinds(check_owners(history, members, ranges_of(4, 2)))

    answered(1.0, 1.1, ONE)
    answered(2.0, 2.1, OTHER, guild=1)
    for number in range(5):
        answered(3.0 + number, 3.1 + number, ONE, guild=2)  # another range
        answered(2.0, 2.2 + number / 10, ONE)  # asked before the takeover
    answered(4.0, 9.1, ONE)
    assert found() == []
    answered(4.0, 9.2, ONE, guild=1)
    assert found() == ["doubled"]


def test_ranges_share_all_shards() -> None:
    assert [[shard.id for shard in shards] for shards in ranges_of(5, 2)] == [[0, 1, 2], [3, 4]]


def sent(began: float, host: str, nonce: int, path: str = "/channels/1/messages", method: str = "POST") -> RecordedRequest:
    return RecordedRequest(began, method, path, f"{method} {path} {nonce}", 200, 200, 0.0, host=host, began=began)


def member(host: str, *began: float) -> Member:
    """A bot of a fleet that is not started."""
    settings = {"PARTERRE_API": f"http://{host}/api/v10"}
    line = Line(Path(tempfile.mkdtemp()), "line")
    made = Member(Sandbox(), line.folder, line.folder, line, settings)
    made.began = [*began]
    return made


def test_clerk_that_goes_on_after_another_one_is_found() -> None:
    history, members = History(lambda: 0.0), [member(ONE, 0.0, 5.0), member(OTHER, 0.0)]
    history.requests = [sent(1.0, ONE, 1), sent(2.0, OTHER, 2), sent(3.0, ONE, 1), sent(3.1, ONE, 1), sent(6.0, ONE, 3)]
    assert list(check_clerks(history, members)) == []  # one request that was under way, and a new process
    history.requests.append(sent(6.1, OTHER, 4))
    assert list(check_clerks(history, members)) == []
    history.requests.append(sent(6.2, OTHER, 5))
    (found,) = check_clerks(history, members)
    assert found.kind == "doubled"
    assert "sent 2 times after another took over" in found.what


def test_answers_and_questions_are_no_work_of_the_clerk() -> None:
    history, members = History(lambda: 0.0), [member(ONE, 0.0), member(OTHER, 0.0)]
    history.requests = [sent(1.0, ONE, 1), sent(2.0, OTHER, 2)]
    for number in range(3):
        history.requests.append(sent(3.0, ONE, number, "/webhooks/1/messages/@original", "PATCH"))
        history.requests.append(sent(3.0, ONE, number, "/channels/1/messages/2", "GET"))
    assert list(check_clerks(history, members)) == []


def test_times_of_takeovers_are_described() -> None:
    assert describe([]) == "none"
    told = describe([Times(0.5, 1.0, 2.0), Times(1.5, 3.0, 4.0)])
    assert told == (
        "2: roles after 1.0 s, at most 1.5 s, session after 2.0 s, at most 3.0 s, answered click after 3.0 s, at most 4.0 s"
    )


class Echo:
    """A server that repeats what it hears, behind a line."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.line = Line(self.folder, "line")
        self.ended = asyncio.Event()
        self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while data := await reader.read(100):
            writer.write(data)
        self.ended.set()
        writer.close()
        self.connections -= 1

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_unix_connection(self.line.folder / SOCKET)


@pytest_asyncio.fixture
async def echo() -> AsyncIterator[Echo]:
    made = Echo()
    server = await asyncio.start_unix_server(made.serve, made.folder / SOCKET)
    await made.line.mend()
    yield made
    made.line.close()
    server.close()
    await wait_until(lambda: not made.connections)


async def heard(reader: asyncio.StreamReader, seconds: float = 10.0) -> bytes:
    async with asyncio.timeout(seconds):
        return await reader.read(100)


@pytest.mark.process
@pytest.mark.parametrize("way", ["cut", "lose"])
async def test_broken_line_lets_nobody_in_until_it_is_mended(echo: Echo, way: str) -> None:
    reader, writer = await echo.connect()
    writer.write(b"a")
    assert await heard(reader) == b"a"
    getattr(echo.line, way)()
    assert await heard(reader) == b""
    writer.close()
    with pytest.raises((ConnectionError, FileNotFoundError)):
        await echo.connect()
    with suppress(TimeoutError):
        await asyncio.wait_for(echo.ended.wait(), 10.0 if way == "cut" else 0.2)
    assert echo.ended.is_set() == (way == "cut")  # else the server takes the client for connected
    await echo.line.mend()
    reader, writer = await echo.connect()
    writer.write(b"b")
    assert await heard(reader) == b"b"
    writer.close()


@pytest.mark.process
async def test_hanging_line_holds_back_everything(echo: Echo) -> None:
    commits: list[int] = []
    echo.line.on_commit = lambda: commits.append(1)
    reader, writer = await echo.connect()
    echo.line.hang()
    writer.write(COMMIT)
    with pytest.raises(TimeoutError):
        await heard(reader, 0.2)
    assert not commits
    await echo.line.mend()
    assert await heard(reader) == COMMIT
    assert commits
    writer.close()
