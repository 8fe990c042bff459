"""What is told of an action (R7.4): events with their sentences, and with their data for pictures and computer players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from rules.game import Event, Seat
from rules.ishtar.draft import Draft
from rules.ishtar.ground import cover, fountain, fountain_cell, key, keys, land
from rules.ishtar.legality import idle, usable
from rules.ishtar.notation import colour_name, gems_text, mastery_name, payment_key, stack_key, tree_key, turn_key
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, TILES, TREES, Cell, Gems
from rules.ishtar.state import Carpet, Garden, Map, Plant, Points, Spot, Token
from rules.ishtar.tiles import cells
from rules.text import Text, say, who
from rules.wording import ALONE, Won, victory

BY_GEMS = "{winners} wins with {points} points, by the gems left."


class CanMoved(NamedTuple):
    """The can went to a stack, counted from 0, so many steps on, for these gems."""

    seat: Seat
    stack: int
    steps: int
    paid: Gems


class Revealed(NamedTuple):
    """A tile was turned up on a stack, counted from 0."""

    stack: int
    tile: str


class Placed(NamedTuple):
    """A tile lies on its cells 1, 2 and 3, in a garden of a fountain."""

    seat: Seat
    tile: str
    cells: tuple[Cell, ...]
    fountain: Cell


class Collected(NamedTuple):
    """A seat took the gems under its tile."""

    seat: Seat
    gems: Gems


class Assisted(NamedTuple):
    """An assistant stands on a cell."""

    seat: Seat
    cell: Cell


class Unlocked(NamedTuple):
    """A mastery is a seat's, for these gems."""

    seat: Seat
    mastery: str
    paid: Gems


class Reserved(NamedTuple):
    """A tree is a seat's reserve, or is so no more."""

    seat: Seat
    tree: int


class Recruited(NamedTuple):
    """A seat took so many assistants from the carpet."""

    seat: Seat
    assistants: int


class Given(NamedTuple):
    """A seat took gems of one colour from the supply."""

    seat: Seat
    gems: Gems


class Bloomed(NamedTuple):
    """A blooming token lies on these cells, so many flowers on each."""

    seat: Seat
    cells: tuple[Cell, ...]
    flowers: int


class Planted(NamedTuple):
    """A tree was planted, its pawn stands on a cell."""

    seat: Seat
    tree: int
    cell: Cell


DATA = {
    "can_moved": CanMoved, "revealed": Revealed, "placed": Placed, "collected": Collected, "assisted": Assisted,
    "unlocked": Unlocked, "reserved": Reserved, "recruited": Recruited, "given": Given, "bloomed": Bloomed,
    "planted": Planted, "discarded": Reserved, "won": Won,
}  # fmt: skip


def first(seat: Seat) -> Event:
    """R2.2"""
    return Event("first", say("{seat} begins.", seat=who(seat)))


def mapped(action: Map) -> Event:
    """R2.3: the layout, and by slot each face with its turn."""
    faces = tuple(f"{name} {turn_key(turned)}" for name, turned in action.faces)
    return Event("map", say("The map is {layout} with the boards {faces}.", layout=action.layout, faces=faces))


def fountains(garden: Garden) -> tuple[Event, ...]:
    """R2.4: one for each fountain, by slot."""
    return tuple(
        Event("fountain", say("A {colour} fountain, {points} points, stands on {cell}.", colour=colour_name(colour),
                              points=FOUNTAIN_POINTS[colour], cell=keys(garden, bit)[0]))
        for bit, colour in zip(land(garden).fountains, garden.fountains, strict=True)
    )  # fmt: skip


def carpet(action: Carpet) -> Event:
    """R2.5"""
    sentence = "The stacks are {shapes}; on top lie {tiles}."
    return Event("carpet", say(sentence, shapes=action.shapes, tiles=action.tiles))


def row(trees: Sequence[int]) -> Event:
    """R2.6, R3.43"""
    return Event("row", say("Trees come up: {trees}.", trees=tuple(map(tree_key, trees))))


def trees_out() -> Event:
    """R3.43"""
    return Event("trees_out", say("The last tree has come up."))


@lru_cache(maxsize=1024)
def can_moved(seat: Seat, stack: int, steps: int, paid: Gems) -> Event:
    """R3.2–R3.4"""
    text = say("{seat} moves the can to {stack} and pays {paid}.", seat=who(seat), stack=stack_key(stack), paid=gems_text(paid))
    return Event("can_moved", text, CanMoved(seat, stack, steps, paid))


@cache
def taken(seat: Seat, tile: str) -> Event:
    """R3.5"""
    return Event("taken", say("{seat} takes {tile} ({face}).", seat=who(seat), tile=tile, face=TILES[tile]))


def emptied(stack: int) -> Event:
    """R4.1"""
    return Event("emptied", say("{stack} is empty.", stack=stack_key(stack)))


def last_round(last: Seat) -> Event:
    """R4.1"""
    return Event("last_round", say("Two stacks are empty: {last_seat} makes the last turn.", last_seat=who(last)))


def no_room(tile: str) -> Event:
    """R3.7"""
    return Event("no_room", say("{tile} has no room anywhere and leaves the game.", tile=tile))


@cache
def revealed(stack: int, tile: str) -> Event:
    """R3.5"""
    text = say("{tile} ({face}) comes up on {stack}.", tile=tile, face=TILES[tile], stack=stack_key(stack))
    return Event("revealed", text, Revealed(stack, tile))


