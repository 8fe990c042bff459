"""Discord limits direct messages to new people, and files on a server: play goes on, and choices stay."""

from __future__ import annotations

import pytest

from cogs.discord_api.errors import DIRECT_MESSAGES_PAUSE_SECONDS
from cogs.discord_api.uploads import UPLOADS_RETRY_SECONDS
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.faults import Fault
from tests.journeys.clocks import Clocks
from trials.journey import Journey, is_board
from trials.screen import is_preview

IN_WORDS = "Discord does not accept pictures here"
HALF = "Half of your time"


def reminders_of(settings: Answer) -> str:
    return next(line for line in settings.text.splitlines() if line.startswith("**Reminders**"))


@pytest.mark.own_bot
@pytest.mark.parametrize(("reminders", "words"), [("direct", HALF), ("digest", "Waiting for you")])
async def test_too_many_direct_messages_change_no_choice(journey: Journey, clocks: Clocks, reminders: str, words: str) -> None:
    await journey.begin(2, time_limit="relaxed")
    mover = journey.mover
    chosen = reminders_of(await mover.slash("settings", reminders=reminders))
    limited = journey.sandbox.world.faults.add(Fault("POST", "/users/@me/channels", code=40003))
    clocks.pass_hours(36)
    if reminders == "digest":
        owed = "SELECT at FROM due WHERE kind = 'digest'"
        await journey.until(lambda: bool(journey.rows(owed)))
        journey.sandbox.advance(journey.rows(owed)[0][0] - journey.sandbox.world.now() + 1)
    await journey.until(lambda: "40003" in journey.bot.log)
    assert limited.hits == 1
    journey.sandbox.advance(1.5 * DIRECT_MESSAGES_PAUSE_SECONDS)
    await clocks.told_directly(mover, words)
    assert not clocks.reading(HALF)
    assert reminders_of(await mover.slash("settings")) == chosen


@pytest.mark.own_bot
async def test_closed_direct_messages_are_replaced_at_the_table(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="relaxed")
    mover = journey.mover
    await mover.slash("settings", reminders="direct")
    journey.sandbox.world.faults.add(Fault("POST", "/users/@me/channels", code=50278))
    clocks.pass_hours(36)
    await clocks.told(HALF)


def mover_on(journey: Journey, board: Answer) -> Person:
    return next(person for person in journey.people if person.mention in board.text)


async def moved_on(journey: Journey, board: Answer) -> Answer:
    """Make a turn from this board, which may have no picture, and return the next board."""
    mover, known = mover_on(journey, board), {message["id"] for message in journey.home.all_messages}
    panel, goes_on = await mover.click("Your move", on=board), True
    while goes_on:
        while not is_preview(panel):
            panel = await journey.answer(mover, panel)
        goes_on = "Your turn continues after that" in panel.text
        panel = await mover.click("Confirm", on=panel)
        assert "Played" in panel.text
    return journey.ada.read(await journey.home.wait_for(lambda m: is_board(m) and m["id"] not in known))


def uploads(journey: Journey) -> int:
    """Count the requests about this server that had files."""
    return sum(bool(request["files"]) for request in journey.told)


async def test_server_that_limits_uploads_plays_in_words(journey: Journey) -> None:
    terrace = journey.home.channel_id("terrace")
    await journey.ada.press("s1:log", await journey.ada.slash("setup"), values=[terrace])
    journey.home.limit_uploads()
    first = await journey.begin(2)
    assert IN_WORDS in first.text
    assert not first.images
    tried = uploads(journey)
    second = await moved_on(journey, first)
    assert uploads(journey) == tried  # it is known by now that no picture is taken
    assert IN_WORDS in second.text
    await journey.until(lambda: not first.buttons)
    assert IN_WORDS in first.text
    assert IN_WORDS in (await journey.ada.slash("board")).text
    assert IN_WORDS in (await mover_on(journey, second).click("Your move", on=second)).text
    assert "Discord does not accept files on this server" in (await journey.ada.slash("setup")).text
    journey.home.limit_uploads(limited=False)
    journey.sandbox.advance(UPLOADS_RETRY_SECONDS + 1)
    third = await moved_on(journey, second)
    assert third.images
    assert IN_WORDS not in third.text
    told = [message for message in journey.home.messages("terrace") if "Discord does not accept files" in str(message)]
    assert len(told) == 1


async def test_words_replace_a_picture_that_is_too_large(journey: Journey) -> None:
    board = await journey.begin(2)
    journey.sandbox.world.faults.add(Fault("POST", "/callback", code=50045))
    assert IN_WORDS in (await journey.ada.slash("board")).text
    assert (await journey.ada.slash("board")).images
    journey.home.fail("POST", r"/channels/\d+/messages$", code=40005)
    assert IN_WORDS in (await moved_on(journey, board)).text
