"""Serve the page's files and its WebSocket."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from aiohttp import web

from .attaching import attach
from .guild_handle import GuildHandle
from .live import Live
from .live_actions import Actions, Tool
from .media import Upload
from .words import UserError
from .world import World

FOLDER = Path(__file__).with_name("page")
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json"}
HEADERS = {
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; img-src * data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}


class Page:
    """Serve the page of each guild, `?guild=ID`; without it that of the first. Every action is one of a Person.

    `tools_of` adds actions over the WebSocket, for the developer tools: names that begin with "tool.", such as "tool.language".
    Each gets the whole message as the page sent it, `{"id": n, "action": "tool.language", "person": "Ada", "locale": "fr"}`,
    and returns the answer, an object. It raises `UserError` for the page to say.
    """

    def __init__(self, world: World, tools_of: Callable[[GuildHandle], Mapping[str, Tool]]) -> None:
        self._world = world
        self._tools_of = tools_of
        self._run = secrets.token_hex(8)

    def attach(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/live", self._live)
        app.router.add_post("/page/file", self._keep)
        app.router.add_get("/static/{name}", self._file)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _sent(FOLDER / "index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """Serve a file of the page. Browsers ask anew each time, so changed files are never mixed with old ones."""
        path = FOLDER / request.match_info["name"]
        if path.parent != FOLDER or path.suffix not in TYPES or not path.is_file():
            raise web.HTTPNotFound
        return _sent(path)

    async def _keep(self, request: web.Request) -> web.StreamResponse:
        """Keep the file in the body, to be attached to a command; answer its id, or why it cannot be kept."""
        try:
            attachment = attach(self._world, Upload(request.query.get("name", "file"), await request.read()))
        except UserError as error:
            return web.json_response({"error": error.said})
        return web.json_response({"id": attachment["id"]})

    async def _live(self, request: web.Request) -> web.StreamResponse:
        guilds = self._world.guilds
        guild = guilds.get(request.query.get("guild") or next(iter(guilds)))
        if guild is None:
            raise web.HTTPNotFound(text="There is no such guild.")
        handle = GuildHandle(self._world, guild)
        return await Live(handle, Actions(handle, self._tools_of(handle)), self._run).serve(request)


def _sent(path: Path) -> web.Response:
    """Return a small file of the page, read at once: a thread for each would cost more."""
    response = web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS)
    response.enable_compression()
    return response
