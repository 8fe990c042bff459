"""A seat's conversation (R6.2, R6.4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import LiteralString

from rules.choice import Choices, Label, Options, pick
from rules.ishtar import labels
from rules.ishtar.draft import Draft, begun, laid, planted, special_done, take
from rules.ishtar.garden import anchors, blooming, partners, ways
from rules.ishtar.ground import cover, land
from rules.ishtar.legality import ASSIST, SKIP, gifts, payments, reach, trees, uses
from rules.ishtar.notation import payment_key, stack_key, tree_key, turn_key
from rules.ishtar.parts import MASTERIES, MASTERY_COST, TILES, Cell, Gems
from rules.ishtar.state import Action, Assist, Place, Plant, Select, Spot, Unlock, View
from rules.ishtar.tiles import face, shape, symbol_cell
from rules.text import Text, say
from rules.values import Bitboard

WHICH_STACK = say("Move the watering can to which stack?")
PAY = say("Pay which gems?")
WHERE = say("Where does cell 1 of the tile go?")
HOW = say("Turned how?")
USE = say("Use the symbol?")
PAY_TWO = say("Pay which two gems?")
RESERVE = say("Reserve which tree?")
COLOUR = say("Which colour?")
BLOOM = say("Which grass cell blooms?")
BLOOM_BESIDE = say("Which cell beside it?")
PLANT = say("Plant a tree?")
STAND = say("Where does the tree stand?")
CELL_1: dict[str, LiteralString] = {
    "bar": "Your tile is {tile} ({face}); cell 1 is its middle.",
    "vee": "Your tile is {tile} ({face}); cell 1 is its elbow.",
    "tri": "Your tile is {tile} ({face}); cell 1 is the first of its three.",
}
NO_ROOM = say("The tile had no room anywhere and has left the game.")


def choices(view: View) -> Choices[Action]:
    """Selecting a tile, or the rest of the turn."""
    return (yield from _select(view) if view.phase == "select" else _place(view))


def _select(view: View) -> Choices[Select]:
    """R3.2–R3.4"""
    draft = begun(view)
    gems = draft.player.gems
    costs = {stack: cost for stack, cost in reach(view).items() if cost <= sum(gems)}
    options = Options(tuple(costs), stack_key, lambda each: labels.stack(view, each, costs[each]))
    stack = yield from pick("stack", WHICH_STACK, options, board=draft)
    if not costs[stack]:
        return Select(stack, Gems())
    draft = draft._replace(stack=stack)
    return Select(stack, (yield from _pay("payment", PAY, draft, costs[stack], partial(labels.payment, gems))))


def _pay(key: str, question: Text, draft: Draft, cost: int, about: Callable[[Gems], Label]) -> Choices[Gems]:
    return (yield from pick(key, question, Options(payments(draft.player.gems, cost), payment_key, about), board=draft))


def _place(view: View) -> Choices[Place]:
    """Where the tile goes, what its symbol does, which trees are planted (R3.8–R3.42)."""
    draft, spot, special = begun(view), None, None
    if view.held:
        spot = yield from _spot(draft, view.held)
        draft = laid(draft, view.held, spot)
        special = yield from _special(draft, view.held, spot)
        draft = special_done(draft, view.held, spot, special)
    plants = list[Plant]()
    while tree := (yield from _tree(draft, None if view.held or plants else NO_ROOM)):
        about, free = partial(labels.pawn, draft, tree), cover(draft.garden).free
        plants.append(Plant(tree, (yield from _cell("pawn", STAND, draft._replace(tree=tree), free, about))))
        draft = planted(draft, plants[-1])
    return Place(spot, special, tuple(plants))


def _spot(draft: Draft, tile: str) -> Choices[Spot]:
    """R3.8"""
    note = say(CELL_1[shape(tile)], tile=tile, face=TILES[tile])
    anchor = yield from _cell("anchor", WHERE, draft, anchors(draft.garden, tile), partial(labels.anchor, draft, tile), note)
    found = ways(draft.garden, tile, anchor)
    options = Options(found, turn_key, lambda turned: labels.way_round(draft, tile, Spot(anchor, turned)))
    return Spot(anchor, (yield from pick("turn", HOW, options, board=draft._replace(anchor=anchor))))


def _cell(
    key: str, question: Text, draft: Draft, cells: Bitboard, about: Callable[[Cell], Label], note: Text | None = None
) -> Choices[Cell]:
    grid = land(draft.garden).grid
    options = Options(grid.squares(cells), grid.keys.__getitem__, about)
    return (yield from pick(key, question, options, board=draft, form="places", note=note))


def _special(draft: Draft, tile: str, spot: Spot) -> Choices[Assist | Unlock | None]:
    """Asked only if the symbol has a use (R3.12–R3.16)."""
    cell = symbol_cell(tile, spot)
    found = uses(draft, face(tile).symbol, cell)
    if not found:
        return None
    options = Options((*found, SKIP), str, lambda each: labels.use(draft, each, cell))
    use = yield from pick("symbol", USE, options, board=draft)
    if use in MASTERIES:
        return (yield from _unlock(draft._replace(mastery=use)))
    return Assist() if use == ASSIST else None


def _unlock(draft: Draft) -> Choices[Unlock]:
    """R3.14, R3.20–R3.24"""
    paid = yield from _pay("mastery_payment", PAY_TWO, draft, MASTERY_COST, partial(labels.price, draft))
    unlock, left = Unlock(draft.mastery, paid), take(draft.player.gems, paid)
    effect, numbers = MASTERIES[draft.mastery]
    if effect == "reserve":
        options = Options(draft.row, tree_key, partial(labels.reserve, left))
        return unlock._replace(tree=(yield from pick("reserve", RESERVE, options, board=draft)))
    if effect == "gift":
        colours = Options(gifts(draft), str, partial(labels.gift, draft.supply, left, numbers[0]))
        return unlock._replace(colour=(yield from pick("colour", COLOUR, colours, board=draft)))
    if effect == "bloom":
        return unlock._replace(cells=(yield from _bloom(draft, *numbers)))
    return unlock


def _bloom(draft: Draft, token: int, flowers: int) -> Choices[tuple[Cell, ...]]:
    """The cells in key order, so that either way round is the same action (R3.23, R3.24)."""
    about = partial(labels.bloom if token == 1 else labels.bloom_first, draft, flowers)
    first = yield from _cell("bloom", BLOOM, draft, blooming(draft.garden, token), about)
    if token == 1:
        return (first,)
    draft, beside = draft._replace(bloomed=(first,)), partners(draft.garden, first)
    second = yield from _cell("bloom_beside", BLOOM_BESIDE, draft, beside, partial(labels.bloom, draft, flowers))
    return tuple(sorted((first, second), key=lambda cell: cell[::-1]))


def _tree(draft: Draft, note: Text | None) -> Choices[int | None]:
    """R3.40, R3.41"""
    found = (*trees(draft), None)
    options = Options(found, lambda tree: tree_key(tree) if tree else "done", partial(labels.tree, draft))
    return (yield from pick("tree", PLANT, options, board=draft, note=note))
