"""Taking moves back: freely while nobody is concerned but oneself, else with the consent of the others."""

from __future__ import annotations

from collections.abc import Sequence

from db.rows import MoveRow
from host.codec import decode_story
from host.refusal import Refused
from host.table import Table
from rules.game import DEALER, Event, told
from rules.text import Text, say, who

NOTHING = say("You have made no move that could be taken back.")
NOT_FREE = say("Somebody has moved, or something was drawn or dealt, since your last move: the others have to agree.")


def free(table: Table, person: int) -> bool:
    """Can this person take back the newest move without asking?"""
    return table.row.status == "running" and table.last == person and table.seat_of(person) is not None


async def undo(table: Table, person: int, interaction: int) -> None:
    """Take back one's own last move, while nobody else and not the dealer has moved since; raises `Refused`."""
    async with table.lock:
        seat = table.require_seat(person)
        if not free(table, person):
            raise Refused(NOT_FREE)
        move, before = await table.store.last_moves(table.id, 2)
        event = Event("undone", say("{seat} takes back the last move: {move}.", seat=who(seat), move=move.path))
        await table.take_back((move,), before, event, interaction=interaction)


async def newest_of(table: Table, person: int) -> MoveRow:
    """The person's newest move that stands; raises `Refused`."""
    seat = table.require_seat(person)
    own = [m for m in await table.store.moves(table.id) if m.undone_at is None and m.seat == seat and m.person == person]
    if not own:
        raise Refused(NOTHING)
    return own[-1]


async def asked_back(table: Table, back_to: int) -> tuple[Sequence[MoveRow], MoveRow]:
    """The moves that stand from this one on, oldest first, and the one before them."""
    standing = [move for move in await table.store.moves(table.id) if move.undone_at is None]
    at = next(index for index, move in enumerate(standing) if move.seq == back_to)
    return standing[at:], standing[at - 1]


def question(table: Table, person: int, moves: Sequence[MoveRow]) -> Text:
    """What the others are asked: whose moves would be undone, and what has been seen since."""
    seat = table.require_seat(person)
    others = tuple(say("{seat}: {move}", seat=who(m.seat), move=m.path) for m in moves[1:] if m.seat != DEALER)
    seen = tuple(event.text for m in moves if m.seat == DEALER for event in told(decode_story(m.events), None))
    parts = [say("{seat} asks to take back {move}.", seat=who(seat), move=moves[0].path)]
    if others:
        parts.append(say("It would also undo {moves}.", moves=others))
    if seen:
        parts.append(say("Everyone has seen since: {events}", events=seen))
    return _joined(parts)


def _joined(parts: Sequence[Text]) -> Text:
    """Sentences one after another."""
    first, *others = parts
    return say("{first} {rest}", first=first, rest=_joined(others)) if others else first
