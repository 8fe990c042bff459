"""The server of the database is away for a while: people are told, and all goes on by itself."""

from __future__ import annotations

import pytest

from tests.journeys.house import Journey
from tests.server import Server


@pytest.mark.own_bot
async def test_people_are_told_and_nothing_is_half_done(journey: Journey, server: Server) -> None:
    await journey.begin(2)
    former = len(journey.boards)
    mover = journey.mover
    preview = await journey.click(mover)
    server.stop()
    try:
        refused = await mover.click("Confirm", on=preview)
        assert "cannot save at the moment" in refused.text + "".join(each.text for each in refused.followups)
    finally:
        server.start()
    done = refused
    while "Played" not in done.text:
        done = await mover.click("Confirm", on=preview)
    await journey.next_board(former)
    assert journey.rows('SELECT count(*) FROM moves WHERE "table" = ? AND seat >= 0', journey.tables[-1]) == [(1,)]
    await journey.turn()
