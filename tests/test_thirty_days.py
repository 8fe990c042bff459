"""Three people play for thirty days as people do: one goes on vacation, one vanishes. What was each of them told, and when?"""

from __future__ import annotations

from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random

import pytest

from host.deadlines import DAY, HOUR, MINUTE, Rest, next_awake
from tests.table_simulation import PEOPLE, TableSimulation

ADA, BEN, CLEO = (seat.person for seat in PEOPLE)
STEP = 15 * MINUTE
VACATION = Rest("Europe/Berlin", quiet=(23 * 60, 8 * 60), away=(("2030-03-19", "2030-03-26"),))
VANISHES = 12 * DAY
HABIT = ((0.0, MINUTE), (0.5, 28 * MINUTE), (0.9, 7 * HOUR), (0.99, 23 * HOUR), (1.0, 23 * HOUR))  # share answered within


def patience(random: Random) -> float:
    """Return after how many seconds somebody answers."""
    drawn = random.random()
    (low, quick), (high, slow) = next(pair for pair in pairwise(HABIT) if drawn <= pair[1][0])
    share = (drawn - low) / (high - low)
    return exp(log(quick) + share * (log(slow) - log(quick)))


class Month(TableSimulation):
    """Turns with their beginning, their end, and how they ended."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, "hanging_gardens", "give-up", seed)
        self.turns: list[tuple[int, float, float, str]] = []
        self._answers = Random(seed)

    async def live_through(self, seconds: float) -> None:
        start = self.now()
        acting, answer = (-1, start), start  # seat, and since when
        while self.now() < start + seconds:
            self.now.forward(STEP)
            seats = (await self.table()).position.seats
            await self.look()
            seat, began = acting
            ready = seat >= 0 and self.now() >= answer and self._plays(PEOPLE[seat].person, start)
            if ready and acting in await self.running():
                await self.move()
                await self.keep_log()
            running = await self.running()
            if seat >= 0 and acting not in running:
                timed_out = (await self.table()).position.seats[seat].strikes > seats[seat].strikes
                self.turns.append((PEOPLE[seat].person, began, self.now(), "late" if timed_out else "moved"))
            if running and acting not in running:
                acting = running[0]
                answer = self.now() + patience(self._answers)
            elif not running:
                acting = (-1, start)

    async def running(self) -> list[tuple[int, float]]:
        """The turns that run now."""
        return [(clock.seat, clock.began) for clock in (await self.clocks()).values()]

    def _plays(self, person: int, start: float) -> bool:
        if person == CLEO:
            return self.now() < start + VANISHES
        return person == ADA or next_awake(self.now(), VACATION) == self.now()

    def said(self, person: int, start: float, end: float) -> list[str]:
        """Return the kinds of messages to this person in this time."""
        return [kind for at, kind, whom, _ in self.told if whom == person and start < at <= end]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
async def test_a_month_of_play_sends_the_expected_messages(tmp_path: Path, seed: int) -> None:
    month = Month(tmp_path, seed)
    await month.open()
    await month.rest(BEN, VACATION)
    start = month.now()
    await month.live_through(30 * DAY)
    await month.close()
    for person, began, ended, how in month.turns:
        said = month.said(person, began, ended)
        if person == BEN:
            assert how == "moved"
            assert len(said) <= 2
        elif how == "late":
            assert (person, ended - began) == (CLEO, pytest.approx(DAY, abs=2 * STEP))
            assert said[:2] == ["reminder", "reminder"]
        else:
            spent, exactness = (ended - began) / DAY, 2 * STEP / DAY
            assert sum(spent - exactness > rung for rung in (0.5, 0.9)) <= len(said) <= sum(spent > rung for rung in (0.5, 0.9))
    late = [turn for turn in month.turns if turn[3] == "late"]
    assert [turn[0] for turn in late] == [CLEO] * 3
    assert all(turn[1] > start + VANISHES - DAY for turn in late)
    assert month.said(CLEO, late[-1][2], start + 31 * DAY) == []
    assert [kind for at, kind, whom, _ in month.told].count("away") == 1
    assert all(next_awake(at, VACATION) == at for at, _, whom, _ in month.told if whom == BEN)
    assert {whom for _, kind, whom, _ in month.told if kind == "played"} == {CLEO}
