"""Serve gateway v10: identify, events, heartbeats, resume."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from .addresses import gateway_of
from .founding import describe_guild
from .kinds import Json
from .sight import as_heard
from .world import BOT_ID, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
MAX_FRAME = 4096
HEARTBEAT_MS = 41_250
ACK_AFTER = 0.05  # seconds, as over a network; discord.py takes an earlier answer for one to the heartbeat before
Hear = Callable[[str, Json], None]
QUEUE = web.ResponseKey("queue", list[str])


@dataclass
class Session:
    """Hold the session of one identified client, with its events for a resume."""

    intents: int
    socket: web.WebSocketResponse | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    events: list[Json] = field(default_factory=list[Json])

    def add(self, event: str, data: Any) -> Json:
        """Number an event and keep it."""
        frame: Json = {"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": data}
        # A copy in text, because the objects of the world change later.
        self.events.append({"s": frame["s"], "text": json.dumps(frame)})
        return self.events[-1]


class Gateway:
    """Serve the gateway; one writer for each connection sends its frames in order."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.sessions: dict[str, Session] = {}
        self.away = False  # it lets nobody in
        self.rewind = 0
        self.identifies = 0
        self.resumes = 0
        self._direct: dict[Hear, int] = {}  # clients in this process, with their intents
        world.listeners.append(self.dispatch)

    @property
    def ready(self) -> bool:
        """Return whether a client is connected."""
        return bool(self._direct) or any(session.socket for session in self.sessions.values())

    def attach(self, hear: Hear, intents: int) -> None:
        """Let a client in this process hear events from now on, those of its arrival first."""
        self._direct[hear] = intents
        for event, data in self._arrival(secrets.token_hex(16), intents):
            hear(event, json.loads(json.dumps(data)))
        self.world.changes.notify()

    def detach(self, hear: Hear) -> None:
        """Let that client hear nothing any more."""
        self._direct.pop(hear, None)
        self.world.changes.notify()

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event to each session whose intents cover it.

        For servers without the bot, send only interactions of people who installed it for themselves.
        """
        guild = self.world.guilds.get(data.get("guild_id", ""))
        brought = "1" in data.get("authorizing_integration_owners", {})
        if guild is not None and (guild.down or (BOT_ID not in guild.members and not brought)):
            return
        heard = as_heard(self.world, event, data)
        for session in self.sessions.values() if heard is not None else ():
            wanted = _wanted(session.intents, event, heard or {})
            if wanted is not None:
                self._push(session, session.add(event, wanted)["text"])
        for hear, intents in self._direct.items() if heard is not None else ():
            wanted = _wanted(intents, event, heard or {})
            if wanted is not None:
                hear(event, json.loads(json.dumps(wanted)))  # a copy, because the objects of the world change later

    def _push(self, session: Session, text: str) -> None:
        if session.socket is not None and not session.socket.closed:
            _queue(session.socket).append(text)
            self.world.changes.notify()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection of a client until it closes."""
        if self.away:
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        socket[QUEUE] = []
        writer = asyncio.create_task(self._write(socket))
        _queue(socket).append(json.dumps({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}}))
        self.world.changes.notify()
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT or len(message.data) > MAX_FRAME:
                    await socket.close(code=4002)
                    break
                await self._receive(socket, json.loads(message.data))
        finally:
            writer.cancel()
            for session in self.sessions.values():
                if session.socket is socket:
                    session.socket = None
            self.world.changes.notify()
        return socket

    async def _write(self, socket: web.WebSocketResponse) -> None:
        queue = _queue(socket)
        while not socket.closed:
            await self.world.changes.wait_until(lambda: bool(queue), 3600)
            while queue:
                await socket.send_str(queue.pop(0))

    async def _receive(self, socket: web.WebSocketResponse, frame: Json) -> None:
        operation, data = frame.get("op"), frame.get("d")
        if operation == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, self._acknowledge, socket)
        elif operation == IDENTIFY and data:
            await self._identify(socket, data)
        elif operation == RESUME and data:
            await self._resume(socket, data)

    def _acknowledge(self, socket: web.WebSocketResponse) -> None:
        _queue(socket).append(json.dumps({"op": ACK, "d": None}))
        self.world.changes.notify()

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> None:
        if str(data.get("token", "")).removeprefix("Bot ") != self.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return
        self.identifies += 1
        self.sessions = {key: kept for key, kept in self.sessions.items() if kept.socket is not None}
        session = Session(int(data.get("intents") or 0), socket)
        self.sessions[session.id] = session
        for event, told in self._arrival(session.id, session.intents, data.get("shard")):
            self._push(session, session.add(event, told)["text"])

    def _arrival(self, session: str, intents: int, shard: Any = None) -> Iterator[tuple[str, Json]]:
        """Yield the events that a new client hears first: READY and its guilds."""
        guilds = [guild for guild in self.world.guilds.values() if BOT_ID in guild.members]
        yield (
            "READY",
            {
                "v": 10,
                "user": {**self.world.bot, "verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
                "session_id": session,
                "resume_gateway_url": gateway_of(self.world.origin),
                "application": {"id": BOT_ID, "flags": 0},
                "shard": shard or [0, 1],
                "private_channels": [],
            },
        )
        for guild in [guild for guild in guilds if not guild.down] if intents & GUILDS else ():
            yield "GUILD_CREATE", {**describe_guild(self.world, guild), "unavailable": False}  # the key tells it from a new guild

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if session is None or data.get("token") != self.token:
            _queue(socket).append(json.dumps({"op": INVALID, "d": False}))
            self.world.changes.notify()
            return
        self.resumes += 1
        session.socket = socket
        seen, self.rewind = int(data.get("seq") or 0) - self.rewind, 0
        for event in [event for event in session.events if event["s"] > seen]:
            self._push(session, event["text"])
        self._push(session, session.add("RESUMED", {})["text"])

    # -- on request -----------------------------------------------------------------------

    def ask_reconnect(self) -> None:
        """Send opcode 7: the client comes back with a resume."""
        self._broadcast({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send opcode 9: the session is over, unless `resumable`."""
        self._broadcast({"op": INVALID, "d": resumable})
        if not resumable:
            self.sessions.clear()

    def _broadcast(self, frame: Json) -> None:
        for session in self.sessions.values():
            self._push(session, json.dumps(frame))

    async def disconnect(self, code: int = 4000, *, resumable: bool = True) -> None:
        """Close all connections; unless `resumable`, the clients must identify again."""
        open_sockets = [session.socket for session in self.sessions.values() if session.socket is not None]
        if not resumable:
            self.sessions.clear()
        for socket in open_sockets:
            await socket.close(code=code)


def _queue(socket: web.WebSocketResponse) -> list[str]:
    return socket[QUEUE]


def _wanted(intents: int, event: str, data: Json) -> Json | None:
    """Return the event as a client with these intents hears it; None if it does not hear it."""
    if event == "INTERACTION_CREATE":
        return data
    if event.startswith("MESSAGE_"):
        need = GUILD_MESSAGES if data.get("guild_id") else DIRECT_MESSAGES
        if not intents & need:
            return None
        author = data.get("author")
        mine = author is None or author["id"] == BOT_ID or not data.get("guild_id")
        if mine or intents & MESSAGE_CONTENT or any(u["id"] == BOT_ID for u in data["mentions"]):
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}
    if event.startswith("GUILD_MEMBER_"):
        return data if intents & GUILD_MEMBERS else None
    if event == "CHANNEL_CREATE" and not data.get("guild_id"):
        return data
    return data if intents & GUILDS else None
