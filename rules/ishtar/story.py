"""The events: what is told of an action (R7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import LiteralString

from rules.game import Event, winners
from rules.ishtar.draft import Draft
from rules.ishtar.garden import cover, fountain, fountain_cell, key, land, under
from rules.ishtar.legality import idle, usable
from rules.ishtar.notation import colour_name, gems_text, mastery_name, payment_key, tree_key, turn_key
from rules.ishtar.parts import FOUNTAIN_POINTS, MASTERIES, TREES, Cell
from rules.ishtar.score import places, points_of, scores
from rules.ishtar.state import Garden, Map, Plant, Points, Spot, State, Unlock
from rules.ishtar.tiles import cells
from rules.text import Param, say, who

SENTENCES: dict[str, LiteralString] = {
    "first": "{seat} begins.",
    "map": "The map is {layout} with the boards {faces}.",
    "fountain": "A {colour} fountain, {points} points, stands on {cell}.",
    "carpet": "The stacks are {shapes}; on top lie {tiles}.",
    "row": "Trees come up: {trees}.",
    "can": "{seat} moves the can to {stack} and pays {paid}.",
    "takes": "{seat} takes {tile} ({face}).",
    "emptied": "{stack} is empty.",
    "ending": "Two stacks are empty: {last_seat} makes the last turn.",
    "no_place": "{tile} has no room anywhere and leaves the game.",
    "revealed": "{tile} ({face}) comes up on {stack}.",
    "placed": "{seat} places {tile} on {cells}, a garden of the fountain {fountain}.",
    "gems": "{seat} collects {gems}.",
    "assistant": "{seat} puts an assistant on {cell} (flower cells {cells}, flowers {flowers}).",
    "mastery": "{seat} unlocks mastery {mastery} with {paid}.",
    "reserved": "{seat} reserves {tree}.",
    "recruits": "{seat} takes from the carpet: assistants {count}.",
    "gift": "{seat} takes from the supply: {count} {colour}.",
    "token": "{seat} lets {cells} bloom: {flowers} flowers on each.",
    "skipped": "{seat} does not use the symbol {symbol}.",
    "symbol_idle": "The symbol {symbol} has no use for {seat}: {why}.",
    "planted": "{seat} plants {tree} for {paid} on {cell}: {points} points.",
    "no_tree": "{seat} plants nothing.",
    "pawns_out": "The tree pawns are used up.",
    "trees_out": "The last tree has come up.",
    "discarded": "{seat} discards the reserved {tree}.",
    "score": "{seat}: {total} points: trees {trees}, flowers {flowers}, fountains {fountains}, masteries {masteries}.",
}
WON = "{winners} wins with {points} points."
WON_BY_GEMS = "{winners} wins with {points} points, by the gems left."
SHARED = "{winners} share the victory with {points} points."


def tell(kind: str, **params: Param) -> Event:
    """An event by its kind."""
    return Event(kind, say(SENTENCES[kind], **params))


def mapped(action: Map) -> Event:
    """The layout, and by slot each face with its turn."""
    return tell("map", layout=action.layout, faces=tuple(f"{name} {turn_key(turned)}" for name, turned in action.faces))


def fountains(garden: Garden) -> tuple[Event, ...]:
    """One for each fountain, by slot."""
    grid = land(garden).grid
    cells = (grid.listed(bit)[0] for bit in land(garden).fountains)
    return tuple(
        tell("fountain", cell=cell, colour=colour_name(colour), points=FOUNTAIN_POINTS[colour])
        for cell, colour in zip(cells, garden.fountains, strict=True)
    )


def placed(after: Garden, seat: int, tile: str, spot: Spot) -> Event:
    """Where the cells of the tile lie, in their order, and whose water it drinks."""
    lying = cover(after)
    water = fountain_cell(lying, fountain(lying, under(after, tile, spot)))
    lies = tuple(key(after, cell) for cell in cells(tile, spot))
    return tell("placed", seat=who(seat), tile=tile, cells=lies, fountain=water)


def assistant(after: Garden, seat: int, cell: Cell) -> Event:
    """The bed that is controlled now."""
    lying = cover(after)
    bed = lying.bed(lying.grid.bits((cell,)))
    params = {"cells": bed.bit_count(), "flowers": lying.count(bed)}
    return tell("assistant", seat=who(seat), cell=key(after, cell), **params)


def unused(before: Draft, symbol: str, cell: Cell) -> Event:
    """The symbol was given up, or had no use (R3.12)."""
    if usable(before, symbol, cell):
        return tell("skipped", seat=who(before.seat), symbol=symbol)
    return tell("symbol_idle", seat=who(before.seat), symbol=symbol, why=idle(before, symbol))


def unlocked(before: Draft, after: Draft, unlock: Unlock) -> Iterator[Event]:
    """The mastery, and what it brings at once (R3.20–R3.24)."""
    seat, (effect, numbers) = who(before.seat), MASTERIES[unlock.mastery]
    yield tell("mastery", seat=seat, mastery=mastery_name(unlock.mastery), paid=payment_key(unlock.paid))
    if unlock.tree:
        yield tell("reserved", seat=seat, tree=tree_key(unlock.tree))
    if effect == "recruit":
        yield tell("recruits", seat=seat, count=before.player.carpet - after.player.carpet)
    if unlock.colour:
        count = sum(before.supply) - sum(after.supply)
        yield tell("gift", seat=seat, colour=colour_name(unlock.colour), count=count)
    if unlock.cells:
        cells = tuple(key(after.garden, cell) for cell in unlock.cells)
        yield tell("token", seat=seat, cells=cells, flowers=numbers[1])


def planted(after: Draft, plant: Plant) -> Event:
    """The tree is named, for it lay open (R3.44)."""
    tree = TREES[plant.tree]
    params = {"tree": tree_key(plant.tree), "points": tree.points, "paid": gems_text(tree.cost)}
    return tell("planted", seat=who(after.seat), cell=key(after.garden, plant.cell), **params)


def ended(state: State) -> tuple[Event, ...]:
    """Everybody's points (R4.4), and who has won (R4.7)."""
    table = scores(state)
    best = winners(table)
    points, (gems,) = table[best[0]].points, table[best[0]].ties
    tied = sum(score.points == points for score in table) > 1
    sentence = SHARED if len(best) > 1 else WON_BY_GEMS if tied else WON
    params = {"places": places(table), "totals": tuple(score.points for score in table), "gems": gems}
    won = say(sentence, winners=tuple(map(who, best)), points=points, **params)
    return (*(_score(seat, each) for seat, each in enumerate(points_of(state))), Event("over", won))


def _score(seat: int, points: Points) -> Event:
    upper = tuple(say("{mastery} {worth}", mastery=mastery_name(each), worth=worth) for each, worth in points.masteries)
    return tell(
        "score",
        seat=who(seat),
        total=points.total or 0,
        trees=points.trees or 0,
        flowers=points.flowers,
        fountains=points.fountains,
        masteries=upper or 0,
    )
