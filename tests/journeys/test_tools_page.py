"""The developer's tools on the page, in a real browser, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from trials.journey import Journey
from trials.page import Browser, Window

pytestmark = [pytest.mark.browser, pytest.mark.process]


async def opened(browser: Browser) -> Locator:
    await browser.page.get_by_role("button", name="Tools").click()
    return browser.page.locator("#tools-panel")


def group(tools: Locator, title: str) -> Locator:
    return tools.get_by_role("group", name=title)


@pytest.mark.long
@pytest.mark.own_bot
@pytest.mark.parametrize(("name", "width"), [pytest.param("phone", 390, marks=pytest.mark.long), ("desk", 1200)])
async def test_tools_work_by_mouse(journey: Journey, name: str, width: int, window: Window) -> None:
    async with window(journey.home, width, 900) as browser:
        tools = await opened(browser)
        clock = group(tools, "Clock")
        await clock.get_by_label("By").fill("26")
        await clock.get_by_role("button", name="Move forward").click()
        await expect(clock).to_contain_text("1 day 2 hours ahead")
        languages = group(tools, "People").get_by_label("Language")
        await expect(languages).to_have_count(5)
        await languages.nth(1).select_option("fr")  # the tools speak as Ada reads
        await expect(tools.get_by_role("status").first).to_contain_text("Ben reads fr.")
        assert journey.ben.locale == "fr"
        await group(tools, "People").get_by_label("Language of the server").select_option("de")
        await expect(tools.get_by_role("status").first).to_contain_text("The server prefers de.")
        assert journey.home.locale == "de"
        faults = group(tools, "Faults")
        await faults.get_by_label("Requests get").select_option(label="404 unknown message")
        await faults.get_by_label("Method").select_option("PATCH")
        await faults.get_by_label("Path").fill("(")
        await faults.get_by_role("button", name="Let them fail").click()
        await expect(tools.get_by_role("status").first).to_contain_text("no regular expression")
        await faults.get_by_label("Path").fill("/messages")
        await faults.get_by_role("button", name="Let them fail").click()
        await expect(faults.get_by_role("listitem")).to_have_text("404 Unknown Message: the next 1 of PATCH /messages")
        await faults.get_by_role("button", name="Clear").click()
        await expect(faults.get_by_role("listitem")).to_have_count(0)
        places = group(tools, "Places")
        await places.get_by_role("button", name="Deny").click()
        await expect(places).to_contain_text("no view channel")
        assert await tools.evaluate("element => element.scrollWidth <= element.clientWidth")
        assert await browser.page.evaluate("document.documentElement.scrollWidth") <= width
        await browser.picture(f"tools-{name}")
        await group(tools, "Requests of the bot").scroll_into_view_if_needed()
        await browser.picture(f"tools-{name}-requests")


@pytest.mark.long
async def test_tools_list_every_request(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1200, 900) as browser:
        tools = await opened(browser)
        answer = await journey.ada.slash("help")
        log = group(tools, "Requests of the bot")
        await log.get_by_label("Only those with").fill("callback")
        row = log.get_by_role("row").nth(1)
        await expect(row).to_contain_text("/callback")
        await row.get_by_role("button").press("Enter")
        await expect(log.get_by_label("Request", exact=True)).to_contain_text('"type": 4')
        assert answer.interaction is not None
        assert answer.interaction.token not in await log.inner_text()


@pytest.mark.long
@pytest.mark.own_bot
async def test_tools_work_by_keyboard(journey: Journey, window: Window) -> None:
    gateway = journey.sandbox.gateway_state
    async with window(journey.home, 1200, 900) as browser:
        keyboard = browser.page.keyboard
        await browser.page.get_by_role("button", name="Tools").focus()
        await keyboard.press("Enter")
        cut = browser.page.get_by_role("button", name="Cut the connection")
        await expect(cut).to_be_visible()
        for _ in range(200):
            await keyboard.press("Tab")
            if await cut.evaluate("element => element === document.activeElement"):
                break
        await keyboard.press("Enter")
        await journey.until(lambda: gateway.resumes == 1)
        await expect(browser.page.get_by_role("button", name="Restart")).to_be_hidden()
