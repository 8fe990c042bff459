"""The final picture of a game: a poster with the result, the points by kind, and some facts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from cogs.board.ending import result_line, seat_name, winner_name
from cogs.board.message import board_picture
from cogs.shell.client import Parterre
from cogs.shell.components import Picture
from cogs.shell.reader import Reader
from db.rows import MoveRow
from host.position import Position
from host.refusal import Refused
from host.replay import best_turn, count_turns, replay_turns
from render import Sketch
from render.plain import alt
from render.poster import Line, Poster, drawn
from rules.game import Event, Score, winners
from rules.text import Text, joined, say, say_n, sentences
from rules.wording import victory, with_gain

log = logging.getLogger(__name__)

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


async def final_picture(client: Parterre, at: Position, reader: Reader, story: Sequence[Event]) -> Picture | Text:
    """Return the poster of an ended game, made off the event loop; the board if that fails.

    :param story: the last events, which the board marks.
    """
    moves = await client.tables.store.standing_moves(at.id)
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
    scores = at.game.scores(at.state)
    kinds = [score.kinds or score.parts for score in scores]
    shown = [number for number in range(len(kinds[0])) if any(each[number][1] for each in kinds)]
    order = sorted(at.seats, key=lambda seat: _place(scores, seat.seat))
    return Poster(
        Sketch(at.row.game, at.view(None), reader.teller),
        at.game.title,
        say("table {table}", table=at.id),
        reader.spelled(_result(at)),
        tuple(kinds[0][number][0] for number in shown),
        tuple(
            Line(
                _place(scores, seat.seat),
                seat_name(seat),
                tuple(kinds[seat.seat][number][1] for number in shown),
                scores[seat.seat].points,
            )
            for seat in order
        ),
        tuple(_facts(at, moves)),
    )


def words_of(poster: Poster, at: Position) -> Text:
    """Return the alternative text of a poster."""
    seats = (_in_words(poster, line) for line in poster.seats)
    return sentences(poster.result, *seats, *poster.facts, alt(at.game, at.view(None)))


def _in_words(poster: Poster, line: Line) -> Text:
    kinds = zip(poster.kinds, line.kinds, strict=True)
    parts = tuple(say("{kind} {points}", kind=kind, points=points) for kind, points in kinds)
    return say("{place}. {name} {points} ({parts})", place=line.place, name=line.name, points=line.points, parts=parts)


def _result(at: Position) -> Text:
    """Return the winners with their points; for a game that ended early, who was ahead."""
    if at.row.ending:
        return result_line(at, bold=False)
    scores = at.game.scores(at.state)
    seats = winners(scores)
    return victory(seats, scores[seats[0]].points, named=lambda seat: winner_name(at.seats[seat]))


def _place(scores: Sequence[Score], seat: int) -> int:
    """Return the place of a seat, 1 for the winner; equal seats share a place."""
    ranks = [(score.points, score.ties) for score in scores]
    return 1 + sum(rank > ranks[seat] for rank in ranks)


def _facts(at: Position, moves: Sequence[MoveRow]) -> list[Text]:
    """Return the length of the game, and its best turn if the moves can be replayed."""
    count = count_turns(moves)
    length = say_n("{count} turn", "{count} turns", count)
    facts = [joined(" · ", length, duration_text(moves[-1].made - moves[0].made))]
    try:
        found = best_turn(replay_turns(at, moves))
    except Refused:
        return facts
    return [*facts, say("Best turn: {turn}", turn=with_gain(found.headline.text, found.gain))] if found else facts


def duration_text(seconds: float) -> Text:
    """Return a duration in minutes, hours or days."""
    if seconds < 2 * HOUR:
        return say_n("{count} minute", "{count} minutes", max(2, round(seconds / MINUTE)))
    if seconds < 2 * DAY:
        return say_n("{count} hour", "{count} hours", round(seconds / HOUR))
    return say_n("{count} day", "{count} days", round(seconds / DAY))
