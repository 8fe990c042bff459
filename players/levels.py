"""The levels of computer players."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """The effort of a computer player.

    :param budget: positions to judge for the own turn; only if fewer were judged, replies are searched.
    :param compared_turns: best turns to compare by the replies to them.
    :param replies: turns of others, and own turns after them, to look ahead at most.
    :param replies_tried: replies to try for each of these turns; with 1, the one that seems best at once.
    :param sampled_states: states that the view could belong to, in each of which this is done.
    :param temperature: points; the higher, the more often a worse move is made.
    :param tree_moves: moves to look at, if the game has a search of its own for replies (`Features.look_ahead`).
    :param halving: compare turns in rounds, each with half the turns and twice as many states as the one before, all with as many
        replies (`players.halving`); ``sampled_states`` are those of the first round.
    """

    budget: int
    compared_turns: int = 1
    replies: int = 0
    replies_tried: int = 1
    sampled_states: int = 1
    temperature: float = 0.0
    tree_moves: int = 0
    halving: bool = False


LEVELS = {
    "gentle": Level(budget=60, temperature=3.0),
    "steady": Level(budget=400),
    "keen": Level(budget=800, compared_turns=8, replies=3, replies_tried=4, sampled_states=2, tree_moves=60_000),
}
OF_GAMES = {("keen", "schlossgarten"): Level(budget=800, compared_turns=12, replies=2, halving=True)}


def level_of(name: str, game: str) -> Level:
    """Return the effort of a level in a game; some games gain more by an effort of their own."""
    return OF_GAMES.get((name, game), LEVELS[name])
