"""What a message says to whoever looks at it: which table, which turn, what was played, who is to move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sandbox.kinds import BUTTON, SELECTS, TEXT, Json, walk
from sandbox.mentions import texts
from sandbox.reading import shown_of
from sandbox.world import PEOPLE

BOARD = re.compile(r"^board-(\d+)-(\d+)\.png$")
LIVING = re.compile(r"^b1:more:(\d+)$")  # a button of every board, and of nothing else that all can see
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
MARKS = re.compile(r"~~|\*\*|^-# |\\")


class Place(NamedTuple):
    """A position of a table."""

    table: int
    seq: int


def custom_ids(components: Any) -> list[str]:
    """Of all buttons and menus that can be used."""
    parts = walk(components)
    usable = [part for part in parts if part.get("type") == BUTTON or part.get("type") in SELECTS]
    return [str(part["custom_id"]) for part in usable if part.get("custom_id") and not part.get("disabled")]


def matching(pattern: re.Pattern[str], components: Any) -> re.Match[str] | None:
    """The first custom_id of this kind."""
    found = (pattern.match(custom_id) for custom_id in custom_ids(components))
    return next((match for match in found if match), None)


def text_in(components: Any) -> str:
    """All texts of a layout, as a request carries it."""
    return "\n".join(str(part.get("content") or "") for part in walk(components) if part.get("type") == TEXT)


def text_of(message: Json) -> str:
    """All texts of a message."""
    return "\n".join(texts(message))


def board_of(message: Json) -> Place | None:
    """The position that a board shows, with its buttons or without; None for other messages."""
    names = (str(item["media"]["url"]).rpartition("/")[2] for item in shown_of(message))
    found = (BOARD.match(name) for name in names)
    match = next((match for match in found if match), None)
    return Place(int(match[1]), int(match[2])) if match else None


def table_of(components: Any) -> int:
    """The table that a message is about, by its buttons; 0 if it has none."""
    match = matching(OF_TABLE, components)
    return int(match[1]) if match else 0


def living_board(message: Json) -> int:
    """The table whose board this is, if its buttons can be used; else 0."""
    match = matching(LIVING, message.get("components"))
    return int(match[1]) if match and message["_reader"] is None else 0


def to_move(text: str) -> list[str]:
    """The persons who are to move, as a board says."""
    return TO_MOVE.findall(text)


def undecided(text: str) -> list[str]:
    """The persons who were asked and have not answered."""
    match = ASKED.search(text)
    return [person for person, answered in PERSON.findall(match[1]) if not answered] if match else []


def plain_lines(text: str) -> list[str]:
    """The lines of a text without marks of any kind, and without names: a seat may have changed hands since."""
    plain = [NAMES.sub("Somebody", MARKS.sub("", line)).strip() for line in text.splitlines()]
    return [line for line in plain if line]


def newest(messages: Iterable[Json]) -> Json | None:
    """The message that was sent last."""
    return max(messages, key=lambda message: int(message["id"]), default=None)


def public(messages: Iterable[Json]) -> Iterator[Json]:
    """Those that all can see."""
    return (message for message in messages if message["_reader"] is None)
