"""Labels of answers: their names, their places on the board, and their points (R6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from rules.choice import Gain, Label
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import Board, allowed, columns, find_touched_groups, group, key, top
from rules.hanging_gardens.names import (
    BARE,
    FACILITY_NAMES,
    TURN_NAMES,
    TURN_SIGNS,
    facility_name,
    hidden,
    printed,
    rows,
    square_name,
    tile_name,
)
from rules.hanging_gardens.parts import COLUMNS, FIVE, SERIES, SIX
from rules.hanging_gardens.score import completes_set, tile_gain
from rules.hanging_gardens.state import Group, Square, View, place_key, slot_key
from rules.text import Text, joined, piece, say, verbatim

LEGEND = joined(
    " · ",
    *(say("{letter} {facility}", letter=square_name(letter), facility=name) for letter, name in FACILITY_NAMES.items()),
    say("{sign} ground", sign=piece("gardens_ground", verbatim(BARE), alone=True)),
)

LIMITS = say("Facilities must lie on your garden, ground may lie anywhere; nothing may cover a temple.")  # R3.10–R3.12
PRINTED = say("At the foot of a tile are the points for 1, 2, 3 … of its kind; × shows how many there are.")
BOXED_ALONE = say("You build temples only with cards that you lay; this one leaves the game.")
MUST_TAKE = say("You built a temple, so you must take a tile.")  # N13


def card(view: View, slot: int) -> Label:
    """Return an open card as it is printed, by its number in the picture."""
    card = view.cards[slot]
    assert card
    words = say("card {number} ({facilities})", number=slot + 1, facilities=printed(card))
    return Label(joined(" · ", verbatim(str(slot + 1)), rows(card)), slot_key(slot), words=words)


@cache
def which_card(left_out: frozenset[int]) -> Text:
    """Return the note below the question for a card: cards that do not fit, and the meaning of the letters (R3.6)."""
    shut = tuple(slot + 1 for slot in sorted(left_out))
    if not shut:
        return LEGEND
    one = len(shut) == 1
    fits = say("Card {cards} does not fit now.", cards=shut) if one else say("Cards {cards} do not fit now.", cards=shut)
    return joined("\n", fits, LEGEND)


@cache
def where() -> Text:
    """Return the limits of places, and the meaning of the letters (R3.10–R3.12)."""
    return joined("\n", LIMITS, LEGEND)


def boxed() -> Text:
    """Return the note that this card brings no temple, and the meaning of the letters (R3.7)."""
    return joined("\n", BOXED_ALONE, LEGEND)


def way(draft: Draft, places: Mapping[str, Iterable[Square]], turn: str) -> Label:
    """Return the label of a card's rotation: the arrow that the picture shows beside it, and whether a temple can follow."""
    turned = draft._replace(turn=turn)
    return Label(TURN_SIGNS[turn], star=any(turned.with_card(at).open_to for at in places[turn]), words=TURN_NAMES[turn])


def place(view: View, draft: Draft, at: Square) -> Label:
    """Return the label of a place: the structures that it opens, else the groups that grow."""
    after = draft.with_card(at)
    board, square = top(after.garden), key(at)
    words = say("on {square}", square=square)
    if after.open_to:
        best, *_ = opened = sorted(after.open_to, key=len, reverse=True)
        brings = tuple(_structure(view, board, each) for each in opened)
        text = say("{square} · {brings}", square=square, brings=brings)
        return Label(text, square, _structure(view, board, best), star=True, words=words)
    grown = (
        _named(board, each) if each.isdisjoint(after.garden.temples) else _with_temple(board, each)
        for each in sorted(find_touched_groups(after.garden), key=len, reverse=True)
    )
    return Label(say("{square} · {brings}", square=square, brings=tuple(dict.fromkeys(grown))), square, words=words)


def _structure(view: View, board: Board, each: Group) -> Text:
    """Return an open structure and the reward for building on it: ``park of 5 → any tile``."""
    return say("{facility} of {size} → {prize}", facility=facility(board, each), size=len(each), prize=prize(view, len(each)))


def _named(board: Board, each: Group) -> Text:
    """Return ``park 5``, for a place in the picture."""
    return say("{facility} {size}", facility=facility(board, each), size=len(each))


def _with_temple(board: Board, each: Group) -> Text:
    return say("{facility} {size} with temple", facility=facility(board, each), size=len(each))


def facility(board: Board, each: Group) -> Text:
    """Return the name of the facility that a group of squares shows."""
    return facility_name(board[min(each)])


def prize(view: View, size: int) -> Text:
    """Return the reward for building on a structure of this size now (R3.26, R3.29, R3.31, R3.32)."""
    tile = _open_tile(columns(size)) if allowed(view.tiles, size) else say("{points} points", points=FIVE)
    if size < SIX:
        return tile
    first = say("a hidden tile") if view.tiles_left else say("{points} points", points=FIVE)
    return say("{first} and {tile}", first=first, tile=tile)


def _open_tile(last: int) -> Text:
    """Return the words for a tile of the columns up to this one, by the headings that the picture gives them."""
    if last == COLUMNS:
        return say("any tile")
    return say("a tile under “3 or more”") if last == 1 else say("a tile under “3 or more” or “4 or more”")


def open_structures(view: View, draft: Draft) -> Text:
    """Return all structures open to building, each with its reward."""
    board = top(draft.garden)
    return joined(" · ", *(_structure(view, board, each) for each in draft.open_to))


def site(view: View, draft: Draft, site: Square | None) -> Label:
    """Return the label of a square for the temple, or of none."""
    if site is None:
        return Label(say("No temple"))
    board = top(draft.garden)
    structure = group(board, site)
    text = say("{square} · {structure}", square=key(site), structure=_structure(view, board, structure))
    note = _structure(view, board, structure) if len(draft.open_to) > 1 else None
    return Label(text, key(site), note, words=say("temple on {square}", square=key(site)))


def source(draft: Draft, temple: Square) -> Label:
    """Return the label of a temple that may move."""
    size = len(group(top(draft.garden), temple))
    text = say("from {square} · group of {size}", square=key(temple), size=size)
    return Label(text, key(temple), words=say("from {square}", square=key(temple)))


def paid() -> Text:
    """Return why a tile must be taken, and the meaning of the numbers on tiles."""
    return joined("\n", MUST_TAKE, PRINTED)


def drawn(view: View) -> Text:
    """Return the hidden tile, for the seat that drew it (R3.29); so short that it stands beside the question."""
    assert view.me is not None
    return hidden(view.hidden[view.me][-1])


def tile(view: View, place: int) -> Label:
    """Return the label of an open tile: its number in the picture, and the points that it brings."""
    tile = view.tiles[place]
    assert tile
    assert view.me is not None
    mine = view.known[view.me]
    gain = Gain(tile_gain(mine, tile))
    name = tile_name(tile)
    if tile not in SERIES:
        return Label(say("{number} · {tile}", number=place + 1, tile=name), place_key(place), gain=gain, words=name)
    text = say("{number} · {tile}, you have {count}", number=place + 1, tile=name, count=mine.count(tile))
    return Label(text, place_key(place), gain=gain, star=completes_set(mine, tile), words=name)
