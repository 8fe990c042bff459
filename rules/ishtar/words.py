"""The board in words (R10.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import LiteralString

from rules.ishtar.apply import last_seat
from rules.ishtar.draft import pawns_left
from rules.ishtar.ground import Cover, cover, fountain_cell
from rules.ishtar.notation import gems_text, payment_key, tree_key
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, TILES, TREES
from rules.ishtar.score import control, holders, points_of
from rules.ishtar.state import Owned, Stack, View
from rules.text import Text, say, who

NONE = "-"
HEADS: dict[str, LiteralString] = {
    "select": "Turn {turn}, {seat} to select.",
    "place": "Turn {turn}, {seat} to place {held}.",
    "over": "The game is over after {turns} turns.",
    "stopped": "The game ended early after {turns} turns.",
}
DEALING = "Turn {turn}, the dealer to move."


def describe(view: View) -> tuple[Text, ...]:
    """Head, map row by row, carpet, trees, seats, fountains."""
    head = say("{head} Shifted rows: {rows}.", head=_head(view), rows=_shifted(view))
    return (head, *_last_round(view), *_rows(view), _carpet(view), _trees(view), *_seats(view), _fountains(view))


def summary(view: View) -> tuple[Text, ...]:
    """The board without the map, and without what would make it too long for a picture's description."""
    return (_head(view), *_last_round(view), _carpet(view), _trees(view), *_seats(view, briefly=True), _fountains(view))


def _shifted(view: View) -> str:
    keys = cover(view.garden).grid.keys.items()
    return " ".join(dict.fromkeys(key[0] for cell, key in keys if cell[1] % 2)) or NONE


def _last_round(view: View) -> Iterator[Text]:
    """R4.1, R10.4"""
    if view.first is not None and view.ending and view.phase != "over":
        yield say("Last round: {seat} ends it.", seat=who(last_seat(view.first, view.seats)))


def _head(view: View) -> Text:
    held = say("{tile} ({face})", tile=view.held, face=TILES[view.held]) if view.held else say("no tile")
    seat = {} if view.turn is None else {"seat": who(view.turn)}
    return say(HEADS.get(view.phase, DEALING), **seat, held=held, turn=view.turns + 1, turns=view.turns)


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


def _carpet(view: View) -> Text:
    can = NONE if view.can is None else view.can + 1
    stacks = " | ".join(_stack(number, stack) for number, stack in enumerate(view.stacks, start=1))
    return say("Can on {can}. {stacks}.", can=can, stacks=stacks or NONE)


def _stack(number: int, stack: Stack) -> str:
    if not stack.left:
        return f"{number} {stack.shape} empty"
    return f"{number} {stack.shape} {stack.left} left: {TILES[stack.top] if stack.top else 'hidden'}"


def _trees(view: View) -> Text:
    shown = ", ".join(f"{tree} ({_cost(tree)}) {TREES[tree].points}" for tree in view.row)
    pawns = pawns_left(view.garden, view.players)
    sentence = "Trees: {trees}. Pawns left {pawns}, deck {deck}."
    return say(sentence, trees=shown or NONE, pawns=pawns, deck=len(view.tree_bag))


def _cost(tree: int) -> str:
    return str(gems_text(TREES[tree].cost)).replace(" ", "")


def _seats(view: View, *, briefly: bool = False) -> Iterator[Text]:
    """``Ada: 1p 1w, assistants 1, masteries m3(pp), cards 1, 1 + trees.``; briefly without payments and numbers of cards."""
    all_points = points_of(view)
    for seat, player in enumerate(view.players):
        masteries = " ".join(each.mastery if briefly else _paid(each) for each in player.masteries) or NONE
        reserve = f", reserve {tree_key(player.reserved)}" if player.reserved is not None else ""
        own, points = view.planted[seat], all_points[seat]
        cards = f"{view.planted_count[seat]}" + (f" ({', '.join(map(str, own))})" if own and not briefly else "")
        worth = say("{known} + trees", known=points.known)
        if points.total is not None:
            worth = say("{points} points", points=points.total)
        params = {"gems": gems_text(player.gems), "assistants": player.assistants, "masteries": masteries, "cards": cards}
        sentence = "{seat}: {gems}, assistants {assistants}, masteries {masteries}{reserve}, cards {cards}, {worth}."
        yield say(sentence, seat=who(seat), reserve=reserve, worth=worth, **params)


def _paid(owned: Owned) -> str:
    return f"{owned.mastery}({payment_key(owned.paid)})"


def _fountains(view: View) -> Text:
    """Who controls which, by flower cells (R4.5)."""
    lying = cover(view.garden)
    held, free = list[Text](), list[str]()
    for slot, counts in enumerate(control(view.garden, view.seats)):
        key, best = fountain_cell(lying, slot), holders(counts)
        if not best:
            free.append(key)
            continue
        most, *others = sorted(counts, reverse=True)
        sentence = "{cell} players {numbers}" if len(best) > 1 else "{cell} player {numbers}"
        if others[0]:
            sentence += " ({most} cells to {other})"
        held.append(say(sentence, cell=key, numbers=tuple(seat + 1 for seat in best), most=most, other=others[0]))
    if free or not held:
        held.append(say("{cells} nobody", cells=tuple(free) or NONE))
    return say("Fountains: {fountains}.", fountains=tuple(held))
