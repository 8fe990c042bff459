"""Plan faults: errors, lost answers and delays for the next matching requests."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .errors import Refused
from .kinds import Json


@dataclass
class Fault:
    """Describe a fault of the next `times` requests that match, after `skip` matching requests without a fault."""

    method: str
    path: str
    times: int = 1
    status: int | None = None
    code: int = 0
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: Json | None = None
    delay: float = 0.0
    late: float = 0.0  # seconds between the effect and the answer
    effect: bool = False  # it is done, although an error is answered
    lose: bool = False
    reset: bool = False  # the connection breaks before it is done
    via: bool = True
    held: bool = False  # wait until it is not any more
    guild: str = ""  # that alone; empty: whatever the request is about
    skip: int = 0
    arrived: Callable[[], None] | None = None  # called before it is done
    done: Callable[[], None] | None = None  # called when it is done, before it is answered
    hits: int = 0

    def matches(self, method: str, path: str, guild: str) -> bool:
        """Return whether the fault applies to a request about a guild; the path is without /api/v10."""
        here = self.times > 0 and self.guild in ("", guild) and self.method in ("*", method)
        return here and bool(re.search(self.path, path))

    @property
    def answer(self) -> tuple[int, Json] | None:
        """Return the status and body that replace the real ones; None if the real ones are answered."""
        if self.status is None and not self.code:
            return None
        refusal = Refused(self.code, status=self.status)
        return refusal.status, self.body or refusal.body


class Faults:
    """Hold the faults that wait for requests."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Add a fault, which waits for matching requests."""
        self._waiting.append(fault)
        return fault

    @property
    def waiting(self) -> list[Fault]:
        """Return the faults that still wait for requests."""
        return [fault for fault in self._waiting if fault.times > 0]

    def clear(self) -> None:
        """Forget all faults."""
        self._waiting.clear()

    def forget(self, guild: str) -> None:
        """Forget the faults of one guild."""
        self._waiting = [fault for fault in self._waiting if fault.guild != guild]

    def take(self, method: str, path: str, guild: str) -> Fault | None:
        """Return the first fault that applies to a request, and count the request against it."""
        for fault in self._waiting:
            if fault.matches(method, path, guild):
                if fault.skip:
                    fault.skip -= 1
                    continue
                fault.times -= 1
                fault.hits += 1
                return fault
        return None


def rate_limited(method: str, path: str, *, times: int, retry_after: float, via: bool, everywhere: bool = False) -> Fault:
    """Return a fault that answers 429, for this route or ``everywhere``. Without the header Via discord.py takes it for a ban."""
    body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere, "code": 0}
    headers = {"Retry-After": str(retry_after), "X-RateLimit-Scope": "global" if everywhere else "user"}
    return Fault(method, path, times, status=429, headers=headers, body=body, via=via)
