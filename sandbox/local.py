"""Run the sandbox with a bot of its own, for one command on one machine."""

# Only what starts the bot is imported at the top: it starts while the server is still being loaded.

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .addresses import api_of, gateway_of, origin_of
from .supervisor import Supervisor
from .world import make_token

if TYPE_CHECKING:
    from .server import Sandbox

DATABASE = "parterre.sqlite3"
CLOCK = "clock"
FORGOTTEN = (f"{DATABASE}*", f"{CLOCK}*")  # files of an earlier sandbox


def environment_of(token: str, origin: str, folder: Path) -> dict[str, str]:
    """Return the settings of a bot that plays on a sandbox; its database and the clock file lie in the folder."""
    return {
        "DISCORD_TOKEN": token,
        "PARTERRE_API": api_of(origin),
        "PARTERRE_GATEWAY": gateway_of(origin),
        "PARTERRE_DATABASE": str(folder / DATABASE),
        "PARTERRE_CLOCK": str(folder / CLOCK),
    }


async def serve(
    program: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    listening: socket.socket,
    *,
    checker: Path | None = None,
    then: "Callable[[Sandbox], Awaitable[None]] | None" = None,
) -> None:
    """Serve on a socket, and keep the bot running on it, until cancelled.

    :param then: work on the running sandbox, after which it is closed; by default it goes on until cancelled.
    """
    token = make_token()
    origin = origin_of(listening)
    own = environment_of(token, origin, folder)
    bot = Supervisor(program, {**environment, **own})
    await bot.start()
    closing = [bot.close]
    try:
        from .server import Sandbox

        clock = Path(own["PARTERRE_CLOCK"])
        sandbox = await Sandbox.start(listening=listening, token=token, clock=clock, bot=bot, checker=checker)
        closing.append(sandbox.close)
        why = "this is" if environment.get("DISCORD_TOKEN") else "no DISCORD_TOKEN is set, so this is"
        print(f"Parterre: {why} the sandbox. Play at {sandbox.page}", flush=True)
        await (asyncio.Event().wait() if then is None else then(sandbox))
    finally:
        for close in closing:
            await close()
