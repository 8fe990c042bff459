"""Measure the sandbox's page in the machine's Chromium, with the browser's own performance API.

The first view is everything that is fetched with an empty cache until the channel is drawn, before compression and without
the WebSocket. The page is loaded at the browser's load event; its channel is drawn when the WebSocket has brought it. 500
messages with pictures of boards are scrolled upwards, frame by frame, while the page fetches older ones 50 at a time; a long
task takes 50 ms or more. The first answer is the time from the start of `bot.py --sandbox` until the answer to `/help` is
visible on a page that is opened as soon as its address is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from bench.rows import NotMeasured, Row, quantile
from render import paint
from render.album import sketch_random_game
from render.png import encode
from rules import GAMES
from sandbox.kinds import COMPONENTS_V2
from sandbox.mailbox import Draft, post
from sandbox.media import Upload
from sandbox.server import Sandbox
from sandbox.world import BOT_ID
from trials.options import add_number
from trials.page import CHROMIUM, launch

BOT = Path(__file__).parents[1] / "bot.py"
STEP = 120  # pixels a frame
WINDOW = {"width": 1000, "height": 800}

# The page itself promises the time when the channel is drawn.
WATCH = """window.drawn = new Promise((done) => new MutationObserver(() => {
    if (document.querySelector(".list:is(.empty, :has(article))")) requestAnimationFrame(() => done(performance.now()));
}).observe(document, { subtree: true, childList: true, attributes: true }));"""
FETCHED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((each) => !each.name.includes("/attachments/")).reduce((sum, each) => sum + each.decodedBodySize, 0)"""
SCROLL = """(step) => new Promise((done) => {
    const scroller = document.querySelector(".scroller"), frames = [], tasks = [];
    const note = (list) => tasks.push(...list.getEntries().map((each) => each.duration));
    new PerformanceObserver(note).observe({ type: "longtask" });
    let last = null, still = 0;
    const frame = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        const before = scroller.scrollTop;
        scroller.scrollTop -= step;
        still = scroller.scrollTop === before ? still + 1 : 0;
        if (still < 60) return requestAnimationFrame(frame);
        done({ frames: frames.slice(0, -60), tasks, shown: document.querySelectorAll("article").length });
    };
    requestAnimationFrame(frame);
})"""


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the numbers of loads, messages and starts."""
    add_number(asked, "loads", 9, "times that each page is loaded")
    add_number(asked, "messages", 500, "messages that are scrolled through")
    add_number(asked, "starts", 3, "starts of the program")


def run(given: argparse.Namespace) -> list[Row]:
    """Measure loads, scrolling and starts.

    :raises NotMeasured: without Chromium.
    """
    if CHROMIUM is None:
        raise NotMeasured("the page, as there is no Chromium on this machine")
    return asyncio.run(_run(given))


async def _run(given: argparse.Namespace) -> list[Row]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        rows = await _loads(browser, given.loads)
        rows += [*await _scrolled(browser, given.messages), *await _starts(browser, given.starts)]
        await browser.close()
    return rows


# -- the first view -------------------------------------------------------------------------


async def _loads(browser: Browser, times: int) -> list[Row]:
    async with _sandbox(0) as empty, _sandbox(1) as talking:
        nothing, some = await _load(browser, empty, times), await _load(browser, talking, times)
    return [
        Row("first view, nothing written yet", nothing[0], "kB", 60),
        Row("first view with a message, its pictures apart", some[0], "kB"),
        Row("page load, nothing written yet, p50", nothing[1], "ms", 300),
        Row("page load with a message, p50", some[1], "ms", 300),
        Row("until the channel is drawn, nothing written yet, p50", nothing[2], "ms"),
        Row("until the channel is drawn with a message, p50", some[2], "ms"),
    ]


async def _load(browser: Browser, address: str, times: int) -> tuple[float, float, float]:
    """Return the kB of the first view, the ms until the page was loaded, and the ms until its channel was drawn."""
    loaded: list[float] = []
    drawn: list[float] = []
    size = 0.0
    for _ in range(times):
        page = await _opened(browser, address)
        loaded.append(await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        drawn.append(await page.evaluate("drawn"))
        size = await page.evaluate(FETCHED) / 1000
        await page.context.close()
    return size, median(loaded), median(drawn)


async def _opened(browser: Browser, address: str) -> Page:
    """Open the page in a browser with an empty cache, and wait until its channel is drawn."""
    context = await browser.new_context(viewport={"width": WINDOW["width"], "height": WINDOW["height"]})
    await context.add_init_script(WATCH)
    page = await context.new_page()
    await page.goto(address)
    await page.evaluate("drawn")
    return page


# -- many messages --------------------------------------------------------------------------


async def _scrolled(browser: Browser, messages: int) -> list[Row]:
    async with _sandbox(messages) as address:
        page = await _opened(browser, address)
        found: dict[str, Any] = await page.evaluate(SCROLL, STEP)
        await page.context.close()
    assert found["shown"] == messages, f"only {found['shown']} messages came"
    return [
        Row(f"{messages} messages with pictures scrolled, a frame, p50", median(found["frames"]), "ms"),
        Row(f"{messages} messages with pictures scrolled, a frame, p95", quantile(found["frames"], 0.95), "ms"),
        Row(f"{messages} messages with pictures scrolled, long tasks", len(found["tasks"]), ""),
        Row(f"{messages} messages with pictures scrolled, longest task", max(found["tasks"], default=0), "ms"),
    ]


# -- from the start -------------------------------------------------------------------------


async def _starts(browser: Browser, times: int) -> list[Row]:
    found = [await _start(browser) for _ in range(times)]
    return [
        Row("bot.py --sandbox until its address is printed, p50", median(told for told, _ in found), "s"),
        Row("bot.py --sandbox until the first answer is on the page, p50", median(seen for _, seen in found), "s", 3),
    ]


async def _start(browser: Browser) -> tuple[float, float]:
    """Return the seconds until the address is printed, and until the answer to `/help` is visible."""
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(BOT),
            *("--sandbox", "--port", "0"),
            cwd=folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert process.stdout is not None
        try:
            address = (await process.stdout.readline()).decode().split()[-1]
            told = perf_counter() - began
            await _ask_for_help(browser, address)
            return told, perf_counter() - began
        finally:
            process.terminate()
            await process.wait()


async def _ask_for_help(browser: Browser, address: str) -> None:
    """Type as soon as there is a text field, and send when the bot's commands are known."""
    page = await browser.new_page()
    await page.goto(address)
    await page.locator(".composer textarea").fill("/help")
    await page.locator(".suggest").get_by_role("option", name="/help").wait_for()
    await page.keyboard.press("Enter")
    await page.locator("article .text").first.wait_for()
    await page.close()


