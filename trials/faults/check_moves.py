"""Check moves: none is lost, none is doubled, and the log gives the stored position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from db.rows import MoveRow
from rules.choice import IllegalMove
from trials.faults.db_reader import Table
from trials.faults.fault_injection import JUMPS
from trials.faults.history import History, RecordedInteraction
from trials.findings import Finding

TABLE = re.compile(r"\btable:(\d+)")
AROUND = 30.0  # seconds between asking for a table and its opening, at most
NEW = re.compile(r"^/game new\b.*\bgame:(\w+)|^l1:rematch:(\d+)")


def check_moves(tables: list[Table], history: History) -> Iterator[Finding]:
    """Find lost and doubled moves, doubled tables, and positions that do not follow from the log."""
    logged = {(table.id, move.seq): move for table in tables for move in _by_click(table.moves)}
    yield from _lost(logged, history)
    for table in tables:
        yield from _doubled(table, history)
        if table.started:
            yield from _other_position(table)
    yield from _doubled_tables(tables, history)


def _lost(logged: dict[tuple[int, int], MoveRow], history: History) -> Iterator[Finding]:
    """Find moves that were confirmed to a person and are not in the log."""
    for played in history.confirmed_moves:
        interaction = played.interaction
        where = f"interaction {interaction.id} ({interaction.what}) of person {interaction.person} at {played.at:.2f}"
        if interaction.made_for is not None:
            move = logged.get((interaction.made_for.table, interaction.made_for.seq + 1))
            found = move is not None and _is(move, interaction.person, played.path)
        else:
            typed = TABLE.search(interaction.what)
            found = any(
                _is(move, interaction.person, played.path)
                for (table, _), move in logged.items()
                if typed and table == int(typed[1])
            )
        if not found:
            yield Finding("lost", f"played {played.path!r}, which is not in the log", where)


def _by_click(moves: Sequence[MoveRow]) -> list[MoveRow]:
    """Return the moves of a log; those that one click has confirmed together are one, with all their answers.

    One transaction stores them, so they have one time.
    """
    found: list[MoveRow] = []
    for move in moves:
        before = found[-1] if found else None
        if before is not None and move.person and (before.person, before.made) == (move.person, move.made):
            found[-1] = before._replace(path=f"{before.path} {move.path}")
        else:
            found.append(move)
    return found


def _is(move: MoveRow, person: str, path: str) -> bool:
    return str(move.person) == person and move.path == path


def _doubled(table: Table, history: History) -> Iterator[Finding]:
    """Find moves in the log that nobody asked for."""
    confirmed = {(a.made_for.seq, a.person) for a in history.interactions.values() if a.made_for and a.made_for.table == table.id}
    made = {played.interaction.id for played in history.confirmed_moves}
    # People who were answered otherwise saw a preview, or why not.
    may_have_moved = [each for each in history.interactions.values() if not each.answered or each.id in made]
    typed = Counter(interaction.person for interaction in may_have_moved if _types_at(interaction, table.id))
    for move in _by_click(table.moves):
        person = str(move.person)
        if move.person is None or move.person <= 0 or (move.seq - 1, person) in confirmed:
            continue
        typed[person] -= 1
        if typed[person] < 0:
            yield Finding("doubled", f"nobody asked for {move.path!r}", f"table {table.id} seq {move.seq} person {person}")


def _types_at(interaction: RecordedInteraction, table: int) -> bool:
    match = TABLE.search(interaction.what) if interaction.what.startswith("/move") else None
    return match is not None and int(match[1]) == table


def _other_position(table: Table) -> Iterator[Finding]:
    """Find stored positions that do not follow from the log."""
    try:
        for move, state in table.states():
            if table.differs(move, state):
                yield Finding("lost", "the stored position does not follow from the log", f"table {table.id} seq {move.seq}")
    except IllegalMove as error:
        yield Finding("lost", f"the log cannot be played again: {error}", f"table {table.id}")


def _doubled_tables(tables: list[Table], history: History) -> Iterator[Finding]:
    """Find tables that nobody asked for; each command opens at most one."""
    orders = [(interaction, match) for interaction in history.interactions.values() if (match := NEW.match(interaction.what))]
    for table in tables:
        fitting = [
            (interaction, match)
            for interaction, match in orders
            if match[1] in (None, table.game) and _soon_after(interaction.at, table.opened)
        ]
        if fitting:
            orders.remove(fitting[0])
        else:
            yield Finding("doubled", f"nobody asked for a table of {table.game}", f"table {table.id}")


def _soon_after(earlier: float, later: float) -> bool:
    """Return whether ``later`` follows at once, even if the clock was moved forward in between."""
    return any(-1 < later - earlier - jump < AROUND for jump in (0.0, *JUMPS))
