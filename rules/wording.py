"""Phrases that several games use, and what is told with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import LiteralString, NamedTuple

from rules.choice import Gain
from rules.game import Seat
from rules.text import Param, Text, say, who

ALONE = "{winners} wins with {points} points."
SHARED = "{winners} share the victory with {points} points."
DONE = "{seat} · {what}"
DONE_FOR_POINTS = "{seat} {gain} · {what}, now {total}"
SIGNS = (
    say("A number on a golden ground is an answer: the button with this number gives it. ★ completes something."),
    say("+3 are the points that an answer brings at once; “up to” means that it depends on what you answer next."),
    say("The golden arrow points at whoever is to move; what the last turn changed is outlined."),
)
"""What the signs mean that all games share."""
OF_ONE: dict[LiteralString, LiteralString] = {
    ALONE: "{winners} wins with {points} point.",
    SHARED: "{winners} share the victory with {points} point.",
}


def signed(number: int) -> str:
    """``+3``, ``−3``, ``±0``."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


def gained(gain: Gain) -> Text:
    """``+4``, ``up to +4``, ``you +4, Ben −4``."""
    own = say("up to {points}" if gain.up_to else "{points}", points=signed(gain.own))
    others = tuple(say("{seat} {points}", seat=who(seat), points=signed(points)) for seat, points in gain.others)
    return say("you {own}, {others}", own=own, others=others) if others else own


def headline(seat: int, gain: int, what: Text, total: int | str) -> Text:
    """A turn in a line: who, how many points, what was done, and how many points that makes."""
    if not gain:
        return say(DONE, seat=who(seat), what=what)
    return say(DONE_FOR_POINTS, seat=who(seat), gain=signed(gain), what=what, total=total)


def without_gain(text: Text) -> Text:
    """A headline that tells no points; any other text as it is."""
    params = dict(text.params)
    return say(DONE, seat=params["seat"], what=params["what"]) if text.message == DONE_FOR_POINTS else text


class Won(NamedTuple):
    """Who won, with how many points."""

    seats: tuple[Seat, ...]
    points: int


def victory(
    seats: Sequence[int],
    points: int,
    alone: LiteralString = ALONE,
    shared: LiteralString = SHARED,
    *,
    named: Callable[[int], Text] = who,
    **params: Param,
) -> Text:
    """Who won, alone or together.

    :param named: what a seat is called there.
    :param params: what else the sentences name.
    """
    sentence = alone if len(seats) == 1 else shared
    sentence = OF_ONE.get(sentence, sentence) if points == 1 else sentence
    return say(sentence, winners=tuple(map(named, seats)), points=points, **params)