# -- a sandbox in another process ------------------------------------------------------------


@asynccontextmanager
async def _sandbox(messages: int) -> AsyncGenerator[str]:
    """Yield the address of a sandbox without a bot, with this number of messages in its first channel."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, messages))
    process.start()
    theirs.close()
    try:
        yield await asyncio.to_thread(ours.recv)
    finally:
        ours.close()
        await asyncio.to_thread(process.join)


def _serve(pipe: Connection, messages: int) -> None:
    asyncio.run(_until_told(pipe, messages))


async def _until_told(pipe: Connection, messages: int) -> None:
    sandbox = await Sandbox.start()
    pictures = [_picture(number) for number in range(10 if messages else 0)]
    for number in range(messages):
        _post(sandbox, number, pictures[number % len(pictures)])
    pipe.send(sandbox.page)
    with suppress(EOFError):
        await asyncio.to_thread(pipe.recv)
    await sandbox.close()


def _picture(number: int) -> bytes:
    sketch = sketch_random_game(GAMES["djinns"], 2, 4 + number, number)
    return encode(paint(sketch))


def _post(sandbox: Sandbox, number: int, picture: bytes) -> None:
    """Post a message like a board: words, a picture, buttons."""
    buttons = [{"type": 2, "style": 2, "label": label, "custom_id": f"{label} {number}"} for label in ("Your move", "My view")]
    shown = [
        {"type": 10, "content": f"**Ada** moves for the {number}th time."},
        {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The lake"}]},
        {"type": 1, "components": buttons},
    ]
    body = {
        "flags": COMPONENTS_V2,
        "components": [{"type": 17, "components": shown}],
        "attachments": [{"id": 0, "filename": "board.png"}],
    }
    author = sandbox.world.users[BOT_ID]
    post(sandbox.world, Draft(sandbox.home.channel_id("garden"), author, body, {"files[0]": Upload("board.png", picture)}))
