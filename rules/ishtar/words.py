"""The board in words (R10.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import LiteralString

from rules.game import Seat
from rules.ishtar.apply import last_seat
from rules.ishtar.draft import pawns_left
from rules.ishtar.ground import Cover, cover, fountain_cell
from rules.ishtar.notation import fountain_name, gems_words, mastery_name, shape_name, tree_key
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, TREES
from rules.ishtar.score import control, holders, points_of
from rules.ishtar.state import Player, Stack, View
from rules.ishtar.tiles import face, shape
from rules.text import Text, joined, say, verbatim, who

HEADS: dict[str, LiteralString] = {
    "select": "Turn {turn}, {seat} to move.",
    "place": "Turn {turn}, {seat} to place {held}.",
    "over": "The game is over after {turns} turns.",
    "stopped": "The game ended early after {turns} turns.",
}
DEALING = "Turn {turn}, the dealer to move."
SYMBOLS = {"A": say("assistant"), "M": say("mastery"), "J": say("joker")}


def describe(view: View) -> tuple[Text, ...]:
    """Head, map row by row, carpet, trees, seats, fountains."""
    shifted = _shifted(view)
    head = joined(" ", _head(view), say("Shifted rows: {rows}.", rows=shifted) if shifted else None)
    return (head, *_last_round(view), *_rows(view), *_carpet(view), *_trees(view), *_seats(view), *_fountains(view))


def summary(view: View) -> tuple[Text, ...]:
    """The board without the map, and without what would make it too long for a picture's description."""
    stacks = [_stack_briefly(number, stack) for number, stack in enumerate(view.stacks, start=1)]
    carpet = [joined(" ", _can(view), say("Stacks: {stacks}.", stacks=joined("; ", *stacks)))] if stacks else []
    cards = [say("{points} for {cost}", points=TREES[tree].points, cost=gems_words(TREES[tree].cost)) for tree in view.row]
    trees = [say("Trees: {trees}.", trees=joined("; ", *cards))] if cards else []
    return (_head(view), *_last_round(view), *carpet, *trees, *_seats_briefly(view))


def _shifted(view: View) -> str:
    keys = cover(view.garden).grid.keys.items()
    return " ".join(dict.fromkeys(key[0] for cell, key in keys if cell[1] % 2))


def _last_round(view: View) -> Iterator[Text]:
    """R4.1, R10.4"""
    if view.first is not None and view.ending and view.phase != "over":
        yield say("Last round: {seat} ends it.", seat=who(last_seat(view.first, view.seats)))


def _head(view: View) -> Text:
    seat = {} if view.turn is None else {"seat": who(view.turn)}
    return say(HEADS.get(view.phase, DEALING), **seat, held=_tile(view.held), turn=view.turns + 1, turns=view.turns)


def _rows(view: View) -> Iterator[Text]:
    """Each row from its first key on; a row with a hole begins anew behind it."""
    lying = cover(view.garden)
    colours = iter(view.garden.fountains or "?" * len(lying.land.fountains))
    water = {bit: f"{c.upper()}{FOUNTAIN_POINTS.get(c, '')}" for bit, c in zip(lying.land.fountains, colours, strict=True)}
    for _, row in groupby(lying.grid.cells, key=lambda cell: cell[1]):
        for _, run in groupby(enumerate(row), key=lambda each: each[1][0] - each[0]):
            cells = [cell for _, cell in run]
            shown = " ".join(_sign(lying, water, 1 << lying.grid.index(cell)) for cell in cells)
            yield say("{key}: {cells}", key=lying.grid.keys[cells[0]], cells=shown)


def _sign(lying: Cover, water: dict[int, str], bit: int) -> str:
    """R10.6"""
    number = next((number for number, value in enumerate(lying.values) if value & bit and number), 0)
    if number:
        seat = next((seat for at, seat in lying.assistants if at == bit), None)
        return str(number) if seat is None else f"{number}@{seat + 1}"
    if bit in water:
        return water[bit]
    signs = zip((lying.pawns, lying.free, lying.land.stones, *lying.land.gems), ("^", ",", "#", *COLOURS), strict=True)
    return next((sign for region, sign in signs if region & bit), ".")


def _can(view: View) -> Text:
    if view.can is None:
        return say("The watering can is not on the carpet yet.")
    return say("The watering can is on stack {can}.", can=view.can + 1)


def _carpet(view: View) -> Iterator[Text]:
    """Where the can is, and a line for each stack."""
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
    """Shape, flowers and symbol of its top tile."""
    if not stack.left:
        return say("{number} empty", number=number)
    shape = shape_name(stack.shape)
    if not stack.top:
        return say("{number} {shape}, face down", number=number, shape=shape)
    shown = face(stack.top)
    top = joined(", ", _flowers(sum(shown.flowers)), SYMBOLS.get(shown.symbol))
    return say("{number} {shape}, {top}", number=number, shape=shape, top=top)


