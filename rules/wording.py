"""Phrases that several games use, and functions that build, read and shorten them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import LiteralString, NamedTuple

from rules.choice import Gain
from rules.game import Event, Seat
from rules.text import Param, Text, joined, listed, message, say, say_n, verbatim, who

DONE = message("{seat} · {what}")
DONE_FOR_POINTS = message("{seat} {gain}, now {total} · {what}")
DONE_TO_OTHERS = message("{seat} · {what} · {others}")
DONE_FOR_POINTS_TO_OTHERS = message("{seat} {gain}, now {total} · {what} · {others}")
END_TURN = say("end the turn")
WORTH = message("{what}.")
WORTH_POINT = message("{what}: {count} point.")
LOST_POINTS = message("{what}: −{points}.")
BRINGS = message("{what}: {gain}.")
PLAIN: dict[str, LiteralString] = {
    DONE_FOR_POINTS: DONE,
    DONE_TO_OTHERS: DONE,
    DONE_FOR_POINTS_TO_OTHERS: DONE,
    WORTH_POINT: WORTH,
    LOST_POINTS: WORTH,
    BRINGS: WORTH,
}
SIGNS = (
    say(
        "A number in the picture is an answer if there is a button with that number. ★: this answer completes something, "
        "such as a tower or a pattern."
    ),
    say("A button with a letter and points, such as A +4, is a whole turn: one tap answers all questions at once."),
    say("+3: the points you get at once for an answer; no number, no points. “Up to”, “at best”: your next answer decides."),
    say("The golden arrow points at the player to move; changes of the last turn are outlined."),
)
"""What the signs mean that all games share."""


@cache
def signed(number: int) -> str:
    """Return a number with its sign: ``+3``, ``−3`` or ``±0``."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


def decimal(number: float) -> Text:
    """Return a number with one digit after the decimal sign of the reader's language."""
    tenths = abs(round(10 * number))
    text = say("{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)
    return joined("", verbatim("−"), text) if number < 0 and tenths else text


def gained(gain: Gain) -> Text | None:
    """Return a gain in words: ``+4``, ``+6 (2 flowers, fountain 4)``, ``up to +4``, ``you +4, Ben −4``; None for none."""
    if not gain.others:
        return _own(gain) if gain.own or gain.parts else None
    others = of_others(gain.others)
    told = say("you {own}, {others}", own=_own(gain._replace(up_to=False)), others=others) if gain.own else joined(", ", *others)
    return say("at best {gain}", gain=told) if gain.up_to else told


def _own(gain: Gain) -> Text:
    """Return a seat's own points, even if they are ±0, with their parts."""
    own: Param = signed(gain.own)
    if gain.parts:
        own = say("{own} ({parts})", own=own, parts=gain.parts)
    return say("up to {points}", points=own) if gain.up_to else say("{points}", points=own)


def of_others(gains: Sequence[tuple[Seat, int]]) -> tuple[Text, ...]:
    """Return ``Ben −4`` for each other seat whose points change."""
    return tuple(say("{seat} {points}", seat=who(seat), points=signed(points)) for seat, points in gains)


def headline(seat: int, gain: int, what: Text, total: int | str, others: Sequence[tuple[Seat, int]] = ()) -> Text:
    """Return a turn in a line: the seat, its points, what it did, its new total, and the points of others.

    :param what: a phrase that stands by itself in any language, such as ``a hedge on b3``; it does not begin with a verb.
    :param total: the points of the seat after the turn.
    """
    if not gain and not others:
        return say(DONE, seat=who(seat), what=what)
    told: dict[str, Param] = {"seat": who(seat), "what": what}
    if not gain:
        return say(DONE_TO_OTHERS, **told, others=of_others(others))
    told |= {"gain": signed(gain), "total": total}
    return say(DONE_FOR_POINTS_TO_OTHERS, **told, others=of_others(others)) if others else say(DONE_FOR_POINTS, **told)


def worth(what: Text, points: int) -> Text:
    """Return a line below the headline about something that brings points: ``Ada takes all of it: 12 points.``"""
    return say_n("{what}: {count} point.", "{what}: {count} points.", points, what=what)


def lost(what: Text, points: int) -> Text:
    """Return a line below the headline about something that costs points: ``Ada's hedge goes back into the supply: −3.``"""
    return say(LOST_POINTS, what=what, points=points)


def brings(what: Text, gain: Gain) -> Text:
    """Return a line for points of several kinds: ``An assistant stands on f5: +6 (2 flowers, fountain 4).``"""
    return say(BRINGS, what=what, gain=_own(gain))


def leaving_out(events: tuple[Event, ...], *kinds: str) -> tuple[Event, ...]:
    """Return the events without the events of these kinds."""
    return tuple(event for event in events if event.kind not in kinds)


def without_gain(text: Text) -> Text:
    """Return a headline, or a line of `worth`, without its points; any other text unchanged."""
    plain = PLAIN.get(text.message)
    return text if plain is None else Text(plain, tuple((name, value) for name, value in text.params if f"{{{name}}}" in plain))


def tells_gain(text: Text) -> bool:
    """Return whether a text is a headline with points of the seat that moved."""
    return text.message in (DONE_FOR_POINTS, DONE_FOR_POINTS_TO_OTHERS)


def with_gain(text: Text, gain: int) -> Text:
    """Return a headline with these points and no other points; any other text unchanged."""
    params = dict(text.params)
    if without_gain(text).message != DONE:
        return text
    return say("{seat} {gain} · {what}", seat=params["seat"], gain=signed(gain), what=params["what"])


class Won(NamedTuple):
    """The data of the last event: the winning seats and their points."""

    seats: tuple[Seat, ...]
    points: int


def victory(seats: Sequence[int], points: int, tie: Text | None = None, *, named: Callable[[int], Text] = who) -> Text:
    """Return the sentence that names the winner, or all who share the victory.

    :param tie: a sentence about the tie-break, or about what the winners have alike.
    :param named: returns the name of a seat.
    """
    winners = listed(*map(named, seats))
    if len(seats) == 1:
        told = say_n("{winners} wins with {count} point.", "{winners} wins with {count} points.", points, winners=winners)
    else:
        told = say_n(
            "{winners} share the victory with {count} point.",
            "{winners} share the victory with {count} points.",
            points,
            winners=winners,
        )
    return joined(" ", told, tie)
