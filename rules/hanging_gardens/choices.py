"""The conversations (section 6 of the specification)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, partial

from rules.choice import Choices, Label, Option, pick
from rules.game import Seat
from rules.hanging_gardens.apply import display_due
from rules.hanging_gardens.garden import (
    Board,
    Group,
    allowed,
    columns,
    eligible,
    fits,
    group,
    key,
    lay,
    movable,
    placements,
    top,
    touched,
    turned,
)
from rules.hanging_gardens.parts import COLUMNS, FACILITIES, FIVE, PERSONS, SERIES, SIX
from rules.hanging_gardens.score import in_order, worth
from rules.hanging_gardens.state import (
    UNKNOWN,
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
from rules.text import Text, say, term

NOTHING_FITS = say("None of the open cards fits in your garden. Which one leaves the game?")
WHICH_CARD = say("Which card do you take?")
WHICH_WAY = say("Which way up?")
WHERE = say("Where does its top left square lie?")
BUILD = say("Do you build a temple?")
ON_WHICH = say("On which square?")
WHICH_TEMPLE = say("Which temple moves there?")
WHICH_TILE = say("Which tile do you take?")
MUST_TAKE = say("You built a temple, so you must take a tile.")  # N13
BOXED_ALONE = say("Only laid cards bring temples: this one leaves the game.")


def choices(view: View) -> Choices[Action]:
    """A seat's conversation: a turn, or the tile that is left of it."""
    if view.pending:
        return TakeTile((yield from _tile(view, view.pending.size)))
    garden = own(view)
    cards = open_cards(view)
    fitting = {slot: card for slot, card in cards.items() if fits(garden, card)}
    if not fitting:
        return Box((yield from pick("box", NOTHING_FITS, _cards(cards), note=BOXED_ALONE)))
    slot = yield from pick("card", WHICH_CARD, _cards(fitting), note=_left_out(cards.keys() - fitting.keys()))
    places = placements(garden, cards[slot])
    turn = yield from pick("turn", WHICH_WAY, [_turn(cards[slot], turn, len(places[turn])) for turn in places])
    at = yield from pick("place", WHERE, [_place(view, Laid(cards[slot], turn, *at)) for at in places[turn]], by_letter=True)
    return (yield from _temple(view, lay(garden, Laid(cards[slot], turn, *at)), Lay(slot, turn, at)))


def _temple(view: View, garden: Garden, action: Lay) -> Choices[Action]:
    """The temple and its tile, when the card that lies now opened a structure (R3.16–R3.32)."""
    open_to = eligible(garden)
    if not open_to:
        return action
    board = top(garden)
    if not (yield from pick("build", BUILD, _whether(view, board, open_to))):
        return action
    squares = sorted((square, len(each)) for each in open_to for square in each)
    built = yield from pick("temple", ON_WHICH, [_site(view, board, square, size) for square, size in squares], by_letter=True)
    size = len(group(board, built))
    source = None
    if temples := movable(garden):
        source = yield from pick("source", WHICH_TEMPLE, [_source(board, temple) for temple in temples])
    if (size >= SIX and view.tiles_left) or not allowed(view.tiles, size):
        return action._replace(temple=built, source=source)
    return action._replace(temple=built, source=source, tile=(yield from _tile(view, size)))


def _tile(view: View, size: int) -> Choices[int]:
    """An open tile that the structure pays for (R3.26)."""
    assert view.me is not None
    note = say("You drew {tile}.", tile=term(view.hidden[view.me][-1])) if view.pending else MUST_TAKE
    options = [Option(place_key(place), place, partial(_about_tile, view, place)) for place in allowed(view.tiles, size)]
    return (yield from pick("tile", WHICH_TILE, options, note=note))


def own(view: View) -> Garden:
    """The garden of who looks."""
    assert view.me is not None
    return view.gardens[view.me]


def open_cards(view: View) -> dict[int, str]:
    """The cards that are left in this round, by slot."""
    return {slot: card for slot, card in enumerate(view.cards) if card}


def _cards(cards: dict[int, str]) -> list[Option[int]]:
    return [Option(slot_key(slot), slot, partial(_about_card, slot_key(slot), card)) for slot, card in cards.items()]


def _about_card(slot: str, card: str) -> Label:
    return Label(say("{slot} · {card} · {rows}", slot=slot, card=card, rows=_rows(turned(card, "up"))), at=slot)


def _rows(rows: Iterable[str]) -> str:
    return " / ".join(rows)


def _left_out(slots: Iterable[int]) -> Text | None:
    """Which open cards cannot be taken now (R3.6)."""
    shut = tuple(map(slot_key, sorted(slots)))
    if not shut:
        return None
    return say("{cards} does not fit now." if len(shut) == 1 else "{cards} do not fit now.", cards=shut)


def _turn(card: str, turn: str, places: int) -> Option[str]:
    def about() -> Label:
        sentence = "{turn} · {rows} · {count} places" if places > 1 else "{turn} · {rows} · one place"
        return Label(say(sentence, turn=term(turn), rows=_rows(turned(card, turn)), count=places))

    return Option(turn, turn, about)


def _place(view: View, laid: Laid) -> Option[Square]:
    at = laid.column, laid.row
    return Option(key(at), at, partial(_about_place, view, laid))


