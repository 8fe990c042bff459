"""Replays in the making: one at a time in the whole bot, frame by frame beside all else, each made once for all who ask.

Frames are drawn by whoever draws other pictures, after these, and put together by a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from threading import Event as Flag

from cogs.operations.drawing import Drawing
from db.rows import MoveRow
from host.course import turns
from host.position import Position
from host.refusal import Refused
from render import Sketch, Teller
from render.canvas import Picture
from render.replay import LARGEST, Format, Frame, chosen, fitting, framed
from rules.text import say

log = logging.getLogger(__name__)

KEPT = 3  # that are finished
WAITING = 10  # at most; they are finished while Discord still lets them be told
SLICE = 0.02  # seconds after each frame for all else
MANY = say("Many replays are being drawn. Please ask again in some minutes.")


class Film:
    """A replay: its GIF once it is finished, and how much of it there is; the first frame comes before the first turn."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller  # of what is said in it
        self.turns = 0  # of the game
        self.count = 0  # of these, shown
        self.done = 0  # of those, drawn
        self.making: asyncio.Future[bytes]


class Films:
    """What is made, waits to be made, and was made last, by table, seq and for whom."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._desk = ThreadPoolExecutor(1, "replay")
        self._closed = Flag()
        self._films: dict[tuple[int, int, Teller], Film] = {}

    def close(self) -> None:
        """What is not finished never will be."""
        self._closed.set()
        for film in self._films.values():
            film.making.cancel()
        self._desk.shutdown(wait=False, cancel_futures=True)

    def of(self, at: Position, moves: Sequence[MoveRow], teller: Teller) -> Film:
        """The replay of these moves, which all stand, in the language of this teller.

        :raises Refused: if too many wait.
        """
        key = (at.id, at.seq, teller)
        if key not in self._films:
            self._make_room()
            log.info("table %d seq %d: its replay is to be drawn", at.id, at.seq)
            self._films[key] = begun = Film(teller)
            frames = partial(self._slices, begun, at, moves, teller)
            loop = asyncio.get_running_loop()
            begun.making = loop.run_in_executor(self._desk, fitting, frames, LARGEST, partial(self._framed, loop))
        return self._films[key]

    def _make_room(self) -> None:
        finished = [key for key, each in self._films.items() if each.making.done()]
        if len(self._films) - len(finished) >= WAITING:
            raise Refused(MANY)
        for key in finished[: max(0, len(finished) - KEPT + 1)]:
            del self._films[key]

    def _framed(self, loop: asyncio.AbstractEventLoop, frame: Frame, former: Format | None) -> tuple[Picture, Format]:
        """Have a frame drawn; the thread that puts the replay together waits for it."""
        if self._closed.is_set():
            raise CancelledError
        return asyncio.run_coroutine_threadsafe(self._drawing.workers.run_later(framed, frame, former), loop).result()

    def _slices(self, begun: Film, at: Position, moves: Sequence[MoveRow], teller: Teller, most: int) -> Iterator[Frame]:
        """The frames, with a rest after each; none any more when the bot ends."""
        course = tuple(turns(at, moves))
        wanted = chosen(len(course), most)
        begun.turns, begun.count = len(course) - 1, len(wanted) - 1
        for number, index in enumerate(wanted):
            turn = course[index]
            headlines = [event.text for event in turn.story if event.headline] or [at.game.title]
            sketch = Sketch(at.row.game, turn.view, teller, last=turn.story)
            yield Frame(sketch, tuple(headlines), number / max(1, begun.count))
            begun.done = number
            if self._closed.wait(SLICE):
                return
