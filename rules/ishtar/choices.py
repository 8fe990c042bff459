"""The conversation of a seat: select a tile, then place it, use its symbol and plant trees (R6.2, R6.4).

To follow a turn, read on in six files. `legality` has options and refusals. `draft` has the board after each answer, `garden`
the places for tiles. `labels` has the words that people see, `score` the points in them. `state` has the values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rules.choice import Choices, Label, Options, pick
from rules.ishtar import labels
from rules.ishtar.draft import Draft, after_symbol, after_tile, after_tree, start_draft
from rules.ishtar.garden import Cover, bloom_cells, bloom_partners, cover_of, land_of, spots
from rules.ishtar.hexes import face, symbol_cell
from rules.ishtar.legality import ASSIST, gift_colours, payments, plantable_trees, stack_costs, symbol_uses
from rules.ishtar.notation import DONE, fountain_key, payment_key, stack_key, tree_key, turn_key
from rules.ishtar.parts import MASTERIES, MASTERY_COST, Cell, Gems
from rules.ishtar.state import Action, Assist, Place, Plant, Select, Spot, Unlock, View
from rules.text import Text, say
from rules.values import Bitboard

WHICH_STACK = say("Which stack does the watering can move to?")
PAY = say("Which gems do you pay?")
WHICH_FOUNTAIN = say("At which fountain?")
HOW = say("Which way round?")
WHERE = say("Where does the tile go?")
SIGNS = say("Letter: the fountain. Arrow: how the tile lies. Number: where its cell with the golden rim goes.")
ALL_FREE = say("In the very first turn every stack is free.")
USE = say("Use the letter?")
USE_OR_PLANT = say("Use the letter, or plant a tree?")
PAY_TWO = say("Which two gems do you pay?")
RESERVE = say("Which tree do you reserve?")
COLOUR = say("Which colour?")
BLOOM = say("Which grass cell blooms?")
BLOOM_BESIDE = say("Which cell beside it blooms, too?")
PLANT = say("Plant a tree?")
STAND = say("Where does the tree stand?")
NO_ROOM = say("The tile had no room anywhere and has left the game.")


def choices(view: View) -> Choices[Action]:
    """Return the conversation of the seat whose view it is: selecting a tile, or the rest of the turn."""
    return (yield from _select(view) if view.phase == "select" else _place(view))


def _select(view: View) -> Choices[Select]:
    """Ask for a stack, then for its price where it costs gems (R3.2–R3.4)."""
    draft = start_draft(view)
    gems = draft.player.gems
    costs = {stack: cost for stack, cost in stack_costs(view).items() if cost <= sum(gems)}
    options = Options(tuple(costs), stack_key, lambda each: labels.stack(view, each, costs[each], gems))
    note = ALL_FREE if view.can is None else None
    stack = yield from pick("stack", WHICH_STACK, options, board=draft, note=note)
    if not costs[stack]:
        return Select(stack, Gems())
    draft = draft._replace(stack=stack)
    found = Options(payments(gems, costs[stack]), payment_key, labels.payment)
    return Select(stack, (yield from pick("payment", PAY, found, board=draft)))


def _place(view: View) -> Choices[Place]:
    """Ask where the tile goes, how its symbol is used, and which trees are planted (R3.8–R3.42)."""
    draft, spot, special = start_draft(view), None, None
    tile = view.held
    if tile:
        spot = yield from _spot(draft, tile)
        draft = after_tile(draft, tile, spot)
        found = symbol_uses(draft, face(tile).symbol, symbol_cell(tile, spot))
        more = yield from _more(draft, found)
        if isinstance(more, str):
            special = Assist() if more == ASSIST else (yield from _unlock(draft._replace(mastery=more)))
            draft = after_symbol(draft, tile, spot, special)
            more = yield from _more(draft, ())
    else:
        more = yield from _more(draft, (), NO_ROOM)
    plants = list[Plant]()
    while more is not None:
        assert isinstance(more, int)
        about, free = partial(labels.pawn, draft, more), cover_of(draft.garden).free
        plants.append(Plant(more, (yield from _cell("pawn", STAND, draft._replace(tree=more), free, about))))
        draft = after_tree(draft, plants[-1])
        more = yield from _more(draft, ())
    return Place(spot, special, tuple(plants))


def _spot(draft: Draft, tile: str) -> Choices[Spot]:
    """Ask for a fountain, for the turn of the tile, and for the cell of its cell 1 (R3.8)."""
    cover = cover_of(draft.garden)
    found = spots(cover, tile)
    gardens = sorted((slot for slot, each in enumerate(found) if any(each)), key=partial(_own_flowers, draft, cover))
    options = Options(gardens, fountain_key, partial(labels.fountain, draft.garden))
    slot = yield from pick("fountain", WHICH_FOUNTAIN, options, board=draft, form="tabs")
    draft = draft._replace(fountain=slot)
    ways = [turned for turned, bits in enumerate(found[slot]) if bits]
    turned = yield from pick("turn", HOW, Options(ways, turn_key, labels.turn), board=draft, form="tabs")
    draft = draft._replace(turned=turned)
    about = partial(labels.anchor, draft, tile)
    return Spot((yield from _cell("anchor", WHERE, draft, found[slot][turned], about, SIGNS)), turned)


def _own_flowers(draft: Draft, cover: Cover, slot: int) -> int:
    """Return a sort key that puts gardens with most own flower cells first."""
    return -sum((bed.cells & cover.gardens[slot]).bit_count() for bed in cover.beds if bed.seat == draft.seat)


def _cell(
    key: str, question: Text, draft: Draft, cells: Bitboard, about: Callable[[Cell], Label], note: Text | None = None
) -> Choices[Cell]:
    grid = land_of(draft.garden).grid
    options = Options(grid.cells_of(cells), grid.keys.__getitem__, about)
    return (yield from pick(key, question, options, board=draft, form="places", note=note))


def _more(draft: Draft, found: Sequence[str], note: Text | None = None) -> Choices[str | int | None]:
    """Ask for a use of the symbol (R3.12–R3.16), a tree to plant (R3.40, R3.41), or the end of the turn."""
    planted = plantable_trees(draft)
    key, question = ("symbol", USE_OR_PLANT if planted else USE) if found else ("tree", PLANT)
    options = Options((*found, *planted, None), _more_key, partial(labels.more, draft))
    return (yield from pick(key, question, options, board=draft, note=note))


def _more_key(more: str | int | None) -> str:
    return DONE if more is None else more if isinstance(more, str) else tree_key(more)


def _unlock(draft: Draft) -> Choices[Unlock]:
    """Ask for the gems on a mastery, and for what its effect needs (R3.14, R3.20–R3.24)."""
    prices = Options(payments(draft.player.gems, MASTERY_COST), payment_key, partial(labels.mastery_payment, draft))
    paid = yield from pick("mastery_payment", PAY_TWO, prices, board=draft, form="tabs")
    unlock = Unlock(draft.mastery, paid)
    effect, numbers = MASTERIES[draft.mastery]
    if effect == "reserve":
        options = Options(draft.row, tree_key, labels.reserve)
        return unlock._replace(tree=(yield from pick("reserve", RESERVE, options, board=draft)))
    if effect == "gift":
        colours = Options(gift_colours(draft), str, partial(labels.gift, draft.supply, numbers[0]))
        return unlock._replace(colour=(yield from pick("colour", COLOUR, colours, board=draft)))
    if effect == "bloom":
        return unlock._replace(cells=(yield from _bloom(draft, *numbers)))
    return unlock


def _bloom(draft: Draft, token: int, flowers: int) -> Choices[tuple[Cell, ...]]:
    """Ask for the cells of a token; in key order, so that both orders are the same action (R3.23, R3.24)."""
    about = partial(labels.bloom if token == 1 else labels.bloom_first, draft, flowers)
    first = yield from _cell("bloom", BLOOM, draft, bloom_cells(draft.garden, token), about)
    if token == 1:
        return (first,)
    draft, beside = draft._replace(bloomed=(first,)), bloom_partners(draft.garden, first)
    second = yield from _cell("bloom_beside", BLOOM_BESIDE, draft, beside, partial(labels.bloom, draft, flowers))
    return tuple(sorted((first, second), key=lambda cell: cell[::-1]))
