"""The small things of the sandbox's page: moments, suggestions, menus and pictures as Discord shows them."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from trials.journey import Journey
from trials.page import Window

pytestmark = [pytest.mark.browser, pytest.mark.process]

MOMENTS = """async ([asked, locale]) => {
    const {written} = await import("/static/times.js");
    const {now} = await import("/static/world.js");
    const {learn} = await import("/static/words.js");
    await learn([locale], [locale]);
    return asked.map((left) => written(now() + left, "R", locale));
}"""
CLASSES = """async (text) => {
    const {markdown} = await import("/static/markdown.js");
    return [...markdown(text, {}).children].map((block) => block.className);
}"""
MINUTE, HOUR, DAY = 60, 3600, 86_400
ROUNDED = {
    30: "in 30 seconds",
    50: "in a minute",
    -80: "a minute ago",
    100: "in 2 minutes",
    44 * MINUTE: "in 44 minutes",
    50 * MINUTE: "in an hour",
    100 * MINUTE: "in 2 hours",
    21 * HOUR: "in 21 hours",
    23 * HOUR: "in a day",
    -30 * HOUR: "a day ago",
    47 * HOUR: "in 2 days",
    -25 * DAY: "25 days ago",
    27 * DAY: "in a month",
    60 * DAY: "in 2 months",
    -340 * DAY: "a year ago",
    700 * DAY: "in 2 years",
}


@pytest.mark.long
async def test_moments_are_rounded(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        assert await browser.page.evaluate(MOMENTS, [list(ROUNDED), "en-US"]) == list(ROUNDED.values())


@pytest.mark.long
async def test_times_are_shown_in_french_and_german(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        assert await browser.page.evaluate(MOMENTS, [[HOUR, -DAY], "fr"]) == ["dans une heure", "il y a un jour"]
        assert await browser.page.evaluate(MOMENTS, [[HOUR, -DAY], "de"]) == ["in einer Stunde", "vor einem Tag"]


@pytest.mark.long
async def test_empty_lines_between_blocks_are_gaps(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        classes = await browser.page.evaluate(CLASSES, "## Log\n\n-# 1 · Ada\nAda moves.\n\n-# 2 · Ben\nBen moves.\n- a tile")
        assert classes == ["size2", "subtext apart", "", "subtext apart", "", ""]


@pytest.mark.long
async def test_button_of_an_empty_channel_stands_in_the_middle(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        start, around = [await pane.root.locator(place).bounding_box() for place in (".start", ".list.empty")]
        assert start is not None
        assert around is not None
        assert abs(start["x"] + start["width"] / 2 - around["x"] - around["width"] / 2) < 1


@pytest.mark.long
async def test_empty_channel_leads_to_a_table_in_three_taps(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await pane.root.get_by_role("button", name="Open a table").click()
        await pane.pick("Djinns of the Lake")
        await pane.send.click()
        await expect(pane.root.get_by_role("button", name="Start")).to_be_visible()


@pytest.mark.long
async def test_enter_picks_the_first_choice_or_sends(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        marked = pane.offers.locator('[role="option"][aria-selected="true"]')
        await pane.composer.press_sequentially("/game n")
        await expect(marked).to_contain_text("/game new")
        await browser.press("Enter")
        game = pane.root.get_by_role("combobox", name="game")
        await expect(game).to_be_focused()
        await expect(marked).to_be_visible()
        first = await marked.inner_text()
        await browser.press("Enter")
        await expect(game).to_have_value(first)
        await expect(pane.offers.get_by_role("option").first).to_contain_text("seats")
        await expect(marked).to_have_count(0)
        await browser.press("Enter")
        await expect(pane.articles.last).to_contain_text(first)


@pytest.mark.long
async def test_a_chosen_option_is_read_whole_in_its_menu(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await pane.slash("/game new game:djinns computers:1")
        chosen = pane.articles.last.locator(".select .chosen")
        await expect(chosen.first).to_contain_text("steady")
        for menu in await chosen.all():
            assert await menu.evaluate("element => element.scrollWidth <= element.clientWidth")
        await browser.assert_fits()


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "frame"), [("dark", "rgb(16, 14, 9)"), ("light", "rgb(243, 236, 221)")])
async def test_pictures_have_a_frame_of_the_page(journey: Journey, window: Window, scheme: str, frame: str) -> None:
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await browser.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        await pane.slash("/rules game:djinns")
        await expect(pane.panel.locator(".zoomer")).to_have_css("border-top-color", frame)


@pytest.mark.long
@pytest.mark.own_bot
async def test_tools_delete_the_named_message_or_place(journey: Journey, window: Window) -> None:
    home = journey.home
    first, second = await journey.ada.say("first"), await journey.ada.say("second")
    thread = home.open_thread("garden", "ours")
    async with window(home, 1200, 900) as browser:
        await browser.page.get_by_role("button", name="Tools").click()
        places = browser.page.locator("#tools-panel").get_by_role("group", name="Places")
        await places.get_by_label("Message id").fill(first["id"])
        await places.get_by_role("button", name="Delete this message").click()
        await expect(browser.pane().articles).to_have_count(1)
        assert [m["id"] for m in home.messages("garden")] == [second["id"]]
        await places.get_by_label("Message id").fill("")
        await places.get_by_role("button", name="Delete this message").click()
        await expect(browser.page.locator("#tools-panel").get_by_role("status").first).to_contain_text(
            "Say what is to be deleted"
        )
        await places.get_by_role("combobox").first.select_option(thread)
        await places.get_by_role("button", name="Delete ↳ ours with all that is in it").click()
        whole = places.get_by_role("button", name="Delete the whole place")
        await expect(whole).to_be_disabled()
        assert thread not in home.world.channels
        assert home.channel_id("garden") in home.world.channels


# Counts the answers that bring choices.
COUNT_CHOICES = """() => {
    const send = WebSocket.prototype.send;
    window.told = 0;
    WebSocket.prototype.send = function (text) {
        this.addEventListener("message", ({ data }) => (window.told += "choices" in (JSON.parse(data).answer || {})));
        WebSocket.prototype.send = send;
        send.call(this, text);
    };
}"""


@pytest.mark.long
async def test_choice_redrawn_while_pressed_is_taken(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.composer.press_sequentially("/game new ")
        game = pane.root.get_by_role("combobox", name="game")
        await game.press_sequentially("Schl")
        offered = pane.offers.get_by_role("option")
        await expect(offered).to_have_text(["Schlossgarten"])
        await offered.hover()
        await browser.page.mouse.down()
        await browser.page.evaluate(COUNT_CHOICES)
        await game.press("o")
        await browser.page.wait_for_function("() => window.told")
        await browser.page.mouse.up()
        await expect(game).to_have_value("Schlossgarten")
        await expect(offered.first).to_contain_text("seats")


@pytest.mark.long
async def test_offers_change_only_after_a_pressed_choice_is_released(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.composer.press_sequentially("/game new ")
        game = pane.root.get_by_role("combobox", name="game")
        offered = pane.offers.get_by_role("option")
        await expect(offered).to_have_count(4)
        await offered.first.hover()
        await browser.page.mouse.down()
        await browser.page.evaluate(COUNT_CHOICES)
        await game.press_sequentially("Isht")
        await browser.page.wait_for_function("() => window.told")
        await expect(offered).to_have_count(4)
        await browser.page.mouse.move(500, 100)
        await browser.page.mouse.up()
        await expect(offered).to_have_text(["Ishtar: Gardens of Babylon"])


@pytest.mark.long
async def test_a_person_is_challenged_from_their_name(journey: Journey, window: Window) -> None:
    async with window(journey.home, 390, 844) as browser:
        pane = browser.pane()
        await journey.ben.say(f"{journey.cleo.mention}, who plays?")
        await expect(pane.articles).to_have_count(1)
        offered = browser.page.get_by_role("listbox", name="Apps for")
        for sign, button in ((".author", "left"), (".avatar", "right"), (".mention[data-user]", "left")):
            await pane.articles.last.locator(sign).first.click(button=button)  # a long press is a right click
            await expect(offered.get_by_role("option")).to_have_text(["Challenge", "Profile"])
            await browser.picture("person-menu")
            await browser.press("Escape")
            await expect(offered).to_have_count(0)
        await pane.root.get_by_role("radio", name="Ben").focus()
        await browser.page.locator(f'label[data-user="{journey.ben.id}"]').click(button="right")
        await offered.get_by_role("option", name="Challenge").click()
        await expect(pane.panel).to_contain_text("Ben")
        await expect(pane.root.locator(".origin")).to_contain_text("Ada used Challenge")


@pytest.mark.own_bot
async def test_languages_of_commands_are_offered_by_region(journey: Journey, window: Window) -> None:
    world = journey.sandbox.world
    async with window(journey.home, 390) as browser:
        menu = browser.pane().root.locator(".pane-head select")
        await expect(menu.locator("option").first).to_have_text("EN · English")
        before = await menu.locator("option").all_inner_texts()
        name = world.commands[""][0]["name_localizations"]
        name |= {"es-419": "partida", "es-ES": "partida", "sv-SE": "spel"}
        world.changes.notify()
        await expect(menu.locator("option")).to_have_count(len(before) + 3)
        texts = await menu.locator("option").all_inner_texts()
        assert [text for text in texts if text not in before] == [
            "ES · Español latinoamericano",
            "ES · Español de España",
            "SV · Svenska",
        ]
        await menu.select_option("es-419")
        await expect(browser.pane().root).to_have_attribute("lang", "es-419")
        await expect(browser.pane().send).to_have_text("Send")  # the page has no Spanish words of its own
    assert journey.ada.locale == "es-419"
