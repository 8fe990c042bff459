"""Each kind of outbox row has one function that sends it."""

from __future__ import annotations

import pytest

from cogs.sender.kinds import NOTICE_WRITERS, SENDERS, sends
from cogs.shell.client import Parterre
from db.rows import OutboxRow
from host.tables import Tables

KINDS = {  # that databases hold
    *("archive", "board", "delete", "lobby", "notice", "overview", "overview-update", "question-update", "refresh", "retire"),
    "settle",
}


async def test_features_register_every_kind_of_row(tables: Tables) -> None:
    async with Parterre(tables, emojis=False) as client:
        await client.load_cogs()
        assert set(SENDERS) == KINDS
        assert set(NOTICE_WRITERS) == {"ballot", "digest", "season"}


async def test_second_sender_of_a_kind_is_refused(tables: Tables) -> None:
    async def send(client: Parterre, row: OutboxRow) -> None:
        """Send nothing."""

    async with Parterre(tables, emojis=False) as client:
        await client.load_cogs()
        with pytest.raises(LookupError, match=r"registered for board: cogs\.sender\.boards\.post_board and tests"):
            sends("board")(send)
