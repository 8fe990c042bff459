"""Typed moves: what a completion puts into the field is typed on, numbers of the picture, and the way on from a refusal."""

from __future__ import annotations

import re
from zlib import crc32

import pytest

from rules import GAMES
from rules.choice import Path, Progress, answer_forced, walk
from rules.game import conversation
from sandbox.answer import Answer
from trials.journey import Journey, said


@pytest.fixture
def gardens(journey: Journey) -> Journey:
    journey.game = "hanging_gardens"
    return journey


def asked(journey: Journey, *path: str) -> Progress[object]:
    """Return the progress of a move after these answers of the seat to act."""
    game, state = GAMES[journey.game], journey.state
    return answer_forced(conversation(game, state, min(game.to_act(state))), path)


def where(journey: Journey) -> tuple[str, int]:
    """A card and a way up as they are typed, with which it may lie at most places, and how many these are."""
    game, state = GAMES[journey.game], journey.state
    ask = conversation(game, state, min(game.to_act(state)))
    cards = walk(ask, ()).prompt
    assert cards is not None
    begun = [at for card in cards.options if (at := walk(ask, (card.key,))).prompt]
    found = [walk(ask, (*at.path, way.key)) for at in begun if at.prompt for way in at.prompt.options]
    places = [(len(at.prompt.options), " ".join(at.path)) for at in found if at.prompt and at.prompt.form == "places"]
    count, typed = max(places)
    return typed, count


def drafted(journey: Journey) -> Path:
    """The answers that are kept."""
    ((path,),) = journey.rows('SELECT path FROM drafts WHERE "table" = ?', journey.tables[-1])
    return tuple(path.split())


def labels(answer: Answer) -> list[str]:
    return [button.label for button in answer.buttons]


async def test_typing_continues_from_a_shown_completion(gardens: Journey) -> None:
    await gardens.begin(2)
    mover, typed = gardens.mover, ""
    for _ in range(20):
        choices = await mover.complete("move", "move", typed)
        assert choices, typed
        assert all(choice["name"].endswith(choice["value"]) for choice in choices)
        typed = choices[-1]["name"]
        panel = await mover.slash("move", move=typed)
        if "Confirm" in labels(panel):
            break
        typed += " "
    assert f"To type it: `{choices[-1]['value']}`" in panel.text


@pytest.mark.dealer(7)
async def test_a_number_of_the_picture_is_typed(gardens: Journey) -> None:
    await gardens.begin(2)
    (card, count), mover = where(gardens), gardens.mover
    refused = await mover.slash("move", move=f"{card} {count + 1}")
    assert f"There is no {count + 1} in the picture now: its numbers go from 1 to {count}." in said(refused)
    assert f"Understood so far: `{card}" in refused.text
    await mover.slash("move", move=f"{card} {count}")
    begun = asked(gardens, *card.split())
    assert begun.prompt is not None
    assert drafted(gardens)[: len(begun.path) + 1] == (*begun.path, begun.prompt.options[-1].key)


async def test_a_square_of_the_former_names_is_refused_with_a_way_on(gardens: Journey) -> None:
    await gardens.begin(2)
    (card, _), mover = where(gardens), gardens.mover
    refused = await mover.slash("move", move=f"{card} bm70")
    assert "bm70" in said(refused)
    assert f"Understood so far: `{card}" in refused.text
    on = await mover.click("Continue from there", on=refused)
    assert "Where" in on.text
    assert drafted(gardens) == asked(gardens, *card.split()).path


async def test_the_way_on_from_a_refusal_ends_with_the_position(gardens: Journey) -> None:
    await gardens.begin(2)
    (card, _), mover = where(gardens), gardens.mover
    refused = await mover.slash("move", move=f"{card} garbage")
    way = next(button.custom_id for button in refused.buttons if button.label == "Continue from there")
    await gardens.turn()
    while gardens.mover is not mover:
        await gardens.turn()
    stale = await mover.press(way, refused)
    assert "The game has moved on" in stale.text
    assert "Which card" in stale.text
    assert gardens.rows('SELECT path FROM drafts WHERE "table" = ?', gardens.tables[-1]) == []


@pytest.mark.dealer(7)
async def test_completions_name_the_whole_move(journey: Journey) -> None:
    await journey.under_way()
    choices = await journey.mover.complete("move", "move", "")
    for choice in choices:
        stack, landing = choice["value"].split()
        count, target = landing.split("-")
        assert re.match(rf"(★ )?from {stack} · {count} domes? to {target}( · .*)? · {choice['value']}$", choice["name"])
    words = [choice["name"].partition(" · ")[2] for choice in choices]
    assert len(set(words)) == len(words) > 1


async def test_unknown_word_lists_answers_in_the_players_language(journey: Journey) -> None:
    await journey.begin(2)
    journey.mover.locale = "de"
    told = said(await journey.mover.slash("move", move="lila"))
    assert "Rot, Blau, Grün, Gelb.\n" in told
    assert "`red, blue, green, yellow`" in told


async def test_a_panel_of_the_former_version_loses_nothing(gardens: Journey) -> None:
    await gardens.begin(2)
    (card, _), mover = where(gardens), gardens.mover
    panel = await mover.slash("move", move=card)
    table, seq = panel.buttons[0].custom_id.split(":")[2:4]
    former = f"{crc32(card.encode()):x}"
    for custom_id in (
        f"p1:pick:{table}:{seq}:{former}:0",
        f"p1:turn:{table}:{seq}:{former}:0",
        f"p1:menu:{table}:{seq}:{former}",
    ):
        answer = await mover.press(custom_id, panel, values=["0"] if "menu" in custom_id else None)
        assert "You continued this turn elsewhere. This is where it stands now." in said(answer)
        assert "Where" in answer.text
        assert drafted(gardens) == asked(gardens, *card.split()).path
