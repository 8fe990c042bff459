"""Why a typed answer is not on offer (R7.7), from the predicates of the conversation."""

from __future__ import annotations

from rules.choice import Path
from rules.hanging_gardens.choices import open_cards, opened_columns, own
from rules.hanging_gardens.garden import (
    covered,
    eligible,
    fits,
    group,
    key,
    keys,
    lay,
    movable,
    opened,
    square_of,
    top,
    touched,
    turned,
    turns,
)
from rules.hanging_gardens.parts import FACILITIES, GROUND, PLACES, ROWS, SIX, STRUCTURE, TURNS
from rules.hanging_gardens.state import Garden, Laid, Square, View, place_key, slot_key
from rules.text import Text, say, term

TEMPLE_WORDS = ("temple", "no-temple")
NO_TEMPLE = say("No temple now: no structure of three or more holds a facility of the new card.")
HAS_TEMPLE = say("A temple already stands on that structure.")
NOTHING_NEW = say("That structure received no facility from the new card.")
TOO_SMALL = say("A temple needs three or more equal facilities side by side.")
ONE_TEMPLE = say("Only one temple can be built in a turn.")
TEMPLE_FIRST = say("Say first whether you build: temple or no-temple.")
HIDDEN_FIRST = say("You draw a hidden tile first; choose the open one after that.")
BUILDS_NOTHING = say("A card that leaves the game builds nothing.")


def why_not(view: View, path: Path, answer: str) -> Text | None:
    """The sentence for an answer that is not on offer after this path; None: no better reason than that."""
    if view.pending:
        return None if path else _tile(view, view.pending.size, answer)
    if not path:
        return _card(view, answer)
    garden = own(view)
    card = next(card for slot, card in open_cards(view).items() if slot_key(slot) == path[0])
    if not any(fits(garden, each) for each in open_cards(view).values()):
        return BUILDS_NOTHING if answer in TEMPLE_WORDS else None
    if len(path) == 1:
        return _turn(card, answer)
    if len(path) == 2:
        return _place(garden, card, path[1], answer)
    at = square_of(path[2])
    assert at
    return _building(view, lay(garden, Laid(card, path[1], *at)), path[3:], answer)


def _card(view: View, answer: str) -> Text | None:
    """N1, N2; and a card named by its name or number."""
    slots = {slot_key(slot): card for slot, card in enumerate(view.cards)}
    slot = next((slot for slot, card in slots.items() if answer in (card, slot.removeprefix("card-"))), None)
    if slot:
        return say("Name cards by their places: say {slot}.", slot=slot)
    if answer not in slots:
        return None
    card = slots[answer]
    if card is None:
        return say("There is no card at {slot} any more this round.", slot=answer)
    if fits(own(view), card) or not any(fits(own(view), each) for each in open_cards(view).values()):
        return None
    return say("{card} cannot be laid anywhere in your garden now; take a card that can.", card=card)


def _named(answer: str) -> Square | None:
    """The square of the sheet that an answer names; ``bm7`` is only the beginning of one."""
    at = square_of(answer)
    return at if at and at[1] in ROWS else None


def _turn(card: str, answer: str) -> Text | None:
    """N3"""
    if answer not in TURNS or answer in turns(card):
        return None
    same = next(turn for turn in turns(card) if turned(card, turn) == turned(card, answer))
    return say("{card} looks the same after a half turn; say {turn}.", card=card, turn=term(same))


def _place(garden: Garden, card: str, turn: str, answer: str) -> Text | None:
    """N4, N5"""
    at = _named(answer)
    if not at:
        return None
    board, lying = top(garden), list(covered(Laid(card, turn, *at)))
    for square, letter in lying:
        if letter != GROUND and square not in board:
            sentence = "The {facility} would come to lie on the table at {square}; it needs a square of your garden beneath it."
            return say(sentence, facility=term(FACILITIES[letter]), square=key(square))
    temple = next((square for square, _ in lying if square in garden.temples), None)
    return say("That would cover your temple on {square}.", square=key(temple)) if temple else None


def _building(view: View, garden: Garden, path: Path, answer: str) -> Text | None:
    """After the card lies: ``path`` is what was said of the temple and the tile."""
    if not path:
        if not eligible(garden):
            return _temple(garden) if answer == "temple" else None
        return TEMPLE_FIRST if square_of(answer) else None
    if path[0] == "no-temple":
        return None
    if len(path) == 1:
        return _site(garden, answer)
    site = square_of(path[1])
    assert site
    size = len(group(top(garden), site))
    if movable(garden):
        if len(path) == 2:
            return _source(garden, answer)
        path = path[1:]
    if len(path) == 2 and answer.startswith("tile-"):
        return HIDDEN_FIRST if size >= SIX and view.tiles_left else _tile(view, size, answer)
    return ONE_TEMPLE if answer == "temple" or square_of(answer) else None  # N14


def _temple(garden: Garden) -> Text:
    """N6, N7"""
    return HAS_TEMPLE if any(len(each) >= STRUCTURE for each in touched(garden)) else NO_TEMPLE


def _site(garden: Garden, answer: str) -> Text | None:
    """N7 to N9"""
    at, board = _named(answer), top(garden)
    if not at:
        return None
    if board.get(at, GROUND) == GROUND or len(each := group(board, at)) < STRUCTURE:
        return TOO_SMALL
    if not each.isdisjoint(garden.temples):
        return HAS_TEMPLE
    return None if each in eligible(garden) else NOTHING_NEW


def _source(garden: Garden, answer: str) -> Text | None:
    """N10; and a temple named without ``from-``."""
    if square_of(answer) in garden.temples:
        return say("Say from-{square}.", square=answer)
    if not answer.startswith("from-") or square_of(answer.removeprefix("from-")) in movable(garden):
        return None
    return say("Only a temple on your smallest group may move: {squares}.", squares=keys(movable(garden)))


def _tile(view: View, size: int, answer: str) -> Text | None:
    """N11, N12"""
    place = next((place for place in range(PLACES) if place_key(place) == answer), None)
    if place is None:
        return None
    if place not in opened(size):
        return say("A structure of {size} opens only {columns}.", size=size, columns=opened_columns(size))
    return None if view.tiles[place] else say("There is no tile at {place}.", place=answer)
