"""The board in words (R10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rules.game import Seat
from rules.ishtar.apply import last_seat
from rules.ishtar.draft import pawns_left
from rules.ishtar.garden import Cover, cover_of, fountain_cell_key
from rules.ishtar.hexes import face, shape
from rules.ishtar.notation import GEM_NAMES, fountain_name, gems_words, mastery_name, shape_name, tree_key
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, TREES
from rules.ishtar.score import fountain_counts, holders, points_of
from rules.ishtar.state import Player, Stack, View
from rules.text import SEMICOLON, Text, joined, say, say_n, verbatim, who

SYMBOLS = {"A": say("assistant"), "M": say("mastery"), "J": say("joker")}
MEANINGS = {
    ".": say("sand"),
    "#": say("engraved stone"),
    ",": say("grass"),
    "^": say("tree"),
    "?": say("fountain to be drawn"),
}


def describe(view: View) -> tuple[Text, ...]:
    """Return the whole board: head, map row by row, carpet, trees, supply, seats, fountains, legend."""
    shifted = _shifted(view)
    head = joined(" ", _head(view), say("Shifted rows: {rows}.", rows=shifted) if shifted else None)
    things = (*_carpet(view), *_trees(view), _supply(view), *_seats(view), *_fountains(view))
    return (head, *_last_round(view), *_rows(view), *things, *_legend(view))


def summary(view: View) -> tuple[Text, ...]:
    """Return the board without the map, short enough for a picture's description."""
    stacks = [_stack_briefly(number, stack) for number, stack in enumerate(view.stacks, start=1)]
    carpet = [joined(" ", _can(view), say("Stacks: {stacks}.", stacks=joined(SEMICOLON, *stacks)))] if stacks else []
    cards = [say("{points} for {cost}", points=TREES[tree].points, cost=gems_words(TREES[tree].cost)) for tree in view.row]
    trees = [say("Trees: {trees}.", trees=joined(SEMICOLON, *cards))] if cards else []
    return (_head(view, acting=False), *_last_round(view), *_seats_briefly(view), *carpet, *trees)


def _shifted(view: View) -> str:
    keys = cover_of(view.garden).grid.keys.items()
    return " ".join(dict.fromkeys(key[0] for cell, key in keys if cell[1] % 2))


def _last_round(view: View) -> Iterator[Text]:
    """Yield a line if the last round runs (R4.1, R10.4)."""
    if view.first is not None and view.ending and view.phase != "over":
        yield say("Last round: {seat} ends it.", seat=who(last_seat(view.first, view.seats)))


def _head(view: View, *, acting: bool = True) -> Text:
    """Return the turn, the tile to place, and with ``acting`` whose turn it is."""
    turn, turns = view.turns + 1, view.turns
    if view.phase == "over":
        return say_n("The game is over after {count} turn.", "The game is over after {count} turns.", turns)
    if view.phase == "stopped":
        return say_n("The game ended early after {count} turn.", "The game ended early after {count} turns.", turns)
    if view.turn is None or view.phase not in ("select", "place"):
        return say("Turn {turn}, before the next draw.", turn=turn)
    named: dict[str, Text] = {"shape": shape_name(shape(view.held)), "face": _face(view.held)} if view.held else {}
    if not acting:
        return joined(" ", say("Turn {turn}.", turn=turn), say("Tile to place: {shape} ({face}).", **named) if named else None)
    if view.phase == "select":
        return say("Turn {turn}, {seat} to move.", turn=turn, seat=who(view.turn))
    if not named:
        return say("Turn {turn}, {seat} to plant trees; the tile did not fit.", turn=turn, seat=who(view.turn))
    return say("Turn {turn}, {seat} to place a tile: {shape} ({face}).", turn=turn, seat=who(view.turn), **named)


def _rows(view: View) -> Iterator[Text]:
    """Yield each row of the map from its first key on; after a hole a row begins anew."""
    cover = cover_of(view.garden)
    colours = iter(view.garden.fountains or "?" * len(cover.land.fountains))
    water = {bit: f"{c.upper()}{FOUNTAIN_POINTS.get(c, '')}" for bit, c in zip(cover.land.fountains, colours, strict=True)}
    for _, row in groupby(cover.grid.cells, key=lambda cell: cell[1]):
        for _, run in groupby(enumerate(row), key=lambda each: each[1][0] - each[0]):
            cells = [cell for _, cell in run]
            shown = " ".join(_sign(cover, water, 1 << cover.grid.index(cell)) for cell in cells)
            yield say("{key}: {cells}", key=cover.grid.keys[cells[0]], cells=shown)


