"""The addresses of the sandbox's server, known before it runs."""

from socket import socket


def origin_of(listening: socket) -> str:
    """Return the beginning of all addresses of a server on this socket."""
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def api_of(origin: str) -> str:
    """Return the base of the REST API."""
    return f"{origin}/api/v10"


def gateway_of(origin: str) -> str:
    """Return the address of the gateway."""
    return origin.replace("http", "ws", 1) + "/gw/"
