"""Pieces as emojis: made once, replaced when they are drawn otherwise, and nothing is lost where Discord lacks them."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.async_api import expect

from cogs.discord_api.emojis import name_of
from render.emojis import SIZE, emoji, pieces
from rules.djinns.parts import COLOURS
from sandbox.answer import Answer
from sandbox.faults import Fault, rate_limited
from sandbox.kinds import walk
from sandbox.server import Sandbox
from trials.journey import Journey
from trials.page import Window

pytestmark = pytest.mark.own_bot(started=False)
OTHER = "someone_elses"
NAMES = {piece: name_of(emoji(piece)) for piece in pieces()}
DJINNS = [NAMES[f"djinns_{colour}"] for colour in COLOURS]


@pytest.fixture
def shown(journey: Journey) -> Journey:
    """With a bot that shows emojis, not yet started, and an emoji that is not ours."""
    journey.bot.emojis = True
    add(journey.sandbox, OTHER)
    return journey


def add(sandbox: Sandbox, name: str) -> None:
    """An emoji that is there before the bot comes."""
    image = f"data:image/png;base64,{b64encode(emoji('djinns_tower').png).decode()}"
    sandbox.world.emojis.add(sandbox.world.ids.next(), {"name": name, "image": image}, sandbox.world.bot)


def number_of(sandbox: Sandbox, name: str) -> str:
    """The id of an emoji."""
    return next(number for number, each in sandbox.world.emojis.by_id.items() if each["name"] == name)


def names(sandbox: Sandbox) -> set[str]:
    return {each["name"] for each in sandbox.world.emojis.by_id.values()}


def asked(journey: Journey, since: int = 0) -> list[str]:
    """The methods of all requests about emojis."""
    return [request["method"] for request in journey.sandbox.requests[since:] if "/emojis" in request["path"]]


def on_buttons(answer: Answer) -> list[str]:
    """The emojis of its buttons, by name."""
    return [part["emoji"]["name"] for part in walk(answer.message["components"]) if "emoji" in part]


async def test_the_first_start_makes_all_and_the_second_asks_once(shown: Journey) -> None:
    await shown.start_with_emojis()
    assert asked(shown) == ["GET", *["POST"] * len(NAMES)]
    assert names(shown.sandbox) == {OTHER, *NAMES.values()}
    await shown.bot.stop()
    before = len(shown.sandbox.requests)
    await shown.start_with_emojis()
    assert f"emojis: {len(NAMES)} known, 0 made, 0 deleted" in shown.bot.log
    assert asked(shown, before) == ["GET"]


@pytest.mark.long
async def test_changed_picture_replaces_its_emoji(shown: Journey) -> None:
    add(shown.sandbox, "parterre_djinns_red_00000")
    add(shown.sandbox, "parterre_djinns_pink_00000")
    await shown.start_with_emojis()
    assert names(shown.sandbox) == {OTHER, "parterre_djinns_pink_00000", *NAMES.values()}  # what has no successor stays


@pytest.mark.long
async def test_the_start_waits_for_no_emoji(shown: Journey) -> None:
    held = shown.sandbox.world.faults.add(Fault("GET", "/emojis$", held=True))
    await shown.bot.start()
    await shown.begin(2)
    panel = await shown.mover.click("Your move", on=shown.board)
    assert [button.label for button in panel.buttons][:4] == list(COLOURS)
    assert on_buttons(panel) == []
    held.held = False
    shown.sandbox.world.changes.notify()
    await shown.until(lambda: "emojis: " in shown.bot.log)
    assert on_buttons(await shown.mover.click("Your move", on=shown.board)) == DJINNS


@pytest.mark.long
async def test_deleted_emoji_becomes_words_and_is_uploaded_again(shown: Journey) -> None:
    await shown.start_with_emojis()
    await shown.begin(2)
    panel = await shown.mover.click("Your move", on=shown.board)
    assert [button.label for button in panel.buttons][:4] == list(COLOURS)
    assert on_buttons(panel) == DJINNS
    shown.sandbox.world.emojis.remove(number_of(shown.sandbox, DJINNS[0]))
    shown.bot.clear_log()
    panel = await shown.mover.click("Your move", on=shown.board)
    assert [button.label for button in panel.buttons][:4] == list(COLOURS)
    assert on_buttons(panel) == []
    await shown.until(lambda: "emojis: " in shown.bot.log)
    assert names(shown.sandbox) == {OTHER, *NAMES.values()}
    assert on_buttons(await shown.mover.click("Your move", on=shown.board)) == DJINNS


@pytest.mark.long
async def test_a_board_that_is_refused_comes_in_words(shown: Journey) -> None:
    await shown.start_with_emojis()
    await shown.begin(2)
    assert "<:" in (await shown.turn()).text
    refused = shown.sandbox.world.faults.add(Fault("POST", "^/channels/[0-9]+/messages$", code=50035))
    board = await shown.turn()
    assert refused.hits == 1
    assert "plays" in board.text
    assert "<:" not in board.text


@pytest.mark.long
async def test_words_replace_emojis_where_no_room_is_left(shown: Journey) -> None:
    shown.sandbox.world.emojis.most = 3
    await shown.start_with_emojis()
    assert asked(shown) == ["GET", "POST", "POST", "POST"]
    assert shown.bot.log.count("all after it failed") == 1
    await shown.begin(2)
    assert on_buttons(await shown.mover.click("Your move", on=shown.board)) == DJINNS[:2]
    await shown.turn()


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.process
async def test_the_page_shows_emojis_and_the_name_of_one_that_is_gone(shown: Journey, window: Window) -> None:
    await shown.start_with_emojis()
    await shown.begin(2)
    colour = (await shown.turn()).text.partition("<:")[2].partition(":")[0]
    async with window(shown.home, 390) as browser:
        pane = browser.pane()
        await pane.start_turn(shown.home)
        on_button = pane.root.locator(".button img.emoji")
        await expect(on_button).to_have_count(len(COLOURS) - 1)
        told = pane.root.get_by_alt_text(f":{colour}:")
        for each in [*await on_button.all(), *await told.all()]:
            await expect(each).to_have_js_property("naturalWidth", SIZE)
            await expect(each).to_have_js_property("complete", True)
        gone = number_of(shown.sandbox, colour)
        browser.foreseen = f"/emojis/{gone}.png"
        shown.sandbox.world.emojis.remove(gone)
        await browser.page.reload()
        await expect(told.first).to_have_js_property("naturalWidth", 0)


@pytest.mark.long
async def test_interrupted_upload_of_emojis_resumes(shown: Journey) -> None:
    faults = shown.sandbox.world.faults
    faults.add(rate_limited("POST", "/emojis$", times=1, retry_after=0.1, via=True))
    refused = faults.add(Fault("POST", "/emojis$", skip=5, status=403))
    await shown.start_with_emojis()
    assert refused.hits == 1
    assert asked(shown).count("GET") == 2
    assert sorted(each["name"] for each in shown.sandbox.world.emojis.by_id.values()) == sorted([OTHER, *NAMES.values()])
