"""Games on the sandbox's page in a real browser, by clicking what is on offer, as new users would."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from render.poster import WIDE as POSTER
from render.replay import WIDE as REPLAY
from rules import GAMES
from sandbox.guild_handle import GuildHandle
from tests.playing import at_random
from trials.journey import Journey, is_board
from trials.page import Pane, Window, mover
from trials.screen import OVER
from trials.waiting import SANDBOX_TIMEOUT_FACTOR

pytestmark = [pytest.mark.browser, pytest.mark.process]

TURNS = 2
# With dealer 7, who begins with Ben: everybody builds on yellow until Cleo, who plays it, cannot move.
WHOLE_GAME = """
    green, red, yellow, 28, 11 > 1 dome to 14, 16 > 1 dome to 18, 17, 12, 3, 1 > 1 dome to 31, 26, 24, 30, 2 > 1 dome to 29, 19
"""


async def new_game(pane: Pane, title: str, seats: int) -> None:
    """Type the command, take it from the list, fill in its options."""
    await pane.composer.click()
    await pane.composer.press_sequentially("/")
    await expect(pane.offers).to_contain_text("Open a table in this channel")
    await pane.pick("/game new")
    await pane.root.get_by_role("combobox", name="game").press_sequentially(title[:4])
    await pane.pick(title)
    await pane.pick("seats")
    await pane.root.get_by_role("combobox", name="seats").fill(str(seats))
    await pane.send.click()
    await expect(pane.root.get_by_role("button", name="Join")).to_be_enabled()


async def sit_down(home: GuildHandle, pane: Pane, title: str, *others: str) -> None:
    """Ada opens a table, the others join, and Ada starts."""
    await new_game(pane, title, 1 + len(others))
    for name in others:
        await pane.act_as(name)
        await pane.click("Join")
        await expect(pane.articles.last).to_contain_text(name)
    await pane.act_as("Ada")
    await pane.click("Start")
    await home.wait_for(is_board)


@pytest.mark.long
@pytest.mark.dealer(7)
async def test_newcomers_play_a_whole_game(journey: Journey, window: Window) -> None:
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await sit_down(journey.home, pane, "Djinns of the Lake", "Ben", "Cleo")
        for answers in WHOLE_GAME.split(","):
            await pane.play(journey.home, *map(str.strip, answers.split(">")))
        await expect(pane.articles.last).to_contain_text(OVER)
        await expect(pane.articles.last).to_contain_text("Ada wins with")
        await expect(pane.root.get_by_role("button", name="Your move")).to_have_count(0)
        await browser.picture("whole-game")


@pytest.mark.parametrize(
    ("game", "name", "width"),
    [
        ("hanging_gardens", "phone", 390),
        pytest.param("schlossgarten", "desk", 1000, marks=pytest.mark.long),
        pytest.param("ishtar", "phone", 390, marks=pytest.mark.long),
    ],
)
async def test_two_people_play_some_turns(journey: Journey, game: str, name: str, width: int, window: Window) -> None:
    async with window(journey.home, width) as browser:
        pane = browser.pane()
        await sit_down(journey.home, pane, str(GAMES[game].title), "Ben")
        for _ in range(TURNS):
            await pane.take_turn(journey.home)
        await browser.picture(f"{game}-{name}")
        await browser.assert_fits()
        await pane.start_turn(journey.home)
        await browser.picture(f"{game}-{name}-question")
        await browser.assert_fits()


@pytest.mark.long
async def test_the_buttons_beside_each_other_stay_so_on_a_phone(journey: Journey, window: Window) -> None:
    journey.game = "hanging_gardens"
    await journey.begin(2)
    preview = await journey.type_move(journey.mover)
    assert [button.label for button in preview.buttons] == ["Confirm", "Back", "Start over", "Close"]
    async with window(journey.home, 390, 844) as browser:
        pane = browser.pane()
        await pane.act_as(journey.mover.name)
        await pane.open(journey.place)
        for place, pair in ((pane.panel, ("Confirm", "Close")), (pane.root, ("Your move", "⋯"))):
            found = [place.get_by_role("button", name=name, exact=True).first for name in pair]
            assert len({box["y"] for each in found if (box := await each.bounding_box())}) == 1


@pytest.mark.long
@pytest.mark.dealer(7)
async def test_a_move_is_typed_with_completion(journey: Journey, window: Window) -> None:
    await journey.under_way()
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        await pane.act_as(journey.mover.name)
        await pane.open(journey.place)
        await pane.composer.press_sequentially("/mov")
        await expect(pane.offers.get_by_role("option")).to_have_count(1)
        await browser.press("Tab")
        move = pane.root.get_by_role("combobox", name="move")
        await expect(move).to_be_focused()
        await expect(pane.offers.get_by_role("option").nth(1)).to_be_visible()
        await browser.picture("typed")
        second = await pane.offers.get_by_role("option").nth(1).inner_text()
        await browser.press("ArrowDown", "Enter")
        await expect(move).to_have_value(second)
        await browser.press("Enter")
        await expect(pane.panel).to_contain_text("Only you can see this")
        await expect(pane.articles.last).to_contain_text(second.split()[0])
        await browser.assert_fits()


@pytest.mark.long
async def test_a_question_changes_together_with_its_picture(journey: Journey, window: Window) -> None:
    await journey.under_way()
    asked_for, may_come = asyncio.Event(), asyncio.Event()

    async def slow(route: Route) -> None:
        asked_for.set()
        await may_come.wait()
        await route.continue_()

    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.start_turn(journey.home)
        revision = await pane.panel.get_attribute("data-revision")
        assert revision is not None
        question = await pane.panel.locator(".text").all_inner_texts()
        picture = pane.panel.locator(".picture img").first
        former = await picture.get_attribute("src")
        await browser.page.route(re.compile(r"/attachments/"), slow)
        await pane.answers.first.click()
        await asked_for.wait()
        assert await pane.panel.locator(".text").all_inner_texts() == question
        assert await picture.get_attribute("src") == former
        may_come.set()
        await pane.renewed(revision)
        assert await pane.panel.locator(".text").all_inner_texts() != question
        assert await picture.get_attribute("src") != former


@pytest.mark.long
async def test_a_move_is_taken_back(journey: Journey, window: Window) -> None:
    await journey.under_way()
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        name = mover(journey.home)
        await pane.take_turn(journey.home)
        former = len(journey.boards)
        assert mover(journey.home) != name
        await pane.click("Undo")
        await pane.click("Take it back")
        await pane.board_after(journey.home, former)
        await expect(pane.articles.filter(has_text="takes back the last move")).to_be_visible()
        assert mover(journey.home) == name


@pytest.mark.long
@pytest.mark.dealer(7)
async def test_a_draft_goes_on_after_the_bot_was_killed(journey: Journey, window: Window) -> None:
    await journey.under_way()
    former = len(journey.boards)
    async with window(journey.home, 1000) as browser:
        pane = browser.pane()
        await pane.start_turn(journey.home)
        await pane.press(pane.answers.first)
        await expect(pane.panel.get_by_role("button", name="Back")).to_be_enabled()
        draft = await pane.panel.locator(".subtext", has_text="So far: ").inner_text()
        await journey.bot.kill()
        journey.sandbox.world.timeout_factor = 0.1  # nobody is there to answer
        await pane.panel.get_by_role("button", name="Back").click()
        await expect(pane.panel).to_have_attribute("aria-busy", "true")
        await expect(pane.panel.get_by_role("alert")).to_have_text("This interaction failed")
        await expect(pane.panel.get_by_role("button", name="Back")).to_be_enabled()
        await browser.picture("failed")
        journey.sandbox.world.timeout_factor = SANDBOX_TIMEOUT_FACTOR
        await journey.bot.start()
        await pane.start_turn(journey.home)
        await expect(pane.panel.get_by_role("button", name="Back")).to_be_enabled()
        await expect(pane.panel).to_contain_text(draft)
        await pane.finish_turn(journey.home, former)


@pytest.mark.long
@pytest.mark.own_bot(started=False)
async def test_the_poster_and_the_replay_on_a_phone(journey: Journey, window: Window) -> None:
    await journey.prepared(3, at_random("djinns"), lambda step: False, seed=4)
    async with window(journey.home, 390) as browser:
        pane = browser.pane()
        poster = pane.articles.last.locator("img[src*='board-']")
        await expect(poster).to_have_js_property("naturalWidth", POSTER)
        await browser.picture("poster-phone")
        await pane.click("Replay")
        await expect(pane.articles.last.locator("img[src$='.gif']")).to_have_js_property("naturalWidth", REPLAY)
        await browser.picture("replay-phone")
        await browser.assert_fits()
