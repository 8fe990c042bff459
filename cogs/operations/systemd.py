"""Notify systemd, for a service of ``Type=notify``; do nothing under another supervisor."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


class Systemd:
    """Send notifications to the datagram socket that systemd names in the environment; child processes do not inherit it."""

    def __init__(self) -> None:
        path = os.environ.pop("NOTIFY_SOCKET", "")
        self.watches = bool(path and os.environ.pop("WATCHDOG_USEC", ""))
        self._address = f"\0{path[1:]}" if path.startswith("@") else path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) if path else None

    def ready(self) -> None:
        """Report that the bot is connected."""
        self._tell("READY=1")

    def stopping(self) -> None:
        """Report that the program is ending, which may take a while."""
        self._tell("STOPPING=1")

    def alive(self) -> None:
        """Report that the event loop is running, if systemd's watchdog asks for it."""
        if self.watches:
            self._tell("WATCHDOG=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _tell(self, state: str) -> None:
        if self._socket is not None:
            with suppress(OSError):  # nobody listens, or the buffer is full: the next report follows
                self._socket.sendto(state.encode(), self._address)
