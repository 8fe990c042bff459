"""Find lines that reveal hidden information: each seat's view of a table, line by line, against everything sent."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cache
from typing import Any

from cogs.shell.access import row_of
from db.rows import SeatRow
from host.codec import decode_state
from host.replay import replay_moves
from host.summary import displayed_names
from render.plain import alt, board
from render.sketch import scene
from render.teller import Teller
from rules import GAMES
from rules.game import AnyGame
from rules.text import tell
from sandbox.kinds import Json
from sandbox.reading import shown_of, texts
from sandbox.world import World
from trials.fuzz.inputs import Input, about
from trials.fuzz.snapshot import SnapshotReader, Table
from trials.screen import custom_ids

LATEST = 6  # positions of a table that are read at first; later ones follow, and earlier ones when needed
SHORTEST_LINE = 12  # characters of a line that can reveal something
PART = re.compile(r"(?<=[.;]) ")
TICKS = str.maketrans("`", "ˋ")


class Views:
    """For each table, the lines that each seat may have read so far, in words and as alternative text.

    Seat None holds the lines for everybody. They include the positions in the short rules, so a leak that looks like such an
    example is not found.
    """

    def __init__(self, reading: SnapshotReader) -> None:
        self._reading = reading
        self._lines: defaultdict[int, defaultdict[int | None, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._read: dict[int, int] = {}
        self._partly: dict[int, Table] = {}  # tables of which not all positions are known

    def learn(self, table: Table) -> None:
        """Read the new states of a table, including those made after the last batch."""
        if table.id not in self._read:
            self._partly[table.id] = table
            self._lines[table.id][None] |= in_short_rules(table.game)
        if table.seq > self._read.get(table.id, -1):
            self._learn(table, self._read.get(table.id, table.seq - LATEST) + 1)

    def hidden(self, table: int, seats: Iterable[int], told: Iterable[str]) -> list[str]:
        """Return the lines among ``told`` that reveal something: other seats may know them, but none of these seats.

        Of a table that was deleted, older lines are unknown, so none of them counts.

        :param seats: the seats that the reader of the lines has or had.
        """
        own = {None, *seats}
        found = self._not_for(own, table, told)
        if found and table in self._partly:  # older lines may be shown to them again
            found = self._not_for(own, table, told) if self._learn_all(self._partly[table]) else []
        return found

    def _learn(self, table: Table, first: int) -> None:
        for seq, stored, version in self._reading.states(table.id, first):
            self._read[table.id] = max(seq, self._read.get(table.id, -1))
            self._note(table, decode_state(GAMES[table.game], stored, version))

    def _learn_all(self, table: Table) -> bool:
        """Replay the whole game, as only the last state of an ended table is stored; return False if it was deleted."""
        self._learn(table, 0)
        if (played := self._reading.played(table.id)) is None:
            return False
        del self._partly[table.id]
        variants, moves = played
        start = GAMES[table.game].setup(len(table.seats), frozenset(variants.split()))
        for _, state in replay_moves(GAMES[table.game], start, moves):
            self._note(table, state)
        return True

    def _note(self, table: Table, state: Any) -> None:
        seats = [SeatRow(each.seat, each.person, each.name, level=each.level) for each in table.seats]
        game, teller = GAMES[table.game], Teller(displayed_names(seats))
        for seat in (None, *range(len(table.seats))):
            self._lines[table.id][seat] |= lines_shown(game, game.view(state, seat), teller)

    def _not_for(self, own: Set[int | None], table: int, told: Iterable[str]) -> list[str]:
        known = self._lines[table]
        others = set[str]().union(*(lines for each, lines in known.items() if each not in own))
        return sorted(line for line in set(told) if line in others and not any(line in known[each] for each in own))


@cache
def in_short_rules(key: str) -> frozenset[str]:
    """Return the lines of all positions in the short rules of a game."""
    game = GAMES[key]
    shown = (scene(game, topic) for topic in game.topics())
    return frozenset(line for each in shown if each for line in lines_shown(game, each.view, each.teller))


def lines_shown(game: AnyGame, view: Any, teller: Teller) -> set[str]:
    """Return the lines of a view, in words and as alternative text."""
    return lines_of([board(game, view, teller), *parts_of(tell(alt(game, view), teller.called))])


def lines_of(found: Iterable[str]) -> set[str]:
    """Return the lines of texts that are long enough to reveal something."""
    lines = (line.translate(TICKS).strip() for text in found for line in text.splitlines())
    return {line for line in lines if len(line) >= SHORTEST_LINE}


def parts_of(description: str) -> list[str]:
    """Return the sentences of an alternative text, and the parts of lists in them."""
    return PART.split(description)


def collect_message_lines(message: Json, choices: Iterable[Json] = ()) -> set[str]:
    """Return the lines that a person reads in a message, its alternative texts included, and in autocomplete choices."""
    pictures = [part for item in shown_of(message) for part in parts_of(str(item.get("description") or ""))]
    return lines_of([*texts(message), *pictures, *(str(choice["name"]) for choice in choices)])


def collect_summary_lines(summary: Json) -> set[str]:
    """Return the lines of an exported summary: its board, and the story of each move."""
    return lines_of([*summary["board"], *(line for move in summary["moves"] for line in move["story"])])


def tables_named(message: Json) -> Iterator[tuple[int, str]]:
    """Yield the tables that a message names, each with its custom_id."""
    for custom_id in custom_ids(message.get("components"), disabled=True):
        name, number, _ = about(custom_id)
        if number is not None and name and row_of(name).about_a_table:
            yield number, custom_id


def visible(world: World, sent: Input, table: Table) -> bool:
    """Return whether the sender may see a table from their place: where it is played, or in direct messages to its seats."""
    own = sent.person in table.people
    if sent.direct:
        return own
    if sent.guild != table.guild:
        return False
    if int(sent.channel) in (table.channel, table.place):
        return True
    place = world.channels.get(str(table.channel))
    if place is None:
        return own
    return world.allowed(sent.who.id, place, "view_channel") and (own or str(table.channel) != sent.club.private)
