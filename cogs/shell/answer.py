"""Answers to interactions: a handler returns one as a value, and the shell delivers it.

| constructor | effect | seen by |
|---|---|---|
| `private` | changes the private message that was clicked, else posts a new one | the person |
| `apart` | posts a new message; the clicked message stays | the person |
| `change` | changes the message that was clicked | everybody who sees it |
| `public` | posts a new message | everybody in the channel |
| `open_form` | opens a form | the person |
| `unchanged` | leaves the clicked message as it is | nobody |
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from cogs.shell.components import Layout
from cogs.shell.forms import Form

Way = Literal["private", "apart", "change", "public"]
Afterwards = Callable[[int | None], Awaitable[object]]


class Late(Enum):
    """How a handler defers its answer when that takes longer than `cogs.shell.delivery.DEFER_AFTER_SECONDS`."""

    PRIVATE = "wait for a private answer; after a click on a private message, for its change"
    APART = "wait for a private answer in a message of its own"
    CHANGE = "wait for a change of the clicked message"
    PUBLIC = "wait for an answer that everybody sees"
    NEVER = "do not defer: Discord opens a form at once or not at all"


@dataclass(frozen=True, slots=True)
class Answer:
    """A message or form, and the way it is delivered.

    :param shown: the message or form; None if there is nothing to show.
    :param more: further messages, private to the same person.
    :param pinged: ids of the people whom a public answer pings.
    :param afterwards: optional work after the delivery. It gets the id of the message, or None if that is unknown. Its failure
        is logged, and the person never hears of it.
    """

    shown: Layout | Form | None
    way: Way = "private"
    more: tuple[Layout, ...] = ()
    pinged: tuple[int, ...] = ()
    afterwards: Afterwards | None = None

    def then(self, afterwards: Afterwards) -> Answer:
        """Return a copy of the answer with ``afterwards`` as the work to do after its delivery."""
        return replace(self, afterwards=afterwards)


def private(shown: Layout, *more: Layout) -> Answer:
    """Answer privately: change the private message that was clicked, else post a new one.

    :param shown: the message or form; None if there is nothing to show.
    :param more: further private messages.
    """
    return Answer(shown, more=more)


def apart(shown: Layout) -> Answer:
    """Answer privately in a new message; the clicked message stays as it is."""
    return Answer(shown, "apart")


def change(shown: Layout) -> Answer:
    """Change the clicked message for everybody who sees it; nobody is pinged."""
    return Answer(shown, "change")


def public(shown: Layout, pinged: tuple[int, ...] = ()) -> Answer:
    """Answer in a new message for everybody in the channel, and ping these people."""
    return Answer(shown, "public", pinged=pinged)


def open_form(form: Form) -> Answer:
    """Open a form; the handler must answer at once, with `Late.NEVER`."""
    return Answer(form)


def unchanged() -> Answer:
    """Acknowledge a click that changes nothing."""
    return Answer(None)
