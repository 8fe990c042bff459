"""Replay a game from its log: the state after each move, and what everybody could see after each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from db.rows import MoveRow
from host.codec import decode_story, with_data
from host.position import Position
from host.refusal import Refused
from rules.choice import IllegalMove
from rules.game import DEALER, AnyGame, Event, Seat, replay, visible_to
from rules.text import say
from rules.wording import tells_gain

OTHER_RULES = say("This game was played under older rules: only its last position can be shown.")


class Turn(NamedTuple):
    """A turn as everybody could see it.

    ``view`` is the public view after it, ``story`` its public events. ``seat`` made it; None before the first turn. ``points``
    are those after it, by seat.
    """

    view: Any
    story: tuple[Event, ...]
    seat: Seat | None
    points: tuple[int, ...]


class Made(NamedTuple):
    """A move that was made: its seat, the state after it, and its public events."""

    seat: Seat
    state: Any
    story: tuple[Event, ...]


class BestTurn(NamedTuple):
    """The turn that gained most points: its headline, and the gain."""

    headline: Event
    gain: int


def without_undone(moves: Iterable[MoveRow]) -> list[MoveRow]:
    """Return the moves that were not undone."""
    return [move for move in moves if move.undone_at is None]


def has_turns(moves: Iterable[MoveRow | Made]) -> bool:
    """Return whether anybody but the dealer has moved."""
    return any(move.seat != DEALER for move in moves)


def count_turns(course: Sequence[Turn]) -> int:
    """Return the number of turns; the first entry of the course is the table before them."""
    return len(course) - 1


def plays_alike(at: Position, moves: Iterable[MoveRow]) -> bool:
    """Return whether today's rules play these moves as they were played."""
    return all_play_alike(at, {move.version for move in moves})


def all_play_alike(at: Position, versions: Iterable[int]) -> bool:
    """Return whether today's rules play exactly like each of these versions of the rules."""
    return all(at.game.replays <= version <= at.game.version for version in versions)


def replay_states(at: Position, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Any]]:
    """Yield each move with the state after it.

    :param moves: moves from the first one on, without undone ones.
    :raises Refused: when today's rules would play the moves differently.
    """
    if not plays_alike(at, moves):
        raise Refused(OTHER_RULES)
    start = at.game.setup(len(at.seats), frozenset(at.row.variants.split()))
    try:
        yield from replay_moves(at.game, start, moves)
    except IllegalMove:
        raise Refused(OTHER_RULES) from None


def replay_moves(game: AnyGame, start: Any, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Any]]:
    """Yield each move with the state after it, by today's rules, from the state that `setup` returns.

    A game without a dealer is logged with an opening entry, which is no move.

    :raises IllegalMove: when a move is not legal.
    """
    made = played_moves(game, start, moves)
    if made is not moves:
        yield moves[0], start
    steps = replay(game, start, ((move.seat, tuple(move.path.split())) for move in made))
    yield from ((move, step.state) for move, step in zip(made, steps, strict=True))


def played_moves(game: AnyGame, start: Any, moves: Sequence[MoveRow]) -> Sequence[MoveRow]:
    """Return the moves without the opening entry of a game without a dealer."""
    return moves if DEALER in game.to_act(start) else moves[1:]


def replay_turns(at: Position, moves: Sequence[MoveRow]) -> Iterator[Turn]:
    """Yield the table before the first turn and after each turn, as the channel saw it. Moves are replayed as needed.

    :param moves: all moves of the game, without undone ones.
    :raises Refused: when today's rules would play the moves differently.
    """
    made = (
        Made(move.seat, state, with_data(at.game, visible_to(decode_story(move.events), None)))
        for move, state in replay_states(at, moves)
    )
    return turns_of(at.game, made, len(moves), over=at.row.status == "over")


def turns_of(game: AnyGame, moves: Iterable[Made], count: int, *, over: bool) -> Iterator[Turn]:
    """Yield the table before the first turn and after each turn.

    :param count: the number of moves.
    :param over: nobody moves after the last one, even if the game itself could go on.
    """
    story, seat = list[Event](), None
    for number, move in enumerate(moves, start=1):
        story += move.story
        seat = seat if move.seat == DEALER else move.seat
        last = number == count
        if last or not (DEALER in game.to_act(move.state) or game.mid_turn(move.state)):
            view = game.view(move.state, None)
            points = tuple(score.points for score in game.scores(move.state))
            yield Turn(game.stopped(view) if last and over else view, tuple(story), seat, points)
            story, seat = [], None


def best_turn(course: Iterable[Turn]) -> BestTurn | None:
    """Return the turn that gained its player most points, the first of equal ones; None if none gained any.

    If headlines name points, only such a turn counts: points of a choice before the game were not gained by a turn.
    """
    found = list(_gains(course))
    told = [each for each in found if tells_gain(each.headline.text)]
    return max(told or found, key=lambda each: each.gain, default=None)


def _gains(course: Iterable[Turn]) -> Iterator[BestTurn]:
    """Yield each turn that gained points."""
    for former, turn in pairwise(course):
        headline = next((event for event in turn.story if event.headline), None)
        gain = 0 if turn.seat is None else turn.points[turn.seat] - former.points[turn.seat]
        if headline and gain > 0:
            yield BestTurn(headline, gain)
