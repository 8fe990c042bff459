"""Output counts for the table that it shows, and each seat may see what it once held."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from db.personal import FORMER_PERSON
from db.rows import SeatRow
from host.ballots import offer_to_play
from host.forgetting import forget_asked
from host.leaving import end, resign
from host.lobby import Terms
from host.table import Table
from host.tables import Tables
from render.plain import board
from render.teller import Teller
from rules.game import random_move
from sandbox.kinds import BUTTON, TEXT, Json
from sandbox.mailbox import Draft, post
from sandbox.media import Upload
from sandbox.server import Sandbox
from trials.fuzz.access_rules import without_right
from trials.fuzz.input_generator import NOTE, InputGenerator
from trials.fuzz.inputs import Input, load_routes
from trials.fuzz.output_checks import collect_answer_lines
from trials.fuzz.servers import clubs_of
from trials.fuzz.snapshot import SnapshotReader, changes
from trials.fuzz.visible_lines import Views, in_short_rules, lines_of
from trials.fuzz.vocabulary import Line
from trials.seeding import FIRST_CLICK_ID, start_table

CARD = "card-17: gardener 1 east 1 north."


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    load_routes()
    found = await Sandbox.start()
    yield found
    await found.close()


def clicks(sandbox: Sandbox, custom_id: str, count: int) -> list[Input]:
    """Return ``count`` clicks on a button, by random people in random places."""
    club = clubs_of(sandbox)[0]
    draw = InputGenerator(sandbox.world, [club], Random(1), lambda: Line(0, 0, ""), lambda: Upload("", b""))
    shown: Json = {**NOTE, "components": [row(custom_id)]}
    draw.pool.note(post(sandbox.world, Draft(club.places[0], sandbox.world.bot, shown, {})))
    found = (draw.click() for _ in range(count))
    return [each for each in found if each]


def row(*custom_ids: str) -> Json:
    buttons: list[Json] = [{"type": BUTTON, "style": 2, "label": "Go", "custom_id": each} for each in custom_ids]
    return {"type": 1, "components": buttons}


def message(*parts: Json) -> Json:
    return {"components": [{"type": TEXT, "content": CARD}, *parts], "attachments": [], "flags": 0, "_reader": "1"}


async def test_no_two_clicks_share_a_private_message(sandbox: Sandbox) -> None:
    sources = [str(each.interaction.payload["message"]["id"]) for each in clicks(sandbox, "b1:view:1", 200)]
    private = [each for each in sources if sources.count(each) == 1]
    assert len(private) > len(sources) / 2  # the rest are clicks on the public message itself
    assert len(set(sources)) == len(private) + 1


async def test_data_is_deleted_rarely(sandbox: Sandbox) -> None:
    assert 0 < len(clicks(sandbox, "s1:forgotten", 200)) < 50
    assert len(clicks(sandbox, "s1:forget", 200)) == 200


async def test_message_counts_for_the_table_of_its_buttons(sandbox: Sandbox) -> None:
    (sent,) = clicks(sandbox, "b1:view:1", 1)
    told = collect_answer_lines(sent, [message(row("b1:move:2", "b1:undo:2:9"))], {})
    assert {each.table for each in told if CARD in each.lines} == {2}


@pytest.mark.sqlite
async def test_seat_may_see_its_former_cards_after_the_end(tables: Tables, tmp_path: Path) -> None:
    """Only the last state of an ended table is stored, so its moves are replayed."""
    table = await start_table(tables, "schlossgarten", [SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben")])
    reading = SnapshotReader(tmp_path / "parterre.sqlite3")
    views, lines = Views(reading), list[set[str]]()
    for number in range(1, 25):
        await move_at_random(table, number)
        lines.append(own_lines(table, 0))
    views.learn(reading.facts(0).tables[table.id])
    async with table.lock:
        await end(table, "agreed", ())
    assert len(reading.states(table.id, 0)) == 1
    assert views.hidden(table.id, [1], lines[-1])
    assert set(views.hidden(table.id, [1], lines[2])) == lines[2]  # not learnt while it ran
    assert views.hidden(table.id, [0], lines[2] | lines[-1]) == []


@pytest.mark.sqlite
async def test_guest_becomes_host_when_the_opener_leaves_at_once(tables: Tables, sandbox: Sandbox, tmp_path: Path) -> None:
    (joined,) = clicks(sandbox, "l1:join:1", 1)
    guest = SeatRow(0, joined.person, "Ben")
    await tables.open(game="djinns", terms=Terms(size=2), host=guest, guild=joined.club.id, channel=2)
    after = SnapshotReader(tmp_path / "parterre.sqlite3").facts(0)
    before = after._replace(tables={})
    (opened,) = changes(before, after, 0, set())
    assert list(without_right([opened], [], before, after)) == [opened]
    assert not list(without_right([opened], [joined], before, after))


@pytest.mark.sqlite
async def test_only_person_left_changes_terms_alone(tables: Tables, sandbox: Sandbox, tmp_path: Path) -> None:
    (asked,) = clicks(sandbox, "v1:lapse:1", 1)
    await start_table(tables, "djinns", [SeatRow(0, asked.person, "Ada"), SeatRow(1, 22, "Ben")], guild=asked.club.id)
    before = SnapshotReader(tmp_path / "parterre.sqlite3").facts(0)
    (table,) = before.tables.values()
    first, other = table.seats
    alone = table._replace(seats=(first, other._replace(standing="gone")))
    for known, expected in ((table, 1), (alone, 0)):
        was, now = (before._replace(tables={1: each}) for each in (known, known._replace(lapse="give-up")))
        assert len([*without_right(changes(was, now, 0, set()), [asked], was, now)]) == expected


@pytest.mark.sqlite
async def test_question_about_an_erased_seat_keeps_its_newcomer(tables: Tables, tmp_path: Path) -> None:
    table = await start_table(tables, "djinns", [SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben"), SeatRow(2, 33, "Cleo")])
    await resign(table, 33, FIRST_CLICK_ID + 1)
    ballot = await offer_to_play(table, 2, 44, "Dan")
    reading = SnapshotReader(tmp_path / "parterre.sqlite3")
    assert reading.facts(0).ballots[ballot].newcomer == 44
    await tables.store.personal.erase_at(33, FORMER_PERSON + 2, [table.id])
    assert reading.facts(0).ballots[ballot].newcomer == 44


@pytest.mark.sqlite
async def test_lines_of_a_deleted_table_count_as_known(tables: Tables, tmp_path: Path) -> None:
    table = await start_table(tables, "schlossgarten", [SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben")])
    reading = SnapshotReader(tmp_path / "parterre.sqlite3")
    views, lines = Views(reading), own_lines(table, 0)
    views.learn(reading.facts(0).tables[table.id])
    assert views.hidden(table.id, [1], lines)
    views = Views(reading)
    views.learn(reading.facts(0).tables[table.id])
    await forget_asked(tables.store, table.position.row.guild, tables.now())
    assert views.hidden(table.id, [1], lines) == []


@pytest.mark.sqlite
async def test_examples_of_the_short_rules_are_no_secret(tables: Tables, tmp_path: Path) -> None:
    """A player may open the short rules while another click is answered; then they stand in place of that answer."""
    table = await start_table(tables, "schlossgarten", [SeatRow(0, 11, "Ada"), SeatRow(1, 22, "Ben")])
    reading, shown = SnapshotReader(tmp_path / "parterre.sqlite3"), in_short_rules("schlossgarten")
    views, known = Views(reading), [set[str](), set[str]()]
    for number in range(1, 60):
        await move_at_random(table, number)
        for each, lines in enumerate(known):
            lines |= own_lines(table, each)
    views.learn(reading.facts(0).tables[table.id])
    secrets = [known[0] - known[1], known[1] - known[0]]
    assert any(lines & shown for lines in secrets)  # a card of theirs is an example there
    for other, lines in zip((1, 0), secrets, strict=True):
        assert set(views.hidden(table.id, [other], lines)) == lines - shown


async def move_at_random(table: Table, number: int) -> None:
    """The move with this number, which is drawn by it."""
    at = table.position
    seat = at.to_act[0]
    path = random_move(at.game, at.state, seat.seat, Random(number)).path
    await table.move(seat.person, at.seq, path, FIRST_CLICK_ID + number)


def own_lines(table: Table, seat: int) -> set[str]:
    """Return the lines that only this seat can read."""
    at = table.position
    shown = {each: lines_of([board(at.game, at.game.view(at.state, each), Teller(at.names))]) for each in (None, 0, 1)}
    return shown[seat].difference(*(shown[each] for each in shown if each != seat))


async def test_message_without_buttons_counts_for_the_asked_table(sandbox: Sandbox) -> None:
    (sent,) = clicks(sandbox, "b1:view:1", 1)
    assert {told.table for told in collect_answer_lines(sent, [message()], {}) if CARD in told.lines} == {1}


async def test_exported_summary_counts_for_its_table(sandbox: Sandbox) -> None:
    (sent,) = clicks(sandbox, "b1:view:1", 1)
    summary = {"table": 7, "board": [CARD], "moves": [{"story": ["Ada draws card-18."]}]}
    files = {"5": Upload("a.json", json.dumps(summary).encode()), "6": Upload("a.jsonl", b"{}")}
    attachments = [{"id": key, "filename": file.name} for key, file in files.items()]
    told = collect_answer_lines(sent, [{**message(), "attachments": attachments}], files)
    assert {each.table: each.lines for each in told if each.table == 7} == {7: {CARD, "Ada draws card-18."}}
