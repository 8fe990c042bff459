"""The machine's own Chromium, for the tests of the sandbox's page and for its numbers."""

from __future__ import annotations

import shutil

from playwright.async_api import Browser, Playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
START = 100_000.0  # ms that a busy machine may take to start it
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


async def launch(playwright: Playwright) -> Browser:
    """Start it without a window."""
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET, timeout=START)
