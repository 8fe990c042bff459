"""The kinds of outbox rows and the functions that send them; this table imports none of the features that fill it.

A feature registers the function that sends one kind of row::

    @sends("archive")
    async def archive_thread(client: Parterre, row: OutboxRow) -> None: ...

A feature whose notices are more than a sentence with buttons registers the function that writes them with `writes_notice`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from cogs.shell.client import Parterre
from cogs.shell.components import Layout
from db.rows import OutboxRow


class Sent(NamedTuple):
    """The message that a row has become.

    ``place`` and ``message`` are ids. ``shown`` is stored with the row: JSON of those parts of the message that nothing can
    produce again, such as the id of an uploaded file.
    """

    place: int
    message: int
    shown: str = ""


class Changed(NamedTuple):
    """The changed message of the row's target; ``shown`` replaces what is stored with that row, if that is still ``before``."""

    shown: str
    before: str


class Postponed(Exception):
    """A row must not be sent before ``until``, in seconds since 1970. No request was made, so this counts as no try."""

    def __init__(self, until: float) -> None:
        super().__init__(f"postponed until {until:.0f}")
        self.until = until


class NoticeMessage(NamedTuple):
    """A notice as it is posted, and the people whom it pings."""

    layout: Layout
    pinged: tuple[int, ...]


Send = Callable[[Parterre, OutboxRow], Awaitable[Sent | Changed | None]]
WriteNotice = Callable[[Parterre, OutboxRow], Awaitable[NoticeMessage]]
F = TypeVar("F", bound=Callable[..., Any])

SENDERS: dict[str, Send] = {}  # by kind of outbox row
NOTICE_WRITERS: dict[str, WriteNotice] = {}  # by subject of a notice


def sends(kind: str) -> Callable[[Send], Send]:
    """Register a function that sends outbox rows of this kind.

    The function returns the message to remember, or None when the row needs no message and can be forgotten. A change of another
    row's message may return what to remember of that. It raises
    `Postponed` to be called again later; any other error is a failed try, which the sender repeats with growing pauses.

    :raises LookupError: when another function sends this kind.
    """
    return lambda function: _register(SENDERS, kind, function)


def writes_notice(subject: str) -> Callable[[WriteNotice], WriteNotice]:
    """Register a function that writes notices with this subject. Notices of other subjects are a sentence with buttons.

    :raises LookupError: when another function writes notices with this subject.
    """
    return lambda function: _register(NOTICE_WRITERS, subject, function)


def _register(table: dict[str, F], name: str, function: F) -> F:
    known = table.get(name)
    if known is not None and _place(known) != _place(function):  # an extension that is loaded again registers again
        raise LookupError(f"Two functions are registered for {name}: {_place(known)} and {_place(function)}.")
    table[name] = function
    return function


def _place(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
