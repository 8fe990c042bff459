"""Records: /export gives a game as files, and /import shows a record that somebody attaches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cogs.play.record_import import MEGABYTE, RECORD_LIMIT_MB
from rules import GAMES
from rules.game import play_at_random
from rules.record import Header, record_lines
from sandbox.answer import Answer
from sandbox.faults import Fault
from sandbox.media import Upload
from sandbox.sight import permit
from tests.playing import at_random
from trials.journey import Journey, said

NAMES = ("@everyone <@1190000000000000099>", "[x](https://evil.example) **B**", "")


def files_of(answer: Answer) -> dict[str, bytes]:
    """The files of an answer, by name."""
    return {found["filename"]: data for found, data in zip(answer.message["attachments"], answer.images, strict=True)}


def recorded(game: str = "djinns", names: tuple[str, ...] = (), most: int = 999) -> list[str]:
    """The lines of the record of a random game."""
    rules, seats = GAMES[game], len(names) or 2
    moves = list(play_at_random(rules, rules.setup(seats, frozenset()), Random(5)))[:most]
    return list(record_lines(rules, Header(game, rules.version, seats, (), names), moves))


def upload(lines: list[str], name: str = "game.jsonl") -> Upload:
    return Upload(name, "\n".join(lines).encode(errors="surrogatepass"))


async def test_running_game_is_exported_as_everybody_sees_it(journey: Journey) -> None:
    await journey.under_way(turns=3)
    for person in (journey.ada, journey.dan):
        answer = await person.slash("export")
        assert answer.ephemeral
        assert "only what everybody may see" in answer.text
        ((name, data),) = files_of(answer).items()
        assert name == f"djinns-{journey.tables[0]}.json"
        told = json.loads(data)
        assert (told["status"], told["result"]) == ("running", None)
        assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ben"]
        (made,) = journey.rows('SELECT count(*) FROM moves WHERE "table" = ? AND seat >= 0', journey.tables[0])
        assert sum(move["seat"] >= 0 for move in told["moves"]) == made[0] >= 3


@pytest.mark.own_bot(started=False)
async def test_finished_game_is_exported_and_imported(journey: Journey) -> None:
    await journey.prepared(3, at_random("djinns"), lambda step: False, seed=4)
    answer = await journey.dan.slash("export", table=journey.tables[0])
    assert answer.ephemeral
    record, summary = files_of(answer).items()
    assert [record[0], summary[0]] == [f"djinns-{journey.tables[0]}{end}" for end in (".jsonl", ".json")]
    assert json.loads(summary[1])["result"] == json.loads(record[1].splitlines()[-1])
    shown = await journey.ben.slash("import", file=Upload(*record))
    await journey.until(lambda: bool(shown.images))
    assert shown.ephemeral
    assert "Djinns of the Lake** · a record" in shown.text
    assert "All names come from the file" in shown.text
    assert shown.images[0].startswith(b"GIF89a")
    assert "Ada" in shown.alt[0]
    assert journey.bot.log.count("its replay is queued") == 1


async def test_names_of_a_record_are_only_names(journey: Journey) -> None:
    shown = await journey.ada.slash("import", file=upload(recorded("ishtar", NAMES, most=12)))
    await journey.until(lambda: bool(shown.images))
    assert "<@" not in shown.text
    assert "@everyone" in shown.alt[0]  # where it pings nobody
    assert not shown.message["mentions"]
    assert not shown.message["mention_everyone"]


def forged(lines: list[str]) -> list[str]:
    moved = json.loads(lines[6])
    return [*lines[:6], json.dumps({**moved, "path": "<@1> **x**"}), *lines[7:]]


def after_the_end(lines: list[str]) -> list[str]:
    more = {**json.loads(lines[-2]), "seq": len(lines) - 1}
    return [*lines[:-1], json.dumps(more), lines[-1]]


def other_header(**fields: Any) -> Callable[[list[str]], list[str]]:
    return lambda lines: [json.dumps({**json.loads(lines[0]), **fields}), *lines[1:]]


BAD: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "forged": (forged, "Line 7 is wrong: the move"),
    "after the end": (after_the_end, "is not legal. The game is over."),
    "other version": (other_header(version=99), "This is a game of version 99; the rules here are of version"),
    "other format": (other_header(format=3), "Line 1 names the format 3"),
    "other game": (other_header(game="@everyone"), "There is no game"),
    "half characters": (other_header(game="\ud800"), "There is no game"),
    "no record": (lambda lines: ["# Notes", "@everyone"], "Line 1 is not a JSON object."),
    "summary": (lambda lines: ["{", ' "format": 1', "}"], "Line 1 is not a JSON object."),
    "deep": (lambda lines: ["[" * 200_000], "Line 1 is not a JSON object."),
    "long": (lambda lines: [lines[0], "x" * 300_000], "Line 2 is not a JSON object."),
    "empty": (lambda lines: [], "The record is empty."),
    "long name": (other_header(names=["A" * 101, "B"]), "Line 1 has a name of more than 100 characters."),
    "no turn": (lambda lines: lines[:2], "Nobody takes a turn in this record"),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_record_is_refused_in_one_sentence(journey: Journey, name: str) -> None:
    spoil, sentence = BAD[name]
    refused = await journey.ada.slash("import", file=upload(spoil(recorded())))
    assert sentence in said(refused)
    assert not refused.images
    assert "@everyone" not in refused.text.replace("\\@everyone", "")
    assert journey.rows("SELECT count(*) FROM uses WHERE guild = ?", journey.home.guild.id) == [(1,)]


async def test_file_that_is_no_text_is_refused(journey: Journey) -> None:
    refused = await journey.ada.slash("import", file=Upload("game.jsonl", b"\x89PNG\r\n\x1a\n\xff\xfe"))
    assert "no text in UTF-8" in said(refused)


async def test_large_file_is_refused_before_its_download(journey: Journey) -> None:
    fault = journey.sandbox.world.faults.add(Fault("GET", "/attachments/", times=9, skip=9))
    refused = await journey.ada.slash("import", file=Upload("game.jsonl", bytes(10 * MEGABYTE)))
    assert f"at most {RECORD_LIMIT_MB} MB" in said(refused)
    assert fault.skip == 9
    journey.sandbox.world.faults.clear()


async def test_imports_count_as_replays(journey: Journey) -> None:
    for number in range(6):
        shown = await journey.ada.slash("import", file=upload(recorded("djinns", (f"A{number}", "B"), most=3)))
        await journey.until(lambda shown=shown: bool(shown.images))
    assert "You have asked for 6 replays" in said(await journey.ada.slash("import", file=upload(recorded())))


async def test_refused_records_count_as_replays(journey: Journey) -> None:
    for _ in range(6):
        assert "The record is empty" in said(await journey.ada.slash("import", file=upload([])))
    assert "You have asked for 6 replays" in said(await journey.ada.slash("import", file=upload(recorded())))


async def test_slow_download_delays_no_other_import(journey: Journey) -> None:
    held = journey.sandbox.world.faults.add(Fault("GET", "/attachments/", held=True))
    slow = asyncio.create_task(journey.ada.slash("import", file=upload(recorded())))
    await journey.until(lambda: held.hits)
    assert "The record is empty" in said(await journey.ben.slash("import", file=upload([])))
    journey.home.release(held)
    shown = await slow
    await journey.until(lambda: bool(shown.images))


async def test_file_that_discord_does_not_send_is_refused(journey: Journey) -> None:
    journey.sandbox.world.faults.add(Fault("GET", "/attachments/", status=404))
    refused = await journey.ada.slash("import", file=upload(recorded()))
    assert "could not be fetched from Discord" in said(refused)


async def test_export_of_a_table_that_one_may_not_see(journey: Journey) -> None:
    await journey.under_way(turns=1)
    permit(journey.sandbox.world, journey.home.place("garden"), journey.dan.id, {"view_channel": False})
    assert "There is no such table" in said(await journey.dan.go("terrace").slash("export", table=journey.tables[0]))
    assert "There is no such table" in said(await journey.ada.slash("export", table=10**6))


async def test_export_before_the_start(journey: Journey) -> None:
    await journey.open(2)
    assert "has not started yet" in said(await journey.ada.slash("export", table=journey.tables[0]))


async def test_where_discord_takes_no_files(journey: Journey) -> None:
    await journey.under_way(turns=1)
    journey.home.guild.limits_uploads = True
    assert "does not accept files here at the moment" in said(await journey.ada.slash("export"))
    journey.home.guild.limits_uploads = False
