"""What the answers are called, where they lie, and what they bring (R6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized

from rules.choice import Label
from rules.hanging_gardens.draft import Draft
from rules.hanging_gardens.garden import Board, allowed, columns, group, key, top, touched, turned
from rules.hanging_gardens.parts import COLUMNS, FACILITIES, FIVE, SERIES, SIX
from rules.hanging_gardens.score import in_order, worth
from rules.hanging_gardens.state import Group, Square, View, place_key, slot_key
from rules.hanging_gardens.words import values
from rules.text import Text, say, term
from rules.wording import signed


def card(view: View, slot: int) -> Label:
    """An open card."""
    card = view.cards[slot]
    assert card
    text = say("{slot} · {card} · {rows}", slot=slot_key(slot), card=card, rows=_rows(turned(card, "up")))
    return Label(text, at=slot_key(slot))


def _rows(rows: Iterable[str]) -> str:
    return " / ".join(rows)


def left_out(slots: Iterable[int]) -> Text | None:
    """Which open cards cannot be taken now (R3.6); None: all can."""
    shut = tuple(map(slot_key, sorted(slots)))
    if not shut:
        return None
    return say("{cards} does not fit now." if len(shut) == 1 else "{cards} do not fit now.", cards=shut)


def way(card: str, places: Mapping[str, Sized], turn: str) -> Label:
    """A way up, and in how many places the card fits so."""
    count = len(places[turn])
    sentence = "{turn} · {rows} · {count} places" if count > 1 else "{turn} · {rows} · one place"
    return Label(say(sentence, turn=term(turn), rows=_rows(turned(card, turn)), count=count))


def place(view: View, draft: Draft, at: Square) -> Label:
    """What lying there brings: open structures, else what grows."""
    after = draft.with_card(at)
    board, square = top(after.garden), key(at)
    if after.open_to:
        brings = tuple(_structure(view, board, each) for each in sorted(after.open_to, key=len, reverse=True))
        return Label(say("{square} · {brings}", square=square, brings=brings), square, str(max(map(len, after.open_to))))
    grown = (
        say(
            "{facility} {size}" if each.isdisjoint(after.garden.temples) else "{facility} {size} with temple",
            facility=facility(board, each),
            size=len(each),
        )
        for each in sorted(touched(after.garden), key=len, reverse=True)
    )
    return Label(say("{square} · {brings}", square=square, brings=tuple(dict.fromkeys(grown))), square)


def _structure(view: View, board: Board, each: Group) -> Text:
    """An open structure and what building on it brings: ``park of 5 → any tile``."""
    return say("{facility} of {size} → {prize}", facility=facility(board, each), size=len(each), prize=prize(view, len(each)))


def facility(board: Board, each: Group) -> Text:
    """What the squares of a group are."""
    return term(FACILITIES[board[min(each)]])


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


def building(view: View, draft: Draft) -> Label:
    """A temple, with all structures it may be built on."""
    board = top(draft.garden)
    return Label(say("Build: {structures}", structures=tuple(_structure(view, board, each) for each in draft.open_to)))


def no_temple() -> Label:
    """None."""
    return Label(say("No temple this turn"))


def site(view: View, draft: Draft, square: Square) -> Label:
    """A square for the temple."""
    board = top(draft.garden)
    structure = group(board, square)
    text = say("{square} · {structure}", square=key(square), structure=_structure(view, board, structure))
    return Label(text, key(square), str(len(structure)))


def source(draft: Draft, temple: Square) -> Label:
    """A temple that may move."""
    size = len(group(top(draft.garden), temple))
    return Label(say("from {square} · group of {size}", square=key(temple), size=size), key(temple), str(size))


def drawn(view: View) -> Text:
    """What the hidden tile is, for who drew it (R3.29)."""
    assert view.me is not None
    return say("You drew {tile}.", tile=term(view.hidden[view.me][-1]))


def tile(view: View, place: int) -> Label:
    """An open tile, and by how much it raises the points of who takes it."""
    tile = view.tiles[place]
    assert tile
    assert view.me is not None
    mine = view.known[view.me]
    gain = signed(worth(in_order((*mine, tile)), 0) - worth(mine, 0))
    params = {"place": place_key(place), "tile": term(tile), "values": values(tile), "gain": gain}
    sentence = "{place} · {tile} {values} · {gain}"
    if tile in SERIES:
        sentence = "{place} · {tile} {values} · {gain} · you have {count} of {copies}"
        if view.open_tiles:
            sentence = "{place} · {tile} {values} · {gain} · you have {count}, seen {seen} of {copies}"
        params |= {"count": mine.count(tile), "seen": seen(view, tile), "copies": SERIES[tile].copies}
    return Label(say(sentence, **params), place_key(place), gain)


def seen(view: View, tile: str) -> int:
    """How many of a kind are in sight: open now, or known to lie with somebody (R9.2)."""
    return view.tiles.count(tile) + sum(tiles.count(tile) for tiles in view.known)
