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

V24 = "d1 up bm69; c1 up bm71; a1 up bm73; b1 left bl68"
V25 = f"{V24} temple bm73; e1 right bl71"
V26 = f"{V24} temple bm73; a2 right bk71"
V27_BEFORE = "j1 down bm70; f1 right bl70, temple bm72; i1 right bk70, temple bn70"
V27 = f"{V27_BEFORE}; n1 right bk70"
FIVE = f"{V24} temple bm69 temple bm70 temple bm71 temple bm72; c2 up bm74 temple bm75; a3 up bn76; c4 up bo77"
FRAGMENTS = (
    "d1 up bm69; c1 up bm71; a1 up bm73; c2 up bm74 temple bm74 temple bm75; a3 up bn76 temple bn76;"
    "c4 up bo77 temple bo77 temple bo78"
)
V28 = "c4 right bl70; b4 right bl71, temple bm71"


def at(text: str) -> Square:
    """``bm70`` is (65, 70)."""
    square = square_of(text)
    assert square
    return square


def garden(text: str) -> Garden:
    """``d1 up bm69; c1 up bm71 temple bm73``: cards in the order laid, and temples as soon as they stand; all of it legal."""
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
    """The next turn of seat 0 with other open cards, once the dealer has filled the display."""
    if None in state.tiles and state.tile_bag:
        state = do(state, state.tile_bag[0]).state
    slots = (*cards.split(), *(None,) * (len(state.cards) - len(cards.split())))
    done = slots.count(None)
    return replace(state, first=-done % state.seats, round=1, done=done, cards=slots)


def displayed(state: State, tiles: str) -> State:
    """These open tiles, ``-`` for an empty place; nobody has any, and the others are in the stacks."""
    shown = [None if tile == "-" else tile for tile in tiles.split()]
    assert len(shown) == PLACES
    bag = list(TILES)
    for tile in filter(None, shown):
        bag.remove(tile)
    return replace(state, tiles=tuple(shown), tile_bag=tuple(bag))


def exhausted(state: State, *left: str) -> State:
    """The stacks are empty but for these tiles."""
    return replace(state, tile_bag=left)


talk = Talk(GAME)
dealt = partial(playing.dealt, GAME)
do, asked, asks, offered = talk.do, talk.asked, talk.asks, talk.offered
refusal, points, board = talk.refusal, talk.points, talk.board


def letter(own: Garden, square: str) -> str:
    """What lies on top of a square."""
    return top(own)[at(square)]


def grouped(own: Garden, square: str) -> str:
    """The keys of the group that a square belongs to."""
    return " ".join(keys(group(top(own), at(square))))


def temples(own: Garden) -> str:
    return " ".join(map(key, own.temples))
