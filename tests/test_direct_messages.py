"""Direct messages keep to a budget, and all of them pause when Discord says that there were too many."""

from __future__ import annotations

from itertools import count

import discord
import pytest

from cogs.discord_api.direct_messages import DIRECT_MESSAGES_AT_ONCE, DIRECT_MESSAGES_PER_MINUTE, Budget, DirectMessages

NOW = 1000.0


def started(budget: Budget, keys: range, until: float) -> list[float]:
    """Return the start times of work that asks again at each time it was given."""
    waiting, begun = dict.fromkeys(keys, NOW), list[float]()
    while waiting and (now := min(waiting.values())) <= until:
        for key in [key for key, at in waiting.items() if at == now]:
            waiting[key] = budget.book(key, now)
            if waiting[key] == now:
                begun.append(now)
                del waiting[key]
    return begun


def test_a_thousand_at_once_are_spread_over_minutes() -> None:
    begun = started(Budget(20, 5), range(1000), NOW + 3600)
    assert len(begun) == 1000
    assert [at - NOW for at in begun[:7]] == [0, 0, 0, 0, 0, 3, 6]
    assert max(sum(first <= at < first + 60 for at in begun) for first in begun) <= 20 + 4


def test_early_question_keeps_the_booked_time() -> None:
    budget = Budget(20, 1)
    assert budget.book(1, NOW) == NOW
    assert budget.book(2, NOW) == NOW + 3
    assert budget.book(2, NOW + 1) == NOW + 3
    assert budget.book(3, NOW + 1) == NOW + 6
    assert budget.book(2, NOW + 3) == NOW + 3


def test_late_start_books_again() -> None:
    budget = Budget(20, 1)
    late = [budget.book(key, NOW) for key in range(10)][-1] + 100
    assert sum(budget.book(key, late) == late for key in range(1, 10)) == 1


def test_pause_voids_booked_times() -> None:
    budget = Budget(20, 5)
    for key in range(7):
        budget.book(key, NOW)
    budget.pause(NOW + 600)
    assert budget.book(6, NOW + 6) == NOW + 600
    assert budget.book(7, NOW + 6) == NOW + 603


@pytest.mark.parametrize("digest", [False, True])
def test_pause_holds_every_direct_message(digest: bool) -> None:
    direct = DirectMessages(discord.Client(intents=discord.Intents.none()))
    direct._channels[1] = 11
    assert direct.start_of(1, 1, NOW, digest=digest) == NOW
    direct.pause(NOW + 600)
    assert direct.start_of(2, 1, NOW + 1, digest=digest) >= NOW + 600
    assert direct.start_of(3, 2, NOW + 1, digest=digest) >= NOW + 600
    assert direct.start_of(2, 1, NOW + 600, digest=digest) == NOW + 600


def test_digests_do_not_hold_up_reminders() -> None:
    direct = DirectMessages(discord.Client(intents=discord.Intents.none()))
    direct._channels[1] = 11
    rows = count(1)
    digests = [direct.start_of(next(rows), person, NOW, digest=True) for person in range(100, 1100)]
    assert digests.count(NOW) == DIRECT_MESSAGES_AT_ONCE
    assert digests[-1] > NOW + 60 * (1000 - DIRECT_MESSAGES_AT_ONCE) / DIRECT_MESSAGES_PER_MINUTE - 1
    assert direct.start_of(next(rows), 2, NOW, digest=False) == NOW
    assert all(direct.start_of(next(rows), 1, NOW, digest=False) == NOW for _ in range(100))
