"""Replays in the making: one at a time, each once for all who ask, not too many, and none after the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from threading import Event

import pytest

from cogs.operations.drawing import Drawing
from cogs.play.films import REPLAYS_WAITING, Films
from db.rows import MoveRow
from host.position import Position
from host.refusal import Refused
from host.replay import without_undone
from host.tables import Tables
from render import Teller
from rules.text import Text, english
from tests.test_course import played


@pytest.fixture
def films() -> Iterator[Films]:
    made = Films(Drawing())
    yield made
    made.close()


async def short(tables: Tables) -> tuple[Position, list[MoveRow]]:
    """A table where little has happened."""
    table = await played(tables, "djinns", 5)
    return table.position, without_undone(await table.store.moves(table.id))


def numbered(at: Position, number: int) -> Position:
    """Return the position as if it were at another table."""
    return replace(at, row=at.row._replace(id=number))


async def test_equal_requests_share_one_film(tables: Tables, films: Films) -> None:
    at, moves = await short(tables)
    film = films.of(at, moves, Teller(at.names))
    assert films.of(at, moves, Teller(at.names)) is film
    data = await film.making
    assert data.startswith(b"GIF89a")
    assert film.done == film.count == film.turns > 0
    assert films.of(at, moves, Teller(at.names)) is film
    later = replace(at, row=at.row._replace(seq=at.seq + 1))
    assert films.of(later, moves, Teller(at.names)) is not film
    await films.of(later, moves, Teller(at.names)).making
    assert films.of(at, moves, Teller(at.names, translate=str)) is not film  # in another language


@pytest.mark.long
async def test_another_process_draws_the_same(tables: Tables, films: Films) -> None:
    at, moves = await short(tables)
    with closing(Drawing(1)) as drawing, closing(Films(drawing)) as others:
        assert await others.of(at, moves, Teller(at.names)).making == await films.of(at, moves, Teller(at.names)).making


async def test_one_is_drawn_after_the_other(tables: Tables, films: Films) -> None:
    at, moves = await short(tables)
    told: list[int] = []
    made = [films.of(numbered(at, number), moves, Teller(at.names, partial(noting, told, number))) for number in range(3)]
    await asyncio.gather(*(film.making for film in made))
    assert told == sorted(told)
    assert set(told) == {0, 1, 2}


def noting(told: list[int], number: int, text: Text) -> str:
    """Tells something, and notes for which replay."""
    told.append(number)
    return english(text)


@pytest.mark.long
async def test_too_many_are_refused_and_old_ones_forgotten(tables: Tables, films: Films) -> None:
    at, moves = await short(tables)
    gate = Event()
    slow = Teller(at.names, partial(held, gate))
    waiting = [films.of(numbered(at, number), moves, slow) for number in range(REPLAYS_WAITING)]
    with pytest.raises(Refused, match="Many replays"):
        films.of(numbered(at, REPLAYS_WAITING), moves, slow)
    assert films.of(numbered(at, 0), moves, slow) is waiting[0]
    gate.set()
    await asyncio.gather(*(film.making for film in waiting))
    await films.of(numbered(at, REPLAYS_WAITING), moves, slow).making
    assert films.of(numbered(at, REPLAYS_WAITING - 1), moves, slow) is waiting[-1]
    again = films.of(numbered(at, 0), moves, slow)
    assert again is not waiting[0]
    await again.making


def held(gate: Event, text: Text) -> str:
    """Tells nothing before the gate is open."""
    gate.wait()
    return english(text)


async def test_nothing_is_drawn_after_the_end(tables: Tables, films: Films) -> None:
    at, moves = await short(tables)
    gate = Event()
    begun, waits = (films.of(numbered(at, number), moves, Teller(at.names, partial(held, gate))) for number in (1, 2))
    films.close()
    gate.set()
    await asyncio.wait({begun.making, waits.making})
    assert waits.making.cancelled()
    assert begun.done == 0
