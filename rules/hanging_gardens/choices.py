"""A seat's conversation: a turn, or the tile that is left of it (section 6)."""

from __future__ import annotations

from functools import partial
from itertools import chain

from rules.choice import Choices, Options, Path, pick
from rules.hanging_gardens import labels
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import allowed, fitting, framed, key, movable, placements, reading_order, site_key, source_key
from rules.hanging_gardens.parts import SIX
from rules.hanging_gardens.state import Action, Box, TakeTile, View, place_key, slot_key
from rules.hanging_gardens.view import open_cards, own
from rules.text import Text, say

NOTHING_FITS = say("None of the open cards fits in your garden. Which one leaves the game?")
WHICH_CARD = say("Which card do you take?")
WHICH_WAY = say("Which way up?")
WHERE = say("Where does the card go?")
WHICH_SQUARE = say("On which square do you build a temple?")
WHICH_TEMPLE = say("Which temple moves there?")
WHICH_TILE = say("Which tile do you take?")


def choices(view: View) -> Choices[Action]:
    """A turn (R3.5), or the open tile after a hidden one (R3.29)."""
    garden = own(view)
    if view.pending:
        draft = Draft(garden, size=view.pending.size)
        return TakeTile((yield from _tile(view, draft, labels.drawn(view))))
    cards = open_cards(view)
    frame = framed(garden)
    fit = fitting(frame, cards.values())
    slots = [slot for slot, card in cards.items() if card in fit]
    if not slots:
        return Box((yield from pick("box", NOTHING_FITS, _cards(view, list(cards)), board=Draft(garden), note=labels.boxed())))
    note = labels.which_card(frozenset(cards.keys() - slots))
    slot = yield from pick("card", WHICH_CARD, _cards(view, slots), board=Draft(garden), note=note)
    card = cards[slot]
    places = placements(frame, card)
    ways = Options(list(places), str, partial(labels.way, card))
    turn = yield from pick("turn", WHICH_WAY, ways, board=Draft(garden, slot, card), form="tabs")
    draft = Draft(garden, slot, card, turn)
    where = Options(list(places[turn]), key, partial(labels.place, view, draft))
    at = yield from pick("place", WHERE, where, board=draft, form="places", note=labels.where())
    return (yield from _temple(view, draft.with_card(at)))


def is_public(path: Path) -> bool:
    """The dealer's tiles may be hidden ones; what a seat answers, all may see."""
    return path[0].partition("-")[0] in ("card", "tile", "seat")


def _cards(view: View, slots: list[int]) -> Options[int]:
    return Options(slots, slot_key, partial(labels.card, view))


def _temple(view: View, draft: Draft) -> Choices[Action]:
    """The temple and its tile, when the card that lies now opened a structure (R3.16–R3.32)."""
    if not draft.open_to:
        return draft.action()
    squares = sorted(chain.from_iterable(draft.open_to), key=reading_order)
    sites = Options((*squares, None), site_key, partial(labels.site, view, draft))
    note = labels.open_structures(view, draft)
    site = yield from pick("temple", WHICH_SQUARE, sites, board=draft, form="places", note=note)
    if site is None:
        return draft.action()
    draft = draft.with_temple(site)
    if temples := movable(draft.garden):
        sources = Options(sorted(temples, key=reading_order), source_key, partial(labels.source, draft))
        source = yield from pick("source", WHICH_TEMPLE, sources, board=draft, form="places")
        draft = draft._replace(source=source)
    if (draft.size >= SIX and view.tiles_left) or not allowed(view.tiles, draft.size):
        return draft.action()
    return draft.action((yield from _tile(view, draft, labels.paid())))


def _tile(view: View, draft: Draft, note: Text) -> Choices[int]:
    """An open tile that the structure pays for (R3.26)."""
    tiles = Options(allowed(view.tiles, draft.size), place_key, partial(labels.tile, view))
    return (yield from pick("tile", WHICH_TILE, tiles, board=draft, note=note))
