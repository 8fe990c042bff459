"""Serve REST v10: read requests, apply faults, call the handlers, record and answer."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

from . import routes_app, routes_channels, routes_interactions, routes_messages, routes_webhooks
from .calls import Call, Handler, Reply
from .changes import loop_time
from .errors import Refused
from .faults import Fault
from .kinds import Json
from .media import Upload
from .world import World

PREFIX = "/api/v10"
LONGEST_HOLD = 600.0  # seconds
ROUTES: list[tuple[str, str, Handler]] = [
    *routes_app.ROUTES,
    *routes_channels.ROUTES,
    *routes_messages.ROUTES,
    *routes_interactions.ROUTES,
    *routes_webhooks.ROUTES,
]
ATTACHMENT = re.compile(r"/attachments/\d+/(?P<id>\d+)/[^/]+")
WITHOUT_BOT_TOKEN = re.compile(r"/(interactions|webhooks)/|/gateway$")
Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]
PATTERNS = [(verb, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), handler) for verb, path, handler in ROUTES]


@dataclass(frozen=True)
class ApiRequest:
    """Hold one request, from HTTP or from this process; ``content_type`` is None without a body."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    content_type: str | None
    body: Any
    files: dict[str, Upload]


@dataclass(frozen=True)
class ApiResponse:
    """Hold the answer to a request; it is ``lost`` if the connection breaks before it arrives."""

    status: int
    body: Any
    headers: dict[str, str]
    lost: bool


@dataclass
class Recorder:
    """Record all requests in memory, and in a file if there is a path."""

    path: Path | None = None
    requests: list[Json] = field(default_factory=list[Json])

    def note(self, entry: Json) -> None:
        """Record one request with its answer."""
        self.requests.append(entry)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")


