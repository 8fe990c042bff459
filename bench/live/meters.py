"""Read the metrics of a bot, and the processor time of the bot, of this program and of the machine."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bench.live.processes import busy, spent, spent_below

HOST = "127.0.0.1"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


class Reading(NamedTuple):
    """All meters at one moment: seconds of processor time, and ``at`` by the monotonic clock."""

    at: float
    bot: float
    workers: float
    server: float
    ours: float
    machine: float
    metrics: dict[str, float]

    def since(self, before: Reading) -> Reading:
        """Return the differences from an earlier reading; metrics may fall, too."""
        metrics = {name: value - before.metrics.get(name, 0.0) for name, value in self.metrics.items()}
        at, bot, workers, server, ours, machine = (now - then for now, then in zip(self[:6], before[:6], strict=True))
        return Reading(at, bot, workers, server, ours, machine, metrics)

    @property
    def others(self) -> float:
        """Return the processor time of unrelated programs."""
        return max(0.0, self.machine - self.bot - self.workers - self.server - self.ours)

    def mean(self, metric: str) -> float:
        """Return the mean of a histogram, in ms."""
        return 1000 * self.metrics.get(f"{metric}_sum", 0.0) / max(1.0, self.metrics.get(f"{metric}_count", 0.0))


async def read(bots: Mapping[int, int], server: int) -> Reading:
    """Read all meters, the sums of several processes.

    :param bots: maps the id of each of the bot's processes to the port of its metrics.
    :param server: the parent of all processes of a database server, or 0.
    """
    metrics = dict[str, float]()
    async with aiohttp.ClientSession() as session:
        for port in bots.values():
            async with session.get(f"http://{HOST}:{port}/metrics") as answer:
                _add(metrics, await answer.text())
    below_server = spent_below(server) if server else 0.0
    own, workers = sum(map(spent, bots)), sum(map(spent_below, bots))
    return Reading(monotonic(), own, workers, below_server, process_time(), busy(), metrics)


def _add(metrics: dict[str, float], told: str) -> None:
    """Add what a process has told of its metrics, in sum and by label."""
    for family in text_string_to_metric_families(told):
        for sample in family.samples:
            for name in (sample.name, *(f"{sample.name} {label}" for label in sample.labels.values())):
                metrics[name] = metrics.get(name, 0.0) + sample.value


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if Path("/proc").exists() else os.cpu_count() or 1
