"""Reviews of finished games: made once, stored, bounded, and shown only to people who may read them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from db.due import REVIEW
from db.reviews import DAY_SECONDS, FAILED
from db.statement import Stale
from host import reviews
from host.erasure import erase_person
from host.leaving import end_by_manager
from host.position import Position
from host.refusal import Refused
from host.review_turns import moment_of
from host.reviews import (
    NO_TURN,
    NOT_MADE,
    OTHER_RULES,
    RUNNING,
    Review,
    claim_review,
    finished_review,
    make_claimed_review,
    read_moves,
    release_reviews,
    request_review,
    shown_points,
)
from host.servers import update_server_settings
from host.settings import set_person_settings
from host.table import Table
from host.tables import Tables
from players.evaluation import load_evaluator
from players.levels import Level
from players.search import rank_turns
from rules.text import say
from tests.people import ADA, BEN, CLEO, clicks, reopened, start_table

QUICK = Level(budget=20, temperature=0.0)


async def finished(tables: Tables, game: str = "djinns", seats: int = 2) -> Table:
    """A game that people have played to its end, Ada badly."""
    table, random = await start_table(tables, seats, game), Random(1)
    while at := table.position.to_act and table.position:
        seat = at.to_act[0].seat
        view = at.game.view(at.state, seat)
        turns = rank_turns(view, seat, QUICK, load_evaluator(at.game, seats), random)
        await table.move(at.seats[seat].person, at.seq, turns[0 if seat else -1].path, next(clicks))
    return table


async def make_all(tables: Tables) -> None:
    """Make all reviews that somebody asked for."""
    while claim := await claim_review(tables):
        await make_claimed_review(tables, claim)


async def reviewed(tables: Tables, at: Position) -> Review:
    await request_review(tables, at)
    await make_all(tables)
    found = finished_review(await request_review(tables, at))
    assert found is not None
    return found


async def shown_to(tables: Tables, at: Position, reader: int | None) -> list[tuple[int, bool]]:
    """Return the players of the turning points that somebody may read, each with whether the reader is that player."""
    found, moves = await reviewed(tables, at), await read_moves(tables.store, at)
    return [(each.person, each.own) for each in await shown_points(tables.store, at, moves, found, reader)]


async def test_review_is_made_once_and_stored(tables: Tables) -> None:
    table = await finished(tables)
    row = await request_review(tables, table.position)
    assert finished_review(row) is None
    found = await reviewed(tables, table.position)
    assert found.points[-1] == tuple(score.points for score in table.position.game.scores(table.position.state))
    assert {point.seat for point in found.found} >= {0}
    assert len(found.turns) == len(found.found)
    await request_review(reopened(tables), table.position)
    assert await claim_review(tables) is None


async def test_two_requests_at_once_share_a_review(tables: Tables) -> None:
    table = await finished(tables)
    rows = await asyncio.gather(*(request_review(each, table.position) for each in (tables, reopened(tables), tables)))
    assert len({row.asked for row in rows}) == 1
    assert len([claim for claim in await asyncio.gather(*(claim_review(tables) for _ in range(3))) if claim]) == 1


async def test_review_is_claimed_by_one_process(tables: Tables) -> None:
    """A process that lost its claim stores nothing."""
    table = await finished(tables)
    await request_review(tables, table.position)
    claim = await claim_review(tables)
    assert claim
    assert await claim_review(tables) is None
    await release_reviews(tables)
    again = await claim_review(tables)
    assert again
    with pytest.raises(Stale):
        await tables.store.reviews.report(claim._replace(at=claim.at + 1), claim.at, 1, 2)
    await make_claimed_review(tables, again)
    assert finished_review(await request_review(tables, table.position))


async def test_progress_is_stored(tables: Tables) -> None:
    table = await finished(tables)
    await request_review(tables, table.position)
    claim = await claim_review(tables)
    assert claim
    later = await tables.store.reviews.report(claim, claim.at + 5, 8, 40)
    row = await tables.store.reviews.get(table.id)
    assert row
    assert (row.done, row.pieces, later.at) == (8, 40, claim.at + 5)


async def test_game_is_reviewed_anew_for_other_weights(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(tables)
    await reviewed(tables, table.position)
    monkeypatch.setattr(reviews, "review_version", lambda game: "new")
    assert finished_review(await request_review(tables, table.position)) is None
    await make_all(tables)
    assert finished_review(await request_review(tables, table.position))


async def test_reviews_of_a_server_are_limited_by_the_day(tables: Tables) -> None:
    one, two = await finished(tables), await finished(tables)
    await update_server_settings(tables.store, 1, say("Limits"), lambda now: replace(now, limits={"reviews": 1}))
    await request_review(tables, one.position)
    with pytest.raises(Refused, match=r"1 game was reviewed on this server within a day"):
        await request_review(tables, two.position)
    await request_review(tables, one.position)
    tables.now.forward(24 * 3600 + 1)  # type: ignore[attr-defined]
    await request_review(tables, two.position)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"status": "running"}, RUNNING), ({"status": "cancelled"}, NO_TURN), ({"status": "open"}, NO_TURN)],
)
async def test_game_that_is_not_over_is_refused(tables: Tables, change: dict[str, str], sentence: Any) -> None:
    at = (await finished(tables)).position
    with pytest.raises(Refused) as refused:
        await request_review(tables, replace(at, row=at.row._replace(**change)))
    assert refused.value.text == sentence


async def test_table_without_turns_is_refused(tables: Tables) -> None:
    table = await start_table(tables, 2)
    await end_by_manager(table, BEN, "Ben", next(clicks))
    with pytest.raises(Refused) as refused:
        await request_review(tables, table.position)
    assert refused.value.text == NO_TURN


async def test_game_under_older_rules_is_refused(tables: Tables) -> None:
    table = await finished(tables)
    await tables.store._db.run([(await _older(table))])
    with pytest.raises(Refused) as refused:
        await request_review(tables, table.position)
    assert refused.value.text == OTHER_RULES


async def _older(table: Table) -> Any:
    from db.statement import Statement

    return Statement('UPDATE moves SET version = 1 WHERE "table" = $1', (table.id,))


async def test_failed_review_is_told_and_made_anew_after_a_day(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(tables)
    await request_review(tables, table.position)

    async def fail(*_: object) -> Review:
        raise ArithmeticError

    with monkeypatch.context() as failing:
        failing.setattr(reviews, "review_game", fail)
        await make_all(tables)
    row = await request_review(tables, table.position)
    assert row.content == FAILED
    with pytest.raises(Refused) as refused:
        finished_review(row)
    assert refused.value.text == NOT_MADE
    tables.now.forward(DAY_SECONDS + 1)  # type: ignore[attr-defined]
    assert await reviewed(tables, table.position)


async def test_others_read_turns_only_if_their_player_shows_them(tables: Tables) -> None:
    at = (await finished(tables, seats=3)).position
    own = await shown_to(tables, at, ADA)
    assert own
    assert {person for person, _ in own} == {ADA}
    assert await shown_to(tables, at, None) == []
    await set_person_settings(tables.store, ADA, reviews=True)
    assert {person for person, _ in await shown_to(tables, at, BEN) if person != BEN} == {ADA}
    assert {person for person, _ in await shown_to(tables, at, None)} == {ADA}
    assert not any(is_own for _, is_own in await shown_to(tables, at, CLEO + 99))


async def test_erased_players_turns_are_shown_to_nobody(tables: Tables) -> None:
    at = (await finished(tables)).position
    await set_person_settings(tables.store, ADA, reviews=True)
    assert ADA in {person for person, _ in await shown_to(tables, at, None)}
    await erase_person(tables, ADA)
    at = (await reopened(tables).get(at.id)).position
    assert await shown_to(tables, at, ADA) == []
    assert await shown_to(tables, at, None) == []


async def test_erased_player_is_not_judged(tables: Tables) -> None:
    table = await finished(tables)
    await erase_person(tables, ADA)
    found = await reviewed(tables, (await reopened(tables).get(table.id)).position)
    assert {point.seat for point in found.found} <= {1}


@pytest.mark.parametrize("game", ["djinns", "schlossgarten"])
async def test_moment_has_the_state_before_a_move(tables: Tables, game: str) -> None:
    at = (await finished(tables, game)).position
    found, moves = await reviewed(tables, at), await read_moves(tables.store, at)
    for point in found.found:
        moment = moment_of(at, moves, point.move)
        assert at.game.to_act(moment.before) == {point.seat}
        assert moment.made[0].seat == point.seat
        assert moment.after != moment.before


async def test_deleted_table_takes_its_review_along(tables: Tables) -> None:
    table = await finished(tables)
    await request_review(tables, table.position)
    claim = await claim_review(tables)
    assert claim
    async for _ in tables.store.forgetting.delete_tables(1):
        pass
    assert await tables.store.reviews.get(table.id) is None
    assert await tables.store.due.at(REVIEW, table.id) is None
    await make_claimed_review(tables, claim)
    assert await tables.store.reviews.get(table.id) is None
