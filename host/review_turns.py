"""A turning point of a review as its reader may see it: the boards after the played move and after the better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from db.rows import MoveRow
from host.codec import with_data
from host.position import Position
from host.refusal import Refused
from host.replay import replay_states
from host.reviews import NOT_SHOWN, ShownPoint, played_rows
from players.review import Reasons, fitting_states
from rules.choice import IllegalMove, Progress, walk
from rules.game import Event, Move, Outcome, Seat, play, visible_to
from rules.turn import goes_on_at_once, split_turn, turn_conversation


class Moment(NamedTuple):
    """A move in its game: the state before it, the moves of its seat that followed at once, and the state after them."""

    before: Any
    made: tuple[Move[Any], ...]

    @property
    def after(self) -> Any:
        """Return the state after these moves."""
        return self.made[-1].step.state


class Pictured(NamedTuple):
    """A board after some moves: the view of the reader, and the events that it marks."""

    view: Any
    story: tuple[Event, ...]


class Illustration(NamedTuple):
    """A turning point for its reader: both boards, the answers of the better move, and its reasons."""

    played: Pictured
    better: Pictured
    answers: Progress[Any]
    reasons: Reasons


def illustrate(at: Position, moves: Sequence[MoveRow], shown: ShownPoint) -> Illustration:
    """Return a turning point as its reader may see it. All moves before it are replayed.

    Others see what everybody could see, and the better move in a state that is drawn from the public view.

    :raises Refused: when today's rules would play the moves differently.
    """
    game, point = at.game, shown.point
    reader = point.seat if shown.own else None
    moment = moment_of(at, moves, point.move)
    state = moment.before if shown.own else _open_state(at, moment, shown)
    better = split_turn(game, state, point.seat, point.better)
    answers = walk(turn_conversation(game, state, point.seat), point.better)
    view, events = game.preview(game.view(state, reader), _outcome(at, better, reader), True)
    reasons = point.reasons if shown.own else point.open or Reasons()
    played = _outcome(at, moment.made, reader)
    return Illustration(
        Pictured(played.view, with_data(game, played.events)), Pictured(view, with_data(game, events)), answers, reasons
    )


def _outcome(at: Position, made: Sequence[Move[Any]], reader: Seat | None) -> Outcome[Any]:
    events = tuple(event for move in made for event in visible_to(move.step.events, reader))
    return Outcome(at.game.view(made[-1].step.state, reader), events)


def _open_state(at: Position, moment: Moment, shown: ShownPoint) -> Any:
    """Return a state that the public view could belong to, in which both moves are legal."""
    game, point = at.game, shown.point
    public, played = game.view(moment.before, None), moment.made[0].path
    for state in fitting_states(game, public, point.seat, played, f"{point.move} second"):
        try:
            split_turn(game, state, point.seat, point.better)
        except IllegalMove:
            continue
        return state
    raise Refused(NOT_SHOWN)


def moment_of(at: Position, moves: Sequence[MoveRow], number: int) -> Moment:
    """Return a move of a game by its number in the review. All moves before it are replayed.

    :raises Refused: when today's rules would play the moves differently.
    """
    rows = played_rows(at, moves)
    before = at.game.setup(len(at.seats), frozenset(at.row.variants.split()))
    made = list[Move[Any]]()
    for row, state in replay_states(at, [row for row in moves if row.seq <= rows[number].seq]):
        if row.seq < rows[number].seq:
            before = state
    for row in rows[number:]:
        state = made[-1].step.state if made else before
        if made and not (row.seat == rows[number].seat and goes_on_at_once(at.game, state, row.seat)):
            break
        path = tuple(row.path.split())
        made.append(Move(row.seat, path, play(at.game, state, row.seat, path)))
    return Moment(before, tuple(made))
