"""The conversations: a seat takes a turn (section 6), the dealer draws tiles and cards (R6.9).

The reasons against answers that are not on offer stand below the questions (R7.7, ``N…``); `labels` says what answers are called.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from itertools import chain

from rules.choice import Choices, Options, Path, pick, unless_begun
from rules.dealing import draw, seat_options
from rules.hanging_gardens import labels
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import (
    Closed,
    Frame,
    allowed,
    closed,
    columns,
    covered,
    eligible,
    find_touched_groups,
    fitting,
    framed,
    group,
    key,
    keys,
    lay,
    movable,
    opened,
    placements,
    reading_order,
    site_key,
    source_key,
    square_of,
    top,
    turned,
    turns,
)
from rules.hanging_gardens.names import facility_name
from rules.hanging_gardens.parts import GROUND, PLACES, SIX, TURNS
from rules.hanging_gardens.rounds import display_due
from rules.hanging_gardens.state import (
    Action,
    Box,
    Garden,
    HiddenTile,
    Laid,
    Lay,
    OpenCards,
    OpenTiles,
    Square,
    Start,
    State,
    TakeTile,
    Tiles,
    View,
    place_key,
    slot_key,
)
from rules.hanging_gardens.view import open_cards, own
from rules.text import Text, say

NOTHING_FITS = say("None of the open cards fits in your garden. Which one do you remove from the game?")
WHICH_CARD = say("Which card do you take?")
WHICH_WAY = say("Which way up?")
WHERE = say("Where does the card go?")
WHICH_SQUARE = say("On which square do you build a temple?")
WHICH_TEMPLE = say("Which temple moves there?")
WHICH_TILE = say("Which tile do you take?")
WHO_BEGINS = say("Who begins?")
WHICH_TILE_COMES = say("Which tile comes up?")
WHICH_CARD_COMES = say("Which card comes up?")

NO_TEMPLE = say("No temple now: no structure of three or more contains a facility of the new card.")
HAS_TEMPLE = say("A temple already stands on that structure.")
NOTHING_NEW = say("The new card added no facility to that structure.")
TOO_SMALL = say("A temple needs three or more identical facilities side by side.")
ONE_TEMPLE = say("You can build only one temple in a turn.")
SQUARE_FIRST = say("Name the temple's square, or type no-temple.")
HIDDEN_FIRST = say("You draw a hidden tile first; choose the open one after that.")
BUILDS_NOTHING = say("You cannot build with a card that you remove from the game.")
CLOSED: dict[Closed, Text] = {"small": TOO_SMALL, "built": HAS_TEMPLE, "untouched": NOTHING_NEW}
SLOT = re.compile("card-[0-9]+")
TEMPLE_WORDS = ("temple", "no-temple")


def choices(view: View) -> Choices[Action]:
    """Ask for a turn (R3.5), or for the open tile after a hidden one (R3.29)."""
    garden = own(view)
    if view.pending:
        draft = Draft(garden, size=view.pending.size)
        return TakeTile((yield from _tile(view, draft, labels.drawn(view))))
    cards, frame = open_cards(view), framed(garden)
    fit = fitting(frame, cards.values())
    slots = [slot for slot, card in cards.items() if card in fit]
    if not slots:
        return Box((yield from _box(view, list(cards), Draft(garden))))
    return (yield from _temple(view, (yield from _card(view, cards, slots, frame))))


def is_public(path: Path) -> bool:
    """Return whether a move is public: all moves of seats are, but a tile that the dealer draws may be hidden."""
    return path[0].partition("-")[0] in ("card", "tile", "seat")


def _box(view: View, slots: list[int], draft: Draft) -> Choices[int]:
    """Ask which card leaves the game (R3.7)."""
    options, why_not = Options(slots, slot_key, partial(labels.card, view)), partial(_why_not_boxed, view)
    return (yield from pick("box", NOTHING_FITS, options, board=draft, note=labels.boxed(), why_not=why_not))


def _card(view: View, cards: dict[int, str], slots: list[int], frame: Frame) -> Choices[Draft]:
    """Ask which card is taken, how it is turned and where it goes (R3.6 to R3.13); return the draft with the card laid."""
    garden = own(view)
    options, why_not = Options(slots, slot_key, partial(labels.card, view)), partial(_why_not_card, view, frame)
    note = labels.which_card(frozenset(cards.keys() - slots))
    slot = yield from pick("card", WHICH_CARD, options, board=Draft(garden), note=note, why_not=why_not)
    card = cards[slot]
    places = placements(frame, card)
    draft = Draft(garden, slot, card)
    ways, why_not = Options(list(places), str, partial(labels.way, draft, places)), partial(_why_not_turn, frame, card)
    turn = yield from pick("turn", WHICH_WAY, ways, board=draft, form="tabs", why_not=why_not)
    draft = Draft(garden, slot, card, turn)
    where = Options(places[turn], key, partial(labels.place, view, draft))
    why_not = unless_begun(where, partial(_why_not_place, draft))
    at = yield from pick("place", WHERE, where, board=draft, form="places", note=labels.where(), why_not=why_not)
    return draft.with_card(at)


def _temple(view: View, draft: Draft) -> Choices[Action]:
    """Ask for the temple and its tile, when the card that lies now opened a structure (R3.16–R3.32)."""
    if not draft.open_to:
        return draft.action()
    squares = sorted(chain.from_iterable(draft.open_to), key=reading_order)
    sites = Options((*squares, None), site_key, partial(labels.site, view, draft))
    note, why_not = labels.open_structures(view, draft), unless_begun(sites, partial(_why_not_site, draft.garden))
    site = yield from pick("temple", WHICH_SQUARE, sites, board=draft, form="places", note=note, why_not=why_not)
    if site is None:
        return draft.action()
    draft = draft.with_temple(site)
    if temples := movable(draft.garden):
        sources = Options(sorted(temples, key=reading_order), source_key, partial(labels.source, draft))
        why_not = unless_begun(sources, partial(_why_not_source, draft.garden, temples))
        source = yield from pick("source", WHICH_TEMPLE, sources, board=draft, form="places", why_not=why_not)
        draft = draft._replace(source=source)
    if (draft.size >= SIX and view.tiles_left) or not allowed(view.tiles, draft.size):
        return draft.action()
    return draft.action((yield from _tile(view, draft, labels.paid())))


def _tile(view: View, draft: Draft, note: Text) -> Choices[int]:
    """Ask for an open tile that the structure pays for (R3.26)."""
    tiles = Options(allowed(view.tiles, draft.size), place_key, partial(labels.tile, view))
    why_not = partial(_why_not_tile, view, draft.size)
    return (yield from pick("tile", WHICH_TILE, tiles, board=draft, note=note, why_not=why_not))


def _why_not_boxed(view: View, answer: str) -> Text | None:
    """Return why that card cannot leave the game, or why it builds nothing (N1, N15)."""
    return BUILDS_NOTHING if answer in TEMPLE_WORDS else _not_open(view, answer)


def _why_not_card(view: View, frame: Frame, answer: str) -> Text | None:
    """Return why that card cannot be taken (N1, N2)."""
    card = next((card for slot, card in open_cards(view).items() if slot_key(slot) == answer), None)
    if card is None:
        return _not_open(view, answer)
    if fitting(frame, (card,)):
        return None
    return say("{card} does not fit anywhere in your garden now; take a card that does.", card=card)


def _not_open(view: View, answer: str) -> Text | None:
    """Return why no card lies there, or the place of a card named by its name or number (N1)."""
    slots = {slot_key(slot): card for slot, card in enumerate(view.cards)}
    for slot, card in slots.items():
        if answer in (card, slot.removeprefix("card-")):
            return say("Name cards by their places: type {slot}.", slot=slot)
    if answer not in slots:
        return say("The cards of a round lie at {slots}.", slots=tuple(slots)) if SLOT.fullmatch(answer) else None
    return None if slots[answer] else say("There is no card at {slot} any more this round.", slot=answer)


def _why_not_turn(frame: Frame, card: str, answer: str) -> Text | None:
    """Return why the card cannot be turned that way: it looks the same another way up, or has no place so (N3)."""
    places = placements(frame, card)
    if answer not in TURNS or answer in places:
        return None
    same = next(turn for turn in turns(card) if turned(card, turn) == turned(card, answer))
    if same in places:
        return say("{card} looks the same after a half turn; type {turn}.", card=card, turn=same)
    return say("Turned that way, {card} does not fit anywhere in your garden now.", card=card)


def _why_not_place(draft: Draft, answer: str) -> Text | None:
    """Return why the card cannot lie there: a facility on the table, or a temple beneath (N4, N5)."""
    at = square_of(answer)
    if not at:
        return _former_key(answer)
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


def _former_key(answer: str) -> Text | None:
    """Return today's key of a square of the first version of these rules, whose start card lay on ``bm70`` (R1.8)."""
    found = re.fullmatch(r"(?:from-)?b([a-z])([6-9][0-9])", answer)
    if not found:
        return None
    return say("{former} is called {now} now.", former=answer, now=f"{found[1]}{int(found[2]) - 50}")


