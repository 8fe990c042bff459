"""Groups that play by clicks know whose turn it is."""

from __future__ import annotations

from itertools import pairwise, starmap
from operator import eq
from pathlib import Path

import pytest

from bench.live.rounds import Rounds
from bench.live.seating import begin, groups
from trials.local_bot import unstarted_bot

MOVES = 8


@pytest.mark.virtual
async def test_two_moves_in_a_row_are_played(tmp_path: Path) -> None:
    """In The Hanging Gardens for two one person ends a round and begins the next; the board in between comes late."""
    async with unstarted_bot(tmp_path, timeout_factor=1000.0) as bot:
        seated = groups(bot.sandbox, tables=1, people=2, seed=1, games=["hanging_gardens"])
        await begin(seated, await bot.open_store())
        rounds = Rounds(bot.sandbox, seated, clicking=1)
        await bot.start()
        await rounds.opened()
        played = await rounds.play(seconds=3600.0, moves=MOVES)
        await bot.stop()
        store = await bot.open_store()
        movers = [move.seat for move in await store.moves_after(1, 0) if move.person is not None]
        await store.close()
    assert played.moves >= MOVES
    assert any(starmap(eq, pairwise(movers)))  # somebody has moved twice in a row