def _tile(tile: str | None) -> Text:
    """``a bent tile (1 flower with assistant, grass, grass)``"""
    if not tile:
        return say("no tile")
    return say("a {shape} tile ({face})", shape=shape_name(shape(tile)), face=_face(tile))


def _face(tile: str) -> Text:
    """What is on its cells 1, 2 and 3."""
    shown = face(tile)
    cells: list[Text] = []
    for place, flowers in enumerate(shown.flowers):
        marked = flowers and shown.symbol and place == shown.place
        told = _flowers(flowers)
        cells.append(say("{flowers} with {symbol}", flowers=told, symbol=SYMBOLS[shown.symbol]) if marked else told)
    return joined(", ", *cells)


def _flowers(number: int) -> Text:
    return say("{number} flowers", number=number) if number > 1 else say("1 flower") if number else say("grass")


def _trees(view: View) -> Iterator[Text]:
    for tree in view.row:
        cost, points = TREES[tree]
        yield say("Open {tree}: {points} points for {cost}.", tree=tree_key(tree), points=points, cost=gems_words(cost))
    pawns = pawns_left(view.garden, view.players)
    yield say("Left: {pawns} tree pawns, {deck} tree cards.", pawns=pawns, deck=len(view.tree_bag))


def _seats(view: View) -> Iterator[Text]:
    """``Ada, 8 points and trees: 1 purple, 1 white; 2 assistants; mastery 3 (2 purple); 1 tree.``"""
    for seat, player in enumerate(view.players):
        owned = [say("{mastery} ({paid})", mastery=mastery_name(m), paid=gems_words(paid)) for m, paid in player.masteries]
        planted = joined(" ", _planted(view.planted_count[seat]), _planted_points(view.planted[seat]))
        told = joined("; ", gems_words(player.gems), _assistants(player), _masteries(owned), _reserve(player), planted)
        yield say("{seat}, {worth}: {told}.", seat=who(seat), worth=_worth(view, seat), told=told)


def _seats_briefly(view: View) -> Iterator[Text]:
    """The same without payments and names of trees, but with the fountains that they control."""
    held = [holders(counts) for counts in control(view.garden, view.seats)]
    for seat, player in enumerate(view.players):
        owned = [verbatim(mastery_name(each)) for each in player.owned]
        waters = [verbatim(fountain_name(slot)) for slot, best in enumerate(held) if seat in best]
        sentence = "fountains {letters}" if len(waters) > 1 else "fountain {letters}"
        at = say(sentence, letters=joined(" ", *waters)) if waters else None
        cards = _planted(view.planted_count[seat])
        told = joined("; ", gems_words(player.gems), _assistants(player), _masteries(owned), cards, at)
        yield say("{seat}, {worth}: {told}.", seat=who(seat), worth=_worth(view, seat), told=told)


def _worth(view: View, seat: Seat) -> Text:
    points = points_of(view)[seat]
    if points.total is None:
        return say("1 point and trees") if points.known == 1 else say("{points} points and trees", points=points.known)
    return say("1 point") if points.total == 1 else say("{points} points", points=points.total)


def _assistants(player: Player) -> Text:
    count = player.assistants
    return say("{count} assistants", count=count) if count > 1 else say("1 assistant") if count else say("no assistant")


def _masteries(owned: Iterable[Text]) -> Text | None:
    names = tuple(owned)
    return say("masteries {names}", names=names) if len(names) > 1 else say("mastery {names}", names=names) if names else None


def _planted(count: int) -> Text | None:
    return say("{count} trees", count=count) if count > 1 else say("1 tree") if count else None


def _planted_points(own: tuple[int, ...] | None) -> Text | None:
    """What one's own trees are worth, each."""
    return say("({points} points)", points=tuple(TREES[tree].points for tree in own)) if own else None


def _reserve(player: Player) -> Text | None:
    if player.reserved is None:
        return None
    cost, points = TREES[player.reserved]
    return say(
        "{tree} reserved ({points} points for {cost})", tree=tree_key(player.reserved), points=points, cost=gems_words(cost)
    )


def _fountains(view: View) -> Iterator[Text]:
    """Who controls which, by flower cells (R4.5)."""
    lying = cover(view.garden)
    for slot, counts in enumerate(control(view.garden, view.seats)):
        best, (most, *others) = holders(counts), sorted(counts, reverse=True)
        seats = tuple(who(seat) for seat in best) or say("nobody")
        sentence = "Fountain {letter} at {cell}: {seats}, {most} flower cells to {other}."
        if not best or not others[0]:
            sentence = "Fountain {letter} at {cell}: {seats}."
        yield say(sentence, letter=fountain_name(slot), cell=fountain_cell(lying, slot), seats=seats, most=most, other=others[0])
