"""The views behind a question, and the way back to it."""

from __future__ import annotations

import re

import pytest

from rules import GAMES
from rules.topics import help_with
from sandbox.answer import Answer
from trials.journey import Journey, said


@pytest.fixture
def castle(journey: Journey) -> Journey:
    journey.game = "schlossgarten"
    return journey


async def patterns(journey: Journey) -> Answer:
    """Return the second page of a mover's second question."""
    mover = journey.mover
    asked = await journey.answer(mover, await mover.click("Your move", on=journey.board))
    return await mover.click("7–12 ›", on=asked)


def seen(panel: Answer) -> tuple[str, list[bytes], list[str]]:
    """Return the text, the pictures and the numbers of a panel, which the next click changes."""
    return panel.text, panel.images, [button.label for button in panel.buttons if button.custom_id.startswith("p1:pick")]


@pytest.mark.dealer(7)
async def test_board_is_shown_whole_and_leads_back_to_the_page(castle: Journey) -> None:
    await castle.begin(2)
    mover, asked = castle.mover, await patterns(castle)
    _, cropped, _ = before = seen(asked)
    whole = await mover.click("Board", on=asked)
    assert whole.images == (await mover.click("My view", on=castle.board)).images != cropped
    assert seen(await mover.click("Back", on=whole)) == before


@pytest.mark.dealer(7)
async def test_answers_of_the_page_are_told_in_words(castle: Journey) -> None:
    await castle.begin(2)
    mover, asked = castle.mover, await patterns(castle)
    before = seen(asked)
    told = await mover.click("⋯", on=asked)
    assert str(help_with(GAMES[castle.game], "figure")) in told.text
    assert [line.split()[1] for line in told.text.splitlines() if line.startswith("-# **")] == [f"**{n}**" for n in range(7, 13)]
    back = await mover.click("Back", on=told)
    assert seen(back) == before
    over = await mover.click("Start over", on=await mover.click("⋯", on=back))
    assert "Which card" in over.text


async def test_letters_are_explained_beside_the_first_question(castle: Journey) -> None:
    await castle.begin(2)
    mover = castle.mover
    asked = await mover.click("Your move", on=castle.board)
    letters = {button.label.split()[0] for button in asked.buttons if button.custom_id.startswith("p1:turn")}
    told = await mover.click("⋯", on=asked)
    assert letters
    assert {line[5] for line in told.text.partition("**Whole turns**\n")[2].splitlines() if line.startswith("-# **")} >= letters


async def test_cards_are_told_with_their_patterns(castle: Journey) -> None:
    await castle.begin(2)
    mover = castle.mover
    told = await mover.click("⋯", on=await mover.click("Your move", on=castle.board))
    answers = told.text.partition("**The answers**\n")[2].splitlines()[:2]
    assert all(re.match(r"-# (★ )?card \d+ · seen from your king: gardener .+, architect ", line) for line in answers), answers


async def test_views_behind_an_old_question_show_the_present_one(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    asked = await mover.click("Your move", on=journey.board)
    old = [button.custom_id for button in asked.buttons if button.label in ("Board", "⋯")]
    await journey.turn()
    while journey.mover is not mover:
        await journey.turn()
    assert len(old) == 2
    for custom_id in old:
        assert "The game has moved on" in said(await mover.press(custom_id, asked))
    assert "It is not your turn" in said(await journey.waiting.press(old[0], asked))
