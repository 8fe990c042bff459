"""The line between one process and the database server, which the trial can disturb."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
COMMIT = b"Q\0\0\0\x0bCOMMIT\0"  # as a client sends it
KEEPALIVE_SECONDS = 30.0  # after which a server notices that a client's machine is gone


class Line:
    """Pass on the connections of one process to a server's socket in ``behind``; clients use the socket in `folder`."""

    def __init__(self, behind: Path, name: str) -> None:
        self._behind = behind / SOCKET
        self.folder = behind / name
        self.folder.mkdir()
        self.on_commit: Callable[[], None] = lambda: None  # just before the server gets a COMMIT
        self._flows = asyncio.Event()
        self._flows.set()
        self._clients: set[asyncio.StreamWriter] = set()
        self._servers: set[asyncio.StreamWriter] = set()
        self._left: set[asyncio.StreamWriter] = set()  # connections whose clients are lost
        self._listening: asyncio.Server | None = None

    async def mend(self) -> None:
        """Let new connections through, and whatever waits in old ones."""
        self._flows.set()
        if self._listening is None:
            (self.folder / SOCKET).unlink(missing_ok=True)
            self._listening = await asyncio.start_unix_server(self._serve, self.folder / SOCKET)

    def cut(self) -> None:
        """Break all connections on both sides, and refuse new ones."""
        self._refuse()
        _break(self._clients | self._servers)

    def lose(self) -> None:
        """Break all connections on the side of the process, and refuse new ones; the server notices much later."""
        self._refuse()
        left, self._servers = self._servers, set()
        self._left |= left
        _break(self._clients)
        asyncio.get_running_loop().call_later(KEEPALIVE_SECONDS, _break, left)

    def hang(self) -> None:
        """Pass on nothing, in old connections and new ones, and break none."""
        self._flows.clear()

    def close(self) -> None:
        """Close everything."""
        self._flows.set()
        self.cut()
        _break(self._left)

    def _refuse(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flows.wait()
        try:
            behind, front = await asyncio.open_unix_connection(self._behind)
        except OSError:  # the server is being restarted
            writer.transport.abort()
            return
        self._clients.add(writer)
        self._servers.add(front)
        await asyncio.gather(self._pass_on(reader, front, self.on_commit), self._pass_on(behind, writer))
        self._clients.discard(writer)
        self._servers.discard(front)

    async def _pass_on(
        self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, told: Callable[[], None] | None = None
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                if told is not None and COMMIT in data:
                    self.on_commit()
                if to.transport.is_closing():
                    break
                to.write(data)
        await self._flows.wait()
        if to in self._clients or to in self._servers:  # else the server must not notice
            to.close()


def _break(writers: set[asyncio.StreamWriter]) -> None:
    for writer in writers:
        writer.transport.abort()
