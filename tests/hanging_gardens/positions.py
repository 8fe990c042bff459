"""Gardens and states set up by hand, in the notation of the specification."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import group, key, keys, square_of, top
from rules.hanging_gardens.parts import CARDS, OPEN_CARDS, PLACES, START, START_PLACE, TILES
from rules.hanging_gardens.state import Garden, Laid, Square, State
from tests import playing
from tests.hanging_gardens.invariants import legal, letters
from tests.talk import Talk

DISPLAY = "queen king tiger garden statue chalice"
BARE = Garden((Laid(START, "up", *START_PLACE),), ())

V24 = "d1 up m19; c1 up m21; a1 up m23; b1 left l18"
V25 = f"{V24} temple m23; e1 right l21"
V26 = f"{V24} temple m23; a2 right k21"
V27_BEFORE = "j1 down m20; f1 right l20, temple m22; i1 right k20, temple n20"
V27 = f"{V27_BEFORE}; n1 right k20"
FIVE = f"{V24} temple m19 temple m20 temple m21 temple m22; c2 up m24 temple m25; a3 up n26; c4 up o27"
FRAGMENTS = (
    "d1 up m19; c1 up m21; a1 up m23; c2 up m24 temple m24 temple m25; a3 up n26 temple n26;c4 up o27 temple o27 temple o28"
)
V28 = "c4 right l20; b4 right l21, temple m21"


def at(text: str) -> Square:
    """Return a square by name: ``m20`` is (65, 70)."""
    square = square_of(text)
    assert square
    return square


def garden(text: str) -> Garden:
    """Return a garden from text such as ``d1 up m19; c1 up m21 temple m23``: cards in the order laid, and temples."""
    laid, temples = list(BARE.laid), list[Square]()
    words = text.replace(",", " ").replace(";", " ").split()
    while words:
        if words[0] == "temple":
            temples.append(at(words[1]))
            assert letters(tuple(laid))[temples[-1]] != "."
            del words[:2]
            continue
        card, turn, square = words[:3]
        laid.append(Laid(card, turn, *at(square)))
        legal(Garden(tuple(laid[:-1]), tuple(temples)), laid[-1])
        del words[:3]
    return Garden(tuple(laid), tuple(sorted(temples)))


def position(mine: str, cards: str, *, tiles: str = DISPLAY, seats: int = 2, **changes: object) -> State:
    """Seat 0 is to act in round 1 with this garden; these cards are open in the first slots, ``-`` for an empty one.

    The other gardens are bare; what lies nowhere is in the bags.
    """
    own = garden(mine)
    slots = tuple(None if card == "-" else card for card in cards.split())
    slots += (None,) * (OPEN_CARDS[seats] - len(slots))
    done = slots.count(None)
    used = {card for card in (*slots, *(each.card for each in own.laid)) if card}
    state = replace(
        GAME.setup(seats, frozenset()),
        first=-done % seats,
        round=1,
        done=done,
        card_bag=tuple(sorted(CARDS.keys() - used)),
        cards=slots,
        gardens=(own, *(BARE,) * (seats - 1)),
    )
    return replace(displayed(state, tiles), **changes)


def again(state: State, cards: str) -> State:
    """Return the next turn of seat 0 with other open cards, once the dealer has filled the display."""
    if None in state.tiles and state.tile_bag:
        state = do(state, state.tile_bag[0]).state
    slots = (*cards.split(), *(None,) * (len(state.cards) - len(cards.split())))
    done = slots.count(None)
    return replace(state, first=-done % state.seats, round=1, done=done, cards=slots)


def displayed(state: State, tiles: str) -> State:
    """Return the state with these open tiles, ``-`` for an empty place; nobody has any, and the others are in the stacks."""
    shown = [None if tile == "-" else tile for tile in tiles.split()]
    assert len(shown) == PLACES
    bag = list(TILES)
    for tile in filter(None, shown):
        bag.remove(tile)
    return replace(state, tiles=tuple(shown), tile_bag=tuple(bag))


def exhausted(state: State, *left: str) -> State:
    """Return the state with empty stacks but for these tiles."""
    return replace(state, tile_bag=left)


talk = Talk(GAME)
dealt = partial(playing.dealt, GAME)
do, asked, asks, offered = talk.do, talk.asked, talk.asks, talk.offered
refusal, points, board = talk.refusal, talk.points, talk.board


def letter(own: Garden, square: str) -> str:
    """Return the letter on top of a square."""
    return top(own)[at(square)]


def grouped(own: Garden, square: str) -> str:
    """Return the keys of the group that a square belongs to."""
    return " ".join(keys(group(top(own), at(square))))


def temples(own: Garden) -> str:
    return " ".join(map(key, own.temples))
