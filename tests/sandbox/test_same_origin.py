"""The sandbox answers its own page and its bot, and refuses other web pages, which could press its buttons."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing

import aiohttp
import pytest
import pytest_asyncio
from yarl import URL

from sandbox.addresses import origin_of
from sandbox.server import Sandbox
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, WAIT_SECONDS

PATHS = ("", "static/page.js", "page/live", "api/v10/gateway", "attachments/1/2/x.png", "gw/", "none")
HERE, THERE = "127.0.0.1:{port}", "example.com:{port}"
FOREIGN = [
    {"Origin": "http://example.com"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1"},  # another server of this machine
    {"Origin": "http://127.0.0.1:{port}.example.com"},
    {"Origin": f"http://{THERE}", "Host": THERE},  # a stranger's name that was made to point here
    {"Host": THERE},
    {"Host": "127.0.0.1"},
    {"Host": "127.0.0.1:1"},
    {"Host": "127.0.0.1.example.com:{port}"},
    {"Host": "x@127.0.0.1:{port}"},
    {"Host": "[::1:{port}"},
    {"Host": ""},
]
OWN = [
    {},
    {"Origin": f"http://{HERE}"},
    {"Host": "localhost:{port}", "Origin": "http://localhost:{port}"},
    {"Host": "[::1]:{port}", "Origin": "http://[::1]:{port}"},
]


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as made:
        yield made


def filled(sandbox: Sandbox, headers: dict[str, str]) -> dict[str, str]:
    """Return the headers with the port of the sandbox filled in."""
    return {name: value.format(port=URL(sandbox.page).port) for name, value in headers.items()}


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_requests_of_other_pages_are_refused(
    sandbox: Sandbox, session: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    for path in PATHS:
        for method in ("GET", "POST"):
            async with session.request(method, f"{sandbox.page}{path}", headers=filled(sandbox, headers)) as response:
                assert response.status == 403, (method, path)
    for path in ("page/live", "gw/"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with session.ws_connect(f"{sandbox.page}{path}", headers=filled(sandbox, headers)):
                pass
        assert refused.value.status == 403, path


@pytest.mark.parametrize("headers", OWN, ids=str)
async def test_requests_of_our_page_and_bot_are_answered(
    sandbox: Sandbox, session: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    for path in ("", "api/v10/gateway"):
        async with session.get(f"{sandbox.page}{path}", headers=filled(sandbox, headers)) as response:
            assert response.status == 200
    for path in ("page/live", "gw/"):
        async with session.ws_connect(f"{sandbox.page}{path}", headers=filled(sandbox, headers)) as live:
            assert await live.receive_json(timeout=WAIT_SECONDS)


async def test_request_without_a_host_is_refused(sandbox: Sandbox) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", URL(sandbox.page).port)
    writer.write(b"GET / HTTP/1.0\r\n\r\n")
    assert b" 403 " in await reader.readline()
    writer.close()
    await writer.wait_closed()


async def test_public_sandbox_takes_addresses_but_no_names(session: aiohttp.ClientSession) -> None:
    sandbox = await Sandbox.start("0.0.0.0", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    port = URL(sandbox.page).port
    try:
        for host, status in ((f"192.0.2.7:{port}", 200), (f"localhost:{port}", 200), (f"example.com:{port}", 403)):
            async with session.get(f"http://127.0.0.1:{port}/", headers={"Host": host}) as response:
                assert response.status == status, host
    finally:
        await sandbox.close()


def test_ipv6_address_stands_in_brackets() -> None:
    with closing(socket.create_server(("::1", 0), family=socket.AF_INET6)) as listening:
        assert origin_of(listening) == f"http://[::1]:{listening.getsockname()[1]}"
