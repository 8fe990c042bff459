"""Reminders and deadlines over any course of a game, on a real database with a moved clock."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.deadlines import HOUR, Rest
from host.settings import read_person_settings
from tests.examples import examples
from tests.table_simulation import PEOPLE, TableSimulation
from tests.test_deadlines import quiet_hours

persons = st.sampled_from([seat.person for seat in PEOPLE])
# The clock of the tests begins on 2030-03-17.
away = st.tuples(st.integers(17, 24), st.integers(0, 4)).map(lambda d: (f"2030-03-{d[0]}", f"2030-03-{d[0] + d[1]}"))
rests = st.builds(
    Rest,
    zone=st.sampled_from(("UTC", "Europe/Berlin", "America/New_York")),
    quiet=st.none() | quiet_hours(),
    away=st.lists(away, max_size=2).map(tuple),
)
actions = st.one_of(
    st.tuples(st.just("move")),
    st.tuples(st.just("undo"), persons),
    st.tuples(st.just("pause_or_resume")),
    st.tuples(st.just("rest"), persons, rests),
    st.tuples(st.just("restart")),
    st.tuples(st.just("live"), st.sampled_from((1, 6, 13, 26))),
    st.tuples(st.just("stop"), st.sampled_from((0.5, 12.0, 23.0, 80.0))),
)


async def lives(course: list[tuple], game: str, lapse: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = await TableSimulation(Path(folder), game, lapse, seed).open()
        try:
            for action, *words in course:
                if action == "stop":  # nobody looks meanwhile
                    world.now.forward(words[0] * HOUR)
                else:
                    await checked(world, action, words)
                await world.look()
        finally:
            await world.close()


def _took_days_back(chosen: dict[int, Rest], words: list) -> bool:
    """Tell whether days away that this person chose before are not away any more."""
    if len(words) < 2:
        return False
    before, rest = chosen[words[0]], words[1]
    return bool(before.away) and (before.away, before.zone) != (rest.away, rest.zone)


async def checked(world: TableSimulation, action: str, words: list) -> None:
    """Do it; a turn that goes on through it has no less time than before, or an hour where days away were taken back."""
    before, was_paused = await world.clocks(), (await world.table()).position.row.paused
    chosen = {seat.person: (await read_person_settings(world.store, seat.person)).rest for seat in PEOPLE}
    await getattr(world, action)(*words)
    await world.keep_log()
    after, paused = await world.clocks(), (await world.table()).position.row.paused
    if action in ("rest", "restart", "pause_or_resume") and was_paused is None and paused is None:
        for seat, clock in before.items():
            least = min(clock.due or 0, world.now() + HOUR) if _took_days_back(chosen, words) else clock.due or 0
            assert (after[seat].due or 0) >= least, "cut"
            assert (after[seat].rung, after[seat].muted) == (clock.rung, clock.muted)


@pytest.mark.short("wait-djinns", "stand-in-hanging_gardens")
@pytest.mark.parametrize("game", ["djinns", "hanging_gardens"])
@pytest.mark.parametrize("lapse", ["wait", "stand-in"])
@examples(40)
@given(course=st.lists(actions, min_size=3, max_size=25), seed=st.integers(0, 99))
def test_reminders_hold_over_any_events(game: str, lapse: str, course: list[tuple], seed: int) -> None:
    asyncio.run(lives(course, game, lapse, seed))
