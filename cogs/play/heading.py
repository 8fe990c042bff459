"""Which table something is about, where it is shown elsewhere than at the table."""

from __future__ import annotations

from cogs.board.lines import title_line
from cogs.shell.client import Interaction
from host.position import Position
from rules.text import Text, say


def heading(i: Interaction, at: Position) -> Text | None:
    """The table's game and number, as a link to its board; nothing where it is played."""
    return None if i.channel_id == at.row.place else say("-# {table}", table=title_line(at))
