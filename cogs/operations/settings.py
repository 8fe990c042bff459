"""The settings, read from the environment; what cannot be meant is a sentence that says what is expected."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cogs.operations.exits import CannotStart
from cogs.operations.machine import memory
from host.workers import cores, usual

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
MOST_WORKERS = 64
MOST_DRAWING = 4  # processes that draw, where nothing is set
MIB = 1 << 20  # bytes
FOR_ALL_ELSE = 768 * MIB  # of memory: for the machine, the bot, and processes that think
FOR_DRAWING = 250 * MIB  # that a process which draws takes at most
ADDRESS = re.compile(r"(?:\[(?P<six>[\da-fA-F:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})", re.ASCII)
LAST_PORT = 65_535


class Address(NamedTuple):
    """Where something listens; port 0 takes a free one."""

    host: str
    port: int


def log_level() -> int:
    """How much is logged; raises `CannotStart`."""
    return logging.getLevelNamesMapping()[_one_of("PARTERRE_LOG", os.environ.get("PARTERRE_LOG"), LEVELS, "INFO")]


def log_format() -> str:
    """As what it is logged; raises `CannotStart`."""
    return _one_of("PARTERRE_LOG_FORMAT", os.environ.get("PARTERRE_LOG_FORMAT"), FORMATS, "text")


def metrics_address() -> Address | None:
    """Where health and metrics are told; None: nowhere. Raises `CannotStart`."""
    setting = os.environ.get("PARTERRE_METRICS")
    if not setting:
        return None
    found = ADDRESS.fullmatch(setting)
    if found is None or int(found["port"]) > LAST_PORT:
        raise CannotStart(
            f"PARTERRE_METRICS: an address and a port are expected, such as 127.0.0.1:9765, and not “{setting}”. "
            "Leave it empty to have no metrics."
        )
    return Address(found["six"] or found["host"], int(found["port"]))


def shows_emojis() -> bool:
    """Are pieces shown as emojis? Raises `CannotStart`."""
    return _one_of("PARTERRE_EMOJIS", os.environ.get("PARTERRE_EMOJIS"), ("on", "off"), "on") == "on"


def tables_in_memory() -> int:
    """How many tables are kept in memory; raises `CannotStart`."""
    setting = os.environ.get("PARTERRE_TABLES") or "200"
    if not setting.isdecimal() or int(setting) < 1:
        raise CannotStart("PARTERRE_TABLES: a number from 1 is expected. Change it in .env, or leave it empty for 200.")
    return int(setting)


def worker_processes() -> int:
    """How many processes do what takes long; raises `CannotStart`."""
    return _processes("PARTERRE_WORKERS", usual())


def drawing_processes() -> int:
    """How many processes draw pictures: on a single core none, as they would only wait for it. Raises `CannotStart`."""
    room = max(0, memory() - FOR_ALL_ELSE) // FOR_DRAWING
    return _processes("PARTERRE_DRAWING", min(MOST_DRAWING, cores(), room) if cores() > 1 else 0)


def _processes(name: str, usual: int) -> int:
    setting = os.environ.get(name) or str(usual)
    if not setting.isdecimal() or int(setting) > MOST_WORKERS:
        raise CannotStart(f"{name}: a number from 0 to {MOST_WORKERS} is expected. Change it in .env, or leave it empty.")
    return int(setting)


def other_server() -> tuple[str, str] | None:
    """API and gateway of another server that speaks Discord's API; None: Discord itself. Raises `CannotStart`."""
    api, gateway = os.environ.get("PARTERRE_API"), os.environ.get("PARTERRE_GATEWAY")
    if bool(api) != bool(gateway):
        raise CannotStart("PARTERRE_API and PARTERRE_GATEWAY belong together. Set both of them, or neither.")
    return (api, gateway) if api and gateway else None


CHECKED: tuple[Callable[[], object], ...] = (
    log_level,
    log_format,
    metrics_address,
    shows_emojis,
    tables_in_memory,
    worker_processes,
    drawing_processes,
    other_server,
)


def wrong() -> Iterator[CannotStart]:
    """Every setting that hinders a start."""
    for read in CHECKED:
        try:
            read()
        except CannotStart as found:
            yield found


def _one_of(name: str, setting: str | None, values: tuple[str, ...], default: str) -> str:
    if setting and setting not in values:
        raise CannotStart(f"{name}: one of {', '.join(values)} is expected, and not “{setting}”.")
    return setting or default
