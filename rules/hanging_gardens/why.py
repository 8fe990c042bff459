"""Why a typed answer is not on offer (R7.7), from the predicates of the conversation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rules.choice import Prompt
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import (
    Closed,
    closed,
    columns,
    covered,
    eligible,
    fitting,
    framed,
    group,
    key,
    keys,
    lay,
    movable,
    opened,
    placements,
    square_of,
    top,
    touched,
    turned,
    turns,
)
from rules.hanging_gardens.names import facility_name
from rules.hanging_gardens.parts import GROUND, PLACES, SIX, TURNS
from rules.hanging_gardens.state import Action, Box, Garden, Laid, Lay, View, place_key, slot_key
from rules.hanging_gardens.view import open_cards, own
from rules.text import Text, say

SLOT = re.compile("card-[0-9]+")
TEMPLE_WORDS = ("temple", "no-temple")
NO_TEMPLE = say("No temple now: no structure of three or more holds a facility of the new card.")
HAS_TEMPLE = say("A temple already stands on that structure.")
NOTHING_NEW = say("That structure received no facility from the new card.")
TOO_SMALL = say("A temple needs three or more equal facilities side by side.")
ONE_TEMPLE = say("Only one temple can be built in a turn.")
SQUARE_FIRST = say("Name the square of the temple, or say no-temple.")
HIDDEN_FIRST = say("You draw a hidden tile first; choose the open one after that.")
BUILDS_NOTHING = say("A card that leaves the game builds nothing.")
CLOSED: dict[Closed, Text] = {"small": TOO_SMALL, "built": HAS_TEMPLE, "untouched": NOTHING_NEW}


def why_not(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """The sentence for an answer that is not on offer; None: no better reason than that, or it may be a beginning."""
    if any(option.key.startswith(answer) for option in prompt.options):
        return None
    return REASONS[prompt.key](view, prompt.board, answer)


def why_too_many(view: View, action: Action, answer: str) -> Text | None:
    """The sentence for a word after a complete turn; None: no better reason than that it is complete."""
    match action:
        case Box():
            return BUILDS_NOTHING if answer in TEMPLE_WORDS else None
        case Lay(temple=None):
            return _unbuilt(_after(view, action)) if answer == "temple" or square_of(answer) else None
        case Lay(temple=temple, tile=tile):
            assert temple
            size = len(group(top(_after(view, action)), temple))
            if tile is None and answer.startswith("tile-"):
                return HIDDEN_FIRST if size >= SIX and view.tiles_left else _dear_or_gone(view, size, answer)
            return _second(answer)
        case _:
            return None


def _after(view: View, action: Lay) -> Garden:
    """The garden with the card."""
    card = view.cards[action.slot]
    assert card
    return lay(own(view), Laid(card, action.turn, *action.at))


def _unbuilt(garden: Garden) -> Text | None:
    """N6, N7: no structure was open to building."""
    if eligible(garden):
        return None
    return HAS_TEMPLE if any(closed(garden, each) == "built" for each in touched(garden)) else NO_TEMPLE


def _second(answer: str) -> Text | None:
    """N14"""
    return ONE_TEMPLE if answer == "temple" or square_of(answer) else None


def _card(view: View, draft: Draft, answer: str) -> Text | None:
    """N2"""
    card = next((card for slot, card in open_cards(view).items() if slot_key(slot) == answer), None)
    if card is None:
        return _not_open(view, answer)
    if fitting(framed(draft.garden), (card,)):
        return None
    return say("{card} cannot be laid anywhere in your garden now; take a card that can.", card=card)


def _box(view: View, draft: Draft, answer: str) -> Text | None:
    """N15"""
    return BUILDS_NOTHING if answer in TEMPLE_WORDS else _not_open(view, answer)


def _not_open(view: View, answer: str) -> Text | None:
    """N1; and a card named by its name or number."""
    slots = {slot_key(slot): card for slot, card in enumerate(view.cards)}
    for slot, card in slots.items():
        if answer in (card, slot.removeprefix("card-")):
            return say("Name cards by their places: say {slot}.", slot=slot)
    if answer not in slots:
        return say("The cards of a round lie at {slots}.", slots=tuple(slots)) if SLOT.fullmatch(answer) else None
    return None if slots[answer] else say("There is no card at {slot} any more this round.", slot=answer)


def _turn(view: View, draft: Draft, answer: str) -> Text | None:
    """N3; and a way up that has no place at all."""
    card, places = draft.card, placements(framed(draft.garden), draft.card or "")
    assert card
    if answer not in TURNS or answer in places:
        return None
    same = next(turn for turn in turns(card) if turned(card, turn) == turned(card, answer))
    if same in places:
        return say("{card} looks the same after a half turn; say {turn}.", card=card, turn=same)
    return say("{card} cannot be laid that way anywhere in your garden now.", card=card)


def _former(answer: str) -> Text | None:
    """Keys of the first version of these rules, whose start card lay on ``bm70`` (R1.8)."""
    found = re.fullmatch(r"(?:from-)?b([a-z])([6-9][0-9])", answer)
    if not found:
        return None
    return say("{former} is called {now} now.", former=answer, now=f"{found[1]}{int(found[2]) - 50}")


def _place(view: View, draft: Draft, answer: str) -> Text | None:
    """N4, N5"""
    at = square_of(answer)
    if not at:
        return _former(answer)
    assert draft.card
    assert draft.turn
    board, lying = top(draft.garden), list(covered(Laid(draft.card, draft.turn, *at)))
    for square, letter in lying:
        if letter != GROUND and square not in board:
            return say(
                "On {square} a facility ({facility}) would lie on the table; it needs a square of your garden beneath it.",
                facility=facility_name(letter),
                square=key(square),
            )
    temple = next((square for square, _ in lying if square in draft.garden.temples), None)
    return say("That would cover your temple on {square}.", square=key(temple)) if temple else None


def _temple(view: View, draft: Draft, answer: str) -> Text | None:
    """N7 to N9"""
    at, board = square_of(answer), top(draft.garden)
    if not at:
        return SQUARE_FIRST if answer == "temple" else _former(answer)
    if board.get(at, GROUND) == GROUND:
        return TOO_SMALL
    reason = closed(draft.garden, group(board, at))
    return CLOSED[reason] if reason else None


def _source(view: View, draft: Draft, answer: str) -> Text | None:
    """N10; and a temple named without ``from-``."""
    if square_of(answer) in draft.garden.temples:
        return say("Say from-{square}.", square=answer)
    if former := _former(answer):
        return former
    smallest = movable(draft.garden)
    if not answer.startswith("from-") or square_of(answer.removeprefix("from-")) in smallest:
        return None
    return say("Only a temple on your smallest group may move: {squares}.", squares=keys(smallest))


def _tile(view: View, draft: Draft, answer: str) -> Text | None:
    return _dear_or_gone(view, draft.size, answer) or _second(answer)


def _dear_or_gone(view: View, size: int, answer: str) -> Text | None:
    """N11, N12"""
    place = next((place for place in range(PLACES) if place_key(place) == answer), None)
    if place is None:
        return None
    if place not in opened(size):
        return _opens_only(size)
    return None if view.tiles[place] else say("There is no tile at {place}.", place=answer)


def _opens_only(size: int) -> Text:
    """N11"""
    last = columns(size)
    if last == 1:
        return say("A structure of {size} opens only column 1.", size=size)
    return say("A structure of {size} opens only columns 1–{last}.", size=size, last=last)


REASONS: dict[str, Callable[[View, Any, str], Text | None]] = {
    "box": _box,
    "card": _card,
    "turn": _turn,
    "place": _place,
    "temple": _temple,
    "source": _source,
    "tile": _tile,
}
