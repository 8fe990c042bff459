"""The sandbox's page in a real browser: two people open a table of each game and play, as new users would."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from rules import GAMES
from sandbox.server import Sandbox
from tests.journeys.house import Bot
from tests.journeys.page import CHROMIUM, Browser, Pane

TURNS = 3

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


async def new_game(pane: Pane, title: str) -> None:
    """Type the command, take it from the list, fill in its options."""
    await pane.composer.click()
    await pane.composer.press_sequentially("/game n")
    await pane.pick("/game new")
    await pane.root.get_by_role("combobox", name="game").press_sequentially(title[:4])
    await pane.pick(title)
    await pane.pick("seats")
    await pane.root.get_by_role("combobox", name="seats").fill("2")
    await pane.root.get_by_role("button", name="Send").click()


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize(("name", "width"), [("phone", 390), ("desk", 1000)])
async def test_two_people_play_some_turns(bot: Bot, name: str, width: int, game: str) -> None:
    async with Browser.at(bot.sandbox, width) as browser:
        pane = browser.pane()
        await pane.act_as("Ada")
        await new_game(pane, GAMES[game].title)
        await expect(pane.root.get_by_role("button", name="Join")).to_be_enabled()
        await pane.act_as("Ben")
        await pane.click("Join")
        await expect(pane.articles.last).to_contain_text("Ben")
        await pane.act_as("Ada")
        await pane.click("Start")
        await bot.sandbox.wait_for(lambda m: "to move" in str(m.get("components")))
        for _ in range(TURNS):
            await pane.take_turn(bot, f"{game}-{name}")
        await browser.picture(f"{game}-{name}")
        assert await browser.page.evaluate("document.documentElement.scrollWidth") <= width


async def test_what_people_write_is_never_html() -> None:
    sandbox = await Sandbox.start()
    text = "<img src=x onerror=\"document.title='broken'\"> **bold** [here](javascript:alert(1)) `<b>` <@1>"
    async with Browser.at(sandbox, 1000) as browser:
        pane = browser.pane()
        await pane.composer.fill(text)
        await pane.composer.press("Enter")
        await expect(pane.articles.last).to_contain_text("<img src=x onerror")
        await expect(pane.articles.last.locator("strong")).to_have_text("bold")
        await expect(pane.articles.last.locator("img, a, b, script")).to_have_count(0)
        assert await browser.page.title() != "broken"
    await sandbox.close()


async def test_two_people_side_by_side(bot: Bot) -> None:
    async with Browser.at(bot.sandbox, 1600) as browser:
        await browser.page.get_by_role("button", name="Two people").click()
        ada, ben = browser.pane(0), browser.pane(1)
        await expect(ben.root).to_have_attribute("aria-label", "Ben's window")
        await ada.slash("/game new game:djinns seats:2")
        await ben.click("Join")
        await expect(ada.articles.last).to_contain_text("Ben")
        await ben.slash("/help")
        await expect(ben.articles.last).to_contain_text("Only you can see this")
        await expect(ada.articles).to_have_count(1)
        await ben.click("Dismiss message")
        await expect(ben.articles).to_have_count(1)


async def test_wrong_options_are_told_in_their_place(bot: Bot) -> None:
    async with Browser.at(bot.sandbox, 390) as browser:
        pane = browser.pane()
        await pane.slash("/game new seats:many")
        await expect(pane.root.get_by_role("combobox", name="game")).to_have_accessible_description("This option is required.")
        await expect(pane.root.get_by_role("combobox", name="seats")).to_have_accessible_description("A whole number, please.")
        await expect(pane.articles).to_have_count(0)


async def test_a_click_that_nobody_answers_is_told_under_the_message(bot: Bot) -> None:
    async with Browser.at(bot.sandbox, 1000) as browser:
        pane = browser.pane()
        await pane.slash("/game new game:djinns seats:2")
        await expect(pane.articles).to_have_count(1)
        await bot.kill()
        await pane.click("Join")
        await expect(pane.articles.last).to_have_attribute("aria-busy", "true")
        await expect(pane.articles.last.get_by_text("This interaction failed")).to_be_visible()
        await expect(pane.root.get_by_role("button", name="Join")).to_be_enabled()


async def test_the_page_comes_back_after_the_sandbox_was_restarted() -> None:
    first = await Sandbox.start()
    port = int(first.page.rsplit(":", 1)[1].strip("/"))
    async with Browser.at(first, 1000) as browser:
        pane, banner = browser.pane(), browser.page.locator("#banner")
        await pane.composer.fill("before")
        await pane.composer.press("Enter")
        await expect(pane.articles).to_have_count(1)
        await first.close()
        await expect(banner).to_contain_text("connection to the sandbox is lost")
        second = await Sandbox.start(port=port)
        await expect(banner).to_contain_text("was restarted")
        await expect(pane.articles).to_have_count(0)
        await second.close()
        await expect(banner).to_contain_text("is lost")
        browser.troubles.clear()  # the console tells of each try to connect
