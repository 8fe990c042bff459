"""The pages of a review: the lines of all seats with the turning points, and each turning point with two boards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import islice

from cogs.board.lines import title_line
from cogs.board.message import board_picture
from cogs.operations.drawing import Drawing
from cogs.play.panel import answers_in_words
from cogs.shell.components import Button, Layout, Part, Picture, button, layout, rows
from cogs.shell.reader import Reader
from db.rows import MoveRow
from host.mentions import command
from host.position import Position
from host.review_turns import Illustration, Pictured, illustrate
from host.reviews import Review, ShownPoint
from render import Teller, changed
from render.plots import Axis, LinePlot, Lines, Series, drawn
from render.sketch import NO_PROMPT, PromptSketch, sketch_hint
from rules.game import Event
from rules.text import Text, joined, say, say_n, sentences, verbatim, who

log = logging.getLogger(__name__)

MAX_POINTS = 15  # turning points on a page: three rows of buttons

HEAD = say("## Review")
EXPECTED = say("-# Points to expect at the end, after each turn")
NONE_FOUND = say("No turn of yours stands out: the bot found no move that would have been clearly better.")
NONE_SHOWN = say("No turn is shown here: the players of this game keep theirs to themselves, or made no clear mistake.")
OWN = say("Turns with a better move. Others see yours only if you choose so in {settings}.", settings=command("settings"))
SHOWN = say("Turns with a better move, by players who show theirs.")
FEW_MOVES_AHEAD = say("It is better a few moves ahead, as far as the bot can see.")
WIN = say("a better chance to win")


async def overview(
    drawing: Drawing, at: Position, review: Review, shown: Sequence[ShownPoint], reader: Reader, *, person: int | None
) -> Layout:
    """Return the lines of all seats, and the turning points that may be read, with a button for each.

    :param person: the reader; None for everybody.
    """
    seat = None if person is None else at.seat_of(person)
    chart = await _chart(drawing, at, review, reader, seat)
    listed = list(islice(shown, MAX_POINTS))
    none = NONE_SHOWN if seat is None else NONE_FOUND
    head = (OWN if any(each.own for each in listed) else SHOWN) if listed else none
    lines = [say("**{number}** {line}", number=number, line=point_line(each)) for number, each in enumerate(listed, start=1)]
    numbers = [_numbered(at, each, number) for number, each in enumerate(listed, start=1)]
    post = [button(say("Post here"), f"g1:post:{at.id}")] if person is not None else []
    parts: list[Part | None] = [joined("\n", title_line(at), HEAD), *chart, joined("\n", head, *lines)]
    return layout(*parts, *rows(numbers), *rows(post), names=at.names)


def _numbered(at: Position, each: ShownPoint, number: int) -> Button:
    return button(verbatim(str(number)), f"g1:point:{at.id}:{each.point.move}")


def point_line(each: ShownPoint) -> Text:
    """Return a turning point in a line: its turn, its seat, and about how much it cost."""
    return say("Turn {turn} · {seat}: {cost}", turn=each.turn, seat=who(each.point.seat), cost=_cost(each))


def _cost(each: ShownPoint) -> Text:
    if not each.points:
        return WIN
    about = say_n("about {count} point", "about {count} points", each.points)
    return say("{points} and {win}", points=about, win=WIN) if each.point.wins else about


async def _chart(drawing: Drawing, at: Position, review: Review, reader: Reader, own: int | None) -> list[Part]:
    """Return the lines as a picture with the final points in words; only the words if the picture fails.

    :param own: the seat of the reader, whose line follows what this seat knew.
    """
    told, final = reader.teller.told, review.points[-1]
    lines = {seat: review.own if seat == own else review.points for seat in range(len(at.seats))}
    series = [
        Series(told(who(seat)), tuple((float(turn), points[seat]) for turn, points in enumerate(line)))
        for seat, line in lines.items()
    ]
    axis = Axis(told(say("points")), from_zero=False)
    plot = LinePlot(told(say("Points to expect")), (Lines(tuple(series), axis),), x_title=told(say("turns")), look=reader.look)
    words = sentences(*(say("{seat} ended with {points}", seat=who(seat), points=round(each)) for seat, each in enumerate(final)))
    try:
        png = await drawing.draw(drawn, plot)
    except Exception:  # a failed picture must not fail the answer
        log.exception("table %d: no picture of its review", at.id)
        return [words]
    alt = say("{title}: {words}", title=say("Points to expect"), words=words)
    return [EXPECTED, Picture(f"review-{at.id}.png", png, alt)]


async def point_page(
    drawing: Drawing, at: Position, moves: Sequence[MoveRow], shown: Sequence[ShownPoint], number: int, reader: Reader
) -> Layout:
    """Return one turning point: the played move and the better one, with a board each, and the reasons.

    :param number: of the turning point among those shown, from 0.
    """
    each = shown[number]
    found = await asyncio.to_thread(illustrate, at, moves, each)
    played, better = await asyncio.gather(
        _board(drawing, at, found.played, reader.teller, "played", NO_PROMPT),
        _board(drawing, at, found.better, reader.teller, "better", sketch_hint(found.reasons.places)),
    )
    head = say("**Turn {turn} · {seat}**", turn=each.turn, seat=who(each.point.seat))
    words = joined(" · ", *answers_in_words(found.answers, bare=True))
    told = [say("**Better**: {move}", move=words), _reasons(each, found), _worth(each)]
    parts: list[Part | None] = [joined("\n", title_line(at), head, _played(found)), played, joined("\n", *told), better]
    return layout(*parts, *rows(_steps(at, shown, number)), names=at.names)


def _played(found: Illustration) -> Text:
    """Return the played move in the words of its story."""
    return say("**Played**: {move}", move=joined(" ", *_headlines(found.played.story)))


def _headlines(story: Sequence[Event]) -> list[Text]:
    return [event.text for event in story if event.headline] or [event.text for event in story[:1]]


def _reasons(each: ShownPoint, found: Illustration) -> Text:
    """Return the reasons, which speak to the player of the turn."""
    why = joined(" ", *found.reasons.texts) if found.reasons.texts else FEW_MOVES_AHEAD
    return why if each.own or not found.reasons.texts else say("To {seat}: {why}", seat=who(each.point.seat), why=why)


def _worth(each: ShownPoint) -> Text:
    return say("-# By what {seat} knew then, it was worth {cost}.", seat=who(each.point.seat), cost=_cost(each))


def _steps(at: Position, shown: Sequence[ShownPoint], number: int) -> list[Button]:
    """Return the buttons to the turning points before and after this one, and back to all."""
    before, after = max(0, number - 1), min(len(shown) - 1, number + 1)
    ways = [
        button(say("‹"), f"g1:point:{at.id}:{shown[before].point.move}", disabled=number == before),
        button(say("Whole review"), f"g1:review:{at.id}"),
        button(say("›"), f"g1:point:{at.id}:{shown[after].point.move}", disabled=number == after),
    ]
    return ways if len(shown) > 1 else ways[1:2]


async def _board(
    drawing: Drawing, at: Position, pictured: Pictured, teller: Teller, name: str, hinted: PromptSketch
) -> Picture | None:
    """Return a board, cut to the part that changes; None if drawing fails."""
    view, story = pictured
    part = changed(at.row.game, view, story)
    board = await board_picture(drawing, at, view, teller, last=story, detail=part, hinted=hinted)
    if not isinstance(board, Picture):
        return None
    return Picture(f"review-{at.id}-{name}.png", board.data, sentences(*_headlines(story)))
