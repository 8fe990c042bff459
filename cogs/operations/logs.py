"""How the log is written: a line of text, or of JSON, for each record, with the table that it is about."""

from __future__ import annotations

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

from host.log_context import present

log = logging.getLogger(__name__)

TEXT = "{asctime} {levelname:<8} {name}: {message}"
DATE = "%Y-%m-%d %H:%M:%S"


class TextFormatter(logging.Formatter):
    """A line for people, and below it where an error came from."""

    def __init__(self) -> None:
        super().__init__(TEXT, DATE, style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in present().fields.items())])


class JsonFormatter(logging.Formatter):
    """An object in one line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **present().fields,
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}


def set_up(level: int, form: str = "text") -> None:
    """Log to standard error from this level on, with warnings and the errors that nobody catches.

    What discord.py tells in detail holds names of people and the secrets of interactions: of it no more than INFO is logged.
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
    log.critical("The program ends by an error that nobody foresaw", exc_info=(kind, error, trace))


def _log_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is None or isinstance(ended.exc_value, SystemExit):
        return
    name = ended.thread.name if ended.thread else "a thread"
    log.error("%s ends by an error that nobody foresaw", name, exc_info=(ended.exc_type, ended.exc_value, ended.exc_traceback))


def _log_unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Log an error of a finalizer or the like. Name the object, but leave out its text: that may hold secrets."""
    error = ignored.exc_value or ignored.exc_type()
    name = getattr(ignored.object, "__qualname__", None) or type(ignored.object).__qualname__
    log.error("%s %s", ignored.err_msg or "Exception ignored in", name, exc_info=(type(error), error, ignored.exc_traceback))
