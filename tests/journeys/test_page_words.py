"""Every text of the page goes through its words: in a made-up language no other is left, wherever one looks."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import Route, expect

from sandbox import words
from trials.journey import Journey
from trials.page import Browser, Window

pytestmark = [pytest.mark.browser, pytest.mark.process]

# What the bot and people write, moments, and what developers read and type as it is.
WRITTEN = """
    .text, .picture, .button > span, .select, .author, .origin, time, .place-name, .parent, .pane-head h2,
    .pane-head select option, .person-name, .self strong, .avatar, .command, .chip label, .suggest li,
    .suggest-title:has(strong), .listbox li, dialog.zoom .stage, .zoom-alt, dialog.modal h2,
    dialog.modal label, td, pre, .tool-line strong, [type=search], [spellcheck], .divider span:not(.new),
    .pane > .hidden, .suggest:has(strong) ul
"""
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Parterre", "garden", "terrace", "Garden Club", "UTC"]
PLAIN = """([written, names]) => {
    const moments = new Set([...document.querySelectorAll("time")].flatMap((each) => [each.title, each.textContent]));
    const known = (text) => names.includes(text.trim().replace(/^[#↳] */, "")) || moments.has(text);
    const plain = (text) => /\\p{L}{2}/u.test(text) && !text.includes("⟦") && !known(text);
    const open = (element) => !element.closest(written) && element.value !== element.textContent;
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const {data, parentElement} = walker.currentNode;
        if (plain(data) && open(parentElement)) found.push(data);
    }
    for (const name of ["aria-label", "title", "placeholder", "data-empty"]) {
        const named = [...document.body.querySelectorAll(`[${name}]`)].filter((each) => !each.closest(`${written}, dialog.zoom`));
        found.push(...named.map((each) => each.getAttribute(name)).filter(plain));
    }
    return found;
}"""


def wrapped(word: words.Word) -> words.Word:
    """A word in the made-up language, longer by two fifths."""
    if isinstance(word, dict):
        return {form: str(wrapped(text)) for form, text in word.items()}
    return f"⟦{word}{' ~~~~' * (2 * len(word) // 25)}⟧"


MADE_UP = json.dumps({key: wrapped(word) for key, word in words.words(words.ENGLISH).items()})


async def made_up(browser: Browser, journey: Journey) -> None:
    """From now on French is the made-up language, and Ada reads it."""

    async def answer(route: Route) -> None:
        await route.fulfill(body=MADE_UP, content_type="application/json")

    await browser.page.route("**/static/words-fr.json", answer)
    journey.ada.locale = "fr"
    await expect(browser.page.locator("#tools")).to_contain_text("⟦")


async def look(browser: Browser) -> None:
    """No plain word is to be seen or heard, and nothing scrolls sideways."""
    assert await browser.page.evaluate(PLAIN, [WRITTEN, NAMES]) == []
    await browser.assert_fits()


@pytest.mark.long
async def test_the_pane_its_messages_and_menus(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390, 844) as browser:
        await made_up(browser, journey)
        pane = browser.pane()
        await expect(pane.root.locator(".list.empty")).to_be_visible()
        await look(browser)
        said = await journey.ben.say("<@999> <#999> ||hidden||")
        await expect(pane.articles).to_have_count(1)
        await journey.ada.slash("game new", game="djinns", seats=2)
        await expect(pane.root.locator(".origin")).to_contain_text("⟦")
        await look(browser)
        await browser.page.locator(".menu").click()
        await look(browser)
        await browser.press("Escape")
        await pane.root.locator(f'[data-message="{said["id"]}"] .author').click()
        await expect(browser.page.get_by_role("listbox")).to_be_visible()
        await look(browser)
        await browser.press("Escape")
        journey.home.archive(journey.home.open_thread("garden", "⟦old⟧"), locked=True)
        await browser.page.evaluate("document.body.querySelectorAll('details').forEach(each => each.open = true)")
        await look(browser)
        await browser.picture("made-up-pane")


@pytest.mark.long
async def test_the_composer_forms_and_pictures(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390, 844) as browser:
        await made_up(browser, journey)
        pane = browser.pane()
        for typed in ("/", "/nothing like it", "/partie nouvelle jeu:djinns places:99"):
            await pane.composer.click()
            await pane.composer.fill(typed)
            await expect(pane.offers).to_be_visible()
            await look(browser)
        await pane.send.click()
        await look(browser)
        await pane.composer.click()
        await browser.press("Escape", "Escape")
        await pane.slash("/règles jeu:djinns")
        picture = pane.private.last.locator(".zoomer").first  # the line before may have been answered, too
        await expect(picture).to_be_visible()
        await look(browser)
        await picture.click()
        await expect(browser.page.locator("dialog.zoom")).to_be_visible()
        await look(browser)
        await browser.press("Escape")
        await browser.picture("made-up-composer")


@pytest.mark.long
async def test_tools_and_their_answers_are_translated(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1200, 900) as browser:
        await browser.page.locator("#tools").click()
        panel = browser.page.locator("#tools-panel")
        await expect(panel.get_by_role("group", name="Conformance")).to_be_visible()
        await made_up(browser, journey)
        await expect(panel.locator("output").first).to_contain_text("⟦")
        await expect(panel.locator("select option", has_text="⟦")).not_to_have_count(0)
        await panel.get_by_role("button", name=re.compile("Delete this")).click()
        await expect(panel.locator(".tool-notice")).to_contain_text("⟦Say what is to be deleted")
        await look(browser)
        await panel.get_by_role("button", name=re.compile("Check the requests")).click()
        await expect(panel.locator(".tool-notice")).to_contain_text("⟦The checker")
        await look(browser)
        await browser.picture("made-up-tools")


@pytest.mark.long
async def test_untranslated_word_on_the_page_is_found(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        await made_up(browser, journey)
        for planted in ("append('plain')", "setAttribute('title', 'plain')"):
            await browser.page.evaluate(f"document.querySelector('.composer button').{planted}")
            assert "plain" in str(await browser.page.evaluate(PLAIN, [WRITTEN, NAMES]))
            await browser.page.evaluate("document.querySelector('.composer button').textContent = ''")
