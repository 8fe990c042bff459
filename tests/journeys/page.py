"""The sandbox's page as a person uses it, driven in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import ConsoleMessage, Locator, Page, async_playwright, expect

from sandbox.community import Community
from sandbox.kinds import Json
from tests.journeys.bot import ROOT
from tests.waiting import LONGEST
from trials.chromium import CHROMIUM, launch

PICTURES = ROOT / "var" / "page"
CLICKS = 40  # for all answers of one turn
TABS = 80  # from one end of the page to the other

expect.set_options(timeout=LONGEST * 1000)  # ms

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

SIDEWAYS = """() => [document.documentElement, ...document.body.querySelectorAll("*")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter((each) => each === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => each.outerHTML.slice(0, 120))"""
FOCUS_SHOWN = """() => document.activeElement === document.body
    || [document.activeElement, ...document.querySelectorAll(":has(:focus-visible)")]
    .some((each) => getComputedStyle(each).outlineStyle !== "none")"""


class Window(Protocol):
    """Opens the page of a guild in a window of this size."""

    def __call__(self, home: Community, width: int, height: int = 800) -> AbstractAsyncContextManager[Browser]: ...


@asynccontextmanager
async def running() -> AsyncIterator[Chromium]:
    """Chromium, for one window after the other."""
    async with async_playwright() as playwright:
        chromium = await launch(playwright)
        yield chromium
        await chromium.close()


class Browser:
    """One window with the page; what its console complains about is in `troubles`, but for what a test brings about itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.foreseen: str | None = None  # a part of such complaints
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)

    @classmethod
    @asynccontextmanager
    async def at(
        cls, chromium: Chromium, home: Community, width: int, height: int = 800, *, scale: float = 1
    ) -> AsyncIterator[Browser]:
        """Open the page of a guild in a window of this size, once it listens; what its console complains about fails the test."""
        page = await chromium.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        page.set_default_timeout(LONGEST * 1000)  # ms
        browser = cls(page)
        await browser.page.goto(home.page)
        await expect(page.locator("body")).not_to_have_attribute("inert", "")
        yield browser
        await page.close()
        assert not browser.troubles, browser.troubles

    def _hear(self, message: ConsoleMessage) -> None:
        trouble = f"{message.text} {message.location}"
        if message.type == "error" and (self.foreseen is None or self.foreseen not in trouble):
            self.troubles.append(trouble)

    def pane(self, index: int = 0) -> Pane:
        """The only pane, or one of the two that "Two people" shows."""
        return Pane(self, self.page.locator(".pane").nth(index))

    async def assert_fits(self) -> None:
        """Nothing scrolls sideways."""
        sideways = await self.page.evaluate(SIDEWAYS)
        assert not sideways, sideways

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def tab_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Go there by Tab or Shift+Tab; wherever the focus comes by, it is seen."""
        for _ in range(TABS):
            await self.press(key)
            assert await self.page.evaluate(FOCUS_SHOWN), await self.page.evaluate("document.activeElement.outerHTML")
            if await wanted.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"{wanted} is not reached by {key}")

    async def picture(self, name: str) -> None:
        """Keep how it looks, in var/page."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png")


