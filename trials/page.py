"""Drive the sandbox's page in the machine's own Chromium, as a person uses it."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from playwright.async_api import Browser as Chromium
from playwright.async_api import ConsoleMessage, Locator, Page, Playwright, async_playwright, expect

from sandbox.guild_handle import GuildHandle
from trials.options import ROOT
from trials.screen import boards
from trials.waiting import WAIT_SECONDS

PICTURES = ROOT / "var" / "page"
MOST_ANSWERS = 40  # of one turn
MOST_TABS = 80  # from one end of the page to the other
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
START_MS = 100_000.0  # that a busy machine may take to start it
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

expect.set_options(timeout=WAIT_SECONDS * 1000)  # ms

SIDEWAYS = """() => [document.documentElement, ...document.body.querySelectorAll("*")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter((each) => each === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => each.outerHTML.slice(0, 120))"""
FOCUS_SHOWN = """() => document.activeElement === document.body
    || [document.activeElement, ...document.querySelectorAll(":has(:focus-visible)")]
    .some((each) => getComputedStyle(each).outlineStyle !== "none")"""


class Window(Protocol):
    """Open the page of a guild in a window of this size."""

    def __call__(self, home: GuildHandle, width: int, height: int = 800) -> AbstractAsyncContextManager[Browser]: ...


async def launch(playwright: Playwright) -> Chromium:
    """Start Chromium without a window."""
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=START_MS)


@asynccontextmanager
async def running() -> AsyncGenerator[Chromium]:
    """Yield a Chromium for one window after the other; stop it at the end."""
    async with async_playwright() as playwright:
        chromium = await launch(playwright)
        yield chromium
        await chromium.close()


class Browser:
    """One window with the page; `troubles` are the complaints of its console but for the `foreseen`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.foreseen: str | None = None  # a part of complaints that a test provokes
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._hear)

    @classmethod
    @asynccontextmanager
    async def at(
        cls, chromium: Chromium, home: GuildHandle, width: int, height: int = 800, *, scale: float = 1
    ) -> AsyncGenerator[Browser]:
        """Open the page of a guild in a window of this size, and wait until it listens.

        :raises AssertionError: at the end, if its console has complained.
        """
        page = await chromium.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        page.set_default_timeout(WAIT_SECONDS * 1000)  # ms
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
        """Return the only pane, or one of the two that "Two people" shows."""
        return Pane(self, self.page.locator(".pane").nth(index))

    async def assert_fits(self) -> None:
        """Assert that nothing scrolls sideways."""
        sideways = await self.page.evaluate(SIDEWAYS)
        assert not sideways, sideways

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def tab_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Go there by Tab or Shift+Tab; assert that the focus is visible at each step.

        :raises AssertionError: when the element is not reached.
        """
        for _ in range(MOST_TABS):
            await self.press(key)
            assert await self.page.evaluate(FOCUS_SHOWN), await self.page.evaluate("document.activeElement.outerHTML")
            if await wanted.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"{wanted} is not reached by {key}")

    async def picture(self, name: str) -> None:
        """Save a screenshot in var/page."""
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
        self.feed = root.locator(".list")
        self.articles = root.get_by_role("article")
        self.private = root.locator("article.private")
        self.panel = self.private.last
        self.answers = self.panel.locator('.row button:not([data-id^="p1:tab:"])')  # and other buttons, but no tabs

    async def act_as(self, name: str) -> None:
        """Become another of the four people."""
        await self.root.get_by_role("radio", name=name).check(force=True)
        await expect(self.root).to_have_attribute("aria-label", re.compile(rf"\b{name}\b"))
        await expect(self.feed).to_have_attribute("aria-busy", "false")

    def link(self, channel: str) -> Locator:
        """Return the link to a channel or thread, by its id."""
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
        """Pick an option of the list above the composer."""
        await self.offers.get_by_role("option").filter(has_text=text).first.click()

    async def click(self, label: str, on: Locator | None = None) -> None:
        """Press the newest button of this name."""
        await (on or self.root).get_by_role("button", name=label).last.click()

    async def choose(self, menu: Locator, index: int) -> None:
        """Open a menu and take an option by its place."""
        await menu.click()
        await self.browser.page.get_by_role("listbox").get_by_role("option").nth(index).click()

    async def answer(self) -> None:
        """Give the first answer of the panel: an option of the last menu, Confirm, or the first button."""
        confirm = self.panel.get_by_role("button", name="Confirm")
        menus = self.panel.locator("[aria-haspopup=listbox]")
        if await menus.count():
            await self.choose(menus.last, 0)
        elif await confirm.count():
            await confirm.click()
        else:
            await self.answers.first.click()

    async def press(self, button: Locator) -> None:
        """Press a button of the panel and wait until the panel has changed."""
        before = await self.panel.get_attribute("data-revision")
        await button.click()
        await self.renewed(before)

    async def find(self, words: re.Pattern[str]) -> Locator:
        """Turn the pages of the question until an answer begins with these words; return its button.

        :raises StopIteration: if it is on no page.
        """
        answer = self.panel.locator('.row button:not([data-id^="p1:page:"])', has_text=words)
        turned = {"0"}
        while not await answer.count():
            pages = [str(await each.get_attribute("data-id")) for each in await self.panel.locator('[data-id^="p1:page:"]').all()]
            page = next(each for each in pages if each.rpartition(":")[2] not in turned)
            turned.add(page.rpartition(":")[2])
            await self.press(self.panel.locator(f'[data-id="{page}"]'))
        return answer

    async def renewed(self, before: str | None) -> None:
        """Wait until the panel has changed and waits for nothing."""
        await expect(self.panel).not_to_have_attribute("data-revision", before or "")
        await expect(self.panel).to_have_attribute("aria-busy", "false")

    async def start_turn(self, home: GuildHandle) -> None:
        """Become the person who is to move, look at the board and open the panel."""
        person = home.person(mover(home))
        await self.act_as(person.name)
        board = boards(home.all_messages)[-1]
        if await self.link(board["channel_id"]).get_attribute("aria-current") is None:
            await self.open(board["channel_id"])
        known = {message["id"] for message in home.all_messages}
        await self.root.locator(f'[data-message="{board["id"]}"] [data-id^="b1:move:"]').click()
        shown = await home.wait_for(lambda m: m["_reader"] == person.id and m["id"] not in known)
        await expect(self.panel).to_have_attribute("data-message", shown["id"])
        await expect(self.answers.first).to_be_enabled()

    async def take_turn(self, home: GuildHandle) -> None:
        """Take the turn of the person who is to move, each time with the first answer, until a new board is posted."""
        former = len(boards(home.all_messages))
        await self.start_turn(home)
        await self.finish_turn(home, former)

    async def finish_turn(self, home: GuildHandle, former: int) -> None:
        """Give the first answer each time, until there are more than `former` boards.

        :raises AssertionError: if the turn does not end.
        """
        for _ in range(MOST_ANSWERS):
            if await self.played():
                await self.board_after(home, former)
                return
            before = await self.panel.get_attribute("data-revision")
            await self.answer()
            await self.renewed(before)
        raise AssertionError(await self.panel.inner_text())

    async def play(self, home: GuildHandle, *answers: str) -> None:
        """Play the turn of the person who is to move: press the buttons that begin with these words, and confirm."""
        former = len(boards(home.all_messages))
        await self.start_turn(home)
        for answer in answers:
            await self.press(await self.find(re.compile(rf"^\s*{answer}\b", re.IGNORECASE)))
        await self.press(self.panel.get_by_role("button", name="Confirm"))
        await expect(self.panel).to_contain_text("Played")  # a private decision goes on there
        await self.board_after(home, former)

    async def played(self) -> bool:
        """Return whether the turn in the panel is over."""
        return "Played" in await self.panel.inner_text() and not await self.panel.get_by_role("button", name="Close").count()

    async def board_after(self, home: GuildHandle, former: int) -> None:
        """Wait until the number of boards exceeds `former` and the newest one is on the page."""
        assert await home.world.changes.wait_until(lambda: len(boards(home.all_messages)) > former, WAIT_SECONDS)
        await expect(self.root.locator(f'[data-message="{boards(home.all_messages)[-1]["id"]}"]')).to_be_visible()


def mover(home: GuildHandle) -> str:
    """Return the name of the person who is to move at the newest board."""
    text = str(boards(home.all_messages)[-1]["components"])
    return next(name for name, person in home.people.items() if person.mention in text)