def _why_not_site(garden: Garden, answer: str) -> Text | None:
    """Return why no temple can be built there (N7 to N9)."""
    at, board = square_of(answer), top(garden)
    if not at:
        return SQUARE_FIRST if answer == "temple" else _former_key(answer)
    if board.get(at, GROUND) == GROUND:
        return TOO_SMALL
    reason = closed(garden, group(board, at))
    return CLOSED[reason] if reason else None


def _why_not_source(garden: Garden, smallest: tuple[Square, ...], answer: str) -> Text | None:
    """Return why that temple cannot move, or its name with ``from-`` (N10)."""
    if square_of(answer) in garden.temples:
        return say("Type from-{square}.", square=answer)
    if not answer.startswith("from-"):
        return _former_key(answer)
    return _former_key(answer) or say("Only a temple on your smallest group may move: {squares}.", squares=keys(smallest))


def _why_not_tile(view: View, size: int, answer: str) -> Text | None:
    return _dear_or_gone(view, size, answer) or _second_temple(answer)


def _dear_or_gone(view: View, size: int, answer: str) -> Text | None:
    """Return why that tile cannot be taken: its column is too dear, or its place empty (N11, N12)."""
    place = next((place for place in range(PLACES) if place_key(place) == answer), None)
    if place is None:
        return None
    if place not in opened(size):
        return _opens_only(size)
    return None if view.tiles[place] else say("There is no tile at {place}.", place=answer)


