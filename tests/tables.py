"""Tables played to an interesting point by the house itself, the database included."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from db.rows import SeatRow
from host.lobby import Terms
from host.step import TableStep
from host.table import Table, changing
from host.tables import Tables
from rules.choice import Path
from rules.game import Step, play
from tests.playing import Choose


class ManualClock:
    """A clock that tests move: pass it to `Tables` as `now`."""

    def __init__(self, at: float = 1_900_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def forward(self, seconds: float) -> None:
        self.at += seconds


FIRST = 10**6  # of the interactions that play them

Stop = Callable[[Step[Any]], bool]


async def started(
    tables: Tables,
    game: str,
    people: list[SeatRow],
    *,
    guild: int = 1,
    channel: int = 2,
    language: str = "",
    hints: bool = False,
) -> Table:
    """A table of these people that has just begun."""
    terms = Terms(size=len(people), language=language)
    table = await tables.open(game=game, terms=terms, host=people[0], guild=guild, channel=channel)
    for person in people[1:]:
        await tables.join(table.id, person.person, person.name)
    table = await tables.start(table.id, people[0].person, FIRST)
    if hints:
        await allow_hints(table)
    return table


@changing
async def allow_hints(table: Table) -> None:
    await table.change(TableStep(table.position.row._replace(hints=1)))


async def play_until(table: Table, choose: Choose, stop: Stop, random: Random) -> Path:
    """Everybody plays as `choose` says; returns the first path that leads to such a step, not yet made."""
    for interaction in count(FIRST + 1):
        if not table.position.to_act:
            break
        (seat,) = table.position.to_act
        path = choose(table.position.view(seat.person), random)
        if stop(play(table.position.game, table.position.state, seat.seat, path)):
            return path
        await table.move(seat.person, table.position.seq, path, interaction)
    return ()
