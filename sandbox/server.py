"""Run the sandbox: one server with REST, gateway, files and the pages of its guilds."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

import socket
import time
from collections.abc import Callable
from email.utils import formatdate
from functools import partial
from pathlib import Path

from aiohttp import web

from . import founding
from .addresses import api_of, gateway_of, origin_of
from .gateway import Gateway
from .guild_handle import GuildHandle
from .interactions import TOKEN_SECONDS, Interaction
from .kinds import Json
from .pages import Page
from .rest import Recorder, Rest
from .same_origin import only_own
from .shards import ONLY_SHARD, Shard
from .supervisor import Supervisor
from .tools import tools
from .world import World

MAX_REQUEST_BYTES = 32 * 1024 * 1024
START_SECONDS = 15.0  # for a bot to connect


class Sandbox:
    """Run a stand-in for Discord."""

    def __init__(
        self,
        token: str | None = None,
        record: Path | None = None,
        *,
        clock: Path | None = None,
        bot: Supervisor | None = None,
        checker: Path | None = None,
        timeout_factor: float = 1.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.world = World(now)
        self.world.token = token or self.world.token
        self.world.timeout_factor = timeout_factor
        self.home = GuildHandle(self.world, founding.found(self.world, "Garden Club", founding.HOME_IDS))
        self.gateway_state = Gateway(self.world)
        self._recorder = Recorder(record)
        self.rest = Rest(self.world, self._recorder)
        self._runner: web.AppRunner | None = None
        self._origins: list[str] = []
        self._clock = clock
        self.bot = bot
        self.checker = checker

    @classmethod
    async def start(
        cls,
        host: str = "127.0.0.1",
        port: int = 0,
        record: Path | None = None,
        *,
        token: str | None = None,
        listening: socket.socket | None = None,
        clock: Path | None = None,
        bot: Supervisor | None = None,
        checker: Path | None = None,
        timeout_factor: float = 1.0,
    ) -> "Sandbox":
        """Start a sandbox; port 0 takes a free port.

        `listening` is a socket to serve on instead of host and port; `clock` the file that tells a bot how many seconds
        the clock is ahead; `bot` the program that the page may restart; `checker` a program that checks recorded requests;
        `timeout_factor`, how many times as long as Discord it waits for answers.
        """
        sandbox = cls(token, record, clock=clock, bot=bot, checker=checker, timeout_factor=timeout_factor)
        served = listening or socket.create_server((host, port))
        sandbox.world.origin = origin_of(served)
        sandbox._origins.append(sandbox.world.origin)
        app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[only_own(sandbox._origins)])
        app.on_response_prepare.append(sandbox._date)
        app.router.add_get("/gw/", sandbox.gateway_state.serve)
        sandbox.rest.attach(app)
        Page(sandbox.world, partial(tools, sandbox)).attach(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        await web.SockSite(runner, served).start()
        sandbox._runner = runner
        sandbox.advance(0)
        return sandbox

    async def open_door(self) -> str:
        """Serve on one more free port of this machine; return its origin.

        Requests and sessions name the host that they came to, so each program with a door of its own is known.
        """
        assert self._runner is not None
        served = socket.create_server(("127.0.0.1", 0))
        await web.SockSite(self._runner, served).start()
        self._origins.append(origin_of(served))
        return self._origins[-1]

    async def _date(self, _: web.Request, answer: web.StreamResponse) -> None:
        """Date every answer by this world's clock: of REST, the gateway and the page."""
        answer.headers["Date"] = formatdate(self.world.now(), usegmt=True)

    async def close(self) -> None:
        """Stop the server and close all connections."""
        await self.gateway_state.disconnect(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def token(self) -> str:
        """Return the bot's token. Discord replaces it when the bot starts too many sessions in a day."""
        return self.world.token

    @property
    def api(self) -> str:
        """Return the base of the REST API."""
        return api_of(self.world.origin)

    @property
    def gateway(self) -> str:
        """Return the address of the gateway."""
        return gateway_of(self.world.origin)

    @property
    def page(self) -> str:
        """Return the address of the page, which shows the first guild."""
        return f"{self.world.origin}/"

    @property
    def connected(self) -> bool:
        """Return whether a bot is connected to the gateway, with all of its shards."""
        return self.gateway_state.ready

    @property
    def requests(self) -> list[Json]:
        """Return all requests so far, in the record format."""
        return self._recorder.requests

    def found(self, name: str, shard: Shard = ONLY_SHARD) -> GuildHandle:
        """Make a guild of this shard, with people and channels of its own, to which the bot is invited."""
        return GuildHandle(self.world, founding.found(self.world, name, shard=shard))

    # -- the bot --------------------------------------------------------------------------

    async def wait_ready(self, timeout: float | None = None) -> None:
        """Wait until a bot is connected to the gateway.

        :raises TimeoutError: when no bot connects in time.
        """
        timeout = START_SECONDS * self.world.timeout_factor if timeout is None else timeout
        if not await self.world.changes.wait_until(lambda: self.gateway_state.ready, timeout):
            raise TimeoutError(f"no bot came within {timeout} s")

    async def wait_commands(self, timeout: float | None = None) -> None:
        """Wait until commands are registered.

        :raises TimeoutError: when no commands are registered in time.
        """
        timeout = START_SECONDS * self.world.timeout_factor if timeout is None else timeout
        if not await self.world.changes.wait_until(lambda: any(self.world.commands.values()), timeout):
            raise TimeoutError(f"no commands came within {timeout} s")

    # -- the clock ------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Move the clock of this world forward, and that of a bot which reads the clock file."""
        self.world.advance(seconds)
        if self._clock is not None:
            written = self._clock.with_suffix(".new")
            written.write_text(f"{self.world.ahead}\n", encoding="utf-8")
            written.replace(self._clock)  # a reader never sees half of it

    # -- the connection -------------------------------------------------------------------

    def reconnect(self, shard: int | None = None) -> None:
        """Send opcode 7, which asks the bot to reconnect and resume; to all shards or to one."""
        self.gateway_state.ask_reconnect(shard)

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Send opcode 9: the session is invalid; to all shards or to one."""
        self.gateway_state.invalidate(shard, resumable=resumable)

    async def disconnect(self, code: int = 4000, shard: int | None = None, *, resumable: bool = True) -> None:
        """Close the connections of the gateway, or that of one shard."""
        await self.gateway_state.disconnect(code, shard, resumable=resumable)

    def rewind(self, events: int) -> None:
        """Let the next resume replay that many events once more."""
        self.gateway_state.rewind = events

    def expire(self, interaction: Interaction) -> None:
        """Let the 15 minutes of an interaction end now."""
        interaction.born -= TOKEN_SECONDS + 1
