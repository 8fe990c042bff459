"""Keep the bot running as a program of its own: start it again when it ends by itself."""

import asyncio
import logging
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

log = logging.getLogger(__name__)

RESTART_PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds before the next start, the longer the sooner it ended again
STEADY_SECONDS = 60.0  # seconds after which an end counts as the first one
STOP_SECONDS = 20.0  # seconds for an orderly end


class Supervisor:
    """Run one program. Its standard input stays open as long as we live, so that it can end when we do."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], pauses: Sequence[float] = RESTART_PAUSES) -> None:
        self._command = command
        self._environment = environment
        self._pauses = pauses
        self._process: asyncio.subprocess.Process | None = None
        self._asked = asyncio.Event()
        self._starting = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Return the process id; None while the program does not run."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def start(self) -> None:
        """Start the program, and again whenever it ends, until `close`."""
        await self._spawn()
        self._watching = asyncio.create_task(self._watch())

    async def restart(self) -> None:
        """Let the program end in good order and start it again at once."""
        self._asked.set()
        await self._end()

    def kill(self) -> None:
        """End the program as a power cut would; it comes back by itself."""
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        """End the program for good."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        await self._end()

    async def _spawn(self) -> None:
        # In a session of its own, so that Ctrl+C reaches us alone and we end it in good order.
        async with self._starting:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, env=self._environment, stdin=asyncio.subprocess.PIPE, start_new_session=True
            )

    async def _watch(self) -> None:
        early = 0
        while self._process is not None:
            began = time.monotonic()
            status = await self._process.wait()
            if not self._asked.is_set():
                early = 0 if time.monotonic() - began > STEADY_SECONDS else early
                pause = self._pauses[min(early, len(self._pauses) - 1)]
                early += 1
                log.warning("the bot ended by itself (%s); it starts again in %g s", _cause(status), pause)
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._asked.wait()
            self._asked.clear()
            log.info("the bot starts again")
            try:
                await self._spawn()
            except OSError:  # no memory or no process is left, say: it still counts as ended, and a pause follows
                log.exception("the bot could not be started")

    async def _end(self) -> None:
        async with self._starting:  # what is just being started is ended, too
            process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            log.warning("the bot did not end within %g s and was killed", STOP_SECONDS)
            process.kill()
            await process.wait()


def _cause(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"status {status}"
