"""Messages that Discord refuses for a day: the bot gives up, says so in /setup, and /board posts them again."""

from __future__ import annotations

import pytest

from host.outbox import JITTER_SHARE, RETRY_PAUSES_SECONDS
from tests.journeys.clocks import Clocks
from trials.journey import Journey

DAY = 86_400
REST = 121  # seconds: of a card, and for which a claim lasts


async def forbidden(journey: Journey) -> None:
    """A table whose next board is refused."""
    await journey.begin(2, time_limit="untimed")
    journey.home.permit("garden", send_messages_in_threads=False)
    mover = journey.mover
    assert "Played" in (await mover.click("Confirm", on=await journey.click_move(mover))).text
    await journey.until(lambda: "(board, table 1): retrying later: Forbidden" in journey.bot.log)


async def given_up(journey: Journey) -> None:
    journey.sandbox.advance(DAY)
    await journey.until(lambda: "(board, table 1): gave up: Forbidden" in journey.bot.log)


def pending(journey: Journey) -> list[str]:
    """Return the kinds of messages that are pending or given up."""
    return [kind for (kind,) in journey.rows("SELECT kind FROM outbox WHERE message IS NULL")]


async def nothing_pending(journey: Journey) -> None:
    """Once the card has rested, too."""
    journey.sandbox.advance(REST)
    await journey.until(lambda: not pending(journey))


@pytest.mark.own_bot
async def test_setup_names_refused_messages_until_they_are_posted(journey: Journey) -> None:
    await forbidden(journey)
    former, mover = len(journey.boards), journey.mover
    assert "for a day: " not in (await journey.ada.slash("setup")).text
    await given_up(journey)
    english = (await journey.ada.slash("setup")).text
    assert "Discord refused the board of table 1 for a day: I am missing permissions there." in english
    journey.ada.locale = "fr"
    french = (await journey.ada.slash("setup")).text
    assert "Discord a refusé le plateau de la table 1 pendant un jour" in french
    journey.ada.locale = "en-US"
    assert "Missing" not in french
    assert "Missing Permissions" in journey.bot.log
    journey.home.permit("garden", send_messages_in_threads=None)
    await mover.slash("board")
    await journey.next_board(former)
    await journey.until(lambda: pending(journey) in ([], ["lobby"]))
    await nothing_pending(journey)
    assert "for a day: " not in (await journey.ada.slash("setup")).text


@pytest.mark.own_bot
async def test_a_permission_that_comes_back_needs_no_click(journey: Journey, clocks: Clocks) -> None:
    await forbidden(journey)
    former = len(journey.boards)
    for tries, pause in enumerate(RETRY_PAUSES_SECONDS[:3], 1):
        await clocks.postponed("board", tries)
        journey.sandbox.advance(pause * (1 + JITTER_SHARE))
    assert await clocks.postponed("board", 4) > clocks.now.timestamp() + RETRY_PAUSES_SECONDS[2]
    journey.home.permit("garden", send_messages_in_threads=None)
    await journey.next_board(former)


@pytest.mark.own_bot
@pytest.mark.parametrize("before", [True, False])
async def test_removed_bot_keeps_no_refused_messages(journey: Journey, before: bool) -> None:
    await forbidden(journey)
    if before:
        await given_up(journey)
    journey.home.remove_bot()
    await journey.until(lambda: journey.rows("SELECT wake FROM tables") == [(None,)])
    if not before:
        await given_up(journey)
        await journey.until(lambda: "(lobby, table 1): retrying later: Forbidden" in journey.bot.log)
        journey.sandbox.advance(DAY)  # the card was refused later than the board
    await journey.until(lambda: not pending(journey))
