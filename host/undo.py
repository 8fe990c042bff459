"""Taking moves back: freely while nobody is concerned but oneself and computers, else with the consent of the others.

What a stand-in has played for somebody is taken back like a move of theirs, the whole turn at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.rows import MoveRow
from host.automatic import STAND_IN
from host.codec import decode_story
from host.position import Position, state_after
from host.refusal import MovedOn, Refused
from host.step import Cause
from host.table import Table, changing
from rules.game import DEALER, AnyGame, Event, Seat, visible_to
from rules.text import Text, joined, message, say, who

NOTHING = say("You have made no move that could be taken back.")
NOT_FREE = say("Somebody has moved, or something was drawn or dealt, since your last move: the others have to agree.")
SECRET = say("a move that was made in secret")
SAME = say("An undo brings no better luck: in most cases the same is drawn again.")
LAST = message("{seat} takes back the last move.")
LAST_AND_ANSWERS = message("{seat} takes back the last move, and what computers answered.")
ASKED = message("{seat} would like to take back a move:")
ASKED_OF_STAND_IN = message("{seat} would like to take back the turn that a stand-in played:")
AGREED = message("{seat} takes back a move, as the others agreed. Moves undone: {count}.")
AGREED_OF_STAND_IN = message("{seat} takes back the turn that a stand-in played, as the others agreed. Moves undone: {count}.")


async def free(table: Table, person: int) -> list[MoveRow]:
    """The newest moves, oldest first, that this person may take back without asking: their own, and what computers answered.

    Who is alone with computers, and with nobody who may come back, may always do so, whatever was drawn since.
    """
    at = table.position
    if at.row.status != "running" or at.seat_of(person) is None:
        return []
    alone = len(at.seated) == 1 and not at.may_return
    seq = await (_newest(table, person) if alone else table.store.newest_by(table.id, person))
    moves = await table.store.moves_since(table.id, seq) if seq else []
    return moves if alone or all(_unasked(at, person, move) for move in moves) else []


def _unasked(at: Position, person: int, move: MoveRow) -> bool:
    """Was it made by this person, or by nobody, for a seat that nobody plays?"""
    return move.person == person or (move.person is not None and move.person <= STAND_IN and not at.seats[move.seat].is_person)


@changing
async def undo(table: Table, person: int, interaction: int, seq: int | None = None) -> list[MoveRow]:
    """Take back a person's own last move while nobody else and not the dealer has moved since; return what was undone.

    :param seq: the position that the person saw.
    :raises MovedOn: when the table is at another position.
    :raises Refused: when there is no such move, or it concerns others.
    """
    if seq is not None and seq != table.position.seq:
        raise MovedOn
    seat = table.position.require_seat(person)
    moves = await free(table, person)
    if not moves:
        raise Refused(NOT_FREE)
    moves, before = await since(table, moves[0].seq)
    answered = any(move.person is not None and move.person < STAND_IN for move in moves)
    told = say(LAST_AND_ANSWERS if answered else LAST, seat=who(seat))
    await table.take_back(moves, before, Event("undone", told), Cause(interaction))
    return moves


async def newest_of(table: Table, person: int) -> int:
    """The seq of the person's newest move that stands, or of the first of the turn that a stand-in has played for them since.

    :raises Refused: if there is neither.
    """
    table.position.require_seat(person)
    if seq := await _newest(table, person):
        return seq
    raise Refused(NOTHING)


async def _newest(table: Table, person: int) -> int:
    at, own = table.position, await table.store.newest_by(table.id, person)
    return _stood_in(at.game, at.require_seat(person), await table.store.moves_since(table.id, own + 1)) or own


def _stood_in(game: AnyGame, seat: Seat, moves: Iterable[MoveRow]) -> int:
    """The seq of the first move of the newest turn that a stand-in has played for this seat; 0 if there is none."""
    first, goes_on = 0, False
    for move in moves:
        if (move.seat, move.person) == (seat, STAND_IN):
            first = first if goes_on else move.seq
            goes_on = True
        goes_on = goes_on and game.mid_turn(state_after(game, move))
    return first


async def since(table: Table, seq: int) -> tuple[list[MoveRow], MoveRow]:
    """The moves that stand from this one on, oldest first, and the one before them."""
    moves = await table.store.moves_since(table.id, seq)
    newest_first = await table.store.last_moves(table.id, len(moves) + 1)
    return moves, newest_first[-1]


def undone(seat: Seat, moves: Sequence[MoveRow]) -> Event:
    """What is told when the others have agreed; the dealer's moves are not counted."""
    agreed = AGREED_OF_STAND_IN if moves[0].person == STAND_IN else AGREED
    return Event("undone", say(agreed, seat=who(seat), count=sum(move.seat != DEALER for move in moves)))


async def question_text(table: Table, seat: Seat, back_to: int) -> Text:
    """What would be undone, and what has been seen since: only what was told to all."""
    moves, _ = await since(table, back_to)
    first = moves[0]
    asked = ASKED_OF_STAND_IN if first.person == STAND_IN else ASKED
    own = [move for move in moves if move.seat == first.seat]
    parts = [say(asked, seat=who(seat)), *_lines(list(_public(own)) or [SECRET])]
    if others := [move for move in moves if move.seat not in (first.seat, DEALER)]:
        parts += [say("This would undo moves of others, too:"), *_lines(list(_public(others)) or [SECRET])]
    if seen := list(_public(move for move in moves if move.seat == DEALER)):
        parts += [say("What has been drawn or shown since stays known:"), *_lines(seen)]
    return joined("\n", *parts, SAME if drawn(moves) else None)


def free_undo_preview(seat: Seat, moves: Sequence[MoveRow]) -> Text:
    """Return what taking back these moves without asking would undo, as the seat that asks may see it."""
    lines = _lines(event.text for move in moves for event in visible_to(decode_story(move.events), seat))
    return joined("\n", say("Take back your last move? This would be undone:"), *lines, SAME if drawn(moves) else None)


def drawn(moves: Iterable[MoveRow]) -> bool:
    """Does chance have a part in these moves?"""
    return any(move.seat == DEALER for move in moves)


def _public(moves: Iterable[MoveRow]) -> Iterable[Text]:
    return (event.text for move in moves for event in visible_to(decode_story(move.events), None))


def _lines(texts: Iterable[Text]) -> list[Text]:
    return [say("- {line}", line=text) for text in texts]
