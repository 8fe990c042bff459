"""The log's format: a line of text or JSON for each record, with the table and the shard that it is about."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType

from host.log_context import current_work

log = logging.getLogger(__name__)

TEXT = "{asctime} {levelname:<8} {name}: {message}"
DATE = "%Y-%m-%d %H:%M:%S"


_shard: ContextVar[int | None] = ContextVar("shard", default=None)


@contextmanager
def log_shard(shard: int | None) -> Generator[None]:
    """Name this shard in all lines that are logged in the block, also by tasks that it starts; None: name no shard."""
    token = _shard.set(shard)
    try:
        yield
    finally:
        _shard.reset(token)


def _fields() -> dict[str, int]:
    """Return the fields at the end of a line."""
    shard = _shard.get()
    return current_work().fields | ({} if shard is None else {"shard": shard})


class TextFormatter(logging.Formatter):
    """Format a record as a line for people, and an error's traceback beneath it."""

    def __init__(self) -> None:
        super().__init__(TEXT, DATE, style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in _fields().items())])


class JsonFormatter(logging.Formatter):
    """Format a record as a JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}


def set_up_logging(level: int, form: str = "text") -> None:
    """Log to standard error from this level on, warnings and uncaught errors included.

    discord.py's DEBUG records hold names of people and secrets of interactions, so its level is never below INFO.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[form]())
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_end
    threading.excepthook = _log_end_of_thread
    sys.unraisablehook = _log_unraisable


def _log_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("The program stops after an unexpected error", exc_info=(kind, error, trace))


def _log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is None or isinstance(ended.exc_value, SystemExit):
        return
    name = ended.thread.name if ended.thread else "a thread"
    log.error("%s stops after an unexpected error", name, exc_info=(ended.exc_type, ended.exc_value, ended.exc_traceback))


def _log_unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Log an error of a finalizer or the like. Name the object, but leave out its text: that may hold secrets."""
    error = ignored.exc_value or ignored.exc_type()
    name = getattr(ignored.object, "__qualname__", None) or type(ignored.object).__qualname__
    log.error("%s %s", ignored.err_msg or "Exception ignored in", name, exc_info=(type(error), error, ignored.exc_traceback))