def placed(after: Garden, seat: Seat, tile: str, spot: Spot) -> Event:
    """R3.8: where the cells of the tile lie, in their order, and whose water it drinks."""
    lying, lies = cover(after), cells(tile, spot)
    water = fountain_cell(lying, fountain(lying, lying.grid.bits(lies)))
    text = say(
        "{seat} places {tile} on {cells}, a garden of the fountain {fountain}.",
        seat=who(seat), tile=tile, cells=tuple(lying.grid.keys[cell] for cell in lies), fountain=water,
    )  # fmt: skip
    return Event("placed", text, Placed(seat, tile, lies, lying.grid.named[water]))


@lru_cache(maxsize=1024)
def collected(seat: Seat, gems: Gems) -> Event:
    """R3.11"""
    return Event("collected", say("{seat} collects {gems}.", seat=who(seat), gems=gems_text(gems)), Collected(seat, gems))


def assisted(after: Garden, seat: Seat, cell: Cell) -> Event:
    """R3.13, with the bed that is controlled now."""
    lying = cover(after)
    bed = lying.bed(lying.grid.bits((cell,)))
    text = say(
        "{seat} puts an assistant on {cell} (flower cells {cells}, flowers {flowers}).",
        seat=who(seat), cell=key(after, cell), cells=bed.bit_count(), flowers=lying.count(bed),
    )  # fmt: skip
    return Event("assisted", text, Assisted(seat, cell))


def unused(before: Draft, symbol: str, cell: Cell) -> Event:
    """R3.12: the symbol was given up, or had no use."""
    if usable(before, symbol, cell):
        return Event("skipped", say("{seat} does not use the symbol {symbol}.", seat=who(before.seat), symbol=symbol))
    sentence, why = "The symbol {symbol} has no use for {seat}: {why}.", idle(before, symbol)
    return Event("symbol_idle", say(sentence, seat=who(before.seat), symbol=symbol, why=why))


def unlocked(seat: Seat, mastery: str, paid: Gems) -> Event:
    """R3.14"""
    sentence = "{seat} unlocks mastery {mastery} with {paid}."
    text = say(sentence, seat=who(seat), mastery=mastery_name(mastery), paid=payment_key(paid))
    return Event("unlocked", text, Unlocked(seat, mastery, paid))


def reserved(seat: Seat, tree: int) -> Event:
    """R3.20"""
    return Event("reserved", say("{seat} reserves {tree}.", seat=who(seat), tree=tree_key(tree)), Reserved(seat, tree))


def recruited(seat: Seat, count: int) -> Event:
    """R3.21"""
    text = say("{seat} takes from the carpet: assistants {count}.", seat=who(seat), count=count)
    return Event("recruited", text, Recruited(seat, count))


def given(seat: Seat, gems: Gems) -> Event:
    """R3.22"""
    (colour,) = (colour for colour, count in zip(COLOURS, gems, strict=True) if count)
    text = say("{seat} takes from the supply: {count} {colour}.", seat=who(seat), count=sum(gems), colour=colour_name(colour))
    return Event("given", text, Given(seat, gems))


def bloomed(garden: Garden, token: Token) -> Event:
    """R3.23, R3.24"""
    lies = tuple(key(garden, cell) for cell in token.cells)
    text = say("{seat} lets {cells} bloom: {flowers} flowers on each.", seat=who(token.seat), cells=lies, flowers=token.flowers)
    return Event("bloomed", text, Bloomed(token.seat, token.cells, token.flowers))


def planted(after: Draft, plant: Plant) -> Event:
    """R3.40; the tree is named, for it lay open (R3.44)."""
    cost, points = TREES[plant.tree]
    text = say(
        "{seat} plants {tree} for {paid} on {cell}: {points} points.",
        seat=who(after.seat), tree=tree_key(plant.tree), paid=gems_text(cost), cell=key(after.garden, plant.cell), points=points,
    )  # fmt: skip
    return Event("planted", text, Planted(after.seat, plant.tree, plant.cell))


def no_tree(seat: Seat) -> Event:
    """R3.40, where nothing else is told of a turn."""
    return Event("no_tree", say("{seat} plants nothing.", seat=who(seat)))


def pawns_out() -> Event:
    """R3.42"""
    return Event("pawns_out", say("The tree pawns are used up."))


def discarded(seat: Seat, tree: int) -> Event:
    """R4.3"""
    text = say("{seat} discards the reserved {tree}.", seat=who(seat), tree=tree_key(tree))
    return Event("discarded", text, Reserved(seat, tree))


def score(seat: Seat, points: Points) -> Event:
    """R4.4"""
    upper = tuple(say("{mastery} {worth}", mastery=mastery_name(each), worth=worth) for each, worth in points.masteries)
    text: Text = say(
        "{seat}: {total} points: trees {trees}, flowers {flowers}, fountains {fountains}, masteries {masteries}.",
        seat=who(seat), total=points.total or 0, trees=points.trees or 0, flowers=points.flowers,
        fountains=points.fountains, masteries=upper or 0,
    )  # fmt: skip
    return Event("score", text)


def won(seats: tuple[Seat, ...], points: int, tied: bool) -> Event:
    """R4.7; ``tied`` if others have as many points."""
    return Event("won", victory(seats, points, alone=BY_GEMS if tied else ALONE), Won(seats, points))
