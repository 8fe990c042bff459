"""The page and the sentence of a game's short rules that help now."""

from __future__ import annotations

from typing import Any

from rules.game import AnyGame, Game, V
from rules.text import Text


def topic_at(game: Game[Any, V, Any], view: V, asked: str) -> str:
    """Return the key of the page of the short rules that helps with a question, else of the page that matters in this position.

    :param asked: the key of the question, empty for none.
    """
    return next((topic.key for topic in game.topics() if asked in topic.helps), "") or game.topic_for(view)


def help_with(game: AnyGame, asked: str) -> Text | None:
    """Return the sentence of the short rules that helps with the question of this key, or None."""
    return next((topic.helps[asked] for topic in game.topics() if asked in topic.helps), None)
