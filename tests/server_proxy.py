"""A proxy in front of a test's PostgreSQL server: it can be cut, and can lose answers."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

from tests.server import Server

SOCKET = ".s.PGSQL.5432"
COMMITTED = b"C\0\0\0\x0bCOMMIT\0"  # as a server says it


class ServerProxy:
    """Pass on connections to a server. It can be cut, also instead of passing on the answer to a commit: ``commits`` times."""

    def __init__(self, server: Server) -> None:
        self._behind = server.folder / SOCKET
        self.folder = server.folder / f"line{os.urandom(2).hex()}"
        self.folder.mkdir()
        self.commits = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._clients: set[asyncio.StreamWriter] = set()
        self._lost: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def mend(self) -> None:
        self._listening = await asyncio.start_unix_server(self._serve, self.folder / SOCKET)

    def lose(self) -> None:
        """Break all open connections. The server does not notice, as when a network is gone."""
        self._lost |= self._clients
        for writer in self._clients:
            writer.transport.abort()

    def cut(self) -> None:
        if self._listening is not None:
            self._listening.close()
            (self.folder / SOCKET).unlink(missing_ok=True)
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, front = await asyncio.open_unix_connection(self._behind)
        self._open |= {writer, front}
        self._clients.add(writer)
        await asyncio.gather(self._pass_on(reader, front, writer), self._pass_on(behind, writer, writer))
        self._clients.discard(writer)
        if writer not in self._lost:
            self._open -= {writer, front}

    async def _pass_on(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.commits and COMMITTED in data:
                    self.commits -= 1
                    break
                to.write(data)
        if client not in self._lost:
            to.close()
