"""The dealer's conversation (R6.17–R6.20)."""

from __future__ import annotations

from rules.choice import Choices, Option, pick
from rules.dealing import draw
from rules.schlossgarten.board import NAMES
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import CARDS, SIDES, SIZE, TILES
from rules.schlossgarten.state import Action, Draw, First, Hands, Lay, State
from rules.text import Text, say

DRAWN = say("Which card is drawn?")
CARD = {card: Option(card_key(card), card) for card in CARDS}


def chance(state: State) -> Choices[Action]:
    """Draw the tiles, the first player and the first cards (R6.17–R6.19), then a card before each turn (R6.20)."""
    match state.phase:
        case "lay":
            return Lay((yield from draw("tile", _tile, TILES, SIZE**2, str)))
        case "first":
            sides = [Option(SIDES[side].key, seat) for seat, side in enumerate(state.sides)]
            return First((yield from pick("seat", say("Who begins?"), sides)))
        case "hands":
            bag = dict.fromkeys(state.bag, 1)
            return Hands((yield from draw("card", lambda nth: DRAWN, bag, len(state.sides), card_key)))
        case _:
            return Draw((yield from pick("card", DRAWN, [CARD[card] for card in state.bag or sorted(state.discard)])))


def _tile(nth: int) -> Text:
    return say("Which tile lies on {square}?", square=NAMES[nth])
