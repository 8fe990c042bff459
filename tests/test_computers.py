"""Computers at an open table: how they come, what they are called, and what a table with them agrees on."""

from __future__ import annotations

import pytest

from db.rows import SeatRow
from host.computers import LEVEL_NAMES, add_computer, choose_level, describe_computer, new_computers, remove_computer
from host.lobby import Terms, change_terms, reserve_seat, reserved_seat
from host.refusal import Refused
from host.summary import COMPUTERS
from host.table import Table
from host.tables import Tables
from players.levels import LEVELS
from render.fonts import clean
from tests.people import ADA, BEN, CLEO
from trials.seeding import FIRST_CLICK_ID

ACANTHUS, BUXUS, TAXUS = "⚙ Acanthus", "⚙ Buxus", "⚙ Taxus"


async def opened(tables: Tables, size: int = 3, computers: int = 0, level: str = "", hints: int | None = None) -> Table:
    return await tables.open(
        game="djinns",
        terms=Terms(size=size, hints=hints),
        host=SeatRow(0, ADA, "Ada"),
        guild=1,
        channel=2,
        computers=new_computers(computers, level),
    )


def test_names_of_computers_can_be_drawn_and_said() -> None:
    assert tuple(LEVEL_NAMES) == tuple(LEVELS)
    for seat in new_computers(len(COMPUTERS), "keen"):
        assert clean(seat.name) == seat.name
        assert str(describe_computer(seat)) == f"{seat.name} (computer, keen)"
        assert not seat.is_person


async def test_computers_have_seats_like_people(tables: Tables) -> None:
    table = await opened(tables, 4, 2, "keen")
    assert table.position.names == ("Ada", ACANTHUS, BUXUS)
    await tables.join(table.id, BEN, "Ben")
    again = (await Tables(tables.store).get(table.id)).position
    assert [(seat.name, seat.level) for seat in again.seats] == [("Ada", ""), (ACANTHUS, "keen"), (BUXUS, "keen"), ("Ben", "")]
    assert [seat.name for seat in again.seated] == ["Ada", "Ben"]
    with pytest.raises(Refused, match="All 4 seats"):
        await tables.join(table.id, CLEO, "Cleo")


async def test_host_adds_and_removes_computers(tables: Tables) -> None:
    table = await opened(tables, 4)
    await reserve_seat(table, ADA, BEN, "Ben")
    await add_computer(table, ADA)
    await choose_level(table, ADA, "gentle")
    await add_computer(table, ADA)
    assert table.position.names == ("Ada", ACANTHUS, BUXUS, "Ben")
    assert {seat.level for seat in table.position.computers} == {"gentle"}
    await remove_computer(table, ADA)
    await remove_computer(table, ADA)
    again = await Tables(tables.store).get(table.id)
    await add_computer(again, ADA)
    await add_computer(again, ADA)
    assert {seat.level for seat in again.position.computers} == {"gentle"}
    await table.confirm()
    await remove_computer(table, ADA)
    await tables.join(table.id, BEN, "Ben")
    assert table.position.names == ("Ada", ACANTHUS, "Ben")
    await add_computer(table, ADA)
    with pytest.raises(Refused, match="All 4 seats"):
        await add_computer(table, ADA)
    with pytest.raises(Refused, match="remove a computer first"):
        await change_terms(table, ADA, Terms(size=3))
    await remove_computer(table, ADA)
    await remove_computer(table, ADA)
    assert table.position.names == ("Ada", "Ben")
    with pytest.raises(Refused, match="No computer sits"):
        await remove_computer(table, ADA)
    with pytest.raises(Refused, match="“expert” is not possible here"):
        await choose_level(table, ADA, "expert")


async def test_only_the_host_adds_computers_before_the_start(tables: Tables) -> None:
    table = await opened(tables, 3, 1)
    await tables.join(table.id, BEN, "Ben")
    for work in (add_computer(table, BEN), remove_computer(table, BEN), choose_level(table, BEN, "keen")):
        with pytest.raises(Refused, match="Only Ada"):
            await work
    await tables.cancel(table.id, ADA)
    for work in (add_computer(table, ADA), remove_computer(table, ADA), choose_level(table, ADA, "keen")):
        with pytest.raises(Refused, match="was cancelled"):
            await work


async def test_computers_are_limited_by_seats_and_names(tables: Tables) -> None:
    with pytest.raises(Refused, match=r"more computers than free seats: people take 1 of 2 seats"):
        await opened(tables, 2, 2)
    with pytest.raises(Refused, match=r"people take 2 of 3 seats"):
        await tables.open(
            game="djinns",
            terms=Terms(size=3),
            host=SeatRow(0, ADA, "Ada"),
            guild=1,
            channel=2,
            invited=[reserved_seat(BEN, "Ben")],
            computers=new_computers(2, ""),
        )
    for count in (-1, 4):
        with pytest.raises(Refused, match="Up to 3 computers"):
            new_computers(count, "")
    with pytest.raises(Refused, match="“expert” is not possible here"):
        new_computers(1, "expert")


async def test_table_of_computers_only_is_closed(tables: Tables) -> None:
    table = await opened(tables, 3, 2)
    await tables.leave(table.id, ADA)
    assert table.position.row.status == "cancelled"


async def test_next_person_becomes_host_and_no_computer(tables: Tables) -> None:
    table = await opened(tables, 3, 1)
    await tables.join(table.id, BEN, "Ben")
    await tables.leave(table.id, ADA)
    assert table.position.row.host == BEN
    assert table.position.names == (ACANTHUS, "Ben")


async def test_hints_are_allowed_in_practice_unless_chosen_otherwise(tables: Tables) -> None:
    assert [(await opened(tables, 3, *given)).position.hints_allowed for given in ((0,), (1,), (2,))] == [False, True, True]
    table = await opened(tables, 3)
    await add_computer(table, ADA)
    assert table.position.hints_allowed
    await tables.join(table.id, BEN, "Ben")
    assert not table.position.hints_allowed
    await change_terms(table, ADA, Terms(hints=1))
    await add_and_remove(table)
    assert (await Tables(tables.store).get(table.id)).position.hints_allowed


@pytest.mark.parametrize("hints", [0, 1])
async def test_choice_of_hints_outlasts_changes_of_players(tables: Tables, hints: int) -> None:
    table = await opened(tables, 3, 1, hints=hints)
    assert table.position.hints_allowed == hints
    await tables.join(table.id, BEN, "Ben")
    assert table.position.hints_allowed == hints
    await tables.leave(table.id, BEN)
    assert table.position.hints_allowed == hints


async def add_and_remove(table: Table) -> None:
    await remove_computer(table, ADA)
    await add_computer(table, ADA)


async def test_random_seating_includes_computers(tables: Tables) -> None:
    drawn: set[tuple[str, ...]] = set()
    for number in range(12):
        table = await opened(tables, 4, 3)
        await change_terms(table, ADA, Terms(seating="random"))
        await tables.start(table.id, ADA, FIRST_CLICK_ID + number)
        assert sorted(table.position.names) == sorted(("Ada", ACANTHUS, BUXUS, TAXUS))
        drawn.add(table.position.names)
    assert len(drawn) > 2
