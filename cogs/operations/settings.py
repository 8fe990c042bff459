"""Read the settings from the environment. A wrong one raises `CannotStart`, whose sentence says what is expected."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cogs.operations.exits import CannotStart
from cogs.operations.machine import memory
from host.workers import default_count, usable_cores

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
PROCESSES_LIMIT = 64
DEFAULT_DRAWING_LIMIT = 4  # drawing processes, if nothing is set
MIB = 1 << 20  # bytes
OTHER_MEMORY_BYTES = 768 * MIB  # for the machine, the bot, and processes that search for moves
DRAWING_MEMORY_BYTES = 250 * MIB  # the most that a drawing process takes
ADDRESS = re.compile(r"(?:\[(?P<six>[\da-fA-F:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})", re.ASCII)
LAST_PORT = 65_535
AUTO = "auto"


class Address(NamedTuple):
    """An address to listen on; port 0 takes a free one."""

    host: str
    port: int


def log_level() -> int:
    """Return the level of the log, as a number of `logging`; by default INFO.

    :raises CannotStart: for an unknown level.
    """
    return logging.getLevelNamesMapping()[_one_of("PARTERRE_LOG", os.environ.get("PARTERRE_LOG"), LEVELS, "INFO")]


def log_format() -> str:
    """Return the format of the log: ``text`` or ``json``.

    :raises CannotStart: for another format.
    """
    return _one_of("PARTERRE_LOG_FORMAT", os.environ.get("PARTERRE_LOG_FORMAT"), FORMATS, "text")


def metrics_address() -> Address | None:
    """Return the address that serves health and metrics; None: nowhere.

    :raises CannotStart: for anything but an address and a port.
    """
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
    """Return whether pieces are shown as emojis; by default they are.

    :raises CannotStart: for anything but ``on`` and ``off``.
    """
    return _one_of("PARTERRE_EMOJIS", os.environ.get("PARTERRE_EMOJIS"), ("on", "off"), "on") == "on"


def tables_in_memory() -> int:
    """Return the number of tables kept in memory; by default 200.

    :raises CannotStart: for anything but a number from 1.
    """
    setting = os.environ.get("PARTERRE_TABLES") or "200"
    if not setting.isdecimal() or int(setting) < 1:
        raise CannotStart("PARTERRE_TABLES: a number from 1 is expected. Change it in .env, or leave it empty for 200.")
    return int(setting)


def worker_processes() -> int:
    """Return the number of worker processes; by default as `host.workers.usual` says.

    :raises CannotStart: for anything but a number up to `PROCESSES_LIMIT`.
    """
    return _processes("PARTERRE_WORKERS", default_count())


def drawing_processes() -> int:
    """Return the number of drawing processes: by default as cores and memory allow, and none on a single core.

    :raises CannotStart: for anything but a number up to `PROCESSES_LIMIT`.
    """
    room = max(0, memory() - OTHER_MEMORY_BYTES) // DRAWING_MEMORY_BYTES
    return _processes("PARTERRE_DRAWING", min(DEFAULT_DRAWING_LIMIT, usable_cores(), room) if usable_cores() > 1 else 0)


def _processes(name: str, default_count: int) -> int:
    setting = os.environ.get(name) or str(default_count)
    if not setting.isdecimal() or int(setting) > PROCESSES_LIMIT:
        raise CannotStart(f"{name}: a number from 0 to {PROCESSES_LIMIT} is expected. Change it in .env, or leave it empty.")
    return int(setting)


def shards() -> int | None:
    """Return the number of shards; None for the number that Discord recommends.

    :raises CannotStart: for anything but ``auto`` and a number from 1.
    """
    setting = os.environ.get("PARTERRE_SHARDS") or AUTO
    if setting == AUTO:
        return None
    if not setting.isdecimal() or int(setting) < 1:
        raise CannotStart(
            f"PARTERRE_SHARDS: auto or a number from 1 is expected, and not “{setting}”. "
            "Leave it empty to have the number that Discord recommends."
        )
    return int(setting)


def ranges() -> int:
    """Return the number of ranges into which the processes divide the shards; by default 1.

    :raises CannotStart: for anything but a number from 1.
    """
    setting = os.environ.get("PARTERRE_RANGES") or "1"
    if not setting.isdecimal() or int(setting) < 1:
        raise CannotStart(f"PARTERRE_RANGES: a number from 1 is expected, and not “{setting}”. Leave it empty for 1.")
    return int(setting)


def require_fitting_ranges(database: Path | str) -> None:
    """Compare the number of ranges with the database, and with the number of shards as far as it is set.

    :raises CannotStart: when processes cannot share the database, or a range would have no shard.
    """
    if ranges() > 1 and isinstance(database, Path):
        raise CannotStart("PARTERRE_RANGES: only one process can use a file. Leave it empty, or keep the games on a server.")
    if (count := shards()) is not None:
        require_enough_shards(ranges(), count)


def require_enough_shards(parts: int, count: int) -> None:
    """Compare a number of ranges with the number of shards.

    :raises CannotStart: when a range would have no shard.
    """
    if parts > count:
        raise CannotStart(
            f"PARTERRE_RANGES: {parts} ranges are too many for {count} shard{'' if count == 1 else 's'}. "
            "Each range needs one. Set a smaller number, and the same in all processes."
        )


def other_server() -> tuple[str, str] | None:
    """Return the addresses of API and gateway of another server that speaks Discord's API; None: use Discord.

    :raises CannotStart: if only one of them is set.
    """
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
    shards,
    ranges,
    other_server,
)


def setting_problems(database: Path | str) -> list[CannotStart]:
    """Return the error of each wrong setting; if there is none, that of settings that do not fit together, or the database."""
    return list(_errors(*CHECKED)) or list(_errors(partial(require_fitting_ranges, database)))


def _errors(*readers: Callable[[], object]) -> Iterator[CannotStart]:
    for read in readers:
        try:
            read()
        except CannotStart as found:
            yield found


def _one_of(name: str, setting: str | None, values: tuple[str, ...], default: str) -> str:
    if setting and setting not in values:
        raise CannotStart(f"{name}: one of {', '.join(values)} is expected, and not “{setting}”.")
    return setting or default
