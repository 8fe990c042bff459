"""REST v10: reads requests, applies faults, calls the handlers, records and answers."""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import BodyPartReader, web

from . import routes_app, routes_channels, routes_emojis, routes_interactions, routes_messages, routes_webhooks
from .calls import Call, Handler, Reply
from .errors import Refused
from .faults import Fault
from .kinds import Json
from .media import Upload
from .world import World

PREFIX = "/api/v10"
LONGEST_HOLD = 600.0  # seconds
ROUTES: list[tuple[str, str, Handler]] = [
    *routes_app.ROUTES,
    *routes_emojis.ROUTES,
    *routes_channels.ROUTES,
    *routes_messages.ROUTES,
    *routes_interactions.ROUTES,
    *routes_webhooks.ROUTES,
]
WITHOUT_BOT_TOKEN = re.compile(r"/(interactions|webhooks)/|/gateway$")
Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Recorder:
    """The log of all requests, in memory and on request in a file."""

    path: Path | None = None
    requests: list[Json] = field(default_factory=list[Json])

    def note(self, entry: Json) -> None:
        """Keep one request with its answer."""
        self.requests.append(entry)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")


class Rest:
    """All endpoints of the API on one world."""

    def __init__(self, world: World, token: str, recorder: Recorder) -> None:
        self.world = world
        self.token = token
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
            at, began = self.world.now(), time.monotonic()
            try:
                body, files = await _read(request)
            except ConnectionError:  # whoever asked is gone, such as a bot that was killed
                return web.Response(status=400)
            path = request.path.removeprefix(PREFIX)
            call = Call(self.world, dict(request.match_info), dict(request.query), body, files)
            fault = self.world.faults.take(request.method, path, call.guild_id)
            await self._hinder(fault)
            taken = self.world.rates.take(request.method, path, time.monotonic())
            if taken.refusal and not (fault and fault.answer):
                fault = taken.refusal
            effect = self._effect(request, path, handler, call, fault)
            status, answer = (fault and fault.answer) or effect or (0, None)
            notes: Json = {"_at": at, "_seconds": time.monotonic() - began, "_effect": effect[0] if effect else None}
            seen = 0 if fault and fault.lose else status  # by the client
            self.recorder.note(_entry(request, call, seen, answer) | notes)
            self.world.pulse.beat()
            if fault and fault.done:
                fault.done()
            if fault and fault.late:
                await asyncio.sleep(fault.late)
            if fault and (fault.lose or fault.reset) and request.transport:
                request.transport.abort()
            return _response(status, answer, fault, taken.headers)

        return serve

    async def _hinder(self, fault: Fault | None) -> None:
        """What a fault does before the effect of a request."""
        if fault and fault.arrived:
            fault.arrived()
        if fault and fault.delay:
            await asyncio.sleep(fault.delay)
        if fault and fault.held:
            await self.world.pulse.until(lambda: not fault.held, LONGEST_HOLD)

    def _effect(self, request: web.Request, path: str, handler: Handler, call: Call, fault: Fault | None) -> Reply | None:
        """Do what is asked, unless a fault prevents it; the true answer."""
        if fault and (fault.reset or (fault.answer and not fault.effect)):
            if fault.answer:
                call.refused(fault.answer[1])
            return None
        if not WITHOUT_BOT_TOKEN.match(path) and request.headers.get("Authorization") != f"Bot {self.token}":
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
        upload = self.world.files.get(request.match_info["attachment"])
        if upload is None or request.match_info["name"] == "":
            return web.Response(status=404, text="This content is no longer available.")
        return web.Response(body=upload.data, headers={"Content-Type": upload.content_type})

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


def _entry(request: web.Request, call: Call, status: int, answer: Any) -> Json:
    return {
        "method": request.method,
        "path": request.path,
        "query": dict(request.query),
        "content_type": request.content_type if request.can_read_body or call.body is not None else None,
        "body": call.body,
        "files": {part: [upload.name, len(upload.data)] for part, upload in call.files.items()},
        "status": status,
        "response": answer,
        "interaction_type": call.interaction_type,
        "components_v2": call.components_v2,
    }


def _response(status: int, answer: Any, fault: Fault | None, announced: dict[str, str]) -> web.Response:
    headers = announced | ({} if fault and not fault.via else {"Via": "1.1 sandbox"})
    headers |= fault.headers if fault else {}
    if answer is None:
        return web.Response(status=status, headers=headers)
    # discord.py takes everything but exactly this type for text.
    headers["Content-Type"] = "application/json"
    return web.Response(status=status, body=json.dumps(answer).encode(), headers=headers)
