"""First-time players get a line of the rules with each question."""

from __future__ import annotations

from rules import GAMES
from rules.topics import help_with
from trials.journey import Journey, is_board

GUIDED = str(help_with(GAMES["djinns"], "marker"))


async def test_only_newcomers_are_guided(journey: Journey) -> None:
    ada, _, cleo, _ = journey.people
    former = await ada.slash("game new", game="djinns", seats=2)
    await cleo.click("Join", on=former)
    await ada.click("Start", on=former)
    await journey.home.wait_for(is_board)
    await journey.begin(2)
    told = {"Ada": "", "Ben": ""}
    for _ in range(3):
        panel = await journey.mover.click("Your move", on=journey.board)
        told[journey.mover.name] += panel.text
        await journey.turn()
    assert GUIDED not in told["Ada"]
    assert GUIDED in told["Ben"]


async def test_guidance_is_chosen_in_the_lobby(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=2)
    assert "guidance" not in lobby.text
    await journey.ada.submit(await journey.ada.click("Change…", on=lobby), Help=["points"])
    await journey.until(lambda: "Guidance with each question · off" in lobby.text)


async def test_table_without_guidance_guides_nobody(journey: Journey) -> None:
    await journey.begin(2, first_game=False)
    assert GUIDED not in (await journey.mover.click("Your move", on=journey.board)).text


async def test_guidance_stands_above_the_question(journey: Journey) -> None:
    """A phone then shows the question, its picture and its answers together."""
    await journey.begin(2)
    told = (await journey.mover.click("Your move", on=journey.board)).text
    assert GUIDED in told.partition("**")[0]
