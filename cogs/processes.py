"""``bot.py processes``: list the processes that share a server's database. ``--check`` compares settings and connections."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from cogs.operations.exits import CannotStart, Exit
from cogs.operations.processes import RANGES, shared_settings
from cogs.operations.settings import ranges, shards
from db.engines import read_usage
from db.errors import Unusable
from db.roles import CLERK, Process, range_role
from db.usage import ServerUsage

HEADINGS = ("process", "version", "started (UTC)", "heard", "role", "since (UTC)")
SILENT_SECONDS = 8.0  # usually a process is heard each second
WAITS = "stand-by"  # in place of a role


class CheckedProcesses(NamedTuple):
    """The number of connections that a server allows, in words, and findings: too few of them, and settings that differ."""

    told: str = ""
    findings: tuple[str, ...] = ()


async def list_processes(database: Path | str, *, as_json: bool) -> int:
    """Print the processes that use a database, with their roles, and findings: roles that nobody has, and silent processes.

    :param as_json: print one JSON object instead.
    :return: the exit status: `Exit.FAILED` if there are findings.
    :raises db.errors.Unusable: when the server cannot be asked.
    """
    if isinstance(database, Path):
        told = f"{database} is a file: one process at a time can use it, and does everything."
        sys.stdout.write(f"{json.dumps({'database': told, 'processes': [], 'findings': []}) if as_json else told}\n")
        return Exit.OK
    usage = await read_usage(database)
    findings = [*missing_roles(usage.processes), *silent_processes(usage)]
    sys.stdout.write(f"{_as_json(usage, findings) if as_json else _as_text(usage, findings)}\n")
    return Exit.FAILED if findings else Exit.OK


def missing_roles(processes: Sequence[Process]) -> Iterator[str]:
    """Yield a sentence for each role that none of the processes has."""
    count = next((int(each.agreed[RANGES]) for each in processes if RANGES in each.agreed), None) or ranges()
    held = {role for each in processes for role in each.roles}
    for number in range(count):
        if range_role(number) not in held:
            yield f"No process has {range_role(number)} of {count}: nobody answers the people on its servers."
    if CLERK not in held:
        yield "No process is the clerk: boards, reminders and clocks wait."


def silent_processes(usage: ServerUsage) -> Iterator[str]:
    """Yield a sentence for each process that does not do its work just now."""
    for each in usage.processes:
        silent = _seconds_silent(each, usage.now)
        if silent > SILENT_SECONDS:
            yield f"{each.name} was not heard for {silent:.0f} s: it hangs, or does not reach the server."


def _seconds_silent(process: Process, now: datetime) -> float:
    return max(0.0, (now - process.heard).total_seconds())


def _as_text(usage: ServerUsage, findings: list[str]) -> str:
    count = len(usage.processes)
    lines = [f"{usage.name}: {count} process{'' if count == 1 else 'es'}", *(_table(usage) if count else ()), *findings]
    return "\n".join(lines)


def _table(usage: ServerUsage) -> Iterator[str]:
    """Yield lines with columns of equal widths: the headings, and one line for each role of each process."""
    rows = [HEADINGS, *(row for each in usage.processes for row in _rows(each, usage.now))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _rows(process: Process, now: datetime) -> Iterator[tuple[str, ...]]:
    heard = f"{_seconds_silent(process, now):.0f} s ago"
    for role, since in sorted(process.roles.items()) or [(WAITS, None)]:
        yield process.name, process.version, _moment(process.began), heard, role, _moment(since) if since else ""


def _moment(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _as_json(usage: ServerUsage, findings: list[str]) -> str:
    processes = [
        {
            "name": each.name,
            "version": each.version,
            "began": each.began.isoformat(),
            "heard": each.heard.isoformat(),
            "agreed": each.agreed,
            "roles": {role: since.isoformat() for role, since in each.roles.items()},
        }
        for each in usage.processes
    ]
    return json.dumps({"database": usage.name, "now": usage.now.isoformat(), "processes": processes, "findings": findings})


async def check_processes(database: Path | str) -> CheckedProcesses:
    """Compare the settings with those of the processes that run, and their connections with those that a server allows.

    One process more than run now is counted, and a stand-by beside several ranges. The answer is empty for a file, for a server
    that cannot be reached, and for wrong settings.
    """
    if isinstance(database, Path):
        return CheckedProcesses()
    with suppress(Unusable, CannotStart):  # others say so: the preview of the next start, and the check of the settings
        parts, count = ranges(), shards()
        usage = await read_usage(database)
        told, findings = _judge_connections(usage, parts)
        return CheckedProcesses(told, (*findings, *_differing_settings(usage.processes, parts, count)))
    return CheckedProcesses()


def _differing_settings(processes: Sequence[Process], parts: int, count: int | None) -> Iterator[str]:
    for setting in shared_settings(parts, count):
        if any(each.agreed.get(setting.agreed, setting.value) != setting.value for each in processes):
            yield setting.differs


def _judge_connections(usage: ServerUsage, parts: int) -> CheckedProcesses:
    expected = max(len(usage.processes) + 1, parts + 1 if parts > 1 else 1)
    enough = usage.connections // usage.needed
    told = (
        f"The server allows {usage.connections} connections, enough for {enough} process{'' if enough == 1 else 'es'} "
        f"with up to {usage.needed} each."
    )
    if expected <= enough:
        return CheckedProcesses(told)
    need = f"{expected} process{' needs' if expected == 1 else 'es need'} {expected * usage.needed} connections"
    remedy = "raise its max_connections, or the limit of the role or database."
    return CheckedProcesses(told, (f"{need}, and the server allows {usage.connections}: {remedy}",))
