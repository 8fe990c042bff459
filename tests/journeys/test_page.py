"""The sandbox's page in a real browser, as a chat: what is written, told, marked, and lost."""

from __future__ import annotations

import asyncio
import re
from itertools import islice
from random import Random

import pytest
from playwright.async_api import Route, expect

from rules import GAMES
from rules.game import play_at_random
from rules.record import Header, record_lines
from sandbox.server import Sandbox
from trials.journey import Journey
from trials.page import Window

pytestmark = [pytest.mark.browser, pytest.mark.process]

IS_HIT = """(element) => {
    const {left, width, top, height} = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}"""


async def test_written_text_is_never_html(window: Window) -> None:
    sandbox = await Sandbox.start()
    text = "<img src=x onerror=\"document.title='broken'\"> **bold** [here](javascript:alert(1)) `<b>` <@1>"
    async with window(sandbox.home, 1000) as browser:
        pane = browser.pane()
        await pane.composer.fill(text)
        await pane.composer.press("Enter")
        await expect(pane.articles.last).to_contain_text("<img src=x onerror")
        await expect(pane.articles.last.locator("strong")).to_have_text("bold")
        await expect(pane.articles.last.locator("img, a, b, script")).to_have_count(0)
        assert await browser.page.title() != "broken"
        await browser.assert_fits()
    await sandbox.close()


