"""A strict sandbox keeps Discord's rate limits and announces the requests that are left in a channel."""

from __future__ import annotations

import pytest

from sandbox.rates import BOT_REQUEST_LIMIT, BOT_WINDOW_SECONDS, CHANNEL_MESSAGE_LIMIT, CHANNEL_WINDOW_SECONDS, Rates

POST = ("POST", "/channels/1/messages")


@pytest.fixture
def rates() -> Rates:
    made = Rates()
    made.strict = True
    return made


def refused(rates: Rates, method: str, path: str, at: float) -> dict[str, object] | None:
    refusal = rates.take(method, path, at).refusal
    return refusal.body if refusal else None


def test_global_limit_of_requests_a_second(rates: Rates) -> None:
    for number in range(BOT_REQUEST_LIMIT):
        assert refused(rates, "GET", f"/users/{number}", number / 100) is None
    found = refused(rates, "GET", "/users/@me", 0.9)
    assert found is not None
    assert (found["global"], found["retry_after"]) == (True, pytest.approx(BOT_WINDOW_SECONDS - 0.9))
    assert refused(rates, "POST", "/interactions/1/token/callback", 0.9) is None
    assert refused(rates, "PATCH", "/webhooks/1/token/messages/@original", 0.9) is None
    assert refused(rates, "GET", "/users/@me", BOT_WINDOW_SECONDS) is None


def test_channel_limits_new_messages(rates: Rates) -> None:
    left = [rates.take(*POST, number).headers["X-RateLimit-Remaining"] for number in range(CHANNEL_MESSAGE_LIMIT)]
    assert left == ["4", "3", "2", "1", "0"]
    found = refused(rates, *POST, 4.5)
    assert found is not None
    assert (found["global"], found["retry_after"]) == (False, pytest.approx(CHANNEL_WINDOW_SECONDS - 4.5))
    assert refused(rates, "PATCH", "/channels/1/messages/7", 4.5) is None
    assert refused(rates, "POST", "/channels/2/messages", 4.5) is None
    assert refused(rates, *POST, CHANNEL_WINDOW_SECONDS) is None


def test_sandbox_that_is_not_strict_refuses_nothing() -> None:
    rates = Rates()
    assert all(rates.take(*POST, 0.0).refusal is None for _ in range(2 * BOT_REQUEST_LIMIT))
