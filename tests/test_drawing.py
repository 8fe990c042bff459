"""Other processes draw the same pictures; if one dies, its caller gets the board in words."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.board.message import board_picture
from cogs.operations.drawing import Drawing
from cogs.shell.components import Picture
from host.tables import Tables
from host.workers import Workers
from render import Teller, cover, details, drawn, thumbnail
from render.album import sketch_random_game
from render.emojis import emoji, pieces
from render.poster import drawn as on_poster
from render.replay import Frame, draw_frame
from rules import GAMES
from rules.text import Text, english
from tests.people import ADA, start_table
from tests.render.test_poster import poster
from trials.local_bot import known_languages

MOST = 250 * 1024  # kB that a process which draws may take


@dataclass(frozen=True)
class Deadly:
    """Kills a process that unpickles it."""

    number: int = 0

    def __call__(self, text: Text) -> str:
        return english(text)

    def __reduce__(self) -> Any:
        return os._exit, (1,)


@pytest.fixture
def drawing() -> Iterator[Drawing]:
    with closing(Drawing(1)) as made:
        yield made


@pytest.mark.parametrize("key", GAMES)
def test_sketches_can_be_pickled(key: str) -> None:
    for seats in GAMES[key].seats:
        for moves in (3, 30, 300):
            sketch = sketch_random_game(GAMES[key], seats, moves, 7, ())
            there = pickle.loads(pickle.dumps(sketch))
            assert there == sketch
            assert hash(there) == hash(sketch)


async def test_another_process_draws_the_same_in_any_language_and_once(drawing: Drawing) -> None:
    sketch = sketch_random_game(GAMES["djinns"], 2, 9, 7, ())
    there = await drawing.draw(drawn, sketch)
    assert there == drawn(sketch)
    assert await drawing.draw(drawn, sketch) is there
    french = Teller(translate=known_languages().translate("fr"))
    assert await drawing.draw(cover, "djinns", 2, french) == cover("djinns", 2, french) != cover("djinns", 2, Teller())


async def test_a_picture_whose_process_is_killed_is_drawn_again(drawing: Drawing) -> None:
    process = await drawing.workers.run(os.getpid)
    os.kill(process, signal.SIGSTOP)  # so that it has the picture in hand when it dies
    drawing_one = asyncio.create_task(drawing.draw(cover, "djinns", 3, Teller()))
    await asyncio.sleep(0)
    os.kill(process, signal.SIGKILL)
    assert (await drawing_one).startswith(b"\x89PNG")
    assert await drawing.workers.run(os.getpid) != process


async def test_where_each_process_dies_the_board_is_told_in_words(drawing: Drawing, tables: Tables) -> None:
    at = (await start_table(tables, 2)).position
    told = await board_picture(drawing, at, at.view(ADA), Teller(at.names, Deadly()))
    assert isinstance(told, Text)
    assert isinstance(await board_picture(drawing, at, at.view(ADA), Teller(at.names)), Picture)


async def test_pictures_for_clicks_are_drawn_first(drawing: Drawing, tables: Tables) -> None:
    at, order = (await start_table(tables, 2)).position, list[str]()
    process = await drawing.workers.run(os.getpid)
    os.kill(process, signal.SIGSTOP)  # so that the others wait
    waiting = [asyncio.create_task(drawing.workers.run(abs, -1))]
    for name, queued in (("board", True), ("panel", False)):
        picture = board_picture(drawing, at, at.view(ADA), Teller((name, name)), queued=queued)  # as none was drawn before
        waiting.append(asyncio.create_task(picture, name=name))
        waiting[-1].add_done_callback(lambda done: order.append(done.get_name()))
        await asyncio.sleep(0)
    os.kill(process, signal.SIGCONT)
    await asyncio.gather(*waiting)
    assert order == ["panel", "board"]


@pytest.mark.process
async def test_hanging_thinker_leaves_drawing_processes_alone(drawing: Drawing) -> None:
    process = await drawing.workers.run(os.getpid)
    with closing(Workers(1)) as thinking:
        hanging = await thinking.run(os.getpid)
        os.kill(hanging, signal.SIGSTOP)
        thinking.longest = 0.1
        with pytest.raises(TimeoutError):
            await thinking.run(abs, -1)
    assert await drawing.workers.run(os.getpid) == process


async def test_drawing_process_has_the_priority_of_the_bot(drawing: Drawing) -> None:
    assert await drawing.workers.run(os.nice, 0) == os.nice(0)


def everything() -> Iterator[Callable[[], object]]:
    """Yield calls that draw pictures of all games: at all numbers of seats, during a game, the board, its parts, a question, and
    a frame of its replay; posters, covers and emojis."""
    for key, game in GAMES.items():
        for seats in game.seats:
            yield from (partial(cover, key, seats, Teller()), partial(on_poster, poster(key, seats)))
            for moves in (0, 9, 30, 60, 130):
                board, asked = sketch_random_game(game, seats, moves, 7), sketch_random_game(game, seats, moves, 7, ())
                parts = [replace(board, detail=part.key) for part in details(key, board.view)]
                yield from (partial(drawn, sketch) for sketch in (board, asked, *parts))
                yield from (partial(thumbnail, asked), partial(draw_frame, Frame(board, (game.title,), 0.5)))
    yield from (partial(emoji, piece) for piece in pieces())


def taken() -> int:
    """Return the peak memory of this process in kB."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(told["VmHWM"].split()[0])


@pytest.mark.long
async def test_a_process_that_has_drawn_everything_is_small(drawing: Drawing) -> None:
    works = list(everything())
    Random(1).shuffle(works)
    for work in works:
        await drawing.workers.run(work)
    assert await drawing.workers.run(taken) <= MOST
