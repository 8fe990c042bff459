"""The course of a game, turn by turn, from its log."""

from __future__ import annotations

import re

import pytest

from db.rows import MoveRow
from host.position import Position
from host.refusal import Refused
from host.replay import best_turn, count_turns, has_turns, plays_alike, replay_states, replay_turns, without_undone
from host.table import Table
from host.tables import Tables
from host.undo import undo
from rules import GAMES
from rules.game import DEALER
from rules.text import seat_name, tell
from tests.test_history import PEOPLE, move
from trials.seeding import FIRST_CLICK_ID, start_table


async def played(tables: Tables, key: str, most: int = 999) -> Table:
    """A table of random moves."""
    table = await start_table(tables, key, PEOPLE)
    number = 0
    while table.position.to_act and number < most:
        number += 1
        await move(table, number)
    return table


@pytest.mark.short("hanging_gardens", "ishtar")
@pytest.mark.parametrize("key", list(GAMES))
async def test_turns_match_the_boards_of_the_channel(tables: Tables, key: str) -> None:
    table = await played(tables, key)
    at, moves = table.position, without_undone(await table.store.moves(table.id))
    course = list(replay_turns(at, moves))
    assert course[-1].view == at.view(None)
    assert (course[0].seat, course[0].points) == (None, (0, 0, 0))
    assert all(turn.seat is not None for turn in course[1:])
    told = [event for turn in course for event in turn.story]
    assert all(event.to is None for event in told)
    assert count_turns(course) == sum(turn.seat is not None for turn in course)
    for turn in course[1:]:
        assert any(event.headline for event in turn.story)


def gains_told(at: Position, moves: list[MoveRow]) -> list[int]:
    """Return the gains in the headlines of a table."""
    told = [tell(event.text, seat_name) for turn in replay_turns(at, moves) for event in turn.story if event.headline]
    return [int(found[1]) for each in told if (found := re.match(r"Seat \d \+(\d+)\b", each))]


@pytest.mark.short("djinns", "ishtar")
@pytest.mark.parametrize("key", list(GAMES))
async def test_the_best_turn_is_the_headline_that_gained_most(tables: Tables, key: str) -> None:
    table = await played(tables, key)
    moves = without_undone(await table.store.moves(table.id))
    found = best_turn(replay_turns(table.position, moves))
    assert found is not None
    assert found.gain > 0
    if key in ("djinns", "schlossgarten"):  # others keep points from the channel
        assert f"+{found.gain}," in tell(found.headline.text, seat_name)
        assert found.gain == max(gains_told(table.position, moves))


async def test_undone_moves_are_no_turns(tables: Tables) -> None:
    table = await played(tables, "djinns", 8)
    before = len(list(replay_turns(table.position, without_undone(await table.store.moves(table.id)))))
    last = table.position.last
    assert last is not None
    await undo(table, last, FIRST_CLICK_ID + 99)
    moves = without_undone(await table.store.moves(table.id))
    assert len(list(replay_turns(table.position, moves))) == before - 1
    assert has_turns(moves)
    assert not has_turns(moves[:1])


async def test_other_rules_are_not_played(tables: Tables) -> None:
    table = await played(tables, "djinns", 8)
    moves = [each._replace(version=0) for each in await table.store.moves(table.id)]
    assert not plays_alike(table.position, moves)
    with pytest.raises(Refused, match="older rules"):
        list(replay_states(table.position, moves))
    moves = [each._replace(path="99 99") if each.seat != DEALER else each for each in await table.store.moves(table.id)]
    with pytest.raises(Refused, match="older rules"):
        list(replay_turns(table.position, moves))
