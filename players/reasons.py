"""Reasons for and against a turn: facts about the positions before and after it, in words, from the view of its seat.

Each game has its own reasons in ``players/games/<key>_reasons.py``, which offers ``REASONS``. A reason is a function that yields
the facts of one kind, each with a sentence for the turn or against it. Hints leave out facts of less than one point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from rules.game import AnyGame, Event, Seat, visible_to
from rules.text import Text, say, say_n, who
from rules.turn import split_turn
from rules.wording import without_gain, worth

LEAST_POINTS = 1.0  # a smaller fact is not worth a sentence
WIN_POINTS = 15.0  # for the end of the game, beside the points won


class Fact(NamedTuple):
    """A fact about a turn.

    :param kind: names the reason that found it.
    :param size: about how many points it is worth to the seat that moves; negative if it speaks against the turn.
    :param text: a whole sentence.
    :param subject: the seats, places, numbers and pieces that the sentence names.
    :param places: the places to ring in the picture, in the game's own words (`render.sketch.Mark`).
    :param counted: the sentence names points that a table may hide before a move, and makes no sense without them.
    :param plain: the sentence for such tables, if it is more than the other one without the points at its end.
    :param order: its place among the facts of the turn as the game's reasons found them; hints put their sentences in this order.
    """

    kind: str
    size: float
    text: Text
    subject: tuple[Any, ...] = ()
    places: tuple[str, ...] = ()
    counted: bool = False
    plain: Text | None = None
    order: int = 0


class Change(NamedTuple):
    """A turn as its seat sees it.

    :param before: the view before it.
    :param after: the view after the moves that are chosen now, and before any chance.
    :param whole: the view after the rest of the turn. Chance has drawn what lies between, so no reason may name it.
    :param events: the events of the moves that are chosen now, as far as the seat may read them.
    :param gains: the points that these moves bring, by seat.
    :param later: the points that the rest of the turn brings to the seat.
    :param over: the turn ends the game.
    :param others: turns to compare this turn with, itself included.
    """

    seat: Seat
    before: Any
    after: Any
    whole: Any
    events: tuple[Event, ...]
    gains: tuple[int, ...]
    later: int
    over: bool
    others: Sequence[Change] = ()

    def data(self, kind: type[Any]) -> list[Any]:
        """Return the data of this type among the events."""
        return [event.data for event in self.events if isinstance(event.data, kind)]

    @property
    def opponents(self) -> list[Seat]:
        """Return the other seats, the next to move first."""
        return [(self.seat + step) % len(self.gains) for step in range(1, len(self.gains))]


Reason = Callable[[Change], Iterator[Fact]]


def change_of(game: AnyGame, before: Any, seat: Seat, path: tuple[str, ...], whole: Any, others: Sequence[Change]) -> Change:
    """Return a turn as its seat sees it.

    :param before: the state that the search plays from.
    :param path: the moves that are chosen now.
    :param whole: the state after the rest of the turn.
    """
    moves = split_turn(game, before, seat, path)
    after = moves[-1].step.state
    events = tuple(event for move in moves for event in visible_to(move.step.events, seat))
    had, now, then = ([score.points for score in game.scores(each)] for each in (before, after, whole))
    gains = tuple(new - old for old, new in zip(had, now, strict=True))
    later, over = then[seat] - now[seat], not game.to_act(after)
    seen = (game.view(before, seat), game.view(after, seat), game.view(whole, seat))
    return Change(seat, *seen, events, gains, later, over, others)


def brings(change: Change) -> Iterator[Fact]:
    """Yield the points at once: one's own, and those that others gain or lose."""
    own = change.gains[change.seat]
    if own > 0:
        yield gains(change)
    elif own:
        yield loses(change)
    yield from costs(change)


def gains(change: Change) -> Fact:
    """Return the fact that the turn brings its seat points at once."""
    own = change.gains[change.seat]
    return Fact("brings", own, worth(say("Brings you points at once"), own), (own,), counted=True)


def loses(change: Change) -> Fact:
    """Return the fact that the turn costs its seat points at once."""
    lost = -change.gains[change.seat]
    text = say_n("Costs you {count} point at once.", "Costs you {count} points at once.", lost)
    return Fact("loses", -lost, text, (lost,), counted=True)


def costs(change: Change) -> Iterator[Fact]:
    """Yield the points that others lose or gain at once."""
    for other in change.opponents:
        points = change.gains[other]
        size = -points / len(change.opponents)
        if points < 0:
            text = say_n("{seat} loses {count} point.", "{seat} loses {count} points.", -points, seat=who(other))
            yield Fact("costs", size, text, (other, -points), counted=True)
        elif points:
            text = say_n("{seat} gains {count} point, too.", "{seat} gains {count} points, too.", points, seat=who(other))
            yield Fact("gives", size, text, (other, points), counted=True)


def ends(change: Change, points: Sequence[int]) -> Iterator[Fact]:
    """Yield who wins, if the turn ends a game in which all points are open.

    :param points: by seat, after the turn.
    """
    if not change.over:
        return
    own, best = points[change.seat], max(points[other] for other in change.opponents)
    if own > best:
        told = say("Ends the game with you ahead, {own} to {best}.", own=own, best=best)
        yield Fact("wins", WIN_POINTS, told, (own, best), counted=True)
    elif own < best:
        told = say("Ends the game with you behind, {own} to {best}.", own=own, best=best)
        yield Fact("ends_behind", -WIN_POINTS, told, (own, best), counted=True)


def while_running(reason: Reason) -> Reason:
    """Return a reason that finds nothing if the turn ends the game, as it is about later turns."""

    def find(change: Change) -> Iterator[Fact]:
        return iter(()) if change.over else reason(change)

    return find


def reasons_of(game: AnyGame) -> tuple[Reason, ...]:
    """Return the reasons of a game; points at once for a game without any."""
    name = f"players.games.{game.key}_reasons"
    return import_module(name).REASONS if find_spec(name) else (brings,)


def facts_of(reasons: Sequence[Reason], change: Change) -> list[Fact]:
    """Return the facts about a turn that are worth a sentence, the largest first."""
    found = enumerate(fact for reason in reasons for fact in reason(change))
    large = [fact._replace(order=order) for order, fact in found if abs(fact.size) >= LEAST_POINTS]
    return sorted(large, key=lambda fact: -abs(fact.size))


def shown_without_points(fact: Fact) -> Fact | None:
    """Return the fact for a table that hides points before a move; None if it makes no sense there."""
    if fact.counted:
        return None
    return fact._replace(text=fact.plain or without_gain(fact.text))