class Rest:
    """Serve all endpoints of the API on one world."""

    def __init__(self, world: World, recorder: Recorder) -> None:
        self.world = world
        self.recorder = recorder

    def attach(self, app: web.Application) -> None:
        """Add the routes to an application."""
        for method, path, handler in ROUTES:
            app.router.add_route(method, PREFIX + path, self._serve(handler))
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._serve(_unknown))
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        app.router.add_get("/emojis/{emoji}.png", self._emoji)

    def _serve(self, handler: Handler) -> Answering:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                body, files = await _read(request)
            except ConnectionError:  # whoever asked is gone, such as a bot that was killed
                return web.Response(status=400)
            kind = request.content_type if request.can_read_body or body is not None else None
            asked = ApiRequest(request.method, request.path, request.query, request.headers, kind, body, files)
            answered = await self.answer(asked, handler, request.match_info)
            if answered.lost and request.transport:
                request.transport.abort()
            if answered.body is None:
                return web.Response(status=answered.status, headers=answered.headers)
            return web.Response(status=answered.status, body=json.dumps(answered.body).encode(), headers=answered.headers)

        return serve

    async def answer_path(self, asked: ApiRequest) -> ApiResponse:
        """Handle a request that no web server has routed."""
        path = asked.path.removeprefix(PREFIX)
        for verb, pattern, handler in PATTERNS:
            if verb == asked.method and (match := pattern.fullmatch(path)):
                found = {name: unquote(value) for name, value in match.groupdict().items()}
                return await self.answer(asked, handler, found)
        return await self.answer(asked, _unknown, {})

    async def answer(self, asked: ApiRequest, handler: Handler, found: Mapping[str, str]) -> ApiResponse:
        """Handle a request; ``found`` are the parts of its path that the route names."""
        at, began = self.world.now(), loop_time()
        call = Call(self.world, dict(found), dict(asked.query), asked.body, asked.files)
        path = asked.path.removeprefix(PREFIX)
        fault = self.world.faults.take(asked.method, path, call.guild_id)
        await self._hinder(fault)
        taken = self.world.rates.take(asked.method, path, loop_time())
        if taken.refusal and not (fault and fault.answer):
            fault = taken.refusal
        effect = self._effect(asked, path, handler, call, fault)
        status, answer = (fault and fault.answer) or effect or (0, None)
        notes: Json = {"_at": at, "_seconds": loop_time() - began, "_effect": effect[0] if effect else None}
        notes |= {"_began": began, "_host": asked.headers.get("Host", "")}
        seen = 0 if fault and fault.lose else status  # by the client
        self.recorder.note(_entry(asked, call, seen, answer) | notes)
        self.world.changes.notify()
        if fault and fault.done:
            fault.done()
        if fault and fault.late:
            await asyncio.sleep(fault.late)
        lost = fault is not None and (fault.lose or fault.reset)
        return ApiResponse(status, answer, _headers(answer, fault, taken.headers), lost)

    async def _hinder(self, fault: Fault | None) -> None:
        """Delay or hold a request before its effect, as its fault says."""
        if fault and fault.arrived:
            fault.arrived()
        if fault and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault and fault.held:
            await self.world.changes.wait_until(lambda: not fault.held, LONGEST_HOLD)

    def _effect(self, asked: ApiRequest, path: str, handler: Handler, call: Call, fault: Fault | None) -> Reply | None:
        """Carry out a request unless a fault prevents it; return the true answer."""
        if fault and (fault.reset or (fault.answer and not fault.effect)):
            if fault.answer:
                call.refused(fault.answer[1])
            return None
        if not WITHOUT_BOT_TOKEN.match(path) and asked.headers.get("Authorization") != f"Bot {self.world.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        about = self.world.guilds.get(call.guild_id)
        if about is not None and about.down:
            return 503, Refused(130000).body
        try:
            if about is not None and about.limits_uploads and call.files:
                raise Refused(400001)
            return handler(call)
        except Refused as refusal:
            call.refused(refusal.body)
            return refusal.status, refusal.body

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        found = await self.answer_file(request.path)
        if isinstance(found, int):
            return web.Response(status=found, text="This content is no longer available.")
        return web.Response(body=found.data, headers={"Content-Type": found.content_type})

    async def answer_file(self, path: str) -> Upload | int:
        """Return the file at the path of an attachment, or the status of a refusal. A fault may stand before it."""
        fault = self.world.faults.take("GET", path, "")
        await self._hinder(fault)
        if fault and fault.answer:
            return fault.answer[0]
        match = ATTACHMENT.fullmatch(path)
        return self.world.files.get(match["id"], 404) if match else 404

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        picture = self.world.emojis.pictures.get(request.match_info["emoji"])
        if picture is None:
            return web.Response(status=404, text="There is no such emoji.")
        return web.Response(body=picture, headers={"Content-Type": "image/png"})


def _unknown(call: Call) -> Reply:
    return 404, {"message": "404: Not Found", "code": 0}


async def _read(request: web.Request) -> tuple[Any, dict[str, Upload]]:
    files: dict[str, Upload] = {}
    if request.content_type != "multipart/form-data":
        raw = await request.read()
        return (json.loads(raw) if raw else None), files
    body: Any = None
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        elif part.name:
            files[part.name] = Upload(part.filename or "file", data)
    return body, files


def _entry(asked: ApiRequest, call: Call, status: int, answer: Any) -> Json:
    return {
        "method": asked.method,
        "path": asked.path,
        "query": dict(asked.query),
        "content_type": asked.content_type,
        "body": call.body,
        "files": {part: [upload.name, len(upload.data)] for part, upload in call.files.items()},
        "status": status,
        "response": answer,
        "interaction_type": call.interaction_type,
        "components_v2": call.components_v2,
    }


def _headers(answer: Any, fault: Fault | None, announced: dict[str, str]) -> dict[str, str]:
    headers = announced | ({} if fault and not fault.via else {"Via": "1.1 sandbox"})
    headers |= fault.headers if fault else {}
    # discord.py takes everything but exactly this type for text.
    return headers if answer is None else headers | {"Content-Type": "application/json"}
