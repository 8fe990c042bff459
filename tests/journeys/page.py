"""The sandbox's page as a person uses it, driven in a real Chromium."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Locator, Page, async_playwright, expect

from sandbox.kinds import Json
from sandbox.server import Sandbox
from tests.journeys.house import ROOT, Bot

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PICTURES = ROOT / "var" / "page"
CLICKS = 40  # for all answers of one turn


class Browser:
    """One window with the page; what its console complains about is in `troubles`."""

    def __init__(self, page: Page, sandbox: Sandbox) -> None:
        self.page = page
        self.sandbox = sandbox
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text) if message.type == "error" else None)

    @classmethod
    @asynccontextmanager
    async def at(cls, sandbox: Sandbox, width: int, height: int = 800) -> AsyncIterator[Browser]:
        """Open the page in a window of this size; whatever goes wrong in its console fails the test."""
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            browser = cls(await chromium.new_page(viewport={"width": width, "height": height}), sandbox)
            await browser.page.goto(sandbox.page)
            yield browser
            await chromium.close()
        assert not browser.troubles

    def pane(self, index: int = 0) -> Pane:
        """The only pane, or one of the two that "Two people" shows."""
        return Pane(self, self.page.locator(".pane").nth(index))

    async def picture(self, name: str) -> None:
        """Keep how it looks, in var/page."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png")


class Pane:
    """One person's window in the page."""

    def __init__(self, browser: Browser, root: Locator) -> None:
        self.browser = browser
        self.root = root
        self.composer = root.get_by_role("combobox", name="Message or command")
        self.articles = root.get_by_role("article")
        self.panel = root.locator("article.private").last

    async def act_as(self, name: str) -> None:
        """Become another of the four people."""
        await self.root.get_by_role("radio", name=name).check(force=True)
        await expect(self.root).to_have_attribute("aria-label", f"{name}'s window")

    async def open(self, channel: str) -> None:
        """Go to a channel or thread, by its id."""
        menu = self.root.get_by_role("button", name="Open the channels")
        if await menu.is_visible():
            await menu.click()
        link = self.root.locator(f'a[data-channel="{channel}"]')
        await link.click()
        await expect(link).to_have_attribute("aria-current", "page")

    async def slash(self, text: str) -> None:
        """Type a command straight through and send it, as in `/game new game:djinns seats:2`."""
        await self.composer.click()
        await self.composer.fill(text)
        await self.root.get_by_role("button", name="Send").click()

    async def pick(self, text: str) -> None:
        """Take what the list above the composer offers."""
        await self.root.locator(".suggest").get_by_role("option").filter(has_text=text).first.click()

    async def click(self, label: str, on: Locator | None = None) -> None:
        """Press the newest button of this name."""
        await (on or self.root).get_by_role("button", name=label).last.click()

    async def choose(self, menu: Locator, index: int) -> None:
        """Open a menu and take an option by its place."""
        await menu.click()
        await self.browser.page.get_by_role("listbox").get_by_role("option").nth(index).click()

    async def answer(self) -> None:
        """The first answer on offer in the panel: Confirm, an option of the last menu, or the first button."""
        confirm = self.panel.get_by_role("button", name="Confirm")
        menus = self.panel.locator("[aria-haspopup=listbox]")
        if await menus.count():
            await self.choose(menus.last, 0)
        elif await confirm.count():
            await confirm.click()
        else:
            await self.panel.locator(".row").get_by_role("button").first.click()

    async def take_turn(self, bot: Bot, name: str = "") -> None:
        """Whoever is to move gives the first answer each time, until a new board is posted."""
        former = len(boards(bot))
        board = boards(bot)[-1]
        await self.act_as(mover(bot))
        await self.open(board["channel_id"])
        await self.click("Your move", on=self.articles.filter(has_text="to move").last)
        await expect(self.panel.locator(".row").get_by_role("button").first).to_be_enabled()
        for click in range(CLICKS):
            if name and click < 4:
                await self.browser.picture(f"{name}-{click}")
            if "Played" in await self.panel.inner_text() and not await self.panel.get_by_role("button", name="Close").count():
                assert await bot.sandbox.world.pulse.until(lambda: len(boards(bot)) > former, 10)
                return
            before = await self.panel.get_attribute("data-revision")
            await self.answer()
            await expect(self.panel).not_to_have_attribute("data-revision", before or "")
            await expect(self.panel).to_have_attribute("aria-busy", "false")
        raise AssertionError(await self.panel.inner_text())


def boards(bot: Bot) -> list[Json]:
    """All boards that were posted, oldest first."""
    found = [m for box in bot.sandbox.world.messages.values() for m in box.values()]
    return [m for m in found if "board-" in str(m["attachments"]) and not m["_reader"]]


def mover(bot: Bot) -> str:
    """Who is pinged under the newest board."""
    text = str(boards(bot)[-1]["components"])
    return next(name for name in ("Ada", "Ben", "Cleo", "Dan") if f"{bot.sandbox.person(name).mention} to move" in text)
