"""The same for what the program does by itself: its requests, its memory and its log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.trials.test_faults_checker import kinds
from trials.faults.check_program import check_memory, check_requests, tracebacks
from trials.faults.chronicle import Asked, Chronicle, Sent
from trials.monitored_bot import Run


def sent(at: float, status: int, key: str = "POST /channels/1/messages n1", retry_after: float = 0.0) -> Sent:
    method, path, *_ = key.split()
    return Sent(at, method, path, key, status, status, retry_after)


@pytest.mark.parametrize(
    ("times", "status", "found"),
    [
        ((0, 2, 12, 72), 403, 0),
        ((0, 0.5), 403, 1),
        ((0, 2, 4), 403, 1),
        ((0, 1, 4, 9, 16, 18), 502, 0),  # the client's own tries, then the bot's first pause
        ((0, 1, 4, 9, 16, 16.1), 502, 1),
        ((0, 0.2), 502, 1),
        ((0, 0.01), 200, 0),
    ],
)
def test_tries_that_come_too_soon(times: tuple[float, ...], status: int, found: int) -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.sent = [sent(at, status) for at in times]
    assert len(list(check_requests(chronicle))) == found


def test_a_new_life_and_a_wish_of_somebody_excuse_a_try() -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.sent = [sent(0, 403), sent(0.5, 403), sent(0.8, 403)]
    chronicle.deaths = [0.2]
    chronicle.asked["a"] = Asked("1", "11", "/board table:1", 0.6)
    assert list(check_requests(chronicle)) == []


def test_a_start_excuses_what_the_dead_had_sent_and_was_only_heard_after_the_kill() -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.deaths, chronicle.starts = [0.1], [0.3]
    chronicle.sent = [sent(0.2, 403), sent(0.9, 403)]
    assert list(check_requests(chronicle)) == []


def test_what_nobody_did_is_told_at_once_by_a_board_that_waits() -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.sent = [sent(5, 403), sent(5.5, 403)]
    assert list(check_requests(chronicle, [5.2])) == []
    assert list(check_requests(chronicle, [4.9])) == []  # stored a moment later
    assert kinds(check_requests(chronicle, [1.0, 6.0])) == ["unexplained"]


def test_what_is_gone_may_be_met_once_more_but_not_again_and_again() -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.sent = [sent(0, 404), sent(0.1, 404)]
    assert list(check_requests(chronicle)) == []
    chronicle.sent = [sent(0, 404), sent(0.1, 404), sent(0.2, 404)]
    assert kinds(check_requests(chronicle)) == ["unexplained"]


def test_what_the_client_sends_once_more_and_what_follows_the_return_of_a_server_is_excused() -> None:
    chronicle = Chronicle(lambda: 0.4)
    chronicle.sent = [sent(0, 0, "DELETE /channels/1/messages/2"), sent(0.1, 204, "DELETE /channels/1/messages/2")]
    assert list(check_requests(chronicle)) == []
    chronicle.sent = [sent(0, 0), sent(0.1, 200)]
    assert kinds(check_requests(chronicle)) == ["unexplained"]
    chronicle.sent = [sent(0, 403), sent(0.5, 200)]
    chronicle.hear("GUILD_CREATE", {})
    assert list(check_requests(chronicle)) == []


def test_too_many_refusals() -> None:
    chronicle = Chronicle(lambda: 0.0)
    chronicle.sent = [sent(number / 10, 403, f"POST /channels/{number}/messages n") for number in range(1100)]
    assert kinds(check_requests(chronicle)) == ["unexplained"]


def test_memory_that_grows_from_life_to_life() -> None:
    flat = [Run([100.0, 200.0, 210.0, 200.0], 20) for _ in range(8)]
    later = [*flat[:4], *(replace(run, levels=[440.0]) for run in flat[4:])]
    longer = [Run([200.0, 201.0, 250.0, 300.0, 430.0, 440.0], 600)]
    filling = [Run([200.0, 201.0, 250.0, 300.0, 310.0, 300.0], 600)]  # what was drawn is kept, up to so much
    assert list(check_memory([*flat, *filling])) == []
    assert kinds(check_memory(later)) == kinds(check_memory(longer)) == ["unexplained"]
    assert kinds(check_memory([Run([500.0], 20)])) == ["unexplained"]


def test_a_failure_in_the_log_is_found_once_with_its_last_error() -> None:
    log = """--- start 1
2026-01-01 00:00:00 INFO     a.b: fine
2026-01-01 00:00:01 ERROR    a.b: table 3 failed
Traceback (most recent call last):
  File "x.py", line 1, in f
KeyError: 1

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "x.py", line 2, in g
ValueError: no
/usr/lib/python3/multiprocessing/resource_tracker.py:254: UserWarning: There appear to be 4 leaked semaphore objects
  warnings.warn(
--- start 2"""
    assert list(tracebacks(log.splitlines())) == [(4, "2026-01-01 00:00:01 ERROR    a.b: table 3 failed", "ValueError: no")]
