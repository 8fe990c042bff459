"""Records made from tables: complete once the game is over, public while it runs, and never stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cogs.shell.reader import Reader
from db.statement import Statement
from host.codec import decode_story
from host.erasure import erase_person
from host.leaving import end_by_manager
from host.records import make_record, make_summary
from host.refusal import Refused
from host.table import Table
from host.tables import Tables
from rules import GAMES
from rules.game import DEALER
from rules.record import read_record, split_lines
from rules.text import tell
from tests.test_course import played
from tests.test_history import PEOPLE


async def summary_of(table: Table) -> dict[str, Any]:
    """The summary of a table, with names in its sentences."""
    at = table.position
    return json.loads(await make_summary(table.store, at, Reader(at.names).typeable))


@pytest.mark.short("ishtar")
@pytest.mark.parametrize("key", list(GAMES))
async def test_record_of_a_finished_game_is_verified(tables: Tables, key: str) -> None:
    table = await played(tables, key)
    at = table.position
    record = read_record(GAMES, split_lines(await make_record(table.store, at)))
    assert record.moves[-1].step.state == at.state
    assert record.header.names == at.names
    assert record.result is not None
    told = await summary_of(table)
    assert told["result"] == record.result
    assert [move["path"] for move in told["moves"] if move["seat"] != DEALER] == [
        " ".join(move.path) for move in record.moves if move.seat != DEALER
    ]


@pytest.mark.short("hanging_gardens")
@pytest.mark.parametrize("key", list(GAMES))
async def test_summary_of_a_running_game_holds_public_information_only(tables: Tables, key: str) -> None:
    table = await played(tables, key, 20)
    at = table.position
    assert at.row.status == "running"
    told = await summary_of(table)
    assert told["result"] is None
    assert told["board"] == [tell(text, at.names.__getitem__) for text in at.game.describe(at.view(None))]
    moves = await table.store.standing_moves(table.id)
    secret = {
        tell(each.text, at.names.__getitem__) for move in moves for each in decode_story(move.events) if each.to is not None
    }
    open_ = {tell(each.text, at.names.__getitem__) for move in moves for each in decode_story(move.events) if each.to is None}
    shown = {line for move in told["moves"] for line in move["story"]}
    assert shown == open_
    assert not shown & (secret - open_)
    assert not [move for move in told["moves"] if move["seat"] == DEALER and move["path"]]


async def test_record_of_a_game_that_ended_early_has_no_result(tables: Tables) -> None:
    table = await played(tables, "ishtar", 5)
    await end_by_manager(table, 44, "Mia", 1)
    record = read_record(GAMES, split_lines(await make_record(table.store, table.position)))
    assert record.moves[-1].step.state == table.position.state
    assert record.result is None
    told = await summary_of(table)
    assert (told["status"], told["ended_early"], told["result"]) == ("over", "managed", None)
    assert "Mia" not in json.dumps(told)


async def test_game_of_older_rules_has_a_summary_but_no_record(tables: Tables) -> None:
    table = await played(tables, "djinns")
    await table.store._db.run([Statement("UPDATE moves SET version = 0", ())])
    with pytest.raises(Refused, match="older rules"):
        await make_record(table.store, table.position)
    assert (await summary_of(table))["result"]["winners"]


async def test_names_stay_data(tables: Tables) -> None:
    table = await played(tables, "djinns")
    name = table.position.names[2]
    assert name.startswith("_C*l~e`o_")
    told = await summary_of(table)
    assert told["seats"][2] == {"seat": 2, "name": name, "computer": None}
    assert any(name in line for move in told["moves"] for line in move["story"])


async def test_summary_is_as_documented(tables: Tables) -> None:
    text = (Path(__file__).parents[1] / "docs/RECORDS.md").read_text()
    example = json.loads(text.partition("```json\n")[2].partition("```")[0])
    told = await summary_of(await played(tables, "ishtar", 3))
    assert list(example) == list(told)
    assert [list(example[key][0]) for key in ("seats", "moves")] == [list(told[key][0]) for key in ("seats", "moves")]
    assert example["format"] == told["format"]
    assert all(f"`{key}`" in text for key in told)


async def test_erased_names_are_in_no_file(tables: Tables) -> None:
    table = await played(tables, "djinns")
    await erase_person(tables, PEOPLE[0].person)
    table = await tables.get(table.id)
    record = await make_record(table.store, table.position)
    assert read_record(GAMES, split_lines(record)).header.names == ("", *table.position.names[1:])
    told = await summary_of(table)
    assert told["seats"][0]["name"] == "a former player"
    assert any("a former player" in line.lower() for move in told["moves"] for line in move["story"])
    assert PEOPLE[0].name not in json.dumps(told)
