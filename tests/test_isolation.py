"""Jobs of two processes at the same moment: one is held before its COMMIT while the other process begins."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio

from db.change import DROP_DRAFTS, open_table, record_interaction
from db.due import DIGEST, ERASE, SEASON_END, TAKE, DueRow, promise, reschedule
from db.enqueue import enqueue, enqueue_board, reserve_card, update_overview
from db.locks import lock_tables
from db.people import add_people
from db.quotas import count_use, require_open_within
from db.ratings import apply_step
from db.rows import BallotRow, FinishRow, OutboxRow, RatingStepRow, SeatRow, TableRow, TotalRow
from db.seasons import BEGIN_NEXT, END, count_game
from db.statement import Exceeded, Repeated, Stale, Statement
from db.store import Store
from tests.sending import NOW, add_move, pending_rows, row_of, send_all
from tests.server import Server
from tests.several_processes import Gate, closed_gate, empty_address, open_stores

ADA, BEN, GUILD, CHANNEL = 900_000_000_000_000_011, 900_000_000_000_000_022, 1, 2
RAISE_SEQ = "UPDATE tables SET seq = seq + 1, revision = revision + 1 WHERE id = $1"
LATER = NOW + 1000
_clicks = count(1)


@pytest_asyncio.fixture
async def stores(server: Server) -> AsyncIterator[list[Store]]:
    async with open_stores(empty_address(server), 2) as opened:
        yield opened


@pytest_asyncio.fixture
async def gate(stores: list[Store]) -> AsyncIterator[Gate]:
    async with closed_gate(stores[0]) as made:
        yield made


def new_table(number: int = 1, **changed: object) -> TableRow:
    row = TableRow(0, "djinns", 1, "", 2, "open", ADA, GUILD, CHANNEL, CHANNEL, 0, None, NOW + number)
    return row._replace(**changed)  # type: ignore[arg-type]


async def open_one(store: Store, *people: int) -> int:
    """Open a table whose lobby message has been sent; return its id."""
    table = await store.open_table(new_table(), [SeatRow(seat, who, str(who)) for seat, who in enumerate(people or (ADA,))])
    await send_all(store, LATER)
    return table


# Limits


async def test_opening_counts_a_table_that_is_being_opened(stores: list[Store], gate: Gate) -> None:
    within = require_open_within(GUILD, ADA, 1, 9)
    held = await gate.hold(stores[0], *open_table(new_table(), [], None, lobby_answers=False), *within)
    other = await gate.until_waiting(stores[1].open_table(new_table(), [], limits=within))
    await gate.open()
    await held
    with pytest.raises(Exceeded):
        await other
    assert await stores[0].quotas.open_of(GUILD, ADA) == 1


async def test_use_counts_one_that_is_being_counted(stores: list[Store], gate: Gate) -> None:
    use = count_use("hints", GUILD, ADA, 0, NOW, 1, 1)
    held = await gate.hold(stores[0], *use)
    other = await gate.until_waiting(stores[1].quotas.use(use))
    await gate.open()
    await held
    with pytest.raises(Exceeded):
        await other


async def test_cards_of_a_channel_are_counted_one_after_another(stores: list[Store], gate: Gate) -> None:
    tables = [await open_one(stores[0]) for _ in range(6)]
    for table in tables:
        await add_move(stores[0], table)
    for table in tables[:4]:
        assert await stores[0].outbox.reserve_card(table, CHANNEL, NOW)
    held = await gate.hold(stores[0], *reserve_card(tables[4], CHANNEL, NOW))
    other = await gate.until_waiting(stores[1].outbox.reserve_card(tables[5], CHANNEL, NOW))
    await gate.open()
    await held
    assert not await other


async def test_interaction_is_carried_out_by_one_process(stores: list[Store], gate: Gate) -> None:
    held = await gate.hold(stores[0], *record_interaction(7, NOW))
    other = await gate.until_waiting(stores[1]._db.run(record_interaction(7, NOW)))
    await gate.open()
    await held
    with pytest.raises(Repeated):
        await other


async def test_second_rematch_of_a_table_is_refused(stores: list[Store], gate: Gate) -> None:
    former = await open_one(stores[0])
    rematch = new_table(rematch_of=former)
    held = await gate.hold(stores[0], *open_table(rematch, [], None, lobby_answers=False))
    other = await gate.until_waiting(stores[1].open_table(rematch, []))
    await gate.open()
    await held
    with pytest.raises(Stale):
        await other


# Tables


async def test_draft_of_a_position_that_is_passing_is_not_kept(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0])
    held = await gate.hold(stores[0], Statement(RAISE_SEQ, (table,)), Statement(DROP_DRAFTS, (table,)))
    other = await gate.until_waiting(stores[1].put_draft(table, ADA, 0, "7"))
    await gate.open()
    await held
    assert not await other
    assert await stores[0].draft(table, ADA) is None


async def test_due_rows_follow_from_both_jobs(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0])
    before = await row_of(stores[0], table)
    ask = BallotRow(0, table, "pause", "{}", ADA, LATER)
    ballot = await stores[0].ballots.ask(ask, OutboxRow(0, table, GUILD, "notice", "ballot"), before.revision)
    row = await stores[0].ballots.get(ballot)
    assert row is not None
    await stores[0].ballots.mark_reviewed(table, [row])
    held = await gate.hold(stores[0], *lock_tables(table), Statement("UPDATE tables SET wake = 77 WHERE id = $1", (table,)))
    other = await gate.until_waiting(stores[1].ballots.vote(row, ADA, NOW, yes=True))
    await gate.open()
    await held
    await other
    assert await stores[0].due.of_table(table) == await stores[0].due.derived(table)
    assert [due.at for due in await stores[0].due.of_table(table)] == [0.0, 77.0]


async def test_vote_after_the_votes_were_read_is_counted_again(stores: list[Store]) -> None:
    table = await open_one(stores[0], ADA, BEN)
    before = await row_of(stores[0], table)
    ask = BallotRow(0, table, "pause", "{}", ADA, LATER)
    await stores[0].ballots.ask(ask, OutboxRow(0, table, GUILD, "notice", "ballot"), before.revision)
    (read,) = await stores[0].ballots.open(table)
    await stores[1].ballots.vote(read, BEN, NOW, yes=True)
    await stores[0].ballots.mark_reviewed(table, [read])
    (due,) = [due for due in await stores[0].due.of_table(table) if due.kind == "question"]
    assert due.at <= 0
    (read,) = await stores[0].ballots.open(table)
    await stores[0].ballots.mark_reviewed(table, [read])
    (due,) = [due for due in await stores[0].due.of_table(table) if due.kind == "question"]
    assert due.at == LATER


# Outbox


async def test_claim_passes_by_tables_that_a_job_changes(stores: list[Store], gate: Gate) -> None:
    changed, other = await open_one(stores[0]), await open_one(stores[0])
    for table in (changed, other):
        await add_move(stores[0], table, '["told"]')
    held = await gate.hold(stores[0], *lock_tables(changed), *enqueue_board(changed, 1, '["new"]', NOW))
    assert {row.table for row in await stores[1].outbox.claim("one", LATER, 20)} == {other}
    await gate.open()
    await held
    boards = [row for row in await stores[1].outbox.claim("one", LATER, 20) if row.kind == "board"]
    assert [(row.table, row.payload) for row in boards] == [(changed, '["told", "new"]')]


async def test_change_of_an_overview_waits_for_its_cause(stores: list[Store], gate: Gate) -> None:
    await stores[0].outbox.enqueue_overview(GUILD)
    (overview,) = await stores[0].outbox.claim("one", NOW, 20)
    await stores[0].outbox.mark_sent(overview, CHANNEL, 5)
    await stores[0]._db.run([update_overview(GUILD, NOW)])
    held = await gate.hold(stores[0], update_overview(GUILD, NOW))
    assert not await stores[1].outbox.claim("one", LATER, 20)
    await gate.open()
    await held
    assert [row.kind for row in await stores[1].outbox.claim("one", LATER, 20)] == ["overview-update"]


async def test_overview_posted_meanwhile_is_changed_once_more(stores: list[Store], gate: Gate) -> None:
    await stores[0].outbox.enqueue_overview(GUILD)
    held = await gate.hold(stores[0], update_overview(GUILD, NOW))
    (overview,) = await stores[1].outbox.claim("one", NOW, 20)
    await stores[1].outbox.mark_sent(overview, CHANNEL, 5)
    await gate.open()
    await held
    assert [row.kind for row in await stores[1].outbox.claim("one", LATER, 20)] == ["overview-update"]


async def test_answered_clicks_that_another_job_deletes_hold_nobody_up(stores: list[Store], gate: Gate) -> None:
    await stores[0]._db.run(record_interaction(1, 1.0))
    held = await gate.hold(stores[0], *record_interaction(2, LATER * 1000))
    await stores[1]._db.run(record_interaction(3, LATER * 1000))
    await gate.open()
    await held


# Seasons and ratings


async def test_game_that_ends_with_its_season_counts_once(stores: list[Store], gate: Gate) -> None:
    await stores[0].seasons.add_first(GUILD)
    finish = [FinishRow(ADA, 6, 1)]
    held = await gate.hold(stores[0], Statement(END, (GUILD, 1, 50.0)), Statement(BEGIN_NEXT, (GUILD, 1)))
    other = await gate.until_waiting(stores[1]._db.run(count_game(GUILD, "djinns", 60.0, finish)))
    await gate.open()
    await held
    await other
    assert [(row.number, row.games) for row in await stores[0].seasons.of_guild(GUILD, 9)] == [(2, 1), (1, 0)]
    assert {total.season for total in await stores[0].seasons.totals(GUILD)} == {2}


async def test_totals_of_a_season_that_began_meanwhile_are_kept(stores: list[Store]) -> None:
    await stores[0].seasons.add_first(GUILD)
    before = await stores[0].seasons.of_guild(GUILD, 9)
    await stores[1].seasons.change(GUILD, 1, 50.0, [])
    await stores[1]._db.run(count_game(GUILD, "djinns", 60.0, [FinishRow(ADA, 6, 1)]))
    await stores[0].seasons.replace_totals(before, {}, [])
    assert {total.season for total in await stores[0].seasons.totals(GUILD)} == {2}


async def test_first_ratings_of_a_person_do_not_replace_each_other(stores: list[Store], gate: Gate) -> None:
    tables = [await open_one(stores[0]) for _ in range(2)]
    steps = [RatingStepRow(table, 0, ADA, GUILD, "djinns", NOW, 25, 8, 26, 7, 1) for table in tables]
    held = await gate.hold(stores[0], *apply_step(steps[0]))
    other = await gate.until_waiting(stores[1]._db.run(apply_step(steps[1])))
    await gate.open()
    await held
    with pytest.raises(Stale):
        await other


async def test_later_choice_of_a_time_counts(stores: list[Store], gate: Gate) -> None:
    await stores[0].due.put(SEASON_END, GUILD, 5.0)
    held = await gate.hold(stores[0], reschedule(SEASON_END, GUILD, 10.0))
    other = await gate.until_waiting(stores[1]._db.run([reschedule(SEASON_END, GUILD, 20.0)]))
    await gate.open()
    await held
    await other
    assert await stores[0].due.at(SEASON_END, GUILD) == 20.0


# People who are erased


async def asked_to_erase(store: Store, person: int = BEN) -> None:
    await store._db.run([*add_people([(person, "Benvolio")], NOW), promise(ERASE, person, NOW)])


async def names(store: Store) -> dict[int, str]:
    return await store.people.names([BEN])


async def test_erasure_waits_for_a_person_sitting_down(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0])
    await asked_to_erase(stores[0])
    held = await gate.hold(stores[0], *lock_tables(table), *add_people([(BEN, "Benvolio")], NOW, table))
    other = await gate.until_waiting(stores[1].personal.erase_anywhere(BEN, ERASE))
    await gate.open()
    await held
    with pytest.raises(Stale):
        await other
    assert await names(stores[0]) == {BEN: "Benvolio"}


async def test_sitting_down_after_the_erasure_stores_the_name_again(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0])
    await asked_to_erase(stores[0])
    held = await gate.hold(stores[0], *(Statement(sql, (BEN,)) for sql in ("DELETE FROM people WHERE id = $1",)))
    other = await gate.until_waiting(stores[1]._db.run([*lock_tables(table), *add_people([(BEN, "Ben")], NOW, table)]))
    await gate.open()
    await held
    await other
    assert await names(stores[0]) == {BEN: "Ben"}


async def test_daily_message_that_is_being_written_is_erased(stores: list[Store], gate: Gate) -> None:
    await asked_to_erase(stores[0])
    await stores[0].due.put(DIGEST, BEN, NOW)
    due, told = DueRow(DIGEST, BEN, NOW), OutboxRow(0, None, None, "notice", "digest", person=BEN)
    held = await gate.hold(stores[0], Statement(TAKE, due, touches=1), *enqueue(told))
    other = await gate.until_waiting(stores[1].personal.erase_anywhere(BEN, ERASE))
    await gate.open()
    await held
    await other
    assert not [row for row in await pending_rows(stores[0]) if row.person == BEN]


@pytest.mark.parametrize("what", ["settings", "totals"])
async def test_person_being_erased_gets_no_settings_and_no_totals(stores: list[Store], gate: Gate, what: str) -> None:
    await asked_to_erase(stores[0])
    await stores[0].seasons.add_first(GUILD)
    (season,) = await stores[0].seasons.of_guild(GUILD, 9)
    held = await gate.hold(stores[0], Statement("DELETE FROM people WHERE id = $1", (BEN,)))
    work = {
        "settings": stores[1].settings.add_of_known(BEN, "{}"),
        "totals": stores[1].seasons.replace_totals([season], {}, [TotalRow(GUILD, 1, "", BEN, 6, 1, 1)]),
    }
    other = await gate.until_waiting(work.pop(what))
    for unused in work.values():
        unused.close()
    await gate.open()
    await held
    if what == "settings":
        with pytest.raises(Stale):
            await other
    else:
        await other
    assert await stores[0].settings.get("persons", BEN) is None
    assert not await stores[0].seasons.totals(GUILD)


async def test_vote_of_a_person_erased_at_the_table_is_not_stored(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0], ADA, BEN)
    before = await row_of(stores[0], table)
    ask = BallotRow(0, table, "pause", "{}", ADA, LATER)
    await stores[0].ballots.ask(ask, OutboxRow(0, table, GUILD, "notice", "ballot"), before.revision)
    (ballot,) = await stores[0].ballots.open(table)
    gone = Statement('DELETE FROM appearances WHERE person = $1 AND "table" = $2', (BEN, table))
    held = await gate.hold(stores[0], *lock_tables(table), gone)
    other = await gate.until_waiting(stores[1].ballots.vote(ballot, BEN, NOW, yes=True))
    await gate.open()
    await held
    with pytest.raises(Stale):
        await other
    assert not await stores[0].ballots.votes(ballot.id)


async def test_message_sent_meanwhile_does_not_show_an_erased_person(stores: list[Store], gate: Gate) -> None:
    table = await open_one(stores[0], ADA, BEN)
    await stores[0]._db.run([*lock_tables(table), *enqueue(OutboxRow(0, table, GUILD, "notice", "full"))])
    (row,) = await stores[0].outbox.claim("one", LATER, 20)
    gone = Statement('DELETE FROM appearances WHERE person = $1 AND "table" = $2', (BEN, table))
    held = await gate.hold(stores[0], *lock_tables(table), gone)
    sent = stores[1].outbox.mark_sent(row, CHANNEL, 9, "with Benvolio", people=[BEN], unnamed="without")
    other = await gate.until_waiting(sent)
    await gate.open()
    await held
    await other
    stored = await stores[0].outbox.get(row.id)
    assert stored is not None
    assert stored.shown == "without"


async def test_deleted_table_leaves_a_person_with_a_seat_elsewhere(stores: list[Store], gate: Gate) -> None:
    await stores[0]._db.run(add_people([(BEN, "Benvolio")], NOW))
    elsewhere = await open_one(stores[0])
    deleted = await stores[0].open_table(new_table(guild=9), [SeatRow(0, BEN, "Ben")])
    held = await gate.hold(stores[0], *lock_tables(elsewhere), *add_people([(BEN, "Ben")], NOW, elsewhere))

    async def delete() -> list[int]:
        return [table async for table in stores[1].forgetting.delete_tables(9)]

    other = await gate.until_waiting(delete())
    await gate.open()
    await held
    assert await other == [deleted]
    assert await names(stores[0]) == {BEN: "Benvolio"}
