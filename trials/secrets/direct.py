"""What discord.py takes for its connection to Discord: the sandbox's handlers, called at once and without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sandbox.calls import Call, Reply
from sandbox.errors import Refused
from sandbox.media import Upload
from sandbox.rest import PATTERNS, PREFIX
from sandbox.world import World
from trials.direct import read_body

TOKEN = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")


class Sent(NamedTuple):
    """A request of the bot's: what whoever it concerns will see of it."""

    method: str
    path: str  # without what is a secret of the connection
    body: str
    files: tuple[tuple[str, str], ...]  # name and content, in short

    @property
    def private(self) -> bool:
        """Is it an answer to somebody?"""
        return self.path.startswith(("/interactions/", "/webhooks/"))


class Direct:
    """In the place of `aiohttp.ClientSession`; `sent` is told of each request."""

    closed = False

    def __init__(self, world: World, sent: Callable[[Sent], None]) -> None:
        self._world = world
        self._sent = sent

    def request(self, method: str, url: str, *, data: Any = None, params: Mapping[str, Any] | None = None, **_: Any) -> Exchange:
        """A request, and the answer to it."""
        path = urlsplit(url).path.removeprefix(PREFIX)
        body, files, _kind = read_body(data)
        query = {key: str(value) for key, value in (params or {}).items()}
        status, answer = self._answer(method, path, query, body, files)
        self._sent(
            Sent(
                method,
                TOKEN.sub(r"/\1/\2", path),
                json.dumps(body, sort_keys=True),
                tuple((f.name, sha256(f.data).hexdigest()) for f in files.values()),
            )
        )
        self._world.pulse.beat()
        return Exchange(status, answer)

    async def close(self) -> None:
        """Nothing is open."""
        self.closed = True

    def _answer(self, method: str, path: str, query: dict[str, str], body: Any, files: dict[str, Upload]) -> Reply:
        for verb, pattern, handler in PATTERNS:
            if verb == method and (match := pattern.fullmatch(path)):
                try:
                    return handler(Call(self._world, match.groupdict(), query, body, files))
                except Refused as refusal:
                    return refusal.status, refusal.body
        return 404, {"message": "404: Not Found", "code": 0}


class Exchange:
    """The answer to a request, as discord.py reads it."""

    reason = ""

    def __init__(self, status: int, answer: Any) -> None:
        self.status = status
        self.headers = {"content-type": "" if answer is None else "application/json", "Via": "1.1 sandbox"}
        self._text = "" if answer is None else json.dumps(answer)

    async def __aenter__(self) -> Exchange:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def text(self, **_: Any) -> str:
        """What was answered."""
        return self._text
