"""The bench of the rate of moves tells how closely requests follow each other."""

from __future__ import annotations

from typing import Any

from bench.live.request_rates import RequestRates


def request(at: float, method: str, path: str, status: int = 200) -> dict[str, Any]:
    return {"_at": at, "method": method, "path": f"/api/v10{path}", "status": status}


def test_requests_are_counted_where_discord_counts_them() -> None:
    polite = RequestRates()
    sent = [request(at, "POST", "/channels/1/messages") for at in (0.0, 1.0, 4.9, 5.0, 5.1)]  # four of them within 5 seconds
    changed = [request(4.95, "PATCH", "/channels/1/messages/7"), request(4.96, "PATCH", "/channels/2/messages/8")]
    clicked = [
        request(4.97, "POST", "/interactions/1/token/callback"),
        request(4.98, "PATCH", "/webhooks/1/token/messages/@original"),
    ]
    polite.read([*sent, *changed, *clicked, request(9.0, "DELETE", "/channels/1/messages/7", 429)])
    assert (polite.most("POST"), polite.most("PATCH"), polite.all.most) == (4, 1, 5)
    assert (polite.counted, polite.refused) == (8, 1)
