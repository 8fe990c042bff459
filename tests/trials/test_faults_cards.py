"""The checker of cards, on small cases."""

from __future__ import annotations

from sandbox.kinds import BUTTON, TEXT, Json
from sandbox.world import BOT_ID
from tests.trials.test_faults_checker import kinds, played_table, shown
from trials.faults.check_channels import Channels, check_cards
from trials.faults.history import RecordedRequest

PATH = "/channels/2/messages/5"


def with_card(text: str, *, living: bool = False) -> Channels:
    """The boards of a table in their thread, and the message above it."""
    channels = shown(played_table())
    button = [{"type": BUTTON, "custom_id": "l1:join:1", "label": "x"}] if living else []
    components = [{"type": TEXT, "content": text}, *button]
    card: Json = {"id": "5", "channel_id": "2", "author": {"id": BOT_ID}, "_reader": None, "components": components}
    return Channels([*channels.messages, card], channels.history)


def changed(channels: Channels, *times: float, status: int = 200) -> Channels:
    channels.history.requests += [RecordedRequest(at, "PATCH", PATH, "key", status, 200, 0.0) for at in times]
    return channels


def test_card_with_rare_changes_is_accepted() -> None:
    channels = changed(with_card("to move"), 110.0, 112.0, 800.0, 1500.0)
    assert kinds(check_cards([played_table()], channels)) == []


def test_card_that_changes_too_often_is_found() -> None:
    channels = changed(with_card("to move"), 110.0, 120.0, 160.0)
    assert kinds(check_cards([played_table()], channels)) == ["unexplained"]
    channels.history.deaths.append(140.0)
    assert kinds(check_cards([played_table()], channels)) == []
    channels.history.deaths[:], channels.history.starts[:] = [100.0], [141.0]
    assert kinds(check_cards([played_table()], channels)) == []


def test_end_may_follow_a_change_at_once_but_once() -> None:
    over = played_table()._replace(status="over")
    at_once = changed(with_card("The game is over: Ada won."), 110.0, 800.0, 810.0, 1500.0)
    assert kinds(check_cards([over], at_once)) == []
    assert kinds(check_cards([played_table()], at_once)) == ["unexplained"]
    twice = changed(at_once, 820.0)
    assert kinds(check_cards([over], twice)) == ["unexplained"] * 2


def test_card_with_buttons_or_without_the_end_is_found() -> None:
    assert kinds(check_cards([played_table()], with_card("to move", living=True))) == ["stale"]
    over = played_table()._replace(status="over")
    assert kinds(check_cards([over], with_card("to move"))) == ["missing"]
    assert kinds(check_cards([over], with_card("to move"), {over.id})) == []
    assert kinds(check_cards([over], with_card("The game is over: Ada won."))) == []
