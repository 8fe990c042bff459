"""Draws the pictures of the page for the documents: `python -m tests.journeys.pictures`, or those of languages, such as `fr de`.

Real positions: each table is played to its middle by the house itself, and a round more with the bot; then the page looks at it.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import expect

from cogs.check import served_locales
from cogs.shell.languages import catalogues
from rules.game import Step
from sandbox.server import Sandbox
from tests.hanging_gardens.greedy import greedy_move
from tests.ishtar.greedy import greedy_move as build
from tests.playing import Choose, at_random
from trials.journey import Journey
from trials.local_bot import known_languages
from trials.options import ROOT
from trials.page import CHROMIUM, Browser, running
from trials.process_bot import ProcessBot
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

FOLDER = ROOT / "docs"
ENGLISH = "en"
SCALE = 1.5  # pixels of the picture to one of the page
COLOURS = 256
SEED = 7


@asynccontextmanager
async def playing(language: str, game: str, seats: int, moves: int, choose: Choose) -> AsyncIterator[Journey]:
    """Yield a table in this language with ``seats`` people, after ``moves`` moves."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sandbox = await Sandbox.start(clock=folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
        bot = ProcessBot(sandbox, folder, str(SEED))
        bot.emojis = True
        journey = Journey(bot, sandbox.home)
        journey.game = game
        made = count()

        def enough(_: Step[Any]) -> bool:
            return next(made) == moves

        try:
            await journey.prepared(seats, choose, enough, SEED, language)
            await journey.until(lambda: "emojis: " in bot.log)
            for _ in range(seats):  # so that the board tells of the last round alone
                await journey.play(choose, typed=True)
            locale, *_ = served_locales(known_languages(), language)
            for person in journey.people:
                person.locale = locale
            yield journey
        finally:
            await bot.stop()
            await sandbox.close()


@asynccontextmanager
async def looking(journey: Journey, width: int, height: int) -> AsyncIterator[Browser]:
    """Open the page in a window of this size."""
    async with running() as chromium, Browser.at(chromium, journey.home, width, height, scale=SCALE) as browser:
        yield browser


async def keep(browser: Browser, language: str, name: str) -> None:
    """Save a picture of the window, in few colours."""
    await browser.page.mouse.move(0, 0)
    for pane in await browser.page.locator(".pane").all():
        await expect(pane.locator("article").last.locator("img").last).to_have_js_property("complete", True)
    picture = Image.open(io.BytesIO(await browser.page.screenshot())).convert("RGB")
    folder = FOLDER if language == ENGLISH else FOLDER / language.replace("-", "_")
    folder.mkdir(exist_ok=True)
    file = folder / f"page-{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


async def board(language: str) -> None:
    """Take a picture of a board with its buttons."""
    async with playing(language, "djinns", 3, 20, at_random("djinns")) as journey, looking(journey, 1000, 820) as browser:
        pane = browser.pane()
        await pane.act_as(journey.mover.name)
        await expect(pane.root.locator('[data-id^="b1:move:"]').last).to_be_enabled()
        await keep(browser, language, "board")


async def question(language: str) -> None:
    """Take a picture of the private panel of somebody who is to move."""
    choose = at_random("schlossgarten")
    async with playing(language, "schlossgarten", 2, 16, choose) as journey, looking(journey, 1000, 1440) as browser:
        await browser.pane().start_turn(journey.home)
        await keep(browser, language, "question")


async def side_by_side(language: str) -> None:
    """Take a picture of two people at one table."""
    async with playing(language, "hanging_gardens", 2, 24, greedy_move) as journey, looking(journey, 1280, 960) as browser:
        await browser.page.locator("#two").click()
        await browser.pane(1).act_as(journey.waiting.name)
        await browser.pane(0).start_turn(journey.home)
        await keep(browser, language, "two")


async def phone(language: str) -> None:
    """Take a picture as wide as a phone."""
    async with playing(language, "ishtar", 2, 40, build) as journey, looking(journey, 390, 844) as browser:
        await browser.pane().start_turn(journey.home)
        await keep(browser, language, "phone")


async def main() -> None:
    """Take all pictures in the named languages, else in all."""
    if CHROMIUM is None:
        sys.exit("The pictures are taken in Chromium. Install it: apt-get install chromium.")
    for language in sys.argv[1:] or (ENGLISH, *catalogues()):
        for take in (board, question, side_by_side, phone):
            await take(language)


if __name__ == "__main__":
    asyncio.run(main())
