"""Take moves back: freely as long as only the player and computers are concerned, else with the consent of the others.

A turn that a stand-in played for a person is taken back like their own move, as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.rows import MoveRow
from host.automatic import STAND_IN
from host.codec import decode_story
from host.position import Position, state_after
from host.refusal import MovedOn, NoTable, Refused
from host.step import Cause
from host.table import Table, changing
from rules.game import DEALER, AnyGame, Event, Seat, visible_to
from rules.text import Text, joined, message, say, who

NOTHING = say("You have no move to take back.")
NOT_FREE = say("Since your last move, somebody has moved, or something was drawn or dealt: the others must agree.")
SECRET = say("a secret move")
SAME = say("An undo does not change your luck: the draw usually comes out the same.")
LAST = message("{seat} takes back the last move.")
LAST_AND_ANSWERS = message("{seat} takes back the last move, and the computers' replies to it.")
ASKED = message("{seat} would like to take back a move:")
ASKED_OF_STAND_IN = message("{seat} would like to take back the turn that a stand-in played:")
AGREED = message("{seat} takes back a move, as the others agreed. Moves undone: {count}.")
AGREED_OF_STAND_IN = message("{seat} takes back the turn that a stand-in played, as the others agreed. Moves undone: {count}.")


async def free_moves(table: Table, person: int) -> list[MoveRow]:
    """Return the newest moves, oldest first, that a person may undo without asking: their own, and those of computers since.

    A person alone with computers, where nobody may come back, may always undo, also a draw of the dealer.
    """
    at = table.position
    if at.row.status != "running" or at.seat_of(person) is None:
        return []
    alone = len(at.seated) == 1 and not at.may_return
    seq = await (_newest_undoable(table, person) if alone else table.store.newest_by(table.id, person))
    moves = await table.store.moves_since(table.id, seq) if seq else []
    return moves if alone or all(_is_free(at, person, move) for move in moves) else []


def _is_free(at: Position, person: int, move: MoveRow) -> bool:
    """Return whether a move was made by this person, or by a computer or stand-in on a seat that no person plays."""
    return move.person == person or (move.person is not None and move.person <= STAND_IN and not at.seats[move.seat].is_person)


@changing
async def undo(table: Table, person: int, interaction: int, seq: int | None = None) -> list[MoveRow]:
    """Undo a person's own last move if it concerns nobody else; return the undone moves.

    :param seq: the table's seq when the person decided.
    :raises MovedOn: when the table has another seq.
    :raises Refused: when there is no such move, or it concerns others.
    """
    if seq is not None and seq != table.position.seq:
        raise MovedOn
    seat = table.position.require_seat(person)
    moves = await free_moves(table, person)
    if not moves:
        raise Refused(NOT_FREE)
    moves, before = await moves_since(table, moves[0].seq)
    answered = any(move.person is not None and move.person < STAND_IN for move in moves)
    told = say(LAST_AND_ANSWERS if answered else LAST, seat=who(seat))
    await table.take_back(moves, before, Event("undone", told), Cause(interaction))
    return moves


async def newest_move_of(table: Table, person: int) -> int:
    """Return the seq of a person's newest move, or of the first one in a turn that a stand-in played for them since.

    :raises Refused: when there is neither, or they have no seat.
    """
    table.position.require_seat(person)
    if seq := await _newest_undoable(table, person):
        return seq
    raise Refused(NOTHING)


async def _newest_undoable(table: Table, person: int) -> int:
    at, own = table.position, await table.store.newest_by(table.id, person)
    return _stand_in_turn(at.game, at.require_seat(person), await table.store.moves_since(table.id, own + 1)) or own


def _stand_in_turn(game: AnyGame, seat: Seat, moves: Iterable[MoveRow]) -> int:
    """Return the seq of the first move in the newest turn that a stand-in played for this seat, 0 if there is none."""
    first, goes_on = 0, False
    for move in moves:
        if (move.seat, move.person) == (seat, STAND_IN):
            first = first if goes_on else move.seq
            goes_on = True
        goes_on = goes_on and game.mid_turn(state_after(game, move))
    return first


async def moves_since(table: Table, seq: int) -> tuple[list[MoveRow], MoveRow]:
    """Return the moves from this seq on, oldest first and without undone ones, and the move before them.

    :raises MovedOn: when these moves were undone meanwhile; `NoTable`, when the table was deleted.
    """
    moves = await table.store.moves_since(table.id, seq)
    newest_first = await table.store.last_moves(table.id, len(moves) + 1)
    if not newest_first:
        raise NoTable
    if not moves:
        raise MovedOn
    return moves, newest_first[-1]


def undone_event(seat: Seat, moves: Sequence[MoveRow]) -> Event:
    """Return the event about an undo to which the other players agreed. It does not count the dealer's moves."""
    agreed = AGREED_OF_STAND_IN if moves[0].person == STAND_IN else AGREED
    return Event("undone", say(agreed, seat=who(seat), count=sum(move.seat != DEALER for move in moves)))


async def question_text(table: Table, seat: Seat, back_to: int) -> Text:
    """Return the question to the other players: which moves would be undone, and what everybody has seen since."""
    moves, _ = await moves_since(table, back_to)
    first = moves[0]
    asked = ASKED_OF_STAND_IN if first.person == STAND_IN else ASKED
    own = [move for move in moves if move.seat == first.seat]
    parts = [say(asked, seat=who(seat)), *_lines(list(_public_texts(own)) or [SECRET])]
    if others := [move for move in moves if move.seat not in (first.seat, DEALER)]:
        parts += [say("This would also undo other players' moves:"), *_lines(list(_public_texts(others)) or [SECRET])]
    if seen := list(_public_texts(move for move in moves if move.seat == DEALER)):
        parts += [say("Anything drawn or revealed since then stays known:"), *_lines(seen)]
    return joined("\n", *parts, SAME if involves_chance(moves) else None)


def free_undo_preview(seat: Seat, moves: Sequence[MoveRow]) -> Text:
    """Return which moves an undo without asking would take back, as the seat may see them."""
    lines = _lines(event.text for move in moves for event in visible_to(decode_story(move.events), seat))
    return joined("\n", say("Take back your last move? This would be undone:"), *lines, SAME if involves_chance(moves) else None)


def involves_chance(moves: Iterable[MoveRow]) -> bool:
    """Return whether the dealer made one of these moves."""
    return any(move.seat == DEALER for move in moves)


def _public_texts(moves: Iterable[MoveRow]) -> Iterable[Text]:
    """Return the public sentences about these moves."""
    return (event.text for move in moves for event in visible_to(decode_story(move.events), None))


def _lines(texts: Iterable[Text]) -> list[Text]:
    return [say("- {line}", line=text) for text in texts]
