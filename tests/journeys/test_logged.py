"""The bot's log lines while people play."""

from __future__ import annotations

import json
import re

import pytest

from trials.journey import Journey

pytestmark = [pytest.mark.own_bot(started=False), pytest.mark.process]


async def test_lines_of_json_that_name_the_table_and_no_people(journey: Journey) -> None:
    journey.bot.settings |= {"PARTERRE_LOG_FORMAT": "json", "PARTERRE_LOG": "DEBUG"}
    await journey.bot.start()
    await journey.begin(2)
    former = len(journey.boards)
    journey.home.fail("POST", r"/channels/\d+/messages$", status=403, times=1)
    mover = journey.mover
    await mover.click("Confirm", on=await journey.click_move(mover))
    await journey.next_board(former)
    journey.home.fail("POST", r"/callback$", status=400, times=1)
    await journey.mover.click("Your move", on=journey.board)
    lines = [json.loads(line) for line in journey.bot.log.splitlines()]
    (table,) = journey.tables
    (board,) = [line for line in lines if ": retrying later" in line["message"]]
    assert board["table"] == table
    assert board["seq"] > 0
    (asked,) = [line for line in lines if "is answered again" in line["message"]]
    assert (asked["table"], asked["seq"]) == (table, board["seq"])
    assert asked["seat"] in (0, 1)
    assert asked["ms"] >= 0
    people = "|".join(person.name for person in journey.people)
    assert not re.search(rf"\b({people})\b", journey.bot.log)
    secrets = [interaction.token for interaction in journey.sandbox.world.interactions.values()]
    assert secrets
    assert not [secret for secret in (*secrets, journey.sandbox.token) if secret in journey.bot.log]
