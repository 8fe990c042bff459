"""What systemd is told of a service of ``Type=notify``; nothing where another supervisor has started the program."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


class Systemd:
    """A socket of datagrams, whose address systemd hands over to the program, and which its children do not get."""

    def __init__(self) -> None:
        path = os.environ.pop("NOTIFY_SOCKET", "")
        self.watches = bool(path and os.environ.pop("WATCHDOG_USEC", ""))
        self._address = f"\0{path[1:]}" if path.startswith("@") else path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) if path else None

    def ready(self) -> None:
        """People are answered from now on."""
        self._tell("READY=1")

    def stopping(self) -> None:
        """It ends, which may take a while."""
        self._tell("STOPPING=1")

    def alive(self) -> None:
        """It does not hang; where systemd waits for that, it has to be told again and again."""
        if self.watches:
            self._tell("WATCHDOG=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _tell(self, state: str) -> None:
        if self._socket is not None:
            with suppress(OSError):  # nobody there, or no room: it is told again
                self._socket.sendto(state.encode(), self._address)
