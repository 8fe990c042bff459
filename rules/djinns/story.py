"""The events of actions: their sentences, and their data for pictures and computer players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.choice import Gain
from rules.djinns.parts import MAX_MOVES, Dome
from rules.djinns.state import Lift, Stack
from rules.djinns.words import colour_name, dome_name, neutral, piled
from rules.game import Event, Seat
from rules.text import Param, piece, say, who
from rules.wording import Won, headline, victory, worth


class Lifted(NamedTuple):
    """Domes, bottom to top, went from one space to another; spaces count from 0, ``way`` is clockwise or counter."""

    seat: Seat
    space: int
    target: int
    way: str
    domes: Stack


class Tower(NamedTuple):
    """A dream tower stood on a space, counted from 0, and left the lake."""

    space: int


class Taken(NamedTuple):
    """A seat took a tower, or half of one."""

    seat: Seat
    domes: Stack
    points: int


TOWER = piece("djinns_tower", say("a dream tower"))
EVENT_DATA = {"lifted": Lifted, "tower": Tower, "taken": Taken, "won": Won}


def layout(domes: Sequence[Dome]) -> Event:
    """Tell the domes that are laid (R2.1)."""
    laid = tuple(map(dome_name, domes))
    return Event("layout", say("The {count} domes are laid around the lake.", count=len(domes), domes=laid))


def first(seat: Seat) -> Event:
    """Tell which seat chooses first (R2.3)."""
    return Event("first", say("{seat} is the first to choose a djinn.", seat=who(seat)))


def chosen(seat: Seat, colour: str) -> Event:
    """Tell which djinn a seat chose (R2.4)."""
    return Event("chosen", headline(seat, 0, say("the {colour} djinn", colour=colour_name(colour)), 0), headline=True)


def given(seat: Seat, colour: str) -> Event:
    """Tell that a seat is given the last djinn (R2.4)."""
    return Event("chosen", say("{seat} plays {colour}, the last djinn.", seat=who(seat), colour=colour_name(colour)))


def left_over(colour: str) -> Event:
    """Tell the neutral colour of three seats (R2.4)."""
    return Event("neutral", neutral(colour))


def begins(seat: Seat) -> Event:
    """Tell which seat moves first (R2.3)."""
    return Event("begins", say("{seat} plays first.", seat=who(seat)))


def lifted(seat: Seat, lift: Lift, domes: Stack, gain: Gain, total: int, *, tower: bool) -> Event:
    """Tell a move and its points, and whether it completes a tower (R3.1, R4.1)."""
    way: dict[str, Param] = {"domes": piled(domes), "space": lift.space + 1, "target": lift.target + 1}
    plain = say("{domes} from {space} to {target}", **way)
    what = say("{domes} from {space}: {tower} on {target}", tower=TOWER, **way) if tower else plain
    data = Lifted(seat, lift.space, lift.target, lift.way, domes)
    return Event("lifted", headline(seat, gain.own, what, total, gain.others), data, headline=True)


def tower(space: int, domes: Stack) -> Event:
    """Tell that a tower leaves the lake (R4.1)."""
    return Event("tower", say("The tower that leaves the lake: {domes}.", domes=piled(domes)), Tower(space))


def taken(seat: Seat, domes: Stack, whole: bool, points: int) -> Event:
    """Tell that a seat takes a whole tower, or half of a tower (R4.2–R4.4)."""
    half = say("{seat} takes the half under {dome}", seat=who(seat), dome=dome_name(domes[-1]))
    what = say("{seat} takes all of it", seat=who(seat)) if whole else half
    return Event("taken", worth(what, points), Taken(seat, domes, points))


def stuck(seat: Seat) -> Event:
    """Tell that the game ends as a seat has no move (R5.1)."""
    return Event("over", say("{seat} has no move left: the game is over.", seat=who(seat)))


def repeated() -> Event:
    """Tell that the game ends by repetition (R5.2)."""
    return Event("over", say("The same position occurred for the third time: the game is over."))


def too_long() -> Event:
    """Tell that the game ends by its length (R5.2)."""
    return Event("over", say("{count} moves have been made: the game is over.", count=MAX_MOVES))


def won(seats: tuple[Seat, ...], points: int) -> Event:
    """Tell the winners (R5.5)."""
    return Event("won", victory(seats, points), Won(seats, points), headline=True)
