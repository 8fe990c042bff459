"""The sandbox's page in a real browser: two people open a table and make the first choice, as a new user would."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

from tests.journeys.house import ROOT, Bot

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PICTURES = ROOT / "var" / "page"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


async def new_game(page: Page) -> None:
    """Type the command, take it from the suggestions, fill in its options."""
    await page.get_by_label("Message or command").fill("/game new")
    await page.locator("#suggestions button").first.click()
    await page.get_by_label("game *").fill("dj")
    await page.locator("#suggestions button", has_text="Djinns").click()
    await page.get_by_label("seats").fill("2")
    await page.get_by_role("button", name="Send").click()


@pytest.mark.parametrize(("name", "width"), [("phone", 390), ("desk", 1000)])
async def test_two_people_start_a_game(bot: Bot, name: str, width: int) -> None:
    troubles: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = await browser.new_page(viewport={"width": width, "height": 800})
        page.on("pageerror", lambda error: troubles.append(str(error)))
        await page.goto(bot.sandbox.page)
        await page.get_by_label("You are").select_option(label="Ada")
        await new_game(page)
        await expect(page.get_by_role("button", name="Join")).to_be_enabled()
        await page.get_by_label("You are").select_option(label="Ben")
        await page.get_by_role("button", name="Join").click()
        await expect(page.locator("#messages")).to_contain_text("2. Ben")
        await page.get_by_label("You are").select_option(label="Ada")
        await page.get_by_role("button", name="Start").click()
        board = await bot.sandbox.wait_for(lambda m: "to move" in str(m.get("components")))
        mover = next(p for p in ("Ada", "Ben") if bot.sandbox.person(p).mention in str(board["components"]))
        await page.get_by_label("You are").select_option(label=mover)
        await page.locator("#channel").select_option(board["channel_id"])
        await page.get_by_role("button", name="Your move").click()
        await page.get_by_role("button", name="red", exact=True).click()
        await page.get_by_role("button", name="Confirm").click()
        await expect(page.locator("#messages")).to_contain_text("Played red")
        await page.wait_for_timeout(500)
        PICTURES.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=Path(PICTURES) / f"{name}.png")
        wide = await page.evaluate("document.documentElement.scrollWidth")
        await browser.close()
    assert not troubles
    assert wide <= width
