"""Make replays: one at a time in the whole bot, frame by frame, each once for everybody who asks.

The drawing workers draw the frames after other pictures; a thread assembles them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from threading import Event as Flag

from cogs.operations.drawing import Drawing
from db.rows import MoveRow
from host.position import Position
from host.refusal import Refused
from host.replay import Turn, count_turns, replay_turns
from render import Sketch, Teller
from render.canvas import Picture
from render.replay import MAX_FILE_BYTES, Frame, FrameFormat, draw_frame, encode_gif_within, evenly_spread
from rules.game import AnyGame
from rules.text import say

log = logging.getLogger(__name__)

REPLAYS_KEPT = 3  # finished ones
REPLAYS_WAITING = 10  # so few that each is finished while Discord still accepts its message
FRAME_PAUSE_SECONDS = 0.02
TOO_MANY_REPLAYS = say("Many replays are being drawn. Please ask again in a few minutes.")


class Film:
    """A replay and its progress; its first frame shows the position before the first turn.

    ``making`` has the GIF. Of the game's ``turns`` it shows ``count``, of which ``done`` are drawn.
    """

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.turns = 0
        self.count = 0
        self.done = 0
        self.making: asyncio.Future[bytes]


class Films:
    """The replays that are being made, wait, or were made last, by game, and names, language and theme."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._desk = ThreadPoolExecutor(1, "replay")
        self._closed = Flag()
        self._films: dict[tuple[Hashable, Teller], Film] = {}

    def close(self) -> None:
        """Cancel unfinished replays."""
        self._closed.set()
        for film in self._films.values():
            film.making.cancel()
        self._desk.shutdown(wait=False, cancel_futures=True)

    def of(self, at: Position, moves: Sequence[MoveRow], teller: Teller) -> Film:
        """Return the replay of a table's moves, and start to make it if need be.

        :param moves: all moves that were not undone.
        :raises Refused: if too many replays wait.
        """
        return self.make((at.id, at.seq), f"table {at.id} seq {at.seq}", at.game, partial(replay_turns, at, moves), teller)

    def make(self, about: Hashable, name: str, game: AnyGame, course: Callable[[], Iterable[Turn]], teller: Teller) -> Film:
        """Return the replay of a game, and start to make it if need be.

        :param about: what the replay shows; equal values share it.
        :param name: for the log.
        :param course: returns the turns of the game.
        :raises Refused: if too many replays wait.
        """
        key = (about, teller)
        if key not in self._films:
            self._make_room()
            log.info("%s: its replay is queued", name)
            self._films[key] = begun = Film(teller)
            frames = partial(self._slices, begun, game, course)
            loop = asyncio.get_running_loop()
            begun.making = loop.run_in_executor(
                self._desk, encode_gif_within, frames, MAX_FILE_BYTES, partial(self._framed, loop)
            )
        return self._films[key]

    def _make_room(self) -> None:
        finished = [key for key, each in self._films.items() if each.making.done()]
        if len(self._films) - len(finished) >= REPLAYS_WAITING:
            raise Refused(TOO_MANY_REPLAYS)
        for key in finished[: max(0, len(finished) - REPLAYS_KEPT + 1)]:
            del self._films[key]

    def _framed(self, loop: asyncio.AbstractEventLoop, frame: Frame, former: FrameFormat | None) -> tuple[Picture, FrameFormat]:
        """Draw a frame in a worker, and wait for it in the assembling thread."""
        if self._closed.is_set():
            raise CancelledError
        return asyncio.run_coroutine_threadsafe(self._drawing.workers.run_later(draw_frame, frame, former), loop).result()

    def _slices(self, begun: Film, game: AnyGame, course: Callable[[], Iterable[Turn]], most: int) -> Iterator[Frame]:
        """Yield the frames, with a pause after each, until the bot ends."""
        turns = tuple(course())
        wanted = evenly_spread(len(turns), most)
        begun.turns, begun.count = count_turns(turns), len(wanted) - 1
        for number, index in enumerate(wanted):
            turn = turns[index]
            headlines = [event.text for event in turn.story if event.headline] or [game.title]
            sketch = Sketch(game.key, turn.view, begun.teller, last=turn.story)
            yield Frame(sketch, tuple(headlines), number / max(1, begun.count))
            begun.done = number
            if self._closed.wait(FRAME_PAUSE_SECONDS):
                return
