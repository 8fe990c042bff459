"""The course of a game: its moves played again from its log, and turn by turn what everybody could see."""

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

OTHER_RULES = say("This game was played by other rules than today's: only its last position can be shown.")


class Turn(NamedTuple):
    """What everybody could see and was told after a turn; who made it, None before anybody did, and the points by seat then."""

    view: Any
    story: tuple[Event, ...]
    seat: Seat | None
    points: tuple[int, ...]


class Best(NamedTuple):
    """The turn that brought most points: its headline, and how many."""

    headline: Event
    gain: int


def standing(moves: Iterable[MoveRow]) -> list[MoveRow]:
    """Those that were not undone."""
    return [move for move in moves if move.undone_at is None]


def turns_in(moves: Iterable[MoveRow]) -> int:
    """How many turns these moves made: each has its headline, but in stories that were told before there were any."""
    made = [move for move in moves if move.seat != DEALER]
    return sum(any(event.headline for event in decode_story(move.events)) for move in made) or len(made)


def played_alike(at: Position, moves: Iterable[MoveRow]) -> bool:
    """Do today's rules play these moves as they were played?"""
    return all_alike(at, {move.version for move in moves})


def all_alike(at: Position, versions: Iterable[int]) -> bool:
    """Do today's rules play as these versions of them did?"""
    return all(at.game.replays <= version <= at.game.version for version in versions)


def states(at: Position, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Any]]:
    """All the moves that stand, or the first ones of them, each with the state after it.

    :raises Refused: if today's rules do not play them alike.
    """
    if not played_alike(at, moves):
        raise Refused(OTHER_RULES)
    start = at.game.setup(len(at.seats), frozenset(at.row.variants.split()))
    try:
        yield from played(at.game, start, moves)
    except IllegalMove:
        raise Refused(OTHER_RULES) from None


def played(game: AnyGame, start: Any, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Any]]:
    """The same by today's rules, from the state of a table that has just been set up.

    A game without a dealer is logged with an opening that is no move.
    """
    made = moves if DEALER in game.to_act(start) else moves[1:]
    if made is not moves:
        yield moves[0], start
    steps = replay(game, start, ((move.seat, tuple(move.path.split())) for move in made))
    yield from ((move, step.state) for move, step in zip(made, steps, strict=True))


def turns(at: Position, moves: Sequence[MoveRow]) -> Iterator[Turn]:
    """How the table stood before the first turn and after each, as the channel was shown it; played while it is asked for.

    :param moves: all that stand.
    :raises Refused: if today's rules do not play them alike.
    """
    story, seat, game = list[Event](), None, at.game
    for move, state in states(at, moves):
        story += with_data(game, visible_to(decode_story(move.events), None))
        seat = seat if move.seat == DEALER else move.seat
        last = move is moves[-1]
        if last or not (DEALER in game.to_act(state) or game.mid_turn(state)):
            over = last and at.row.status == "over"
            view = game.view(state, None)
            points = tuple(score.points for score in game.scores(state))
            yield Turn(game.stopped(view) if over else view, tuple(story), seat, points)
            story, seat = [], None


def best(course: Iterable[Turn]) -> Best | None:
    """The turn that brought whoever made it most points, the first of equal ones; None where no turn brought any.

    Where headlines tell points, it is one of those: what comes of a choice before the play was not gained by it.
    """
    found = list(_gains(course))
    told = [each for each in found if tells_gain(each.headline.text)]
    return max(told or found, key=lambda each: each.gain, default=None)


def _gains(course: Iterable[Turn]) -> Iterator[Best]:
    for former, turn in pairwise(course):
        headline = next((event for event in turn.story if event.headline), None)
        gain = 0 if turn.seat is None else turn.points[turn.seat] - former.points[turn.seat]
        if headline and gain > 0:
            yield Best(headline, gain)
