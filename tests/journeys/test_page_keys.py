"""The sandbox's page without a mouse: the focus stays visible, and returns from lists and pictures."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from trials.journey import Journey, is_board
from trials.page import Browser, Pane, Window, mover

pytestmark = [pytest.mark.browser, pytest.mark.process]


async def press_on(browser: Browser, control: Locator, key: str = "Tab") -> None:
    """Go there with the keyboard and press Enter."""
    await expect(control).to_be_enabled()
    await browser.tab_to(control, key)
    await browser.press("Enter")


async def become(browser: Browser, name: str, other: str) -> None:
    """From Ada to Ben, or from Ben to Ada."""
    people = browser.pane().root.get_by_role("radio")
    await browser.tab_to(people.and_(browser.page.get_by_label(name, exact=True)), "Shift+Tab")
    await browser.press("ArrowRight" if other == "Ben" else "ArrowLeft")
    await expect(people.and_(browser.page.get_by_label(other, exact=True))).to_be_focused()


@pytest.mark.long
@pytest.mark.dealer(7)
async def test_a_table_is_opened_and_a_move_is_made(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await expect(pane.composer).to_be_visible()
        await browser.press("Tab")
        await expect(browser.page.locator("#skip")).to_be_focused()
        await browser.press("Enter")
        await expect(pane.composer).to_be_focused()
        await browser.page.keyboard.type("/game n")
        await expect(pane.offers.get_by_role("option")).to_contain_text(["/game new"])
        await browser.press("Tab")
        await browser.page.keyboard.type("Djinns of")
        await expect(pane.offers.get_by_role("option")).to_have_text(["Djinns of the Lake"])
        await browser.press("Enter")
        await expect(pane.offers).to_contain_text("seats")
        await browser.press("ArrowDown", "Enter")
        await expect(pane.root.get_by_role("combobox", name="seats")).to_be_focused()
        await browser.page.keyboard.type("2")
        await browser.press("Enter")
        await expect(pane.root.get_by_role("button", name="Join")).to_be_enabled()
        await expect(pane.composer).to_be_focused()
        await become(browser, "Ada", "Ben")
        await press_on(browser, pane.root.get_by_role("button", name="Join"))
        await expect(pane.articles.last).to_contain_text("Ben")
        await become(browser, "Ben", "Ada")
        await press_on(browser, pane.root.get_by_role("button", name="Start"))
        board = await journey.home.wait_for(is_board)
        await press_on(browser, pane.link(board["channel_id"]), "Shift+Tab")
        await expect(pane.articles.last).to_contain_text("to move")
        assert mover(journey.home) == "Ada"
        await press_on(browser, pane.root.get_by_role("button", name="Your move"))
        await press_on(browser, pane.answers.first)
        await expect(pane.panel.get_by_role("button", name="Confirm")).to_be_focused()
        await browser.picture("keys")
        await browser.press("Enter")
        await expect(pane.panel).to_contain_text("Played")


# An Enter in the same instant as the last letters, as a fast hand gives it; null: a letter is taken away.
LETTERS_AND_ENTER = """async (field, letters) => {
    field.value = letters === null ? field.value.slice(0, -1) : field.value + letters;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await new Promise((done) => setTimeout(done, 500));  // a list that would be asked for anew has come by then
}"""


async def nearly_chosen(browser: Browser, typed: str = "Djinns o") -> Locator:
    """The field of the game of a new table, of which so much is typed."""
    pane = browser.pane()
    await pane.composer.focus()
    await browser.page.keyboard.type("/game new ")
    game = pane.root.get_by_role("combobox", name="game")
    await expect(game).to_be_focused()
    await browser.page.keyboard.type(typed)
    await expect(pane.offers.get_by_role("option")).to_have_text(["Djinns of the Lake"])
    return game


async def is_chosen(pane: Pane, game: Locator) -> None:
    assert "seats" in await pane.offers.inner_text()
    assert await game.input_value() == "Djinns of the Lake"


@pytest.mark.long
async def test_late_letter_does_not_undo_a_quick_choice(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane, game = browser.pane(), await nearly_chosen(browser)
        await game.evaluate(LETTERS_AND_ENTER, "f")
        await is_chosen(pane, game)


@pytest.mark.long
async def test_complete_value_may_begin_a_longer_choice(journey: Journey, window: Window) -> None:
    """“Djinns” is what is sent for Djinns of the Lake; nobody who types on means that."""
    async with window(journey.home, 1000) as browser:
        pane, game = browser.pane(), await nearly_chosen(browser, "Djinns")
        await expect(pane.offers.get_by_role("option", selected=True)).to_have_count(0)
        await game.evaluate(LETTERS_AND_ENTER, " of")
        await is_chosen(pane, game)


@pytest.mark.long
async def test_deleting_a_letter_takes_no_outdated_offer(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane, game = browser.pane(), await nearly_chosen(browser)
        await game.evaluate(LETTERS_AND_ENTER, "f")
        await is_chosen(pane, game)
        await game.evaluate(LETTERS_AND_ENTER, None)
        await expect(pane.articles.last).to_contain_text("There is no game called")
        await expect(pane.root.get_by_role("combobox", name="seats")).to_have_count(0)


# What the page asks of commands is on its way until it is let go.
HOLD_COMMANDS = """() => {
    const send = WebSocket.prototype.send;
    window.held = [];
    window.letGo = () => window.held.splice(0).forEach((one) => one());
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).action === "commands") window.held.push(() => send.call(this, text));
        else send.call(this, text);
    };
}"""


@pytest.mark.long
async def test_reloaded_commands_undo_no_choice(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane, game = browser.pane(), await nearly_chosen(browser)
        await browser.page.evaluate(HOLD_COMMANDS)
        commands = journey.sandbox.world.commands
        commands["of another guild"] = [{"version": "new"}]
        journey.sandbox.world.changes.notify()
        await browser.page.wait_for_function("() => window.held.length")
        del commands["of another guild"]
        await game.evaluate(LETTERS_AND_ENTER.replace("await", "window.letGo();\n    await"), "f")
        await is_chosen(pane, game)


# Another person is chosen in the same instant as a command is sent.
SEND_AND_BECOME_BEN = """button => {
    button.click();
    document.querySelector("input[type=radio][value=Ben]").click();
}"""


@pytest.mark.long
async def test_command_is_sent_by_its_typist(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.composer.fill("/game new game:djinns seats:2")
        await expect(pane.root.get_by_role("combobox", name="seats")).to_have_value("2")
        await pane.send.evaluate(SEND_AND_BECOME_BEN)
        await expect(pane.articles.last).to_contain_text("Ada (host)")
        await expect(pane.root).to_have_attribute("aria-label", "Ben's window")


@pytest.mark.long
async def test_the_focus_comes_back_from_lists_and_pictures(journey: Journey, window: Window) -> None:
    await journey.begin(2)
    await journey.turn()
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.open(journey.place)
        await pane.slash("/log")
        menu = pane.panel.locator("[aria-haspopup=listbox]")
        await expect(menu).to_be_enabled()
        listbox = browser.page.get_by_role("listbox")
        await press_on(browser, menu)
        await expect(listbox).to_be_focused()
        await browser.picture("listbox")
        await browser.press("Escape")
        await expect(menu).to_be_focused()
        before = await pane.panel.get_attribute("data-revision")
        await browser.press("Enter")
        await expect(listbox).to_be_focused()
        await browser.press("ArrowDown", "Enter")
        await pane.renewed(before)
        assert await pane.panel.evaluate("element => element.contains(document.activeElement)")
        picture = pane.panel.get_by_role("button", name="Enlarge picture")
        await press_on(browser, picture, "Shift+Tab")
        await expect(browser.page.get_by_role("dialog")).to_be_visible()
        await browser.picture("zoom")
        await browser.press("Enter", "Escape")
        await expect(browser.page.get_by_role("dialog")).to_have_count(0)
        await expect(picture).to_be_focused()
