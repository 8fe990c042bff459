"""Serve gateway v10: identify, shards, events, heartbeats, resume."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from .addresses import gateway_of
from .changes import loop_time
from .founding import describe_guild
from .guild import Guild
from .kinds import Json, mapping
from .rates import SlidingWindow
from .shards import GUILDS_OF_A_SHARD, ONLY_SHARD, Shard, guild_in, read_shard
from .sight import as_heard
from .world import BOT_ID, World, make_token

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
KNOWN_INTENTS = (1 << 17) - 1 | 0b11 << 20 | 0b11 << 24
WHEN_IDENTIFIED = (3, 4, 8, 31)  # operations that do nothing here: presence, voice state, members, sounds
MAX_FRAME = 4096
FRAMES_LIMIT, FRAMES_SECONDS = 120, 60.0  # from one connection
VERSION = "10"
UNKNOWN_OPERATION, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN, AUTHENTICATED, INVALID_SEQUENCE = (
    4001,
    4002,
    4003,
    4004,
    4005,
    4007,
)
TOO_MANY_FRAMES, TIMED_OUT, INVALID_SHARD, SHARDING_REQUIRED, INVALID_VERSION, INVALID_INTENTS = (
    4008,
    4009,
    4010,
    4011,
    4012,
    4013,
)
REASONS = {
    UNKNOWN_OPERATION: b"Unknown opcode.",
    DECODE_ERROR: b"Error while decoding payload.",
    NOT_AUTHENTICATED: b"Not authenticated.",
    WRONG_TOKEN: b"Authentication failed.",
    AUTHENTICATED: b"Already authenticated.",
    INVALID_SEQUENCE: b"Invalid seq.",
    TOO_MANY_FRAMES: b"You are sending payloads too quickly.",
    TIMED_OUT: b"Session timed out.",
    INVALID_SHARD: b"Invalid shard.",
    SHARDING_REQUIRED: b"Sharding required.",
    INVALID_VERSION: b"Invalid API version.",
    INVALID_INTENTS: b"Invalid intent(s).",
}
ENDS_SESSION = (1000, 1001)  # codes with which a client ends its session
KEPT_SECONDS = 300.0  # in which a session without a connection can be resumed
SILENCE_SECONDS = 3600.0  # the longest that a client waits for an answer to IDENTIFY or RESUME
HEARTBEAT_MS = 41_250
ACK_AFTER = 0.05  # seconds, as over a network; discord.py takes an earlier answer for one to the heartbeat before
Hear = Callable[[str, Json], None]
QUEUE = web.ResponseKey("queue", list[str])
REFUSED = web.ResponseKey("refused", bool)  # we close the connection
HOST = web.ResponseKey("host", str)  # host and port that the client has connected to


@dataclass
class Session:
    """Hold the session of one identified client, with its events for a resume."""

    intents: int
    shard: Shard
    socket: web.WebSocketResponse | None
    left_at: float = 0.0  # when the connection broke, by the loop's clock
    host: str = ""
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

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.away = False  # it lets nobody in
        self.stalled = False  # new connections hear nothing, not even HELLO
        self.refusal = 0  # code with which new connections are closed before HELLO; 0: none
        self.connections = 0  # that were opened so far
        self.silent: set[int] = set()  # shards whose clients get no answer to IDENTIFY and RESUME for now
        self.guild_limit = GUILDS_OF_A_SHARD
        self.rewind = 0
        self.identifies = 0
        self.resumes = 0
        self._direct: dict[Hear, tuple[int, Shard]] = {}  # clients in this process, with their intents
        world.listeners.append(self.dispatch)

    @property
    def open_shards(self) -> set[Shard]:
        """Return the shards that are connected."""
        connected = {session.shard for session in self.sessions.values() if session.socket is not None}
        return connected | {shard for _, shard in self._direct.values()}

    @property
    def ready(self) -> bool:
        """Return whether a client is connected with all of its shards."""
        connected = self.open_shards
        return any(connected.issuperset(Shard(each, total) for each in range(total)) for _, total in connected)

    def attach(self, hear: Hear, intents: int, shard: Shard = ONLY_SHARD) -> None:
        """Let a client in this process hear events of a shard from now on, those of its arrival first."""
        self._direct[hear] = intents, shard
        for event, data in self._arrival(secrets.token_hex(16), intents, shard, self.world.origin):
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
        heard, place = as_heard(self.world, event, data), guild_in(event, data)
        for session in self.sessions.values() if heard is not None else ():
            wanted = _wanted(session.intents, event, heard or {}) if session.shard.hears_of(place) else None
            if wanted is not None:
                self._push(session, session.add(event, wanted)["text"])
        for hear, (intents, shard) in self._direct.items() if heard is not None else ():
            wanted = _wanted(intents, event, heard or {}) if shard.hears_of(place) else None
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
        socket[QUEUE], socket[REFUSED], socket[HOST] = [], False, request.host
        self.connections += 1
        if refusal := self.refusal or (INVALID_VERSION if request.query.get("v", VERSION) != VERSION else 0):
            await _refuse(socket, refusal)
            return socket
        writer = asyncio.create_task(self._write(socket))
        if not self.stalled:
            self._tell(socket, {"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            await self._hear(socket)
        finally:
            writer.cancel()
            self._leave(socket)
        return socket

    async def _hear(self, socket: web.WebSocketResponse) -> None:
        """Receive the frames of a client until the connection ends."""
        frames = SlidingWindow(FRAMES_SECONDS)
        async for message in socket:
            if frames.count(loop_time()) == FRAMES_LIMIT:
                await _refuse(socket, TOO_MANY_FRAMES)
                return
            frames.add(loop_time())
            refusal = await self._receive(socket, _decoded(message))
            if refusal:
                await _refuse(socket, refusal)
                return

    def _leave(self, socket: web.WebSocketResponse) -> None:
        """Keep the session of a broken connection for a resume; one that its client has closed in good order is over."""
        session = self._session_of(socket)
        if session is not None:
            session.socket, session.left_at = None, loop_time()
            if socket.close_code in ENDS_SESSION and not socket[REFUSED]:
                del self.sessions[session.id]
        self.world.changes.notify()

    def _session_of(self, socket: web.WebSocketResponse) -> Session | None:
        return next((session for session in self.sessions.values() if session.socket is socket), None)

    async def _write(self, socket: web.WebSocketResponse) -> None:
        queue = _queue(socket)
        while not socket.closed:
            await self.world.changes.wait_until(lambda: bool(queue), 3600)
            while queue:
                await socket.send_str(queue.pop(0))

    async def _receive(self, socket: web.WebSocketResponse, frame: Json) -> int:
        """Carry out a frame; return the code with which the connection must close, or 0."""
        if not frame:
            return DECODE_ERROR
        operation, data = frame.get("op"), frame.get("d")
        if operation == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_AFTER, self._tell, socket, {"op": ACK, "d": None})
            return 0
        known = self._session_of(socket) is not None
        if operation in (IDENTIFY, RESUME):
            answer = self._identify if operation == IDENTIFY else self._resume
            return AUTHENTICATED if known else await answer(socket, mapping(data))
        if operation in WHEN_IDENTIFIED:
            return 0 if known else NOT_AUTHENTICATED
        return UNKNOWN_OPERATION

    def _tell(self, socket: web.WebSocketResponse, frame: Json) -> None:
        socket[QUEUE].append(json.dumps(frame))
        self.world.changes.notify()

    async def _until_heard(self, shard: Shard) -> None:
        await self.world.changes.wait_until(lambda: shard.id not in self.silent, SILENCE_SECONDS)

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> int:
        """Start a session; return the code of a refusal, or 0."""
        shard, intents = read_shard(data.get("shard")), data.get("intents")
        if str(data.get("token", "")).removeprefix("Bot ") != self.world.token:
            return WRONG_TOKEN
        if shard is None:
            return INVALID_SHARD
        if type(intents) is not int or intents & ~KNOWN_INTENTS:
            return INVALID_INTENTS
        if len(self._guilds(shard)) > self.guild_limit:
            return SHARDING_REQUIRED
        await self._until_heard(shard)
        self.identifies += 1
        in_time = self.world.session_starts.take(shard, loop_time(), socket[HOST])
        if self.world.session_starts.used_up:
            await self._reset_token()
            return WRONG_TOKEN
        if not in_time:
            self._tell(socket, {"op": INVALID, "d": False})
            return 0
        self._forget_sessions(shard)
        session = Session(intents, shard, socket, host=socket[HOST])
        self.sessions[session.id] = session
        for event, told in self._arrival(session.id, session.intents, shard, f"http://{session.host}"):
            self._push(session, session.add(event, told)["text"])
        return 0

    async def _reset_token(self) -> None:
        """End all sessions for good, as Discord does after too many starts in a day: the owner has to copy a new token."""
        self.world.token = make_token()
        await self.disconnect(WRONG_TOKEN, resumable=False)

    def _forget_sessions(self, shard: Shard) -> None:
        """Forget sessions without a connection: those of this shard, which begins anew, and old ones."""
        oldest = loop_time() - KEPT_SECONDS
        self.sessions = {
            key: kept
            for key, kept in self.sessions.items()
            if kept.socket is not None or (kept.shard != shard and kept.left_at > oldest)
        }

    def _guilds(self, shard: Shard) -> list[Guild]:
        """Return the guilds of a shard that the bot is a member of."""
        return [guild for guild in self.world.guilds.values() if BOT_ID in guild.members and shard.hears_of(guild.id)]

    def _arrival(self, session: str, intents: int, shard: Shard, origin: str) -> Iterator[tuple[str, Json]]:
        """Yield the events that a new client hears first: READY and its guilds."""
        guilds = self._guilds(shard)
        yield (
            "READY",
            {
                "v": 10,
                "user": {**self.world.bot, "verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
                "session_id": session,
                "resume_gateway_url": gateway_of(origin),
                "application": {"id": BOT_ID, "flags": 0},
                "shard": list(shard),
                "private_channels": [],
            },
        )
        for guild in [guild for guild in guilds if not guild.down] if intents & GUILDS else ():
            yield "GUILD_CREATE", {**describe_guild(self.world, guild), "unavailable": False}  # the key tells it from a new guild

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> int:
        """Continue a session; return the code of a refusal, or 0."""
        if str(data.get("token", "")).removeprefix("Bot ") != self.world.token:
            return WRONG_TOKEN
        session = self.sessions.get(str(data.get("session_id")))
        if session is not None:
            await self._until_heard(session.shard)
        if session is None or session.id not in self.sessions:
            self._tell(socket, {"op": INVALID, "d": False})
            return 0
        if int(data.get("seq") or 0) > len(session.events):
            del self.sessions[session.id]
            return INVALID_SEQUENCE
        self.resumes += 1
        session.socket = socket
        seen, self.rewind = int(data.get("seq") or 0) - self.rewind, 0
        for event in [event for event in session.events if event["s"] > seen]:
            self._push(session, event["text"])
        self._push(session, session.add("RESUMED", {})["text"])
        return 0

    # -- on request -----------------------------------------------------------------------

    def ask_reconnect(self, shard: int | None = None) -> None:
        """Send opcode 7 to all clients, or to those of one shard: they come back with a resume."""
        self._broadcast({"op": RECONNECT, "d": None}, shard)

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Send opcode 9 to all clients, or to those of one shard: the session is over, unless `resumable`."""
        self._broadcast({"op": INVALID, "d": resumable}, shard)
        if not resumable:
            self._end_sessions(shard)

    def _broadcast(self, frame: Json, shard: int | None) -> None:
        for session in self._sessions_of(shard):
            self._push(session, json.dumps(frame))

    async def disconnect(self, code: int = 4000, shard: int | None = None, *, resumable: bool = True) -> None:
        """Close all connections, or those of one shard; unless `resumable`, the clients must identify again."""
        open_sockets = [session.socket for session in self._sessions_of(shard) if session.socket is not None]
        if not resumable or code in (INVALID_SEQUENCE, TIMED_OUT):
            self._end_sessions(shard)
        await asyncio.gather(*(_refuse(socket, code) for socket in open_sockets))

    def _sessions_of(self, shard: int | None) -> list[Session]:
        return [session for session in self.sessions.values() if shard in (None, session.shard.id)]

    def _end_sessions(self, shard: int | None) -> None:
        for session in self._sessions_of(shard):
            del self.sessions[session.id]


def _queue(socket: web.WebSocketResponse) -> list[str]:
    return socket[QUEUE]


def _decoded(message: WSMessage) -> Json:
    """Return the object in a frame; an empty one if there is none, or if it is too large."""
    if message.type != WSMsgType.TEXT or len(message.data) > MAX_FRAME:
        return {}
    try:
        return mapping(json.loads(message.data))
    except ValueError:
        return {}


async def _refuse(socket: web.WebSocketResponse, code: int) -> None:
    """Close a connection with one of Discord's codes."""
    socket[REFUSED] = True
    await socket.close(code=code, message=REASONS.get(code, b""))


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