def _sign(cover: Cover, water: dict[int, str], bit: int) -> str:
    """Return the sign of a cell (R10.6)."""
    number = next((number for number, value in enumerate(cover.by_flowers) if value & bit and number), 0)
    if number:
        seat = next((seat for at, seat in cover.assistants if at == bit), None)
        return str(number) if seat is None else f"{number}@{seat + 1}"
    if bit in water:
        return water[bit]
    signs = zip((cover.pawns, cover.free, cover.land.stones, *cover.land.gems), ("^", ",", "#", *COLOURS), strict=True)
    return next((sign for region, sign in signs if region & bit), ".")


def _can(view: View) -> Text:
    if view.can is None:
        return say("The watering can is not on the carpet yet.")
    return say("The watering can is on stack {can}.", can=view.can + 1)


def _carpet(view: View) -> Iterator[Text]:
    """Yield the place of the can, and a line for each stack."""
    if view.stacks:
        yield _can(view)
    for number, stack in enumerate(view.stacks, start=1):
        shape = shape_name(stack.shape)
        if stack.left:
            top = _face(stack.top) if stack.top else say("face down")
            yield say("Stack {number}, {shape}, {left} left: {top}.", number=number, shape=shape, left=stack.left, top=top)
        else:
            yield say("Stack {number}, {shape}: empty.", number=number, shape=shape)


def _stack_briefly(number: int, stack: Stack) -> Text:
    """Return the shape, flowers and symbol of a stack's top tile."""
    if not stack.left:
        return say("{number} empty", number=number)
    shape = shape_name(stack.shape)
    if not stack.top:
        return say("{number} {shape}, face down", number=number, shape=shape)
    shown = face(stack.top)
    top = joined(", ", _flowers(sum(shown.flowers)), SYMBOLS.get(shown.symbol))
    return say("{number} {shape}, {top}", number=number, shape=shape, top=top)


def _face(tile: str) -> Text:
    """Return the cells 1, 2 and 3 of a tile in words: ``1 flower with assistant, grass, grass``."""
    shown = face(tile)
    cells: list[Text] = []
    for place, flowers in enumerate(shown.flowers):
        marked = flowers and shown.symbol and place == shown.symbol_at
        told = _flowers(flowers)
        cells.append(say("{flowers} with {symbol}", flowers=told, symbol=SYMBOLS[shown.symbol]) if marked else told)
    return joined(", ", *cells)


def _flowers(number: int) -> Text:
    return say_n("{count} flower", "{count} flowers", number) if number else say("grass")


def _trees(view: View) -> Iterator[Text]:
    for tree in view.row:
        cost, points = TREES[tree]
        yield say("Open {tree}: {points} points for {cost}.", tree=tree_key(tree), points=points, cost=gems_words(cost))
    pawns = pawns_left(view.garden, view.players)
    yield say("Tree pawns left: {pawns}; tree cards: {deck}.", pawns=pawns, deck=len(view.tree_bag))


def _supply(view: View) -> Text:
    """Return the gems in the supply, and the number of tiles that had no room."""
    lost = len(view.lost)
    out = say_n(
        "{count} tile did not fit and was removed from the game.",
        "{count} tiles did not fit and were removed from the game.",
        lost,
    )
    return joined(" ", say("Supply: {gems}.", gems=gems_words(view.supply)), out if lost else None)


def _seats(view: View) -> Iterator[Text]:
    """Yield a line for each seat: ``Ada, 8 points and trees: 1 purple, 1 white; 2 assistants; mastery 3 (2 purple); 1 tree.``"""
    for seat, player in enumerate(view.players):
        owned = [say("{mastery} ({paid})", mastery=mastery_name(m), paid=gems_words(paid)) for m, paid in player.masteries]
        planted = joined(" ", _planted(view.planted_count[seat]), _planted_points(view.planted[seat]))
        told = joined(SEMICOLON, gems_words(player.gems), _assistants(player), *_kept(player, owned), planted)
        yield say("{seat}, {worth}: {told}.", seat=who(seat), worth=_worth(view, seat), told=told)


def _seats_briefly(view: View) -> Iterator[Text]:
    """Yield a line for each seat without payments and reserves, but with the fountains that it controls."""
    held = [holders(counts) for counts in fountain_counts(view.garden, view.seats)]
    for seat, player in enumerate(view.players):
        owned = [verbatim(mastery_name(each)) for each in player.owned]
        waters = [verbatim(fountain_name(slot)) for slot, best in enumerate(held) if seat in best]
        letters = joined(" ", *waters)
        at = say_n("fountain {letters}", "fountains {letters}", len(waters), letters=letters) if waters else None
        cards = _planted(view.planted_count[seat])
        told = joined(SEMICOLON, gems_words(player.gems), _assistants(player), _masteries(owned), cards, at)
        yield say("{seat}, {worth}: {told}.", seat=who(seat), worth=_worth(view, seat), told=told)


