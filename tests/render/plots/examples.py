"""Plots of every kind, with usual and with awkward content."""

from __future__ import annotations

from random import Random

from render.palette import DARK
from render.plots import Axis, BarPlot, Bars, LinePlot, Lines, Look, Plot, Series, Tick
from render.teller import Teller
from render.writing import Words, literal
from rules.text import verbatim

GERMAN = Look(DARK, ",", ".")
FRENCH = Look(point=",", group="\u202f")
HOSTILE = ("W" * 200, "\u202eevil\u202c 👩‍🌾", "雪の庭 日本語", "مرحبا بالعالم")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def words(text: str) -> Words:
    """Return a text as it is written on a picture."""
    return Teller().told(verbatim(text))


def walk(seed: int, count: int, start: float, step: float) -> list[float]:
    """Return a random walk."""
    random, value, found = Random(seed), start, list[float]()
    for _ in range(count):
        value += random.uniform(-step, step)
        found.append(value)
    return found


def by_week(look: Look, weeks: int = 26) -> LinePlot:
    """Return the activity of a server by week; nobody moved in one of them."""
    random = Random(4)
    ticks = tuple(Tick(week, words(f"{1 + week * 7 % 28} {MONTHS[week * 7 // 31 % 12]}")) for week in range(weeks))
    turns = Series(words("Turns"), tuple((week, random.randrange(300, 1450)) for week in range(weeks)))
    tables = Series(words("Tables"), tuple((week, random.randrange(4, 14)) for week in range(weeks)))
    people = Series(words("People"), tuple((week, random.randrange(6, 21) if week != 9 else None) for week in range(weeks)))
    return LinePlot(words("Games on this server by week"), (Lines((turns,)), Lines((tables, people))), ticks, look=look)


def ratings(look: Look, games: int = 120) -> LinePlot:
    """Return a rating that becomes surer, and those of three others."""
    own = tuple(enumerate(walk(1, games, 1500, 40), 1))
    spread = tuple(250 / (1 + game / 8) + 30 for game in range(games))
    others = [Series(words(name), tuple(enumerate(walk(place, games, 1450, 25), 1))) for place, name in enumerate(HOSTILE[1:], 2)]
    series = (Series(words("Amélie"), own, spread), *others)
    axis = Axis(words("rating"), from_zero=False)
    return LinePlot(words("Rating in Schlossgarten"), (Lines(series, axis),), x_title=words("games"), look=look)


def places(look: Look) -> LinePlot:
    """Return the places of a person in their last games."""
    random = Random(2)
    axis = Axis(words("place"), from_zero=False, downwards=True)
    points = tuple((game, random.randrange(1, 5)) for game in range(1, 31))
    return LinePlot(words("Places in your last games"), (Lines((Series(literal(""), points),), axis),), look=look)


def points_by_kind(look: Look, upright: bool = False) -> BarPlot:
    """Return the points of a person by kind, beside the mean of all; the mean of one is unknown."""
    kinds = tuple(map(words, ("domes", "towers", "djinns", "penalties")))
    own, mean = Bars(words("Amélie"), (34.6, 12, 28.25, -4.5)), Bars(words("Mean of this server"), (30, 15.5, None, -2))
    return BarPlot(words("Points by kind in Djinns of the Lake"), kinds, (own, mean), Axis(whole=False), upright, look)


def top_ten(look: Look) -> BarPlot:
    """Return the leaders of a season with names of all sorts."""
    names = (*HOSTILE, "Zoë", "Gül", "Łukasz", "Ben", "Cleo", "⚙ Acanthus")
    points = tuple(float(each) for each in range(15_000, 5_000, -1_000))
    return BarPlot(words("Season points"), tuple(map(words, names)), (Bars(literal(""), points),), look=look)


def played_by_week(look: Look) -> BarPlot:
    """Return many thin bars."""
    weeks = tuple(words(f"{1 + week * 7 % 28} {MONTHS[week * 7 // 31 % 12]}") for week in range(40))
    found = tuple(float(Random(week).randrange(90)) for week in range(40))
    return BarPlot(words("Tables by week"), weeks, (Bars(literal(""), found),), upright=True, look=look)


def hostile(look: Look) -> LinePlot:
    """Return a plot of which every word is too long or cannot be written, with single points and huge numbers."""
    series = tuple(Series(words(name), ((1, 10.0**place),)) for place, name in enumerate(HOSTILE, 4))
    ticks = tuple(Tick(place, words(name)) for place, name in enumerate(HOSTILE))
    lines = Lines(series, Axis(words("x" * 99)))
    return LinePlot(words(HOSTILE[0]), (lines, lines, lines), ticks, words(HOSTILE[0]), look)


PLOTS: dict[str, Plot] = {
    "week": by_week(Look()),
    "week-dark": by_week(GERMAN),
    "rating": ratings(FRENCH),
    "rating-dark": ratings(GERMAN, 40),
    "places": places(Look()),
    "kinds": points_by_kind(FRENCH),
    "kinds-dark": points_by_kind(GERMAN),
    "kinds-upright": points_by_kind(Look(), upright=True),
    "leaders": top_ten(Look()),
    "leaders-dark": top_ten(GERMAN),
    "weeks-upright": played_by_week(GERMAN),
    "hostile": hostile(Look()),
    "nothing": LinePlot(words("Nothing yet"), (Lines(()),)),
    "no-bars": BarPlot(words("Nothing yet"), (), ()),
}
