"""The table that lines of the log are about: set where work begins, and added to each line that is logged meanwhile."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Work:
    """The table, position and seat of a piece of work. Tasks that it starts share it."""

    table: int | None = None
    seq: int | None = None
    seat: int | None = None
    _began: float = field(default_factory=perf_counter)

    def about(self, table: int, seq: int, seat: int | None = None) -> None:
        """Set the table, position and seat as soon as they are known."""
        self.table, self.seq, self.seat = table, seq, seat

    @property
    def fields(self) -> dict[str, int]:
        """Return the fields for a log line, with the milliseconds since the work began; empty if it is about no table."""
        known = {"table": self.table, "seq": self.seq, "seat": self.seat, "ms": round((perf_counter() - self._began) * 1000)}
        return {} if self.table is None else {name: value for name, value in known.items() if value is not None}


_work: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def log_about(table: int | None = None, seq: int | None = None) -> Generator[Work]:
    """Add this table and position to all lines that are logged in the block."""
    work = Work(table, seq)
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def current_work() -> Work:
    """Return the present piece of work; an empty one if none was set."""
    return _work.get() or Work()
