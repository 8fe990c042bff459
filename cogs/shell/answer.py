"""What a click or command is answered with: a value that a handler returns and the shell delivers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from cogs.shell.components import Form, Layout

Way = Literal["private", "apart", "change", "public"]
Afterwards = Callable[[int | None], Awaitable[object]]


class Late(Enum):
    """What a person is told to wait for where the answer takes longer than a second."""

    PRIVATE = "an answer for them alone; where they clicked a private message, its change"
    APART = "an answer for them alone in a message of its own, wherever they clicked; what they clicked stays as it is"
    CHANGE = "a change of the message that they clicked"
    PUBLIC = "an answer that everybody sees"
    NEVER = "nothing: a form is opened at once or not at all"


@dataclass(frozen=True, slots=True)
class Answer:
    """A message or form, and how it gets there.

    :param more: further messages for the same person's eyes.
    :param pinged: whom a public answer pings.
    :param afterwards: what else is nice to have once it is delivered, given the id of the message, if that is known; its failure
        is logged and never told.
    """

    shown: Layout | Form
    way: Way = "private"
    more: tuple[Layout, ...] = ()
    pinged: tuple[int, ...] = ()
    afterwards: Afterwards | None = None

    def then(self, afterwards: Afterwards) -> Answer:
        """The same, and something afterwards."""
        return replace(self, afterwards=afterwards)


def private(shown: Layout, *more: Layout) -> Answer:
    """For one person's eyes; where they clicked a private message, it changes into this."""
    return Answer(shown, more=more)


def apart(shown: Layout) -> Answer:
    """For one person's eyes, in a message of its own: whatever they clicked stays as it is."""
    return Answer(shown, "apart")


def change(shown: Layout) -> Answer:
    """The message that was clicked changes, for all who see it; nobody is pinged again."""
    return Answer(shown, "change")


def public(shown: Layout, pinged: tuple[int, ...] = ()) -> Answer:
    """For everybody in the channel."""
    return Answer(shown, "public", pinged=pinged)


def opened(form: Form) -> Answer:
    """A form to fill in."""
    return Answer(form)
