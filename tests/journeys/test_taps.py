"""Taps are counted as `trials.clicks` counts them."""

from __future__ import annotations

import re

import pytest

from host.position import Position
from host.tables import Tables
from sandbox.answer import Answer
from sandbox.client import Person
from trials.clicks import CHOSEN, PICKED, taps
from trials.journey import Journey
from trials.screen import menu_of


async def position(journey: Journey) -> Position:
    """Stop the bot; return the newest table's position from its database."""
    await journey.bot.stop()
    store = await journey.bot.open_store()
    try:
        return (await Tables(store).get(journey.tables[-1])).position
    finally:
        await store.close()


async def answered(journey: Journey, person: Person, panel: Answer) -> tuple[Answer, int]:
    """The preview that the last answers of first pages lead to, with another tab where there is one; and the taps that took."""
    taken, turned = 0, set[str]()
    while not any(button.label == "Confirm" for button in panel.buttons):
        tabs = [b.custom_id for b in panel.buttons if b.custom_id.startswith("p1:tab")]
        answers = [b.custom_id for b in panel.buttons if b.custom_id.startswith("p1:pick")]
        tabs.sort(key=lambda tab: (int(tab.split(":")[-2]), -int(tab.split(":")[-1])))  # outer tabs first: they reset inner ones
        if other := next((tab for tab in tabs if tab.split(":")[-2] not in turned), None):
            turned.add(other.split(":")[-2])
            panel, taken = await person.click(custom_id=other, on=panel), taken + PICKED
        elif answers:
            panel, taken = await person.click(custom_id=answers[-1], on=panel), taken + PICKED
        else:
            menu = menu_of(panel, "p1:menu")
            assert menu is not None
            panel, taken = await person.choose(menu.custom_id, menu.options[-1][1], on=panel), taken + CHOSEN
    return panel, taken


@pytest.mark.own_bot
@pytest.mark.parametrize("game", ["djinns", "hanging_gardens", "ishtar"])
async def test_taps_are_counted_as_people_make_them(journey: Journey, game: str) -> None:
    journey.game = game
    await journey.begin(2)
    person = journey.mover
    preview, taken = await answered(journey, person, await person.click("Your move", on=journey.board))
    (move,) = re.findall(r"To type it: `(.+?)`", preview.text)
    assert taken == taps(await position(journey), int(person.id), tuple(move.split()))
