"""Games go on after one of their players was erased: nobody waits for them, and nothing about them is stored again."""

from __future__ import annotations

from cogs.shell.forms import Form, KeptForms
from db.people import add_people
from host.erasure import erase_person
from host.known_people import KnownPeople
from host.leaving import resign
from host.tables import Tables
from rules.text import say
from tests.people import clicks
from tests.test_erasure import ADA, BEN, CLEO, NAMES, started, stored
from tests.test_undo import away


async def test_rematch_leaves_the_seat_of_an_erased_player_free(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await resign(table, CLEO, next(clicks))
    await resign(table, ADA, next(clicks))
    await erase_person(tables, BEN)
    again, _ = await tables.rematch(table.id, ADA, NAMES[ADA])
    at = again.position
    assert ([seat.person for seat in at.seats], at.row.size) == ([ADA], 3)
    assert {person for (person,) in await tables.store._db.all("SELECT id FROM people")} == {ADA, CLEO}


async def test_nobody_waits_until_an_erased_player_comes_back(tables: Tables) -> None:
    table = await started(tables, ADA, BEN, CLEO)
    await away(table, BEN, strikes=3)
    assert [seat.person for seat in (await tables.get(table.id)).position.may_return] == [BEN]
    await erase_person(tables, BEN)
    assert (await tables.get(table.id)).position.may_return == ()


async def test_erased_people_leave_the_memory(tables: Tables) -> None:
    known, forms = KnownPeople(tables), KeptForms()
    await started(tables, ADA, BEN)
    await known.update(BEN, "Benedict")
    forms.keep(BEN, Form(say("Title"), "x1:saved", ()))
    await erase_person(tables, BEN)
    known.forget(BEN)
    forms.forget(BEN)
    assert forms.of(BEN) is None
    await started(tables, ADA, BEN)
    await known.update(BEN, "Benedict")  # at once, as nothing says that this name is stored
    assert await tables.store.people.names([BEN]) == {BEN: "Benedict"}


async def test_ids_of_erased_people_become_no_people(tables: Tables) -> None:
    table = await started(tables, ADA, BEN)
    before = await stored(tables)
    await tables.store._db.run(add_people([(1, "nobody"), (10, "nobody")], tables.now(), table.id))
    assert await stored(tables) == before
