"""How the log is written: a line of text, or of JSON, for each record, with the table that it is about."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from host.log_context import present

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
    """Log to standard error from this level on.

    What discord.py tells in detail holds names of people and the secrets of interactions: of it no more than INFO is logged.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[form]())
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