def _worth(view: View, seat: Seat) -> Text:
    points = points_of(view)[seat]
    if points.total is None:
        return say_n("{count} point plus trees", "{count} points plus trees", points.known)
    return say_n("{count} point", "{count} points", points.total)


def _assistants(player: Player) -> Text:
    count = player.assistants
    return say_n("{count} assistant", "{count} assistants", count) if count else say("no assistant")


def _kept(player: Player, owned: Iterable[Text]) -> tuple[Text | None, ...]:
    """Return the assistants on the carpet, the masteries and the reserved tree."""
    more = say("{count} more on the carpet", count=player.carpet) if player.carpet else None
    return more, _masteries(owned), _reserve(player)


def _masteries(owned: Iterable[Text]) -> Text | None:
    names = tuple(owned)
    return say_n("mastery {names}", "masteries {names}", len(names), names=names) if names else None


def _planted(count: int) -> Text | None:
    return say_n("{count} tree", "{count} trees", count) if count else None


def _planted_points(own: tuple[int, ...] | None) -> Text | None:
    """Return the points of one's own trees, each."""
    return say("({points} points)", points=tuple(TREES[tree].points for tree in own)) if own else None


def _reserve(player: Player) -> Text | None:
    if player.reserved is None:
        return None
    cost, points = TREES[player.reserved]
    return say(
        "{tree} reserved ({points} points for {cost})", tree=tree_key(player.reserved), points=points, cost=gems_words(cost)
    )


def _fountains(view: View) -> Iterator[Text]:
    """Yield for each fountain the seats that control it, with their flower cells (R4.5)."""
    cover = cover_of(view.garden)
    for slot, counts in enumerate(fountain_counts(view.garden, view.seats)):
        best, (most, other, *_) = holders(counts), sorted(counts, reverse=True)
        letter, cell, seats = fountain_name(slot), fountain_cell_key(cover, slot), tuple(map(who, best))
        if not best:
            yield say("Fountain {letter} at {cell}: nobody.", letter=letter, cell=cell)
        elif not other:
            yield say("Fountain {letter} at {cell}: {seats}.", letter=letter, cell=cell, seats=seats)
        else:
            yield say(
                "Fountain {letter} at {cell}: {seats}, flower cells {most} to {other}.",
                letter=letter, cell=cell, seats=seats, most=most, other=other,
            )  # fmt: skip


def _legend(view: View) -> Iterator[Text]:
    """Yield the meaning of the signs on the map, of its rows, and of tiles and masteries, as far as they occur."""
    signs = {sign for row in _rows(view) for sign in str(dict(row.params)["cells"]).split()}
    if signs:
        yield joined(" · ", *_signs(signs))
        yield joined(
            " ",
            say("A line of the map begins with the name of its first cell; the numbers rise by one."),
            say("Shifted rows lie half a cell to the right: cell 4 there touches 4 and 5 of the rows above and below."),
        )
    told = [say("Each tile lists its cells 1, 2 and 3.")] if view.stacks else []
    if any(player.masteries for player in view.players):
        told.append(say("The gems on a mastery are in brackets; the short rules say what it does."))
    if any(view.planted_count) and not view.open_trees and view.phase != "over":
        told.append(say("Points of planted trees are secret until the end."))
    if told:
        yield joined(" ", *told)


def _signs(signs: set[str]) -> Iterator[Text]:
    """Yield what each of these signs means, in the order of R10.6."""
    meanings = {
        ".": say("sand"),
        "#": say("engraved stone"),
        ",": say("grass"),
        "^": say("tree"),
        "?": say("fountain to be drawn"),
    }
    yield from (say("{sign} {meaning}", sign=sign, meaning=word) for sign, word in meanings.items() if sign in signs)
    yield from (say("{sign} rock: {gem}", sign=colour, gem=GEM_NAMES[colour]) for colour in COLOURS if colour in signs)
    for colour, points in FOUNTAIN_POINTS.items():
        if (sign := f"{colour.upper()}{points}") in signs:
            yield say("{sign} fountain: {points} points", sign=sign, points=points)
    if any(sign[0].isdigit() for sign in signs):
        yield say("1 to 4: flowers")
    for seat in sorted({int(sign.split("@")[1]) - 1 for sign in signs if "@" in sign}):
        yield say("@{number} assistant of {seat}", number=seat + 1, seat=who(seat))
