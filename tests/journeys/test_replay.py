"""The replay of a game, drawn in the background, and the poster in its last message."""

from __future__ import annotations

import asyncio
import io
import re
import sqlite3
from contextlib import closing

import pytest
from discord.utils import snowflake_time
from PIL import Image

from render.poster import WIDE
from rules import GAMES
from sandbox.answer import Answer
from sandbox.sight import permit
from tests.playing import at_random
from trials.journey import Journey, said


def film_of(answer: Answer) -> bytes:
    """The GIF of an answer."""
    (data,) = answer.images
    assert data.startswith(b"GIF89a")
    return data


async def shown(journey: Journey, answer: Answer) -> Answer:
    """Return the answer once its replay has arrived."""
    await journey.until(lambda: bool(answer.images))
    return answer


def frames(data: bytes) -> int:
    """Return the number of frames of a GIF."""
    picture = Image.open(io.BytesIO(data))
    return getattr(picture, "n_frames", 1)


async def test_a_running_game_is_replayed_for_all(journey: Journey) -> None:
    await journey.begin(2)
    refused = await journey.dan.slash("replay")
    assert "Nobody has taken a turn" in said(refused)
    for _ in range(4):
        await journey.turn()
    asked = await journey.dan.slash("replay")
    assert not asked.ephemeral
    replay = await shown(journey, asked)
    assert "-# 4 turns" in replay.text
    assert "to move" in replay.text
    assert frames(film_of(replay)) == 5
    assert asked.interaction
    edits = [r for r in journey.sandbox.requests if r["method"] == "PATCH" and f"/{asked.interaction.token}/" in r["path"]]
    assert 1 <= len(edits) <= 4
    more = await journey.ada.click("⋯", on=journey.board)
    again = await journey.ada.click("Replay", on=more)
    assert film_of(again) == film_of(replay)  # it was kept


@pytest.mark.long
@pytest.mark.own_bot(started=False)
async def test_a_finished_game_asked_for_by_several_is_drawn_once(journey: Journey) -> None:
    await journey.prepared(3, at_random("djinns"), lambda step: False, seed=4)
    asked = await asyncio.gather(*(person.slash("replay") for person in (journey.ada, journey.ben, journey.dan)))
    films = [film_of(await shown(journey, answer)) for answer in asked]
    assert films[0] == films[1] == films[2]
    assert frames(films[0]) > 20
    assert "won" in asked[0].text or "share the victory" in asked[0].text
    assert journey.bot.log.count("its replay is queued") == 1


async def test_replay_of_a_hidden_table_does_not_exist(journey: Journey) -> None:
    await journey.under_way(turns=2)
    hidden = journey.home.place("garden")
    permit(journey.sandbox.world, hidden, journey.dan.id, {"view_channel": False})
    refused = await journey.dan.go("terrace").slash("replay", table=journey.tables[0])
    assert "There is no such table" in said(refused)
    elsewhere = await journey.cleo.go("terrace").slash("replay", table=journey.tables[0])
    assert not elsewhere.ephemeral  # everybody but Dan sees it anyway


async def test_replay_is_private_where_not_all_see_the_table(journey: Journey) -> None:
    await journey.under_way(turns=2)
    hidden = journey.home.place("garden")
    permit(journey.sandbox.world, hidden, journey.home.guild.id, {"view_channel": False})
    permit(journey.sandbox.world, hidden, journey.ada.id, {"view_channel": True})
    journey.home.permit("garden", view_channel=True)
    asked = await journey.ada.go("terrace").slash("replay", table=journey.tables[0])
    assert asked.ephemeral
    film_of(await shown(journey, asked))


@pytest.mark.own_bot(started=False)
async def test_a_game_of_other_rules_shows_its_last_position(journey: Journey) -> None:
    await journey.prepared(2, at_random("djinns"), lambda step: False, seed=4)
    with closing(sqlite3.connect(journey.bot.database)) as database, database:
        database.execute("UPDATE moves SET version = 0")
    answer = await journey.dan.slash("replay")
    assert "played under older rules" in answer.text
    (picture,) = answer.images
    assert picture.startswith(b"\x89PNG")


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("game", ["djinns", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game != "djinns")])
async def test_the_last_post_shows_the_poster(journey: Journey, game: str) -> None:
    journey.game = game
    await journey.prepared(2, at_random(game), lambda step: False, seed=4)
    (picture,) = journey.board.images
    assert Image.open(io.BytesIO(picture)).width == WIDE
    (alt,) = journey.board.alt
    assert re.search(r"1\. \w+ \d+ \(", alt)
    assert re.search(r"\d+ turns · .*Best turn: \w+ \+\d+ · ", alt)
    replay = await shown(journey, await journey.ada.click("Replay", on=journey.board))
    assert frames(film_of(replay)) > 10


async def asked_for(journey: Journey) -> Answer:
    """A long replay, which is being drawn."""
    journey.game = "schlossgarten"
    await journey.prepared(4, at_random("schlossgarten"), lambda step: False, seed=4)
    return await journey.dan.slash("replay")


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot(started=False)
async def test_a_replay_that_is_cut_short_says_so(journey: Journey) -> None:
    asked = await asked_for(journey)
    await journey.bot.stop()
    assert asked.images or "Please ask for it again" in asked.text


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot(started=False)
async def test_a_replay_that_a_crash_cut_short_says_when_to_ask_again(journey: Journey) -> None:
    """Until Discord lets nobody change the answer any more."""
    asked = await asked_for(journey)
    await journey.bot.kill()
    assert asked.interaction
    until = int(snowflake_time(int(asked.interaction.id)).timestamp()) + 15 * 60
    assert asked.images or f"If it is not here by <t:{until}:f>, please ask for it again." in asked.text
    told = [str(r["body"]) for r in journey.sandbox.requests if f"/{asked.interaction.token}/" in r["path"]]
    assert any(f"<t:{until}:f>" in each for each in told)
