"""Read messages and panels as people do: their table and turn, who is to move, what can be clicked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sandbox.answer import Answer
from sandbox.kinds import BUTTON, SELECTS, TEXT, Json, dicts, walk
from sandbox.reading import Select, shown_of, texts
from sandbox.world import PEOPLE

BOARD = re.compile(r"^board-(\d+)-(\d+)\.png$")
MORE = re.compile(r"^b1:more:(\d+)$")  # a button of every board, and of no other public message
MOVE = re.compile(r"^b1:move:(\d+)$")
LOBBY = re.compile(r"^l1:start:(\d+)$")
CANCEL = re.compile(r"^l1:cancel:(\d+)$")
REMATCH = re.compile(r"^l1:rematch:(\d+)$")
QUESTION = re.compile(r"^q1:yes:(\d+):(\d+)$")
PANEL = re.compile(r"^p1:(?:pick|menu|page|tab|turn|resume|back|over|confirm):(\d+):(\d+):")
MOVES = re.compile(r"^p1:(?:confirm|pick|menu|turn):(\d+):(\d+):")  # clicks that may make a move
OF_TABLE = re.compile(r"^[a-z]1:[a-z]+:(\d+)")
PLAYED = re.compile(r"-# As typed: `([^`]*)`")
DRAFT = re.compile(r"To type it: `([^`]*)`")
TO_MOVE = re.compile(r"<@(\d+)>[^\n]* to move")
ASKED = re.compile(r"Asked: ([^\n]*)")
PERSON = re.compile(r"<@(\d+)>( [✓✗])?")
NAMES = re.compile(rf"\b(?:{'|'.join(PEOPLE)})\b")
OVER = re.compile(r"\b[Tt]he game (is over|ended early)\b")
SUCCESS = 3  # Discord's style of green buttons
MARKS = re.compile(r"~~|\*\*|^-# |\\")


class PositionId(NamedTuple):
    """Identify a position of a table, as custom_ids do."""

    table: int
    seq: int


# -- messages -----------------------------------------------------------------------------


def clickable(components: Any, *, disabled: bool = False) -> list[Json]:
    """Return the buttons and menus of a layout; disabled ones only if they are wanted, too."""
    parts = [part for part in walk(components) if part.get("type") == BUTTON or part.get("type") in SELECTS]
    return [part for part in parts if part.get("custom_id") and (disabled or not part.get("disabled"))]


def custom_ids(components: Any, *, disabled: bool = False) -> list[str]:
    """Return the custom_ids of the buttons and menus of a layout; of disabled ones only if they are wanted, too."""
    return [str(part["custom_id"]) for part in clickable(components, disabled=disabled)]


def matching(pattern: re.Pattern[str], components: Any) -> re.Match[str] | None:
    """Return the match of the first enabled custom_id that fits."""
    found = (pattern.match(custom_id) for custom_id in custom_ids(components))
    return next((match for match in found if match), None)


def text_in(components: Any) -> str:
    """Return all text of a layout, as a request carries it."""
    return "\n".join(str(part.get("content") or "") for part in walk(components) if part.get("type") == TEXT)


def text_of(message: Json) -> str:
    """Return all text of a message."""
    return "\n".join(texts(message))


def board_of(message: Json) -> PositionId | None:
    """Return the position that a board shows, with or without buttons; None for other messages."""
    names = (str(item["media"]["url"]).rpartition("/")[2] for item in shown_of(message))
    found = (BOARD.match(name) for name in names)
    match = next((match for match in found if match), None)
    return PositionId(int(match[1]), int(match[2])) if match else None


def boards(messages: Iterable[Json], table: int | None = None) -> list[Json]:
    """Return the public boards among messages, oldest first; only those of a table if it is given."""
    found = [m for m in public(messages) if (place := board_of(m)) and table in (None, place.table)]
    return sorted(found, key=lambda message: int(message["id"]))


def table_of(components: Any) -> int:
    """Return the table that the buttons of a message name; 0 if they name none."""
    match = matching(OF_TABLE, components)
    return int(match[1]) if match else 0


def table_of_usable_board(message: Json) -> int:
    """Return the table of a public board whose buttons can be used; 0 for other messages."""
    match = matching(MORE, message.get("components"))
    return int(match[1]) if match and message["_reader"] is None else 0


def says_over(text: str) -> bool:
    """Return whether a board, or the message that its thread was started from, says that the game is over."""
    return OVER.search(text) is not None


def to_move(text: str) -> list[str]:
    """Return the people who are to move according to a board."""
    return TO_MOVE.findall(text)


def pending_voters(text: str) -> list[str]:
    """Return the people who have not answered a question yet."""
    match = ASKED.search(text)
    return [person for person, answered in PERSON.findall(match[1]) if not answered] if match else []


def plain_lines(text: str) -> list[str]:
    """Return the lines of a text without markup and without names, as a seat may have changed hands since."""
    plain = [NAMES.sub("Somebody", MARKS.sub("", line)).strip() for line in text.splitlines()]
    return [line for line in plain if line]


def newest(messages: Iterable[Json]) -> Json | None:
    """Return the message that was sent last."""
    return max(messages, key=lambda message: int(message["id"]), default=None)


def public(messages: Iterable[Json]) -> Iterator[Json]:
    """Yield the messages that everybody can see."""
    return (message for message in messages if message["_reader"] is None)


# -- panels -------------------------------------------------------------------------------


def enabled(shown: Answer, *prefixes: str) -> list[str]:
    """Return the custom_ids of enabled buttons that begin with one of these prefixes."""
    return [each.custom_id for each in shown.buttons if each.custom_id.startswith(prefixes) and not each.disabled]


def other_pages_and_tabs(panel: Answer) -> list[str]:
    """Return the custom_ids of the buttons to other pages and tabs; the chosen tab is left out, as it changes nothing."""
    chosen = {part["custom_id"] for part in clickable(panel.message["components"]) if part.get("style") == SUCCESS}
    return [custom_id for custom_id in enabled(panel, "p1:page", "p1:tab") if custom_id not in chosen]


def menu_of(shown: Answer, prefix: str) -> Select | None:
    """Return the first enabled menu whose custom_id begins with a prefix."""
    return next((each for each in shown.selects if each.custom_id.startswith(prefix) and not each.disabled), None)


def has_question(panel: Answer) -> bool:
    """Return whether a panel asks a question."""
    return bool(enabled(panel, "p1:pick")) or menu_of(panel, "p1:menu") is not None


def is_preview(panel: Answer) -> bool:
    """Return whether a panel is a preview that can be confirmed."""
    return bool(enabled(panel, "p1:confirm"))


# -- commands -----------------------------------------------------------------------------


def command_of(data: Json) -> tuple[str, Json]:
    """Return the whole name of a command in an interaction, and its options."""
    words, options = [f"/{data['name']}"], dicts(data.get("options"))
    while options and options[0]["type"] in (1, 2):
        words.append(str(options[0]["name"]))
        options = options[0]["options"]
    return " ".join(words), {str(option["name"]): option["value"] for option in options}
