"""The checker of the bot's requests, memory and log, on small cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.trials.test_faults_checker import kinds
from trials.faults.check_program import check_memory, check_requests, tracebacks
from trials.faults.history import History, RecordedInteraction, RecordedRequest
from trials.monitored_bot import Run


def sent(at: float, status: int, key: str = "POST /channels/1/messages n1", retry_after: float = 0.0) -> RecordedRequest:
    method, path, *_ = key.split()
    return RecordedRequest(at, method, path, key, status, status, retry_after)


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
def test_retries_that_come_too_soon_are_found(times: tuple[float, ...], status: int, found: int) -> None:
    history = History(lambda: 0.0)
    history.requests = [sent(at, status) for at in times]
    assert len(list(check_requests(history))) == found


def test_restart_or_wish_excuses_a_retry() -> None:
    history = History(lambda: 0.0)
    history.requests = [sent(0, 403), sent(0.5, 403), sent(0.8, 403)]
    history.deaths = [0.2]
    history.interactions["a"] = RecordedInteraction("1", "11", "/board table:1", 0.6)
    assert list(check_requests(history)) == []


def test_start_excuses_late_requests_of_a_killed_bot() -> None:
    history = History(lambda: 0.0)
    history.deaths, history.starts = [0.1], [0.3]
    history.requests = [sent(0.2, 403), sent(0.9, 403)]
    assert list(check_requests(history)) == []


def test_new_event_excuses_an_early_retry() -> None:
    history = History(lambda: 0.0)
    history.requests = [sent(5, 403), sent(5.5, 403)]
    assert list(check_requests(history, [5.2])) == []
    assert list(check_requests(history, [4.9])) == []  # stored a moment later
    assert kinds(check_requests(history, [1.0, 6.0])) == ["unexplained"]


def test_deleted_message_may_be_met_only_once_more() -> None:
    history = History(lambda: 0.0)
    history.requests = [sent(0, 404), sent(0.1, 404)]
    assert list(check_requests(history)) == []
    history.requests = [sent(0, 404), sent(0.1, 404), sent(0.2, 404)]
    assert kinds(check_requests(history)) == ["unexplained"]


def test_resend_and_returned_server_excuse_a_retry() -> None:
    history = History(lambda: 0.4)
    history.requests = [sent(0, 0, "DELETE /channels/1/messages/2"), sent(0.1, 204, "DELETE /channels/1/messages/2")]
    assert list(check_requests(history)) == []
    history.requests = [sent(0, 0), sent(0.1, 200)]
    assert kinds(check_requests(history)) == ["unexplained"]
    history.requests = [sent(0, 403), sent(0.5, 200)]
    history.record_event("GUILD_CREATE", {})
    assert list(check_requests(history)) == []


def test_too_many_refusals_are_found() -> None:
    history = History(lambda: 0.0)
    history.requests = [sent(number / 10, 403, f"POST /channels/{number}/messages n") for number in range(1100)]
    assert kinds(check_requests(history)) == ["unexplained"]


def test_memory_that_grows_from_run_to_run_is_found() -> None:
    flat = [Run([100.0, 200.0, 210.0, 200.0], 20) for _ in range(8)]
    later = [*flat[:4], *(replace(run, levels=[440.0]) for run in flat[4:])]
    longer = [Run([200.0, 201.0, 250.0, 300.0, 430.0, 440.0], 600)]
    filling = [Run([200.0, 201.0, 250.0, 300.0, 310.0, 300.0], 600)]  # what was drawn is kept, up to so much
    assert list(check_memory([*flat, *filling])) == []
    assert kinds(check_memory(later)) == kinds(check_memory(longer)) == ["unexplained"]
    assert kinds(check_memory([Run([500.0], 20)])) == ["unexplained"]


def test_traceback_in_the_log_is_found_with_its_last_error() -> None:
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
