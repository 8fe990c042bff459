"""Check drafts: people in the middle of a move find it as it was."""

from __future__ import annotations

from collections.abc import AsyncIterator

from trials import screen
from trials.faults.history import ShownDraft
from trials.faults.player import FAILED, Player
from trials.faults.testbed import Testbed
from trials.findings import Finding


async def check_drafts(testbed: Testbed) -> AsyncIterator[Finding]:
    """Have everybody who has a draft at a current board open it again."""
    testbed.note()
    history = testbed.history
    players = {player.id: player for player in testbed.everybody}
    for (person, table), shown in list(history.drafts.items()):
        board = screen.newest(message for message in testbed.boards(table) if screen.table_of_usable_board(message))
        here = board is not None and screen.board_of(board) == shown.position
        if board is None or not here or person not in screen.to_move(screen.text_of(board)):
            continue
        if history.drafting_since(shown) or not shown.path:
            continue
        found = await _opened(testbed, players[person], board, shown)
        if found is not None:
            yield found


async def _opened(testbed: Testbed, player: Player, board: dict[str, object], shown: ShownDraft) -> Finding | None:
    where = f"table {shown.position.table} seq {shown.position.seq} person {player.id}"
    player.channel = str(board["channel_id"])
    try:
        panel = await player.press_one("b1:move", board)
    except FAILED as error:
        return Finding("missing", f"no draft is shown: {error}", where)
    found = screen.DRAFT.search(panel.text)
    path = found[1] if found else ""
    if path != shown.path:
        return Finding("lost", f"the draft was {shown.path!r}, and is {path!r}", where)
    return None
