"""The turn with a hidden tile as the house plays it: one story for the channel, the tile for one person only."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from db.rows import SeatRow
from db.store import Store
from host.outbox import last_story
from host.refusal import Refused
from host.tables import Tables
from host.undo import undo
from rules.hanging_gardens import GAME
from tests.hanging_gardens.greedy import greedy_move
from trials.seeding import play_until, start_table

PEOPLE = [SeatRow(n, 11 * (n + 1), f"P{n}") for n in range(2)]
SEED = 1


async def test_r3_29_the_channel_is_told_when_the_turn_is_complete(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "parterre.sqlite3")
    table = await start_table(Tables(store, random=Random(SEED)), GAME.key, PEOPLE)
    path = await play_until(table, greedy_move, lambda step: GAME.mid_turn(step.state), Random(SEED))
    (mover,) = table.position.to_act
    before = await last_story(store, table.id)
    told = await table.move(mover.person, table.position.seq, path, 1)
    assert table.position.mid_turn
    assert [event.kind for event in told][-2:] == ["hidden_drawn", "hidden_seen"]
    assert await last_story(store, table.id) == before
    assert [row.seat for row in await store.untold_moves(table.id)] == [mover.seat, -1]

    again = await Tables(store, random=Random(SEED)).get(table.id)  # as after a restart
    assert again.position.to_act == (mover,)
    with pytest.raises(Refused, match="the others must agree"):
        await undo(again, mover.person, 2)
    prompt = again.position.drafted(mover.person, ()).prompt
    assert prompt is not None
    assert str(prompt.note).startswith(f"Your hidden tile: {again.position.state.hidden[mover.seat][-1]}.")
    await again.move(mover.person, again.position.seq, (prompt.options[0].key,), 3)
    story = await last_story(store, table.id)
    kinds = [event.kind for event in story]
    drawn = kinds.index("hidden_drawn")
    assert kinds[drawn - 2] == "laid"
    assert kinds[drawn - 1].startswith("temple_")
    assert kinds[drawn + 1 : drawn + 3] == ["tile_taken", "tile_opened"]
    assert "hidden_seen" not in kinds
    await store.close()
