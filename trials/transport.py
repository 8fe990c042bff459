"""Connect discord.py with a sandbox in the same process, without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
from multidict import CIMultiDict
from yarl import URL

from sandbox.kinds import Json
from sandbox.media import Upload
from sandbox.rest import ApiRequest, ApiResponse, Rest
from trials.inline import Power

FILES = "/attachments/"
JSON, FORM = "application/json", "multipart/form-data"


class SandboxSession:
    """Replace `aiohttp.ClientSession`; ``trace`` hears of each request as it would of a real one."""

    closed = False

    def __init__(self, rest: Rest, trace: aiohttp.TraceConfig, date: Callable[[], str], power: Power) -> None:
        self._rest = rest
        self._trace = trace
        self._date = date
        self._power = power

    def request(
        self, method: str, url: str, *, data: Any = None, params: Mapping[str, Any] | None = None, **rest: Any
    ) -> SandboxRequest:
        """Return a request that is sent when its context is entered, as in aiohttp."""
        where = URL(url)
        body, files, kind = read_body(data)
        query = {**where.query, **{key: str(value) for key, value in (params or {}).items()}}
        return SandboxRequest(self, ApiRequest(method, where.path, query, rest.get("headers", {}), kind, body, files), where)

    def get(self, url: str) -> SandboxRequest:
        """Return a request for a file."""
        return self.request("GET", url)

    async def exchange(self, asked: ApiRequest, url: URL) -> SandboxResponse:
        """Send a request to the sandbox.

        :raises aiohttp.ServerDisconnectedError: if the sandbox breaks the connection.
        """
        self._power.require()
        if asked.path.startswith(FILES):
            return await self._file(asked.path)
        context = SimpleNamespace()
        started = aiohttp.TraceRequestStartParams(asked.method, url, CIMultiDict(asked.headers))
        for hear in self._trace.on_request_start:
            await cast(Any, hear)(self, context, started)
        answered = await self._rest.answer_path(asked)
        self._power.require()
        if answered.lost:
            error = aiohttp.ServerDisconnectedError()
            failed = aiohttp.TraceRequestExceptionParams(asked.method, url, CIMultiDict(asked.headers), error)
            for hear in self._trace.on_request_exception:
                await cast(Any, hear)(self, context, failed)
            raise error
        response = SandboxResponse(answered, self._date())
        ended = aiohttp.TraceRequestEndParams(asked.method, url, CIMultiDict(asked.headers), cast(Any, response))
        for hear in self._trace.on_request_end:
            await cast(Any, hear)(self, context, ended)
        return response

    async def _file(self, path: str) -> SandboxResponse:
        found = await self._rest.answer_file(path)
        status, data = (found, b"") if isinstance(found, int) else (200, found.data)
        return SandboxResponse(ApiResponse(status, None, {}, lost=False), self._date(), data)

    async def close(self) -> None:
        """Mark the session as closed."""
        self.closed = True


class SandboxRequest:
    """A request that is sent when its context is entered."""

    def __init__(self, session: SandboxSession, asked: ApiRequest, url: URL) -> None:
        self._session = session
        self._asked = asked
        self._url = url

    async def __aenter__(self) -> SandboxResponse:
        return await self._session.exchange(self._asked, self._url)

    async def __aexit__(self, *_: object) -> None:
        return None


class SandboxResponse:
    """The response to a request, as discord.py reads it."""

    reason = ""

    def __init__(self, answered: ApiResponse, date: str, data: bytes = b"") -> None:
        self._data = data
        self.status = answered.status
        self.headers: CIMultiDict[str] = CIMultiDict({"Date": date, **answered.headers})
        self._body = answered.body

    async def text(self, **_: Any) -> str:
        """Return the body as text."""
        return "" if self._body is None else json.dumps(self._body)

    async def read(self) -> bytes:
        """Return the content of a file."""
        return self._data


def read_body(data: Any) -> tuple[Any, dict[str, Upload], str | None]:
    """Return the body of a request, its files by the names of their fields, and the type of its content."""
    if data is None:
        return None, {}, None
    if not isinstance(data, aiohttp.FormData):
        return json.loads(data), {}, JSON
    body: Json | None = None
    files: dict[str, Upload] = {}
    for about, _, value in data._fields:  # type: ignore[reportPrivateUsage] - no public name has them
        if about["name"] == "payload_json":
            body = json.loads(value)
        else:
            files[about["name"]] = Upload(about["filename"], value.read())
    return body, files, FORM
