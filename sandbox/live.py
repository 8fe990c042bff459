"""The page's WebSocket: actions come in, every change goes out.

The page sends `{"id": n, "action": "press", "person": "Ada", "channel": "...", ...}` and gets `{"id": n, "answer": {...}}`
or `{"id": n, "error": [key of a word, what differs, ...]}`.
What is pushed, in this order at the beginning and then at every change:

- `{"push": "hello", "world": id of this run, "languages": that the page speaks, "newest": {person: {channel: unread}}}`, once,
  where unread is `{"last": id, "mentions": [ids]}`
- `{"push": "clock", "ahead": seconds}`, `{"push": "locales", "offered": [of people]}`, `{"push": "cast", ...}`,
  `{"push": "places", ...}`, `{"push": "commands", ...}`
- `{"push": "message", "message": {...}}`, for a new message and for a changed one
- `{"push": "gone", "message": id, "channel": id}`
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from aiohttp import WSMsgType, web

from . import live_state
from .errors import Refused
from .guild_handle import GuildHandle
from .kinds import Json, mapping
from .live_actions import Actions
from .words import UserError, languages

TOGETHER = 0.02  # seconds in which changes are collected
MAX_FRAME = 1 << 16


class Live:
    """Serve one connection of a page, which shows one guild."""

    def __init__(self, handle: GuildHandle, actions: Actions, run: str) -> None:
        self._handle = handle
        self._world = handle.world
        self._actions = actions
        self._run = run
        self._socket = web.WebSocketResponse(compress=False, max_msg_size=MAX_FRAME, heartbeat=30)
        self._known: dict[str, tuple[str, int]] = {}
        self._told: dict[str, Json] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer actions and push changes until the page closes the connection."""
        await self._socket.prepare(request)
        self._known = self._messages()
        newest = live_state.newest(self._handle)
        await self._send({"push": "hello", "world": self._run, "languages": languages(), "newest": newest})
        self._start(self._watch())
        try:
            async for frame in self._socket:
                if frame.type == WSMsgType.TEXT:
                    self._start(self._answer(mapping(json.loads(frame.data))))
        finally:
            for task in self._tasks:
                task.cancel()
        return self._socket

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, data: Json) -> None:
        try:
            answer: Json = {"answer": await self._actions.do(data)}
        except KeyError as error:
            answer = {"error": ["asIs", f"The page left out {error}."]}
        except UserError as told:
            answer = {"error": told.said}
        except Refused as refused:
            answer = {"error": ["discord", refused.body["message"]]}
        except (LookupError, ValueError) as error:
            answer = {"error": ["asIs", str(error)]}
        await self._send({"id": data.get("id"), **answer})

    async def _send(self, data: Json) -> None:
        if not self._socket.closed:
            await self._socket.send_json(data)

    # -- changes --------------------------------------------------------------------------

    async def _watch(self) -> None:
        while not self._socket.closed:
            if self._handle.guild.id not in self._world.guilds:
                await self._socket.close(message=b"the guild is gone")
                return
            count = self._world.changes.count
            for push in [*self._aspects(), *self._mail()]:
                await self._send(push)
            await self._world.changes.wait_until(lambda seen=count: self._world.changes.count != seen, 3600)
            await asyncio.sleep(TOGETHER)

    def _aspects(self) -> list[Json]:
        """Return pushes for the clock, people, places and commands that changed."""
        aspects: dict[str, Callable[[], Json]] = {
            "clock": lambda: live_state.clock(self._world),
            "locales": lambda: {"offered": live_state.offered_locales(self._world)},
            "cast": lambda: live_state.cast(self._handle),
            "places": lambda: live_state.places(self._handle),
            "commands": lambda: live_state.command_versions(self._world),
        }
        changed: list[Json] = []
        for name, look in aspects.items():
            seen = look()
            if self._told.get(name) != seen:
                self._told[name] = seen
                changed.append({"push": name, **seen})
        return changed

    def _messages(self) -> dict[str, tuple[str, int]]:
        """Return the channel and revision of each message."""
        return {m["id"]: (m["channel_id"], m["_revision"]) for m in self._handle.all_messages}

    def _mail(self) -> list[Json]:
        """Return pushes for messages that were deleted, are new or changed."""
        before, self._known = self._known, self._messages()
        told: list[Json] = [
            {"push": "gone", "message": key, "channel": before[key][0]} for key in before if key not in self._known
        ]
        for key, place in self._known.items():
            if before.get(key) != place:
                message = self._world.messages[place[0]][key]
                told.append({"push": "message", "message": live_state.message_shown(self._world, message)})
        return told
