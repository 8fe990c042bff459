"""`make run` and `make demo` as people use them: the sandbox, and the bot in a process of its own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
import pytest

from cogs.operations.exits import Exit
from sandbox.kinds import Json
from trials.options import ROOT
from trials.waiting import wait_until

pytestmark = pytest.mark.process

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PARTERRE_", "DISCORD_"))}


class Local:
    """`bot.py` on its sandbox, and what it wrote on the terminal."""

    def __init__(self, process: asyncio.subprocess.Process, output: Path) -> None:
        self.process = process
        self._output = output

    @property
    def said(self) -> str:
        return self._output.read_text()

    async def says(self, pattern: str, times: int = 1) -> str:
        """Wait until the output matches ``pattern`` ``times`` times; return the last match."""
        await wait_until(lambda: len(re.findall(pattern, self.said)) >= times)
        return re.findall(pattern, self.said)[-1]

    async def tool(self, name: str, **data: object) -> Json:
        """Use a tool as the page does."""
        page = await self.says(r"Play at (http\S+)")
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{page}page/live") as live:
            await live.send_json({"id": 1, "action": f"tool.{name}", **data})
            async for frame in live:
                if frame.json().get("id") == 1:
                    return frame.json()["answer"]
        raise AssertionError(self.said)

    async def bot(self, other_than: int | None = None) -> int:
        """The process id of a connected bot."""

        async def connected() -> int | None:
            state = await self.tool("state")
            return state["pid"] if state["connected"] and state["pid"] != other_than else None

        return await wait_until(connected)


@contextmanager
def interruptible() -> Generator[None]:
    """Programs started here can be interrupted, even if we are in the background of a script, where Ctrl+C is ignored."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


@asynccontextmanager
async def running(output: Path, *words: str, folder: Path | None = None, **settings: str) -> AsyncGenerator[Local]:
    """Run `bot.py` in a folder, by default the one for its output."""
    folder, output = folder or output, output / "output"
    with output.open("wb") as file, interruptible():
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(ROOT / "bot.py"), "--port", "0", *words),
            cwd=folder,
            env={**CLEAN, **settings},
            stdout=file,
            stderr=file,
        )
    try:
        yield Local(process, output)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def process_file(pid: int, name: str) -> list[str]:
    """Return a process's environment or command line from ``/proc``, as a list of its strings."""
    return Path(f"/proc/{pid}/{name}").read_text().split("\0")


async def test_the_bot_has_a_process_of_its_own_and_comes_back(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        first = await local.bot()
        assert first != local.process.pid
        await local.tool("kill")
        await local.says(r"the bot ended by itself \(SIGKILL\)")
        second = await local.bot(other_than=first)
        await local.tool("restart")
        third = await local.bot(other_than=second)
        assert not alive(first)
        assert not alive(second)
        local.process.terminate()
        assert await local.process.wait() == 0
        assert not alive(third)
        assert "Traceback" not in local.said


@pytest.mark.long
async def test_interrupt_ends_the_sandbox_and_the_bot(tmp_path: Path) -> None:
    async with running(tmp_path, "--sandbox", DISCORD_TOKEN="of.another.server") as local:
        bot = await local.bot()
        local.process.send_signal(signal.SIGINT)
        assert await local.process.wait() == 0
        assert not alive(bot)
        assert "Traceback" not in local.said


@pytest.mark.long
async def test_killed_sandbox_leaves_no_orphan(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        bot = await local.bot()
        local.process.kill()
        await local.process.wait()
        await wait_until(lambda: not alive(bot))


async def test_the_token_stays_secret(tmp_path: Path) -> None:
    async with running(tmp_path, PARTERRE_LOG="DEBUG") as local:
        bot = await local.bot()
        token = next(line for line in process_file(bot, "environ") if line.startswith("DISCORD_TOKEN=")).removeprefix(
            "DISCORD_TOKEN="
        )
        assert len(token) > 50
        for pid in (bot, local.process.pid):
            assert token not in "".join(process_file(pid, "cmdline"))
        await local.tool("restart")
        await local.bot(other_than=bot)
        assert token not in local.said
        assert token not in str(await local.tool("requests"))


async def test_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        async with running(tmp_path, "--port", str(taken.getsockname()[1])) as local:
            assert await local.process.wait() == Exit.PORT_IN_USE
            assert "is not free" in local.said
            assert "--port" in local.said
            assert "Traceback" not in local.said


@pytest.mark.long
async def test_second_sandbox_is_refused_and_the_first_plays_on(tmp_path: Path) -> None:
    database = tmp_path / "var" / "sandbox" / "parterre.sqlite3"
    async with running(tmp_path) as first:
        bot = await first.bot()
        kept = database.stat().st_ino
        (tmp_path / "second").mkdir()
        async with running(tmp_path / "second", "--demo", folder=tmp_path) as second:
            assert await second.process.wait() == Exit.DATABASE_IN_USE
            sentence = f"Another sandbox uses {database.parent}. End it first, or start bot.py in another folder.\n"
            assert second.said == sentence
        assert database.stat().st_ino == kept
        assert await first.bot() == bot
        assert "Traceback" not in first.said


@pytest.mark.long
async def test_the_demonstration_plays_a_whole_game(tmp_path: Path) -> None:
    async with running(tmp_path, "--demo", "--once", "--game", "djinns", PARTERRE_SEED="7") as local:
        assert await local.process.wait() == 0, local.said
        assert re.search(r"Djinns of the Lake: \d+ turns in \d+ s\. .* (wins with|share the victory)", local.said)
        assert "The Hanging Gardens" not in local.said
        assert "Traceback" not in local.said


@pytest.mark.long
async def test_the_demonstration_outlives_a_power_cut_and_stays_open(tmp_path: Path) -> None:
    async with running(tmp_path, "--demo", "--speed", "1000", "--game", "djinns") as local:
        await local.says("Djinns of the Lake: watch at .*#Ada/")
        bot = await local.bot()
        await local.tool("kill")
        await local.bot(other_than=bot)
        await local.says("All games are over")
        await local.bot()
        local.process.send_signal(signal.SIGINT)
        assert await local.process.wait() == 0
        assert "Traceback" not in local.said


@pytest.mark.long
async def test_demonstration_of_an_unknown_game_fails_clearly(tmp_path: Path) -> None:
    async with running(tmp_path, "--demo", "--game", "poker") as local:
        assert await local.process.wait() == Exit.FAILED
        assert "There is no game poker; there are: djinns" in local.said
        assert "Traceback" not in local.said