def _about_place(view: View, laid: Laid) -> Label:
    """What lying there brings: open structures, else what grows."""
    after = lay(own(view), laid)
    board, open_to = top(after), eligible(after)
    at = key((laid.column, laid.row))
    if open_to:
        brings = tuple(structure(view, board, each) for each in sorted(open_to, key=len, reverse=True))
        return Label(say("{square} · {brings}", square=at, brings=brings), at, str(max(map(len, open_to))))
    grown = (
        say("{facility} {size}" if each.isdisjoint(after.temples) else "{facility} {size} with temple", **_params(board, each))
        for each in sorted(touched(after), key=len, reverse=True)
    )
    return Label(say("{square} · {brings}", square=at, brings=tuple(dict.fromkeys(grown))), at)


def structure(view: View, board: Board, open_to: Group) -> Text:
    """An open structure and what building on it brings: ``park of 5 → any tile``."""
    return say("{facility} of {size} → {prize}", prize=prize(view, len(open_to)), **_params(board, open_to))


def _params(board: Board, each: Group) -> dict[str, Text | int]:
    return {"facility": term(FACILITIES[board[min(each)]]), "size": len(each)}


def prize(view: View, size: int) -> Text:
    """What building on a structure of this size brings now (R3.26, R3.29, R3.31, R3.32)."""
    whole = say("any tile") if columns(size) == COLUMNS else opened_columns(size)
    tile = whole if allowed(view.tiles, size) else say("{points} points", points=FIVE)
    if size < SIX:
        return tile
    first = say("a hidden tile") if view.tiles_left else say("{points} points", points=FIVE)
    return say("{first} and {tile}", first=first, tile=tile)


def opened_columns(size: int) -> Text:
    """The columns of the display that a structure of this size opens."""
    last = columns(size)
    return say("column 1") if last == 1 else say("columns 1–{last}", last=last)


def _whether(view: View, board: Board, open_to: list[Group]) -> list[Option[bool]]:
    def about() -> Label:
        return Label(say("Build: {structures}", structures=tuple(structure(view, board, each) for each in open_to)))

    return [Option("temple", True, about), Option("no-temple", False, lambda: Label(say("No temple this turn")))]


def _site(view: View, board: Board, square: Square, size: int) -> Option[Square]:
    def about() -> Label:
        brings = structure(view, board, group(board, square))
        return Label(say("{square} · {structure}", square=key(square), structure=brings), key(square), str(size))

    return Option(key(square), square, about)


def _source(board: Board, temple: Square) -> Option[Square]:
    def about() -> Label:
        size = len(group(board, temple))
        return Label(say("from {square} · group of {size}", square=key(temple), size=size), key(temple), str(size))

    return Option(f"from-{key(temple)}", temple, about)


def values(tile: str) -> str:
    """What is printed on a tile: ``2/8/16``, ``3/11``, ``3×``."""
    if tile in SERIES:
        return "/".join(map(str, SERIES[tile].values))
    person = PERSONS[tile]
    return f"{person.with_set}×" if person.each else f"{person.without}/{person.with_set}"


def _about_tile(view: View, place: int) -> Label:
    tile = view.tiles[place]
    assert tile
    assert view.me is not None
    mine = view.known[view.me]
    gain = worth(in_order((*mine, tile)), 0) - worth(mine, 0)
    params = {"place": place_key(place), "tile": term(tile), "values": values(tile), "gain": f"+{gain}"}
    sentence = "{place} · {tile} {values} · {gain}"
    if tile in SERIES:
        sentence = "{place} · {tile} {values} · {gain} · you have {count} of {copies}"
        if view.open_tiles:
            sentence = "{place} · {tile} {values} · {gain} · you have {count}, seen {seen} of {copies}"
        params |= {"count": mine.count(tile), "seen": seen(view, tile), "copies": SERIES[tile].copies}
    return Label(say(sentence, **params), place_key(place), f"+{gain}")


def seen(view: View, tile: str) -> int:
    """How many of a kind are in sight: open now, or known to lie with somebody (R9.2)."""
    return view.tiles.count(tile) + sum(tiles.count(tile) for tiles in view.known)


def chance(state: State) -> Choices[Action]:
    """The dealer's conversation (R6.9)."""
    if state.first == UNKNOWN:
        return Start((yield from pick("first", say("Who begins?"), _seats(state.seats))))
    if display_due(state):
        count = min(state.tiles.count(None), len(state.tile_bag))
        return OpenTiles((yield from _draw_tiles(state.tile_bag, count)))
    if state.pending:
        (tile,) = yield from _draw_tiles(state.tile_bag, 1)
        return HiddenTile(tile)
    return OpenCards((yield from _draw_cards(state.card_bag, len(state.cards))))


def _seats(count: int) -> list[Option[Seat]]:
    return [Option(f"seat-{seat + 1}", seat) for seat in range(count)]


def _draw_tiles(bag: Tiles, count: int) -> Choices[Tiles]:
    left, drawn = Counter(bag), list[str]()
    for _ in range(count):
        tile = yield from pick(
            "tile", say("Which tile comes up?"), [Option(tile, tile, weight=n) for tile, n in left.items() if n]
        )
        left[tile] -= 1
        drawn.append(tile)
    return tuple(drawn)


def _draw_cards(bag: tuple[str, ...], count: int) -> Choices[tuple[str, ...]]:
    left = {card: _card(card) for card in bag}
    drawn: list[str] = []
    for _ in range(count):
        drawn.append((yield from pick("card", say("Which card comes up?"), left.values())))
        del left[drawn[-1]]
    return tuple(drawn)


@cache
def _card(card: str) -> Option[str]:
    return Option(card, card)
