"""What is measured of a bot between two moments: its metrics, and the processors that it, others and we take."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from time import monotonic, process_time
from typing import NamedTuple

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bench.live.processes import busy, spent, spent_below

HOST = "127.0.0.1"


def free_port() -> int:
    """One that nobody listens on."""
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


class Reading(NamedTuple):
    """All meters at one moment; times in seconds of processors, but ``at``, which is by the monotonic clock."""

    at: float
    bot: float
    workers: float
    server: float
    ours: float
    machine: float
    metrics: dict[str, float]

    def since(self, before: Reading) -> Reading:
        """What has been added since another reading; metrics that fall, too."""
        metrics = {name: value - before.metrics.get(name, 0.0) for name, value in self.metrics.items()}
        at, bot, workers, server, ours, machine = (now - then for now, then in zip(self[:6], before[:6], strict=True))
        return Reading(at, bot, workers, server, ours, machine, metrics)

    @property
    def others(self) -> float:
        """What programs have taken that have nothing to do with it."""
        return max(0.0, self.machine - self.bot - self.workers - self.server - self.ours)

    def mean(self, metric: str) -> float:
        """Of a histogram, in ms."""
        return 1000 * self.metrics.get(f"{metric}_sum", 0.0) / max(1.0, self.metrics.get(f"{metric}_count", 0.0))


async def read(pid: int, server: int, port: int) -> Reading:
    """Now; ``server`` is a process that all of a database server are below, or 0."""
    metrics: dict[str, float] = {}
    async with aiohttp.ClientSession() as session, session.get(f"http://{HOST}:{port}/metrics") as answer:
        for family in text_string_to_metric_families(await answer.text()):
            for sample in family.samples:
                metrics[sample.name] = metrics.get(sample.name, 0.0) + sample.value
                for label in sample.labels.values():
                    metrics[f"{sample.name} {label}"] = sample.value
    below_server = spent_below(server) if server else 0.0
    return Reading(monotonic(), spent(pid), spent_below(pid), below_server, process_time(), busy(), metrics)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if Path("/proc").exists() else os.cpu_count() or 1
