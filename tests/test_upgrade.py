"""Upgrade states of earlier rules to today's shape, or refuse them in one sentence."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest
import pytest_asyncio

from cogs.play.panel import tell_dropped
from db.rows import SeatRow
from db.store import Store
from host.codec import decode_state
from host.deadlines import DAY
from host.history import read_log, read_past_position
from host.lobby import Terms
from host.refusal import Refused
from host.scheduler import run_due
from host.table import Table
from host.tables import Tables
from host.undo import undo
from rules import GAMES
from rules.choice import Choices, Option, pick
from rules.game import AnyGame, Event, Game, Score, Seat, Step, play_at_random
from rules.text import say, who
from tests.examples import COMPLETE
from tests.manual_clock import ManualClock
from tests.people import PEOPLE, clicks, move, reopened, start_table
from tests.sending import pending_notices

STORED = Path(__file__).parent / "stored"
ADA = SeatRow(0, PEOPLE[0], "Ada")


@pytest.mark.parametrize("key", COMPLETE)
def test_a_position_of_every_game_is_kept(key: str) -> None:
    assert (STORED / f"{key}-1.json").exists()


@pytest.mark.parametrize("file", sorted(STORED.glob("*.json")), ids=lambda file: file.stem)
def test_a_kept_position_is_played_on(file: Path) -> None:
    kept = json.loads(file.read_text())
    game = GAMES[kept["game"]]
    state = decode_state(game, json.dumps(kept["state"]), kept["version"])
    assert sorted(game.to_act(state)) == kept["to_act"]
    assert [score.points for score in game.scores(state)] == kept["points"]
    *_, last = play_at_random(game, state, Random(1))
    assert game.ending(last.step.state)


@dataclass(frozen=True)
class Heap:
    left: int = 7
    turn: Seat = 0


def _choices(view: Any) -> Choices[int]:
    return (yield from pick("count", say("How many?"), [Option("1", 1), Option("2", 2)]))


def _apply(state: Any, seat: Seat, action: int) -> Step[Any]:
    event = Event("taken", say("{seat} takes {count}.", seat=who(seat), count=action))
    return Step(replace(state, left=state.left - action, turn=1 - seat), (event,))


# Take one stone or two; version 1 keeps how many are left.
STONES = Game[Any, Any, int](
    key="stones", title=say("Stones"), credits="",
    seats=range(2, 3), minutes=1, version=1, state_type=Heap,
    setup=lambda seats, variants: Heap(),
    to_act=lambda state: frozenset({state.turn}) if state.left > 0 else frozenset(),
    view=lambda state, seat: state,
    possible=lambda view, random: view,
    choices=_choices,
    apply=_apply,
    scores=lambda state: (Score(0), Score(1)),
    ending=lambda state: "" if state.left > 0 else "over",
)  # fmt: skip


@dataclass(frozen=True)
class NamedHeap:
    name: str = "heap"
    left: int = 7
    turn: Seat = 0


def named_stones(asked: list[int]) -> AnyGame:
    """Version 3 has named its heaps since; it notes which versions it was asked to upgrade."""

    def upgrade(data: Any, version: int) -> Any:
        asked.append(version)
        return {"name": "the old one"} | data

    return replace(STONES, version=3, replays=3, state_type=NamedHeap, setup=lambda seats, variants: NamedHeap(), upgrade=upgrade)


@pytest_asyncio.fixture
async def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table of the first version's rules, with two moves."""
    monkeypatch.setitem(GAMES, "stones", STONES)
    store = await Store.open(tmp_path / "x.sqlite3")
    table = await start_table(Tables(store, random=Random(1), now=ManualClock()), 2, "stones")
    for _ in range(2):
        await move(table)
    yield table
    await store.close()