def _opens_only(size: int) -> Text:
    """Return the columns that a structure of this size opens (N11)."""
    last = columns(size)
    if last == 1:
        return say("With a structure of {size} you may only take a tile from column 1.", size=size)
    return say("With a structure of {size} you may only take a tile from columns 1–{last}.", size=size, last=last)


def why_too_many(view: View, action: Action, answer: str) -> Text | None:
    """Return why a word after a complete turn is one too many; None: no better reason than that the turn is complete."""
    match action:
        case Box():
            return BUILDS_NOTHING if answer in TEMPLE_WORDS else None
        case Lay(temple=None):
            return _nothing_open(_with_card(view, action)) if answer == "temple" or square_of(answer) else None
        case Lay(temple=temple, tile=tile):
            assert temple
            size = len(group(top(_with_card(view, action)), temple))
            if tile is None and answer.startswith("tile-"):
                return HIDDEN_FIRST if size >= SIX and view.tiles_left else _dear_or_gone(view, size, answer)
            return _second_temple(answer)
        case _:
            return None


def _with_card(view: View, action: Lay) -> Garden:
    card = view.cards[action.slot]
    assert card
    return lay(own(view), Laid(card, action.turn, *action.at))


def _nothing_open(garden: Garden) -> Text | None:
    """Return why no structure was open to building (N6, N7); None if one was."""
    if eligible(garden):
        return None
    return HAS_TEMPLE if any(closed(garden, each) == "built" for each in find_touched_groups(garden)) else NO_TEMPLE


def _second_temple(answer: str) -> Text | None:
    """Return why nothing more is built (N14)."""
    return ONE_TEMPLE if answer == "temple" or square_of(answer) else None


def chance(state: State) -> Choices[Action]:
    """Draw who begins (R2.6), the tiles of the display (R2.7, R3.28), a hidden tile (R3.29), or the cards of a round (R3.1)."""
    if state.first is None:
        return Start((yield from pick("seat", WHO_BEGINS, seat_options(state.seats))))
    if display_due(state):
        return OpenTiles((yield from _draw_tiles(state.tile_bag, min(state.tiles.count(None), len(state.tile_bag)))))
    if state.pending:
        (tile,) = yield from _draw_tiles(state.tile_bag, 1)
        return HiddenTile(tile)
    cards = dict.fromkeys(state.card_bag, 1)
    return OpenCards((yield from draw("drawn_card", lambda _: WHICH_CARD_COMES, cards, len(state.cards), str)))


def _draw_tiles(bag: Tiles, count: int) -> Choices[Tiles]:
    return (yield from draw("drawn_tile", lambda _: WHICH_TILE_COMES, Counter(bag), count, str))
