"""Text for Discord: sentences told with people's names, mentions, and the limits of a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from discord.utils import escape_markdown

from rules.game import Event
from rules.text import Text, seat_name, tell

STORY_LIMIT = 1800


def names_of(names: Sequence[str]) -> Callable[[int], str]:
    """What seats are called, safe to print between markdown."""
    return lambda seat: escape_markdown(names[seat]) if seat < len(names) else seat_name(seat)


def told_with(names: Sequence[str], text: Text) -> str:
    """A sentence with the names of a table."""
    return tell(text, names_of(names))


def label_with(names: Sequence[str], text: Text) -> str:
    """A sentence for buttons, menus and completions, which show names as they are."""
    return tell(text, lambda seat: names[seat] if seat < len(names) else seat_name(seat))


def story_of(names: Sequence[str], events: Iterable[Event]) -> str:
    """What happened, a line each; the end of it where it is too long."""
    lines = [told_with(names, event.text) for event in events]
    while len("\n".join(lines)) > STORY_LIMIT:
        lines = ["…", *lines[2:]]
    return "\n".join(lines)


def cut(text: str, limit: int) -> str:
    """At most so many characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def pages(text: str, limit: int) -> list[str]:
    """Lines on as many pages as they need; a line longer than a page is cut."""
    found = [""]
    for line in text.splitlines():
        longer = f"{found[-1]}\n{line}" if found[-1] else line
        if len(longer) <= limit:
            found[-1] = longer
        else:
            found.append(cut(line, limit))
    return [page for page in found if page]


def plain_name(name: str) -> str:
    """A display name as it is kept: one line, not too long."""
    return cut(" ".join(name.split()), 32) or "?"
