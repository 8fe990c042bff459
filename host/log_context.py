"""What lines of the log are about: set once where work on a table begins, and told with each line that is logged meanwhile."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(slots=True)
class Work:
    """On a table, once it is known which; tasks that are begun meanwhile share it."""

    table: int | None = None
    seq: int | None = None
    seat: int | None = None
    _began: float = field(default_factory=perf_counter)

    def about(self, table: int, seq: int, seat: int | None = None) -> None:
        """It is known now."""
        self.table, self.seq, self.seat = table, seq, seat

    @property
    def fields(self) -> dict[str, int]:
        """What is known, and for how many milliseconds it has been worked on; empty if it is about no table."""
        known = {"table": self.table, "seq": self.seq, "seat": self.seat, "ms": round((perf_counter() - self._began) * 1000)}
        return {} if self.table is None else {name: value for name, value in known.items() if value is not None}


_work: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def working(table: int | None = None, seq: int | None = None) -> Generator[Work]:
    """While this is done, lines of the log are about it."""
    work = Work(table, seq)
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def present() -> Work:
    """What is worked on here; something about nothing if nobody has said."""
    return _work.get() or Work()
