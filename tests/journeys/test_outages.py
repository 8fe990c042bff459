"""Outages of the bot, of the gateway and of a server, as people at a table meet them."""

from __future__ import annotations

import pytest

from tests.journeys.clocks import Clocks
from trials.journey import Journey

pytestmark = pytest.mark.process

HOUR = 3600
EXTENDED = "The time for this turn has been extended"


def hours_left(journey: Journey) -> float:
    """Return how many hours the turn at the newest table has left."""
    ((due,),) = journey.rows('SELECT due FROM clocks WHERE "table" = ?', journey.tables[-1])
    return (due - journey.sandbox.world.now()) / HOUR


def fact(journey: Journey, name: str) -> str:
    """Return what the bot remembers by this name."""
    return journey.rows("SELECT value FROM facts WHERE name = ?", name)[0][0]


@pytest.mark.long
@pytest.mark.own_bot
async def test_nobody_loses_time_in_which_nobody_could_play(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="daily")
    mover = journey.mover
    await journey.bot.stop()
    clocks.pass_hours(48)
    await journey.bot.start()
    await clocks.told("The bot was away for 2 days.")
    assert 23.9 < hours_left(journey) <= 24

    journey.sandbox.gateway_state.away = True
    await journey.sandbox.disconnect()
    await journey.until(lambda: "due work waits until it is back" in journey.bot.log)
    clocks.pass_hours(25)
    journey.sandbox.gateway_state.away = False
    await clocks.told("The bot was away for 1 day")
    assert 23.8 < hours_left(journey) <= 24

    journey.home.go_down()
    await journey.until(lambda: fact(journey, "servers_away") != "{}")
    clocks.pass_hours(72)
    journey.home.come_back()
    await clocks.told("The bot was away for 3 days.")
    assert 23.7 < hours_left(journey) <= 24
    assert journey.mover is mover
    assert not clocks.reading("tenth of your time")
    await journey.turn()
    await clocks.none_left(EXTENDED)
    assert "Traceback" not in journey.bot.log
    journey.bot.clear_log()
