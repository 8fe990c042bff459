"""The metrics; `docs/OPERATIONS.md` has a table of them. No label holds the id or name of a person, table or place."""

from __future__ import annotations

import logging
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

from cogs import VERSION

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
Info("parterre_build", "The version that runs.", registry=REGISTRY).info({"version": VERSION})

# Metrics that discord-ext-prometheus has, too, have the same names and labels.
CONNECTED = Gauge("discord_connected", "Is the shard connected to the gateway?", ["shard"], registry=REGISTRY)
LATENCY = Gauge("discord_latency_seconds", "Latency of the gateway's heartbeat.", ["shard"], registry=REGISTRY)
INTERACTIONS = Counter(
    "discord_event_on_interaction",
    "Commands, completions, clicks and forms; a click's command is the kind of its button.",
    ["shard", "interaction", "command"],
    registry=REGISTRY,
)
GUILDS = Gauge("discord_stat_total_guilds", "Servers that the bot is in.", registry=REGISTRY)
CHANNELS = Gauge("discord_stat_total_channels", "Channels that the bot may see.", registry=REGISTRY)
COMMANDS = Gauge("discord_stat_total_commands", "Commands that people can type.", registry=REGISTRY)
LOGGED = Counter("logging", "Lines of the log.", ["logger", "level"], registry=REGISTRY)

ROLE = Gauge("parterre_role", "Does the process have this role? A range, clerk or stand-by.", ["role"], registry=REGISTRY)
TABLES = Gauge("parterre_tables", "Tables that are open or running, by state.", ["state"], registry=REGISTRY)
OUTBOX_ROWS = Gauge(
    "parterre_outbox_rows", "Pending messages and other requests in the outbox, by kind.", ["kind"], registry=REGISTRY
)
OUTBOX_AGE = Gauge(
    "parterre_outbox_oldest_seconds", "How long the oldest pending row has been due, by kind.", ["kind"], registry=REGISTRY
)
GIVEN_UP = Gauge(
    "parterre_outbox_given_up_rows", "Outbox rows that Discord refused for a day; /setup lists them.", registry=REGISTRY
)
COMMIT = Histogram(
    "parterre_commit_seconds",
    "Time from the decision about a step of a table until the disk has it.",
    buckets=(0.001, 0.002, 0.003, 0.005, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)
PICTURE = Histogram(
    "parterre_picture_seconds",
    "Time until a picture is ready, drawn or from the cache.",
    buckets=(0.001, 0.01, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2, 5),
    registry=REGISTRY,
)
ANSWER = Histogram(
    "parterre_answer_seconds",
    "Time from a command, click or form until its answer is delivered, by outcome: done, refused, broken.",
    ["outcome"],
    buckets=(0.03, 0.06, 0.125, 0.25, 0.5, 1, 1.5, 2, 3, 10),
    registry=REGISTRY,
)
REQUESTS = Counter(
    "parterre_discord_requests",
    "Requests to Discord, by status of the answer; 429: rate limit; none: no answer.",
    ["status"],
    registry=REGISTRY,
)
LOOP_LAG = Histogram(
    "parterre_loop_lag_seconds",
    "Lag of the event loop, measured twice a second.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)


class LogCounter(logging.Handler):
    """Count log records by logger and level."""

    def emit(self, record: logging.LogRecord) -> None:
        LOGGED.labels(record.name, record.levelname).inc()


def count_requests() -> aiohttp.TraceConfig:
    """Return a trace that counts the requests of its session to Discord, by status."""

    async def answered(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        REQUESTS.labels(str(params.response.status)).inc()

    async def unanswered(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, _params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        REQUESTS.labels("none").inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    trace.on_request_exception.append(unanswered)
    return trace
