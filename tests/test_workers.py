"""Workers: processes that do what takes long, and end with the process they belong to."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

import pytest

from cogs.run import WORKER_MODULES
from host.workers import NICENESS, OVERTAKING_LIMIT, Workers, WorkerSlots
from trials.waiting import WAIT_SECONDS

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]
PROGRAM = """
import asyncio, os, time
from host.workers import Workers

async def main():
    workers = Workers(2)
    print(*await asyncio.gather(*(workers.run(os.getpid) for _ in range(2))), flush=True)
    await workers.run(time.sleep, 600)

if __name__ == "__main__":
    asyncio.run(main())
"""
HANGING = """
import asyncio, threading
from contextlib import closing
from host.workers import Workers

async def main():
    with closing(Workers()) as workers:
        workers.longest = 0.1
        await workers.run(threading.Event().wait)

asyncio.run(main())
"""

SHARING = """
import asyncio, gc, os, sys
from contextlib import closing
from host.workers import Workers, preload

def loaded():
    return sys.modules["heavy"].loaded_by == os.getppid(), gc.get_freeze_count() > 0

async def main():
    preload("heavy")
    with closing(Workers(1)) as workers:
        print(*await workers.run(loaded))

if __name__ == "__main__":
    asyncio.run(main())
"""
UNNEEDED = ("discord", "aiohttp", "aiosqlite", "asyncpg", "numpy")  # by workers
LOADING = f"""
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
print(*sys.modules.keys() & {set(UNNEEDED)})
"""


@pytest.fixture
def workers() -> Iterator[Workers]:
    with closing(Workers(1)) as made:
        yield made


async def test_process_of_low_priority_does_the_work(workers: Workers) -> None:
    assert await workers.run(os.getpid) != os.getpid()
    assert await workers.run(os.nice, 0) == min(19, os.nice(0) + NICENESS)
    with pytest.raises(ZeroDivisionError):
        await workers.run(divmod, 1, 0)


async def test_thread_does_the_work_without_workers() -> None:
    assert await Workers().run(os.getpid) == os.getpid()


async def test_nobody_waits_for_a_thread_that_hangs() -> None:
    workers, let_go = Workers(), threading.Event()
    workers.longest = 0.1
    try:
        with pytest.raises(TimeoutError):
            await workers.run(let_go.wait)
        workers.longest = WAIT_SECONDS
        assert await workers.run(abs, -1) == 1
    finally:
        let_go.set()


async def test_work_of_a_killed_worker_is_done_again(workers: Workers) -> None:
    killed = await workers.run(os.getpid)
    os.kill(killed, signal.SIGKILL)
    assert await workers.run(os.getpid) not in (killed, os.getpid())


async def test_work_that_kills_each_worker_is_given_up(workers: Workers) -> None:
    with pytest.raises(BrokenProcessPool):
        await workers.run(os._exit, 1)
    assert await workers.run(abs, -1) == 1


def first_byte(pipe: Path) -> bytes:
    with pipe.open("rb", buffering=0) as file:
        return file.read(1)


@pytest.mark.parametrize("count", [1, 2])
async def test_deadly_work_does_not_spoil_other_work(count: int, tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    written = os.open(pipe, os.O_RDWR)
    with closing(Workers(count)) as workers:
        deadly = asyncio.create_task(workers.run(os._exit, 1))
        other = asyncio.create_task(workers.run(first_byte, pipe))
        with pytest.raises(BrokenProcessPool):
            await deadly
        os.write(written, b"1")
        assert await other == b"1"
    os.close(written)


async def test_a_worker_that_hangs_is_ended_and_others_go_on(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = await workers.run(os.getpid)
    os.kill(hanging, signal.SIGSTOP)
    with monkeypatch.context() as soon:
        soon.setattr(workers, "longest", 0.1)
        with pytest.raises(TimeoutError):
            await workers.run(abs, -1)
    assert await workers.run(os.getpid) not in (hanging, os.getpid())
    while alive(hanging):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_waiting_for_a_slot_can_be_cancelled(workers: Workers) -> None:
    busy = [asyncio.create_task(workers.run(time.sleep, 0.1)) for _ in range(workers.room)]
    waiting = asyncio.create_task(workers.run(abs, -1))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(*busy)
    assert waiting.cancelled()
    assert await workers.run(abs, -1) == 1


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("gone", [False, True])
async def test_the_seconds_of_a_piece_are_its_own(count: int, gone: bool, tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    with closing(Workers(count)) as workers:
        first = asyncio.create_task(workers.run(pipe.read_bytes))
        written = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)  # once a worker reads it
        if gone:
            first.cancel()
        workers.longest = 0  # for whoever would begin now
        second = asyncio.create_task(workers.run(abs, -1))
        for _ in range(10):
            await asyncio.sleep(0)
        workers.longest = WAIT_SECONDS
        os.close(written)
        assert await second == 1
        await asyncio.wait([first])
        assert first.cancelled() == gone
        assert gone or first.result() == b""


async def test_urgent_work_comes_before_later_work() -> None:
    workers, let_go, done = Workers(), threading.Event(), list[str]()
    waiting = [asyncio.create_task(workers.run(let_go.wait))]
    await asyncio.sleep(0)
    waiting += [asyncio.create_task(workers.run_later(done.append, each)) for each in ("owed", "owed, too")]
    await asyncio.sleep(0)
    waiting += [asyncio.create_task(workers.run(done.append, each)) for each in ("asked for", "asked for, too")]
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.gather(*waiting)
    assert done == ["asked for", "asked for, too", "owed", "owed, too"]


async def test_slot_of_a_cancelled_caller_is_free() -> None:
    slots = WorkerSlots(1)
    slot = await slots.take(later=False)
    given, waiting = asyncio.create_task(slots.take(later=False)), asyncio.create_task(slots.take(later=True))
    await asyncio.sleep(0)
    slots.give_back(slot)
    given.cancel()
    async with asyncio.timeout(WAIT_SECONDS):
        await waiting
    assert given.cancelled()


async def test_kinds_stay_at_their_homes_while_others_wait() -> None:
    slots = WorkerSlots(2)
    homes = {kind: await slots.take(kind, later=False) for kind in ("lake", "palace")}
    assert set(homes.values()) == {0, 1}
    waiting = [asyncio.create_task(slots.take(kind, later=False)) for kind in ("palace", "palace", "lake", "lake")]
    await asyncio.sleep(0)
    for slot in (homes["lake"], homes["lake"], homes["palace"], homes["lake"]):
        slots.give_back(slot)
    assert await asyncio.gather(*waiting) == [homes["palace"], homes["lake"], homes["lake"], homes["lake"]]


async def test_nobody_is_overtaken_without_end() -> None:
    slots = WorkerSlots(2)
    lake, palace = [await slots.take(kind, later=False) for kind in ("lake", "palace")]
    first = asyncio.create_task(slots.take("palace", later=False))
    await asyncio.sleep(0)
    others = [asyncio.create_task(slots.take("lake", later=False)) for _ in range(2 * OVERTAKING_LIMIT)]
    await asyncio.sleep(0)
    for _ in range(OVERTAKING_LIMIT + 1):
        slots.give_back(lake)
        await asyncio.sleep(0)
    assert await first == lake != palace
    for other in others:
        other.cancel()


@pytest.mark.long
async def test_one_process_does_the_work_of_a_kind() -> None:
    with closing(Workers(2, kind=lambda work: getattr(work, "args", None))) as workers:
        done = [await workers.run(own, kind) for kind in "abba"]
    assert done[0] == done[3] != done[1] == done[2]


def own(_: str) -> int:
    return os.getpid()


async def test_running_work_does_not_restart_at_the_end(workers: Workers, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = asyncio.create_task(workers.run(pipe.read_bytes))
    written = await asyncio.to_thread(os.open, pipe, os.O_WRONLY)  # once a worker reads it
    workers.close()
    await asyncio.wait([reading])
    os.close(written)
    assert reading.cancelled()


async def test_nothing_is_left_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.workers.SHUTDOWN_SECONDS", WAIT_SECONDS)
    before = set(threading.enumerate())
    workers = Workers(2)
    process = await workers.run(os.getpid)
    workers.close()
    assert set(threading.enumerate()) <= before
    assert not alive(process)


@pytest.mark.parametrize("count", [0, 1])
async def test_nothing_begins_after_the_end(count: int) -> None:
    workers = Workers(count)
    workers.close()
    with pytest.raises(asyncio.CancelledError):
        await workers.run(abs, -1)


def test_hanging_thread_does_not_block_exit() -> None:
    program = [sys.executable, "-c", HANGING]
    ended = subprocess.run(program, stderr=subprocess.PIPE, text=True, timeout=WAIT_SECONDS, cwd=ROOT, check=False)
    assert ended.returncode == 1
    assert ended.stderr.endswith("TimeoutError\n")


def test_no_worker_outlives_a_killed_parent(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert children
        assert all(alive(child) for child in children)
        parent.kill()
    while any(alive(child) for child in children):
        time.sleep(0.01)


def alive(process: int) -> bool:
    """Is it there, and more than what is left of an ended one?"""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_share_preloaded_modules(tmp_path: Path) -> None:
    (tmp_path / "heavy.py").write_text("import os\n\nloaded_by = os.getpid()\n")
    (tmp_path / "program.py").write_text(SHARING)
    found = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert found.stdout.split() == ["True", "True"], found.stderr


def test_workers_load_no_libraries_of_the_bot() -> None:
    found = subprocess.run([sys.executable, "-c", LOADING, *WORKER_MODULES], cwd=ROOT, capture_output=True, text=True)
    assert (found.stdout.split(), found.returncode) == ([], 0), found.stderr
