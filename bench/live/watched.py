"""Time clicks and the event loop: ``python -m bench.live.watched CODE NOTES`` runs ``CODE/bot.py`` and writes a file.

It uses discord.py, aiosqlite and asyncio alone, so that it can watch any version of the bot. The file holds lines of JSON;
moments are seconds of the machine's monotonic clock, lengths are in milliseconds. A line is one of these:

- ``{"lag": [...], "at": …}``: how much later than asked for the event loop came back, in the second before;
- ``{"click": "turns", "at": …, "held": …, "hops": …, "asked": …}``: a command or component, from its arrival until its answer
  was sent; without what a deferral took. ``hops`` counts the calls of the database until then, ``asked`` is how long they took.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import aiosqlite
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter

from trials.loop_watch import Notes, run_bot

TICK = 0.005  # seconds between two looks at the loop
LINE = 1.0  # seconds that a line about them covers
DEFERRED = (5, 6)  # types of an interaction's answer that only say: later
MILLI = 1000


@dataclass
class Click:
    """An interaction that has not been answered yet; times in seconds."""

    name: str
    began: float = field(default_factory=monotonic)
    deferring: float = 0.0
    asked: float = 0.0
    hops: int = 0
    answered: bool = False

    def line(self) -> dict[str, Any]:
        """Return the note about an answered interaction."""
        held = monotonic() - self.began - self.deferring
        return {"click": self.name, "at": self.began, "held": held * MILLI, "hops": self.hops, "asked": self.asked * MILLI}


CURRENT: ContextVar[Click | None] = ContextVar("click", default=None)


def watch_clicks(notes: Notes) -> None:
    """Time each interaction, with all work that is done for it."""
    parse: Any = ConnectionState.parse_interaction_create
    request: Any = AsyncWebhookAdapter.request

    def arrived(state: Any, data: Any) -> None:
        given = data.get("data", {})
        token = CURRENT.set(Click(str(given.get("custom_id") or given.get("name", ""))))
        parse(state, data)
        CURRENT.reset(token)

    async def sent(adapter: Any, route: Any, session: Any, **given: Any) -> Any:
        click, began = CURRENT.get(), monotonic()
        payload: dict[str, Any] = given.get("payload") or {}
        deferral = payload.get("type") in DEFERRED
        if click and not click.answered and not deferral:
            click.answered = True
            notes.write(**click.line())
        try:
            return await request(adapter, route, session, **given)
        finally:
            if click and deferral:
                click.deferring += monotonic() - began

    setattr(ConnectionState, "parse_interaction_create", arrived)  # noqa: B010 - whose parameters are named otherwise
    setattr(AsyncWebhookAdapter, "request", sent)  # noqa: B010


def watch_database() -> None:
    """Count every database call for the interaction that makes it."""
    execute: Any = getattr(aiosqlite.Connection, "_execute")  # noqa: B009

    async def timed(connection: Any, work: Any, *args: Any, **kwargs: Any) -> Any:
        click, began = CURRENT.get(), monotonic()
        try:
            return await execute(connection, work, *args, **kwargs)
        finally:
            if click and not click.answered:
                click.hops += 1
                click.asked += monotonic() - began

    setattr(aiosqlite.Connection, "_execute", timed)  # noqa: B010


def watch_loop(notes: Notes) -> None:
    """Measure how late the bot's event loop is, again and again."""
    run = asyncio.run

    async def tick() -> None:
        while True:
            lags: list[float] = []
            end = monotonic() + LINE
            while (began := monotonic()) < end:
                await asyncio.sleep(TICK)
                lags.append((monotonic() - began - TICK) * MILLI)
            notes.write(lag=lags)

    async def both(work: Coroutine[Any, Any, Any]) -> Any:
        ticking = asyncio.create_task(tick())
        try:
            return await work
        finally:
            ticking.cancel()

    def watched(work: Coroutine[Any, Any, Any], **given: Any) -> Any:
        return run(both(work), **given)

    asyncio.run = watched


def main(code: Path, notes: Notes) -> None:
    """Run the program as its command line would."""
    watch_clicks(notes)
    watch_database()
    watch_loop(notes)
    run_bot(code)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Notes(Path(sys.argv[2])))
