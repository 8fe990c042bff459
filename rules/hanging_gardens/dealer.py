"""The dealer's conversation (R6.9)."""

from __future__ import annotations

from collections import Counter

from rules.choice import Choices, pick
from rules.dealing import draw, seat_options
from rules.hanging_gardens.rounds import display_due
from rules.hanging_gardens.state import Action, HiddenTile, OpenCards, OpenTiles, Start, State, Tiles
from rules.text import say

WHO_BEGINS = say("Who begins?")
WHICH_TILE = say("Which tile comes up?")
WHICH_CARD = say("Which card comes up?")


def chance(state: State) -> Choices[Action]:
    """Who begins (R2.6), the tiles of the display (R2.7, R3.28), a hidden tile (R3.29), or the cards of a round (R3.1)."""
    if state.first is None:
        return Start((yield from pick("seat", WHO_BEGINS, seat_options(state.seats))))
    if display_due(state):
        return OpenTiles((yield from _tiles(state.tile_bag, min(state.tiles.count(None), len(state.tile_bag)))))
    if state.pending:
        (tile,) = yield from _tiles(state.tile_bag, 1)
        return HiddenTile(tile)
    cards = dict.fromkeys(state.card_bag, 1)
    return OpenCards((yield from draw("drawn_card", lambda _: WHICH_CARD, cards, len(state.cards), str)))


def _tiles(bag: Tiles, count: int) -> Choices[Tiles]:
    return (yield from draw("drawn_tile", lambda _: WHICH_TILE, Counter(bag), count, str))
