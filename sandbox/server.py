"""The sandbox itself: one server with REST, gateway, files and the page."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from . import faults
from .asking import deliver
from .client import Person
from .faults import Fault, Faults
from .gateway import Gateway
from .interactions import TOKEN_SECONDS, Interaction
from .kinds import PUBLIC_THREAD, Json
from .mailbox import delete
from .pages import Page
from .rest import Recorder, Rest
from .world import BOT_ID, PEOPLE, World, make_token

MAX_REQUEST = 32 * 1024 * 1024


class Sandbox:
    """A running stand-in for Discord."""

    def __init__(self, token: str | None = None, record: Path | None = None) -> None:
        self.token = token or make_token()
        self.world = World()
        self.faults = Faults()
        self.gateway_state = Gateway(self.world, self.token)
        self._recorder = Recorder(record)
        self._people = {name: Person(self.world, name) for name in PEOPLE}
        self._runner: web.AppRunner | None = None

    @classmethod
    async def start(
        cls, host: str = "127.0.0.1", port: int = 0, record: Path | None = None, *, token: str | None = None
    ) -> "Sandbox":
        """Start one; port 0 takes a free port."""
        sandbox = cls(token, record)
        app = web.Application(client_max_size=MAX_REQUEST)
        app.router.add_get("/gw/", sandbox.gateway_state.serve)
        Rest(sandbox.world, sandbox.token, sandbox.faults, sandbox._recorder).attach(app)
        Page(sandbox.world, sandbox._people).attach(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        await site.start()
        sandbox._runner = runner
        sandbox.world.origin = f"http://{host}:{runner.addresses[0][1]}"
        return sandbox

    async def close(self) -> None:
        """Stop the server and close all connections."""
        await self.gateway_state.disconnect(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """The base of the REST API."""
        return f"{self.world.origin}/api/v10"

    @property
    def gateway(self) -> str:
        """The address of the gateway."""
        return self.world.origin.replace("http", "ws", 1) + "/gw/"

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

    # -- the guild ------------------------------------------------------------------------

    def permit(self, channel: str, **changes: bool | None) -> None:
        """Change what the bot may do in a channel, e.g. `permit("garden", send_messages=False)`."""
        self.world.permit(self.world.place(channel), BOT_ID, changes)

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
        """Archive a thread, or open it again."""
        found = self.world.place(thread)
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

    async def disconnect(self, code: int = 4000) -> None:
        """Close the connections of the gateway."""
        await self.gateway_state.disconnect(code)

    def rewind(self, events: int) -> None:
        """Let the next resume replay that many events once more."""
        self.gateway_state.rewind = events

    def redeliver(self, interaction: Interaction) -> None:
        """Send an interaction once more, with the same id."""
        deliver(self.world, interaction)

    def expire(self, interaction: Interaction) -> None:
        """Let the 15 minutes of an interaction be over."""
        interaction.born -= TOKEN_SECONDS + 1
