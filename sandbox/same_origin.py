"""Serve only our own page and bot: any page of the web can send requests to an address of this machine."""

from collections.abc import Awaitable, Callable, Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ALL = ("0.0.0.0", "::")  # addresses that stand for all of a machine
FOREIGN = "Only the sandbox's own page and bot may ask."
Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


def only_own(origins: Collection[str]) -> Middleware:
    """Return a middleware that refuses (403) requests of other pages, and those to a name that a stranger may have pointed here.

    :param origins: where the sandbox is served, such as http://127.0.0.1:8080; a client that is no page sends no Origin.
    """

    @web.middleware
    async def checked(request: web.Request, handler: Answering) -> web.StreamResponse:
        asking = request.headers.get("Origin")
        if not any(_is_served_as(each, request.host) for each in origins) or asking not in (None, f"http://{request.host}"):
            raise web.HTTPForbidden(text=FOREIGN)
        return await handler(request)

    return checked


def _is_served_as(origin: str, host: str) -> bool:
    """Return whether this Host is the address where we listen; if that is all addresses, whether it is an address, not a name."""
    try:
        served, asked = urlsplit(origin), urlsplit(f"//{host}")
        if asked.port != served.port or asked.username is not None:
            return False
    except ValueError:
        return False
    if served.hostname in LOOPBACK:
        return asked.hostname in LOOPBACK
    if served.hostname in ALL:
        return asked.hostname in LOOPBACK or _is_address(asked.hostname)
    return asked.hostname == served.hostname


def _is_address(host: str | None) -> bool:
    try:
        ip_address(host or "")
    except ValueError:
        return False
    return True