async def again(old: Table, game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """The house started again with these rules on the same file."""
    monkeypatch.setitem(GAMES, "stones", game)
    return reopened(Tables(old.store, now=old.now))


async def test_a_table_goes_on_under_newer_rules(old: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    table = await (await again(old, named_stones(asked), monkeypatch)).get(old.id)
    assert asked == [1]
    assert table.position.state == NamedHeap("the old one", old.position.state.left, old.position.state.turn)
    mover = await move(table)
    assert [row.version for row in await table.store.moves(table.id)] == [1, 1, 1, 3]
    past = await read_past_position(table.store, table.position, table.position.seq - 1, None)
    assert (past.view.name, past.view.left) == ("the old one", old.position.state.left)
    await undo(table, mover, next(clicks))
    assert table.position.state == NamedHeap("the old one", old.position.state.left, old.position.state.turn)
    while table.position.to_act:
        await move(table)
    assert set(asked) == {1}


async def test_moves_by_other_rules_are_not_replayed(old: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await (await again(old, named_stones([]), monkeypatch)).get(old.id)
    while table.position.to_act:
        await move(table)
    with pytest.raises(Refused, match="under older rules: only its last position"):
        await read_past_position(table.store, table.position, old.position.seq, None)
    assert (await read_past_position(table.store, table.position, table.position.seq, None)).view == table.position.state
    assert len(await read_log(table.store, table.position, None)) == sum(
        row.path != "" for row in await table.store.moves(table.id)
    )


async def test_moves_by_rules_that_play_alike_are_replayed(old: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await (await again(old, replace(named_stones([]), replays=1), monkeypatch)).get(old.id)
    while table.position.to_act:
        await move(table)
    past = await read_past_position(table.store, table.position, old.position.seq, None)
    assert past.view == NamedHeap(left=old.position.state.left, turn=old.position.state.turn)


async def test_table_started_after_the_upgrade_is_replayed(old: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = await Tables(old.store, now=old.now).open(game="stones", terms=Terms(size=2), host=ADA, guild=1, channel=2)
    tables = await again(old, named_stones([]), monkeypatch)
    await tables.join(opened.id, PEOPLE[1], "Ben")
    table = await tables.start(opened.id, ADA.person, next(clicks))
    await move(table)
    seq = table.position.seq
    first = await read_past_position(table.store, table.position, seq, None)
    while table.position.to_act:
        await move(table)
    later = await read_past_position(table.store, table.position, seq, None)
    assert (later.view, later.story) == (first.view, first.story)


async def test_draft_keeps_the_answers_that_are_still_legal(old: Table) -> None:
    at, person = old.position, old.position.to_act[0].person
    assert at.drafted(person, ("2",)).path == ("2",)
    assert at.drafted(person, ("2", "counter")).path == ("2",)
    assert at.drafted(person, ("3", "2")).path == ()


MISREADINGS: dict[str, Callable[[Any], Any]] = {
    "a field that is not there": lambda data: {"name": data["name"]},
    "a value of another kind": lambda data: data | {"left": "many"},
    "nothing": lambda data: None,
}


@pytest.mark.parametrize("misread", MISREADINGS.values(), ids=list(MISREADINGS))
async def test_unreadable_state_harms_no_other_table(
    old: Table, misread: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = replace(named_stones([]), upgrade=lambda data, version: misread(data))
    tables = await again(old, game, monkeypatch)
    other = await start_table(tables, 2)
    with pytest.raises(Refused, match=r"^This game was saved under older rules"):
        await tables.get(old.id)
    assert await tables.get_all((old.id, other.id)) == [other]
    assert isinstance(tables.now, ManualClock)
    tables.now.forward(DAY)
    assert await run_due(tables) == (other.id,)
    assert [notice.table for notice in await pending_notices(old.store)] == [other.id]
    assert await run_due(tables) == ()  # what is due at the table that is not understood has been put off
    assert [record.levelno for record in caplog.records if f"table {old.id}" in record.message] == [logging.WARNING] * 2
    assert not any(record.exc_info for record in caplog.records)
    back = await again(old, named_stones([]), monkeypatch)
    await move(await back.get(old.id))


async def test_dropped_answers_of_a_draft_are_named(old: Table) -> None:
    at, person = old.position, old.position.to_act[0].person
    assert at.resume(person, ("2",)).dropped == ()
    assert at.resume(person, ("2", "counter", "more")).dropped == ("counter", "more")
    assert at.resume(person, ("3", "2")).dropped == ("3", "2")


@pytest.mark.parametrize("number", [73, 74, 75, 76])
async def test_lost_answers_of_stored_drafts_are_named(tmp_path: Path, number: int) -> None:
    store = await Store.open(Path(copy(STORED / "first.sqlite3", tmp_path)))
    at = (await Tables(store).get(number)).position
    person = at.to_act[0].person
    row = await store.draft(number, person)
    assert row is not None
    draft = tuple(row.path.split())
    progress, dropped = at.resume(person, draft)
    kept = draft[: len(draft) - len(dropped)]
    assert progress.path[: len(kept)] == kept
    assert bool(dropped) == (tell_dropped(dropped) is not None) == (number != 74)
    await store.close()
