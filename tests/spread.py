"""In which order tests are run by several workers, so that all of them end at about the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def spread(items: Sequence[T], workers: int, takes_long: Callable[[T], bool]) -> list[T]:
    """The same items; of as many equal parts as there are workers, each begins with its share of what takes long.

    With ``--dist worksteal`` each worker begins at the head of such a part, and who is done first takes from the ends of others'.
    Neighbours stay together, as they often need the same, which a worker makes once.
    """
    late, spread_out = [item for item in items if not takes_long(item)], list[T]()
    early = [item for item in items if takes_long(item)]
    for worker in range(workers):
        spread_out += early[len(early) * worker // workers : len(early) * (worker + 1) // workers]
        room = len(items) * (worker + 1) // workers - len(spread_out)
        spread_out += late[: max(room, 0)]
        late = late[max(room, 0) :]
    return spread_out
