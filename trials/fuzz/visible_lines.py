"""What each seat may know of a table, line by line; and what of it was told to somebody who may not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cache
from typing import Any

from cogs.shell.access import row_of
from db.rows import SeatRow
from host.codec import decode_state
from host.course import played
from host.outline import told_names
from render.plain import alt, board
from render.sketch import scene
from render.teller import Teller
from rules import GAMES
from rules.game import AnyGame
from rules.text import tell
from sandbox.kinds import Json
from sandbox.mentions import texts
from sandbox.reading import shown_of
from sandbox.world import World
from trials.fuzz.inputs import Input, about
from trials.fuzz.snapshot import SnapshotReader, Table
from trials.screen import custom_ids

LATEST = 6  # positions of a table that are learnt when it is seen first; all that come later, and earlier ones when needed
SHORTEST = 12  # characters of a line that can give something away
PART = re.compile(r"(?<=[.;]) ")
TICKS = str.maketrans("`", "ˋ")


class Views:
    """The lines that a seat has ever been able to read of its table, in words and as the text of a picture; None: all.

    All may read the positions of the short rules, too, which a private message can show by the time it is looked at. A leak of
    a card that is an example there is not found.
    """

    def __init__(self, reading: SnapshotReader) -> None:
        self._reading = reading
        self._lines: defaultdict[int, defaultdict[int | None, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._read: dict[int, int] = {}
        self._partly: dict[int, Table] = {}  # of these not all positions are learnt

    def learn(self, table: Table) -> None:
        """Read the states that are new, whenever they were made: also after the last look, by what takes effect late."""
        if table.id not in self._read:
            self._partly[table.id] = table
            self._lines[table.id][None] |= in_short_rules(table.game)
        if table.seq > self._read.get(table.id, -1):
            self._learn(table, self._read.get(table.id, table.seq - LATEST) + 1)

    def hidden(self, table: int, seats: Iterable[int], told: Iterable[str]) -> list[str]:
        """What was told, to whoever has or had these seats, that another seat alone can know."""
        own = {None, *seats}
        found = self._not_for(own, table, told)
        if found and table in self._partly:  # what they knew long ago may be shown to them again
            self._learn_all(self._partly.pop(table))
            found = self._not_for(own, table, told)
        return found

    def _learn(self, table: Table, first: int) -> None:
        for seq, stored, version in self._reading.states(table.id, first):
            self._read[table.id] = max(seq, self._read.get(table.id, -1))
            self._note(table, decode_state(GAMES[table.game], stored, version))

    def _learn_all(self, table: Table) -> None:
        """Also of a table that is over by now: its moves are played again, as its last state alone is kept."""
        self._learn(table, 0)
        variants, moves = self._reading.played(table.id)
        start = GAMES[table.game].setup(len(table.seats), frozenset(variants.split()))
        for _, state in played(GAMES[table.game], start, moves):
            self._note(table, state)

    def _note(self, table: Table, state: Any) -> None:
        seats = [SeatRow(each.seat, each.person, each.name, level=each.level) for each in table.seats]
        game, teller = GAMES[table.game], Teller(told_names(seats))
        for seat in (None, *range(len(table.seats))):
            self._lines[table.id][seat] |= lines_shown(game, game.view(state, seat), teller)

    def _not_for(self, own: Set[int | None], table: int, told: Iterable[str]) -> list[str]:
        known = self._lines[table]
        others = set[str]().union(*(lines for each, lines in known.items() if each not in own))
        return sorted(line for line in set(told) if line in others and not any(line in known[each] for each in own))


@cache
def in_short_rules(key: str) -> frozenset[str]:
    """The lines of all positions that the short rules of a game show."""
    game = GAMES[key]
    shown = (scene(game, topic) for topic in game.topics())
    return frozenset(line for each in shown if each for line in lines_shown(game, each.view, each.teller))


def lines_shown(game: AnyGame, view: Any, teller: Teller) -> set[str]:
    """The lines of a view, in words and as the text of a picture."""
    return lines_of([board(game, view, teller), *parts_of(tell(alt(game, view), teller.called))])


def lines_of(found: Iterable[str]) -> set[str]:
    """The lines of some texts that are long enough to tell something."""
    lines = (line.translate(TICKS).strip() for text in found for line in text.splitlines())
    return {line for line in lines if len(line) >= SHORTEST}


def parts_of(description: str) -> list[str]:
    """The sentences of a picture's text, and the parts of lists in them."""
    return PART.split(description)


def told_by(message: Json, choices: Iterable[Json] = ()) -> set[str]:
    """The lines of a message, the texts of its pictures included, and of completions."""
    pictures = [part for item in shown_of(message) for part in parts_of(str(item.get("description") or ""))]
    return lines_of([*texts(message), *pictures, *(str(choice["name"]) for choice in choices)])


def tables_named(message: Json) -> Iterator[tuple[int, str]]:
    """The tables that a message shows to its reader, each with the custom_id that names it."""
    for custom_id in custom_ids(message.get("components"), disabled=True):
        name, number, _ = about(custom_id)
        if number is not None and name and row_of(name).about_a_table:
            yield number, custom_id


def visible(world: World, sent: Input, table: Table) -> bool:
    """May this person see this table where they are? A table is seen where it is played, in direct messages by its seats."""
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
