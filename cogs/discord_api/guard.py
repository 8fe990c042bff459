"""Let requests of the clerk pass only while this process surely is the clerk.

A process that was frozen may wake up after another one has taken its roles over. It can save nothing then, but it could go on
talking to Discord. So its requests ask `db.roles.Roles.sure` first, each attempt of discord.py anew.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from db.roles import Roles

GUARDED: ContextVar[Roles | None] = ContextVar("guarded", default=None)


class RoleInDoubt(ConnectionError):
    """Another process may have taken the roles of this one over, so it sends no request for them."""


@contextmanager
def while_sure(roles: Roles) -> Generator[None]:
    """Let requests that begin in the block, or in tasks that it starts, raise `RoleInDoubt` unless this process surely counts."""
    token = GUARDED.set(roles)
    try:
        yield
    finally:
        GUARDED.reset(token)


def guard_requests(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Return the trace, extended so that it stops requests in blocks of `while_sure`."""

    async def begun(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        roles = GUARDED.get()
        if roles is not None and not roles.sure:
            raise RoleInDoubt(f"{params.method} {params.url.path} is not sent while others may have the role of this process")

    trace.on_request_start.append(begun)
    return trace
