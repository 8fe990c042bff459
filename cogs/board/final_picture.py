"""The final picture of a game: a poster with the last board, the points by kind, its length and its best turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from cogs.board.ending import seat_name, seat_note
from cogs.board.message import board_picture
from cogs.shell.client import Parterre
from cogs.shell.components import Picture
from cogs.shell.reader import Reader
from db.rows import MoveRow
from host.history import read_standing_moves
from host.position import Position
from host.refusal import Refused
from host.replay import Turn, best_turn, count_turns, replay_turns
from host.results import result_places
from render import Sketch
from render.plain import alt
from render.poster import Line, Poster, drawn
from rules.game import Event, places
from rules.text import Text, joined, say, say_n, sentences, who
from rules.wording import with_gain

log = logging.getLogger(__name__)

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


async def final_picture(client: Parterre, at: Position, reader: Reader, story: Sequence[Event]) -> Picture | Text:
    """Return the poster of an ended game, made off the event loop; the board if that fails.

    :param story: the last events, which the board marks.
    """
    moves = await read_standing_moves(client.tables.store, at)
    try:
        shown = await asyncio.to_thread(poster_of, at, moves, reader)
        png = await client.drawing.draw_later(drawn, shown)
    except Exception:  # a failed picture must not fail a post
        log.exception("table %d seq %d: no poster", at.id, at.seq)
        return await board_picture(client.drawing, at, at.view(None), reader.teller, last=story, queued=True)
    return Picture(f"board-{at.id}-{at.seq}.png", png, words_of(shown, at))


def poster_of(at: Position, moves: Sequence[MoveRow], reader: Reader) -> Poster:
    """Return the content of a poster.

    :param moves: all moves that were not undone.
    """
    scores, course = at.game.scores(at.state), _course(at, moves)
    kinds = [score.kinds or score.parts for score in scores]
    shown = [number for number in range(len(kinds[0])) if any(each[number][1] for each in kinds)]
    ranked = result_places(at) if at.row.ending else places(scores)  # a stand-in may win a game that is played to its end
    order = sorted(at.seats, key=lambda seat: ranked[seat.seat])
    return Poster(
        Sketch(at.row.game, at.view(None), reader.teller),
        at.game.title,
        say("table {table}", table=at.id),
        not at.row.ending,
        tuple(kinds[0][number][0] for number in shown),
        tuple(
            Line(
                ranked[seat.seat],
                seat.seat,
                who(seat.seat),
                seat_note(at, seat),
                tuple(kinds[seat.seat][number][1] for number in shown),
                scores[seat.seat].points,
            )
            for seat in order
        ),
        _length(at, moves, course),
        _best(course),
    )


def words_of(poster: Poster, at: Position) -> Text:
    """Return the alternative text of a poster. The message beside it says who has won."""
    seats = (_in_words(poster, line, seat_name(at, at.seats[line.seat])) for line in poster.seats)
    return sentences(*seats, *filter(None, (poster.length, poster.best)), alt(at.game, at.view(None)))


def _in_words(poster: Poster, line: Line, name: Text) -> Text:
    if not poster.kinds:  # nobody has points
        return say("{place}. {name} {points}", place=line.place, name=name, points=line.points)
    kinds = zip(poster.kinds, line.kinds, strict=True)
    parts = tuple(say("{kind} {points}", kind=kind, points=points) for kind, points in kinds)
    return say("{place}. {name} {points} ({parts})", place=line.place, name=name, points=line.points, parts=parts)


def _length(at: Position, moves: Sequence[MoveRow], course: Sequence[Turn]) -> Text:
    """Return the number of turns, if the game can be replayed, and the time that they took."""
    early = say("ended early") if at.row.ending else None
    turns = say_n("{count} turn", "{count} turns", count_turns(course)) if course else None
    return joined(" · ", early, turns, duration_text(moves[-1].made - moves[0].made))


def _best(course: Sequence[Turn]) -> Text | None:
    """Return the best turn, if any gained points."""
    found = best_turn(course)
    return say("Best turn: {turn}", turn=with_gain(found.headline.text, found.gain)) if found else None


def _course(at: Position, moves: Sequence[MoveRow]) -> Sequence[Turn]:
    """Return the turns of the game; nothing if it was played by other rules than today's."""
    try:
        return tuple(replay_turns(at, moves))
    except Refused:
        return ()


def duration_text(seconds: float) -> Text:
    """Return a duration in minutes, hours or days."""
    if seconds < 2 * HOUR:
        return say_n("{count} minute", "{count} minutes", max(2, round(seconds / MINUTE)))
    if seconds < 2 * DAY:
        return say_n("{count} hour", "{count} hours", round(seconds / HOUR))
    return say_n("{count} day", "{count} days", round(seconds / DAY))
