"""Which page, and which sentence, of a game's short rules helps now."""

from __future__ import annotations

from typing import Any

from rules.game import AnyGame, Game, V
from rules.text import Text


def topic_at(game: Game[Any, V, Any], view: V, asked: str) -> str:
    """The key of the page of the short rules that helps with a question, else of that which matters in this position.

    :param asked: the key of the question, empty for none.
    """
    return next((topic.key for topic in game.topics() if asked in topic.helps), "") or game.topic_for(view)


def help_with(game: AnyGame, asked: str) -> Text | None:
    """The sentence of the short rules that helps with the question of this key."""
    return next((topic.helps[asked] for topic in game.topics() if asked in topic.helps), None)
