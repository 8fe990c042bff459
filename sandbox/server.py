"""The sandbox itself: one server with REST, gateway, files and the page."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

import socket
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from . import faults
from .addresses import api_of, gateway_of
from .asking import deliver
from .client import Person
from .faults import Fault, Faults
from .gateway import Gateway
from .interactions import TOKEN_SECONDS, Interaction
from .kinds import PUBLIC_THREAD, THREADS, Json
from .mailbox import delete
from .objects import make_role
from .pages import Page
from .rest import Recorder, Rest
from .supervisor import Supervisor
from .tools import tools
from .world import BOT_ID, GUILD_ID, PEOPLE, World, make_token

MAX_REQUEST = 32 * 1024 * 1024


class Sandbox:
    """A running stand-in for Discord."""

    def __init__(
        self,
        token: str | None = None,
        record: Path | None = None,
        *,
        clock: Path | None = None,
        bot: Supervisor | None = None,
        checker: Path | None = None,
    ) -> None:
        self.token = token or make_token()
        self.world = World()
        self.faults = Faults()
        self.gateway_state = Gateway(self.world, self.token)
        self._recorder = Recorder(record)
        self._people = {name: Person(self.world, name) for name in PEOPLE}
        self._runner: web.AppRunner | None = None
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
    ) -> "Sandbox":
        """Start one; port 0 takes a free port.

        `listening` is a socket to serve on instead of host and port; `clock` the file that tells a bot how many seconds
        the clock is ahead; `bot` the program that the page may restart; `checker` a program that checks recorded requests.
        """
        sandbox = cls(token, record, clock=clock, bot=bot, checker=checker)
        app = web.Application(client_max_size=MAX_REQUEST)
        app.router.add_get("/gw/", sandbox.gateway_state.serve)
        Rest(sandbox.world, sandbox.token, sandbox.faults, sandbox._recorder).attach(app)
        Page(sandbox.world, sandbox._people, tools(sandbox)).attach(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        served = listening or socket.create_server((host, port))
        await web.SockSite(runner, served).start()
        sandbox._runner = runner
        sandbox.world.origin = "http://{}:{}".format(*served.getsockname())
        sandbox.advance(0)
        return sandbox

    async def close(self) -> None:
        """Stop the server and close all connections."""
        await self.gateway_state.disconnect(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """The base of the REST API."""
        return api_of(self.world.origin)

    @property
    def gateway(self) -> str:
        """The address of the gateway."""
        return gateway_of(self.world.origin)

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"{self.world.origin}/"

    # -- people and messages --------------------------------------------------------------

    def person(self, name: str) -> Person:
        """Ada, Ben, Cleo or Dan."""
        return self._people[name]

    @property
    def requests(self) -> list[Json]:
        """All requests so far, in the record format."""
        return self._recorder.requests

    def messages(self, channel: str) -> list[Json]:
        """All messages of a channel (id or name), ephemeral ones included."""
        return list(self.world.messages[self.world.place(channel)["id"]].values())

    def channel_id(self, name: str) -> str:
        """The id of a channel or thread by its name."""
        return str(self.world.place(name)["id"])

    async def wait_for(self, predicate: Callable[[Json], bool], timeout: float = 10.0) -> Json:
        """Wait for a message (any channel, new or edited) that fits."""
        found: list[Json] = []

        def look() -> bool:
            found[:] = [m for box in self.world.messages.values() for m in box.values() if predicate(m)]
            return bool(found)

        if not await self.world.pulse.until(look, timeout):
            raise TimeoutError(f"no such message within {timeout} s")
        return found[-1]

    async def wait_ready(self, timeout: float = 15.0) -> None:
        """Wait until a bot is connected to the gateway."""
        if not await self.world.pulse.until(lambda: self.gateway_state.ready, timeout):
            raise TimeoutError(f"no bot came within {timeout} s")

    async def wait_commands(self, timeout: float = 15.0) -> None:
        """Wait until commands are registered."""
        if not await self.world.pulse.until(lambda: any(self.world.commands.values()), timeout):
            raise TimeoutError(f"no commands came within {timeout} s")

    # -- the clock ------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Move the clock of this world forward, and that of a bot which reads the clock file."""
        self.world.advance(seconds)
        if self._clock is not None:
            written = self._clock.with_suffix(".new")
            written.write_text(f"{self.world.ahead}\n", encoding="utf-8")
            written.replace(self._clock)  # so that nobody reads half of it

    # -- the guild ------------------------------------------------------------------------

    def permit(self, channel: str, **changes: bool | None) -> None:
        """Change what the bot may do in a channel, e.g. `permit("garden", send_messages=False)`."""
        self.world.permit(self.world.place(channel), BOT_ID, changes)

    def add_role(self, name: str, *people: str) -> str:
        """Make a role without permissions of its own for these people; its id."""
        role = make_role(self.world.ids.next(), name, 0)
        self.world.roles.append(role)
        for person in people:
            self.world.roles_of.setdefault(self.world.user_id(person), []).append(role["id"])
        self.world.emit("GUILD_ROLE_CREATE", {"guild_id": GUILD_ID, "role": role})
        return str(role["id"])

    def delete_message(self, message: Json) -> None:
        """Delete a message, as a moderator does."""
        delete(self.world, message)

    def delete_channel(self, channel: str) -> None:
        """Delete a channel or thread."""
        self.world.remove_channel(self.world.place(channel))

    def open_thread(self, channel: str, name: str, *, owner: str = BOT_ID) -> str:
        """Open a public thread; its id."""
        thread = self.world.new_thread(self.world.place(channel), name, PUBLIC_THREAD, 1440)
        thread["owner_id"] = owner
        return str(thread["id"])

    def archive(self, thread: str, *, archived: bool = True, locked: bool = False) -> None:
        """Archive a thread, or open it again; lock it, or unlock it."""
        found = self.world.place(thread)
        if found["type"] not in THREADS:
            raise ValueError(f"{found.get('name', 'this')} is no thread")
        found["thread_metadata"].update(archived=archived, locked=locked)
        self.world.emit("THREAD_UPDATE", found)

    def close_dms(self, name: str, *, closed: bool = True) -> None:
        """Let a person refuse direct messages (50007), or take them again."""
        user_id = self.world.user_id(name)
        (self.world.closed_dms.add if closed else self.world.closed_dms.discard)(user_id)

    # -- faults ---------------------------------------------------------------------------

    def fail(self, method: str, path: str, *, status: int | None = None, code: int = 0, times: int = 1) -> Fault:
        """Answer the next matching requests (regex on the path without /api/v10) with an error."""
        return self.faults.add(Fault(method, path, times, status=status, code=code))

    def limit(self, method: str, path: str, *, times: int = 1, retry_after: float = 0.3, via: bool = True) -> Fault:
        """Answer the next matching requests with 429; without `via` as a ban."""
        return self.faults.add(faults.rate_limited(method, path, times=times, retry_after=retry_after, via=via))

    def lose(self, method: str, path: str, *, times: int = 1) -> Fault:
        """Do what the next matching requests say, but lose the answers."""
        return self.faults.add(Fault(method, path, times, lose=True))

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1) -> Fault:
        """Let the next matching requests wait before they take effect."""
        return self.faults.add(Fault(method, path, times, delay=seconds))

    def reconnect(self) -> None:
        """Opcode 7: ask the bot to come back with a resume."""
        self.gateway_state.ask_reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Opcode 9."""
        self.gateway_state.invalidate(resumable=resumable)

    async def disconnect(self, code: int = 4000, *, resumable: bool = True) -> None:
        """Close the connections of the gateway."""
        await self.gateway_state.disconnect(code, resumable=resumable)

    def rewind(self, events: int) -> None:
        """Let the next resume replay that many events once more."""
        self.gateway_state.rewind = events

    def redeliver(self, interaction: Interaction) -> None:
        """Send an interaction once more, with the same id."""
        deliver(self.world, interaction)

    def expire(self, interaction: Interaction) -> None:
        """Let the 15 minutes of an interaction be over."""
        interaction.born -= TOKEN_SECONDS + 1
