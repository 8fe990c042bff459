"""The database is away for a while, on a server or for lack of room: every click gets an answer, and all goes on."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from tests.server import ON_SERVER, Server
from trials.journey import Journey, said

UNABLE = re.compile("The bot cannot (save|reach its games) at the moment")


@contextmanager
def away(journey: Journey, request: pytest.FixtureRequest) -> Generator[None]:
    """Meanwhile nothing can be saved; on a server nothing can be read either."""
    if not ON_SERVER:
        with journey.bot.full_disk():
            yield
        return
    server: Server = request.getfixturevalue("server")
    server.stop()
    try:
        yield
    finally:
        server.start()


@pytest.mark.long
@pytest.mark.process
@pytest.mark.both
@pytest.mark.own_bot
async def test_every_entry_point_answers_while_the_database_is_away(journey: Journey, request: pytest.FixtureRequest) -> None:
    await journey.begin(2)
    former, mover, other = len(journey.boards), journey.mover, journey.cleo.go("terrace")
    preview = await journey.click_move(mover)
    form = await other.click("Quiet hours…", on=await other.slash("settings"))
    asked = await other.on_person("Challenge", mover)
    with away(journey, request):
        told = {
            "command": await other.slash("game new", game="djinns", seats=2),
            "button": await mover.click("Confirm", on=preview),
            "menu": await other.choose(None, "djinns", on=asked),
            "form": await other.submit(form, From="22:00", To="06:00"),
        }
        if ON_SERVER:
            told["command that only looks"] = await mover.slash("board")
            told["menu of a person"] = await other.on_person("Challenge", mover)
        for option in ("move", "table"):
            assert await mover.complete("move", option) == [] or not ON_SERVER
        assert {entry: said(answer) for entry, answer in told.items() if not UNABLE.search(said(answer))} == {}
    done = preview
    while "Played" not in done.text:
        done = await mover.click("Confirm", on=preview)
    await journey.next_board(former)
    assert journey.rows('SELECT count(*) FROM moves WHERE "table" = ? AND seat >= 0', journey.tables[-1]) == [(1,)]
    assert await mover.complete("board", "table") != []
    await journey.turn()