@pytest.mark.long
async def test_nothing_can_be_clicked_before_the_page_listens(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        tools, fetched = browser.page.locator("#tools"), asyncio.Event()

        async def late(route: Route) -> None:
            await fetched.wait()
            await route.continue_()

        await browser.page.route("**/static/words-en-US.json", late)
        await browser.page.reload()
        assert not await tools.evaluate(IS_HIT)
        fetched.set()
        await tools.click()
        assert await tools.evaluate(IS_HIT)
        await expect(browser.page.locator("#tools-panel")).to_be_visible()


@pytest.mark.long
async def test_two_windows_wait_for_the_first(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        two = browser.page.locator("#two")
        await expect(two).to_be_enabled()
        await browser.page.route_web_socket(re.compile("/page/live"), lambda socket: None)
        await browser.page.reload()
        await expect(browser.page.locator("body")).not_to_have_attribute("inert", "")
        await expect(two).to_be_disabled()


@pytest.mark.long
async def test_unread_channels_are_marked(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        board = await journey.begin(2)
        await pane.act_as(journey.mover.name)
        thread, terrace = pane.link(board.message["channel_id"]), pane.link(journey.home.channel_id("terrace"))
        await expect(thread).to_contain_text("1 unread mention")
        await expect(terrace).not_to_contain_text("unread")
        await journey.dan.say(f"Good morning, {journey.mover.mention}", "terrace")
        await journey.cleo.say("Good morning, Dan", "terrace")
        await expect(terrace.locator(".badge")).to_have_text("1")
        await browser.picture("unread")
        await thread.click()
        await expect(pane.articles.filter(has_text="to move").last).to_be_visible()
        await expect(thread).not_to_contain_text("unread")
        await pane.act_as("Cleo")
        await expect(terrace.locator(".dot")).to_have_count(1)
        await expect(terrace.locator(".badge")).to_have_count(0)
        await terrace.click()
        await expect(terrace).not_to_contain_text("unread")
        await pane.open(board.message["channel_id"])
        await expect(pane.root.locator("article.mentioned")).to_have_count(0)


@pytest.mark.long
async def test_direct_messages_are_between_two(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.click("Parterre")
        await expect(pane.root.get_by_role("heading", level=2)).to_have_text("Parterre")
        await pane.composer.fill("/move")
        await expect(pane.offers).to_contain_text("There is no command /move")
        await pane.slash("/help")
        await expect(pane.articles).to_have_count(1)
        await expect(pane.articles.last).to_contain_text("Parterre")
        await browser.picture("direct")
        await pane.act_as("Ben")
        await expect(pane.root.get_by_role("heading", level=2)).to_have_text("#garden")
        await expect(pane.articles).to_have_count(0)


async def test_two_people_side_by_side(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1600) as browser:
        await browser.page.get_by_role("button", name="Two people").click()
        ada, ben = browser.pane(0), browser.pane(1)
        await expect(ben.root).to_have_attribute("aria-label", "Ben's window")
        await ada.slash("/game new game:djinns seats:2")
        await expect(ada.articles).to_have_count(1)
        await ben.click("Join")
        await expect(ada.articles.last).to_contain_text("Ben")
        await ben.slash("/help")
        await expect(ben.articles.last).to_contain_text("Only you can see this")
        await expect(ada.articles).to_have_count(1)
        await browser.picture("side-by-side")
        await browser.assert_fits()
        await ben.click("Dismiss message")
        await expect(ben.articles).to_have_count(1)
        await expect(ben.composer).to_be_focused()


@pytest.mark.long
async def test_button_redrawn_while_pressed_gets_the_click(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.slash("/game new game:djinns seats:4")
        join = pane.root.get_by_role("button", name="Join")
        await pane.act_as("Ben")
        await join.hover()
        await browser.page.mouse.down()
        await journey.cleo.click("Join")
        await journey.dan.say("Good morning", "terrace")  # is heard after the change
        await expect(pane.link(journey.home.channel_id("terrace"))).to_contain_text("unread")
        await expect(pane.articles.last).not_to_contain_text("Cleo")
        await browser.page.mouse.up()
        await expect(pane.articles.last).to_contain_text("Cleo")
        await expect(pane.articles.last).to_contain_text("Ben")


async def test_file_is_attached_to_a_command(journey: Journey, window: Window) -> None:
    game = GAMES["djinns"]
    moves = islice(play_at_random(game, game.setup(2, frozenset()), Random(1)), 4)
    record = list(record_lines(game, Header("djinns", game.version, 2, (), ("Flora", "Silva")), moves))
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await pane.composer.fill("/import ")
        file = pane.root.get_by_label("file", exact=True)
        await expect(file).to_have_attribute("type", "file")
        await expect(file).to_be_focused()
        await pane.root.get_by_role("button", name="Send").click()
        await expect(file).to_have_accessible_description("This option is required.")
        await file.set_input_files({"name": "large.jsonl", "mimeType": "text/plain", "buffer": bytes(11 * 2**20)})
        await expect(file).to_have_accessible_description("Discord accepts files of up to 10 MB.")
        await file.set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": "\n".join(record).encode()})
        await expect(file).to_have_attribute("aria-busy", "false")
        await browser.assert_fits()
        await browser.picture("attached")
        await pane.root.get_by_role("button", name="Send").click()
        await expect(pane.articles.last).to_contain_text("All names come from the file")
        await expect(pane.articles.last.get_by_role("img").first).to_be_visible()


@pytest.mark.long
async def test_wrong_options_are_described_at_their_fields(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await pane.slash("/game new seats:many")
        await expect(pane.root.get_by_role("combobox", name="game")).to_have_accessible_description("This option is required.")
        await expect(pane.root.get_by_role("combobox", name="seats")).to_have_accessible_description("A whole number, please.")
        await expect(pane.articles).to_have_count(0)
        await browser.assert_fits()


@pytest.mark.long
async def test_the_page_comes_back_after_the_sandbox_was_restarted(window: Window) -> None:
    first = await Sandbox.start()
    port = int(first.page.rsplit(":", 1)[1].strip("/"))
    async with window(first.home, 1000) as browser:
        pane, banner = browser.pane(), browser.page.locator("#banner")
        await pane.composer.fill("before")
        await pane.composer.press("Enter")
        await expect(pane.articles).to_have_count(1)
        browser.foreseen = "/page/live"  # the console tells of each try to connect
        await first.close()
        await expect(banner).to_contain_text("connection to the sandbox is lost")
        second = await Sandbox.start(port=port)
        await expect(banner).to_contain_text("was restarted")
        await expect(pane.articles).to_have_count(0)
        await second.close()
        await expect(banner).to_contain_text("is lost")
        browser.troubles.clear()  # of what could not be loaded meanwhile


@pytest.mark.long
async def test_the_channels_are_in_a_drawer_on_a_phone(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        menu = pane.root.get_by_role("button", name="Open the channels")
        terrace = pane.link(journey.home.channel_id("terrace"))
        await expect(terrace).to_be_hidden()
        await menu.click()
        await expect(terrace).to_be_visible()
        await expect(pane.link(journey.home.channel_id("garden"))).to_be_focused()
        await terrace.hover()  # waits until the drawer stands still
        await browser.picture("drawer")
        await browser.assert_fits()
        await browser.press("Escape")
        await expect(terrace).to_be_hidden()
        await expect(menu).to_be_focused()
        await pane.open(journey.home.channel_id("terrace"))
        await expect(terrace).to_be_hidden()
        await expect(pane.root.get_by_role("heading", level=2)).to_have_text("#terrace")


@pytest.mark.long
async def test_commands_and_the_page_speak_french_and_german(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        for language, message, send, command, told, seats in (
            ("fr", "Message ou commande", "Envoyer", "/partie nouvelle", "Ouvrir une table dans ce salon", "places"),
            ("de", "Nachricht oder Befehl", "Senden", "/partie neu", "Eröffne einen Tisch in diesem Kanal", "plätze"),
        ):
            await pane.root.locator(".pane-head select").select_option(language)
            await expect(pane.composer).to_have_accessible_name(message)
            await expect(pane.send).to_have_text(send)
            await pane.composer.press_sequentially(command[:-2])
            await expect(pane.offers).to_contain_text(told)
            await browser.picture(f"language-{language}")
            await pane.pick(command)
            await browser.page.keyboard.type("Djinns")
            await pane.pick("Djinns of the Lake")
            await pane.pick(seats)
            await browser.page.keyboard.type("2")
            await pane.send.click()
            await expect(pane.articles.last).to_contain_text("Ada")
        await expect(pane.articles).to_have_count(2)
