"""Reviews of finished games: asked for by a command or under the poster, read in pages, and posted for everybody."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from rules import GAMES
from sandbox.answer import Answer
from sandbox.sight import permit
from tests.playing import at_random
from trials.journey import Journey, said

LOOK_LIMIT = 40  # steps through the pages of a review


async def ended(journey: Journey, game: str = "djinns", seats: int = 2) -> None:
    journey.game = game
    await journey.prepared(seats, at_random(game), lambda step: False, seed=4)


async def review_of(journey: Journey, answer: Answer) -> Answer:
    """Return the answer once its review is made."""
    await journey.until(lambda: "## Review" in answer.text)
    return answer


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("game", ["djinns", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game != "djinns")])
async def test_player_reads_the_turns_of_their_own(journey: Journey, game: str) -> None:
    await ended(journey, game)
    asked = await journey.ada.slash("review")
    assert asked.ephemeral
    assert "being reviewed" in asked.text
    assert "please ask for it again" in asked.text
    found = await review_of(journey, asked)
    (picture,) = found.images
    assert picture.startswith(b"\x89PNG")
    assert "Ada ended with" in found.alt[0]
    turns = re.findall(r"\*\*\d\*\* Turn \d+ · (\w+): about \d+ point", found.text)
    assert turns
    assert set(turns) == {"Ada"}
    page = await journey.ada.click("1", on=found)
    assert "Played" in page.text
    assert "Better" in page.text
    assert len(page.images) == 2
    back = await journey.ada.click("Whole review", on=page)
    assert "## Review" in back.text


@pytest.mark.own_bot(started=False)
async def test_button_under_the_poster_asks_once(journey: Journey) -> None:
    await ended(journey)
    asked = await journey.ada.click("Review", on=journey.board)
    await review_of(journey, asked)
    other = await journey.ben.click("Review", on=journey.board)
    assert "## Review" in other.text
    assert journey.rows("SELECT count(*) FROM reviews") == [(1,)]


@pytest.mark.own_bot(started=False)
async def test_others_read_a_turn_only_if_its_player_shows_it(journey: Journey) -> None:
    await ended(journey)
    found = await review_of(journey, await journey.ada.slash("review"))
    watched = await journey.dan.slash("review")
    assert "No turn is shown here" in watched.text
    move = next(each for each in found.buttons if each.label == "1").custom_id
    refused = await journey.dan.press(move, watched)
    assert "This turn is not shown" in said(refused)
    await journey.ada.slash("settings", reviews=True)
    shown = await journey.dan.slash("review")
    page = await journey.dan.click("1", on=shown)
    assert "To Ada: " in page.text


@pytest.mark.own_bot(started=False)
async def test_review_is_posted_for_everybody_once_an_hour(journey: Journey) -> None:
    await ended(journey)
    await journey.ada.slash("settings", reviews=True)
    found = await review_of(journey, await journey.ada.slash("review"))
    posted = await journey.ada.click("Post here", on=found)
    assert not posted.ephemeral
    assert "by players who show theirs" in posted.text
    assert "· Ada:" in posted.text
    assert "· Ben:" not in posted.text
    again = await journey.ben.click("Post here", on=await journey.ben.slash("review"))
    assert "within the last hour" in said(again)
    page = await journey.dan.click("1", on=posted)
    assert page.ephemeral


async def test_running_game_is_not_reviewed(journey: Journey) -> None:
    await journey.under_way(turns=2)
    refused = await journey.ada.slash("review")
    assert "reviewed when it is over" in said(refused)


@pytest.mark.own_bot(started=False)
async def test_game_of_other_rules_is_not_reviewed(journey: Journey) -> None:
    await ended(journey)
    with closing(sqlite3.connect(journey.bot.database)) as database, database:
        database.execute("UPDATE moves SET version = 0")
    assert "older rules" in said(await journey.ada.slash("review"))


@pytest.mark.own_bot(started=False)
async def test_review_of_a_hidden_table_does_not_exist(journey: Journey) -> None:
    await ended(journey)
    permit(journey.sandbox.world, journey.home.place("garden"), journey.dan.id, {"view_channel": False})
    refused = await journey.dan.go("terrace").slash("review", table=journey.tables[0])
    assert "There is no such table" in said(refused)
