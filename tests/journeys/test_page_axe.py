"""The rules of axe-core for people with a screen reader, or who see little, are kept on every screen of the page."""

from __future__ import annotations

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from trials.journey import Journey
from trials.page import Browser, Window

pytestmark = [pytest.mark.browser, pytest.mark.process]


async def look(browser: Browser) -> None:
    """Assert that axe-core finds no fault on this screen."""
    await browser.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished.catch(() => null)))")
    found = (await Axe().run(browser.page)).response["violations"]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found] == []


async def test_empty_page_breaks_no_rule(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390, 844) as browser:
        pane = browser.pane()
        await expect(pane.root.locator(".list.empty")).to_be_visible()
        await look(browser)
        await pane.root.locator("button.menu").click()
        await expect(pane.link(journey.home.channel_id("garden"))).to_be_visible()
        await look(browser)


@pytest.mark.long
@pytest.mark.parametrize(("language", "theme"), [("en-US", "light"), ("en-US", "dark"), ("fr", "light"), ("de", "dark")])
async def test_screens_of_a_game_break_no_rule(journey: Journey, window: Window, language: str, theme: str) -> None:
    journey.game = "ishtar"
    await journey.begin(2)
    mover = journey.mover
    mover.locale = language
    async with window(journey.home, 390, 844) as browser:
        await browser.page.locator("#theme").select_option(theme)
        pane = browser.pane()
        await pane.act_as(mover.name)
        await pane.start_turn(journey.home)
        await look(browser)  # a board and a question
        await pane.panel.locator(".zoomer").first.click()
        await expect(browser.page.get_by_role("dialog")).to_be_visible()
        await look(browser)
        await browser.press("Escape")
        await journey.type_move(mover)
        await expect(pane.panel.locator('[data-id^="p1:confirm:"]')).to_be_visible()
        await look(browser)  # a preview


@pytest.mark.long
@pytest.mark.parametrize(("language", "command"), [("en-US", "/game new game:djinns"), ("fr", "/partie nouvelle jeu:djinns")])
async def test_commands_rules_and_forms_break_no_rule(journey: Journey, window: Window, language: str, command: str) -> None:
    async with window(journey.home, 390, 844) as browser:
        journey.ada.locale = language
        pane = browser.pane()
        await expect(pane.root).to_have_attribute("lang", language)
        await pane.composer.click()
        await pane.composer.fill("/")
        await expect(pane.offers.get_by_role("option").first).to_be_visible()
        await look(browser)
        await pane.composer.fill(f"{command} ")
        await look(browser)
        await pane.send.click()
        await expect(pane.articles).to_have_count(1)
        await look(browser)  # a lobby
        await journey.ada.slash("rules", game="djinns")
        await journey.ada.slash("help")
        await journey.ada.slash("settings")
        await expect(pane.private).to_have_count(3)
        await look(browser)
        await pane.private.last.locator('[data-id^="m1:ask:"]').first.click()
        await expect(browser.page.get_by_role("dialog")).to_be_visible()
        await look(browser)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_tools_break_no_rule(journey: Journey, window: Window, theme: str) -> None:
    async with window(journey.home, 1200, 900) as browser:
        await browser.page.locator("#theme").select_option(theme)
        await browser.page.locator("#tools").click()
        await expect(browser.page.get_by_role("group", name="Conformance")).to_be_visible()
        await look(browser)
        await browser.page.locator("#two").click()
        await expect(browser.page.locator(".pane")).to_have_count(2)
        await look(browser)
