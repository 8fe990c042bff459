"""Which clicks lead through a panel to a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.play.panel import digest
from rules.choice import Conversation, Path, answer_forced


def clicks(table: int, seq: int, conversation: Conversation[Any], path: Path) -> Iterator[str]:
    """The custom_ids of the answers and tabs that make this complete path, one after the other; pages must be turned beside."""
    at = answer_forced(conversation, ())
    while at.prompt is not None:
        other = next((depth for depth in at.tabs if at.path[depth] != path[depth]), None)
        depth, prompt = (len(at.path), at.prompt) if other is None else (other, at.answered[other])
        index = [option.key for option in prompt.options].index(path[depth])
        verb, last = ("pick", f"{index}") if other is None else ("tab", f"{other}:{index}")
        yield f"p1:{verb}:{table}:{seq}:{digest(at.path, at.prompt)}:{last}"
        at = answer_forced(conversation, path[: depth + 1])
