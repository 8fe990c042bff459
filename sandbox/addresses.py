"""Where what is found on the sandbox's server; known before it runs."""

from socket import socket


def origin_of(listening: socket) -> str:
    """The beginning of all addresses of a server on this socket."""
    host, port, *_ = listening.getsockname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def api_of(origin: str) -> str:
    """The base of the REST API."""
    return f"{origin}/api/v10"


def gateway_of(origin: str) -> str:
    """The address of the gateway."""
    return origin.replace("http", "ws", 1) + "/gw/"
