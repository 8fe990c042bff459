"""Errors of Discord are judged by their code, and their status counts only where a code is not known."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest
from aiohttp import ClientResponse
from discord.app_commands import tree

import cogs.shell.client  # noqa: F401 - has discord.py log through the filter
from cogs.discord_api.errors import (
    DIRECT_MESSAGES_PAUSE_SECONDS,
    MEANINGS,
    REASON_TEXTS,
    Kind,
    classify,
    hint_of,
    refuses_words,
)
from cogs.shell.errors import AWAY, FORBIDDEN, LIMITED, sentence_for
from sandbox.errors import MESSAGES

EXPECTED: dict[Kind, dict[int, str]] = {
    Kind.LIMITED: {20016: "", 20022: "", 20028: "", 20029: "", 30046: "", 40003: "direct", 40062: ""},
    Kind.LATER: {40004: "", 40333: "blocked", 130000: ""},
    Kind.REFUSED: {
        **dict.fromkeys((50001, 50009, 50013, 160002), "permissions"),
        **dict.fromkeys((20009, 20031, 200000, 200001, 240000), "filter"),
        **dict.fromkeys((160006, 160007), "threads"),
        **dict.fromkeys((50005, 50021), "foreign"),
        160005: "locked",
        50083: "archived",
        50024: "place",
        30008: "emojis",
    },
    Kind.MALFORMED: {10014: "emoji", 50006: "", 50035: ""},
    Kind.NO_UPLOADS: {40005: "large", 50045: "large", 50046: "file", 400001: "uploads"},
    Kind.CLOSED: {50007: "", 50278: ""},
    Kind.MISSING: {
        **dict.fromkeys((10003, 10004), "deleted"),
        **dict.fromkeys((10007, 10013, 50033), "person"),
        10008: "message",
    },
    Kind.EXPIRED: dict.fromkeys((10015, 10062, 40094, 50027), ""),
    Kind.DONE: dict.fromkeys((40060, 160004), ""),
}
STATUSES = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}


def answered(status: int, code: int, headers: dict[str, str] | None = None) -> discord.HTTPException:
    """Return the error that discord.py raises for such an answer."""
    answer = cast("ClientResponse", SimpleNamespace(status=status, reason="Raw", headers=headers or {}))
    return STATUSES.get(status, discord.HTTPException)(answer, {"code": code, "message": "Raw Words"})


def test_every_code_of_the_table_has_an_expected_kind() -> None:
    expected = {code: (kind, reason) for kind, codes in EXPECTED.items() for code, reason in codes.items()}
    assert {code: (meaning.kind, meaning.reason) for code, meaning in MEANINGS.items()} == expected


@pytest.mark.parametrize("code", MEANINGS)
@pytest.mark.parametrize("status", [400, 403, 404])
def test_kind_of_a_known_code_depends_on_no_status(code: int, status: int) -> None:
    verdict = classify(answered(status, code))
    assert (verdict.kind, verdict.reason) == (MEANINGS[code].kind, MEANINGS[code].reason)
    assert verdict.unsent
    assert verdict.refused == (verdict.kind not in (Kind.LIMITED, Kind.LATER))


@pytest.mark.parametrize(
    ("status", "code", "kind", "unsent"),
    [
        (400, 0, Kind.REFUSED, True),
        (403, 0, Kind.REFUSED, True),
        (404, 0, Kind.REFUSED, True),  # of a proxy, perhaps: nothing is known to be gone
        (429, 0, Kind.LIMITED, True),
        (500, 0, Kind.LATER, False),
        (502, 0, Kind.LATER, False),
        (503, 130000, Kind.LATER, False),
        (400, 999_999, Kind.REFUSED, True),
    ],
)
def test_status_counts_where_no_code_is_known(status: int, code: int, kind: Kind, unsent: bool) -> None:
    verdict = classify(answered(status, code))
    assert (verdict.kind, verdict.unsent) == (kind, unsent)


def test_a_limit_waits_as_long_as_discord_asks() -> None:
    assert classify(answered(429, 0, {"Retry-After": "45"})).after == 45
    assert classify(answered(403, 40003)).after == DIRECT_MESSAGES_PAUSE_SECONDS
    assert classify(answered(403, 40003, {"Retry-After": "90"})).after == 90
    assert classify(answered(403, 50013, {"Retry-After": "90"})).after == 0
    assert classify(discord.RateLimited(70)).after == 70


def test_errors_of_the_way_may_have_had_an_effect() -> None:
    for error in (aiohttp.ClientError(), TimeoutError(), ConnectionResetError()):
        assert classify(error)[:2] == (Kind.LATER, "")
        assert not classify(error).unsent
        assert classify(error).expected
    assert not classify(LookupError()).expected


def test_every_reason_of_a_refusal_is_told_or_in_the_log() -> None:
    ours = {"foreign", "place", "emojis", "emoji", "file", "direct", "blocked", "person", "message", ""}
    assert {meaning.reason for meaning in MEANINGS.values()} - set(REASON_TEXTS) == ours
    assert "unlock" in hint_of(answered(400, 160005))
    assert hint_of(answered(403, 50013)) == ""


def test_error_of_a_click_is_told_in_one_sentence() -> None:
    assert sentence_for(answered(403, 50013)) == FORBIDDEN
    assert sentence_for(answered(403, 40003)) == LIMITED
    assert sentence_for(discord.RateLimited(70)) == LIMITED
    assert sentence_for(answered(502, 0)) == AWAY
    assert sentence_for(answered(403, 0)) is None


def test_sandbox_knows_the_codes_that_the_bot_is_to_know() -> None:
    asked = {160007, 400001, 50045, 40005, 40094, 50278, 40003, 20029, 200000, 240000, 40333}
    assert asked <= set(MESSAGES)
    assert asked <= set(MEANINGS)


@pytest.mark.parametrize(("code", "refused"), [(50035, True), (20031, True), (200000, True), (50013, False), (160006, False)])
def test_only_words_are_tried_again_in_other_words(code: int, refused: bool) -> None:
    assert refuses_words(answered(400, code)) is refused


def logged_by_library(error: Exception, caplog: pytest.LogCaptureFixture) -> str:
    """Return the text of the log where discord.py gives up a completion by this error."""
    try:
        raise error
    except Exception:
        logging.getLogger(tree.__name__).exception("Ignoring exception in autocomplete for %r", "game new")
    return caplog.text


def test_late_completion_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    text = logged_by_library(answered(404, 10062), caplog)
    assert "Ignoring exception in autocomplete for 'game new': NotFound" in text
    assert "Traceback" not in text


def test_fault_of_a_completion_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    assert "Traceback" in logged_by_library(ZeroDivisionError(), caplog)
