"""The program ends in good order: every task that uses the database has ended when it is closed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot import until_stopped
from cogs.shell import client as shell
from cogs.shell.client import Parterre
from db.statement import Unsaved
from db.store import Store
from host.tables import Tables
from trials.waiting import wait_until


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "x.sqlite3")
    yield opened
    await opened.close()


class Task:
    """Work that goes on until it is cancelled, and then asks the database as often as it may end late."""

    def __init__(self, store: Store) -> None:
        self.began, self.may_end, self.ended = asyncio.Event(), asyncio.Event(), False
        self._store = store

    async def go_on(self) -> None:
        self.began.set()
        try:
            await asyncio.Event().wait()
        finally:
            while not self.ended:
                try:
                    await self.may_end.wait()
                    await self._store.games()
                    self.ended = True
                except asyncio.CancelledError:
                    continue


async def test_work_is_cancelled_once_by_several_signals() -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(3):
                running.cancel()  # as a signal does
                await asyncio.sleep(0)
            ended.set()

    running = asyncio.create_task(until_stopped(work()))
    await began.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(asyncio.CancelledError):
        await running
    assert ended.is_set()
    asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)


async def test_work_that_fails_tells_why() -> None:
    async def work() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await until_stopped(work())
    asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)


@pytest.mark.process
async def test_bot_closes_when_every_task_has_ended(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shell, "CANCEL_SECONDS", 0.01)
    own, heard = Task(store), Task(store)
    async with Parterre(Tables(store)) as client:
        client.background(own.go_on())
        client.add_listener(heard.go_on, "on_news")
        client.dispatch("news")
        await asyncio.gather(own.began.wait(), heard.began.wait())
        closing = asyncio.create_task(client.close())
        await wait_until(lambda: "has not ended" in caplog.text)
        assert not closing.done()
        for task in (own, heard):
            task.may_end.set()
        await closing
        assert own.ended
        assert heard.ended


class Ready(Parterre):
    """A bot that has been connected."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._started = True


class Unpaid:
    """A sender that cannot ask whether anything is due."""

    def wake(self) -> None: ...

    async def until_sent(self, queue: str) -> None: ...

    async def until_idle(self) -> None: ...

    async def finish(self) -> None:
        raise Unsaved("database is locked")


async def test_tasks_end_even_if_the_database_is_locked(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    own = Task(store)
    own.may_end.set()
    async with Ready(Tables(store)) as client:
        client.sender = Unpaid()
        client.background(own.go_on())
        await own.began.wait()
    assert own.ended
    assert "some messages were not sent before the end: Unsaved('database is locked')" in caplog.text
