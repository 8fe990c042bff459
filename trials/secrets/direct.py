"""The bot's connection to the sandbox, with a note of each request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from yarl import URL

from sandbox.rest import PREFIX, Asked
from trials.direct import DirectResponse, DirectSession

TOKEN = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")


class Sent(NamedTuple):
    """A request of the bot, as far as people see its effect."""

    method: str
    path: str  # without the tokens of interactions
    body: str
    files: tuple[tuple[str, str], ...]  # name and content, in short

    @property
    def private(self) -> bool:
        """Is it an answer to somebody?"""
        return self.path.startswith(("/interactions/", "/webhooks/"))


class NotedSession(DirectSession):
    """Calls ``sent`` with each request."""

    def __init__(self, *given: Any, sent: Callable[[Sent], None]) -> None:
        super().__init__(*given)
        self._sent = sent

    async def exchange(self, asked: Asked, url: URL) -> DirectResponse:
        """Note a request, and ask the sandbox."""
        path = TOKEN.sub(r"/\1/\2", asked.path.removeprefix(PREFIX))
        files = tuple((file.name, sha256(file.data).hexdigest()) for file in asked.files.values())
        self._sent(Sent(asked.method, path, json.dumps(asked.body, sort_keys=True), files))
        return await super().exchange(asked, url)