class Pane:
    """One person's window in the page."""

    def __init__(self, browser: Browser, root: Locator) -> None:
        self.browser = browser
        self.root = root
        self.composer = root.locator(".composer textarea")
        self.send = root.locator(".composer-line > button")
        self.offers = root.locator(".suggest")
        self.feed = root.get_by_role("feed")
        self.articles = root.get_by_role("article")
        self.private = root.locator("article.private")
        self.panel = self.private.last
        self.answers = self.panel.locator('.row button:not([data-id^="p1:tab:"])')  # and what else it offers, but no tabs

    async def act_as(self, name: str) -> None:
        """Become another of the four people."""
        await self.root.get_by_role("radio", name=name).check(force=True)
        await expect(self.root).to_have_attribute("aria-label", re.compile(rf"\b{name}\b"))
        await expect(self.feed).to_have_attribute("aria-busy", "false")

    def link(self, channel: str) -> Locator:
        """Where a channel or thread stands in the column, by its id."""
        return self.root.locator(f'a[data-channel="{channel}"]')

    async def open(self, channel: str) -> None:
        """Go to a channel or thread, by its id."""
        menu = self.root.locator("button.menu")
        if await menu.is_visible():
            await menu.click()
        link = self.link(channel)
        await link.click()
        await expect(link).to_have_attribute("aria-current", "page")
        await expect(self.feed).to_have_attribute("aria-busy", "false")

    async def slash(self, text: str) -> None:
        """Type a command straight through and send it, as in `/game new game:djinns seats:2`."""
        await self.composer.click()
        await self.composer.fill(text)
        await self.send.click()

    async def pick(self, text: str) -> None:
        """Take what the list above the composer offers."""
        await self.offers.get_by_role("option").filter(has_text=text).first.click()

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
            await self.answers.first.click()

    async def press(self, button: Locator) -> None:
        """Press a button of the panel and wait for what it brings."""
        before = await self.panel.get_attribute("data-revision")
        await button.click()
        await self.renewed(before)

    async def renewed(self, before: str | None) -> None:
        """The panel has changed and waits for nothing."""
        await expect(self.panel).not_to_have_attribute("data-revision", before or "")
        await expect(self.panel).to_have_attribute("aria-busy", "false")

    async def start_turn(self, home: Community) -> None:
        """Whoever is to move looks at the board and opens the panel."""
        person = home.person(mover(home))
        await self.act_as(person.name)
        board = boards(home)[-1]
        if await self.link(board["channel_id"]).get_attribute("aria-current") is None:
            await self.open(board["channel_id"])
        known = {message["id"] for message in home.all_messages}
        await self.root.locator(f'[data-message="{board["id"]}"] [data-id^="b1:move:"]').click()
        shown = await home.wait_for(lambda m: m["_reader"] == person.id and m["id"] not in known)
        await expect(self.panel).to_have_attribute("data-message", shown["id"])
        await expect(self.answers.first).to_be_enabled()

    async def take_turn(self, home: Community) -> None:
        """Whoever is to move gives the first answer each time, until a new board is posted."""
        former = len(boards(home))
        await self.start_turn(home)
        await self.finish_turn(home, former)

    async def finish_turn(self, home: Community, former: int) -> None:
        """The first answer each time, until the board is posted that comes after so many."""
        for _ in range(CLICKS):
            if await self.played():
                await self.board_after(home, former)
                return
            before = await self.panel.get_attribute("data-revision")
            await self.answer()
            await self.renewed(before)
        raise AssertionError(await self.panel.inner_text())

    async def play(self, home: Community, *answers: str) -> None:
        """Whoever is to move presses the buttons that begin with these words, and confirms."""
        former = len(boards(home))
        await self.start_turn(home)
        for answer in answers:
            await self.press(self.panel.get_by_role("button", name=re.compile(rf"^{answer}\b", re.IGNORECASE)))
        await self.press(self.panel.get_by_role("button", name="Confirm"))
        await expect(self.panel).to_contain_text("Played")  # what is one's own to decide goes on there
        await self.board_after(home, former)

    async def played(self) -> bool:
        """Whether the turn in the panel is over."""
        return "Played" in await self.panel.inner_text() and not await self.panel.get_by_role("button", name="Close").count()

    async def board_after(self, home: Community, former: int) -> None:
        """Wait until the board that comes after so many is on the page."""
        assert await home.world.pulse.until(lambda: len(boards(home)) > former, LONGEST)
        await expect(self.root.locator(f'[data-message="{boards(home)[-1]["id"]}"]')).to_be_visible()


def boards(home: Community) -> list[Json]:
    """All boards that were posted in a guild, oldest first."""
    return [m for m in home.all_messages if "board-" in str(m["attachments"]) and not m["_reader"]]


def mover(home: Community) -> str:
    """Who is pinged under the newest board."""
    text = str(boards(home)[-1]["components"])
    return next(name for name, person in home.people.items() if person.mention in text)
